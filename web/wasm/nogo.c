/* A game of NoGo: a qi_nogo_record, its SGF and its line. */
#include <qi/nogo_player.h>
#include <qi/nogo_playouts.h>
#include <qi/nogo_record.h>

#include "base/memory.h"
#include "page.h"

static void free_record(void *game)
{
    qi_nogo_record_free(game);
}

/* The levels that the engine has; the highest is the strongest. */
PAGE_EXPORT(nogo_levels) uint32_t page_nogo_levels(void)
{
    unsigned count;
    qi_nogo_levels(&count);
    return count;
}

/* A record that begins at `start`, which is freed; 0 on failure. */
static page_handle begin(qi_nogo *start)
{
    qi_nogo_record *game;
    const qi_result result = qi_nogo_record_new(start, NULL, &game);
    qi_nogo_free(start);
    return result == QI_OK ? page_keep(PAGE_NOGO, game, free_record) : 0;
}

PAGE_EXPORT(nogo_new) page_handle page_nogo_new(uint32_t rows, uint32_t columns)
{
    qi_nogo *start;
    return qi_nogo_new(rows, columns, NULL, &start) == QI_OK ? begin(start) : 0;
}

/* Begins with the states of all points, a byte each; 0 on failure. */
PAGE_EXPORT(nogo_set_up)
page_handle page_nogo_set_up(uint32_t rows, uint32_t columns, const uint8_t *states,
                             uint32_t to_move)
{
    const uint32_t points = rows * columns;
    qi_nogo *start;
    if (qi_nogo_new(rows, columns, NULL, &start) != QI_OK)
        return 0;
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
    return 0;
}

/* Reads the problem's text, or a position in one line, which alone has a ':'. 0 when it is
 * malformed, and then `error` says how. */
PAGE_EXPORT(nogo_parse)
page_handle page_nogo_parse(const char *text, size_t length, qi_text_error *error)
{
    const unsigned flags = QI_NOGO_HOLES | QI_NOGO_ANY_COUNT;
    qi_nogo *start;
    const qi_result result = memchr(text, ':', length)
                                 ? qi_nogo_parse_line(text, length, NULL, &start, error)
                                 : qi_nogo_parse(text, length, flags, NULL, &start, error);
    return result == QI_OK ? begin(start) : 0;
}

PAGE_EXPORT(nogo_rows) uint32_t page_nogo_rows(page_handle handle)
{
    const qi_nogo_record *game = page_find(handle, PAGE_NOGO);
    return qi_nogo_rows(qi_nogo_record_start(game));
}

PAGE_EXPORT(nogo_columns) uint32_t page_nogo_columns(page_handle handle)
{
    const qi_nogo_record *game = page_find(handle, PAGE_NOGO);
    return qi_nogo_columns(qi_nogo_record_start(game));
}

PAGE_EXPORT(nogo_count) uint32_t page_nogo_count(page_handle handle)
{
    const qi_nogo_record *game = page_find(handle, PAGE_NOGO);
    return (uint32_t)qi_nogo_record_count(game);
}

PAGE_EXPORT(nogo_place) uint32_t page_nogo_place(page_handle handle)
{
    const qi_nogo_record *game = page_find(handle, PAGE_NOGO);
    return (uint32_t)qi_nogo_record_place(game);
}

/* The moves, two words each: the point and the colour. */
PAGE_EXPORT(nogo_moves) const qi_move *page_nogo_moves(page_handle handle)
{
    const qi_nogo_record *game = page_find(handle, PAGE_NOGO);
    return qi_nogo_record_moves(game);
}

PAGE_EXPORT(nogo_to_move) uint32_t page_nogo_to_move(page_handle handle)
{
    const qi_nogo_record *game = page_find(handle, PAGE_NOGO);
    return qi_nogo_to_move(qi_nogo_record_position(game));
}

PAGE_EXPORT(nogo_can_move) bool page_nogo_can_move(page_handle handle)
{
    const qi_nogo_record *game = page_find(handle, PAGE_NOGO);
    const qi_nogo *now = qi_nogo_record_position(game);
    return qi_nogo_legal(now, qi_nogo_to_move(now), NULL, 0) > 0;
}

/* The state of every point, one byte each. */
PAGE_EXPORT(nogo_stones) void page_nogo_stones(page_handle handle, uint8_t *stones)
{
    const qi_nogo_record *game = page_find(handle, PAGE_NOGO);
    qi_nogo_points(qi_nogo_record_position(game), stones);
}

/* The states of every point where the record begins. */
PAGE_EXPORT(nogo_start) void page_nogo_start(page_handle handle, uint8_t *stones)
{
    const qi_nogo_record *game = page_find(handle, PAGE_NOGO);
    qi_nogo_points(qi_nogo_record_start(game), stones);
}

/* For every point the stone that stands for its group, or QI_NO_POINT. */
PAGE_EXPORT(nogo_groups) void page_nogo_groups(page_handle handle, uint32_t *groups)
{
    const qi_nogo_record *game = page_find(handle, PAGE_NOGO);
    const qi_nogo *now = qi_nogo_record_position(game);
    const uint32_t points = qi_nogo_rows(now) * qi_nogo_columns(now);
    for (qi_point point = 0; point < points; point++)
        groups[point] = qi_nogo_group(now, point);
}

/* The number of liberties of the group at a point. */
PAGE_EXPORT(nogo_liberties) uint32_t page_nogo_liberties(page_handle handle, uint32_t point)
{
    const qi_nogo_record *game = page_find(handle, PAGE_NOGO);
    return qi_nogo_measure_group(qi_nogo_record_position(game), point, NULL, NULL, 0).liberties;
}

/* The verdict on a move; `group` gets a stone of the group that speaks against it. */
PAGE_EXPORT(nogo_judge)
uint32_t page_nogo_judge(page_handle handle, uint32_t colour, uint32_t point, uint32_t *group)
{
    const qi_nogo_record *game = page_find(handle, PAGE_NOGO);
    return qi_nogo_record_judge(game, (qi_colour)colour, point, group);
}

enum { NO_MEMORY = 6 }; /* instead of a verdict */

/* A legal move replaces whatever followed in the record. */
PAGE_EXPORT(nogo_play)
uint32_t page_nogo_play(page_handle handle, uint32_t colour, uint32_t point, uint32_t *group)
{
    qi_nogo_record *game = page_find(handle, PAGE_NOGO);
    qi_nogo_verdict verdict;
    const qi_result result = qi_nogo_record_play(game, (qi_colour)colour, point, &verdict, group);
    return result == QI_NO_MEMORY ? NO_MEMORY : verdict;
}

/* Goes to the position after the first `place` moves. */
PAGE_EXPORT(nogo_seek) void page_nogo_seek(page_handle handle, uint32_t place)
{
    qi_nogo_record *game = page_find(handle, PAGE_NOGO);
    qi_nogo_record_seek(game, place);
}

/* Forgets what follows the present place. */
PAGE_EXPORT(nogo_cut) void page_nogo_cut(page_handle handle)
{
    qi_nogo_record *game = page_find(handle, PAGE_NOGO);
    qi_nogo_record_cut(game);
}

/* Plays the game out from where it stands and writes it into the record; the place stays. */
PAGE_EXPORT(nogo_play_out)
bool page_nogo_play_out(page_handle handle, uint32_t policy, double seed)
{
    qi_nogo_record *game = page_find(handle, PAGE_NOGO);
    return qi_nogo_record_play_out(game, (qi_nogo_policy)policy, page_whole(seed)) == QI_OK;
}

/* Points that somebody may still play. */
PAGE_EXPORT(nogo_open) uint32_t page_nogo_open(page_handle handle)
{
    const qi_nogo_record *game = page_find(handle, PAGE_NOGO);
    const qi_nogo *now = qi_nogo_record_position(game);
    const uint32_t points = qi_nogo_rows(now) * qi_nogo_columns(now);
    uint32_t open = 0;
    for (qi_point point = 0; point < points; point++)
        open += qi_nogo_judge(now, QI_BLACK, point, NULL) == QI_NOGO_LEGAL ||
                qi_nogo_judge(now, QI_WHITE, point, NULL) == QI_NOGO_LEGAL;
    return open;
}

/* Writes the position, or where the record begins, in one line, at most `capacity` bytes of it with
 * the null character, and returns the line's length. */
PAGE_EXPORT(nogo_line)
size_t page_nogo_line(page_handle handle, uint32_t start, char *text, size_t capacity)
{
    const qi_nogo_record *game = page_find(handle, PAGE_NOGO);
    return qi_nogo_write_line(start ? qi_nogo_record_start(game) : qi_nogo_record_position(game),
                              text, capacity);
}

/* ---- SGF ---------------------------------------------------------------------------------- */

/* Reads the main line of the first game. `*cut` gets the game before the first move that NoGo
 * refuses, and `error` what is wrong with that move; else it gets 0. Without `cut` such a game is
 * not read. */
PAGE_EXPORT(nogo_read_sgf)
page_handle page_nogo_read_sgf(const char *text, size_t length, qi_text_error *error,
                               page_handle *cut)
{
    qi_nogo_record *game;
    const qi_result result = qi_nogo_record_parse(text, length, SIZE_MAX, NULL, &game, NULL, error);
    if (result != QI_OK && !cut) {
        qi_nogo_record_free(game);
        return 0;
    }
    const page_handle handle = page_keep(PAGE_NOGO, game, free_record);
    if (cut)
        *cut = result == QI_OK ? 0 : handle;
    return result == QI_OK ? handle : 0;
}

/* Writes the record, at most `capacity` bytes of it, and returns its length. */
PAGE_EXPORT(nogo_write_sgf)
size_t page_nogo_write_sgf(page_handle handle, char *bytes, size_t capacity)
{
    const qi_nogo_record *game = page_find(handle, PAGE_NOGO);
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
