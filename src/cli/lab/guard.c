/* What all verbs have in common that run programs. */
#include "base/processes.h"
#include "cli/lab/lab.h"

void cli_lab_begin(cli_watch *watch)
{
    qi_processes_adopt();
    cli_watch_start(watch);
}

int cli_lab_end(cli_watch *watch, int status)
{
    qi_processes_end_orphans(NULL, 0);
    return cli_watch_end(watch, status);
}

void cli_lab_put_success(cli_out *out, uint64_t cases, bool interrupted)
{
    if (cases)
        cli_printf(out, "%llu {case|cases}, no failure%s\n", (unsigned long long)cases,
                   interrupted ? " (interrupted)" : "");
    else
        cli_printf(out, "no case was run to its end%s\n", interrupted ? " (interrupted)" : "");
}
