/* What every unit test includes first: cmocka and what cmocka needs before it. */
#ifndef QI_TESTS_CHECK_H
#define QI_TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <qi/base.h>
#include <stdlib.h>

/* How many of `full` random cases to run: QI_TEST_SCALE (percent) shortens the runs under
 * sanitizers and under valgrind. */
static inline uint64_t test_cases(uint64_t full)
{
    const char *scale = getenv("QI_TEST_SCALE");
    const uint64_t percent = scale ? strtoull(scale, NULL, 10) : 100;
    const uint64_t cases = full * percent / 100;
    return cases ? cases : 1;
}

/* Whether the run is a short one. */
static inline bool test_short(void)
{
    return test_cases(100) < 100;
}

/* An allocator that gives memory a limited number of times and counts what is out. */
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
