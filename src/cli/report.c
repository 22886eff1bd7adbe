#include "base/text.h"
#include "cli/cli.h"
#include "cli/language.h"

#include <stdlib.h>
#include <string.h>

/* What is said may hold names and words of others. */
static void show(const char *text, size_t length)
{
    char chunk[512 + QI_SHOWN_BYTES];
    size_t used = 0;
    for (size_t i = 0; i < length;) {
        i += qi_show_character(text + i, length - i, true, chunk + used);
        used += strlen(chunk + used);
        if (used >= 512 || i == length) {
            fwrite(chunk, 1, used, stderr);
            used = 0;
        }
    }
}

void cli_show_error(const char *text)
{
    show(text, strlen(text));
}

void cli_vsay(const char *format, va_list arguments)
{
    char small[1024]; /* enough where there is no memory */
    qi_buffer large = {0}, chinese = {0};
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(small, sizeof small, format, again);
    va_end(again);
    const bool is_large =
        length >= (int)sizeof small && qi_buffer_vprintf(&large, format, arguments);
    const char *const english = is_large ? large.bytes : small;
    if (length > 0 && cli_is_chinese())
        cli_put_chinese(&chinese, english, strlen(english));
    if (chinese.length && !chinese.failed)
        show(chinese.bytes, chinese.length);
    else if (length > 0)
        show(english, strlen(english));
    qi_buffer_free(&large);
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
    cli_show_error(file);
    fprintf(stderr, ":%llu:%llu: ", (unsigned long long)error->line,
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
