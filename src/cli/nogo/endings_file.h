/* Tables of endings (qi_nogo_write_endings) in files. */
#ifndef QI_CLI_NOGO_ENDINGS_FILE_H
#define QI_CLI_NOGO_ENDINGS_FILE_H

#include "cli/cli.h"

#include <qi/nogo_solve.h>

/* Together: reads a table for the solver, if this process needs it; the input has to stay as long
 * as the solver. Returns CLI_GO_ON, or CLI_BAD after explaining why. */
int nogo_endings_load(const cli_spec *spec, const char *path, bool needed, qi_nogo_solver *solver,
                      cli_input *input);
/* Writes the table of a solver. Returns as above; then an older file stands. */
int nogo_endings_save(const cli_spec *spec, const char *path, const qi_nogo_solver *solver);

#endif
