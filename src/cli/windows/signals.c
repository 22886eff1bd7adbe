/* Signals that ask to end: the work is told and can end in order. */
#include "cli/cli.h"

/* A handler of signals knows only globals. */
static cli_watch *_Atomic current;

static void note(int signal_number)
{
    cli_watch *const watch = atomic_load(&current);
    if (watch) {
        atomic_store(&watch->signal, signal_number);
        atomic_store(&watch->stop, true);
    }
}

void cli_watch_start(cli_watch *watch)
{
    atomic_init(&watch->stop, false);
    atomic_init(&watch->signal, 0);
    atomic_store(&current, watch);
    signal(SIGINT, note);
    signal(SIGTERM, note);
}

int cli_watch_end(cli_watch *watch, int status)
{
    atomic_store(&current, NULL);
    const int came = atomic_load(&watch->signal);
    return came && status != CLI_BAD ? 128 + came : status;
}
