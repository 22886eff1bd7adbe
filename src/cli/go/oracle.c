#include "cli/lab/lab.h"
#include "cli/verbs.h"

int cli_go_oracle(int argc, char **argv)
{
    return cli_lab_oracle(&lab_go, argc, argv);
}
