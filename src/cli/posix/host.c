#include "cli/host.h"
#include "cli/cli.h"

#include <fcntl.h>
#include <stdlib.h>
#include <termios.h>
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

uint64_t cli_cores(void)
{
    enum { MOST = 256 };
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores < MOST ? (uint64_t)cores : MOST;
}

void cli_ignore_broken_pipes(void)
{
    signal(SIGPIPE, SIG_IGN);
}

bool cli_set_variable(const char *name, const char *value)
{
    return setenv(name, value, 1) == 0;
}

struct cli_keys {
    struct termios before;
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
    return keys;
}

void cli_keys_end(cli_keys *keys)
{
    tcsetattr(STDIN_FILENO, TCSANOW, &keys->before);
    free(keys);
}
