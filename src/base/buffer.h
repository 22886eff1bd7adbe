/*
 * A growing buffer of bytes.
 *
 * All zero is an empty buffer that takes its memory from malloc; name an allocator first to take it
 * from there. Without memory, additions are dropped and `failed` is set: check it once, after the
 * last addition. Free with qi_buffer_free.
 */
#ifndef QI_BASE_BUFFER_H
#define QI_BASE_BUFFER_H

#include <stdarg.h>

#include <qi/base.h>

typedef struct qi_buffer {
    char *bytes; /* null-terminated once anything was added */
    size_t length, capacity;
    bool failed;
    const qi_allocator *allocator; /* NULL: malloc and free */
    qi_translator *translator;     /* of what qi_buffer_say adds; NULL: English */
} qi_buffer;

/* The text; "" when nothing was added. */
static inline const char *qi_buffer_text(const qi_buffer *buffer)
{
    return buffer->bytes ? buffer->bytes : "";
}

/* Hands the text to the caller, who frees it, and empties the buffer. NULL after a failure. */
char *qi_buffer_take(qi_buffer *buffer);

/* Makes room for `more` bytes and a terminator at bytes + length; who writes there adds to
 * `length`. False without memory, and after an earlier failure. */
bool qi_buffer_reserve(qi_buffer *buffer, size_t more);

/* Each returns whether the buffer is whole. */
bool qi_buffer_add(qi_buffer *buffer, const void *bytes, size_t count);
bool qi_buffer_add_text(qi_buffer *buffer, const char *text);
bool qi_buffer_add_char(qi_buffer *buffer, char c);
/* As qi_show_character shows it (base/text.h). */
bool qi_buffer_show(qi_buffer *buffer, const char *text, size_t length, bool lines);
bool qi_buffer_add_number(qi_buffer *buffer, uint64_t number); /* in decimal */
/* Not part of the freestanding core (buffer_print.c). */
bool qi_buffer_printf(qi_buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool qi_buffer_vprintf(qi_buffer *buffer, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* For people: as qi_buffer_printf, in the language of the buffer's translator, which is asked for
 * the format and for what its %s stand for (base/message.h). What has several lines may be known as
 * a whole, by its paragraphs, or line by line; blanks before a line, and a ':' or '.' that ends it,
 * need not be part of what is looked up. */
bool qi_buffer_say(qi_buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool qi_buffer_vsay(qi_buffer *buffer, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
bool qi_buffer_say_message(qi_buffer *buffer, const qi_message *message);
/* The same for a text in which '%' is only a sign. */
bool qi_buffer_say_text(qi_buffer *buffer, const char *text);

/* Removes `count` bytes from the front. */
void qi_buffer_drop(qi_buffer *buffer, size_t count);

/* Makes the buffer empty and clears `failed`; the memory stays. */
void qi_buffer_clear(qi_buffer *buffer);

/* Gives the memory back; the buffer is empty then and may be used again. */
void qi_buffer_free(qi_buffer *buffer);

#endif
