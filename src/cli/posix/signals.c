/* Signals that ask to end: a thread waits for them, so that the work is told and can end in order.
 */
#include "base/processes.h"
#include "cli/cli.h"
#include "cli/host.h"

#include <stdlib.h>
#include <unistd.h>

static sigset_t awaited(void)
{
    static const int list[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1 /* the work is done */};
    sigset_t signals;
    sigemptyset(&signals);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        sigaddset(&signals, list[i]);
    return signals;
}

static void *wait_for_signal(void *context)
{
    cli_watch *watch = context;
    const sigset_t signals = awaited();
    int signal = 0;
    while (sigwait(&signals, &signal) == 0) {
        if (signal == SIGUSR1) { /* from cli_watch_end; anybody else's is ignored */
            if (atomic_load(&watch->over))
                break;
            continue;
        }
        atomic_store(&watch->signal, signal);
        atomic_store(&watch->stop, true);
    }
    return NULL;
}

void cli_watch_start(cli_watch *watch)
{
    const sigset_t signals = awaited();
    atomic_init(&watch->stop, false);
    atomic_init(&watch->signal, 0);
    atomic_init(&watch->over, false);
    cli_ignore_broken_pipes();
    sigset_t *const before = malloc(sizeof *before);
    watch->before = before;
    watch->waiting = before && pthread_sigmask(SIG_BLOCK, &signals, before) == 0;
    if (watch->waiting && pthread_create(&watch->thread, NULL, wait_for_signal, watch) != 0) {
        watch->waiting = false; /* then they end us, as they are used to */
        pthread_sigmask(SIG_SETMASK, before, NULL);
    }
}

int cli_watch_end(cli_watch *watch, int status)
{
    if (watch->waiting) {
        atomic_store(&watch->over, true);
        pthread_kill(watch->thread, SIGUSR1);
        pthread_join(watch->thread, NULL);
        pthread_sigmask(SIG_SETMASK, watch->before, NULL);
    }
    free(watch->before);
    const int signal = atomic_load(&watch->signal);
    return signal && status != CLI_BAD ? 128 + signal : status;
}
