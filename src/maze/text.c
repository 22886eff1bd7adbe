#include "base/text.h"
#include "maze/maze.h"

#define EVERY_CELL "'###', '...', 'BBB', 'Mij' or 'Oij'"

/* ---- reading a maze ----------------------------------------------------------------------- */

/* The code of the cell in three characters, or CELL_CODES when they are not a cell. */
static uint8_t read_cell(const char *text)
{
    const char kind = text[0];
    if (kind == '#' || kind == '.' || kind == 'B') {
        if (text[1] != kind || text[2] != kind)
            return CELL_CODES;
        return kind == '#' ? CELL_WALL : kind == '.' ? CELL_FLOOR : CELL_START;
    }
    const unsigned row = (unsigned char)text[1] - (unsigned)'1';
    const unsigned column = (unsigned char)text[2] - (unsigned)'1';
    if ((kind != 'M' && kind != 'O') || row > 2 || column > 2)
        return CELL_CODES;
    return qi_maze_code(3 * row + column, kind == 'O');
}

/* Explains why the characters at the scanner are not a cell. */
static qi_result fail_cell(qi_scanner *scanner, uint32_t side, qi_text_error *error)
{
    const char *cell = scanner->at;
    bool shown = true;
    for (int i = 0; i < 3; i++, scanner->at++) {
        if (qi_at_line_end(scanner))
            return qi_text_fail(scanner, error, "a row of %u characters", 3 * side);
        shown &= *scanner->at >= 0x20 && *scanner->at < 0x7f;
    }
    if (cell[0] == 'M' || cell[0] == 'O')
        for (int i = 1; i < 3; i++)
            if (cell[i] < '1' || cell[i] > '3') {
                scanner->at = cell + i;
                return qi_text_fail_character(
                    scanner, error, i == 1 ? "a row from %d to %d" : "a column from %d to %d", 1,
                    3);
            }
    scanner->at = cell;
    if (!shown) {
        while (*scanner->at >= 0x20 && *scanner->at < 0x7f)
            scanner->at++;
        return qi_text_fail_character(scanner, error, EVERY_CELL);
    }
    return qi_text_fail_found(scanner, error, qi_message_of("'%.3s'", cell), EVERY_CELL);
}

/* Reads one row of cells. */
static qi_result parse_row(qi_scanner *scanner, qi_maze *maze, uint32_t row, qi_text_error *error)
{
    const uint32_t side = maze->side;
    const bool all_border = row == 0 || row == side - 1;
    uint8_t *cells = maze->cells + (size_t)row * side;
    for (uint32_t column = 0; column < side; column++) {
        if (scanner->end - scanner->at < 3)
            return fail_cell(scanner, side, error);
        const uint8_t code = read_cell(scanner->at);
        if (code == CELL_CODES)
            return fail_cell(scanner, side, error);
        if (code != CELL_WALL && (all_border || column == 0 || column == side - 1)) {
            return qi_text_fail_found(scanner, error, qi_message_of("'%.3s'", scanner->at),
                                      "'###' in the border");
        }
        if (code == CELL_START) {
            if (maze->start != QI_NO_POINT)
                return qi_text_fail_found(scanner, error, qi_message_of("a second start 'BBB'"),
                                          "exactly one start");
            maze->start = row * side + column;
        }
        cells[column] = code;
        scanner->at += 3;
    }
    qi_skip_blanks(scanner);
    if (!qi_at_line_end(scanner))
        return qi_text_fail(scanner, error, "end of line after a row of %u characters", 3 * side);
    return QI_OK;
}

static qi_result parse_rows(qi_scanner *scanner, qi_maze *maze, qi_text_error *error)
{
    for (uint32_t row = 0; row < maze->side; row++) {
        if (!qi_skip_line_end(scanner) || scanner->at == scanner->end)
            return qi_text_fail(scanner, error, "row %u of %u", row + 1, maze->side);
        const qi_result result = parse_row(scanner, maze, row, error);
        if (result != QI_OK)
            return result;
    }
    if (maze->start == QI_NO_POINT)
        return qi_text_fail_found(scanner, error, qi_message_of("a maze without a start"),
                                  "a cell 'BBB'");
    return qi_scan_end(scanner, error);
}

qi_result qi_maze_allocate(uint32_t side, const qi_allocator *allocator, qi_maze **maze)
{
    const qi_allocator from = qi_allocator_or_default(allocator);
    qi_maze *const fresh = (qi_maze *)qi_allocate(&from, sizeof *fresh + (size_t)side * side);
    if (!fresh)
        return QI_NO_MEMORY;
    fresh->allocator = from;
    fresh->side = side;
    fresh->start = QI_NO_POINT;
    *maze = fresh;
    return QI_OK;
}

qi_result qi_maze_parse(const char *text, size_t length, const qi_allocator *allocator,
                        qi_maze **maze, qi_text_error *error)
{
    qi_scanner scanner = qi_scan(text, length);
    qi_skip_blanks(&scanner);
    int64_t side;
    qi_scanner number = scanner;
    if (!qi_scan_integer(&number, &side) || side < QI_MAZE_MIN_SIDE || side > QI_MAZE_MAX_SIDE)
        return qi_text_fail(&scanner, error, "a side from %u to %u", QI_MAZE_MIN_SIDE,
                            QI_MAZE_MAX_SIDE);
    scanner = number;
    qi_skip_blanks(&scanner);
    if (!qi_at_line_end(&scanner))
        return qi_text_fail(&scanner, error, "end of line after the side");

    qi_maze *fresh;
    qi_result result = qi_maze_allocate((uint32_t)side, allocator, &fresh);
    if (result != QI_OK)
        return result;
    result = parse_rows(&scanner, fresh, error);
    if (result == QI_OK)
        *maze = fresh;
    else
        qi_maze_free(fresh);
    return result;
}

void qi_maze_free(qi_maze *maze)
{
    if (maze) {
        const qi_allocator allocator = maze->allocator;
        qi_release(&allocator, maze);
    }
}

/* ---- writing a maze ----------------------------------------------------------------------- */

void qi_maze_put_move(qi_writer *writer, uint8_t code)
{
    const unsigned square = qi_maze_move_square(code);
    qi_put(writer, qi_maze_move_letter(code) == QI_MAZE_M ? 'M' : 'O');
    qi_put(writer, (char)('1' + square / 3));
    qi_put(writer, (char)('1' + square % 3));
}

size_t qi_maze_write(const qi_maze *maze, char *text, size_t capacity)
{
    qi_writer writer = qi_write_into(text, capacity);
    qi_put_number(&writer, maze->side);
    for (uint32_t point = 0; point < maze->side * maze->side; point++) {
        if (point % maze->side == 0)
            qi_put(&writer, '\n');
        const uint8_t code = maze->cells[point];
        if (qi_maze_is_move(code))
            qi_maze_put_move(&writer, code);
        else
            for (int i = 0; i < 3; i++)
                qi_put(&writer, "#.B"[code]);
    }
    qi_put(&writer, '\n');
    return qi_put_end(&writer);
}

/* ---- boards ------------------------------------------------------------------------------- */

size_t qi_maze_board_write(qi_maze_board board, char *text, size_t capacity)
{
    qi_writer writer = qi_write_into(text, capacity);
    char squares[QI_MAZE_SQUARES];
    unsigned rest = board;
    for (unsigned square = QI_MAZE_SQUARES; square--; rest /= 3)
        squares[square] = ".MO"[rest % 3];
    qi_put_bytes(&writer, squares, QI_MAZE_SQUARES);
    return qi_put_end(&writer);
}

qi_result qi_maze_board_parse(const char *text, size_t length, qi_maze_board *board,
                              qi_text_error *error)
{
    qi_scanner scanner = qi_scan(text, length);
    qi_maze_board value = QI_MAZE_EMPTY_BOARD;
    for (unsigned square = 0; square < QI_MAZE_SQUARES; square++) {
        qi_skip_space(&scanner);
        if (square % 3 == 0 && square && (qi_peek(&scanner) == '/' || qi_peek(&scanner) == ',')) {
            scanner.at++;
            qi_skip_space(&scanner);
        }
        const int c = qi_peek(&scanner);
        if (c != 'M' && c != 'O' && c != '.')
            return qi_text_fail(&scanner, error, "a square 'M', 'O' or '.' (nine in all)");
        if (c != '.')
            value = qi_maze_board_put(value, c == 'M' ? QI_MAZE_M : QI_MAZE_O, square);
        scanner.at++;
    }
    const qi_result result = qi_scan_end(&scanner, error);
    if (result == QI_OK)
        *board = value;
    return result;
}
