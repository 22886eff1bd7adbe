/* What the verbs of the maze room share. */
#ifndef QI_CLI_MAZE_MAZE_H
#define QI_CLI_MAZE_MAZE_H

#include "cli/cli.h"

#include <qi/maze.h>

#define MAZE_FORMAT                                                                                \
    "The maze: its side N on the first line, then N lines of N cells of three\n"                   \
    "characters: '###' wall, '...' floor, 'BBB' start, 'Mij' or 'Oij' a move.\n"

/* Reads a maze from `path` (NULL: standard input). Returns CLI_GO_ON, or CLI_BAD after having said
 * why. The caller frees the maze. */
int maze_read(const cli_spec *spec, const char *path, qi_maze **maze);

/* Reads the argument of --board. */
int maze_read_board(const cli_spec *spec, const char *text, qi_maze_board *board);

/* A walk: its cells from the start to the end, `length` + 1 of them. */
typedef struct maze_walk {
    qi_maze_board board; /* at the end */
    uint32_t length;
    qi_point *cells;
    size_t capacity; /* of cells, which grows as needed */
} maze_walk;

/* Takes a walk to a board, which must be among the walks, into `walk`. */
int maze_take_walk(const cli_spec *spec, const qi_maze_walks *walks, qi_maze_board board,
                   maze_walk *walk);

/* The nearest of the boards, and the first one of those equally near. */
qi_maze_board maze_nearest(const qi_maze_walks *walks);

/* The name of a move, "M13". */
void maze_move_name(qi_maze_cell cell, char name[4]);

/* Follows a walk. */
typedef struct maze_steps {
    const qi_maze *maze;
    const maze_walk *walk;
    qi_maze_walker walker;
    char direction; /* of the last step: N, E, S or W */
    char move[4];   /* the move made with it, or "" */
} maze_steps;

maze_steps maze_follow(const qi_maze *maze, const maze_walk *walk);
/* Takes the next step; false at the end. */
bool maze_next_step(maze_steps *steps);

#endif
