/* A Go record as the page needs it: every entry with its verdict, and a place among the entries. */
#include <qi/go.h>
#include <qi/sgf.h>

#include "base/memory.h"
#include "page.h"

enum { MOVE = 0, SETUP = 1, SIDE = 19 };

/* One line of the record. A setup covers some stones of the record's list. */
typedef struct entry {
    uint32_t kind;
    uint32_t colour; /* of a setup: who moves next */
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
    entry *last = record->count ? &record->entries[record->count - 1] : NULL;
    if (!last || last->kind != SETUP) {
        last = add_entry(record);
        if (!last)
            return false;
        last->kind = SETUP;
        last->colour = QI_BLACK;
        last->point = record->stone_count - 1;
    }
    last->count++;
    return true;
}

/* ---- going through ------------------------------------------------------------------------ */

static void carry_out(page_go *record, entry *what)
{
    qi_go *game = record->game;
    if (what->kind == SETUP)
        what->verdict = qi_go_set_up(game, record->stones + what->point, what->count,
                                     (qi_colour)what->colour, NULL) == QI_OK
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
    while (record->place > place)
        if (record->entries[--record->place].verdict == QI_GO_OK)
            qi_go_undo(record->game);
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
    qi_go_record moves = {0};
    qi_result result = record ? QI_OK : QI_NO_MEMORY;
    for (uint32_t number = 0; result == QI_OK; number++) {
        result = qi_go_read_game(&reader, NULL, &moves, error);
        if (result != QI_OK || number != which)
            continue;
        for (size_t i = 0; i < moves.count; i++)
            if (!add_move(record, moves.moves[i].colour, moves.moves[i].point))
                result = QI_NO_MEMORY;
    }
    qi_go_free_record(&moves, NULL);
    if (result != QI_STOPPED) { /* QI_STOPPED: all games have been read */
        page_go_free(record);
        return NULL;
    }
    record->games = (uint32_t)reader.games;
    return record;
}

static page_go *read_sgf_game(const qi_sgf *sgf, uint32_t which, qi_text_error *error)
{
    qi_sgf_node root = qi_sgf_first_game(sgf);
    while (which-- > 0 && qi_sgf_sibling(sgf, root) != QI_SGF_NO_NODE)
        root = qi_sgf_sibling(sgf, root);
    qi_sgf_walk walk;
    if (qi_sgf_walk_start(sgf, root, &walk, error) != QI_OK)
        return NULL;
    page_go *record = page_go_new(walk.rows, walk.columns);
    if (!record)
        return NULL;
    record->games = (uint32_t)qi_sgf_games(sgf);
    bool good = true;
    qi_sgf_event event = {.kind = QI_SGF_SETUP};
    while (good && event.kind != QI_SGF_END) {
        good = qi_sgf_walk_next(&walk, &event, error) == QI_OK;
        if (!good)
            break;
        if (event.kind == QI_SGF_MOVE)
            good = add_move(record, event.colour, event.point);
        else if (event.kind == QI_SGF_SETUP)
            good = add_stone(record, event.colour, event.point);
        else if (event.kind == QI_SGF_TURN && record->count &&
                 record->entries[record->count - 1].kind == SETUP)
            record->entries[record->count - 1].colour = event.colour;
    }
    if (good)
        return record;
    page_go_free(record);
    return NULL;
}

/* Reads the problem's text or SGF, game number `which` (from 0), and judges every entry; the place
 * is the start. NULL when the text is malformed, and then `error` says how. */
PAGE_EXPORT(go_parse)
page_go *page_go_parse(const char *text, size_t length, uint32_t which, qi_text_error *error)
{
    size_t at = 0;
    while (at < length && (text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r')))
        at++;
    page_go *record = NULL;
    if (at < length && text[at] == '(') {
        qi_sgf *sgf;
        if (qi_sgf_parse(text, length, NULL, &sgf, error) != QI_OK)
            return NULL;
        record = read_sgf_game(sgf, which, error);
        qi_sgf_free(sgf);
    } else
        record = read_text(text, length, which, error);
    if (record) {
        page_go_seek(record, record->count);
        page_go_seek(record, 0);
    }
    return record;
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

/* ---- playing and writing ------------------------------------------------------------------ */

/* Plays by hand: a legal move replaces what followed in the record, a refused one changes
 * nothing. Returns the verdict. */
PAGE_EXPORT(go_play) uint32_t page_go_play(page_go *record, uint32_t point, uint32_t *repeated)
{
    const qi_colour colour = qi_go_to_move(record->game);
    const qi_go_verdict verdict = qi_go_judge(record->game, colour, point, repeated);
    if (verdict != QI_GO_OK)
        return verdict;
    record->count = record->place;
    if (!add_move(record, colour, point))
        return QI_GO_NO_MEMORY;
    page_go_seek(record, record->count);
    return record->entries[record->count - 1].verdict;
}

/* Writes the record as SGF, at most `capacity` bytes of it, and returns its length. Refused moves
 * stay in it, as they were in what was read. */
PAGE_EXPORT(go_write_sgf)
size_t page_go_write_sgf(const page_go *record, char *bytes, size_t capacity)
{
    const uint32_t rows = qi_go_rows(record->game);
    const uint32_t columns = qi_go_columns(record->game);
    page_buffer buffer = {bytes, capacity, 0};
    qi_sgf_writer writer = {.sink = page_write, .context = &buffer};
    qi_sgf_start_game(&writer, rows, columns, NULL);
    uint8_t *stones = page_allocate((size_t)rows * columns);
    if (!stones)
        return 0;
    for (uint32_t i = 0; i < record->count; i++) {
        const entry *what = &record->entries[i];
        if (what->kind == MOVE) {
            qi_sgf_write_move(&writer, (qi_colour)what->colour, what->point, columns);
            continue;
        }
        if (i > 0)
            qi_sgf_start_node(&writer);
        memset(stones, QI_WALL, (size_t)rows * columns);
        for (uint32_t n = 0; n < what->count; n++) {
            const qi_go_stone stone = record->stones[what->point + n];
            stones[stone.point] = (uint8_t)stone.colour;
        }
        qi_sgf_write_setup(&writer, stones, NULL, rows, columns);
        qi_sgf_write_text(&writer, "PL", what->colour == QI_WHITE ? "W" : "B", 1);
    }
    qi_sgf_close(&writer);
    page_release(stones);
    return buffer.length;
}
