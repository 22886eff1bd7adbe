/* Solving in rounds: the positions that the next round is to solve. */
#ifndef QI_CLI_NOGO_PIECES_H
#define QI_CLI_NOGO_PIECES_H

#include "cli/cli.h"

#include <qi/nogo_solve.h>

/* Prints up to `most` positions, one a line, and adds the positions searched for that to `nodes`.
 * Returns CLI_NO if there are any, CLI_GO_ON if the solver knows the answer, and CLI_BAD after
 * explaining what went wrong. */
int nogo_print_pieces(const cli_spec *spec, cli_out *out, bool json, qi_nogo_solver *solver,
                      const qi_nogo *game, uint64_t most, uint64_t *nodes);

#endif
