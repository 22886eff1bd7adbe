/* Instead of src/nogo/net/builtin.c, in a program of one source file: the network that comes with
 * the library as text, five characters for four bytes. */
#include <qi/nogo_net.h>

#include "base/memory.h"

static const char text[] =
#include "nogo/net/nogo_qinet_text.h"
    ;

static const char DIGITS[] =
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*_&<>()[]{}@%$#";

/* Writes the bytes that the text stands for. */
static void decode(uint8_t *to)
{
    uint8_t value[256];
    for (unsigned i = 0; i < 85; i++)
        value[(unsigned char)DIGITS[i]] = (uint8_t)i;
    for (size_t at = 0; at + 5 < sizeof text; at += 5) {
        uint32_t number = 0;
        for (unsigned i = 0; i < 5; i++)
            number = number * 85 + value[(unsigned char)text[at + i]];
        for (unsigned i = 0; i < 4; i++)
            *to++ = (uint8_t)(number >> (24 - 8 * i));
    }
}

/* The bytes tell their own number: 20, the header's and the weights'. */
static size_t size_of(const uint8_t *bytes)
{
    size_t size = 20;
    for (unsigned i = 8; i < 16; i++)
        size += (size_t)bytes[i] << (8 * (i & 3));
    return size;
}

qi_result qi_nogo_net_builtin(qi_nogo_net_path path, const qi_allocator *allocator,
                              qi_nogo_net **net)
{
    const qi_allocator memory = qi_allocator_or_default(allocator);
    uint8_t *bytes = (uint8_t *)qi_allocate(&memory, sizeof text / 5 * 4);
    if (!bytes)
        return QI_NO_MEMORY;
    decode(bytes);
    const qi_result result = qi_nogo_net_load(bytes, size_of(bytes), path, &memory, net, NULL);
    qi_release(&memory, bytes);
    return result;
}
