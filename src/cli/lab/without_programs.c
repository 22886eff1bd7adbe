/* Where no other programs are run (meson.build): the verbs that would say so, and no processes. */
#include "base/processes.h"
#include "cli/lab/lab.h"
#include "cli/verbs.h"

static int say_no(const char *command)
{
    return cli_fail(&(cli_spec){.command = command}, "this verb is for Linux only");
}

int cli_arena(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return say_no("qi arena");
}

int cli_stress(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return say_no("qi stress");
}

int cli_lab_stress(const cli_game *parent, int argc, char **argv)
{
    (void)parent;
    return cli_stress(argc, argv);
}

/* Nothing fails, so there is nothing to draw. */
void cli_lab_draw_stones(cli_out *out, const qi_lab_failure_report *report, cli_medium medium)
{
    (void)out;
    (void)report;
    (void)medium;
}

int cli_lab_package(const cli_game *parent, int argc, char **argv)
{
    (void)parent;
    (void)argc;
    (void)argv;
    return say_no("qi package");
}

void qi_processes_guard(void)
{
}

void qi_processes_end_below(pid_t root)
{
    (void)root;
}
