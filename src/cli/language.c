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

/* ---- patterns ------------------------------------------------------------------------------ */

enum { MOST_PARTS = 16, MOST_DEPTH = 6, LONGEST_LINE = 1000 };

typedef struct piece {
    const char *text;
    size_t length;
} piece;

/* What stands in the places of a pattern's directives. */
typedef struct parts {
    piece list[MOST_PARTS];
    size_t count;
} parts;

/* A directive of printf: where it ends, its letter, and N of %N$. */
typedef struct directive {
    const char *end;
    char letter;
    bool padded;
    size_t number;
} directive;

static directive read_directive(const char *at)
{
    directive it = {.end = at + 1};
    char *after;
    const unsigned long number = strtoul(it.end, &after, 10);
    if (*after == '$') {
        it.number = number;
        it.end = after + 1;
    }
    while (*it.end && strchr("-+#0123456789.*", *it.end))
        it.padded |= *it.end++ != '.';
    while (*it.end && strchr("hlzjt", *it.end))
        it.end++;
    it.letter = *it.end;
    it.end += it.letter != '\0';
    return it;
}

/* How much of a text can be a number, with the blanks that make it as wide as its directive says.
 */
static size_t number_length(piece text, bool padded)
{
    size_t length = 0, digits = 0;
    while (padded && length < text.length && text.text[length] == ' ')
        length++;
    while (length < text.length && strchr("+-.0123456789", text.text[length]))
        digits += text.text[length++] >= '0';
    if (!digits && text.length - length >= 3 &&
        (strncmp(text.text + length, "inf", 3) == 0 || strncmp(text.text + length, "nan", 3) == 0))
        length += digits = 3;
    while (padded && length < text.length && text.text[length] == ' ')
        length++;
    return digits ? length : 0;
}

/* How many bytes the first character has. */
static size_t character_length(piece text)
{
    size_t length = text.length > 0;
    while (length && length < text.length && (text.text[length] & 0xC0) == 0x80)
        length++;
    return length;
}

static piece skip(piece text, size_t count)
{
    return (piece){text.text + count, text.length - count};
}

/* Whether a text is what a format may print. */
static bool matches(const char *format, piece text, parts *found)
{
    for (; *format; text = skip(text, 1)) {
        if (*format == '%' && format[1] != '%')
            break;
        if (!text.length || *text.text != *format)
            return false;
        format += *format == '%' ? 2 : 1;
    }
    if (!*format)
        return !text.length;
    const directive it = read_directive(format);
    if (found->count == MOST_PARTS)
        return false;
    const bool any = it.letter == 's';
    const size_t most = any                ? text.length
                        : it.letter == 'c' ? character_length(text)
                                           : number_length(text, it.padded);
    const size_t place = found->count++;
    /* A text is as short as it can be; anything else is as long as it can be. */
    for (size_t i = any ? 0 : 1; i <= most; i++) {
        const size_t length = any ? i : most + 1 - i;
        found->list[place] = (piece){text.text, length};
        found->count = place + 1;
        if (matches(it.end, skip(text, length), found))
            return true;
    }
    found->count = place;
    return false;
}

static bool put_piece(qi_buffer *to, piece text, int depth);

static size_t blanks(piece text)
{
    size_t count = 0;
    while (count < text.length && text.text[count] == ' ')
        count++;
    return count;
}

/* Part of a character beyond ASCII. */
static bool is_wide(char c)
{
    return (c & 0x80) != 0;
}

/* Columns on a terminal: two for a Chinese character. */
static size_t width_of(const char *text, size_t length)
{
    size_t width = 0;
    for (size_t i = 0; i < length; i++)
        if ((text[i] & 0xC0) != 0x80)
            width += (unsigned char)text[i] >= 0xE3 ? 2 : 1;
    return width;
}

/* A part that may stand at the right of its column: it still ends there if there is room. */
static void put_part(qi_buffer *to, piece part, bool padded, int depth)
{
    qi_buffer chinese = {0};
    const piece bare = skip(part, blanks(part));
    if (put_piece(&chinese, part, depth)) {
        /* No blank stands between Chinese and Chinese. */
        if (!padded && to->length > 1 && to->bytes[to->length - 1] == ' ' &&
            is_wide(to->bytes[to->length - 2]) && chinese.length && is_wide(chinese.bytes[0]))
            to->length--;
        qi_buffer_add(to, chinese.bytes, chinese.length);
    } else if (bare.length < part.length && put_piece(&chinese, bare, depth)) {
        const size_t width = width_of(chinese.bytes, chinese.length);
        for (size_t i = width; i < part.length; i++)
            qi_buffer_add_char(to, ' ');
        qi_buffer_add(to, chinese.bytes, chinese.length);
    } else {
        qi_buffer_add(to, part.text, part.length);
    }
    to->failed |= chinese.failed;
    qi_buffer_free(&chinese);
}

/* Writes the Chinese of a pattern, with the parts in their places. */
static void put_pattern(qi_buffer *to, const cli_message *message, const parts *found, int depth)
{
    size_t next = 0;
    for (const char *at = message->chinese; *at;) {
        if (*at != '%' || at[1] == '%') {
            qi_buffer_add_char(to, *at);
            at += *at == '%' ? 2 : 1;
            continue;
        }
        const directive it = read_directive(at);
        const size_t which = it.number ? it.number - 1 : next++;
        const bool quoted = at > message->chinese && strchr("'/=", at[-1]);
        at = it.end;
        if (which >= found->count)
            continue;
        const piece part = found->list[which];
        if (it.letter == 's' && !quoted)
            put_part(to, part, it.padded, depth + 1);
        else
            qi_buffer_add(to, part.text, part.length);
    }
}

static int compare_text(const void *key, const void *entry)
{
    const piece *const text = key;
    const cli_message *const message = entry;
    const int order = strncmp(text->text, message->english, text->length);
    return order ? order : message->english[text->length] ? -1 : 0;
}

/* Adds the Chinese of a text that the catalogue has. */
static bool put_piece(qi_buffer *to, piece text, int depth)
{
    if (!text.length || depth > MOST_DEPTH || memchr(text.text, '\0', text.length))
        return false;
    const cli_message *const message =
        bsearch(&text, cli_texts, cli_text_count, sizeof *cli_texts, compare_text);
    if (message) {
        qi_buffer_add_text(to, message->chinese);
        return true;
    }
    if (text.length > LONGEST_LINE || memchr(text.text, '\n', text.length))
        return false;
    for (size_t i = 0; i < cli_pattern_count; i++) {
        parts found = {.count = 0};
        if (matches(cli_patterns[i].english, text, &found)) {
            put_pattern(to, &cli_patterns[i], &found, depth);
            return true;
        }
    }
    return false;
}

/* ---- lines --------------------------------------------------------------------------------- */

/* The parts of a line that stand apart; each starts where it did, if the last has left room. */
static void put_columns(qi_buffer *to, piece line)
{
    size_t lost = 0;
    while (line.length) {
        const size_t gap = blanks(line);
        for (size_t i = lost < gap ? lost : gap - (gap > 0); i < gap; i++)
            qi_buffer_add_char(to, ' ');
        line = skip(line, gap);
        size_t length = 0;
        while (length < line.length && blanks(skip(line, length)) < 2)
            length++;
        const size_t before = to->length;
        if (!put_piece(to, (piece){line.text, length}, 0))
            qi_buffer_add(to, line.text, length);
        const size_t now = to->bytes ? width_of(to->bytes + before, to->length - before) : 0;
        const size_t was = width_of(line.text, length);
        lost = now > was ? now - was : 0;
        line = skip(line, length);
        for (size_t i = now; i < was && line.length; i++)
            qi_buffer_add_char(to, ' ');
    }
}

/* Only what has words is looked up: boards, moves, JSON and SVG are for programs. */
static bool has_words(piece line)
{
    if (line.length && (*line.text == '{' || (*line.text == '<' && line.length > 4 &&
                                              strncmp(line.text, "<std", 4) != 0)))
        return false;
    for (size_t i = 0; i + 1 < line.length; i++)
        if (line.text[i] >= 'a' && line.text[i] <= 'z' && line.text[i + 1] >= 'a' &&
            line.text[i + 1] <= 'z')
            return true;
    return false;
}

static void put_line(qi_buffer *to, piece line)
{
    enum { AN_EXAMPLE = 4 };
    if (!has_words(line)) {
        qi_buffer_add(to, line.text, line.length);
        return;
    }
    const char last = line.text[line.length - 1];
    const bool open_ended = line.length >= 2 && line.text[line.length - 2] == '.'; /* "..." */
    if ((last == ':' || (last == '.' && !open_ended)) &&
        put_piece(to, (piece){line.text, line.length - 1}, 0))
        qi_buffer_add_text(to, last == ':' ? "：" : "。");
    else if (put_piece(to, line, 0))
        return;
    else if (blanks(line) >= AN_EXAMPLE)
        qi_buffer_add(to, line.text, line.length);
    else
        put_columns(to, line);
}

/* Up to the end of the text or to `stop`, which is not part of it. */
static piece first_part(piece text, const char *stop)
{
    const char *const end = cli_find(text.text, text.length, stop);
    return (piece){text.text, end ? (size_t)(end - text.text) : text.length};
}

static void put_lines(qi_buffer *to, piece text)
{
    while (text.length) {
        const piece line = first_part(text, "\n");
        put_line(to, line);
        text = skip(text, line.length);
        if (text.length) {
            qi_buffer_add_char(to, '\n');
            text = skip(text, 1);
        }
    }
}

void cli_put_chinese(qi_buffer *to, const char *text, size_t length)
{
    piece rest = {text, length};
    while (rest.length) {
        const piece paragraph = first_part(rest, "\n\n");
        piece bare = paragraph;
        while (bare.length && bare.text[bare.length - 1] == '\n')
            bare.length--;
        if (memchr(bare.text, '\n', bare.length) && put_piece(to, bare, 0))
            qi_buffer_add(to, bare.text + bare.length, paragraph.length - bare.length);
        else
            put_lines(to, paragraph);
        rest = skip(rest, paragraph.length);
        const size_t gap = rest.length < 2 ? rest.length : 2;
        qi_buffer_add(to, rest.text, gap);
        rest = skip(rest, gap);
    }
}

void cli_translate(qi_buffer *to, const char *text)
{
    const piece whole = {text, strlen(text)};
    if (!cli_is_chinese())
        qi_buffer_add_text(to, text);
    else if (!put_piece(to, whole, 0))
        cli_put_chinese(to, text, whole.length);
}
