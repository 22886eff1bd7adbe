/*
 * The clocks of a hosted build, in seconds. Not part of the freestanding core.
 *
 * Only the difference between two times of the same clock has a meaning.
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

/* Elapsed time; it never goes backwards. */
static inline double qi_seconds(void)
{
    return qi_seconds_of(CLOCK_MONOTONIC);
}

/* CPU time of this process, all threads together. */
static inline double qi_cpu_seconds(void)
{
    return qi_seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

#endif
