/* Questions about a position of NoGo: expected lines, exact answers, what is still open. */
#include <qi/nogo_player.h>
#include <qi/nogo_record.h>
#include <qi/nogo_solve.h>

#include "base/memory.h"
#include "page.h"

enum { SOLVER_MEMORY = 64 << 20 };

/* Points that somebody may still play. */
PAGE_EXPORT(nogo_open) uint32_t page_nogo_open(const qi_nogo_record *game)
{
    const qi_nogo *now = qi_nogo_record_position(game);
    const uint32_t points = qi_nogo_rows(now) * qi_nogo_columns(now);
    uint32_t open = 0;
    for (qi_point point = 0; point < points; point++)
        open += qi_nogo_judge(now, QI_BLACK, point, NULL) == QI_NOGO_LEGAL ||
                qi_nogo_judge(now, QI_WHITE, point, NULL) == QI_NOGO_LEGAL;
    return open;
}

/* The line that the player expects after a first move; returns its length. */
PAGE_EXPORT(player_line)
uint32_t page_player_line(const qi_nogo_player *player, uint32_t first, uint32_t *points,
                          uint32_t capacity)
{
    return (uint32_t)qi_nogo_search_line(qi_nogo_player_search(player), first, points, capacity);
}

/* What is proved of each candidate, in the order of player_read: 1 it wins, -1 it loses, 0 open. */
PAGE_EXPORT(player_outcomes)
void page_player_outcomes(const qi_nogo_player *player, int32_t *outcomes)
{
    const qi_nogo_search *search = qi_nogo_player_search(player);
    const size_t count = qi_nogo_search_candidates(search, NULL, 0);
    qi_nogo_candidate *list = page_allocate(count * sizeof *list + 1);
    if (!list)
        return;
    qi_nogo_search_candidates(search, list, count);
    for (size_t i = 0; i < count; i++)
        outcomes[i] = list[i].outcome;
    page_release(list);
}

PAGE_EXPORT(solver_new) qi_nogo_solver *page_solver_new(void)
{
    qi_nogo_solver *solver;
    return qi_nogo_solver_new(SOLVER_MEMORY, NULL, &solver) == QI_OK ? solver : NULL;
}

PAGE_EXPORT(solver_free) void page_solver_free(qi_nogo_solver *solver)
{
    qi_nogo_solver_free(solver);
}

/* Solves within so many nodes. `answer` gets the outcome for the colour to move (1, -1, 0 unknown),
 * a move that wins or QI_NO_POINT, and the nodes searched; false when it cannot be solved. */
PAGE_EXPORT(solver_solve)
bool page_solver_solve(qi_nogo_solver *solver, const qi_nogo_record *game, uint32_t nodes,
                       uint32_t *answer)
{
    const qi_nogo_solve_limits limits = {.nodes = nodes};
    qi_nogo_solution solution;
    if (qi_nogo_solve(solver, qi_nogo_record_position(game), &limits, &solution) != QI_OK)
        return false;
    answer[0] = (uint32_t)solution.outcome;
    answer[1] = solution.move;
    answer[2] = (uint32_t)solution.nodes;
    return true;
}

/* A move for a side that is lost, or QI_NO_POINT. */
PAGE_EXPORT(nogo_stubborn) uint32_t page_nogo_stubborn(const qi_nogo_record *game)
{
    qi_point move;
    return qi_nogo_stubborn_move(qi_nogo_record_position(game), &move) == QI_OK ? move
                                                                                : QI_NO_POINT;
}
