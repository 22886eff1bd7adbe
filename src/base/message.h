/*
 * Messages: a format of printf and its arguments, kept apart so that the format can be looked up in
 * a catalogue of translations before anything is printed.
 *
 * Arguments are kept as texts, one after another, each with its terminator, at most
 * QI_MESSAGE_MAX_ARGUMENTS of them. A format may choose between two words by the number before
 * them:
 * "%d {move|moves}" takes the first for 1.
 */
#ifndef QI_BASE_MESSAGE_H
#define QI_BASE_MESSAGE_H

#include <stdarg.h>

#include <qi/base.h>

enum { QI_MESSAGE_MAX_ARGUMENTS = 16 };

/* Makes a message. It takes %s, %c and the integers; a text that does not fit is cut. */
qi_message qi_message_of(const char *format, ...) __attribute__((format(printf, 1, 2)));
qi_message qi_message_of_list(const char *format, va_list list)
    __attribute__((format(printf, 1, 0)));

/* Writes a number as the directive, which ends in e, f or g, says; returns as snprintf does. */
typedef int qi_real_writer(char *to, size_t capacity, const char *directive, double number);

/* Takes the arguments of a format as texts, without the width of their directives. Returns the
 * capacity for which nothing is cut. */
size_t qi_message_take(char *arguments, size_t capacity, qi_real_writer *real, const char *format,
                       va_list list);

/* How many arguments the first `length` bytes of a format take. */
size_t qi_message_count(const char *format, size_t length);
/* The argument `count` places after the one at `arguments`. */
const char *qi_message_skip(const char *arguments, size_t count);

/* Prints `length` bytes of a format, or of its translation. What a %s stands for is translated in
 * turn, as it is, unless a quotation mark, '/', '=' or '-' precedes it. Returns as
 * qi_message_write. */
size_t qi_message_print(const char *format, size_t length, const char *arguments,
                        qi_translator *translator, void *context, char *text, size_t capacity);

/* Columns on a terminal: two for a Chinese character. */
size_t qi_width(const char *text, size_t length);

#endif
