#include "nogo.h"
#include "page.h"

#include "base/memory.h"

PAGE_EXPORT(nogo_free) void page_nogo_free(page_nogo *game)
{
    if (!game)
        return;
    qi_nogo_free(game->start);
    qi_nogo_free(game->now);
    page_release(game->moves);
    page_release(game);
}

/* Takes over `start`; NULL on failure. */
static page_nogo *begin(qi_nogo *start)
{
    page_nogo *game = page_allocate(sizeof *game);
    if (!game) {
        qi_nogo_free(start);
        return NULL;
    }
    *game = (page_nogo){.start = start};
    if (qi_nogo_copy(start, NULL, &game->now) != QI_OK) {
        page_nogo_free(game);
        return NULL;
    }
    return game;
}

PAGE_EXPORT(nogo_new) page_nogo *page_nogo_new(uint32_t rows, uint32_t columns)
{
    qi_nogo *start;
    return qi_nogo_new(rows, columns, NULL, &start) == QI_OK ? begin(start) : NULL;
}

page_nogo *page_nogo_read(const char *text, size_t length, unsigned flags, qi_text_error *error)
{
    qi_nogo *start;
    if (qi_nogo_parse(text, length, flags, NULL, &start, error) != QI_OK)
        return NULL;
    return begin(start);
}

/* Reads the problem's text; NULL when it is malformed, and then `error` says how. */
PAGE_EXPORT(nogo_parse)
page_nogo *page_nogo_parse(const char *text, size_t length, qi_text_error *error)
{
    return page_nogo_read(text, length, QI_NOGO_HOLES | QI_NOGO_ANY_COUNT, error);
}

PAGE_EXPORT(nogo_rows) uint32_t page_nogo_rows(const page_nogo *game)
{
    return qi_nogo_rows(game->start);
}

PAGE_EXPORT(nogo_columns) uint32_t page_nogo_columns(const page_nogo *game)
{
    return qi_nogo_columns(game->start);
}

PAGE_EXPORT(nogo_count) uint32_t page_nogo_count(const page_nogo *game)
{
    return game->count;
}

PAGE_EXPORT(nogo_place) uint32_t page_nogo_place(const page_nogo *game)
{
    return game->at;
}

PAGE_EXPORT(nogo_moves) const uint32_t *page_nogo_moves(const page_nogo *game)
{
    return game->moves;
}

PAGE_EXPORT(nogo_to_move) uint32_t page_nogo_to_move(const page_nogo *game)
{
    return qi_nogo_to_move(game->now);
}

PAGE_EXPORT(nogo_can_move) bool page_nogo_can_move(const page_nogo *game)
{
    return qi_nogo_can_move(game->now, qi_nogo_to_move(game->now));
}

/* The state of every point, one byte each. */
PAGE_EXPORT(nogo_stones) void page_nogo_stones(const page_nogo *game, uint8_t *stones)
{
    const uint32_t points = qi_nogo_rows(game->now) * qi_nogo_columns(game->now);
    for (qi_point point = 0; point < points; point++)
        stones[point] = (uint8_t)qi_nogo_at(game->now, point);
}

/* The states of every point where the record begins. */
PAGE_EXPORT(nogo_start) void page_nogo_start(const page_nogo *game, uint8_t *stones)
{
    const uint32_t points = qi_nogo_rows(game->start) * qi_nogo_columns(game->start);
    for (qi_point point = 0; point < points; point++)
        stones[point] = (uint8_t)qi_nogo_at(game->start, point);
}

/* For every point the stone that stands for its group, or QI_NO_POINT. */
PAGE_EXPORT(nogo_groups) void page_nogo_groups(const page_nogo *game, uint32_t *groups)
{
    const uint32_t points = qi_nogo_rows(game->now) * qi_nogo_columns(game->now);
    for (qi_point point = 0; point < points; point++)
        groups[point] = qi_nogo_group(game->now, point);
}

/* The number of liberties of the group at a point. */
PAGE_EXPORT(nogo_liberties) uint32_t page_nogo_liberties(const page_nogo *game, uint32_t point)
{
    return qi_nogo_measure_group(game->now, point, NULL, NULL, 0).liberties;
}

/* The verdict on a move; `group` gets a stone of the group that speaks against it. */
PAGE_EXPORT(nogo_judge)
uint32_t page_nogo_judge(const page_nogo *game, uint32_t colour, uint32_t point, uint32_t *group)
{
    return qi_nogo_judge(game->now, (qi_colour)colour, point, group);
}

static bool reserve(page_nogo *game, uint32_t more)
{
    if (game->capacity - game->count >= more)
        return true;
    const uint32_t capacity = game->capacity + more + game->capacity / 2 + 64;
    uint32_t *larger = page_allocate(capacity * sizeof *larger);
    if (!larger)
        return false;
    if (game->count)
        memcpy(larger, game->moves, game->count * sizeof *larger);
    page_release(game->moves);
    game->moves = larger;
    game->capacity = capacity;
    return true;
}

/* Plays for the colour to move; a legal move replaces whatever followed in the record. */
PAGE_EXPORT(nogo_play)
uint32_t page_nogo_play(page_nogo *game, uint32_t point, uint32_t *group)
{
    game->count = game->at;
    if (!reserve(game, 1))
        return QI_NOGO_OFF_BOARD;
    const qi_nogo_verdict verdict =
        qi_nogo_play(game->now, qi_nogo_to_move(game->now), point, group);
    if (verdict == QI_NOGO_LEGAL) {
        game->moves[game->count++] = point;
        game->at = game->count;
    }
    return verdict;
}

/* Goes to the position after the first `at` moves. False when memory is lacking. */
PAGE_EXPORT(nogo_seek) bool page_nogo_seek(page_nogo *game, uint32_t at)
{
    if (at > game->count)
        at = game->count;
    if (at < game->at) {
        qi_nogo *fresh;
        if (qi_nogo_copy(game->start, NULL, &fresh) != QI_OK)
            return false;
        qi_nogo_free(game->now);
        game->now = fresh;
        game->at = 0;
    }
    for (; game->at < at; game->at++)
        qi_nogo_play(game->now, qi_nogo_to_move(game->now), game->moves[game->at], NULL);
    return true;
}

static bool append(void *context, const qi_point *moves, size_t count)
{
    page_nogo *game = context;
    if (!reserve(game, (uint32_t)count))
        return false;
    memcpy(game->moves + game->count, moves, count * sizeof *moves);
    game->count += (uint32_t)count;
    return true;
}

/* Plays the game out from where it stands and writes it into the record; the place stays. */
PAGE_EXPORT(nogo_play_out)
bool page_nogo_play_out(page_nogo *game, uint32_t policy, uint32_t seed_low, uint32_t seed_high)
{
    qi_nogo *copy;
    if (qi_nogo_copy(game->now, NULL, &copy) != QI_OK)
        return false;
    game->count = game->at;
    const uint64_t seed = (uint64_t)seed_high << 32 | seed_low;
    const qi_result result = qi_nogo_simulate(copy, (qi_nogo_policy)policy, seed, append, game);
    qi_nogo_free(copy);
    return result == QI_OK;
}

PAGE_EXPORT(nogo_set_to_move) void page_nogo_set_to_move(page_nogo *game, uint32_t colour)
{
    qi_nogo_set_to_move(game->start, (qi_colour)colour);
    page_nogo_seek(game, 0);
    qi_nogo_set_to_move(game->now, (qi_colour)colour);
    game->count = 0;
}
