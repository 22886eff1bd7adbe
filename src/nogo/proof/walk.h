/*
 * Walking a strategy: every reply of the loser is tried. Uses only the plain rules, and shares
 * nothing with the solver.
 */
#ifndef QI_NOGO_PROOF_WALK_H
#define QI_NOGO_PROOF_WALK_H

#include <qi/nogo_proof.h>
#include <qi/nogo_solve.h>

/* Asks for the winner's move in a position, given as sets of points (bit p is point p). Any result
 * but QI_OK ends the walk with that result. The walk goes layer by layer: positions with fewer
 * stones come first. Within a layer they come in the order of their numbers, which have one digit
 * in base 3 for each point (0 empty, 1 Black, 2 White), the first point in reading order the
 * lowest. Of mirror images only the one with the least number comes, and only once. */
typedef qi_result qi_nogo_answer(void *context, uint64_t black, uint64_t white, qi_point *move);

/* Walks a strategy of `winner` from a position. Positions with at most `leaf` points that either
 * side may play are settled by plain minimax instead of asking; 0 asks for everything. Keeps two
 * layers at a time, at about 3 bytes for each position, 11 while it is collected. `limits` may be
 * NULL. The account does not depend on the number of threads. QI_TOO_LARGE: more than 40 points.
 * QI_BAD_ARGUMENT: holes, too many threads, a wrong host or size. */
qi_result qi_nogo_walk_strategy(const qi_nogo *position, qi_colour winner, uint32_t leaf,
                                qi_nogo_answer *answer, void *context,
                                const qi_nogo_walk_limits *limits, const qi_allocator *allocator,
                                qi_nogo_walk *account);

#endif
