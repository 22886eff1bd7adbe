/* The tables of weights: reading them from bytes that may be anything, and those of the library. */
#include "nogo/solve/order_net.h"

#include "base/chunk.h"
#include "base/embed.h"

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

/* ---- the tables of the library -------------------------------------------------------------- */

QI_EMBED(qi_solve_wide, "nogo/weights/order_wide.bin");
#ifndef QI_ONE_SOLVE_NET /* a build that has to be small, as the page's, has one for all boards */
QI_EMBED(qi_solve_line, "nogo/weights/order_line.bin");
QI_EMBED(qi_solve_narrow, "nogo/weights/order_narrow.bin");
QI_EMBED(qi_solve_four, "nogo/weights/order_four.bin");
QI_EMBED(qi_solve_five, "nogo/weights/order_five.bin");
#endif

static const char *read_builtin(uint32_t rows, solve_net *net)
{
#ifndef QI_ONE_SOLVE_NET
    const char *wrong;
    switch (rows) {
    case 1:
        return qi_solve_read_net(qi_solve_line, qi_solve_line_size, NULL, net);
    case 2:
        return qi_solve_read_net(qi_solve_narrow, qi_solve_narrow_size, NULL, net);
    case 4: /* it has the hidden layer of the one for all other boards */
        wrong = qi_solve_read_net(qi_solve_wide, qi_solve_wide_size, NULL, net);
        return wrong ? wrong : qi_solve_read_net(qi_solve_four, qi_solve_four_size, net, net);
    case 5:
        return qi_solve_read_net(qi_solve_five, qi_solve_five_size, NULL, net);
    }
#else
    (void)rows;
#endif
    return qi_solve_read_net(qi_solve_wide, qi_solve_wide_size, NULL, net);
}

qi_result qi_solve_builtin_net(uint32_t rows, solve_net *net)
{
    return read_builtin(rows, net) ? QI_BAD_DATA : QI_OK;
}
