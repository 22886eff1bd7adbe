/* The opponent in the page: qi's own search, asked a slice at a time. */
#include <qi/nogo_search.h>
#include <qi/nogo_solve.h>

#include "base/memory.h"
#include "nogo.h"
#include "page.h"

enum { TREE_MEMORY = 64 << 20 };

PAGE_EXPORT(think_free) void page_think_free(qi_nogo_search *search)
{
    qi_nogo_search_free(search);
}

/* Begins to think about a game's position; NULL when the board is too large or memory is
 * lacking. */
PAGE_EXPORT(think_new) qi_nogo_search *page_think_new(const page_nogo *game, uint32_t seed)
{
    const qi_nogo_search_options options = {.seed = seed, .memory = TREE_MEMORY};
    qi_nogo_search *search;
    if (qi_nogo_search_new(&options, NULL, &search) != QI_OK)
        return NULL;
    if (qi_nogo_search_set(search, game->now) != QI_OK) {
        qi_nogo_search_free(search);
        return NULL;
    }
    return search;
}

static qi_nogo_search_state state_of(const qi_nogo_search *search)
{
    qi_nogo_search_state state;
    qi_nogo_search_state_of(search, &state);
    return state;
}

/* Thinks on; returns how many playouts there are in all. It ends early when the game is proved. */
PAGE_EXPORT(think_run) uint32_t page_think_run(qi_nogo_search *search, uint32_t playouts)
{
    qi_nogo_search_think(search, playouts, NULL, NULL);
    return (uint32_t)state_of(search).visits;
}

/* 1: the side to move is proved to win; -1: to lose; 0: open. */
PAGE_EXPORT(think_proof) int page_think_proof(const qi_nogo_search *search)
{
    return state_of(search).outcome;
}

PAGE_EXPORT(think_candidates) uint32_t page_think_candidates(const qi_nogo_search *search)
{
    return (uint32_t)qi_nogo_search_candidates(search, NULL, 0);
}

/* The candidates, best first: their points, visits, and win rates in thousandths. */
PAGE_EXPORT(think_read)
void page_think_read(const qi_nogo_search *search, uint32_t *points, uint32_t *visits,
                     uint32_t *rates)
{
    const size_t count = qi_nogo_search_candidates(search, NULL, 0);
    qi_nogo_candidate *list = page_allocate(count * sizeof *list + 1);
    if (!list)
        return;
    qi_nogo_search_candidates(search, list, count);
    for (size_t i = 0; i < count; i++) {
        points[i] = list[i].point;
        visits[i] = (uint32_t)list[i].visits;
        rates[i] = (uint32_t)(list[i].win_rate * 1000.0);
    }
    page_release(list);
}

PAGE_EXPORT(think_best) uint32_t page_think_best(const qi_nogo_search *search)
{
    return qi_nogo_search_best(search);
}

/* ---- proofs ------------------------------------------------------------------------------- */

enum { SOLVER_MEMORY = 32 << 20 };

/* Who wins for certain, if that can be found out within so many positions. Returns 1 and a winning
 * move when the side to move wins, -1 when it loses, 0 when it stays open. */
PAGE_EXPORT(think_solve)
int page_think_solve(const page_nogo *game, uint32_t nodes, uint32_t *move)
{
    qi_nogo_solver *solver;
    if (qi_nogo_solver_new(SOLVER_MEMORY, NULL, &solver) != QI_OK)
        return 0;
    const qi_nogo_solve_limits limits = {.nodes = nodes};
    qi_nogo_solution solution = {.outcome = QI_NOGO_UNKNOWN};
    if (qi_nogo_solve(solver, game->now, &limits, &solution) != QI_OK)
        solution.outcome = QI_NOGO_UNKNOWN;
    qi_nogo_solver_free(solver);
    *move = solution.move;
    return solution.outcome == QI_NOGO_WON ? 1 : solution.outcome == QI_NOGO_LOST ? -1 : 0;
}
