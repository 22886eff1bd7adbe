/* Bytes that grow. All zero at first; free `bytes` in the end. */
#ifndef QI_GTP_BUFFER_H
#define QI_GTP_BUFFER_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct gtp_buffer {
    char *bytes;
    size_t length, capacity;
} gtp_buffer;

/* Makes sure that `more` bytes fit behind the last; false without memory. */
static inline bool gtp_buffer_room(gtp_buffer *buffer, size_t more)
{
    if (buffer->capacity - buffer->length >= more)
        return true;
    size_t capacity = buffer->capacity ? buffer->capacity : 256;
    while (capacity - buffer->length < more)
        capacity *= 2;
    char *larger = realloc(buffer->bytes, capacity);
    if (!larger)
        return false;
    buffer->bytes = larger;
    buffer->capacity = capacity;
    return true;
}

static inline bool gtp_buffer_add(gtp_buffer *buffer, const char *bytes, size_t count)
{
    if (!gtp_buffer_room(buffer, count))
        return false;
    if (count)
        memcpy(buffer->bytes + buffer->length, bytes, count);
    buffer->length += count;
    return true;
}

#endif
