/* A game as lines "row column", from 1, spelled from a table of ready-made numbers. */
#include "base/text.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "nogo/simulate/simulate.h"

#include <qi/nogo_playouts.h>

/* "12 " or "12\n": a coordinate ready to be copied. */
typedef struct coordinate {
    char text[7];
    uint8_t length;
} coordinate;

enum { BATCH = 4096, MOVE_BYTES = 2 * sizeof(coordinate) };

typedef struct speller {
    coordinate *rows, *columns;
    uint32_t width;
    uint64_t by_width;
    qi_sink *sink;
    void *context;
    char *text; /* of BATCH moves */
} speller;

static coordinate *make_table(const qi_allocator *allocator, uint32_t count, char after)
{
    coordinate *list = qi_allocate_array(allocator, count, sizeof *list);
    for (uint32_t i = 0; list && i < count; i++) {
        char *end = qi_write_number(list[i].text, i + 1);
        *end++ = after;
        list[i].length = (uint8_t)(end - list[i].text);
    }
    return list;
}

/* Writes moves at `at`, which has room for MOVE_BYTES each; returns the end. */
static char *spell(const speller *by, const qi_point *moves, size_t count, char *at)
{
    enum { EIGHT = sizeof(coordinate) };
    const coordinate *const columns = by->columns;
    const uint32_t width = by->width;
    /* Moves often stay in a row: only a change of row takes a division. */
    qi_point row_start = 0;
    const coordinate *row = by->rows;
    size_t row_length = row->length;
    for (size_t i = 0; i < count; i++) {
        if (moves[i] - row_start >= width) {
            const uint32_t number = qi_quotient(moves[i], by->by_width);
            row_start = number * width;
            row = &by->rows[number];
            row_length = row->length;
        }
        const coordinate *const column = &columns[moves[i] - row_start];
        /* Eight bytes each, of which `length` count. */
        memcpy(at, row, EIGHT);
        memcpy(at + row_length, column, EIGHT);
        at += row_length + column->length;
    }
    return at;
}

static bool write_moves(void *context, const qi_point *moves, size_t count)
{
    speller *const to = context;
    bool good = true;
    for (size_t at = 0; at < count && good; at += BATCH) {
        const char *const end =
            spell(to, moves + at, count - at < BATCH ? count - at : BATCH, to->text);
        good = to->sink(to->context, to->text, (size_t)(end - to->text));
    }
    return good;
}

qi_result qi_nogo_simulate_text(qi_nogo *position, qi_nogo_policy policy, uint64_t seed,
                                qi_sink *sink, void *context)
{
    const qi_allocator allocator = qi_allocator_or_default(NULL);
    speller to = {.width = qi_nogo_columns(position), .sink = sink, .context = context};
    to.by_width = qi_reciprocal(to.width);
    to.rows = make_table(&allocator, qi_nogo_rows(position), ' ');
    to.columns = make_table(&allocator, to.width, '\n');
    to.text = qi_allocate(&allocator, BATCH * MOVE_BYTES);
    qi_result result = QI_NO_MEMORY;
    if (to.rows && to.columns && to.text)
        result = qi_nogo_simulate(position, policy, seed, write_moves, &to);
    if (result == QI_OK && !sink(context, "-1 -1\n", 6))
        result = QI_STOPPED;
    qi_release(&allocator, to.text);
    qi_release(&allocator, to.rows);
    qi_release(&allocator, to.columns);
    return result;
}
