/* Files named on the command line, and those in folders named there. */
#ifndef QI_CLI_PATHS_H
#define QI_CLI_PATHS_H

#include "cli/cli.h"

typedef struct cli_paths {
    char **list;
    size_t count;
} cli_paths;

/* Every file in `operands`, and below every folder there all files whose names end with `suffix`
 * (in any case), in the order of their names; "-" is kept as it is. What cannot be looked at is
 * told on stderr and left out. CLI_GO_ON, or CLI_BAD when something was left out; the paths are
 * there in any case. */
int cli_find_files(const cli_spec *spec, char **operands, int count, const char *suffix,
                   cli_paths *paths);
void cli_free_paths(cli_paths *paths);

#endif
