#include "lab/oracle/answer.h"

#include "base/memory.h"
#include "lab/oracle/go.h"
#include "lab/oracle/maze.h"
#include "lab/oracle/nogo.h"

/* ---- NoGo --------------------------------------------------------------------------------- */

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

/* ---- Go ----------------------------------------------------------------------------------- */

typedef struct word_reader {
    const char *at, *end;
} word_reader;

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* The first character of the next word, which is left there; 0 at the end. */
static char peek(word_reader *words)
{
    while (words->at < words->end && is_space(*words->at))
        words->at++;
    return words->at < words->end ? *words->at : '\0';
}

static bool number(word_reader *words, uint64_t *value)
{
    char first = peek(words);
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
    return words->at == words->end || is_space(*words->at);
}

/* Every move is compared with all positions before, so that a game's time grows with the square of
 * its moves. */
static bool replay(word_reader *words, qi_oracle_go *game, qi_buffer *output)
{
    uint64_t moves;
    if (!number(words, &moves))
        return false;
    for (uint64_t i = 0; i < moves; i++) {
        const char letter = peek(words);
        uint64_t row, column;
        if (letter != 'B' && letter != 'W')
            return false;
        words->at++;
        if (!number(words, &row) || !number(words, &column) || row < 1 || row > game->rows ||
            column < 1 || column > game->columns)
            return false;
        const qi_oracle_go_move move =
            qi_oracle_go_play(game, letter == 'B' ? QI_BLACK : QI_WHITE,
                              (qi_point)((row - 1) * game->columns + column - 1));
        if (move.no_memory)
            return false;
        if (move.verdict != QI_ORACLE_GO_OK) {
            qi_buffer_add_text(output, "miss ");
            qi_buffer_add_number(output, (uint64_t)move.verdict);
            qi_buffer_add_char(output, '\n');
        }
    }
    for (uint32_t row = 0; row < game->rows; row++) {
        for (uint32_t column = 0; column < game->columns; column++)
            qi_buffer_add_char(output, ".BW"[game->cells[row * game->columns + column]]);
        qi_buffer_add_char(output, '\n');
    }
    return true;
}

bool qi_oracle_go_answer(const char *text, size_t length, uint32_t rows, uint32_t columns,
                         qi_buffer *output)
{
    word_reader words = {text, text + length};
    uint64_t games;
    if (!number(&words, &games))
        return false;
    for (uint64_t i = 0; i < games; i++) {
        qi_oracle_go game;
        const bool good = qi_oracle_go_start(&game, rows, columns, QI_ORACLE_GO_POSITIONAL, false,
                                             output->allocator) &&
                          replay(&words, &game, output);
        qi_oracle_go_end(&game);
        if (!good)
            return false;
    }
    return !peek(&words) && !output->failed;
}

/* ---- Maze Tac Toe ------------------------------------------------------------------------- */

bool qi_oracle_maze_answer(const char *text, size_t length, qi_buffer *output)
{
    qi_oracle_maze maze;
    const qi_allocator memory = qi_allocator_or_default(output->allocator);
    uint32_t *const steps = qi_allocate_array(&memory, QI_ORACLE_MAZE_BOARDS, sizeof *steps);
    int found = -1;
    if (qi_oracle_maze_read(&maze, text, length, output->allocator) && steps)
        found = qi_oracle_maze_search(&maze, steps, NULL);
    if (found >= 0) {
        qi_buffer_add_number(output, (uint64_t)found);
        qi_buffer_add_char(output, '\n');
    }
    qi_release(&memory, steps);
    qi_oracle_maze_end(&maze);
    return found >= 0 && !output->failed;
}
