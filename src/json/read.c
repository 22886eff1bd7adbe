#include "json/value.h"

#include "base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 100 }; /* arrays and objects in each other */

typedef struct reading {
    qi_scanner scan;
    qi_text_error *error;
    size_t depth;
    bool failed; /* and said so */
} reading;

static json_t *read_value(reading *it);

/* Says what was expected here; returns NULL. */
static void *fail(reading *it, const char *expected)
{
    if (!it->failed)
        qi_text_fail(&it->scan, it->error, expected);
    it->failed = true;
    return NULL;
}

static bool take(reading *it, char c)
{
    const bool is = qi_peek(&it->scan) == (unsigned char)c;
    it->scan.at += is;
    return is;
}

/* ---- strings ------------------------------------------------------------------------------ */

/* Four digits of base 16; -1 when they are not. */
static long read_digits(reading *it)
{
    char digits[5] = {0};
    for (size_t i = 0; i < 4; i++) {
        const int c = qi_peek(&it->scan);
        if (c < 0 || !strchr("0123456789abcdefABCDEF", c))
            return -1;
        digits[i] = (char)c;
        it->scan.at++;
    }
    return strtol(digits, NULL, 16);
}

static void add_character(qi_buffer *to, unsigned long number)
{
    if (number < 0x80) {
        qi_buffer_add_char(to, (char)number);
        return;
    }
    const int more = number < 0x800 ? 1 : number < 0x10000 ? 2 : 3;
    static const unsigned char starts[] = {0, 0xc0, 0xe0, 0xf0};
    qi_buffer_add_char(to, (char)(starts[more] | number >> (6 * more)));
    for (int i = more - 1; i >= 0; i--)
        qi_buffer_add_char(to, (char)(0x80 | (number >> (6 * i) & 0x3f)));
}

/* What stands behind a backslash; false when that is nothing known. */
static bool read_escape(reading *it, qi_buffer *to)
{
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const int c = qi_peek(&it->scan);
    const char *letter = c > 0 ? strchr(letters, c) : NULL;
    if (letter) {
        it->scan.at++;
        qi_buffer_add_char(to, meant[letter - letters]);
        return true;
    }
    if (!take(it, 'u'))
        return false;
    long number = read_digits(it);
    if (number >= 0xd800 && number < 0xdc00) { /* the first half of a pair */
        const long second = take(it, '\\') && take(it, 'u') ? read_digits(it) : -1;
        if (second < 0xdc00 || second > 0xdfff)
            return false;
        number = 0x10000 + ((number - 0xd800) << 10) + (second - 0xdc00);
    } else if (number >= 0xdc00 && number < 0xe000) {
        return false;
    }
    if (number <= 0) /* a text ends where its zero is */
        return false;
    add_character(to, (unsigned long)number);
    return true;
}

/* A string, behind its first quote, added to `to`. */
static bool read_string(reading *it, qi_buffer *to)
{
    while (!take(it, '"')) {
        const int c = qi_peek(&it->scan);
        const size_t length = json_character(it->scan.at, (size_t)(it->scan.end - it->scan.at));
        if (c < 0x20 || !length)
            return fail(it, "a character of a string, or its end '\"'") != NULL;
        if (c != '\\')
            qi_buffer_add(to, it->scan.at, length);
        it->scan.at += length;
        if (c == '\\' && !read_escape(it, to))
            return fail(it, "an escape of a string, such as \\n or \\u6c14") != NULL;
    }
    return !to->failed;
}

static json_t *read_text(reading *it)
{
    qi_buffer text = {0};
    json_t *value = NULL;
    if (read_string(it, &text))
        value = json_stringn(text.bytes ? text.bytes : "", text.length);
    qi_buffer_free(&text);
    return value;
}

/* ---- numbers and words -------------------------------------------------------------------- */

static size_t skip_digits(reading *it)
{
    const char *before = it->scan.at;
    while (qi_peek(&it->scan) >= '0' && qi_peek(&it->scan) <= '9')
        it->scan.at++;
    return (size_t)(it->scan.at - before);
}

static json_t *read_number(reading *it)
{
    const qi_scanner start = it->scan;
    bool good, real = false;
    take(it, '-');
    const char *digits = it->scan.at;
    good = skip_digits(it) > 0 && (*digits != '0' || it->scan.at == digits + 1);
    if (take(it, '.')) {
        real = true;
        good &= skip_digits(it) > 0;
    }
    if (take(it, 'e') || take(it, 'E')) {
        real = true;
        if (!take(it, '+'))
            take(it, '-');
        good &= skip_digits(it) > 0;
    }
    char text[400];
    const size_t length = (size_t)(it->scan.at - start.at);
    if (!good || length >= sizeof text) {
        it->scan = start;
        return fail(it, "a number");
    }
    memcpy(text, start.at, length);
    text[length] = '\0';
    errno = 0;
    const json_int_t integer = real ? 0 : strtoll(text, NULL, 10);
    const double number = real ? strtod(text, NULL) : 0;
    if (errno == ERANGE && (!real || number > 1 || number < -1)) {
        it->scan = start;
        return fail(it, "a number of 64 bits");
    }
    return real ? json_real(number) : json_integer(integer);
}

static json_t *read_word(reading *it)
{
    static const struct {
        const char *word;
        json_kind kind;
    } words[] = {{"null", JSON_NULL}, {"false", JSON_FALSE}, {"true", JSON_TRUE}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t length = strlen(words[i].word);
        if ((size_t)(it->scan.end - it->scan.at) >= length &&
            memcmp(it->scan.at, words[i].word, length) == 0) {
            it->scan.at += length;
            return json_new(words[i].kind);
        }
    }
    return fail(it, "a JSON value");
}

/* ---- arrays and objects ------------------------------------------------------------------- */

/* A name, a colon and a value. NOLINTNEXTLINE(misc-no-recursion): no deeper than DEEPEST */
static void read_member(reading *it, json_t *object)
{
    qi_buffer name = {0};
    qi_skip_space(&it->scan);
    if (!take(it, '"')) {
        fail(it, "the name of a member, as a string");
    } else if (read_string(it, &name)) {
        qi_skip_space(&it->scan);
        if (!take(it, ':'))
            fail(it, "':'");
        else
            json_object_set_new(object, name.bytes ? name.bytes : "", read_value(it));
    }
    qi_buffer_free(&name);
}

/* Behind the first bracket. NOLINTNEXTLINE(misc-no-recursion) */
static json_t *read_members(reading *it, bool named)
{
    const char end = named ? '}' : ']';
    if (it->depth == DEEPEST)
        return fail(it, "arrays and objects that are not so deep");
    json_t *whole = named ? json_object() : json_array();
    it->depth++;
    qi_skip_space(&it->scan);
    bool more = !take(it, end);
    while (more && !it->failed) {
        if (named)
            read_member(it, whole);
        else
            json_array_append_new(whole, read_value(it));
        qi_skip_space(&it->scan);
        more = take(it, ',');
        if (!more && !take(it, end))
            fail(it, named ? "',' or '}'" : "',' or ']'");
    }
    it->depth--;
    return whole;
}

/* NOLINTNEXTLINE(misc-no-recursion) */
static json_t *read_value(reading *it)
{
    qi_skip_space(&it->scan);
    if (take(it, '{'))
        return read_members(it, true);
    if (take(it, '['))
        return read_members(it, false);
    if (take(it, '"'))
        return read_text(it);
    const int c = qi_peek(&it->scan);
    return c == '-' || (c >= '0' && c <= '9') ? read_number(it) : read_word(it);
}

json_t *json_read(const char *text, size_t length, qi_text_error *error)
{
    reading it = {.scan = qi_scan(text, length), .error = error};
    qi_skip_space(&it.scan);
    json_t *value = NULL;
    if (qi_peek(&it.scan) == '{' || qi_peek(&it.scan) == '[')
        value = read_value(&it);
    else
        fail(&it, "'{' or '['");
    qi_skip_space(&it.scan);
    if (qi_peek(&it.scan) >= 0)
        fail(&it, "the end");
    if (!it.failed && value && json_is_whole(value))
        return value;
    if (!it.failed)
        qi_text_fail_found(&it.scan, error, "too little memory", "more of it");
    json_decref(value);
    return NULL;
}
