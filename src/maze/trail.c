#include "maze/trail.h"

#include "maze/maze.h"

#include <qi/maze_steps.h>

/* ---- walks as text ------------------------------------------------------------------------- */

/* Takes a move 'Mij' or 'Oij' at the scanner. */
static qi_result read_move(qi_scanner *scanner, char move[4], qi_text_error *error)
{
    const char *at = scanner->at;
    if (scanner->end - at < 3 || (at[0] != 'M' && at[0] != 'O') || at[1] < '1' || at[1] > '3' ||
        at[2] < '1' || at[2] > '3')
        return qi_text_fail(scanner, error, "a move 'Mij' or 'Oij' with i and j from %d to %d", 1,
                            3);
    memcpy(move, at, 3);
    move[3] = '\0';
    scanner->at += 3;
    return QI_OK;
}

/* Takes a number that ends with a blank or the line. */
static qi_result read_number(qi_scanner *scanner, int64_t *number, const char *name,
                             qi_text_error *error)
{
    qi_skip_blanks(scanner);
    qi_scanner from = *scanner;
    if (!qi_scan_integer(scanner, number) || *number < 0)
        return qi_text_fail(&from, error, "%s", name);
    return QI_OK;
}

static qi_result end_line(qi_scanner *scanner, qi_text_error *error)
{
    qi_skip_blanks(scanner);
    if (!qi_at_line_end(scanner))
        return qi_text_fail(scanner, error, "end of line");
    qi_skip_space(scanner);
    return QI_OK;
}

qi_result qi_maze_read_claim(qi_scanner *scanner, qi_maze_claim *claim, qi_text_error *error)
{
    qi_skip_space(scanner);
    claim->line = scanner->line;
    for (unsigned square = 0; square < QI_MAZE_SQUARES; square++) {
        const int c = qi_peek(scanner);
        if (c != '.' && c != 'M' && c != 'O')
            return qi_text_fail(scanner, error, "a board of nine squares 'M', 'O' or '.'");
        claim->board[square] = (char)c;
        scanner->at++;
    }
    claim->board[QI_MAZE_SQUARES] = '\0';
    qi_result result = read_number(scanner, &claim->length, "the length of the walk", error);
    if (result != QI_OK)
        return result;

    qi_skip_blanks(scanner);
    claim->steps = scanner->at;
    for (int c = qi_peek(scanner); c == 'N' || c == 'E' || c == 'S' || c == 'W';
         c = qi_peek(scanner))
        scanner->at++;
    claim->step_count = (size_t)(scanner->at - claim->steps);
    if (!claim->step_count || (qi_peek(scanner) != ' ' && !qi_at_line_end(scanner)))
        return qi_text_fail(scanner, error, "steps 'N', 'E', 'S' or 'W'");

    for (claim->move_count = 0; claim->move_count < QI_MAZE_SQUARES; claim->move_count++) {
        qi_skip_blanks(scanner);
        if (qi_at_line_end(scanner))
            break;
        result = read_move(scanner, claim->moves[claim->move_count], error);
        if (result != QI_OK)
            return result;
    }
    return end_line(scanner, error);
}

bool qi_maze_at_cell_claim(const qi_scanner *scanner)
{
    const int c = qi_peek(scanner);
    return c >= '0' && c <= '9';
}

qi_result qi_maze_read_cell_claim(qi_scanner *scanner, qi_maze_cell_claim *claim,
                                  qi_text_error *error)
{
    claim->line = scanner->line;
    claim->move[0] = '\0';
    qi_result result = read_number(scanner, &claim->step, "the number of a step", error);
    if (result == QI_OK)
        result = read_number(scanner, &claim->row, "a row", error);
    if (result == QI_OK)
        result = read_number(scanner, &claim->column, "a column", error);
    if (result != QI_OK)
        return result;
    qi_skip_blanks(scanner);
    if (!qi_at_line_end(scanner)) {
        result = read_move(scanner, claim->move, error);
        if (result != QI_OK)
            return result;
    }
    return end_line(scanner, error);
}

/* ---- walks as cells ------------------------------------------------------------------------ */

static const char letters[] = "NESW"; /* in the order of qi_maze_direction */

/* Makes room for `length` + 1 cells; what was there is lost. */
static qi_result make_room(qi_maze_trail *trail, size_t length)
{
    qi_point *const cells = qi_grow(&trail->maze->allocator, trail->cells, 0, length + 1,
                                    &trail->capacity, sizeof *cells);
    if (!cells)
        return QI_NO_MEMORY;
    trail->cells = cells;
    return QI_OK;
}

void qi_maze_trail_free(qi_maze_trail *trail)
{
    if (trail->cells)
        qi_release(&trail->maze->allocator, trail->cells);
    trail->cells = NULL;
    trail->capacity = 0;
}

qi_result qi_maze_trail_take(qi_maze_trail *trail, const qi_maze_walks *walks, qi_maze_board board)
{
    const uint32_t length = qi_maze_walks_length(walks, board);
    if (length == QI_MAZE_NO_WALK)
        return QI_BAD_ARGUMENT;
    const qi_result result = make_room(trail, length);
    if (result != QI_OK)
        return result;
    trail->board = board;
    trail->length = length;
    return qi_maze_walks_path(walks, board, trail->cells, trail->capacity);
}

static qi_result walk_claim(qi_maze_trail *trail, const qi_maze_claim *claim,
                            qi_maze_step_result *last)
{
    const qi_result result = make_room(trail, claim->step_count);
    if (result != QI_OK)
        return result;
    qi_maze_walker walker;
    qi_maze_begin(trail->maze, &walker);
    trail->cells[0] = walker.at;
    *last = QI_MAZE_WALKED;
    for (size_t i = 0; i < claim->step_count; i++) {
        unsigned direction = QI_MAZE_NORTH;
        while (letters[direction] != claim->steps[i])
            direction++;
        *last = qi_maze_step(trail->maze, &walker, (qi_maze_direction)direction);
        if (*last == QI_MAZE_BLOCKED || *last == QI_MAZE_OVER)
            break;
        trail->cells[walker.steps] = walker.at;
    }
    trail->length = walker.steps;
    trail->board = walker.board;
    return QI_OK;
}

qi_result qi_maze_trail_parse(qi_maze_trail *trail, const char *text, size_t length,
                              qi_maze_step_result *last, char *step, qi_text_error *error)
{
    qi_scanner scanner = qi_scan(text, length);
    qi_maze_claim claim = {0};
    *last = QI_MAZE_WALKED;
    qi_result result = qi_maze_read_claim(&scanner, &claim, error);
    if (result == QI_OK)
        result = walk_claim(trail, &claim, last);
    if (result == QI_OK && (*last == QI_MAZE_BLOCKED || *last == QI_MAZE_OVER))
        *step = claim.steps[trail->length];
    return result;
}

qi_maze_board qi_maze_nearest(const qi_maze_walks *walks)
{
    const qi_maze_set *boards = qi_maze_walks_boards(walks);
    qi_maze_board nearest = qi_maze_set_next(boards, QI_MAZE_NO_BOARD);
    for (qi_maze_board board = nearest; board != QI_MAZE_NO_BOARD;
         board = qi_maze_set_next(boards, board))
        if (qi_maze_walks_length(walks, board) < qi_maze_walks_length(walks, nearest))
            nearest = board;
    return nearest;
}

void qi_maze_move_name(qi_maze_cell cell, char name[4])
{
    name[0] = cell.letter == QI_MAZE_M ? 'M' : 'O';
    name[1] = (char)('1' + cell.square / 3);
    name[2] = (char)('1' + cell.square % 3);
    name[3] = '\0';
}

qi_maze_steps qi_maze_follow(const qi_maze_trail *trail)
{
    qi_maze_steps steps = {.trail = trail};
    qi_maze_begin(trail->maze, &steps.walker);
    return steps;
}

bool qi_maze_next_step(qi_maze_steps *steps)
{
    const qi_maze_trail *const trail = steps->trail;
    if (steps->walker.steps == trail->length)
        return false;
    uint32_t offsets[4];
    qi_maze_offsets(trail->maze->side, offsets);
    const uint32_t by = trail->cells[steps->walker.steps + 1] - steps->walker.at;
    unsigned direction = QI_MAZE_NORTH;
    while (direction < QI_MAZE_WEST && offsets[direction] != by)
        direction++;
    steps->direction = letters[direction];
    const qi_maze_step_result result =
        qi_maze_step(trail->maze, &steps->walker, (qi_maze_direction)direction);
    steps->move[0] = '\0';
    if (result == QI_MAZE_WROTE || result == QI_MAZE_WON)
        qi_maze_move_name(qi_maze_at(trail->maze, steps->walker.at), steps->move);
    return true;
}
