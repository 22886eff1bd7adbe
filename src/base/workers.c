#include "base/workers.h"

#if QI_HAS_THREADS
#include <errno.h>
#include <time.h>

static void live(void *argument)
{
    qi_workers *const workers = argument;
    uint64_t seen = 0;
    qi_mutex_lock(&workers->lock);
    const uint32_t number = ++workers->numbered;
    for (;;) {
        while (workers->turn == seen && !workers->closing)
            pthread_cond_wait(&workers->begun, &workers->lock);
        if (workers->turn == seen)
            break;
        seen = workers->turn;
        qi_mutex_unlock(&workers->lock);
        workers->work(workers->context, number);
        qi_mutex_lock(&workers->lock);
        if (--workers->busy == 0)
            pthread_cond_signal(&workers->ended);
    }
    qi_mutex_unlock(&workers->lock);
}

static void *live_as_thread(void *argument)
{
    live(argument);
    return NULL;
}

/* Starts thread number `index`. False with errno. */
static bool start_thread(qi_workers *workers, uint32_t index)
{
    const qi_host *const host = workers->host;
    if (!host || !host->start) {
        const int error =
            pthread_create(&workers->thread[index].system, NULL, live_as_thread, workers);
        if (error)
            errno = error;
        return !error;
    }
    workers->thread[index].host = host->start(host->context, live, workers);
    return workers->thread[index].host != NULL;
}

uint32_t qi_workers_open(qi_workers *workers, const qi_host *host, uint32_t wanted)
{
    workers->host = host;
    workers->count = workers->numbered = workers->busy = 0;
    workers->turn = 0;
    workers->closing = false;
    qi_mutex_init(&workers->lock);
    pthread_cond_init(&workers->begun, NULL);
    pthread_cond_init(&workers->ended, NULL);
    while (workers->count < wanted && workers->count < QI_MAX_THREADS &&
           start_thread(workers, workers->count))
        workers->count++;
    return workers->count;
}

void qi_workers_start(qi_workers *workers, qi_work *work, void *context)
{
    qi_mutex_lock(&workers->lock);
    workers->work = work;
    workers->context = context;
    workers->busy = workers->count;
    workers->turn++;
    pthread_cond_broadcast(&workers->begun);
    qi_mutex_unlock(&workers->lock);
}

bool qi_workers_wait(qi_workers *workers, double seconds)
{
    struct timespec end;
    if (seconds >= 0) {
        clock_gettime(CLOCK_REALTIME, &end);
        const double left = seconds + 1e-9 * (double)end.tv_nsec;
        end.tv_sec += (time_t)left;
        end.tv_nsec = (long)(1e9 * (left - (double)(time_t)left));
    }
    qi_mutex_lock(&workers->lock);
    bool waiting = true;
    while (workers->busy && waiting)
        waiting =
            (seconds < 0 ? pthread_cond_wait(&workers->ended, &workers->lock)
                         : pthread_cond_timedwait(&workers->ended, &workers->lock, &end)) == 0;
    const bool done = !workers->busy;
    qi_mutex_unlock(&workers->lock);
    return done;
}

void qi_workers_close(qi_workers *workers)
{
    qi_mutex_lock(&workers->lock);
    workers->closing = true;
    pthread_cond_broadcast(&workers->begun);
    qi_mutex_unlock(&workers->lock);
    for (uint32_t i = 0; i < workers->count; i++)
        if (workers->host && workers->host->join)
            workers->host->join(workers->host->context, workers->thread[i].host);
        else
            pthread_join(workers->thread[i].system, NULL);
    pthread_cond_destroy(&workers->ended);
    pthread_cond_destroy(&workers->begun);
    qi_mutex_destroy(&workers->lock);
}

typedef struct sharing {
    qi_work_part *part;
    void *context;
    uint32_t count, block;
    uint64_t next; /* the first part that nobody has taken */
} sharing;

static void take_parts(void *context, uint32_t number)
{
    sharing *const all = context;
    for (;;) {
        const uint64_t first = __atomic_fetch_add(&all->next, all->block, __ATOMIC_RELAXED);
        if (first >= all->count)
            return;
        const uint64_t end = first + all->block < all->count ? first + all->block : all->count;
        all->part(all->context, number, (uint32_t)first, (uint32_t)end);
    }
}

void qi_workers_run(qi_workers *workers, qi_work_part *part, void *context, uint32_t count,
                    uint32_t block)
{
    if (!workers->count || count <= block) {
        if (count)
            part(context, 0, 0, count);
        return;
    }
    sharing all = {part, context, count, block, 0};
    qi_workers_start(workers, take_parts, &all);
    take_parts(&all, 0);
    qi_workers_wait(workers, QI_FOREVER);
}

#else

uint32_t qi_workers_open(qi_workers *workers, const qi_host *host, uint32_t wanted)
{
    (void)host, (void)wanted;
    return workers->count = 0;
}

void qi_workers_start(qi_workers *workers, qi_work *work, void *context)
{
    (void)workers, (void)work, (void)context;
}

bool qi_workers_wait(qi_workers *workers, double seconds)
{
    (void)workers, (void)seconds;
    return true;
}

void qi_workers_close(qi_workers *workers)
{
    (void)workers;
}

void qi_workers_run(qi_workers *workers, qi_work_part *part, void *context, uint32_t count,
                    uint32_t block)
{
    (void)workers, (void)block;
    if (count)
        part(context, 0, 0, count);
}

#endif

static void *allocate(void *context, size_t size)
{
    qi_shared_allocator *const shared = context;
    qi_mutex_lock(&shared->lock);
    void *const block = qi_allocate(&shared->caller, size);
    qi_mutex_unlock(&shared->lock);
    return block;
}

static void release(void *context, void *block)
{
    qi_shared_allocator *const shared = context;
    qi_mutex_lock(&shared->lock);
    qi_release(&shared->caller, block);
    qi_mutex_unlock(&shared->lock);
}

qi_allocator qi_shared_allocator_start(qi_shared_allocator *shared, const qi_allocator *caller)
{
    shared->caller = *caller;
    qi_mutex_init(&shared->lock);
    return (qi_allocator){allocate, release, shared};
}

void qi_shared_allocator_end(qi_shared_allocator *shared)
{
    qi_mutex_destroy(&shared->lock);
}
