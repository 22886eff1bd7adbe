/* Waiting for other processes, which may work on the same processors. */
#ifndef QI_CLUSTER_PATIENCE_H
#define QI_CLUSTER_PATIENCE_H

#include "base/clock.h"

#include <sched.h>
#include <time.h>

/* Between two looks at what is waited for since a time: sleeps, the longer the longer it takes. */
static inline void qi_be_patient(double since)
{
    const double shortest = 50e-6, longest = 5e-3, pause = (qi_seconds() - since) / 8;
    const struct timespec time = {.tv_nsec = (long)(1e9 * (pause < longest ? pause : longest))};
    if (pause < shortest)
        sched_yield();
    else
        nanosleep(&time, NULL);
}

#endif
