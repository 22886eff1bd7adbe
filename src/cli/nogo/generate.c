#include "cli/lab/lab.h"
#include "cli/verbs.h"

int cli_nogo_generate(int argc, char **argv)
{
    return cli_lab_generate(&lab_nogo, argc, argv);
}
