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
    qi_buffer text = {.translator = cli_translator()};
    va_list again;
    va_copy(again, arguments);
    if (qi_buffer_vsay(&text, format, again)) {
        show(text.bytes ? text.bytes : "", text.length);
    } else {
        char small[1024]; /* enough where there is no memory */
        vsnprintf(small, sizeof small, format, arguments);
        show(small, strlen(small));
    }
    va_end(again);
    qi_buffer_free(&text);
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
    char found[CLI_SENTENCE], expected[CLI_SENTENCE];
    cli_say("found %s, expected %s\n", cli_sentence(&error->found_message, found, sizeof found),
            cli_sentence(&error->expected_message, expected, sizeof expected));
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
