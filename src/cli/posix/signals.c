/* Signals that ask to end: a thread waits for them, so that the work is told and can end in order.
 */
#include "cli/cli.h"
#include "cli/host.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct cli_signals {
    sigset_t awaited, before; /* before: those that were blocked */
    pthread_t thread;
};

/* The signals that ask to end, and SIGUSR1, by which cli_watch_end wakes the thread. One that is
 * ignored, as after nohup, stays so. */
static sigset_t find_awaited(void)
{
    static const int list[] = {SIGINT, SIGTERM, SIGHUP};
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        struct sigaction now;
        if (sigaction(list[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
            sigaddset(&signals, list[i]);
    }
    return signals;
}

static void *wait_for_signal(void *context)
{
    cli_watch *watch = context;
    int signal = 0;
    while (sigwait(&watch->signals->awaited, &signal) == 0) {
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
    atomic_init(&watch->stop, false);
    atomic_init(&watch->signal, 0);
    atomic_init(&watch->over, false);
    cli_ignore_broken_pipes();
    cli_signals *const signals = malloc(sizeof *signals);
    watch->signals = signals;
    if (!signals)
        return; /* they end us, as they are used to */
    signals->awaited = find_awaited();
    const bool blocked = pthread_sigmask(SIG_BLOCK, &signals->awaited, &signals->before) == 0;
    if (blocked && pthread_create(&signals->thread, NULL, wait_for_signal, watch) == 0)
        return;
    if (blocked)
        pthread_sigmask(SIG_SETMASK, &signals->before, NULL);
    watch->signals = NULL;
    free(signals);
}

int cli_watch_end(cli_watch *watch, int status)
{
    cli_signals *const signals = watch->signals;
    if (signals) {
        atomic_store(&watch->over, true);
        pthread_kill(signals->thread, SIGUSR1);
        pthread_join(signals->thread, NULL);
        pthread_sigmask(SIG_SETMASK, &signals->before, NULL);
        free(signals);
    }
    const int signal = atomic_load(&watch->signal);
    return signal && status != CLI_BAD ? 128 + signal : status;
}
