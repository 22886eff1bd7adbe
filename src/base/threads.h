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

/* A mutex, or nothing in a build without threads. */
#if QI_HAS_THREADS
typedef pthread_mutex_t qi_mutex;
#else
typedef char qi_mutex;
#endif

static inline void qi_mutex_init(qi_mutex *mutex)
{
#if QI_HAS_THREADS
    pthread_mutex_init(mutex, NULL);
#else
    (void)mutex;
#endif
}

static inline void qi_mutex_destroy(qi_mutex *mutex)
{
#if QI_HAS_THREADS
    pthread_mutex_destroy(mutex);
#else
    (void)mutex;
#endif
}

static inline void qi_mutex_lock(qi_mutex *mutex)
{
#if QI_HAS_THREADS
    pthread_mutex_lock(mutex);
#else
    (void)mutex;
#endif
}

static inline void qi_mutex_unlock(qi_mutex *mutex)
{
#if QI_HAS_THREADS
    pthread_mutex_unlock(mutex);
#else
    (void)mutex;
#endif
}

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
    return threads > QI_MAX_THREADS ? 0 : threads ? threads : 1;
}

#endif
