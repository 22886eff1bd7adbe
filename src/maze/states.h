/*
 * The states (cell, board) in the order of their distance from the start, as far as they are
 * needed to find some winning boards.
 */
#ifndef QI_MAZE_STATES_H
#define QI_MAZE_STATES_H

#include "maze/maze.h"

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

#endif
