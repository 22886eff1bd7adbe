/* Binary files: their common beginning. */
#include "base/chunk.h"

#include "base/crc32.h"
#include "base/memory.h"

enum { MAGIC = 8, HEADER_AT = 8, PAYLOAD_AT = 12, SUM_AT = 16 };

const char *qi_chunk_read(const void *bytes, size_t size, const char magic[8], uint32_t header,
                          qi_chunk *chunk)
{
    const uint8_t *const start = (const uint8_t *)bytes;
    if (size < MAGIC || memcmp(start, magic, MAGIC - 1) != 0)
        return "it is not a file of this kind";
    if (start[MAGIC - 1] != (uint8_t)magic[MAGIC - 1])
        return "its version is not supported";
    if (size < QI_CHUNK_START + (size_t)header)
        return "it ends within its header";
    if (qi_get_little(start + HEADER_AT, 4) != header)
        return "its header has the wrong length";
    const size_t length = size - QI_CHUNK_START - header;
    const uint64_t promised = qi_get_little(start + PAYLOAD_AT, 4);
    if (length != promised)
        return length < promised ? "it ends too early" : "something stands after its end";
    if (qi_crc32(start + QI_CHUNK_START, header + length) != qi_get_little(start + SUM_AT, 4))
        return "the checksum does not match";
    *chunk = (qi_chunk){start + QI_CHUNK_START, start + QI_CHUNK_START + header, (uint32_t)length};
    return NULL;
}

void qi_chunk_seal(void *bytes, const char magic[8], uint32_t header, uint32_t length)
{
    uint8_t *const start = (uint8_t *)bytes;
    memcpy(start, magic, MAGIC);
    qi_put_little(start + HEADER_AT, 4, header);
    qi_put_little(start + PAYLOAD_AT, 4, length);
    qi_put_little(start + SUM_AT, 4, qi_crc32(start + QI_CHUNK_START, (size_t)header + length));
}
