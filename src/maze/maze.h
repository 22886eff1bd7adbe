/* A maze in memory, for the files of this folder. */
#ifndef QI_MAZE_MAZE_H
#define QI_MAZE_MAZE_H

#include <qi/maze.h>
#include <qi/maze_steps.h>

#include "base/memory.h"
#include "base/text.h"

/* A cell in one byte. A move is FIRST_MOVE + 2 * square + (0 for M, 1 for O). */
enum { CELL_WALL = 0, CELL_FLOOR = 1, CELL_START = 2, CELL_FIRST_MOVE = 3, CELL_CODES = 21 };

struct qi_maze {
    qi_allocator allocator;
    uint32_t side;
    qi_point start;
    uint8_t cells[]; /* side * side; the border is wall, so a walk never leaves the array */
};

/* A maze whose cells and start are yet to be set. */
qi_result qi_maze_allocate(uint32_t side, const qi_allocator *allocator, qi_maze **maze);

static inline uint8_t qi_maze_code(unsigned square, bool is_o)
{
    return (uint8_t)(CELL_FIRST_MOVE + 2 * square + is_o);
}

static inline bool qi_maze_is_move(uint8_t code)
{
    return code >= CELL_FIRST_MOVE;
}

static inline unsigned qi_maze_move_square(uint8_t code)
{
    return (code - CELL_FIRST_MOVE) / 2U;
}

static inline qi_maze_letter qi_maze_move_letter(uint8_t code)
{
    return (code - CELL_FIRST_MOVE) % 2U ? QI_MAZE_O : QI_MAZE_M;
}

/* The offsets of a point's neighbours in each direction. */
static inline void qi_maze_offsets(uint32_t side, uint32_t offsets[4])
{
    offsets[QI_MAZE_NORTH] = 0U - side;
    offsets[QI_MAZE_EAST] = 1;
    offsets[QI_MAZE_SOUTH] = side;
    offsets[QI_MAZE_WEST] = 0U - 1U;
}

/* How many moves there are, how many sets of squares, and the lines of a board. */
enum {
    QI_MAZE_CODES = CELL_CODES - CELL_FIRST_MOVE,
    QI_MAZE_SETS = 1 << QI_MAZE_SQUARES,
    QI_MAZE_LINES = 8
};
extern const uint8_t qi_maze_lines[QI_MAZE_LINES][3];

/* The board with M in a set of squares and nothing else. */
qi_maze_board qi_maze_board_of(unsigned squares);

/* qi_maze_search, and the moves that can be made with each set of filled squares: bit code -
 * CELL_FIRST_MOVE. */
qi_result qi_maze_explore(const qi_maze *maze, qi_maze_reach *reach, uint32_t shores[QI_MAZE_SETS]);

/* Writes the move of a cell: "M13". */
void qi_maze_put_move(qi_writer *writer, uint8_t code);

/* ---- states.c: the states (cell, board) in the order of their distance from the start, as far as
 * they are needed to find some winning boards ---- */

typedef struct qi_maze_states qi_maze_states;

/* How a winning board was reached first. */
typedef struct qi_maze_end {
    qi_point at;
    uint32_t time;     /* the number of steps */
    uint8_t direction; /* of the last one */
} qi_maze_end;

/* Searches until all boards of `wanted` that can be reached are found (NULL: all that can). */
qi_result qi_maze_states_new(const qi_maze *maze, const qi_maze_set *wanted,
                             qi_maze_states **states);
void qi_maze_states_free(qi_maze_states *states);

/* The boards found, and how one of them was. */
const qi_maze_set *qi_maze_states_boards(const qi_maze_states *states);
const qi_maze_end *qi_maze_states_end(const qi_maze_states *states, qi_maze_board board);

/* The direction of the step that led to a state which was entered at `time` > 0. `wrote` gets
 * whether that step wrote a letter: then the board was another one before. */
unsigned qi_maze_states_back(const qi_maze_states *states, qi_maze_board board, uint32_t row,
                             uint32_t column, uint32_t time, bool *wrote);

/* The board after a letter is written: the same board when the square is filled. */
qi_maze_board qi_maze_board_put(qi_maze_board board, qi_maze_letter letter, unsigned square);

/* Whether a board is in a set. */
static inline bool qi_maze_set_has(const qi_maze_set *set, qi_maze_board board)
{
    return board < QI_MAZE_BOARDS && (set->words[board / 64] >> (board % 64) & 1) != 0;
}

#endif
