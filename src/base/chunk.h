/*
 * The form that our binary files share: networks and orders are one chunk, facts are several.
 * Little-endian:
 *
 *     8  magic; the last byte is the version
 *     4  length of the header
 *     4  length of the payload
 *     4  CRC-32 of header and payload
 *     then the header and the payload, which are each kind's own
 */
#ifndef QI_BASE_CHUNK_H
#define QI_BASE_CHUNK_H

#include <stddef.h>
#include <stdint.h>

enum { QI_CHUNK_START = 20 }; /* the bytes before the header */

typedef struct qi_chunk {
    const uint8_t *header, *payload;
    uint32_t length; /* of the payload */
} qi_chunk;

/* Reads a chunk that has to fill `size` bytes, which may be anything, and whose header has `header`
 * bytes. Returns NULL, or an English phrase that says what is wrong. */
const char *qi_chunk_read(const void *bytes, size_t size, const char magic[8], uint32_t header,
                          qi_chunk *chunk);

/* Writes the first QI_CHUNK_START bytes, once the header and the payload stand behind them. */
void qi_chunk_seal(void *bytes, const char magic[8], uint32_t header, uint32_t length);

static inline uint64_t qi_get_little(const void *bytes, unsigned count)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < count; i++)
        value |= (uint64_t)((const uint8_t *)bytes)[i] << (8 * i);
    return value;
}

static inline void qi_put_little(void *bytes, unsigned count, uint64_t value)
{
    for (unsigned i = 0; i < count; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)(value >> (8 * i));
}

/* The CRC of zip, png and Ethernet. */
uint32_t qi_crc32(const void *data, size_t size);

#endif
