/* The inside of a qi_nogo_search. */
#ifndef QI_NOGO_SEARCH_SEARCH_H
#define QI_NOGO_SEARCH_SEARCH_H

#include "nogo/search/puct.h"
#include <qi/nogo_solve.h>

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
    return search && search->puct.graph.root != 0;
}

/* The visits of the root. */
uint64_t qi_search_visits(const qi_nogo_search *search);

/* Writes the moves of the root; returns how many. */
uint32_t qi_search_list(const qi_nogo_search *search, qi_search_move *list);

#endif
