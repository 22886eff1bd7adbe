/*
 * Threads that work together. A build without threads opens none, and the caller does everything.
 *
 * They are opened before any of them works, so the caller knows how many there are:
 *
 *     qi_workers workers;
 *     const uint32_t count = qi_workers_open(&workers, NULL, wanted);
 *     qi_workers_start(&workers, work, context); // each thread calls work(context, 1 .. count)
 *     work(context, 0);                          // the caller, if it wants to work too
 *     qi_workers_wait(&workers, QI_FOREVER);     // now there may be other work
 *     qi_workers_close(&workers);
 */
#ifndef QI_BASE_WORKERS_H
#define QI_BASE_WORKERS_H

#include "base/host.h"
#include "base/memory.h"

/* Whether this build has threads. The freestanding core has none and works with one wherever more
 * are asked for. */
#ifndef QI_HAS_THREADS
#define QI_HAS_THREADS __STDC_HOSTED__
#endif

/* A mutex, or nothing in a build without threads. */
#if QI_HAS_THREADS
#include <pthread.h>
#include <sched.h>
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

#define QI_FOREVER (-1.0)

/* A worker's whole share of some work. Number 0 is the caller. */
typedef void qi_work(void *context, uint32_t number);

/* Does the parts first to end - 1 of some work. */
typedef void qi_work_part(void *context, uint32_t number, uint32_t first, uint32_t end);

typedef struct qi_workers {
    uint32_t count;
#if QI_HAS_THREADS
    qi_mutex lock; /* protects all that follows but `thread` */
    pthread_cond_t begun, ended;
    uint32_t numbered; /* of the threads, those that have taken a number */
    uint32_t busy;
    uint64_t turn; /* counts calls of qi_workers_start */
    bool closing;
    qi_work *work;
    void *context;
    const qi_host *host;
    union {
        pthread_t system;
        void *host;
    } thread[QI_MAX_THREADS];
#endif
} qi_workers;

/* Starts at most `wanted` threads, which wait for work. Returns how many: fewer, even 0, if the
 * system allows no more. Call qi_workers_close in any case; the host must live until
 * then, and NULL means the system. */
uint32_t qi_workers_open(qi_workers *workers, const qi_host *host, uint32_t wanted);

/* Gives all threads work; what they had before must be done. */
void qi_workers_start(qi_workers *workers, qi_work *work, void *context);

/* Waits until all threads have done their work, at most for a time. Returns whether they have. */
bool qi_workers_wait(qi_workers *workers, double seconds);

/* Waits for the work, and ends the threads. */
void qi_workers_close(qi_workers *workers);

/* Shares out `count` parts, `block` at a time, among the threads and the caller, and returns when
 * they are done. */
void qi_workers_run(qi_workers *workers, qi_work_part *part, void *context, uint32_t count,
                    uint32_t block);

/* An allocator for several threads: it calls the caller's, one thread at a time. */
typedef struct qi_shared_allocator {
    qi_allocator caller;
    qi_mutex lock;
} qi_shared_allocator;

/* Returns the allocator to use. It is valid until qi_shared_allocator_end. */
qi_allocator qi_shared_allocator_start(qi_shared_allocator *shared, const qi_allocator *caller);
void qi_shared_allocator_end(qi_shared_allocator *shared);

#endif
