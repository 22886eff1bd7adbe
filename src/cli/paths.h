/* Files named on the command line, and the files in folders named there. */
#ifndef QI_CLI_PATHS_H
#define QI_CLI_PATHS_H

#include "cli/cli.h"

typedef struct cli_paths {
    char **list;
    size_t count;
} cli_paths;

/* Lists every file in `operands` and, for every folder there, all files in it and below whose names
 * end with `suffix` (in upper or lower case), sorted by name; "-" stays as it is. Links to folders
 * are followed where they are named, not below. What cannot be read is reported on stderr and left
 * out. Returns CLI_GO_ON, or CLI_BAD if something was left out; the list is valid either way. */
int cli_find_files(const cli_spec *spec, char **operands, int count, const char *suffix,
                   cli_paths *paths);
void cli_free_paths(cli_paths *paths);

#endif
