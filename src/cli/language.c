#include "cli/language.h"
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
