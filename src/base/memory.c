/* The hosted build's allocator. Not part of the freestanding core. */
#include "base/memory.h"

#include <stdlib.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

static void *host_allocate(void *context, size_t size)
{
    (void)context;
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    /* Ask for large pages behind a large block: hundreds of times fewer page faults, and fewer TLB
     * misses. The kernel may ignore it. */
    enum { LARGE_PAGE = 2 << 20 };
    if (size >= LARGE_PAGE / 2 && size <= SIZE_MAX - LARGE_PAGE) {
        const size_t rounded = (size + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
        void *block = aligned_alloc(LARGE_PAGE, rounded);
        if (block)
            (void)madvise(block, rounded, MADV_HUGEPAGE);
        return block;
    }
#endif
    return malloc(size);
}

static void host_release(void *context, void *block)
{
    (void)context;
    free(block);
}

void *qi_resize(void *block, size_t count, size_t capacity)
{
    (void)count;
    return realloc(block, capacity);
}

const qi_allocator qi_default_allocator = {host_allocate, host_release, NULL};
