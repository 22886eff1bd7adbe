#include "base/text.h"

#include <string.h>

static const char hex[] = "0123456789abcdef";

/* ---- writing ------------------------------------------------------------------------------ */

void qi_put_bytes(qi_writer *writer, const char *bytes, size_t count)
{
    if (writer->length + 1 < writer->capacity) {
        const size_t room = writer->capacity - writer->length - 1;
        memcpy(writer->text + writer->length, bytes, count < room ? count : room);
    }
    writer->length += count;
}

void qi_put_number(qi_writer *writer, uint64_t number)
{
    char digits[20];
    qi_put_bytes(writer, digits, (size_t)(qi_write_number(digits, number) - digits));
}

size_t qi_put_end(qi_writer *writer)
{
    if (writer->capacity)
        writer->text[writer->length < writer->capacity ? writer->length : writer->capacity - 1] =
            '\0';
    return writer->length;
}

size_t qi_character_length(const char *bytes, size_t count)
{
    const unsigned char *c = (const unsigned char *)bytes;
    const size_t length = !count                        ? 0
                          : c[0] < 0x80                 ? 1
                          : c[0] >= 0xc2 && c[0] < 0xe0 ? 2
                          : c[0] >= 0xe0 && c[0] < 0xf0 ? 3
                          : c[0] >= 0xf0 && c[0] < 0xf5 ? 4
                                                        : 0;
    if (length < 2)
        return length;
    for (size_t i = 1; i < length; i++)
        if (i >= count || c[i] < 0x80 || c[i] > 0xbf)
            return 0;
    /* Too long for its value, a surrogate, or beyond the last character. */
    const bool wrong = (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xed && c[1] > 0x9f) ||
                       (c[0] == 0xf0 && c[1] < 0x90) || (c[0] == 0xf4 && c[1] > 0x8f);
    return wrong ? 0 : length;
}

/* Control characters are the first 32, those from 127 to 159, and those that change the direction
 * of the text around them: U+061C, U+200E and f., U+202A to U+202E, U+2066 to U+2069. */
static bool is_control(const char *text, size_t length)
{
    const unsigned char *const c = (const unsigned char *)text;
    if (length == 1)
        return c[0] < 0x20 || c[0] == 0x7f;
    if (length == 2)
        return (c[0] == 0xc2 && c[1] < 0xa0) || (c[0] == 0xd8 && c[1] == 0x9c);
    if (c[0] != 0xe2 || length != 3)
        return false;
    return c[1] == 0x80 ? c[2] == 0x8e || c[2] == 0x8f || (c[2] >= 0xaa && c[2] <= 0xae)
                        : c[1] == 0x81 && c[2] >= 0xa6 && c[2] <= 0xa9;
}

size_t qi_show_character(const char *text, size_t length, bool lines, char shown[QI_SHOWN_BYTES])
{
    const size_t taken = qi_character_length(text, length);
    const unsigned char c = (unsigned char)text[0];
    qi_writer writer = qi_write_into(shown, QI_SHOWN_BYTES);
    const bool line_end = c == '\n' || (c == '\r' && (length == 1 || text[1] == '\n'));
    if (!taken) {
        qi_put_text(&writer, "\\x");
        qi_put(&writer, hex[c >> 4]);
        qi_put(&writer, hex[c & 15]);
    } else if (lines ? line_end || c == '\t' : c == '\n' || c == '\r' || c == '\t') {
        qi_put(&writer, lines ? (char)c : ' ');
    } else if (is_control(text, taken)) {
        qi_put(&writer, '?');
    } else {
        qi_put_bytes(&writer, text, taken);
    }
    qi_put_end(&writer);
    return taken ? taken : 1;
}

size_t qi_put_shown(qi_writer *writer, const char *text, size_t length, size_t max)
{
    size_t used = 0;
    while (used < length && max--) {
        char shown[QI_SHOWN_BYTES];
        const size_t taken = qi_show_character(text + used, length - used, false, shown);
        if (writer->length + strlen(shown) >= writer->capacity)
            break;
        qi_put_text(writer, shown);
        used += taken;
    }
    return used;
}

char *qi_write_number(char *at, uint64_t number)
{
    char reversed[20];
    int count = 0;
    do {
        reversed[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    while (count)
        *at++ = reversed[--count];
    return at;
}

/* ---- reading ------------------------------------------------------------------------------ */

qi_scanner qi_scan(const char *text, size_t length)
{
    return (qi_scanner){text, text + length, text, 1};
}

bool qi_at_line_end(const qi_scanner *scanner)
{
    const char *at = scanner->at;
    if (at < scanner->end && *at == '\r')
        at++;
    return at == scanner->end || *at == '\n';
}

bool qi_skip_line_end(qi_scanner *scanner)
{
    if (!qi_at_line_end(scanner) || scanner->at == scanner->end)
        return false;
    if (*scanner->at == '\r')
        scanner->at++;
    if (scanner->at < scanner->end) {
        scanner->at++;
        scanner->line++;
        scanner->line_start = scanner->at;
    }
    return true;
}

void qi_skip_blanks(qi_scanner *scanner)
{
    while (scanner->at < scanner->end && (*scanner->at == ' ' || *scanner->at == '\t'))
        scanner->at++;
    if (scanner->at < scanner->end && *scanner->at == '\r' && qi_at_line_end(scanner))
        scanner->at++;
}

void qi_skip_space(qi_scanner *scanner)
{
    do
        qi_skip_blanks(scanner);
    while (qi_skip_line_end(scanner));
}

bool qi_scan_integer(qi_scanner *scanner, int64_t *number)
{
    const char *at = scanner->at;
    const bool negative = at < scanner->end && *at == '-';
    if (negative)
        at++;
    if (at == scanner->end || *at < '0' || *at > '9')
        return false;
    int64_t value = 0;
    while (at < scanner->end && *at >= '0' && *at <= '9') {
        const int digit = *at++ - '0';
        if (value > (INT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *number = negative ? -value : value;
    scanner->at = at;
    return true;
}

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '_';
}

/* The character at the scanner as a reader would name it: 'x', or byte 0x1b for what cannot be
 * shown. */
static qi_message name_character(const qi_scanner *scanner)
{
    const unsigned char c = (unsigned char)*scanner->at;
    return c >= 0x20 && c < 0x7f ? qi_message_of("'%c'", c)
                                 : qi_message_of("byte 0x%c%c", hex[c >> 4], hex[c & 15]);
}

/* Names what stands at the scanner: a word in quotes, one character, or an end. */
static qi_message name_what_stands(const qi_scanner *scanner)
{
    enum { LONGEST_WORD = 40 };
    const char *const at = scanner->at;
    if (at == scanner->end)
        return qi_message_of("end of input");
    if (qi_at_line_end(scanner))
        return qi_message_of("end of line");
    if (scanner->end - at >= 3 && at[0] == '\xef' && at[1] == '\xbb' && at[2] == '\xbf')
        return qi_message_of("a byte order mark");
    if (!is_word(*at))
        return name_character(scanner);
    int length = 0;
    while (at + length < scanner->end && is_word(at[length]) && length < LONGEST_WORD)
        length++;
    return qi_message_of(length < LONGEST_WORD ? "'%.*s'" : "'%.*s...'", length, at);
}

qi_result qi_text_fail_at(qi_text_error *error, uint64_t line, uint64_t column, qi_message found,
                          qi_message expected)
{
    if (error) {
        error->line = line;
        error->column = column;
        error->found_message = found;
        error->expected_message = expected;
        qi_message_write(&found, NULL, NULL, error->found, sizeof error->found);
        qi_message_write(&expected, NULL, NULL, error->expected, sizeof error->expected);
    }
    return QI_BAD_TEXT;
}

static qi_result fail_here(const qi_scanner *scanner, qi_text_error *error, qi_message found,
                           const char *expected, va_list arguments)
{
    return qi_text_fail_at(error, scanner->line, (uint64_t)(scanner->at - scanner->line_start) + 1,
                           found, qi_message_of_list(expected, arguments));
}

qi_result qi_text_fail_found(const qi_scanner *scanner, qi_text_error *error, qi_message found,
                             const char *expected, ...)
{
    va_list arguments;
    va_start(arguments, expected);
    fail_here(scanner, error, found, expected, arguments);
    va_end(arguments);
    return QI_BAD_TEXT;
}

qi_result qi_text_fail_character(const qi_scanner *scanner, qi_text_error *error,
                                 const char *expected, ...)
{
    const qi_message found =
        qi_at_line_end(scanner) ? name_what_stands(scanner) : name_character(scanner);
    va_list arguments;
    va_start(arguments, expected);
    fail_here(scanner, error, found, expected, arguments);
    va_end(arguments);
    return QI_BAD_TEXT;
}

qi_result qi_text_fail(const qi_scanner *scanner, qi_text_error *error, const char *expected, ...)
{
    va_list arguments;
    va_start(arguments, expected);
    fail_here(scanner, error, name_what_stands(scanner), expected, arguments);
    va_end(arguments);
    return QI_BAD_TEXT;
}

qi_result qi_scan_end(qi_scanner *scanner, qi_text_error *error)
{
    qi_skip_space(scanner);
    if (scanner->at == scanner->end)
        return QI_OK;
    return qi_text_fail(scanner, error, "end of input");
}

/* ---- vertices ----------------------------------------------------------------------------- */

static const char letters[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ"; /* no I */
enum { LETTERS = sizeof letters - 1 };

char qi_vertex_letter(uint32_t column)
{
    return letters[column];
}

size_t qi_vertex_write(uint32_t rows, uint32_t columns, qi_point point, char text[QI_VERTEX_BYTES])
{
    const uint32_t column = point % columns;
    char *at = text;
    if (column >= LETTERS)
        *at++ = letters[column / LETTERS - 1];
    *at++ = letters[column % LETTERS];
    at = qi_write_number(at, rows - point / columns);
    *at = '\0';
    return (size_t)(at - text);
}

/* The place of a letter among those in use, or LETTERS. */
static uint32_t place_of(char c)
{
    const char upper = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
    uint32_t place = 0;
    while (place < LETTERS && letters[place] != upper)
        place++;
    return place;
}

qi_result qi_vertex_read(uint32_t rows, uint32_t columns, const char *word, size_t length,
                         qi_point *point)
{
    enum { MAX_DIGITS = 9 };
    const char *at = word, *const end = word + length;
    uint32_t column = at < end ? place_of(*at++) : LETTERS;
    if (column < LETTERS && columns > LETTERS && at < end && place_of(*at) < LETTERS)
        column = (column + 1) * LETTERS + place_of(*at++);
    else if (column == LETTERS)
        return QI_BAD_TEXT;
    if (at == end || end - at > MAX_DIGITS)
        return QI_BAD_TEXT;
    uint32_t row = 0;
    for (; at < end; at++) {
        if (*at < '0' || *at > '9')
            return QI_BAD_TEXT;
        row = row * 10 + (uint32_t)(*at - '0');
    }
    if (row == 0)
        return QI_BAD_TEXT;
    if (column >= columns || row > rows)
        return QI_BAD_ARGUMENT;
    *point = (rows - row) * columns + column;
    return QI_OK;
}
