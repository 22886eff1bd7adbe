/* Shared by the verbs of qi maze. */
#ifndef QI_CLI_MAZE_MAZE_H
#define QI_CLI_MAZE_MAZE_H

#include "cli/json.h"
#include "cli/lab/lab.h"

#include <qi/maze_steps.h>

#define MAZE_FORMAT                                                                                \
    "\nThe maze: its side N on the first line, then N lines of N cells. A cell has\n"              \
    "three characters: '###' wall, '...' floor, 'BBB' start, 'Mij' or 'Oij' a move.\n"

/* Reads a maze from `path` (NULL: standard input). Returns CLI_GO_ON, or CLI_BAD after
 * explaining why. The caller frees the maze. */
int maze_read(const cli_spec *spec, const char *path, qi_maze **maze);

/* Finds shortest walks to the boards of `wanted` (NULL: to all). Returns CLI_GO_ON, or CLI_BAD
 * after explaining why. The caller frees the walks. */
int maze_find_walks(const cli_spec *spec, const qi_maze *maze, const qi_maze_set *wanted,
                    qi_maze_walks **walks);

/* Reads the argument of --board and adds it to a set. Returns as above. */
int maze_read_board(const cli_spec *spec, const char *text, qi_maze_set *wanted);

/* The three rows of a board that qi_maze_board_write wrote. */
json_t *maze_board_json(const char *board);

/* ---- walks as cells, for drawing and printing ---------------------------------------------- */

/* `length` + 1 cells, from the start to the end. Set `maze`, and the rest to zero, before use. */
typedef struct maze_trail {
    const qi_maze *maze;
    qi_maze_board board; /* at the end */
    uint32_t length;
    qi_point *cells; /* freed by the owner of the trail */
} maze_trail;

/* Takes the walk to a board, which must be among the walks of the same maze. False if there is no
 * memory. */
bool maze_trail_take(maze_trail *trail, const qi_maze_walks *walks, qi_maze_board board);

/* Walks `count` steps as far as the rules allow. `*last` is what became of the last step tried:
 * when it is QI_MAZE_BLOCKED or QI_MAZE_OVER, that step is the one after the end of the trail.
 * False if there is no memory. */
bool maze_trail_walk(maze_trail *trail, const char *steps, size_t count, qi_maze_step_result *last);

/* Follows a trail. */
typedef struct maze_steps {
    const maze_trail *trail;
    qi_maze_walker walker;
    char direction; /* of the last step: N, E, S or W */
    char move[4];   /* the move made with the last step, or "" */
} maze_steps;

maze_steps maze_follow(const maze_trail *trail);
/* Takes the next step; false at the end. */
bool maze_next_step(maze_steps *steps);

/* The nearest of the boards, and the first one of those equally near; QI_MAZE_NO_BOARD if no
 * board is reached. */
qi_maze_board maze_nearest(const qi_maze_walks *walks);

/* The name of a move, "M13". */
void maze_move_name(qi_maze_cell cell, char name[4]);

/* ---- pictures, with or without a walk ------------------------------------------------------ */

typedef struct maze_picture {
    const qi_maze *maze;
    const maze_trail *walk; /* or NULL */
    bool ascii;             /* terminal: only ASCII characters */
    bool colour;            /* terminal: use colours */
} maze_picture;

/* For the terminal: three characters per cell. An arrow on a cell shows where the walk left it
 * last; the board is drawn beside the maze. False if there is no memory. */
bool maze_terminal(cli_out *out, const maze_picture *picture);

/* A whole SVG document. */
void maze_svg(cli_out *out, const maze_picture *picture);

/* Draws a case of the laboratory, with the walk to its nearest winning board if there is one. */
void maze_draw_failure(cli_out *out, const qi_lab_failure_report *report, cli_medium medium);

#endif
