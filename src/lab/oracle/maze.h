/*
 * The oracle of Maze Tac Toe: plain breadth-first search over (cell, board).
 *
 * It is written from the rules alone and shares no code with the engine in src/maze, so that the
 * two can be compared.
 *
 * A board is a number below 19,683: the sum over the squares of its digit (0 empty, 1 'M', 2 'O')
 * times 3 to the power of the square, square = 3 * (row - 1) + column - 1, so that square 0 is the
 * top left one.
 */
#ifndef QI_LAB_ORACLE_MAZE_H
#define QI_LAB_ORACLE_MAZE_H

#include "base/buffer.h"

#include <qi/base.h>

enum { QI_ORACLE_MAZE_BOARDS = 19683 };

enum { QI_ORACLE_MAZE_WALL = -1, QI_ORACLE_MAZE_OPEN = -2, QI_ORACLE_MAZE_START = -3 };

typedef struct qi_oracle_maze {
    uint32_t side;
    qi_allocator memory;
    /* cells[row * side + column]: one of the three above, or 3 * row + column of the square that
     * is filled, plus 9 when with 'O' instead of 'M'. */
    int8_t *cells;
} qi_oracle_maze;

/* Reads the problem's text. False when it is not of that form (one start, walls all round, known
 * cells) or there is no memory. End it in any case. */
bool qi_oracle_maze_read(qi_oracle_maze *maze, const char *text, size_t length,
                         const qi_allocator *allocator);
void qi_oracle_maze_end(qi_oracle_maze *maze);

/* The letter ('M', 'O' or '.') of a square of a board. */
char qi_oracle_maze_letter(uint32_t board, int square);

enum { QI_ORACLE_MAZE_NEVER = UINT32_MAX };

/* Finds every winning board that can be reached: steps[board] gets the length of a shortest walk
 * that ends with it, QI_ORACLE_MAZE_NEVER for every other board; `steps` has
 * QI_ORACLE_MAZE_BOARDS entries. `states`, when not NULL, gets the number of (cell, board) pairs
 * visited. Returns the number of winning boards, or -1 when there is no memory. */
int qi_oracle_maze_search(const qi_oracle_maze *maze, uint32_t *steps, uint64_t *states);

/* Answers the problem's input with the number of winning boards, using the memory of the output.
 * False if the text is not a valid input or there is no memory. */
bool qi_oracle_maze_answer(const char *text, size_t length, qi_buffer *output);

#endif
