/* Pictures of a maze, with or without a walk on it. */
#ifndef QI_CLI_MAZE_PICTURE_H
#define QI_CLI_MAZE_PICTURE_H

#include "cli/lab/lab.h"
#include "cli/maze/maze.h"
#include "maze/trail.h"

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
void maze_draw_finding(cli_out *out, const qi_lab_finding *finding, cli_medium medium);

#endif
