#include "lab/oracle/oracle.h"

#include <assert.h>
#include <string.h>

char qi_oracle_peek(qi_oracle_text *text)
{
    while (text->at < text->end && !qi_oracle_in_word(text))
        text->at++;
    return text->at < text->end ? *text->at : '\0';
}

bool qi_oracle_number(qi_oracle_text *words, uint64_t *value)
{
    char first = qi_oracle_peek(words);
    if (first == '-' && words->end - words->at > 1 && words->at[1] == '0') /* "-0" is 0 */
        first = *++words->at;
    if (first < '0' || first > '9')
        return false;
    *value = 0;
    while (words->at < words->end && *words->at >= '0' && *words->at <= '9') {
        if (*value > UINT32_MAX)
            return false;
        *value = *value * 10 + (uint64_t)(*words->at++ - '0');
    }
    return !qi_oracle_in_word(words);
}

int qi_oracle_neighbours(uint32_t rows, uint32_t columns, qi_point point, qi_point next[4])
{
    assert(columns); /* there is a point, so there are columns */
    const uint32_t row = point / columns;
    const uint32_t column = point % columns;
    int count = 0;
    if (row > 0)
        next[count++] = point - columns;
    if (column > 0)
        next[count++] = point - 1;
    if (column + 1 < columns)
        next[count++] = point + 1;
    if (row + 1 < rows)
        next[count++] = point + columns;
    return count;
}

uint32_t qi_oracle_group(const qi_oracle_board *board, qi_point point, uint32_t *liberties)
{
    const uint32_t points = board->rows * board->columns;
    uint32_t *const found = board->work;
    uint32_t *const marks = board->work + points;
    if (liberties)
        *liberties = 0;
    if (point >= points || (board->cells[point] != QI_BLACK && board->cells[point] != QI_WHITE))
        return 0;
    if (++*board->mark == 0) {
        memset(marks, 0, points * sizeof *marks);
        *board->mark = 1;
    }
    const uint8_t colour = board->cells[point];
    uint32_t size = 0;
    found[size++] = point;
    marks[point] = *board->mark;
    for (uint32_t i = 0; i < size; i++) {
        qi_point next[4];
        const int count = qi_oracle_neighbours(board->rows, board->columns, found[i], next);
        for (int k = 0; k < count; k++) {
            const uint8_t cell = board->cells[next[k]];
            if (marks[next[k]] == *board->mark || (cell != colour && cell != QI_EMPTY))
                continue;
            marks[next[k]] = *board->mark;
            if (cell == colour)
                found[size++] = next[k];
            else if (liberties)
                (*liberties)++;
        }
    }
    return size;
}
