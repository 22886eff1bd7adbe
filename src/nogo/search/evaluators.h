/*
 * The library's own evaluators, and a step for those who think in pieces.
 */
#ifndef QI_NOGO_SEARCH_EVALUATORS_H
#define QI_NOGO_SEARCH_EVALUATORS_H

#include <qi/nogo_search.h>

/* Fills in the network as an evaluator: batches of one, in any number of threads. `net` must live
 * as long as the search. QI_BAD_ARGUMENT: the evaluator's size. */
qi_result qi_nogo_net_evaluator(const qi_nogo_net *net, qi_nogo_evaluator *evaluator);

/* Fills in random games as an evaluator, without the solver: all moves are alike (in an order drawn
 * by the search's seed), and the value is how many of eight uniformly random games are won.
 * QI_BAD_ARGUMENT: the evaluator's size. */
qi_result qi_nogo_playout_evaluator(qi_nogo_evaluator *evaluator);

/* Runs the step of the exact solver that precedes `playouts` playouts: for those who think them in
 * pieces. It has no other turn before the position changes unless a piece is larger. */
void qi_nogo_search_solve(qi_nogo_search *search, uint64_t playouts);

/* The best move so far; some legal move even before thinking; QI_NO_POINT without one. */
qi_point qi_nogo_search_best(const qi_nogo_search *search);

#endif
