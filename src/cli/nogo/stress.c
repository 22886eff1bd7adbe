#include "cli/lab/lab.h"
#include "cli/verbs.h"

int cli_nogo_stress(int argc, char **argv)
{
    return cli_lab_stress(&lab_nogo, argc, argv);
}
