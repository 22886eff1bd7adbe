/* Messages for people: their language, and writing them to stderr. */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- which language ------------------------------------------------------------------------ */

static bool names_chinese(const char *locale)
{
    if (strncmp(locale, "zh", 2) != 0 || (locale[2] && !strchr("_.-@", locale[2])))
        return false;
    const char *const set = strchr(locale, '.');
    return !set || strncasecmp(set, ".utf-8", 6) == 0 || strncasecmp(set, ".utf8", 5) == 0;
}

bool cli_is_chinese(void)
{
    static const char *const names[] = {"QI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *const value = getenv(names[i]);
        if (value && *value)
            return names_chinese(value);
    }
    return false;
}

/* ---- the catalogue ------------------------------------------------------------------------- */

enum { LONGEST_FORMAT = 1000 };

typedef struct piece {
    const char *text;
    size_t length;
} piece;

/* A format in which all integers are "%d": their sizes differ between machines. */
static size_t copy_plain(const char *format, size_t length, char plain[LONGEST_FORMAT])
{
    size_t used = 0;
    bool inside = false;
    for (size_t i = 0; i < length; i++) {
        const char c = format[i];
        if (inside && strchr("hlz", c))
            continue;
        const bool ends = inside && !strchr("-+.*0123456789$", c);
        plain[used++] = ends && c == 'u' ? 'd' : c;
        inside = inside ? !ends : c == '%';
    }
    return used;
}

static int compare_text(const void *key, const void *entry)
{
    const piece *const text = key;
    const cli_message *const message = entry;
    const int order = strncmp(text->text, message->english, text->length);
    return order ? order : message->english[text->length] ? -1 : 0;
}

static const char *find_chinese(void *context, const char *text, size_t length)
{
    (void)context;
    char plain[LONGEST_FORMAT];
    piece key = {text, length};
    if (length < LONGEST_FORMAT && memchr(text, '%', length))
        key = (piece){plain, copy_plain(text, length, plain)};
    const cli_message *const message =
        bsearch(&key, cli_messages, cli_message_count, sizeof *cli_messages, compare_text);
    return message ? message->chinese : NULL;
}

qi_translator *cli_translator(void)
{
    return cli_is_chinese() ? find_chinese : NULL;
}

const char *cli_sentence(const qi_message *message, char *text, size_t capacity)
{
    qi_message_write(message, cli_translator(), NULL, text, capacity);
    return text;
}

/* ---- on stderr ----------------------------------------------------------------------------- */

/* The text may hold names and words of others. */
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
    if (result == QI_BAD_TEXT) {
        cli_fail_text(file, error);
        cli_hint_text(spec, file, error);
        return CLI_BAD;
    }
    return cli_fail(spec, "%s: %s", file, qi_result_text(result));
}

int cli_fail_with(const cli_spec *spec, qi_result result)
{
    return cli_fail(spec, "%s", qi_result_text(result));
}
