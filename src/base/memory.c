/* The hosted build's allocator. Not part of the freestanding core. */
#include "base/memory.h"

#include "base/fast.h"

#include <stdlib.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

enum { HUGE_PAGE = 2 << 20 };

void qi_prefer_huge_pages(void *block, size_t size)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    const size_t skipped = (HUGE_PAGE - (uintptr_t)block % HUGE_PAGE) % HUGE_PAGE;
    if (QI_HAS_FAST(QI_FAST_HUGE_PAGES) && size >= skipped + HUGE_PAGE)
        (void)madvise((char *)block + skipped, (size - skipped) / HUGE_PAGE * HUGE_PAGE,
                      MADV_HUGEPAGE);
#else
    (void)block, (void)size;
#endif
}

static void *host_allocate(void *context, size_t size)
{
    (void)context;
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (size >= HUGE_PAGE / 2 && size <= SIZE_MAX - HUGE_PAGE) {
        const size_t rounded = (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
        void *block = aligned_alloc(HUGE_PAGE, rounded);
        if (block)
            qi_prefer_huge_pages(block, rounded);
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
