#include "maze/maze.h"

#include <qi/maze_steps.h>

/* ---- boards ------------------------------------------------------------------------------- */

static const uint16_t weights[QI_MAZE_SQUARES] = {6561, 2187, 729, 243, 81, 27, 9, 3, 1};

const uint8_t qi_maze_lines[QI_MAZE_LINES][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                                 {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

qi_maze_letter qi_maze_board_at(qi_maze_board board, unsigned square)
{
    return (qi_maze_letter)(board / weights[square] % 3);
}

qi_maze_board qi_maze_board_put(qi_maze_board board, qi_maze_letter letter, unsigned square)
{
    if (qi_maze_board_at(board, square) != QI_MAZE_NONE)
        return board;
    return (qi_maze_board)(board + (unsigned)letter * weights[square]);
}

qi_maze_board qi_maze_board_of(unsigned squares)
{
    unsigned number = 0;
    for (unsigned square = 0; square < QI_MAZE_SQUARES; square++)
        number += (squares >> square & 1) * weights[square];
    return (qi_maze_board)number;
}

/* The squares of a board that hold an M and those that hold an O. */
static void split(qi_maze_board board, unsigned *m, unsigned *o)
{
    /* For the three squares of a row, by its number. */
    static const uint8_t row_m[27] = {0, 4, 0, 2, 6, 2, 0, 4, 0, 1, 5, 1, 3, 7,
                                      3, 1, 5, 1, 0, 4, 0, 2, 6, 2, 0, 4, 0};
    static const uint8_t row_o[27] = {0, 0, 4, 0, 0, 4, 2, 2, 6, 0, 0, 4, 0, 0,
                                      4, 2, 2, 6, 1, 1, 5, 1, 1, 5, 3, 3, 7};
    const unsigned first = board / 729, middle = board / 27 % 27, last = board % 27;
    *m = (unsigned)row_m[first] | (unsigned)row_m[middle] << 3 | (unsigned)row_m[last] << 6;
    *o = (unsigned)row_o[first] | (unsigned)row_o[middle] << 3 | (unsigned)row_o[last] << 6;
}

unsigned qi_maze_board_filled(qi_maze_board board)
{
    unsigned m, o;
    split(board, &m, &o);
    return m | o;
}

unsigned qi_maze_board_lines(qi_maze_board board)
{
    unsigned m, o, squares = 0;
    split(board, &m, &o);
    for (int i = 0; i < QI_MAZE_LINES; i++) {
        const unsigned first = 1U << qi_maze_lines[i][0], middle = 1U << qi_maze_lines[i][1],
                       last = 1U << qi_maze_lines[i][2];
        if (o & middle && ((m & first && o & last) || (o & first && m & last)))
            squares |= first | middle | last;
    }
    return squares;
}

qi_maze_board qi_maze_set_next(const qi_maze_set *set, qi_maze_board board)
{
    const size_t words = sizeof set->words / sizeof *set->words;
    const unsigned from = board == QI_MAZE_NO_BOARD ? 0 : board + 1U;
    if (from >= QI_MAZE_BOARDS)
        return QI_MAZE_NO_BOARD;
    size_t word = from / 64;
    uint64_t bits = set->words[word] & UINT64_MAX << from % 64;
    while (!bits && ++word < words)
        bits = set->words[word];
    return bits ? (qi_maze_board)(word * 64 + (unsigned)__builtin_ctzll(bits)) : QI_MAZE_NO_BOARD;
}

/* ---- cells and steps ---------------------------------------------------------------------- */

uint32_t qi_maze_side(const qi_maze *maze)
{
    return maze->side;
}

qi_point qi_maze_start(const qi_maze *maze)
{
    return maze->start;
}

qi_maze_cell qi_maze_at(const qi_maze *maze, qi_point point)
{
    if (point >= maze->side * maze->side)
        return (qi_maze_cell){QI_MAZE_WALL, QI_MAZE_NONE, 0};
    const uint8_t code = maze->cells[point];
    if (!qi_maze_is_move(code))
        return (qi_maze_cell){(qi_maze_kind)code, QI_MAZE_NONE, 0};
    return (qi_maze_cell){QI_MAZE_MOVE, qi_maze_move_letter(code), qi_maze_move_square(code)};
}

void qi_maze_begin(const qi_maze *maze, qi_maze_walker *walker)
{
    *walker = (qi_maze_walker){.at = maze->start};
}

qi_maze_step_result qi_maze_step(const qi_maze *maze, qi_maze_walker *walker,
                                 qi_maze_direction direction)
{
    uint32_t offsets[4];
    qi_maze_offsets(maze->side, offsets);
    if (walker->won)
        return QI_MAZE_OVER;
    const qi_point next = walker->at + offsets[direction];
    const qi_maze_cell cell = qi_maze_at(maze, next);
    if (cell.kind == QI_MAZE_WALL)
        return QI_MAZE_BLOCKED;
    walker->at = next;
    walker->steps++;
    if (cell.kind != QI_MAZE_MOVE || qi_maze_board_at(walker->board, cell.square) != QI_MAZE_NONE)
        return QI_MAZE_WALKED;
    walker->board = qi_maze_board_put(walker->board, cell.letter, cell.square);
    walker->won = qi_maze_board_lines(walker->board) != 0;
    return walker->won ? QI_MAZE_WON : QI_MAZE_WROTE;
}
