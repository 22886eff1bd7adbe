#include "cli/cli.h"

#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <windows.h>

/* Bytes as they are, Chinese and colours on a console. */
void cli_host_start(void)
{
    for (int i = 0; i <= 2; i++)
        _setmode(i, _O_BINARY);
    setvbuf(stderr, NULL, _IONBF, 0); /* not later than what stdout has meanwhile */
    SetConsoleOutputCP(CP_UTF8);
    for (DWORD name = STD_ERROR_HANDLE;; name = STD_OUTPUT_HANDLE) {
        const HANDLE console = GetStdHandle(name);
        DWORD mode;
        if (GetConsoleMode(console, &mode))
            SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
        if (name == STD_OUTPUT_HANDLE)
            break;
    }
}

/* isatty() holds for NUL too. */
bool cli_is_terminal(int descriptor)
{
    DWORD mode;
    return GetConsoleMode((HANDLE)_get_osfhandle(descriptor), &mode);
}

size_t cli_terminal_width(void)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    return GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &info) && info.dwSize.X >= 40
               ? (size_t)info.dwSize.X
               : 80;
}

size_t cli_terminal_height(void)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    return GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &info)
               ? (size_t)(info.srWindow.Bottom - info.srWindow.Top + 1)
               : 24;
}

uint64_t cli_cores(void)
{
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    return system.dwNumberOfProcessors;
}

void cli_ignore_broken_pipes(void)
{
    /* There is no such signal. */
}

bool cli_set_variable(const char *name, const char *value)
{
    return _putenv_s(name, value) == 0;
}

struct cli_keys {
    DWORD before;
};

cli_keys *cli_keys_start(void)
{
    const HANDLE console = GetStdHandle(STD_INPUT_HANDLE);
    cli_keys *keys = malloc(sizeof *keys);
    if (!keys || !GetConsoleMode(console, &keys->before)) {
        free(keys);
        return NULL;
    }
    SetConsoleMode(console, (keys->before & ~(DWORD)(ENABLE_LINE_INPUT | ENABLE_ECHO_INPUT |
                                                     ENABLE_PROCESSED_INPUT)) |
                                ENABLE_VIRTUAL_TERMINAL_INPUT);
    return keys;
}

void cli_keys_end(cli_keys *keys)
{
    SetConsoleMode(GetStdHandle(STD_INPUT_HANDLE), keys->before);
    free(keys);
}

bool cli_keys_wait(void)
{
    return true; /* reading waits, and no size is watched */
}

/* ---- signals ------------------------------------------------------------------------------ */

/* A handler of signals knows only globals. */
static cli_watch *_Atomic current;

static void note(int signal_number)
{
    cli_watch *const watch = atomic_load(&current);
    if (watch) {
        atomic_store(&watch->signal, signal_number);
        qi_stop_set(&watch->stop);
    }
}

void cli_watch_start(cli_watch *watch)
{
    qi_stop_clear(&watch->stop);
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
