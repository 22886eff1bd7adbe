#include "cli/cli.h"
#include "cli/language.h"
#include "cluster/cluster.h"

#include <stdlib.h>

void cli_vsay(const char *format, va_list arguments)
{
    qi_buffer english = {0}, chinese = {0};
    if (cli_is_chinese()) {
        va_list again;
        va_copy(again, arguments);
        if (qi_buffer_vprintf(&english, format, again))
            cli_put_chinese(&chinese, english.bytes, english.length);
        va_end(again);
    }
    if (chinese.length && !chinese.failed)
        fwrite(chinese.bytes, 1, chinese.length, stderr);
    else
        vfprintf(stderr, format, arguments);
    qi_buffer_free(&english);
    qi_buffer_free(&chinese);
}

void cli_say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    cli_vsay(format, arguments);
    va_end(arguments);
}

bool cli_is_quiet(void)
{
    const char *const quiet = getenv("QI_QUIET");
    return quiet && *quiet;
}

void cli_remark(const char *format, ...)
{
    if (cli_is_quiet())
        return;
    va_list arguments;
    va_start(arguments, format);
    cli_vsay(format, arguments);
    va_end(arguments);
}

int cli_fail(const cli_spec *spec, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s: ", spec->command);
    cli_vsay(format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return CLI_BAD;
}

int cli_fail_text(const char *file, const qi_text_error *error)
{
    fprintf(stderr, "%s:%llu:%llu: ", file, (unsigned long long)error->line,
            (unsigned long long)error->column);
    cli_say("found %s, expected %s\n", error->found, error->expected);
    return CLI_BAD;
}

int cli_fail_result(const cli_spec *spec, const char *file, qi_result result,
                    const qi_text_error *error)
{
    if (result == QI_BAD_TEXT)
        return cli_fail_text(file, error);
    return cli_fail(spec, "%s: %s", file, qi_result_text(result));
}

int cli_fail_with(const cli_spec *spec, qi_result result)
{
    return cli_fail(spec, "%s", qi_result_text(result));
}

int cli_agree(const cli_spec *spec, bool good, const char *why)
{
    char reason[512];
    uint32_t who;
    snprintf(reason, sizeof reason, "%s", why);
    if (cluster_agree(good, reason, sizeof reason, &who))
        return CLI_GO_ON;
    return cluster_size() == 1 ? cli_fail(spec, "%s", reason)
                               : cli_fail(spec, "rank %u: %s", who, reason);
}
