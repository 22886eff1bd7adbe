#include "lab/oracle/maze.h"

#include <string.h>

#include "base/memory.h"
#include "lab/oracle/oracle.h"

/* ---- reading ------------------------------------------------------------------------------ */

/* Reads a cell from three characters; false if they are invalid. */
static bool read_cell(const char text[3], int8_t *cell)
{
    if (memcmp(text, "###", 3) == 0)
        *cell = QI_ORACLE_MAZE_WALL;
    else if (memcmp(text, "...", 3) == 0)
        *cell = QI_ORACLE_MAZE_OPEN;
    else if (memcmp(text, "BBB", 3) == 0)
        *cell = QI_ORACLE_MAZE_START;
    else if ((text[0] == 'M' || text[0] == 'O') && text[1] >= '1' && text[1] <= '3' &&
             text[2] >= '1' && text[2] <= '3')
        *cell = (int8_t)(3 * (text[1] - '1') + (text[2] - '1') + (text[0] == 'O' ? 9 : 0));
    else
        return false;
    return true;
}

bool qi_oracle_maze_read(qi_oracle_maze *maze, const char *text, size_t length,
                         const qi_allocator *allocator)
{
    *maze = (qi_oracle_maze){0};
    qi_oracle_text words = {text, text + length};
    uint32_t side = 0;
    for (char c = qi_oracle_peek(&words); c >= '0' && c <= '9' && side < 100000;) {
        side = side * 10 + (uint32_t)(c - '0');
        c = ++words.at < words.end ? *words.at : '\0';
    }
    if (side < 3 || side > 10000)
        return false;
    maze->side = side;
    maze->memory = qi_allocator_or_default(allocator);
    maze->cells = qi_allocate_array(&maze->memory, side, side);
    if (!maze->cells)
        return false;
    int starts = 0;
    for (uint32_t row = 0; row < side; row++) {
        qi_oracle_peek(&words);
        if ((size_t)(words.end - words.at) < 3 * (size_t)side)
            return false;
        for (uint32_t column = 0; column < side; column++, words.at += 3) {
            int8_t *const cell = &maze->cells[(size_t)row * side + column];
            const bool border = !row || !column || row + 1 == side || column + 1 == side;
            if (!read_cell(words.at, cell) || (border && *cell != QI_ORACLE_MAZE_WALL))
                return false;
            starts += *cell == QI_ORACLE_MAZE_START;
        }
        if (qi_oracle_in_word(&words))
            return false;
    }
    return !qi_oracle_peek(&words) && starts == 1;
}

void qi_oracle_maze_end(qi_oracle_maze *maze)
{
    qi_release(&maze->memory, maze->cells);
    *maze = (qi_oracle_maze){0};
}

/* ---- tic-tac-toe -------------------------------------------------------------------------- */

static const uint16_t power[9] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561};

char qi_oracle_maze_letter(uint32_t board, int square)
{
    return ".MO"[board / power[square] % 3];
}

static bool is_won(uint32_t board)
{
    static const uint8_t lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                        {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (int i = 0; i < 8; i++) {
        const char a = qi_oracle_maze_letter(board, lines[i][0]);
        const char b = qi_oracle_maze_letter(board, lines[i][1]);
        const char c = qi_oracle_maze_letter(board, lines[i][2]);
        if ((a == 'M' && b == 'O' && c == 'O') || (a == 'O' && b == 'O' && c == 'M'))
            return true;
    }
    return false;
}

/* ---- search ------------------------------------------------------------------------------- */

typedef struct state_list {
    uint64_t *states; /* cell * boards + board */
    size_t count, capacity;
} state_list;

static bool push(const qi_allocator *memory, state_list *list, uint64_t state)
{
    uint64_t *const states =
        qi_grow(memory, list->states, list->count, 1, &list->capacity, sizeof *states);
    if (!states)
        return false;
    list->states = states;
    states[list->count++] = state;
    return true;
}

/* The board after standing on a cell. */
static uint32_t stand_on(int8_t cell, uint32_t board)
{
    if (cell < 0)
        return board;
    const int square = cell % 9;
    if (board / power[square] % 3)
        return board;
    return board + power[square] * (cell < 9 ? 1U : 2U);
}

int qi_oracle_maze_search(const qi_oracle_maze *maze, uint32_t *steps, uint64_t *states)
{
    const size_t cells = (size_t)maze->side * maze->side;
    uint64_t *const seen =
        qi_allocate_zeroed(&maze->memory, (cells * QI_ORACLE_MAZE_BOARDS + 63) / 64, sizeof *seen);
    state_list todo = {0};
    bool good = seen != NULL;
    int found = 0;
    for (uint32_t board = 0; board < QI_ORACLE_MAZE_BOARDS; board++)
        steps[board] = QI_ORACLE_MAZE_NEVER;
    for (size_t cell = 0; good && cell < cells; cell++)
        if (maze->cells[cell] == QI_ORACLE_MAZE_START) {
            const uint64_t state = cell * QI_ORACLE_MAZE_BOARDS;
            seen[state / 64] |= (uint64_t)1 << state % 64;
            good = push(&maze->memory, &todo, state);
        }
    /* Level by level: all of states[from .. to-1] are `length` steps from the start. */
    size_t from = 0;
    for (uint32_t length = 1; good && from < todo.count; length++) {
        const size_t to = todo.count;
        for (; good && from < to; from++) {
            const size_t cell = (size_t)(todo.states[from] / QI_ORACLE_MAZE_BOARDS);
            const uint32_t board = (uint32_t)(todo.states[from] % QI_ORACLE_MAZE_BOARDS);
            /* No cell of the border is open, so all four neighbours exist. */
            const size_t next[4] = {cell - maze->side, cell - 1, cell + 1, cell + maze->side};
            for (int i = 0; good && i < 4; i++) {
                const int8_t kind = maze->cells[next[i]];
                if (kind == QI_ORACLE_MAZE_WALL)
                    continue;
                const uint32_t after = stand_on(kind, board);
                if (after != board && is_won(after)) { /* she stops here */
                    if (steps[after] == QI_ORACLE_MAZE_NEVER) {
                        steps[after] = length;
                        found++;
                    }
                    continue;
                }
                const uint64_t state = next[i] * QI_ORACLE_MAZE_BOARDS + after;
                if (seen[state / 64] >> state % 64 & 1)
                    continue;
                seen[state / 64] |= (uint64_t)1 << state % 64;
                good = push(&maze->memory, &todo, state);
            }
        }
    }
    if (states)
        *states = todo.count;
    qi_release(&maze->memory, seen);
    qi_release(&maze->memory, todo.states);
    return good ? found : -1;
}

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
