/*
 * Proof files: a winning strategy as text.
 *
 *     qi nogo proof 1
 *     X moves, X wins, leaf 6
 *     3 5
 *     .....
 *     .....
 *     .....
 *     <answers>
 *
 * The answers are the winner's moves in the order in which a walk (qi/nogo_solve.h) asks for them,
 * one character each: '0' is the first point in reading order, '1' the second, then the characters
 * that follow in ASCII; 80 to a line. Nothing else is needed: the walk itself knows the position.
 */
#ifndef QI_CLI_NOGO_STRATEGY_H
#define QI_CLI_NOGO_STRATEGY_H

#include "cli/nogo/nogo.h"

#include <qi/nogo_solve.h>

enum { NOGO_LEAF = 6 };

/* Writes the proof of a solved game. `stop` may end it early; then the file is removed and
 * CLI_NO returned. CLI_GO_ON when done. */
int nogo_write_proof(const cli_spec *spec, const char *path, const qi_nogo *game,
                     qi_nogo_solver *solver, qi_colour winner, const qi_nogo_solve_limits *limits,
                     qi_nogo_walk *account);

/* Reads a proof file and walks it. CLI_GO_ON when the walk was made (see `account`), or CLI_BAD
 * with the reason told. */
int nogo_check_proof(const cli_spec *spec, const char *path, qi_nogo **game, qi_colour *winner,
                     qi_nogo_walk *account);

#endif
