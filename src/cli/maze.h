/* What the verbs of the maze room share. */
#ifndef QI_CLI_MAZE_H
#define QI_CLI_MAZE_H

#include "cli/cli.h"

#include <jansson.h>
#include <qi/maze.h>

/* Reads a maze from `path` (NULL: standard input). Returns CLI_GO_ON, or CLI_BAD after having said
 * why. The caller frees the maze. */
int cli_maze_read(const cli_spec *spec, const char *path, qi_maze **maze);

/* Prints a value on one line and gives it back. */
void cli_maze_print_json(cli_out *out, json_t *value);

#endif
