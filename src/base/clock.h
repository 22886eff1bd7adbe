/*
 * The clocks of a hosted build, in seconds. Not part of the freestanding core.
 *
 * A time means something only as a difference to another time of the same clock.
 */
#ifndef QI_BASE_CLOCK_H
#define QI_BASE_CLOCK_H

#include <time.h>

static inline double qi_seconds_of(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The time on the wall; it only ever goes forward. */
static inline double qi_seconds(void)
{
    return qi_seconds_of(CLOCK_MONOTONIC);
}

/* What this process has worked, all threads together. */
static inline double qi_cpu_seconds(void)
{
    return qi_seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

#endif
