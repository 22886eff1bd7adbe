/* The engine: a qi_nogo_player, let think a piece at a time by the script's clock; the solver; and
 * random games. */
#include <qi/nogo_player.h>
#include <qi/nogo_playouts.h>
#include <qi/nogo_proof.h>
#include <qi/nogo_record.h>
#include <qi/nogo_search.h>
#include <qi/nogo_solve.h>

#include "page.h"

static size_t memory_size(double memory)
{
    const uint64_t bytes = page_whole(memory);
    page_expect(bytes <= SIZE_MAX);
    return (size_t)bytes;
}

static void free_player(void *player)
{
    qi_nogo_player_free(player);
}

/* A player for one game; `memory` in bytes. 0 when memory is lacking or there is no such level.
 */
PAGE_EXPORT(player_new)
page_handle page_player_new(uint32_t level, uint32_t engine, double seed, double memory)
{
    const qi_nogo_player_options options = {.size = sizeof options,
                                            .level = level,
                                            .engine = (qi_nogo_engine)engine,
                                            .seed = page_whole(seed),
                                            .memory = memory_size(memory),
                                            .never_resign = true};
    qi_nogo_player *player;
    return qi_nogo_player_new(&options, NULL, &player) == QI_OK
               ? page_keep(PAGE_PLAYER, player, free_player)
               : 0;
}

PAGE_EXPORT(player_set_level) bool page_player_set_level(page_handle handle, uint32_t level)
{
    qi_nogo_player *player = page_find(handle, PAGE_PLAYER);
    return qi_nogo_player_set_level(player, level) == QI_OK;
}

/* Sets a game's position; false when the board is too large or memory is lacking. */
PAGE_EXPORT(player_set_position)
bool page_player_set_position(page_handle handle, page_handle game_handle)
{
    qi_nogo_player *player = page_find(handle, PAGE_PLAYER);
    const qi_nogo_record *game = page_find(game_handle, PAGE_NOGO);
    const qi_nogo *now = qi_nogo_record_position(game);
    return qi_nogo_player_set_position(player, now, qi_nogo_to_move(now)) == QI_OK;
}

/* The level's own limits; 0 is no limit. */
PAGE_EXPORT(player_playouts) double page_player_playouts(page_handle handle)
{
    const qi_nogo_player *player = page_find(handle, PAGE_PLAYER);
    return (double)qi_nogo_player_limits(player, NULL).playouts;
}

PAGE_EXPORT(player_seconds) double page_player_seconds(page_handle handle)
{
    const qi_nogo_player *player = page_find(handle, PAGE_PLAYER);
    return qi_nogo_player_limits(player, NULL).seconds;
}

/* Thinks on; true when there is no use in thinking more. `expected` is how many playouts there may
 * be in all. */
PAGE_EXPORT(player_think)
bool page_player_think(page_handle handle, double playouts, double expected)
{
    qi_nogo_player *player = page_find(handle, PAGE_PLAYER);
    return qi_nogo_player_think(player, page_whole(playouts), page_whole(expected));
}

/* Playouts about this position. */
PAGE_EXPORT(player_thought) double page_player_thought(page_handle handle)
{
    const qi_nogo_player *player = page_find(handle, PAGE_PLAYER);
    return (double)qi_nogo_player_thought(player);
}

/* Positions that were evaluated since the player was made or last judged otherwise. */
PAGE_EXPORT(player_evaluations) double page_player_evaluations(page_handle handle)
{
    const qi_nogo_player *player = page_find(handle, PAGE_PLAYER);
    qi_nogo_search_state state = {.size = sizeof state};
    qi_nogo_search_state_of(qi_nogo_player_search(player), &state);
    return (double)state.evaluations;
}

/* The move, or QI_NO_POINT; `opinion` gets the win rate of the side to move, and what is proved: 1
 * it wins, -1 it loses, 0 nothing. */
PAGE_EXPORT(player_decide) uint32_t page_player_decide(page_handle handle, double *opinion)
{
    qi_nogo_player *player = page_find(handle, PAGE_PLAYER);
    qi_nogo_choice choice = {.size = sizeof choice};
    qi_nogo_player_decide(player, &choice);
    opinion[0] = choice.win_rate;
    opinion[1] = choice.outcome;
    return choice.move;
}

/* The candidates, best first, four numbers each: point, visits, win rate (below 0 for none) and
 * what is proved, as above. Returns how many. */
PAGE_EXPORT(player_candidates)
uint32_t page_player_candidates(page_handle handle, double *numbers, uint32_t capacity)
{
    const qi_nogo_player *player = page_find(handle, PAGE_PLAYER);
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
uint32_t page_player_line(page_handle handle, uint32_t first, uint32_t *points, uint32_t capacity)
{
    const qi_nogo_player *player = page_find(handle, PAGE_PLAYER);
    return (uint32_t)qi_nogo_search_line(qi_nogo_player_search(player), first, points, capacity);
}

/* ---- the solver --------------------------------------------------------------------------- */

static void free_solver(void *solver)
{
    qi_nogo_solver_free(solver);
}

PAGE_EXPORT(solver_new) page_handle page_solver_new(double memory)
{
    qi_nogo_solver *solver;
    return qi_nogo_solver_new(memory_size(memory), NULL, &solver) == QI_OK
               ? page_keep(PAGE_SOLVER, solver, free_solver)
               : 0;
}

/* Solves within so many nodes, 0 for no limit. `answer` gets the outcome for the side to move (1,
 * -1, 0 unknown), a move that wins or QI_NO_POINT, and the nodes searched; false when it cannot be
 * solved. */
PAGE_EXPORT(solver_solve)
bool page_solver_solve(page_handle handle, page_handle game_handle, double nodes, double *answer)
{
    qi_nogo_solver *solver = page_find(handle, PAGE_SOLVER);
    const qi_nogo_record *game = page_find(game_handle, PAGE_NOGO);
    const qi_nogo_solve_limits limits = {.size = sizeof(qi_nogo_solve_limits),
                                         .nodes = page_whole(nodes)};
    qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
    if (qi_nogo_solve(solver, qi_nogo_record_position(game), &limits, &solution) != QI_OK)
        return false;
    answer[0] = solution.outcome;
    answer[1] = solution.move;
    answer[2] = (double)solution.nodes;
    return true;
}

/* A move for a side that is lost, or QI_NO_POINT. */
PAGE_EXPORT(nogo_stubborn) uint32_t page_nogo_stubborn(page_handle handle)
{
    const qi_nogo_record *game = page_find(handle, PAGE_NOGO);
    qi_point move;
    return qi_nogo_stubborn_move(qi_nogo_record_position(game), &move) == QI_OK ? move
                                                                                : QI_NO_POINT;
}

/* ---- random games ------------------------------------------------------------------------ */

/* Plays random games from here; writes games, Black's wins and moves. */
PAGE_EXPORT(nogo_playouts)
bool page_nogo_playouts(page_handle handle, double count, double seed, double *stats)
{
    const qi_nogo_record *game = page_find(handle, PAGE_NOGO);
    qi_nogo_stats sum = {0};
    if (qi_nogo_playouts_part(qi_nogo_record_position(game), QI_NOGO_BEST_PATH, 0,
                              page_whole(count), page_whole(seed), &sum) != QI_OK)
        return false;
    stats[0] = (double)sum.games;
    stats[1] = (double)sum.black_wins;
    stats[2] = (double)sum.moves;
    return true;
}
