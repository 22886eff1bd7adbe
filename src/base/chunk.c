/* Binary files: their common beginning. */
#include "base/chunk.h"

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

uint32_t qi_crc32(const void *data, size_t size)
{
    /* Four bits at a time. */
    static const uint32_t table[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
                                       0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                       0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                       0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    const uint8_t *byte = (const uint8_t *)data;
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        crc ^= byte[i];
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return ~crc;
}
