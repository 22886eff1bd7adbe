/* Whether this build has threads. The freestanding core has none and works with one wherever more
 * are asked for. */
#ifndef QI_BASE_THREADS_H
#define QI_BASE_THREADS_H

#include <qi/base.h>

#ifndef QI_HAS_THREADS
#define QI_HAS_THREADS __STDC_HOSTED__
#endif

#if QI_HAS_THREADS
#include <pthread.h>
#include <sched.h>
#endif

/* Lets others run, while there is nothing to do but to wait for them. */
static inline void qi_thread_yield(void)
{
#if QI_HAS_THREADS
    sched_yield();
#endif
}

/* How many threads a caller asks for, or 0 when that is too many. */
static inline uint32_t qi_threads_wanted(uint32_t threads)
{
    return threads > QI_MOST_THREADS ? 0 : threads ? threads : 1;
}

#endif
