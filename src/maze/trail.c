#include "maze/trail.h"

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

qi_result qi_maze_walks_first(const char *text, size_t length, const char **steps,
                              size_t *step_count, qi_text_error *error)
{
    qi_scanner scanner = qi_scan(text, length);
    qi_maze_claim claim = {0};
    const qi_result result = qi_maze_read_claim(&scanner, &claim, error);
    if (result == QI_OK) {
        *steps = claim.steps;
        *step_count = claim.step_count;
    }
    return result;
}
