/* Writing cases as the problems' inputs. */
#include "lab/games.h"

void qi_lab_nogo_write(const qi_lab_case *it, qi_buffer *text)
{
    qi_buffer_add_number(text, it->rows);
    if (it->rows != it->columns) {
        qi_buffer_add_char(text, ' ');
        qi_buffer_add_number(text, it->columns);
    }
    qi_buffer_add_char(text, '\n');
    if (!qi_buffer_reserve(text, (size_t)it->rows * (it->columns + 1)))
        return;
    for (uint32_t row = 0; row < it->rows; row++) {
        for (uint32_t column = 0; column < it->columns; column++)
            text->bytes[text->length++] = ".XO#"[it->cells[(size_t)row * it->columns + column]];
        text->bytes[text->length++] = '\n';
    }
    text->bytes[text->length] = '\0';
}

void qi_lab_go_write(const qi_lab_case *it, qi_buffer *text)
{
    qi_buffer_add_number(text, it->games);
    qi_buffer_add_char(text, '\n');
    size_t next = 0;
    for (uint32_t game = 0; game < it->games; game++) {
        qi_buffer_add_number(text, it->lengths[game]);
        qi_buffer_add_char(text, '\n');
        for (uint32_t i = 0; i < it->lengths[game]; i++, next++) {
            qi_buffer_add_text(text, it->moves[next].colour == QI_BLACK ? "B " : "W ");
            qi_buffer_add_number(text, it->moves[next].row + 1U);
            qi_buffer_add_char(text, ' ');
            qi_buffer_add_number(text, it->moves[next].column + 1U);
            qi_buffer_add_char(text, '\n');
        }
    }
}

void qi_lab_maze_write(const qi_lab_case *it, qi_buffer *text)
{
    qi_buffer_add_number(text, it->rows);
    qi_buffer_add_char(text, '\n');
    for (uint32_t i = 0; i < it->rows * it->rows; i++) {
        const uint8_t cell = it->cells[i];
        char letters[3] = {'#', '#', '#'};
        if (cell == QI_LAB_OPEN || cell == QI_LAB_START)
            letters[0] = letters[1] = letters[2] = cell == QI_LAB_OPEN ? '.' : 'B';
        if (cell >= QI_LAB_MOVE) {
            const int move = cell - QI_LAB_MOVE;
            letters[0] = move < 9 ? 'M' : 'O';
            letters[1] = (char)('1' + move % 9 / 3);
            letters[2] = (char)('1' + move % 3);
        }
        qi_buffer_add(text, letters, 3);
        if (i % it->rows + 1 == it->rows)
            qi_buffer_add_char(text, '\n');
    }
}
