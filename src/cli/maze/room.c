/* The verbs of the maze room, and what it tells the laboratory. */
#include "cli/lab/lab.h"
#include "cli/maze/picture.h"
#include "cli/verbs.h"

static int lab_options(cli_lab_verb verb, cli_lab_wishes *wishes, cli_option *table)
{
    int count = 0;
    if (verb == CLI_GENERATE) {
        table[count++] =
            opt_number("size", "N", &wishes->side, "9", QI_MAZE_LEAST_SIDE, QI_MAZE_MOST_SIDE,
                       "side of the maze in cells, with its border");
        table[count++] =
            opt_number("walls", "P", &wishes->walls, NULL, 0, 100,
                       "percentage of walls among the inner cells (default: by the family)");
        table[count++] =
            opt_number("cells", "P", &wishes->cells, NULL, 0, 100,
                       "percentage of moves among the open cells (default: by the family)");
    } else if (verb == CLI_STRESS) {
        table[count++] =
            opt_number("size-min", "N", &wishes->least, "0", 0, 100, "smallest side, in cells");
        table[count++] = opt_number("size-max", "N", &wishes->side, NULL, QI_MAZE_LEAST_SIDE, 100,
                                    "largest side, in cells (default: 25)");
    }
    return count;
}

static const struct cli_lab lab = {&qi_lab_maze, lab_options, maze_draw_finding};

static const cli_verb verbs[] = {
    {"count", "count or list the winning boards that can be reached", .run = cli_maze_count},
    {"walk", "find shortest walks to winning boards", .run = cli_maze_walk},
    {"check", "judge a count, or walks", .run = cli_maze_check},
    {"show", "draw a maze, with a walk on it", .run = cli_maze_show},
    CLI_LAB_VERBS,
    {0}};

const cli_room cli_maze_room = {"maze", "Maze Tac Toe: every winning board that a walk can reach",
                                verbs, &lab};
