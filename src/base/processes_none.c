/* Instead of processes.c, where no programs are run. */
#include "base/processes.h"

void qi_processes_guard(void)
{
}

void qi_processes_end_below(pid_t root)
{
    (void)root;
}
