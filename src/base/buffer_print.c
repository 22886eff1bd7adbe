/* Formatted text in a buffer. Not part of the freestanding core. */
#include "base/buffer.h"

#include <stdio.h>

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
