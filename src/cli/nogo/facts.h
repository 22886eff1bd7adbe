/* Files of what the solver has proved (facts.c). All return CLI_GO_ON, or CLI_BAD after explaining
 * why not. */
#ifndef QI_CLI_NOGO_FACTS_H
#define QI_CLI_NOGO_FACTS_H

#include "cli/cli.h"

#include <qi/nogo_solve.h>

/* Whether there are facts about the board, as `option` needs; they name it by its size alone. */
int nogo_accept_facts(const cli_spec *spec, const qi_nogo *position, const char *option);
/* Writes what is known; if that fails the old file stands. NULL is no path, here and below. */
int nogo_save_facts(const cli_spec *spec, const qi_nogo_solver *solver, const char *path);
/* Learns what a file holds; one that does not exist holds nothing. */
int nogo_load_facts(const cli_spec *spec, qi_nogo_solver *solver, const char *path);
/* Learns what several files hold (ends with NULL); those that do not exist are named. */
int nogo_join_facts(const cli_spec *spec, qi_nogo_solver *solver, char *const *paths);

#endif
