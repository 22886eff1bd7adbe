/*
 * The validators (qi_lab_validate): exactly the statements' grammar and limits, letter by letter.
 * One blank is one blank, numbers have no leading zeros, every line ends with "\n", the last one
 * too.
 */
#include "base/text.h"

#include <qi/lab.h>
#include <qi/maze.h>
#include <qi/nogo.h>

/* Fails at the scanner; white space is named, which a reader would otherwise not see. */
static qi_result fail(const qi_scanner *scanner, qi_text_error *error, const char *expected, ...)
{
    if (!error)
        return QI_BAD_TEXT;
    qi_text_fail(scanner, error, " ");
    const int c = qi_peek(scanner);
    const qi_message found = c == ' '    ? qi_message_of("a blank")
                             : c == '\t' ? qi_message_of("a tab")
                             : c == '\r' ? qi_message_of("a carriage return")
                                         : error->found_message;
    va_list arguments;
    va_start(arguments, expected);
    const qi_message wanted = qi_message_of_list(expected, arguments);
    va_end(arguments);
    return qi_text_fail_at(error, error->line, error->column, found, wanted);
}

/* One decimal number from `min` to `max`, as a program would print it. `name` is what it is: "a
 * row" gives "a row from 1 to 19". */
static qi_result take_number(qi_scanner *scanner, const char *name, uint32_t min, uint32_t max,
                             uint32_t *number, qi_text_error *error)
{
    qi_scanner ahead = *scanner;
    int64_t value = 0;
    const bool longer = scanner->end - scanner->at > 1;
    const bool zero = qi_peek(scanner) == '-' || (qi_peek(scanner) == '0' && longer &&
                                                  scanner->at[1] >= '0' && scanner->at[1] <= '9');
    if (!zero && qi_scan_integer(&ahead, &value) && value >= min && value <= max) {
        *scanner = ahead;
        *number = (uint32_t)value;
        return QI_OK;
    }
    const bool zeros = zero && qi_scan_integer(&ahead, &value) && value >= min && value <= max;
    return fail(scanner, error,
                zeros ? "%s from %u to %u without leading zeros" : "%s from %u to %u", name, min,
                max);
}

static qi_result take_blank(qi_scanner *scanner, const char *after, qi_text_error *error)
{
    if (qi_peek(scanner) != ' ')
        return fail(scanner, error, "one blank after %s", after);
    scanner->at++;
    return QI_OK;
}

/* `after` says what the line holds: "the number of games". */
static qi_result take_line_end(qi_scanner *scanner, const char *after, qi_text_error *error)
{
    if (qi_peek(scanner) != '\n')
        return fail(scanner, error, "a newline after %s", after);
    qi_skip_line_end(scanner);
    return QI_OK;
}

static qi_result take_end(const qi_scanner *scanner, qi_text_error *error)
{
    return scanner->at == scanner->end ? QI_OK : fail(scanner, error, "end of input");
}

/* ---- NoGo ------------------------------------------------------------------------------------ */

enum { MAX_BOARD_SIDE = 600 };

static qi_result read_board_row(qi_scanner *scanner, uint32_t side, qi_text_error *error)
{
    for (uint32_t column = 0; column < side; column++) {
        const int cell = qi_peek(scanner);
        if (cell != 'X' && cell != 'O' && cell != '.')
            return fail(scanner, error, "'X', 'O' or '.' (column %u of %u)", column + 1, side);
        scanner->at++;
    }
    return take_line_end(scanner, "the row", error);
}

static qi_result read_board(qi_scanner *scanner, qi_text_error *error)
{
    uint32_t side = 0;
    qi_result result = take_number(scanner, "n", 1, MAX_BOARD_SIDE, &side, error);
    if (result == QI_OK)
        result = take_line_end(scanner, "n", error);
    for (uint32_t row = 0; row < side && result == QI_OK; row++)
        result = read_board_row(scanner, side, error);
    return result == QI_OK ? take_end(scanner, error) : result;
}

static uint32_t count_stones(const qi_nogo *position, qi_colour colour)
{
    const qi_point points = qi_nogo_rows(position) * qi_nogo_columns(position);
    uint32_t stones = 0;
    for (qi_point point = 0; point < points; point++)
        stones += qi_nogo_at(position, point) == colour;
    return stones;
}

static qi_result validate_nogo(const char *input, size_t length, const qi_allocator *allocator,
                               qi_text_error *error)
{
    qi_scanner scanner = qi_scan(input, length);
    qi_result result = read_board(&scanner, error);
    if (result != QI_OK)
        return result;
    qi_nogo *position;
    result = qi_nogo_parse(input, length, QI_NOGO_ANY_COUNT, allocator, &position, error);
    if (result != QI_OK)
        return result;
    const uint32_t black = count_stones(position, QI_BLACK),
                   white = count_stones(position, QI_WHITE);
    qi_nogo_free(position);
    if (black == white)
        return QI_OK;
    scanner = qi_scan(input, length);
    while (!qi_skip_line_end(&scanner)) /* to the first row */
        scanner.at++;
    return qi_text_fail_found(&scanner, error, qi_message_of("%u 'X' and %u 'O'", black, white),
                              "as many 'X' as 'O'");
}

/* ---- Go -------------------------------------------------------------------------------------- */

enum { MAX_GAMES = 100, MAX_MOVES = 2000, GO_SIDE = 19 };

/* Reads "B 3 4"; `last` is the colour before, 0 at the start of a game. */
static qi_result read_move(qi_scanner *scanner, int *last, qi_text_error *error)
{
    const int colour = qi_peek(scanner);
    if ((colour != 'B' && colour != 'W') || colour == *last)
        return fail(scanner, error,
                    !*last         ? "a move: 'B' or 'W', a row and a column"
                    : *last == 'B' ? "a move of White, who follows Black: 'W'"
                                   : "a move of Black, who follows White: 'B'");
    *last = colour;
    scanner->at++;
    uint32_t row = 0, column = 0;
    qi_result result = take_blank(scanner, "the colour", error);
    if (result == QI_OK)
        result = take_number(scanner, "a row", 1, GO_SIDE, &row, error);
    if (result == QI_OK)
        result = take_blank(scanner, "the row", error);
    if (result == QI_OK)
        result = take_number(scanner, "a column", 1, GO_SIDE, &column, error);
    return result == QI_OK ? take_line_end(scanner, "the column", error) : result;
}

static qi_result read_game(qi_scanner *scanner, qi_text_error *error)
{
    uint32_t moves = 0;
    qi_result result = take_number(scanner, "a number of moves", 0, MAX_MOVES, &moves, error);
    if (result == QI_OK)
        result = take_line_end(scanner, "the number of moves", error);
    int last = 0;
    for (uint32_t move = 0; move < moves && result == QI_OK; move++)
        result = read_move(scanner, &last, error);
    return result;
}

static qi_result validate_go(const char *input, size_t length, const qi_allocator *allocator,
                             qi_text_error *error)
{
    (void)allocator;
    qi_scanner scanner = qi_scan(input, length);
    uint32_t games = 0;
    qi_result result = take_number(&scanner, "a number of games", 1, MAX_GAMES, &games, error);
    if (result == QI_OK)
        result = take_line_end(&scanner, "the number of games", error);
    for (uint32_t game = 0; game < games && result == QI_OK; game++)
        result = read_game(&scanner, error);
    return result == QI_OK ? take_end(&scanner, error) : result;
}

/* ---- Maze Tac Toe ---------------------------------------------------------------------------- */

enum { MIN_MAZE_SIDE = 3, MAX_MAZE_SIDE = 25 };

/* A row, as far as white space and lengths go; which letters make a cell is the reader's to say. */
static qi_result read_maze_row(qi_scanner *scanner, uint32_t side, qi_text_error *error)
{
    for (uint32_t i = 0; i < 3 * side; i++) {
        const int c = qi_peek(scanner);
        if (c < '!' || c > '~')
            return fail(scanner, error, "a row of %u characters", 3 * side);
        scanner->at++;
    }
    return take_line_end(scanner, "the row", error);
}

static qi_result read_cells(const char *input, size_t length, qi_text_error *error)
{
    qi_scanner scanner = qi_scan(input, length);
    uint32_t side = 0;
    qi_result result = take_number(&scanner, "n", MIN_MAZE_SIDE, MAX_MAZE_SIDE, &side, error);
    if (result == QI_OK)
        result = take_line_end(&scanner, "n", error);
    for (uint32_t row = 0; row < side && result == QI_OK; row++)
        result = read_maze_row(&scanner, side, error);
    return result == QI_OK ? take_end(&scanner, error) : result;
}

static bool comes_first(const qi_text_error *one, const qi_text_error *other)
{
    return one->line < other->line || (one->line == other->line && one->column < other->column);
}

static qi_result validate_maze(const char *input, size_t length, const qi_allocator *allocator,
                               qi_text_error *error)
{
    qi_text_error of_space, of_cells;
    qi_maze *maze;
    const qi_result strict = read_cells(input, length, &of_space);
    const qi_result read = qi_maze_parse(input, length, allocator, &maze, &of_cells);
    if (read == QI_OK)
        qi_maze_free(maze);
    else if (read != QI_BAD_TEXT)
        return read;
    const bool cells = read != QI_OK && (strict == QI_OK || comes_first(&of_cells, &of_space));
    if (error && (cells || strict != QI_OK))
        *error = cells ? of_cells : of_space;
    return cells ? read : strict;
}

qi_result qi_lab_validate(qi_problem problem, const char *input, size_t length,
                          const qi_allocator *allocator, qi_text_error *error)
{
    switch (problem) {
    case QI_NOGO:
        return validate_nogo(input, length, allocator, error);
    case QI_GO:
        return validate_go(input, length, allocator, error);
    case QI_MAZE:
        return validate_maze(input, length, allocator, error);
    }
    return QI_BAD_ARGUMENT;
}
