/* NoGo records as SGF. */
#include <qi/sgf.h>

#include "base/memory.h"
#include "nogo.h"
#include "page.h"

/* The set-up of a record before its first move, as a board; false when a stone is off the board. */
typedef struct reading {
    qi_sgf_walk walk;
    qi_sgf_event event;
    uint8_t *stones;
    qi_colour turn;
} reading;

static qi_result read_setup(reading *r, qi_text_error *error)
{
    qi_result result;
    while ((result = qi_sgf_walk_next(&r->walk, &r->event, error)) == QI_OK) {
        if (r->event.kind == QI_SGF_SETUP)
            r->stones[r->event.point] = (uint8_t)r->event.colour;
        else if (r->event.kind == QI_SGF_TURN)
            r->turn = r->event.colour;
        else
            break;
    }
    return result;
}

/* A board of these stones; qi_nogo_parse also sees to it that every group has a liberty. */
static page_nogo *board_of(const reading *r, qi_text_error *error)
{
    const uint32_t rows = r->walk.rows;
    const uint32_t columns = r->walk.columns;
    const size_t length = 16 + (size_t)rows * (columns + 1);
    char *text = page_allocate(length);
    if (!text)
        return NULL;
    char *at = text;
    *at++ = (char)('0' + rows / 10);
    *at++ = (char)('0' + rows % 10);
    *at++ = ' ';
    *at++ = (char)('0' + columns / 10);
    *at++ = (char)('0' + columns % 10);
    *at++ = '\n';
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t column = 0; column < columns; column++)
            *at++ = ".XO"[r->stones[row * columns + column]];
        *at++ = '\n';
    }
    page_nogo *game = page_nogo_read(text, (size_t)(at - text), QI_NOGO_ANY_COUNT, error);
    page_release(text);
    return game;
}

static page_nogo *read_game(const qi_sgf *sgf, qi_text_error *error)
{
    reading r = {.turn = QI_EMPTY};
    if (qi_sgf_walk_start(sgf, qi_sgf_first_game(sgf), &r.walk, error) != QI_OK)
        return NULL;
    const size_t points = (size_t)r.walk.rows * r.walk.columns;
    r.stones = page_allocate(points);
    if (!r.stones)
        return NULL;
    memset(r.stones, QI_EMPTY, points);
    page_nogo *game = NULL;
    if (read_setup(&r, error) == QI_OK)
        game = board_of(&r, error);
    page_release(r.stones);
    if (!game)
        return NULL;
    if (r.event.kind == QI_SGF_MOVE && r.turn == QI_EMPTY)
        r.turn = r.event.colour;
    if (r.turn == QI_WHITE)
        page_nogo_set_to_move(game, QI_WHITE);
    while (r.event.kind != QI_SGF_END) {
        if (r.event.kind == QI_SGF_MOVE && page_nogo_play(game, r.event.point, NULL) != 0)
            break;
        if (qi_sgf_walk_next(&r.walk, &r.event, error) != QI_OK)
            break;
    }
    return game;
}

/* Reads the main line of the first game, up to the first move that NoGo refuses. */
PAGE_EXPORT(nogo_read_sgf)
page_nogo *page_nogo_read_sgf(const char *text, size_t length, qi_text_error *error)
{
    qi_sgf *sgf;
    if (qi_sgf_parse(text, length, NULL, &sgf, error) != QI_OK)
        return NULL;
    page_nogo *game = read_game(sgf, error);
    qi_sgf_free(sgf);
    return game;
}

bool page_write(void *context, const char *bytes, size_t count)
{
    page_buffer *buffer = context;
    if (buffer->length + count <= buffer->capacity)
        memcpy(buffer->bytes + buffer->length, bytes, count);
    buffer->length += count;
    return true;
}

/* Writes the record, at most `capacity` bytes of it, and returns its length. */
PAGE_EXPORT(nogo_write_sgf)
size_t page_nogo_write_sgf(const page_nogo *game, char *bytes, size_t capacity)
{
    const uint32_t rows = qi_nogo_rows(game->start);
    const uint32_t columns = qi_nogo_columns(game->start);
    if (rows > QI_SGF_MOST_SIDE || columns > QI_SGF_MOST_SIDE)
        return 0;
    uint8_t *stones = page_allocate((size_t)rows * columns);
    if (!stones)
        return 0;
    page_nogo_start(game, stones);
    page_buffer buffer = {bytes, capacity, 0};
    qi_sgf_writer writer = {.sink = page_write, .context = &buffer};
    qi_sgf_start_game(&writer, rows, columns, "NoGo");
    qi_sgf_write_setup(&writer, stones, NULL, rows, columns);
    qi_colour colour = qi_nogo_to_move(game->start);
    for (uint32_t i = 0; i < game->count; i++, colour = qi_opponent(colour))
        qi_sgf_write_move(&writer, colour, game->moves[i], columns);
    qi_sgf_close(&writer);
    page_release(stones);
    return buffer.length;
}
