/* A game of NoGo: a qi_nogo_record, its SGF and its line. */
#include <qi/nogo_playouts.h>
#include <qi/nogo_proof.h>
#include <qi/nogo_record.h>
#include <qi/nogo_solve.h>

#include "base/memory.h"
#include "page.h"

PAGE_EXPORT(nogo_free) void page_nogo_free(qi_nogo_record *game)
{
    qi_nogo_record_free(game);
}

/* A record that begins at `start`, which is freed; NULL on failure. */
static qi_nogo_record *begin(qi_nogo *start)
{
    qi_nogo_record *game;
    const qi_result result = qi_nogo_record_new(start, NULL, &game);
    qi_nogo_free(start);
    return result == QI_OK ? game : NULL;
}

PAGE_EXPORT(nogo_new) qi_nogo_record *page_nogo_new(uint32_t rows, uint32_t columns)
{
    qi_nogo *start;
    return qi_nogo_new(rows, columns, NULL, &start) == QI_OK ? begin(start) : NULL;
}

/* Begins with the states of all points, a byte each; NULL on failure. */
PAGE_EXPORT(nogo_set_up)
qi_nogo_record *page_nogo_set_up(uint32_t rows, uint32_t columns, const uint8_t *states,
                                 uint32_t to_move)
{
    const uint32_t points = rows * columns;
    qi_nogo *start;
    if (qi_nogo_new(rows, columns, NULL, &start) != QI_OK)
        return NULL;
    qi_stone *stones = page_allocate(points * sizeof *stones + 1);
    size_t count = 0;
    for (qi_point point = 0; stones && point < points; point++)
        if (states[point] != QI_EMPTY)
            stones[count++] = (qi_stone){point, (qi_colour)states[point]};
    const bool good =
        stones && qi_nogo_set_up(start, stones, count, (qi_colour)to_move, NULL) == QI_OK;
    page_release(stones);
    if (good)
        return begin(start);
    qi_nogo_free(start);
    return NULL;
}

/* Reads the problem's text, or a position in one line, which alone has a ':'. NULL when it is
 * malformed, and then `error` says how. */
PAGE_EXPORT(nogo_parse)
qi_nogo_record *page_nogo_parse(const char *text, size_t length, qi_text_error *error)
{
    const unsigned flags = QI_NOGO_HOLES | QI_NOGO_ANY_COUNT;
    qi_nogo *start;
    const qi_result result = memchr(text, ':', length)
                                 ? qi_nogo_parse_line(text, length, NULL, &start, error)
                                 : qi_nogo_parse(text, length, flags, NULL, &start, error);
    return result == QI_OK ? begin(start) : NULL;
}

PAGE_EXPORT(nogo_rows) uint32_t page_nogo_rows(const qi_nogo_record *game)
{
    return qi_nogo_rows(qi_nogo_record_start(game));
}

PAGE_EXPORT(nogo_columns) uint32_t page_nogo_columns(const qi_nogo_record *game)
{
    return qi_nogo_columns(qi_nogo_record_start(game));
}

PAGE_EXPORT(nogo_count) uint32_t page_nogo_count(const qi_nogo_record *game)
{
    return (uint32_t)qi_nogo_record_count(game);
}

PAGE_EXPORT(nogo_place) uint32_t page_nogo_place(const qi_nogo_record *game)
{
    return (uint32_t)qi_nogo_record_place(game);
}

/* The moves, two words each: the point and the colour. */
PAGE_EXPORT(nogo_moves) const qi_move *page_nogo_moves(const qi_nogo_record *game)
{
    return qi_nogo_record_moves(game);
}

PAGE_EXPORT(nogo_to_move) uint32_t page_nogo_to_move(const qi_nogo_record *game)
{
    return qi_nogo_to_move(qi_nogo_record_position(game));
}

PAGE_EXPORT(nogo_can_move) bool page_nogo_can_move(const qi_nogo_record *game)
{
    const qi_nogo *now = qi_nogo_record_position(game);
    return qi_nogo_legal(now, qi_nogo_to_move(now), NULL, 0) > 0;
}

/* The state of every point, one byte each. */
PAGE_EXPORT(nogo_stones) void page_nogo_stones(const qi_nogo_record *game, uint8_t *stones)
{
    qi_nogo_points(qi_nogo_record_position(game), stones);
}

/* The states of every point where the record begins. */
PAGE_EXPORT(nogo_start) void page_nogo_start(const qi_nogo_record *game, uint8_t *stones)
{
    qi_nogo_points(qi_nogo_record_start(game), stones);
}

/* For every point the stone that stands for its group, or QI_NO_POINT. */
PAGE_EXPORT(nogo_groups) void page_nogo_groups(const qi_nogo_record *game, uint32_t *groups)
{
    const qi_nogo *now = qi_nogo_record_position(game);
    const uint32_t points = qi_nogo_rows(now) * qi_nogo_columns(now);
    for (qi_point point = 0; point < points; point++)
        groups[point] = qi_nogo_group(now, point);
}

/* The number of liberties of the group at a point. */
PAGE_EXPORT(nogo_liberties) uint32_t page_nogo_liberties(const qi_nogo_record *game, uint32_t point)
{
    return qi_nogo_measure_group(qi_nogo_record_position(game), point, NULL, NULL, 0).liberties;
}

/* The verdict on a move; `group` gets a stone of the group that speaks against it. */
PAGE_EXPORT(nogo_judge)
uint32_t page_nogo_judge(const qi_nogo_record *game, uint32_t colour, uint32_t point,
                         uint32_t *group)
{
    return qi_nogo_record_judge(game, (qi_colour)colour, point, group);
}

enum { NO_MEMORY = 6 }; /* instead of a verdict */

/* A legal move replaces whatever followed in the record. */
PAGE_EXPORT(nogo_play)
uint32_t page_nogo_play(qi_nogo_record *game, uint32_t colour, uint32_t point, uint32_t *group)
{
    qi_nogo_verdict verdict;
    const qi_result result = qi_nogo_record_play(game, (qi_colour)colour, point, &verdict, group);
    return result == QI_NO_MEMORY ? NO_MEMORY : verdict;
}

/* Goes to the position after the first `place` moves. */
PAGE_EXPORT(nogo_seek) void page_nogo_seek(qi_nogo_record *game, uint32_t place)
{
    qi_nogo_record_seek(game, place);
}

/* Forgets what follows the present place. */
PAGE_EXPORT(nogo_cut) void page_nogo_cut(qi_nogo_record *game)
{
    qi_nogo_record_cut(game);
}

/* Plays the game out from where it stands and writes it into the record; the place stays. */
PAGE_EXPORT(nogo_play_out)
bool page_nogo_play_out(qi_nogo_record *game, uint32_t policy, double seed)
{
    return qi_nogo_record_play_out(game, (qi_nogo_policy)policy, (uint64_t)seed) == QI_OK;
}

/* Plays random games from here; writes games, Black's wins and moves. */
PAGE_EXPORT(nogo_playouts)
bool page_nogo_playouts(const qi_nogo_record *game, double count, double seed, double *stats)
{
    qi_nogo_stats sum = {0};
    if (qi_nogo_playouts_part(qi_nogo_record_position(game), QI_NOGO_BEST_PATH, 0, (uint64_t)count,
                              (uint64_t)seed, &sum) != QI_OK)
        return false;
    stats[0] = (double)sum.games;
    stats[1] = (double)sum.black_wins;
    stats[2] = (double)sum.moves;
    return true;
}

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

/* A move for a side that is lost, or QI_NO_POINT. */
PAGE_EXPORT(nogo_stubborn) uint32_t page_nogo_stubborn(const qi_nogo_record *game)
{
    qi_point move;
    return qi_nogo_stubborn_move(qi_nogo_record_position(game), &move) == QI_OK ? move
                                                                                : QI_NO_POINT;
}

/* Writes the position, or where the record begins, in one line, at most `capacity` bytes of it with
 * the null character, and returns the line's length. */
PAGE_EXPORT(nogo_line)
size_t page_nogo_line(const qi_nogo_record *game, uint32_t start, char *text, size_t capacity)
{
    return qi_nogo_write_line(start ? qi_nogo_record_start(game) : qi_nogo_record_position(game),
                              text, capacity);
}

/* ---- SGF ---------------------------------------------------------------------------------- */

/* Reads the main line of the first game. `*cut` gets the game before the first move that NoGo
 * refuses, and `error` what is wrong with that move; else it gets NULL. Without `cut` such a game
 * is not read. */
PAGE_EXPORT(nogo_read_sgf)
qi_nogo_record *page_nogo_read_sgf(const char *text, size_t length, qi_text_error *error,
                                   qi_nogo_record **cut)
{
    qi_nogo_record *game;
    const qi_result result = qi_nogo_record_parse(text, length, SIZE_MAX, NULL, &game, NULL, error);
    if (cut)
        *cut = result == QI_OK ? NULL : game;
    else if (result != QI_OK)
        qi_nogo_record_free(game);
    return cut || result == QI_OK ? game : NULL;
}

/* Writes the record, at most `capacity` bytes of it, and returns its length. */
PAGE_EXPORT(nogo_write_sgf)
size_t page_nogo_write_sgf(const qi_nogo_record *game, char *bytes, size_t capacity)
{
    page_buffer buffer = {bytes, capacity, 0};
    return qi_nogo_record_write(game, page_write, &buffer) == QI_OK ? buffer.length : 0;
}

bool page_write(void *context, const char *bytes, size_t count)
{
    page_buffer *buffer = context;
    if (buffer->length + count <= buffer->capacity)
        memcpy(buffer->bytes + buffer->length, bytes, count);
    buffer->length += count;
    return true;
}
