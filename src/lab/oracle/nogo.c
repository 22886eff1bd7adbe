#include "lab/oracle/nogo.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

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

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* The next word of the text, or false at its end. */
static bool next_word(const char **at, const char *end, const char **word, size_t *length)
{
    while (*at < end && is_space(**at))
        (*at)++;
    *word = *at;
    while (*at < end && !is_space(**at))
        (*at)++;
    *length = (size_t)(*at - *word);
    return *length > 0;
}

static bool to_number(const char *word, size_t length, uint32_t *number)
{
    *number = 0;
    for (size_t i = 0; i < length; i++) {
        if (word[i] < '0' || word[i] > '9' || length > 6)
            return false;
        *number = *number * 10 + (uint32_t)(word[i] - '0');
    }
    return *number > 0;
}

bool qi_oracle_nogo_read(qi_oracle_nogo *board, const char *text, size_t length,
                         const qi_allocator *allocator)
{
    *board = (qi_oracle_nogo){0};
    const char *at = text;
    const char *const end = text + length;
    const char *word;
    size_t size;
    uint32_t rows, columns;
    if (!next_word(&at, end, &word, &size) || !to_number(word, size, &rows))
        return false;
    const char *const after_rows = at;
    if (!next_word(&at, end, &word, &size))
        return false;
    if (!to_number(word, size, &columns)) {
        columns = rows;
        at = after_rows;
    }
    if (!qi_oracle_nogo_start(board, rows, columns, allocator))
        return false;
    for (uint32_t row = 0; row < rows; row++) {
        if (!next_word(&at, end, &word, &size) || size != columns)
            return false;
        for (uint32_t column = 0; column < columns; column++) {
            static const char kinds[] = {'.', 'X', 'O', '#'}; /* in the order of qi_colour */
            const char *const kind = (const char *)memchr(kinds, word[column], sizeof kinds);
            if (!kind)
                return false;
            board->cells[row * columns + column] = (uint8_t)(kind - kinds);
        }
    }
    return !next_word(&at, end, &word, &size);
}

/* ---- groups ------------------------------------------------------------------------------- */

/* The neighbours of a point: up, left, right, down; returns how many there are. */
static int neighbours(const qi_oracle_nogo *board, qi_point point, qi_point next[4])
{
    assert(board->columns); /* there is a point, so there are columns */
    const uint32_t row = point / board->columns;
    const uint32_t column = point % board->columns;
    int count = 0;
    if (row > 0)
        next[count++] = point - board->columns;
    if (column > 0)
        next[count++] = point - 1;
    if (column + 1 < board->columns)
        next[count++] = point + 1;
    if (row + 1 < board->rows)
        next[count++] = point + board->columns;
    return count;
}

static bool is_stone(uint8_t cell)
{
    return cell == QI_BLACK || cell == QI_WHITE;
}

/* Walks the group at `point`: every stone and every liberty carries the mark `board->mark`
 * afterwards. */
uint32_t qi_oracle_nogo_group(qi_oracle_nogo *board, qi_point point, uint32_t *liberties)
{
    const uint32_t points = board->rows * board->columns;
    uint32_t *const stack = board->work;
    uint32_t *const marks = board->work + points;
    if (liberties)
        *liberties = 0;
    if (point >= points || !is_stone(board->cells[point]))
        return 0;
    if (++board->mark == 0) {
        memset(marks, 0, points * sizeof *marks);
        board->mark = 1;
    }
    const uint8_t colour = board->cells[point];
    uint32_t height = 0;
    uint32_t stones = 0;
    stack[height++] = point;
    marks[point] = board->mark;
    while (height) {
        const qi_point at = stack[--height];
        stones++;
        qi_point next[4];
        const int count = neighbours(board, at, next);
        for (int i = 0; i < count; i++) {
            if (marks[next[i]] == board->mark)
                continue;
            const uint8_t cell = board->cells[next[i]];
            if (cell == QI_EMPTY && liberties)
                (*liberties)++;
            else if (cell == colour)
                stack[height++] = next[i];
            else if (cell != QI_EMPTY)
                continue;
            marks[next[i]] = board->mark;
        }
    }
    return stones;
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
