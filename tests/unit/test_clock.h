/* A clock that no test waits for: every reading moves it by a tick, and waiting moves it as far as
 * is waited. Threads may share it. */
#ifndef QI_TESTS_CLOCK_H
#define QI_TESTS_CLOCK_H

#include "check.h"

#include <qi/base.h>

typedef struct test_clock {
    qi_host host; /* with this clock, and with a stop */
    qi_stop stop;
    uint64_t tick, now; /* in nanoseconds; only to be read when no other thread may use the clock */
    uint64_t readings;
} test_clock;

static inline double test_clock_read(void *context)
{
    test_clock *const clock = (test_clock *)context;
    __atomic_fetch_add(&clock->readings, 1, __ATOMIC_RELAXED);
    return 1e-9 * (double)__atomic_add_fetch(&clock->now, clock->tick, __ATOMIC_RELAXED);
}

static inline void test_clock_wait(void *context, double seconds)
{
    test_clock *const clock = (test_clock *)context;
    assert_true(seconds > 0);
    __atomic_fetch_add(&clock->now, (uint64_t)(1e9 * seconds) + 1, __ATOMIC_RELAXED);
}

static inline void test_clock_start(test_clock *clock, uint64_t tick)
{
    *clock = (test_clock){.tick = tick};
    clock->host = (qi_host){.size = sizeof clock->host,
                            .stop = &clock->stop,
                            .context = clock,
                            .seconds = test_clock_read,
                            .wait = test_clock_wait};
}

#endif
