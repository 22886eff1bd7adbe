/* The solver's handle, and how a call begins and ends. */
#ifndef QI_NOGO_SOLVE_SOLVE_H
#define QI_NOGO_SOLVE_SOLVE_H

#include "nogo/solve/search.h"

/* Memory kept for the work of a call: three quarters for the children of the positions on the way
 * (of it, some for the handle), a quarter for reading the board. */
enum { SOLVE_WORKING = 8 << 20, SOLVE_HANDLE = 4096 };

struct qi_nogo_solver {
    qi_allocator allocator;
    solve_table table;
    size_t working; /* bytes that calls may take beside the table */
    uint32_t next_board;
    solve_child *stack; /* kept from call to call */
    size_t stack_size;
    solve_net net;     /* the last that was read, */
    uint32_t net_rows; /* for boards of so many rows */
};

/* Sets a search up for a game, on the solver's own stack. */
qi_result qi_solve_begin(qi_nogo_solver *solver, const qi_nogo *game,
                         const qi_nogo_solve_limits *limits, solve_search *search,
                         solve_state *state);

/* How many children fit the memory kept for them. */
size_t qi_solve_stack_room(const qi_nogo_solver *solver);

/* Fills in a solution; returns the result of the call. */
qi_result qi_solve_report(const solve_search *search, solve_outcome outcome, unsigned move,
                          qi_nogo_solution *solution);

/* Searches with up to so many threads, more than one. Needs a host. */
qi_result qi_solve_together(qi_nogo_solver *solver, const solve_search *first,
                            const solve_state *state, qi_colour mover, uint32_t threads,
                            qi_nogo_solution *solution);

#endif
