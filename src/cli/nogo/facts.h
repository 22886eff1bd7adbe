/* The file of --save: what a solver has proved, so that a long run can be continued. */
#ifndef QI_CLI_NOGO_FACTS_H
#define QI_CLI_NOGO_FACTS_H

#include "cli/cli.h"

#include <qi/nogo_solve.h>

/* Teaches the solver what a file holds; a file that does not exist holds nothing. CLI_GO_ON, or
 * CLI_BAD with the reason told. */
int nogo_load_facts(const cli_spec *spec, const char *path, qi_nogo_solver *solver,
                    uint64_t *count);

/* Writes the file anew, replacing an older one only when all went well. */
int nogo_save_facts(const cli_spec *spec, const char *path, const qi_nogo_solver *solver,
                    uint64_t *count);

#endif
