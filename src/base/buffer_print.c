/* Formatted text in a buffer, and messages in the language of their reader. Not part of the
 * freestanding core. */
#include "base/buffer.h"
#include "base/message.h"

#include <stdio.h>
#include <string.h>

bool qi_buffer_vprintf(qi_buffer *buffer, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0)
        buffer->failed = true;
    if (length < 0 || !qi_buffer_reserve(buffer, (size_t)length))
        return false;
    vsnprintf(buffer->bytes + buffer->length, (size_t)length + 1, format, arguments);
    buffer->length += (size_t)length;
    return true;
}

bool qi_buffer_printf(qi_buffer *buffer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const bool whole = qi_buffer_vprintf(buffer, format, arguments);
    va_end(arguments);
    return whole;
}

/* ---- messages ----------------------------------------------------------------------------- */

static int write_real(char *to, size_t capacity, const char *directive, double number)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    return snprintf(to, capacity, directive, number);
#pragma GCC diagnostic pop
}

/* A part of a format, and its arguments; NULL in a text that is no format. */
typedef struct part {
    const char *text;
    size_t length;
    const char *arguments;
} part;

static part first_part(part whole, const char *stop)
{
    const size_t wanted = strlen(stop);
    part first = whole;
    for (first.length = 0; first.length < whole.length; first.length++)
        if (whole.length - first.length >= wanted &&
            memcmp(whole.text + first.length, stop, wanted) == 0)
            break;
    return first;
}

static part after(part whole, size_t length)
{
    const char *const arguments =
        whole.arguments ? qi_message_skip(whole.arguments, qi_message_count(whole.text, length))
                        : NULL;
    return (part){whole.text + length, whole.length - length, arguments};
}

static void add_english(qi_buffer *to, part it)
{
    if (!it.arguments) {
        qi_buffer_add(to, it.text, it.length);
        return;
    }
    const size_t length =
        qi_message_print(it.text, it.length, it.arguments, to->translator, NULL, NULL, 0);
    if (qi_buffer_reserve(to, length))
        to->length += qi_message_print(it.text, it.length, it.arguments, to->translator, NULL,
                                       to->bytes + to->length, length + 1);
}

/* Adds the translation of a part, if there is one. */
static bool add_known(qi_buffer *to, part it)
{
    const char *const other =
        to->translator && it.length ? to->translator(NULL, it.text, it.length) : NULL;
    if (other)
        add_english(to, (part){other, strlen(other), it.arguments});
    return other;
}

static void add_line(qi_buffer *to, part line)
{
    if (add_known(to, line))
        return;
    size_t blanks = 0;
    while (blanks < line.length && line.text[blanks] == ' ')
        blanks++;
    qi_buffer_add(to, line.text, blanks);
    line = after(line, blanks);
    const char last = line.length ? line.text[line.length - 1] : '\0';
    const part bare = {line.text, line.length - (line.length > 0), line.arguments};
    if (add_known(to, line))
        return;
    if ((last == ':' || last == '.') && add_known(to, bare))
        qi_buffer_add_text(to, last == ':' ? "：" : "。");
    else
        add_english(to, line);
}

/* Adds what stands between two `stops`, each in turn. */
static void add_parts(qi_buffer *to, part rest, const char *stop,
                      void (*add)(qi_buffer *to, part it))
{
    while (rest.length) {
        const part first = first_part(rest, stop);
        add(to, first);
        rest = after(rest, first.length);
        const size_t gap = rest.length < strlen(stop) ? rest.length : strlen(stop);
        qi_buffer_add(to, rest.text, gap);
        rest = after(rest, gap);
    }
}

static void add_paragraph(qi_buffer *to, part paragraph)
{
    part bare = paragraph;
    while (bare.length && bare.text[bare.length - 1] == '\n')
        bare.length--;
    if (add_known(to, bare))
        qi_buffer_add(to, bare.text + bare.length, paragraph.length - bare.length);
    else
        add_parts(to, paragraph, "\n", add_line);
}

static void add_message(qi_buffer *to, part whole)
{
    if (!add_known(to, whole))
        add_parts(to, whole, "\n\n", add_paragraph);
}

bool qi_buffer_vsay(qi_buffer *buffer, const char *format, va_list arguments)
{
    const bool has_choice = strchr(format, '{') && strchr(format, '|');
    if (!buffer->translator && !has_choice)
        return qi_buffer_vprintf(buffer, format, arguments);
    char few[512], *list = few;
    qi_buffer many = {0};
    const size_t wanted = qi_message_take(few, sizeof few, write_real, format, arguments);
    if (wanted > sizeof few && qi_buffer_reserve(&many, wanted)) {
        list = many.bytes;
        qi_message_take(list, wanted, write_real, format, arguments);
    }
    add_message(buffer, (part){format, strlen(format), list});
    buffer->failed |= many.failed;
    qi_buffer_free(&many);
    return !buffer->failed;
}

bool qi_buffer_say(qi_buffer *buffer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const bool whole = qi_buffer_vsay(buffer, format, arguments);
    va_end(arguments);
    return whole;
}

bool qi_buffer_say_message(qi_buffer *buffer, const qi_message *message)
{
    if (message->format)
        add_message(buffer, (part){message->format, strlen(message->format), message->arguments});
    return !buffer->failed;
}

bool qi_buffer_say_text(qi_buffer *buffer, const char *text)
{
    add_message(buffer, (part){text, strlen(text), NULL});
    return !buffer->failed;
}
