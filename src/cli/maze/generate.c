#include "cli/lab/lab.h"
#include "cli/verbs.h"

int cli_maze_generate(int argc, char **argv)
{
    return cli_lab_generate(&lab_maze, argc, argv);
}
