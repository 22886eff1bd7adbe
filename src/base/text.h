/*
 * Reading and writing plain text without libc.
 *
 * qi_scanner walks a text and knows its line and column, so that every reader reports errors the
 * same way. qi_writer writes into a fixed buffer and never overruns it.
 */
#ifndef QI_BASE_TEXT_H
#define QI_BASE_TEXT_H

#include "base/message.h"

#include <string.h>

/* ---- writing ------------------------------------------------------------------------------ */

/* Writes as snprintf does: what does not fit `capacity` is only counted. */
typedef struct qi_writer {
    char *text; /* may be NULL when capacity is 0 */
    size_t capacity, length;
} qi_writer;

static inline qi_writer qi_write_into(char *text, size_t capacity)
{
    return (qi_writer){text, capacity, 0};
}

static inline void qi_put(qi_writer *writer, char c)
{
    if (writer->length + 1 < writer->capacity)
        writer->text[writer->length] = c;
    writer->length++;
}
void qi_put_bytes(qi_writer *writer, const char *bytes, size_t count);
static inline void qi_put_text(qi_writer *writer, const char *text)
{
    qi_put_bytes(writer, text, strlen(text));
}
void qi_put_number(qi_writer *writer, uint64_t number);
/* Terminates the text and returns the length of the whole. */
size_t qi_put_end(qi_writer *writer);

/* "Black" or "White". */
static inline const char *qi_colour_name(qi_colour colour)
{
    return colour == QI_BLACK ? "Black" : "White";
}

/* Writes `number` in decimal at `at` (up to 20 bytes, no terminator); returns the end. */
char *qi_write_number(char *at, uint64_t number);

/* The length of the UTF-8 character at the start of these bytes; 0 if invalid. */
size_t qi_character_length(const char *bytes, size_t count);

/* Text of others (of a program, an engine, a file) is shown so that a terminal takes no orders from
 * it: control characters, also those beyond ASCII and those that turn the text round, become '?',
 * and bytes that are not UTF-8 are written as \xNN. */

enum { QI_SHOWN_BYTES = 5 };
/* Writes the next character of `text`, which has `length` > 0 bytes, to `shown` with a terminator.
 * Returns how many bytes of the text it stands for. White space becomes a space, unless line ends
 * and tabs are to be kept (`lines`). */
size_t qi_show_character(const char *text, size_t length, bool lines, char shown[QI_SHOWN_BYTES]);
/* Adds a text in one line: at most `max` characters of it, and none that does not fit. Returns how
 * many bytes of it were shown. */
size_t qi_put_shown(qi_writer *writer, const char *text, size_t length, size_t max);

/* ---- reading ------------------------------------------------------------------------------ */

typedef struct qi_scanner {
    const char *at;         /* the next byte */
    const char *end;        /* one past the last byte */
    const char *line_start; /* first byte of the current line */
    uint64_t line;          /* from 1 */
} qi_scanner;

qi_scanner qi_scan(const char *text, size_t length);

/* The next byte as 0..255, or -1 at the end. */
static inline int qi_peek(const qi_scanner *scanner)
{
    return scanner->at < scanner->end ? (unsigned char)*scanner->at : -1;
}

/* Skips spaces and tabs, and a carriage return that stands before a newline or the end. */
void qi_skip_blanks(qi_scanner *scanner);
/* Skips blanks and line ends. */
void qi_skip_space(qi_scanner *scanner);
/* At a line end ("\n", "\r\n") steps over it and returns true. */
bool qi_skip_line_end(qi_scanner *scanner);
/* True at "\n", "\r\n", a final "\r", or the end of the text. */
bool qi_at_line_end(const qi_scanner *scanner);

/* Reads a decimal integer (an optional '-', then digits) that starts right here. On failure
 * nothing is consumed. Fails when no number starts here or it does not fit an int64_t. */
bool qi_scan_integer(qi_scanner *scanner, int64_t *number);

/* Fills `error` (which may be NULL) with the scanner's place, what is there (a character, a whole
 * word or number, "end of line" or "end of input") and what was expected: a format of qi_message_of
 * and its arguments. Returns QI_BAD_TEXT. */
qi_result qi_text_fail(const qi_scanner *scanner, qi_text_error *error, const char *expected, ...)
    __attribute__((format(printf, 3, 4)));
/* The same, but names only the character that is there. */
qi_result qi_text_fail_character(const qi_scanner *scanner, qi_text_error *error,
                                 const char *expected, ...) __attribute__((format(printf, 3, 4)));
/* The same, with the caller's own words for what was found. */
qi_result qi_text_fail_found(const qi_scanner *scanner, qi_text_error *error, qi_message found,
                             const char *expected, ...) __attribute__((format(printf, 4, 5)));
/* The same, at a place that is known by its numbers. */
qi_result qi_text_fail_at(qi_text_error *error, uint64_t line, uint64_t column, qi_message found,
                          qi_message expected);

/* Skips white space to the end of the text; text there is an error ("end of input" expected). */
qi_result qi_scan_end(qi_scanner *scanner, qi_text_error *error);

/* ---- vertices ----------------------------------------------------------------------------- */

/* Points of a board as people and GTP write them: "D4", columns A to Z without I from the left,
 * rows from 1 at the bottom. Wider boards go on with AA, AB and so on. */

enum { QI_VERTEX_BYTES = 12 }; /* a vertex as text, with its end */

/* The letter of a column below 25. */
char qi_vertex_letter(uint32_t column);

/* Writes a point of a board of at most 650 columns; returns the length. */
size_t qi_vertex_write(uint32_t rows, uint32_t columns, qi_point point, char text[QI_VERTEX_BYTES]);

/* Reads a whole word, in letters of either case. QI_BAD_TEXT: it is no vertex; QI_BAD_ARGUMENT: it
 * is not on this board. */
qi_result qi_vertex_read(uint32_t rows, uint32_t columns, const char *word, size_t length,
                         qi_point *point);

#endif
