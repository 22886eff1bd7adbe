/* Reading the tables of weights from bytes that may be anything. */
#include "nogo/solve/order_net.h"

#include "base/crc32.h"
#include "base/memory.h"

static const uint8_t MAGIC[8] = SOLVE_NET_MAGIC;

static uint32_t word_at(const uint8_t *bytes, size_t offset)
{
    uint32_t word = 0;
    for (unsigned i = 0; i < 4; i++)
        word |= (uint32_t)bytes[offset + i] << (8 * i);
    return word;
}

/* NULL or what is wrong with a header, which is all there. */
static const char *check_header(const uint8_t *header)
{
    if (header[7] != MAGIC[7])
        return "its version is not 1";
    if (word_at(header, 8) != SOLVE_FEATURES || word_at(header, 12) != SOLVE_HIDDEN)
        return "its network has another shape";
    for (unsigned i = 24; i < SOLVE_NET_HEADER; i++)
        if (header[i])
            return "its reserved bytes are not 0";
    return NULL;
}

const char *qi_solve_read_net(const void *bytes, size_t size, const solve_net *other,
                              solve_net *net)
{
    const uint8_t *const header = (const uint8_t *)bytes;
    if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__)
        return "its numbers are little-endian, and those of this machine are not";
    if ((uintptr_t)bytes % SOLVE_NET_HEADER)
        return "it is not aligned to 64 bytes";
    if (size < sizeof MAGIC || memcmp(header, MAGIC, sizeof MAGIC - 1) != 0)
        return "it does not begin as a table of weights does";
    if (size < SOLVE_NET_HEADER)
        return "it ends within its header";
    const char *wrong = check_header(header);
    if (wrong)
        return wrong;
    const bool is_whole = size == SOLVE_NET_WHOLE;
    if (!is_whole && size != SOLVE_NET_HEADER + SOLVE_NET_HEAD)
        return "its size is not that of its shape";
    const uint8_t *const layer = header + SOLVE_NET_HEADER;
    const uint8_t *const head = header + size - SOLVE_NET_HEAD;
    const uint32_t layer_sum = word_at(header, 16);
    if (qi_crc32(head, SOLVE_NET_HEAD) != word_at(header, 20) ||
        (is_whole && qi_crc32(layer, SOLVE_NET_LAYER) != layer_sum))
        return "the checksum does not match";
    if (!is_whole && (!other || other->layer_sum != layer_sum))
        return "its hidden layer is in another table";
    net->hidden = is_whole ? (const solve_unit(*)[SOLVE_HIDDEN])(const void *)layer : other->hidden;
    net->direct = (const solve_direct *)(const void *)head;
    net->output = (const solve_unit *)(const void *)(head + 4 * SOLVE_FEATURES);
    net->layer_sum = layer_sum;
    return NULL;
}
