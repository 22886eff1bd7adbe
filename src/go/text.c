/* Reading and writing the problem's text. */
#include "base/text.h"
#include "base/memory.h"

#include <qi/go.h>

/* ---- reading ------------------------------------------------------------------------------ */

static qi_scanner scanner_of(const qi_go_reader *reader)
{
    return (qi_scanner){reader->at, reader->end, reader->line_start, reader->line};
}

static void keep_place(qi_go_reader *reader, const qi_scanner *scanner)
{
    reader->at = scanner->at;
    reader->line_start = scanner->line_start;
    reader->line = scanner->line;
}

/* A count that stands alone on its line. */
static qi_result read_count(qi_scanner *scanner, const char *what, uint64_t *count,
                            qi_text_error *error)
{
    qi_skip_space(scanner);
    const qi_scanner start = *scanner;
    int64_t number;
    if (!qi_scan_integer(scanner, &number) || number < 0)
        return qi_text_fail(&start, error, what);
    qi_skip_blanks(scanner);
    if (!qi_at_line_end(scanner))
        return qi_text_fail(scanner, error, "end of line");
    *count = (uint64_t)number;
    return QI_OK;
}

qi_result qi_go_read(qi_go_reader *reader, const char *text, size_t length, uint32_t rows,
                     uint32_t columns, bool keep_lines, qi_text_error *error)
{
    if (rows < 1 || rows > QI_GO_MOST_SIDE || columns < 1 || columns > QI_GO_MOST_SIDE)
        return QI_BAD_ARGUMENT;
    qi_scanner scanner = qi_scan(text, length);
    *reader = (qi_go_reader){
        .rows = rows, .columns = columns, .keep_lines = keep_lines, .end = scanner.end};
    const qi_result result = read_count(&scanner, "the number of games", &reader->games, error);
    keep_place(reader, &scanner);
    return result;
}

/* A coordinate from 1 to `most`, as 0 to most - 1. */
static bool read_coordinate(qi_scanner *scanner, uint32_t most, const char *name, uint32_t *value,
                            qi_text_error *error)
{
    qi_skip_blanks(scanner);
    const qi_scanner start = *scanner;
    int64_t number;
    if (qi_scan_integer(scanner, &number) && number >= 1 && number <= most) {
        *value = (uint32_t)number - 1;
        return true;
    }
    char buffer[64];
    qi_string expected = qi_string_in(buffer, sizeof buffer);
    qi_string_text(&expected, name);
    qi_string_text(&expected, " from 1 to ");
    qi_string_number(&expected, most);
    qi_text_fail(&start, error, buffer);
    return false;
}

static qi_result read_move(qi_scanner *scanner, const qi_go_reader *reader, qi_go_move *move,
                           qi_text_error *error)
{
    const int colour = qi_peek(scanner);
    if (colour != 'B' && colour != 'W')
        return qi_text_fail(scanner, error, "a move: 'B' or 'W', a row and a column");
    scanner->at++;
    if (qi_peek(scanner) != ' ' && qi_peek(scanner) != '\t' && !qi_at_line_end(scanner)) {
        scanner->at--;
        return qi_text_fail(scanner, error, "a move: 'B' or 'W', a row and a column");
    }
    uint32_t row, column;
    if (!read_coordinate(scanner, reader->rows, "a row", &row, error))
        return QI_BAD_TEXT;
    if (qi_peek(scanner) != ' ' && qi_peek(scanner) != '\t')
        return qi_text_fail(scanner, error, "a blank and a column");
    if (!read_coordinate(scanner, reader->columns, "a column", &column, error))
        return QI_BAD_TEXT;
    qi_skip_blanks(scanner);
    if (!qi_at_line_end(scanner))
        return qi_text_fail(scanner, error, "end of line");
    *move = (qi_go_move){row * reader->columns + column, colour == 'B' ? QI_BLACK : QI_WHITE};
    return QI_OK;
}

static bool reserve(qi_go_record *record, const qi_allocator *allocator, bool lines, size_t count)
{
    if (count <= record->capacity && (!lines || record->lines))
        return true;
    qi_go_record larger = {.capacity = 2 * count, .count = record->count};
    larger.moves = qi_allocate_array(allocator, larger.capacity, sizeof *larger.moves);
    larger.lines =
        lines ? qi_allocate_array(allocator, larger.capacity, sizeof *larger.lines) : NULL;
    if (!larger.moves || (lines && !larger.lines)) {
        qi_go_free_record(&larger, allocator);
        return false;
    }
    if (record->count) {
        memcpy(larger.moves, record->moves, record->count * sizeof *record->moves);
        if (lines && record->lines)
            memcpy(larger.lines, record->lines, record->count * sizeof *record->lines);
    }
    qi_go_free_record(record, allocator);
    *record = larger;
    return true;
}

qi_result qi_go_read_game(qi_go_reader *reader, const qi_allocator *allocator, qi_go_record *record,
                          qi_text_error *error)
{
    qi_scanner scanner = scanner_of(reader);
    const qi_allocator from = qi_allocator_or_default(allocator);
    record->count = 0;
    if (reader->games_read == reader->games) {
        const qi_result result = qi_scan_end(&scanner, error);
        return result == QI_OK ? QI_STOPPED : result;
    }
    uint64_t count = 0;
    qi_result result = read_count(&scanner, "the number of moves of a game", &count, error);
    /* The promised count is not trusted with memory: the text may end before. */
    for (uint64_t i = 0; i < count && result == QI_OK; i++) {
        qi_skip_space(&scanner);
        if (!reserve(record, &from, reader->keep_lines, record->count + 1))
            return QI_NO_MEMORY;
        if (reader->keep_lines)
            record->lines[i] = scanner.line;
        result = read_move(&scanner, reader, &record->moves[record->count++], error);
    }
    if (result == QI_OK)
        reader->games_read++;
    keep_place(reader, &scanner);
    return result;
}

void qi_go_free_record(qi_go_record *record, const qi_allocator *allocator)
{
    const qi_allocator from = qi_allocator_or_default(allocator);
    qi_release(&from, record->moves);
    qi_release(&from, record->lines);
    *record = (qi_go_record){0};
}

/* ---- writing ------------------------------------------------------------------------------ */

char *qi_go_write_board(const qi_go *game, char *text)
{
    static const char letters[] = {'.', 'B', 'W', '#'};
    const uint32_t rows = qi_go_rows(game);
    const uint32_t columns = qi_go_columns(game);
    qi_point point = 0;
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t column = 0; column < columns; column++)
            *text++ = letters[qi_go_at(game, point++)];
        *text++ = '\n';
    }
    return text;
}

char *qi_go_write_move(qi_go_move move, uint32_t columns, char *text)
{
    if (move.point == QI_NO_POINT)
        return text;
    *text++ = move.colour == QI_BLACK ? 'B' : 'W';
    *text++ = ' ';
    text = qi_write_number(text, move.point / columns + 1);
    *text++ = ' ';
    text = qi_write_number(text, move.point % columns + 1);
    *text++ = '\n';
    return text;
}
