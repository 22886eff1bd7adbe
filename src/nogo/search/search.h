/* The inside of a qi_nogo_search, shared with the part that needs a host (threads, clocks). */
#ifndef QI_NOGO_SEARCH_SEARCH_H
#define QI_NOGO_SEARCH_SEARCH_H

#include "nogo/search/puct.h"
#include <qi/nogo_solve.h>

enum { QI_SEARCH_MOVES = QI_BOARD_SIDE * QI_BOARD_SIDE };

struct qi_nogo_search {
    qi_allocator allocator;
    qi_nogo_search_options options;
    qi_nogo_evaluator evaluator;
    qi_nogo_net *own_net;   /* the network that comes with the library, if it is used */
    qi_nogo_solver *solver; /* NULL without memory for one */
    bool winning;           /* a win was proven here, or where this position comes from */
    double node_seconds;    /* the time of a solver's node as last measured; 0: not yet */
    qi_puct puct;           /* puct.graph.root is 0 while there is no position */
    qi_puct_worker worker;  /* of the thread that calls */
    solve_session session;
};

static inline bool qi_search_has_position(const qi_nogo_search *search)
{
    return search->puct.graph.root != 0;
}

/* The visits of the root. */
uint64_t qi_search_visits(const qi_nogo_search *search);

/* Writes the moves of the root; returns how many. */
uint32_t qi_search_list(const qi_nogo_search *search, qi_search_move *list);

/*
 * Lets the solver try the position with at most so many nodes, if it may well settle it with them.
 * A win becomes a proof in the graph. After a loss thinking goes on, for a move that is hard to
 * refute. Nothing happens unless that is twice as many nodes as the last time. `watch` may be NULL.
 */
void qi_search_solve(qi_nogo_search *search, uint64_t nodes, qi_nogo_solve_watch *watch,
                     void *context);

/* How much of the time the solver gets: most of it when there is a win to be found again. */
double qi_search_solver_share(const qi_nogo_search *search);

/* To be called when thinking has ended: remembers that a win was found. */
void qi_search_note_win(qi_nogo_search *search);

/* Whether thinking on is of no use: there is no choice, or the outcome is proven. */
bool qi_search_is_over(const qi_nogo_search *search);

#endif
