/* The verbs of the maze room. */
#include "cli/cli.h"
#include "cli/verbs.h"

static const cli_verb verbs[] = {
    {"count", "count or list the winning boards that can be reached", cli_maze_count},
    {"walk", "a shortest walk to a winning board, or to all", cli_maze_walk},
    {"check", "check a count, or walks", cli_maze_check},
    {"show", "a maze and a walk in the terminal, or as SVG", cli_maze_show},
    {"generate", "print a valid input, the same for a seed on every machine", cli_maze_generate},
    {"stress", "run a program on generated inputs and shrink the first failure", cli_maze_stress},
    {"oracle", "a second opinion: the slow, independent referee", cli_maze_oracle},
    {0}};

const cli_room cli_maze_room = {"maze", "Maze Tac Toe: every winning board that a walk can reach",
                                verbs};
