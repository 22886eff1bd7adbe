#include "cli/cli.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

/* A descriptor that was closed is open for the wrong direction, so that using it fails as if it
 * were still closed. */
void cli_host_start(void)
{
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
        if (fcntl(i, F_GETFD) < 0 &&
            open("/dev/null", i == STDIN_FILENO ? O_WRONLY : O_RDONLY) != i)
            _exit(CLI_BAD);
}

bool cli_is_terminal(int descriptor)
{
    return isatty(descriptor);
}

size_t cli_terminal_width(void)
{
    enum { DEFAULT_WIDTH = 80, MIN_WIDTH = 40 };
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return DEFAULT_WIDTH;
    return size.ws_col < MIN_WIDTH ? MIN_WIDTH : size.ws_col;
}

size_t cli_terminal_height(void)
{
    enum { DEFAULT_HEIGHT = 24 };
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 ? DEFAULT_HEIGHT
                                                                            : size.ws_row;
}

uint64_t cli_cores(void)
{
    enum { MAX = 256 };
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores < MAX ? (uint64_t)cores : MAX;
}

void cli_ignore_broken_pipes(void)
{
    signal(SIGPIPE, SIG_IGN);
}

bool cli_set_variable(const char *name, const char *value)
{
    return setenv(name, value, 1) == 0;
}

static void do_nothing(int signal)
{
    (void)signal;
}

struct cli_keys {
    struct termios before;
    struct sigaction resized;
};

cli_keys *cli_keys_start(void)
{
    cli_keys *keys = malloc(sizeof *keys);
    if (!keys || tcgetattr(STDIN_FILENO, &keys->before) != 0) {
        free(keys);
        return NULL;
    }
    struct termios raw = keys->before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
    raw.c_iflag &= ~(tcflag_t)ICRNL;
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    const struct sigaction interrupt = {.sa_handler = do_nothing};
    sigaction(SIGWINCH, &interrupt, &keys->resized);
    return keys;
}

void cli_keys_end(cli_keys *keys)
{
    sigaction(SIGWINCH, &keys->resized, NULL);
    tcsetattr(STDIN_FILENO, TCSANOW, &keys->before);
    free(keys);
}

bool cli_keys_wait(void)
{
    enum { MILLISECONDS = 250 };
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&input, 1, MILLISECONDS) > 0;
}

/* ---- signals ------------------------------------------------------------------------------ */

struct cli_signals {
    sigset_t awaited, before; /* before: those that were blocked */
    pthread_t thread, caller;
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

/* Waits for the next signal. */
static bool take_signal(cli_watch *watch)
{
    int signal = 0;
    if (sigwait(&watch->signals->awaited, &signal) != 0)
        return false;
    if (signal != SIGUSR1) {
        atomic_store(&watch->signal, signal);
        qi_stop_set(&watch->stop);
    }
    return true;
}

static bool is_pending(const cli_signals *signals)
{
    sigset_t pending;
    sigpending(&pending);
    for (int signal = 1; signal < NSIG; signal++)
        if (sigismember(&pending, signal) == 1 && sigismember(&signals->awaited, signal) == 1)
            return true;
    return false;
}

/* After the first signal the caller is interrupted again and again: it may wait where it does not
 * see the stop, for the reader of a pipe that it opens. */
static void *wait_for_signals(void *context)
{
    cli_watch *const watch = context;
    const struct timespec moment = {0, 50000000};
    while (take_signal(watch) && (!atomic_load(&watch->over) || is_pending(watch->signals)))
        while (qi_stop_is_set(&watch->stop) && !is_pending(watch->signals)) {
            nanosleep(&moment, NULL);
            pthread_kill(watch->signals->caller, SIGURG);
        }
    return NULL;
}

void cli_watch_start(cli_watch *watch)
{
    qi_stop_clear(&watch->stop);
    atomic_init(&watch->signal, 0);
    atomic_init(&watch->over, false);
    cli_ignore_broken_pipes();
    cli_signals *const signals = malloc(sizeof *signals);
    watch->signals = signals;
    if (!signals)
        return; /* they end us, as they are used to */
    signals->awaited = find_awaited();
    signals->caller = pthread_self();
    /* SIGURG, which nobody else sends, interrupts calls: it has a handler, and SA_RESTART is not
     * set. */
    const struct sigaction interrupt = {.sa_handler = do_nothing};
    sigaction(SIGURG, &interrupt, NULL);
    const bool blocked = pthread_sigmask(SIG_BLOCK, &signals->awaited, &signals->before) == 0;
    if (blocked && pthread_create(&signals->thread, NULL, wait_for_signals, watch) == 0)
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
