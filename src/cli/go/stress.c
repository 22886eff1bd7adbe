#include "cli/lab/lab.h"
#include "cli/verbs.h"

int cli_go_stress(int argc, char **argv)
{
    return cli_lab_stress(&lab_go, argc, argv);
}
