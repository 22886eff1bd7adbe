#include "json/value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- UTF-8 -------------------------------------------------------------------------------- */

size_t json_character(const char *bytes, size_t count)
{
    /* Of each length: the first bytes, and the least number, below which a shorter one is right. */
    static const struct {
        unsigned char mask, start;
        uint32_t least;
    } forms[] = {{0x80, 0, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
    const unsigned char first = count ? (unsigned char)*bytes : 0xff;
    for (size_t length = 1; length <= 4; length++) {
        if ((first & forms[length - 1].mask) != forms[length - 1].start)
            continue;
        uint32_t number = first & (unsigned char)~forms[length - 1].mask;
        for (size_t i = 1; i < length; i++) {
            if (i >= count || ((unsigned char)bytes[i] & 0xc0) != 0x80)
                return 0;
            number = number << 6 | ((unsigned char)bytes[i] & 0x3f);
        }
        const bool surrogate = number >= 0xd800 && number < 0xe000;
        return number < forms[length - 1].least || number > 0x10ffff || surrogate ? 0 : length;
    }
    return 0;
}

/* ---- writing ------------------------------------------------------------------------------ */

static void write_string(qi_buffer *to, const char *bytes, size_t count)
{
    static const char plain[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    qi_buffer_add_char(to, '"');
    for (size_t at = 0; at < count;) {
        const size_t length = json_character(bytes + at, count - at);
        const char *escape = bytes[at] ? strchr(plain, bytes[at]) : NULL;
        if (!length)
            qi_buffer_add_text(to, "\xef\xbf\xbd");
        else if (escape)
            qi_buffer_printf(to, "\\%c", letters[escape - plain]);
        else if (length == 1 && (unsigned char)bytes[at] < 0x20)
            qi_buffer_printf(to, "\\u%04x", (unsigned)bytes[at]);
        else
            qi_buffer_add(to, bytes + at, length);
        at += length ? length : 1;
    }
    qi_buffer_add_char(to, '"');
}

static void write_real(qi_buffer *to, double value)
{
    enum { MOST_DIGITS = 17 };
    char text[40];
    for (int digits = 1; digits <= MOST_DIGITS; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        const double read = strtod(text, NULL);
        if (read >= value && read <= value)
            break;
    }
    if (strchr(text, 'e') && value > -1e15 && value < 1e15 && (value >= 1 || value <= -1))
        snprintf(text, sizeof text, "%.0f", value); /* 100, not 1e+02 */
    qi_buffer_add_text(to, text);
    if (!strpbrk(text, ".e"))
        qi_buffer_add_text(to, ".0");
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as the value */
bool json_write(qi_buffer *to, const json_t *value)
{
    if (!value || value->broken)
        return false;
    bool whole = true;
    switch (value->kind) {
    case JSON_NULL:
        qi_buffer_add_text(to, "null");
        break;
    case JSON_FALSE:
        qi_buffer_add_text(to, "false");
        break;
    case JSON_TRUE:
        qi_buffer_add_text(to, "true");
        break;
    case JSON_INTEGER:
        qi_buffer_printf(to, "%lld", value->integer);
        break;
    case JSON_REAL:
        write_real(to, value->real);
        break;
    case JSON_STRING:
        write_string(to, value->text, value->length);
        break;
    case JSON_ARRAY:
    case JSON_OBJECT: {
        const bool named = value->kind == JSON_OBJECT;
        qi_buffer_add_char(to, named ? '{' : '[');
        for (size_t i = 0; i < value->count && whole; i++) {
            const json_member *member = &value->members[i];
            if (i)
                qi_buffer_add_char(to, ',');
            if (named) {
                write_string(to, member->name, strlen(member->name));
                qi_buffer_add_char(to, ':');
            }
            whole = json_write(to, member->value);
        }
        qi_buffer_add_char(to, named ? '}' : ']');
    }
    }
    return whole && !to->failed;
}
