/* Reading the tables of weights from bytes that may be anything. */
#include "nogo/solve/order_net.h"

#include "base/chunk.h"

const char *qi_solve_read_net(const void *bytes, size_t size, const solve_net *other,
                              solve_net *net)
{
    if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__)
        return "its numbers are little-endian, and those of this machine are not";
    if ((uintptr_t)bytes % SOLVE_NET_HEADER)
        return "it is not aligned to 64 bytes";
    qi_chunk chunk;
    const char *wrong =
        qi_chunk_read(bytes, size, SOLVE_NET_MAGIC, SOLVE_NET_HEADER - QI_CHUNK_START, &chunk);
    if (wrong)
        return wrong;
    const bool is_whole = size == SOLVE_NET_WHOLE;
    if (qi_get_little(chunk.header, 4) != SOLVE_FEATURES ||
        qi_get_little(chunk.header + 4, 4) != SOLVE_HIDDEN ||
        (!is_whole && chunk.length != SOLVE_NET_HEAD))
        return "its network has another shape";
    const uint32_t layer_sum = (uint32_t)qi_get_little(chunk.header + 8, 4);
    if (!is_whole && (!other || other->layer_sum != layer_sum))
        return "its hidden layer is in another table";
    const uint8_t *const layer = chunk.payload;
    const uint8_t *const head = layer + chunk.length - SOLVE_NET_HEAD;
    net->hidden = is_whole ? (const solve_unit(*)[SOLVE_HIDDEN])(const void *)layer : other->hidden;
    net->direct = (const solve_direct *)(const void *)head;
    net->output = (const solve_unit *)(const void *)(head + 4 * SOLVE_FEATURES);
    net->layer_sum = layer_sum;
    return NULL;
}
