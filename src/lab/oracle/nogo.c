#include "lab/oracle/nogo.h"

#include <string.h>

#include "base/memory.h"
#include "lab/oracle/oracle.h"

bool qi_oracle_nogo_start(qi_oracle_nogo *board, uint32_t rows, uint32_t columns,
                          const qi_allocator *allocator)
{
    const size_t points = (size_t)rows * columns;
    *board = (qi_oracle_nogo){
        .rows = rows, .columns = columns, .memory = qi_allocator_or_default(allocator)};
    board->cells = (uint8_t *)qi_allocate_zeroed(&board->memory, points, 1);
    board->work =
        (uint32_t *)qi_allocate_zeroed(&board->memory, 2 * points + 1, sizeof *board->work);
    return board->cells && board->work;
}

void qi_oracle_nogo_end(qi_oracle_nogo *board)
{
    qi_release(&board->memory, board->cells);
    qi_release(&board->memory, board->work);
    *board = (qi_oracle_nogo){0};
}

/* ---- reading ------------------------------------------------------------------------------ */

bool qi_oracle_nogo_read(qi_oracle_nogo *board, const char *text, size_t length,
                         const qi_allocator *allocator)
{
    *board = (qi_oracle_nogo){0};
    enum { MAX_SIDE = 999999 };
    qi_oracle_text words = {text, text + length};
    uint64_t rows, columns;
    if (!qi_oracle_number(&words, &rows) || rows < 1 || rows > MAX_SIDE)
        return false;
    columns = rows;
    const char first = qi_oracle_peek(&words);
    if (first >= '0' && first <= '9' &&
        (!qi_oracle_number(&words, &columns) || columns < 1 || columns > MAX_SIDE))
        return false;
    if (!qi_oracle_nogo_start(board, (uint32_t)rows, (uint32_t)columns, allocator))
        return false;
    for (size_t point = 0; point < rows * columns; point++) {
        static const char kinds[] = {'.', 'X', 'O', '#'}; /* in the order of qi_colour */
        if (point && point % columns == 0 && qi_oracle_in_word(&words))
            return false; /* the row before is too long */
        if (point % columns == 0)
            qi_oracle_peek(&words);
        const char *const kind =
            words.at < words.end ? (const char *)memchr(kinds, *words.at++, sizeof kinds) : NULL;
        if (!kind)
            return false;
        board->cells[point] = (uint8_t)(kind - kinds);
    }
    return !qi_oracle_in_word(&words) && !qi_oracle_peek(&words);
}

/* ---- groups ------------------------------------------------------------------------------- */

static int neighbours(const qi_oracle_nogo *board, qi_point point, qi_point next[4])
{
    return qi_oracle_neighbours(board->rows, board->columns, point, next);
}

uint32_t qi_oracle_nogo_group(qi_oracle_nogo *board, qi_point point, uint32_t *liberties)
{
    const qi_oracle_board all = {board->rows, board->columns, board->cells, board->work,
                                 &board->mark};
    return qi_oracle_group(&all, point, liberties);
}

/* ---- moves -------------------------------------------------------------------------------- */

qi_oracle_nogo_move qi_oracle_nogo_judge(qi_oracle_nogo *board, qi_colour colour, qi_point point)
{
    const uint32_t points = board->rows * board->columns;
    qi_oracle_nogo_move move = {.verdict = QI_NOGO_LEGAL};
    if (point >= points || board->cells[point] == QI_WALL) {
        move.verdict = QI_NOGO_OFF_BOARD;
        return move;
    }
    if (board->cells[point] != QI_EMPTY) {
        move.verdict = QI_NOGO_OCCUPIED;
        return move;
    }
    board->cells[point] = (uint8_t)colour;
    uint32_t liberties;
    qi_oracle_nogo_group(board, point, &liberties);
    move.suicide = liberties == 0;
    qi_point next[4];
    const int count = neighbours(board, point, next);
    for (int i = 0; i < count; i++) {
        if (board->cells[next[i]] != qi_opponent(colour))
            continue;
        qi_oracle_nogo_group(board, next[i], &liberties);
        if (liberties)
            continue;
        bool named = false; /* an earlier victim is of this same group */
        for (int v = 0; v < move.captures; v++)
            named |= board->work[points + move.victims[v]] == board->mark;
        if (!named)
            move.victims[move.captures++] = next[i];
    }
    board->cells[point] = QI_EMPTY;
    if (move.captures)
        move.verdict = QI_NOGO_CAPTURE;
    else if (move.suicide)
        move.verdict = QI_NOGO_SUICIDE;
    return move;
}

uint32_t qi_oracle_nogo_legal(qi_oracle_nogo *board, qi_colour colour, qi_point *points)
{
    uint32_t count = 0;
    for (qi_point point = 0; point < board->rows * board->columns; point++)
        if (qi_oracle_nogo_judge(board, colour, point).verdict == QI_NOGO_LEGAL)
            points[count++] = point;
    return count;
}

qi_point qi_oracle_nogo_dead(qi_oracle_nogo *board)
{
    for (qi_point point = 0; point < board->rows * board->columns; point++) {
        uint32_t liberties;
        if (qi_oracle_nogo_group(board, point, &liberties) && !liberties)
            return point;
    }
    return QI_NO_POINT;
}

bool qi_oracle_nogo_wins(qi_oracle_nogo *board, qi_colour colour)
{
    for (qi_point point = 0; point < board->rows * board->columns; point++) {
        if (qi_oracle_nogo_judge(board, colour, point).verdict != QI_NOGO_LEGAL)
            continue;
        board->cells[point] = (uint8_t)colour;
        const bool lost = qi_oracle_nogo_wins(board, qi_opponent(colour));
        board->cells[point] = QI_EMPTY;
        if (!lost)
            return true;
    }
    return false;
}

/* Every move starts from the first point again, so that the time grows with the square of the place
 * that the moves have come to. */
bool qi_oracle_nogo_answer(const char *text, size_t length, qi_buffer *output)
{
    qi_oracle_nogo board;
    bool good = qi_oracle_nogo_read(&board, text, length, output->allocator);
    qi_colour colour = QI_BLACK;
    const qi_point points = board.rows * board.columns;
    for (qi_point point = 0; good && point < points;) {
        if (qi_oracle_nogo_judge(&board, colour, point).verdict != QI_NOGO_LEGAL) {
            point++;
            continue;
        }
        qi_buffer_add_number(output, point / board.columns + 1);
        qi_buffer_add_char(output, ' ');
        qi_buffer_add_number(output, point % board.columns + 1);
        qi_buffer_add_char(output, '\n');
        board.cells[point] = (uint8_t)colour;
        colour = qi_opponent(colour);
        point = 0;
    }
    if (good)
        qi_buffer_add_text(output, "-1 -1\n");
    qi_oracle_nogo_end(&board);
    return good && !output->failed;
}
