/* Sequences of random calls that can be repeated: by their seed, with the last calls in words. */
#ifndef QI_TESTS_SEQUENCE_H
#define QI_TESTS_SEQUENCE_H

#include "check.h"

#include "base/random.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { KEPT_CALLS = 24 };

typedef struct sequence {
    uint64_t seed;
    qi_random random;
    size_t calls;
    char call[KEPT_CALLS][64]; /* the last ones; call i in i % KEPT_CALLS */
} sequence;

static inline void sequence_start(sequence *it, uint64_t seed)
{
    *it = (sequence){.seed = seed};
    qi_random_seed(&it->random, seed);
}

/* A number below `bound`. */
static inline uint32_t dice(sequence *it, uint32_t bound)
{
    return qi_random_below(&it->random, bound);
}

/* Remembers a call that is about to be made. */
__attribute__((format(printf, 2, 3))) static inline void note(sequence *it, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(it->call[it->calls++ % KEPT_CALLS], sizeof *it->call, format, arguments);
    va_end(arguments);
}

static inline void must_hold(const sequence *it, bool good, const char *what, int line)
{
    if (good)
        return;
    print_error("seed %llu, call %zu, line %d: not %s; the last calls:\n",
                (unsigned long long)it->seed, it->calls, line, what);
    for (size_t i = it->calls > KEPT_CALLS ? it->calls - KEPT_CALLS : 0; i < it->calls; i++)
        print_error("  %zu %s\n", i + 1, it->call[i % KEPT_CALLS]);
    fail();
}

#define must(it, good) must_hold(it, good, #good, __LINE__)

/* The first seed: QI_TEST_SEED chooses other sequences. */
static inline uint64_t first_seed(void)
{
    const char *const seed = getenv("QI_TEST_SEED");
    return 1000000 * (seed ? strtoull(seed, NULL, 10) : 1);
}

/* A text that was written, to be read again. */
typedef struct sheet {
    char text[1 << 16];
    size_t length;
} sheet;

static inline bool write_on(void *context, const char *bytes, size_t count)
{
    sheet *const on = (sheet *)context;
    assert_true(count < sizeof on->text - on->length);
    memcpy(on->text + on->length, bytes, count);
    on->length += count;
    return true;
}

#endif
