/* The clock of a hosted build. Not part of the freestanding core. */
#ifndef QI_BASE_CLOCK_H
#define QI_BASE_CLOCK_H

#include <time.h>

/* Seconds that only ever go forward; from where is not said. */
static inline double qi_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

#endif
