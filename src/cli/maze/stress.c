#include "cli/lab/lab.h"
#include "cli/verbs.h"

int cli_maze_stress(int argc, char **argv)
{
    return cli_lab_stress(&lab_maze, argc, argv);
}
