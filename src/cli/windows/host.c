#include "cli/host.h"
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
