/*
 * Shortest walks to winning boards, for mazes with few moves: leg by leg from move to move, however
 * large the maze is.
 */
#ifndef QI_MAZE_ROUTES_H
#define QI_MAZE_ROUTES_H

#include "maze/maze.h"

typedef struct qi_maze_routes qi_maze_routes;

/* Where a letter was written, and when. */
typedef struct qi_maze_halt {
    qi_point at;
    uint32_t time; /* steps from the start */
} qi_maze_halt;

/* Whether a maze has so few moves that this is the best way. */
bool qi_maze_routes_fit(const qi_maze *maze);

/* Finds the shortest walks to all boards of `wanted` that can be reached (NULL: to all that can).
 */
qi_result qi_maze_routes_new(const qi_maze *maze, const qi_maze_set *wanted,
                             qi_maze_routes **routes);
void qi_maze_routes_free(qi_maze_routes *routes);

/* The boards found, and where the walk to one of them ends. */
const qi_maze_set *qi_maze_routes_boards(const qi_maze_routes *routes);
qi_maze_halt qi_maze_routes_end(const qi_maze_routes *routes, qi_maze_board board);

/* Where the leg began that ends with `halt` and led away with this board: on the start, at time 0,
 * if the board is empty. */
qi_maze_halt qi_maze_routes_back(const qi_maze_routes *routes, qi_maze_board board,
                                 qi_maze_halt halt);

/* Writes the steps (N, E, S, W) of that leg. Returns the squares of the moves that are passed. */
unsigned qi_maze_routes_steps(const qi_maze_routes *routes, qi_maze_board board, qi_point from,
                              qi_point to, char *steps);

#endif
