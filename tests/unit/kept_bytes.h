/* A sink that keeps what is written in memory, up to a limit. */
#ifndef QI_TESTS_KEPT_BYTES_H
#define QI_TESTS_KEPT_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct kept_bytes {
    _Alignas(uint64_t) char bytes[1 << 21];
    size_t length, room; /* the sink says no beyond `room` */
} kept_bytes;

/* A qi_sink: `context` is a kept_bytes. */
static inline bool keep_bytes(void *context, const char *piece, size_t count)
{
    kept_bytes *to = context;
    if (count > to->room - to->length)
        return false;
    memcpy(to->bytes + to->length, piece, count);
    to->length += count;
    return true;
}

#endif
