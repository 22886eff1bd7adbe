#include "nogo/rules/spell.h"

#include "base/memory.h"
#include "base/numbers.h"
#include "base/text.h"

static qi_coordinate *make_table(const qi_allocator *allocator, uint32_t count, char after)
{
    qi_coordinate *list = qi_allocate_array(allocator, count, sizeof *list);
    for (uint32_t i = 0; list && i < count; i++) {
        char *end = qi_write_number(list[i].text, i + 1);
        *end++ = after;
        list[i].length = (uint8_t)(end - list[i].text);
    }
    return list;
}

qi_result qi_nogo_speller_start(qi_nogo_speller *speller, const qi_nogo *game,
                                const qi_allocator *allocator)
{
    speller->allocator = qi_allocator_or_default(allocator);
    speller->width = qi_nogo_columns(game);
    speller->by_width = qi_reciprocal(speller->width);
    speller->rows = make_table(&speller->allocator, qi_nogo_rows(game), ' ');
    speller->columns = make_table(&speller->allocator, speller->width, '\n');
    if (speller->rows && speller->columns)
        return QI_OK;
    qi_nogo_speller_end(speller);
    return QI_NO_MEMORY;
}

char *qi_nogo_spell(const qi_nogo_speller *speller, const qi_point *moves, size_t count, char *at)
{
    enum { EIGHT = sizeof(qi_coordinate) };
    const qi_coordinate *const columns = speller->columns;
    const uint32_t width = speller->width;
    /* Moves often stay in a row: only a change of row takes a division. */
    qi_point row_start = 0;
    const qi_coordinate *row = speller->rows;
    size_t row_length = row->length;
    for (size_t i = 0; i < count; i++) {
        if (moves[i] - row_start >= width) {
            const uint32_t number = qi_quotient(moves[i], speller->by_width);
            row_start = number * width;
            row = &speller->rows[number];
            row_length = row->length;
        }
        const qi_coordinate *const column = &columns[moves[i] - row_start];
        /* Eight bytes each, of which `length` count. */
        memcpy(at, row, EIGHT);
        memcpy(at + row_length, column, EIGHT);
        at += row_length + column->length;
    }
    return at;
}

void qi_nogo_speller_end(qi_nogo_speller *speller)
{
    qi_release(&speller->allocator, speller->rows);
    qi_release(&speller->allocator, speller->columns);
    speller->rows = speller->columns = NULL;
}
