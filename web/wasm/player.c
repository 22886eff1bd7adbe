/* The opponent: a qi_nogo_player, let think a piece at a time by the script's clock; and the
 * solver. */
#include <qi/nogo_player.h>
#include <qi/nogo_record.h>
#include <qi/nogo_search.h>
#include <qi/nogo_solve.h>

#include "page.h"

PAGE_EXPORT(player_levels) uint32_t page_player_levels(void)
{
    unsigned count;
    qi_nogo_levels(&count);
    return count;
}

PAGE_EXPORT(player_free) void page_player_free(qi_nogo_player *player)
{
    qi_nogo_player_free(player);
}

/* A player for one game; `memory` in bytes. NULL when memory is lacking or there is no such level.
 */
PAGE_EXPORT(player_new)
qi_nogo_player *page_player_new(uint32_t level, uint32_t engine, double seed, double memory)
{
    const qi_nogo_player_options options = {.size = sizeof options,
                                            .level = level,
                                            .engine = (qi_nogo_engine)engine,
                                            .seed = (uint64_t)seed,
                                            .memory = (size_t)memory,
                                            .never_resign = true};
    qi_nogo_player *player;
    return qi_nogo_player_new(&options, NULL, &player) == QI_OK ? player : NULL;
}

PAGE_EXPORT(player_set_level) bool page_player_set_level(qi_nogo_player *player, uint32_t level)
{
    return qi_nogo_player_set_level(player, level) == QI_OK;
}

/* Sets a game's position; false when the board is too large or memory is lacking. */
PAGE_EXPORT(player_set_position)
bool page_player_set_position(qi_nogo_player *player, const qi_nogo_record *game)
{
    const qi_nogo *now = qi_nogo_record_position(game);
    return qi_nogo_player_set_position(player, now, qi_nogo_to_move(now)) == QI_OK;
}

/* The level's own limits; 0 is no limit. */
PAGE_EXPORT(player_playouts) double page_player_playouts(const qi_nogo_player *player)
{
    return (double)qi_nogo_player_limits(player, NULL).playouts;
}

PAGE_EXPORT(player_seconds) double page_player_seconds(const qi_nogo_player *player)
{
    return qi_nogo_player_limits(player, NULL).seconds;
}

/* Thinks on; true when there is no use in thinking more. `expected` is how many playouts there may
 * be in all. */
PAGE_EXPORT(player_think)
bool page_player_think(qi_nogo_player *player, double playouts, double expected)
{
    return qi_nogo_player_think(player, (uint64_t)playouts, (uint64_t)expected);
}

/* Playouts about this position. */
PAGE_EXPORT(player_thought) double page_player_thought(const qi_nogo_player *player)
{
    return (double)qi_nogo_player_thought(player);
}

/* Positions that were evaluated since the player was made or last judged otherwise. */
PAGE_EXPORT(player_evaluations) double page_player_evaluations(const qi_nogo_player *player)
{
    qi_nogo_search_state state = {.size = sizeof state};
    qi_nogo_search_state_of(qi_nogo_player_search(player), &state);
    return (double)state.evaluations;
}

/* The move, or QI_NO_POINT; `opinion` gets the win rate of the side to move, and what is proved: 1
 * it wins, -1 it loses, 0 nothing. */
PAGE_EXPORT(player_decide) uint32_t page_player_decide(qi_nogo_player *player, double *opinion)
{
    qi_nogo_choice choice = {.size = sizeof choice};
    qi_nogo_player_decide(player, &choice);
    opinion[0] = choice.win_rate;
    opinion[1] = choice.outcome;
    return choice.move;
}

/* The candidates, best first, four numbers each: point, visits, win rate (below 0 for none) and
 * what is proved, as above. Returns how many. */
PAGE_EXPORT(player_candidates)
uint32_t page_player_candidates(const qi_nogo_player *player, double *numbers, uint32_t capacity)
{
    qi_nogo_candidate list[QI_NOGO_SEARCH_MAX_SIDE * QI_NOGO_SEARCH_MAX_SIDE];
    const uint32_t room = sizeof list / sizeof *list;
    const uint32_t count = (uint32_t)qi_nogo_search_candidates(qi_nogo_player_search(player), list,
                                                               capacity < room ? capacity : room,
                                                               sizeof(qi_nogo_candidate));
    for (uint32_t i = 0; i < count; i++) {
        *numbers++ = list[i].point;
        *numbers++ = (double)list[i].visits;
        *numbers++ = list[i].win_rate;
        *numbers++ = list[i].outcome;
    }
    return count;
}

/* The line that the player expects after a first move; returns its length. */
PAGE_EXPORT(player_line)
uint32_t page_player_line(const qi_nogo_player *player, uint32_t first, uint32_t *points,
                          uint32_t capacity)
{
    return (uint32_t)qi_nogo_search_line(qi_nogo_player_search(player), first, points, capacity);
}

/* ---- the solver --------------------------------------------------------------------------- */

PAGE_EXPORT(solver_new) qi_nogo_solver *page_solver_new(double memory)
{
    qi_nogo_solver *solver;
    return qi_nogo_solver_new((size_t)memory, NULL, &solver) == QI_OK ? solver : NULL;
}

PAGE_EXPORT(solver_free) void page_solver_free(qi_nogo_solver *solver)
{
    qi_nogo_solver_free(solver);
}

/* Solves within so many nodes, 0 for no limit. `answer` gets the outcome for the side to move (1,
 * -1, 0 unknown), a move that wins or QI_NO_POINT, and the nodes searched; false when it cannot be
 * solved. */
PAGE_EXPORT(solver_solve)
bool page_solver_solve(qi_nogo_solver *solver, const qi_nogo_record *game, double nodes,
                       double *answer)
{
    const qi_nogo_solve_limits limits = {.size = sizeof(qi_nogo_solve_limits),
                                         .nodes = (uint64_t)nodes};
    qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
    if (qi_nogo_solve(solver, qi_nogo_record_position(game), &limits, &solution) != QI_OK)
        return false;
    answer[0] = solution.outcome;
    answer[1] = solution.move;
    answer[2] = (double)solution.nodes;
    return true;
}
