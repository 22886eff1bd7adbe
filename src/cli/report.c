#include "cli/cli.h"

int cli_fail(const cli_spec *spec, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s: ", spec->command);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return CLI_BAD;
}

int cli_fail_text(const char *file, const qi_text_error *error)
{
    fprintf(stderr, "%s:%llu:%llu: found %s, expected %s\n", file, (unsigned long long)error->line,
            (unsigned long long)error->column, error->found, error->expected);
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
