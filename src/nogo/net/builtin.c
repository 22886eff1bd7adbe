/* The network that comes with the library: src/nogo/weights/nogo.qinet, byte for byte. */
#include <qi/nogo_net.h>

/* The build writes this file anew when the weights change, so that this one is compiled again; a
 * plain compiler call does without. */
#if defined(__has_include)
#if __has_include("nogo/net/nogo_qinet_changed.h")
#include "nogo/net/nogo_qinet_changed.h"
#endif
#endif

extern const uint8_t qi_nogo_net_bytes[];

#if defined(__APPLE__)
#define SECTION ".const_data\n"
#define SYMBOL "_qi_nogo_net_bytes"
#elif defined(_WIN32)
#define SECTION ".section .rdata,\"dr\"\n"
#define SYMBOL "qi_nogo_net_bytes"
#elif defined(__wasm__)
#define SECTION ".section .rodata.qi_nogo_net_bytes,\"\",@\n"
#define SYMBOL "qi_nogo_net_bytes"
#else
#define SECTION ".section .rodata\n.hidden qi_nogo_net_bytes\n.type qi_nogo_net_bytes, %object\n"
#define SYMBOL "qi_nogo_net_bytes"
#endif

__asm__(SECTION ".globl " SYMBOL "\n"
                ".balign 64\n" SYMBOL ":\n"
                ".incbin \"nogo/weights/nogo.qinet\"\n"
#if !defined(__APPLE__) && !defined(_WIN32)
                ".Lqi_nogo_net_end:\n"
                ".size " SYMBOL ", .Lqi_nogo_net_end - " SYMBOL "\n"
#endif
#if !defined(__wasm__)
                ".text\n"
#endif
);

/* The file tells its own size: 20 bytes, the header's and the weights'. */
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
    return qi_nogo_net_load(qi_nogo_net_bytes, size_of(qi_nogo_net_bytes), path, allocator, net,
                            NULL);
}
