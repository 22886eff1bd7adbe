/* A Go record as the page needs it: every entry with its verdict, and a place among the entries. */
#include <qi/go.h>

#include "base/memory.h"
#include "page.h"

enum { MOVE = 0, SETUP = 1, NOTE = 2, SIDE = 19 };

/* One line of the record. A setup covers some stones of the record's list; a note changes nothing,
 * it stands for a node of a game's tree that has neither move nor setup. */
typedef struct entry {
    uint32_t kind;
    uint32_t colour; /* of a setup: who moves next, 0 for whoever it is */
    uint32_t point;  /* QI_NO_POINT: a pass; of a setup: its first stone in the list */
    uint32_t count;  /* of a setup: its stones */
    uint32_t verdict;
    uint32_t repeated; /* QI_GO_SUPERKO: the step whose position would come back */
    uint32_t step;     /* the number of steps made after this entry */
} entry;

typedef struct page_go {
    qi_go *game;
    entry *entries;
    uint32_t count, capacity, place;
    qi_go_stone *stones; /* of the setups */
    uint32_t stone_count, stone_capacity;
    uint32_t games; /* in the text that was read */
} page_go;

PAGE_EXPORT(go_free) void page_go_free(page_go *record)
{
    if (!record)
        return;
    qi_go_free(record->game);
    page_release(record->entries);
    page_release(record->stones);
    page_release(record);
}

PAGE_EXPORT(go_new) page_go *page_go_new(uint32_t rows, uint32_t columns)
{
    page_go *record = page_allocate(sizeof *record);
    if (!record)
        return NULL;
    *record = (page_go){.games = 1};
    if (qi_go_new(rows, columns, NULL, NULL, &record->game) != QI_OK) {
        page_go_free(record);
        return NULL;
    }
    return record;
}

/* Room for one more element of a list; NULL when memory is lacking. */
static void *grow(void *list, uint32_t count, uint32_t *capacity, size_t size)
{
    if (count < *capacity)
        return list;
    const uint32_t larger = *capacity * 2 + 64;
    void *copy = page_allocate(larger * size);
    if (!copy)
        return NULL;
    if (count)
        memcpy(copy, list, count * size);
    page_release(list);
    *capacity = larger;
    return copy;
}

static entry *add_entry(page_go *record)
{
    entry *entries = grow(record->entries, record->count, &record->capacity, sizeof *entries);
    if (!entries)
        return NULL;
    record->entries = entries;
    entries[record->count] = (entry){.repeated = UINT32_MAX};
    return &entries[record->count++];
}

static bool add_move(page_go *record, qi_colour colour, qi_point point)
{
    entry *move = add_entry(record);
    if (!move)
        return false;
    move->colour = colour;
    move->point = point;
    return true;
}

static bool add_stone(page_go *record, qi_colour colour, qi_point point)
{
    qi_go_stone *stones =
        grow(record->stones, record->stone_count, &record->stone_capacity, sizeof *stones);
    if (!stones)
        return false;
    record->stones = stones;
    stones[record->stone_count++] = (qi_go_stone){.point = point, .colour = colour};
    return true;
}

/* ---- going through ------------------------------------------------------------------------ */

static void carry_out(page_go *record, entry *what)
{
    qi_go *game = record->game;
    if (what->kind == NOTE)
        what->verdict = QI_GO_OK;
    else if (what->kind == SETUP)
        what->verdict = qi_go_set_up(game, record->stones + what->point, what->count,
                                     what->colour ? (qi_colour)what->colour : qi_go_to_move(game),
                                     NULL) == QI_OK
                            ? QI_GO_OK
                            : QI_GO_SUICIDE;
    else if (what->point == QI_NO_POINT)
        what->verdict =
            qi_go_pass(game, (qi_colour)what->colour) == QI_OK ? QI_GO_OK : QI_GO_NO_MEMORY;
    else
        what->verdict = qi_go_play(game, (qi_colour)what->colour, what->point, &what->repeated);
    what->step = qi_go_steps(game);
}

PAGE_EXPORT(go_seek) void page_go_seek(page_go *record, uint32_t place)
{
    if (place > record->count)
        place = record->count;
    while (record->place > place) {
        const entry *last = &record->entries[--record->place];
        if (last->verdict == QI_GO_OK && last->kind != NOTE)
            qi_go_undo(record->game);
    }
    while (record->place < place)
        carry_out(record, &record->entries[record->place++]);
}

/* ---- reading ------------------------------------------------------------------------------ */

static page_go *read_text(const char *text, size_t length, uint32_t which, qi_text_error *error)
{
    qi_go_reader reader;
    if (qi_go_read(&reader, text, length, SIDE, SIDE, false, error) != QI_OK)
        return NULL;
    page_go *record = page_go_new(SIDE, SIDE);
    qi_go_moves moves = {0};
    qi_result result = record ? QI_OK : QI_NO_MEMORY;
    for (uint32_t number = 0; result == QI_OK; number++) {
        result = qi_go_read_game(&reader, NULL, &moves, error);
        if (result != QI_OK || number != which)
            continue;
        for (size_t i = 0; i < moves.count; i++)
            if (!add_move(record, moves.list[i].colour, moves.list[i].point))
                result = QI_NO_MEMORY;
    }
    qi_go_free_moves(&moves, NULL);
    if (result != QI_STOPPED) { /* QI_STOPPED: all games have been read */
        page_go_free(record);
        return NULL;
    }
    record->games = (uint32_t)reader.games;
    return record;
}

/* Reads a list of moves, game number `which` (from 0); the place is the start. NULL when the text
 * is malformed, and then `error` says how. */
PAGE_EXPORT(go_parse)
page_go *page_go_parse(const char *text, size_t length, uint32_t which, qi_text_error *error)
{
    page_go *record = read_text(text, length, which, error);
    if (record) {
        page_go_seek(record, record->count);
        page_go_seek(record, 0);
    }
    return record;
}

/* ---- changing ----------------------------------------------------------------------------- */

/* Forgets the entries from `count` on, and the stones of setups there. */
PAGE_EXPORT(go_cut) void page_go_cut(page_go *record, uint32_t count)
{
    if (count >= record->count)
        return;
    if (record->place > count)
        page_go_seek(record, count);
    for (uint32_t i = record->count; i > count; i--)
        if (record->entries[i - 1].kind == SETUP)
            record->stone_count = record->entries[i - 1].point;
    record->count = count;
}

/* Adds an entry: a move, or a note. */
PAGE_EXPORT(go_add)
bool page_go_add(page_go *record, uint32_t kind, uint32_t colour, uint32_t point)
{
    if (!add_move(record, (qi_colour)colour, point))
        return false;
    record->entries[record->count - 1].kind = kind;
    return true;
}

/* Adds a setup of `count` points, each with its colour; afterwards `to_move` moves, or, when it is
 * 0, whoever moves before it. */
PAGE_EXPORT(go_add_setup)
bool page_go_add_setup(page_go *record, const uint32_t *points, const uint32_t *colours,
                       uint32_t count, uint32_t to_move)
{
    const uint32_t first = record->stone_count;
    for (uint32_t i = 0; i < count; i++)
        if (!add_stone(record, (qi_colour)colours[i], points[i]))
            return false;
    entry *setup = add_entry(record);
    if (!setup)
        return false;
    setup->kind = SETUP;
    setup->colour = to_move;
    setup->point = first;
    setup->count = count;
    return true;
}

/* ---- asking ------------------------------------------------------------------------------- */

PAGE_EXPORT(go_games) uint32_t page_go_games(const page_go *record)
{
    return record->games;
}

PAGE_EXPORT(go_rows) uint32_t page_go_rows(const page_go *record)
{
    return qi_go_rows(record->game);
}

PAGE_EXPORT(go_columns) uint32_t page_go_columns(const page_go *record)
{
    return qi_go_columns(record->game);
}

PAGE_EXPORT(go_count) uint32_t page_go_count(const page_go *record)
{
    return record->count;
}

PAGE_EXPORT(go_place) uint32_t page_go_place(const page_go *record)
{
    return record->place;
}

PAGE_EXPORT(go_to_move) uint32_t page_go_to_move(const page_go *record)
{
    return qi_go_to_move(record->game);
}

PAGE_EXPORT(go_captures) uint32_t page_go_captures(const page_go *record, uint32_t colour)
{
    return (uint32_t)qi_go_captures(record->game, (qi_colour)colour);
}

/* An entry as seven words: kind, colour, point, count, verdict, repeated, step. */
PAGE_EXPORT(go_entry) void page_go_entry(const page_go *record, uint32_t index, entry *copy)
{
    *copy = record->entries[index];
}

static void write_stones(const qi_go *game, uint8_t *stones)
{
    const uint32_t points = qi_go_rows(game) * qi_go_columns(game);
    for (qi_point point = 0; point < points; point++)
        stones[point] = (uint8_t)qi_go_at(game, point);
}

PAGE_EXPORT(go_stones) void page_go_stones(const page_go *record, uint8_t *stones)
{
    write_stones(record->game, stones);
}

/* The position after an earlier step. */
PAGE_EXPORT(go_earlier) bool page_go_earlier(const page_go *record, uint32_t step, uint8_t *stones)
{
    qi_go *copy;
    if (qi_go_copy(record->game, NULL, &copy) != QI_OK)
        return false;
    while (qi_go_steps(copy) > step && qi_go_undo(copy))
        ;
    write_stones(copy, stones);
    qi_go_free(copy);
    return true;
}

PAGE_EXPORT(go_groups) void page_go_groups(const page_go *record, uint32_t *groups)
{
    const uint32_t points = qi_go_rows(record->game) * qi_go_columns(record->game);
    for (qi_point point = 0; point < points; point++)
        groups[point] = qi_go_group(record->game, point);
}

PAGE_EXPORT(go_liberties) uint32_t page_go_liberties(const page_go *record, uint32_t point)
{
    return qi_go_measure_group(record->game, point, NULL, NULL, 0).liberties;
}

/* The stones that the last step took off the board; returns how many. */
PAGE_EXPORT(go_captured)
uint32_t page_go_captured(const page_go *record, uint32_t *points, uint32_t capacity)
{
    qi_go_step step;
    if (qi_go_step_at(record->game, qi_go_steps(record->game), &step, points, capacity) != QI_OK ||
        step.kind != QI_GO_MOVE)
        return 0;
    return step.captured;
}

/* Whether the colour to move may play there; nothing changes. */
PAGE_EXPORT(go_judge)
uint32_t page_go_judge(const page_go *record, uint32_t point, uint32_t *repeated)
{
    return qi_go_judge(record->game, qi_go_to_move(record->game), point, repeated);
}
