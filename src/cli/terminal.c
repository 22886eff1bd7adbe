#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool cli_is_able_terminal(int descriptor)
{
    const char *kind = getenv("TERM");
    return cli_is_terminal(descriptor) && !(kind && strcmp(kind, "dumb") == 0);
}

void cli_progress_start(cli_progress *progress)
{
    const double now = qi_seconds();
    *progress = (cli_progress){.begun = now,
                               .last = now,
                               .active = cli_is_able_terminal(STDERR_FILENO) && !cli_is_quiet()};
}

void cli_progress_set(cli_progress *progress, double done, double all, double seconds)
{
    const double part = all > 0 ? done / all : 0;
    const double past = seconds > 0 ? (qi_seconds() - progress->begun) / seconds : 0;
    progress->share = part > past ? part : past;
}

/* How long it will take, if it goes on as it has. */
static void say_rest(const cli_progress *progress)
{
    enum { MINUTE = 60, HOUR = 3600 };
    const double past = qi_seconds() - progress->begun;
    if (past < 2 || progress->share - progress->before < 0.001 || progress->share >= 1)
        return;
    const double rest = past * (1 - progress->share) / (progress->share - progress->before);
    if (rest < 2 * MINUTE)
        cli_say(", %.0f s left", rest);
    else if (rest < 2 * HOUR)
        cli_say(", %.0f min left", rest / MINUTE);
    else
        cli_say(", %.1f h left", rest / HOUR);
}

bool cli_progress_due(cli_progress *progress)
{
    const double first = 1, again = 0.1; /* seconds */
    if (!progress->active)
        return false;
    const double now = qi_seconds();
    if (now - progress->begun < first || now - progress->last < again)
        return false;
    progress->last = now;
    return true;
}

void cli_progress_line(cli_progress *progress, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("\r\033[K", stderr);
    cli_vsay(format, arguments);
    say_rest(progress);
    fflush(stderr);
    va_end(arguments);
    progress->drawn = true;
}

void cli_progress_end(cli_progress *progress)
{
    if (progress->drawn)
        fputs("\r\033[K", stderr);
    progress->drawn = false;
}
