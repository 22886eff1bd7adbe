/* Shared by the verbs of qi maze. */
#ifndef QI_CLI_MAZE_MAZE_H
#define QI_CLI_MAZE_MAZE_H

#include "cli/json.h"
#include "cli/lab/lab.h"
#include "maze/trail.h"

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

/* ---- pictures, with or without a walk ------------------------------------------------------ */

typedef struct maze_picture {
    const qi_maze *maze;
    const qi_maze_trail *walk; /* or NULL */
    bool ascii;                /* terminal: only ASCII characters */
    bool colour;               /* terminal: use colours */
} maze_picture;

/* For the terminal: three characters per cell. An arrow on a cell shows where the walk left it
 * last; the board is drawn beside the maze. False if there is no memory. */
bool maze_terminal(cli_out *out, const maze_picture *picture);

/* A whole SVG document. */
void maze_svg(cli_out *out, const maze_picture *picture);

/* Draws a case of the laboratory, with the walk to its nearest winning board if there is one. */
void maze_draw_failure(cli_out *out, const qi_lab_failure_report *report, cli_medium medium);

#endif
