/* The solver's handle, and how a call begins and ends. */
#ifndef QI_NOGO_SOLVE_INTERNAL_H
#define QI_NOGO_SOLVE_INTERNAL_H

#include "nogo/solve_search.h"

/* Memory kept for the work of a call, the children of the positions on the way; of it, for the
 * handle. */
enum { SOLVE_WORKING = 8 << 20, SOLVE_HANDLE = 4096 };

struct qi_nogo_solver {
    qi_allocator allocator;
    solve_table table;
    size_t working; /* bytes that calls may take beside the table */
    uint32_t next_board;
};

/* Sets a search up for a game; on QI_OK it must be ended. */
qi_result qi_solve_begin(qi_nogo_solver *solver, const qi_nogo *game,
                         const qi_nogo_solve_limits *limits, solve_search *search,
                         solve_state *state);
void qi_solve_end(qi_nogo_solver *solver, solve_search *search);

#endif
