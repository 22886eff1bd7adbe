#include "cli/lab/lab.h"
#include "cli/verbs.h"

int cli_nogo_oracle(int argc, char **argv)
{
    return cli_lab_oracle(&lab_nogo, argc, argv);
}
