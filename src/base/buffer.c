#include "base/buffer.h"

#include "base/memory.h"
#include "base/text.h"

/* A block of `capacity` bytes with what the buffer holds, or NULL; the old one is gone then. */
static char *enlarge(const qi_buffer *buffer, size_t capacity)
{
    if (!buffer->allocator)
        return (char *)qi_resize(buffer->bytes, buffer->length, capacity);
    char *larger = (char *)qi_allocate(buffer->allocator, capacity);
    if (larger && buffer->bytes) {
        memcpy(larger, buffer->bytes, buffer->length);
        qi_release(buffer->allocator, buffer->bytes);
    }
    return larger;
}

bool qi_buffer_reserve(qi_buffer *buffer, size_t more)
{
    enum { FIRST = 256 };
    if (buffer->failed)
        return false;
    if (buffer->capacity - buffer->length > more)
        return true;
    buffer->failed = more > SIZE_MAX / 4 - buffer->length;
    if (buffer->failed)
        return false;
    size_t capacity = buffer->capacity ? buffer->capacity : (size_t)FIRST;
    while (capacity - buffer->length <= more)
        capacity *= 2;
    char *const larger = enlarge(buffer, capacity);
    buffer->failed = !larger;
    if (buffer->failed)
        return false;
    buffer->bytes = larger;
    buffer->capacity = capacity;
    return true;
}

bool qi_buffer_add(qi_buffer *buffer, const void *bytes, size_t count)
{
    if (!qi_buffer_reserve(buffer, count))
        return false;
    if (count)
        memcpy(buffer->bytes + buffer->length, bytes, count);
    buffer->length += count;
    buffer->bytes[buffer->length] = '\0';
    return true;
}

bool qi_buffer_add_text(qi_buffer *buffer, const char *text)
{
    return qi_buffer_add(buffer, text, strlen(text));
}

bool qi_buffer_add_char(qi_buffer *buffer, char c)
{
    return qi_buffer_add(buffer, &c, 1);
}

bool qi_buffer_show(qi_buffer *buffer, const char *text, size_t length, bool lines)
{
    for (size_t i = 0; i < length;) {
        char shown[QI_SHOWN_BYTES];
        i += qi_show_character(text + i, length - i, lines, shown);
        qi_buffer_add_text(buffer, shown);
    }
    return !buffer->failed;
}

bool qi_buffer_add_number(qi_buffer *buffer, uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    return qi_buffer_add(buffer, digits + at, sizeof digits - at);
}

void qi_buffer_drop(qi_buffer *buffer, size_t count)
{
    buffer->length -= count;
    if (buffer->bytes) {
        memmove(buffer->bytes, buffer->bytes + count, buffer->length);
        buffer->bytes[buffer->length] = '\0';
    }
}

void qi_buffer_clear(qi_buffer *buffer)
{
    buffer->length = 0;
    buffer->failed = false;
    if (buffer->bytes)
        buffer->bytes[0] = '\0';
}

char *qi_buffer_take(qi_buffer *buffer)
{
    char *const text = qi_buffer_add_text(buffer, "") ? buffer->bytes : NULL;
    if (text)
        buffer->bytes = NULL;
    qi_buffer_free(buffer);
    return text;
}

void qi_buffer_free(qi_buffer *buffer)
{
    const qi_allocator memory = qi_allocator_or_default(buffer->allocator);
    qi_release(&memory, buffer->bytes);
    *buffer = (qi_buffer){.allocator = buffer->allocator, .translator = buffer->translator};
}
