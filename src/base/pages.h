/* Large tables. */
#ifndef QI_BASE_PAGES_H
#define QI_BASE_PAGES_H

#include <stddef.h>
#include <stdint.h>

#if __STDC_HOSTED__ && defined(__linux__)
#include <sys/mman.h>
#endif

/* Asks the system for large pages under a block that is read all over the place; it then finds
 * their addresses faster. The system may say no. */
static inline void qi_prefer_large_pages(void *block, size_t size)
{
#if __STDC_HOSTED__ && defined(MADV_HUGEPAGE)
    const size_t page = (size_t)2 << 20;
    const size_t skipped = (page - (uintptr_t)block % page) % page;
    if (size >= skipped + page)
        (void)madvise((char *)block + skipped, (size - skipped) / page * page, MADV_HUGEPAGE);
#else
    (void)block;
    (void)size;
#endif
}

#endif
