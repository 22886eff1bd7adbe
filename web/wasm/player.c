/* The opponent in the page: a qi_nogo_player, let think a piece at a time by the page's clock. */
#include <qi/nogo_player.h>
#include <qi/nogo_record.h>

#include "base/memory.h"
#include "page.h"

enum { TREE_MEMORY = 64 << 20 };

PAGE_EXPORT(player_levels) uint32_t page_player_levels(void)
{
    return qi_nogo_levels();
}

PAGE_EXPORT(player_free) void page_player_free(qi_nogo_player *player)
{
    qi_nogo_player_free(player);
}

/* A player for one game; NULL when memory is lacking or there is no such level. */
PAGE_EXPORT(player_new) qi_nogo_player *page_player_new(uint32_t level, uint32_t seed)
{
    const qi_nogo_player_options options = {
        .level = level, .seed = seed, .memory = TREE_MEMORY, .never_resign = true};
    qi_nogo_player *player;
    return qi_nogo_player_new(&options, NULL, &player) == QI_OK ? player : NULL;
}

PAGE_EXPORT(player_set_level) bool page_player_set_level(qi_nogo_player *player, uint32_t level)
{
    return qi_nogo_player_set_level(player, level) == QI_OK;
}

/* Faces it with a game's position; false when the board is too large or memory is lacking. */
PAGE_EXPORT(player_face) bool page_player_face(qi_nogo_player *player, const qi_nogo_record *game)
{
    const qi_nogo *now = qi_nogo_record_position(game);
    return qi_nogo_player_face(player, now, qi_nogo_to_move(now)) == QI_OK;
}

/* When to stop thinking; 0 is no limit. */
PAGE_EXPORT(player_playouts) uint32_t page_player_playouts(const qi_nogo_player *player)
{
    return (uint32_t)qi_nogo_player_limits(player, NULL).playouts;
}

PAGE_EXPORT(player_milliseconds) uint32_t page_player_milliseconds(const qi_nogo_player *player)
{
    return (uint32_t)(qi_nogo_player_limits(player, NULL).seconds * 1000);
}

/* Thinks on; true when there is no use in thinking more. `expected` is how many playouts there may
 * be in all. */
PAGE_EXPORT(player_think)
bool page_player_think(qi_nogo_player *player, uint32_t playouts, uint32_t expected)
{
    return qi_nogo_player_think(player, playouts, expected);
}

/* Playouts about this position. */
PAGE_EXPORT(player_thought) uint32_t page_player_thought(const qi_nogo_player *player)
{
    return (uint32_t)qi_nogo_player_thought(player);
}

/* Positions that were evaluated since the player was made or last judged otherwise. */
PAGE_EXPORT(player_evaluations) uint32_t page_player_evaluations(const qi_nogo_player *player)
{
    qi_nogo_search_state state;
    qi_nogo_search_state_of(qi_nogo_player_search(player), &state);
    return (uint32_t)state.evaluations;
}

/* 1: the side to move is proved to win; -1: to lose; 0: open. */
PAGE_EXPORT(player_proof) int page_player_proof(qi_nogo_player *player)
{
    qi_nogo_choice choice;
    qi_nogo_player_decide(player, &choice);
    return choice.opinion.outcome;
}

PAGE_EXPORT(player_best) uint32_t page_player_best(qi_nogo_player *player)
{
    qi_nogo_choice choice;
    qi_nogo_player_decide(player, &choice);
    return choice.move;
}

PAGE_EXPORT(player_candidates) uint32_t page_player_candidates(const qi_nogo_player *player)
{
    return (uint32_t)qi_nogo_search_candidates(qi_nogo_player_search(player), NULL, 0);
}

/* The position's win rate for the side to move, in thousandths. */
PAGE_EXPORT(player_win_rate) uint32_t page_player_win_rate(const qi_nogo_player *player)
{
    qi_nogo_search_state state;
    qi_nogo_search_state_of(qi_nogo_player_search(player), &state);
    return (uint32_t)(state.win_rate * 1000.0);
}

/* The candidates, best first: their points, visits, and win rates in thousandths, -1 for none. */
PAGE_EXPORT(player_read)
void page_player_read(const qi_nogo_player *player, uint32_t *points, uint32_t *visits,
                      int32_t *rates)
{
    const qi_nogo_search *search = qi_nogo_player_search(player);
    const size_t count = qi_nogo_search_candidates(search, NULL, 0);
    qi_nogo_candidate *list = page_allocate(count * sizeof *list + 1);
    if (!list)
        return;
    qi_nogo_search_candidates(search, list, count);
    for (size_t i = 0; i < count; i++) {
        points[i] = list[i].point;
        visits[i] = (uint32_t)list[i].visits;
        rates[i] = list[i].win_rate < 0 ? -1 : (int32_t)(list[i].win_rate * 1000.0);
    }
    page_release(list);
}
