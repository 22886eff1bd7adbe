/* An allocator that gives memory a limited number of times and counts what is out. */
#ifndef QI_TESTS_STINGY_H
#define QI_TESTS_STINGY_H

#include <qi/base.h>

#include <stdlib.h>

typedef struct stingy {
    int left, out;
} stingy;

static inline void *stingy_allocate(void *context, size_t size)
{
    stingy *from = context;
    if (from->left == 0)
        return NULL;
    from->left--;
    from->out++;
    return malloc(size);
}

static inline void stingy_release(void *context, void *block)
{
    ((stingy *)context)->out--;
    free(block);
}

/* The allocator that takes from `from`. */
static inline qi_allocator stingy_allocator(stingy *from)
{
    return (qi_allocator){stingy_allocate, stingy_release, from};
}

#endif
