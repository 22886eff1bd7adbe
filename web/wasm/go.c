/* A Go record. */
#include <qi/go.h>
#include <qi/go_record.h>

#include "page.h"

enum { SIDE = 19 };

static void free_record(void *record)
{
    qi_go_record_free(record);
}

static page_handle keep(qi_go_record *record)
{
    return page_keep(PAGE_GO, record, free_record);
}

static qi_go_record *begin(uint32_t rows, uint32_t columns, const qi_go_rules *rules)
{
    qi_go_record *record;
    return qi_go_record_new(rows, columns, rules, NULL, &record) == QI_OK ? record : NULL;
}

PAGE_EXPORT(go_new)
page_handle page_go_new(uint32_t rows, uint32_t columns, uint32_t repetition, uint32_t suicide)
{
    page_expect(repetition <= QI_GO_FREE);
    const qi_go_rules rules = {.repetition = (qi_go_repetition)repetition, .suicide = suicide != 0};
    return keep(begin(rows, columns, &rules));
}

/* ---- reading ------------------------------------------------------------------------------ */

static qi_result add_moves(qi_go_record *record, const qi_go_moves *moves)
{
    qi_result result = QI_OK;
    for (size_t i = 0; i < moves->count && result == QI_OK; i++)
        result = qi_go_record_add(record, moves->list[i], 0);
    return result;
}

/* Reads a list of moves, game number `which` (from 0); the place is the start. 0 when the text is
 * malformed, and then `error` says how. */
PAGE_EXPORT(go_parse)
page_handle page_go_parse(const char *text, size_t length, uint32_t which, qi_text_error *error)
{
    qi_go_reader reader;
    if (qi_go_read(&reader, text, length, SIDE, SIDE, false, error) != QI_OK)
        return 0;
    qi_go_record *record = begin(SIDE, SIDE, NULL);
    qi_go_moves moves = {0};
    qi_result result = record ? QI_OK : QI_NO_MEMORY;
    for (uint32_t number = 0; result == QI_OK; number++) {
        result = qi_go_read_game(&reader, NULL, &moves, error);
        if (result == QI_OK && number == which)
            result = add_moves(record, &moves);
    }
    qi_go_free_moves(&moves, NULL);
    if (result == QI_STOPPED) /* all games have been read */
        return keep(record);
    qi_go_record_free(record);
    return 0;
}

/* ---- changing ----------------------------------------------------------------------------- */

PAGE_EXPORT(go_seek) bool page_go_seek(page_handle handle, uint32_t place)
{
    qi_go_record *record = page_find(handle, PAGE_GO);
    return qi_go_record_seek(record, place) == QI_OK;
}

PAGE_EXPORT(go_cut) void page_go_cut(page_handle handle, uint32_t count)
{
    qi_go_record *record = page_find(handle, PAGE_GO);
    qi_go_record_cut(record, count);
}

PAGE_EXPORT(go_add) bool page_go_add(page_handle handle, uint32_t colour, uint32_t point)
{
    qi_go_record *record = page_find(handle, PAGE_GO);
    return qi_go_record_add(record, (qi_move){point, (qi_colour)colour}, 0) == QI_OK;
}

/* Adds a setup of `count` stones, two words each: point and colour. Afterwards `to_move` moves, or,
 * if that is 0, whoever moves before it. */
PAGE_EXPORT(go_add_setup)
bool page_go_add_setup(page_handle handle, const qi_stone *stones, uint32_t count, uint32_t to_move)
{
    qi_go_record *record = page_find(handle, PAGE_GO);
    return qi_go_record_add_setup(record, stones, count, (qi_colour)to_move, 0) == QI_OK;
}

/* ---- asking ------------------------------------------------------------------------------- */

PAGE_EXPORT(go_rows) uint32_t page_go_rows(page_handle handle)
{
    const qi_go_record *record = page_find(handle, PAGE_GO);
    return qi_go_rows(qi_go_record_position(record));
}

PAGE_EXPORT(go_columns) uint32_t page_go_columns(page_handle handle)
{
    const qi_go_record *record = page_find(handle, PAGE_GO);
    return qi_go_columns(qi_go_record_position(record));
}

PAGE_EXPORT(go_count) uint32_t page_go_count(page_handle handle)
{
    const qi_go_record *record = page_find(handle, PAGE_GO);
    return (uint32_t)qi_go_record_count(record);
}

PAGE_EXPORT(go_place) uint32_t page_go_place(page_handle handle)
{
    const qi_go_record *record = page_find(handle, PAGE_GO);
    return (uint32_t)qi_go_record_place(record);
}

PAGE_EXPORT(go_to_move) uint32_t page_go_to_move(page_handle handle)
{
    const qi_go_record *record = page_find(handle, PAGE_GO);
    return qi_go_to_move(qi_go_record_position(record));
}

PAGE_EXPORT(go_captures) uint32_t page_go_captures(page_handle handle, uint32_t colour)
{
    const qi_go_record *record = page_find(handle, PAGE_GO);
    return (uint32_t)qi_go_captures(qi_go_record_position(record), (qi_colour)colour);
}

/* An entry as ten words: kind, point, colour, first stone, stones, verdict, repeated, step, and the
 * source, which is 0. */
PAGE_EXPORT(go_entry)
void page_go_entry(page_handle handle, uint32_t index, qi_go_entry *copy)
{
    const qi_go_record *record = page_find(handle, PAGE_GO);
    page_expect(index < qi_go_record_count(record));
    *copy = qi_go_record_entries(record)[index];
}

static void write_stones(const qi_go *game, uint8_t *stones)
{
    const uint32_t points = qi_go_rows(game) * qi_go_columns(game);
    for (qi_point point = 0; point < points; point++)
        stones[point] = (uint8_t)qi_go_at(game, point);
}

PAGE_EXPORT(go_stones) void page_go_stones(page_handle handle, uint8_t *stones)
{
    const qi_go_record *record = page_find(handle, PAGE_GO);
    write_stones(qi_go_record_position(record), stones);
}

/* The position after an earlier step. */
PAGE_EXPORT(go_earlier)
bool page_go_earlier(page_handle handle, uint32_t step, uint8_t *stones)
{
    const qi_go_record *record = page_find(handle, PAGE_GO);
    qi_go *copy;
    if (qi_go_copy(qi_go_record_position(record), NULL, &copy) != QI_OK)
        return false;
    while (qi_go_steps(copy) > step && qi_go_undo(copy))
        ;
    write_stones(copy, stones);
    qi_go_free(copy);
    return true;
}

PAGE_EXPORT(go_groups) void page_go_groups(page_handle handle, uint32_t *groups)
{
    const qi_go_record *record = page_find(handle, PAGE_GO);
    const uint32_t points =
        qi_go_rows(qi_go_record_position(record)) * qi_go_columns(qi_go_record_position(record));
    for (qi_point point = 0; point < points; point++)
        groups[point] = qi_go_group(qi_go_record_position(record), point);
}

PAGE_EXPORT(go_liberties) uint32_t page_go_liberties(page_handle handle, uint32_t point)
{
    const qi_go_record *record = page_find(handle, PAGE_GO);
    return qi_go_measure_group(qi_go_record_position(record), point, NULL, NULL, 0).liberties;
}

/* The stones that the last step took off the board; returns how many. */
PAGE_EXPORT(go_captured)
uint32_t page_go_captured(page_handle handle, uint32_t *points, uint32_t capacity)
{
    const qi_go_record *record = page_find(handle, PAGE_GO);
    qi_go_step step;
    if (qi_go_step_at(qi_go_record_position(record), qi_go_steps(qi_go_record_position(record)),
                      &step, points, capacity) != QI_OK ||
        step.kind != QI_GO_MOVE)
        return 0;
    return step.captured;
}

/* Whether a colour may play there; nothing changes. */
PAGE_EXPORT(go_judge)
uint32_t page_go_judge(page_handle handle, uint32_t colour, uint32_t point, uint32_t *repeated)
{
    const qi_go_record *record = page_find(handle, PAGE_GO);
    return qi_go_judge(qi_go_record_position(record), (qi_colour)colour, point, repeated);
}
