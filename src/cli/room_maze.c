/* The verbs of the maze room. */
#include "cli/bench.h"
#include "cli/cli.h"

static const cli_verb verbs[] = {{0}};

const cli_room cli_maze_room = {"maze", "Maze Tac Toe: every winning board that a walk can reach",
                                verbs};

const bench_engine bench_maze[] = {{0}};
