#include "lab/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool lab_text_reserve(lab_text *text, size_t more)
{
    if (text->failed)
        return false;
    if (text->capacity - text->length > more)
        return true;
    size_t capacity = text->capacity ? text->capacity : 256;
    while (capacity - text->length <= more)
        capacity *= 2;
    char *const larger = realloc(text->bytes, capacity);
    if (!larger) {
        text->failed = true;
        return false;
    }
    text->bytes = larger;
    text->capacity = capacity;
    return true;
}

void lab_put(lab_text *text, const char *bytes, size_t count)
{
    if (!lab_text_reserve(text, count))
        return;
    memcpy(text->bytes + text->length, bytes, count);
    text->length += count;
    text->bytes[text->length] = '\0';
}

void lab_puts(lab_text *text, const char *string)
{
    lab_put(text, string, strlen(string));
}

void lab_putc(lab_text *text, char c)
{
    lab_put(text, &c, 1);
}

void lab_put_number(lab_text *text, uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    lab_put(text, digits + at, sizeof digits - at);
}

void lab_printf(lab_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    if (length > 0 && lab_text_reserve(text, (size_t)length)) {
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
    va_end(arguments);
}

void lab_text_clear(lab_text *text)
{
    text->length = 0;
    text->failed = false;
    if (text->bytes)
        text->bytes[0] = '\0';
}

void lab_text_free(lab_text *text)
{
    free(text->bytes);
    *text = (lab_text){0};
}
