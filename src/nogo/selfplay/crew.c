#include "nogo/selfplay/crew.h"

#include "base/memory.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct helper {
    qi_crew *crew;
    uint32_t member;
    pthread_t thread;
} helper;

struct qi_crew {
    qi_allocator allocator;
    pthread_mutex_t lock; /* for what follows */
    pthread_cond_t begun, ended;
    uint64_t turn; /* counts pieces of work */
    uint32_t busy; /* helpers that have not finished this one */
    bool stop;
    /* The piece of work; does not change while anybody is busy. */
    qi_crew_task *task;
    void *context;
    uint32_t count, block;
    atomic_uint_fast64_t next; /* the first part not yet taken */
    uint32_t helpers;
    struct helper helper[];
};

static void do_parts(qi_crew *crew, uint32_t member)
{
    for (;;) {
        const uint64_t first =
            atomic_fetch_add_explicit(&crew->next, crew->block, memory_order_relaxed);
        if (first >= crew->count)
            return;
        const uint64_t end = first + crew->block < crew->count ? first + crew->block : crew->count;
        crew->task(crew->context, member, (uint32_t)first, (uint32_t)end);
    }
}

static void *help(void *argument)
{
    const helper *self = argument;
    qi_crew *crew = self->crew;
    uint64_t seen = 0;
    pthread_mutex_lock(&crew->lock);
    for (;;) {
        while (crew->turn == seen && !crew->stop)
            pthread_cond_wait(&crew->begun, &crew->lock);
        if (crew->stop)
            break;
        seen = crew->turn;
        pthread_mutex_unlock(&crew->lock);
        do_parts(crew, self->member);
        pthread_mutex_lock(&crew->lock);
        if (--crew->busy == 0)
            pthread_cond_signal(&crew->ended);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

qi_result qi_crew_new(uint32_t members, const qi_allocator *allocator, qi_crew **crew)
{
    qi_crew *fresh = qi_allocate(allocator, sizeof *fresh + members * sizeof fresh->helper[0]);
    if (!fresh)
        return QI_NO_MEMORY;
    memset((void *)fresh, 0, sizeof *fresh);
    fresh->allocator = *allocator;
    atomic_init(&fresh->next, 0);
    pthread_mutex_init(&fresh->lock, NULL);
    pthread_cond_init(&fresh->begun, NULL);
    pthread_cond_init(&fresh->ended, NULL);
    while (fresh->helpers + 1 < members) {
        helper *one = &fresh->helper[fresh->helpers];
        *one = (helper){.crew = fresh, .member = fresh->helpers + 1};
        if (pthread_create(&one->thread, NULL, help, one) != 0) {
            qi_crew_free(fresh);
            return QI_NO_MEMORY;
        }
        fresh->helpers++;
    }
    *crew = fresh;
    return QI_OK;
}

void qi_crew_free(qi_crew *crew)
{
    if (!crew)
        return;
    pthread_mutex_lock(&crew->lock);
    crew->stop = true;
    pthread_cond_broadcast(&crew->begun);
    pthread_mutex_unlock(&crew->lock);
    for (uint32_t i = 0; i < crew->helpers; i++)
        pthread_join(crew->helper[i].thread, NULL);
    pthread_cond_destroy(&crew->ended);
    pthread_cond_destroy(&crew->begun);
    pthread_mutex_destroy(&crew->lock);
    const qi_allocator allocator = crew->allocator;
    qi_release(&allocator, crew);
}

void qi_crew_run(qi_crew *crew, qi_crew_task *task, void *context, uint32_t count, uint32_t block)
{
    if (!crew->helpers || count <= block) {
        if (count)
            task(context, 0, 0, count);
        return;
    }
    pthread_mutex_lock(&crew->lock);
    crew->task = task;
    crew->context = context;
    crew->count = count;
    crew->block = block;
    atomic_store_explicit(&crew->next, 0, memory_order_relaxed);
    crew->busy = crew->helpers;
    crew->turn++;
    pthread_cond_broadcast(&crew->begun);
    pthread_mutex_unlock(&crew->lock);
    do_parts(crew, 0);
    pthread_mutex_lock(&crew->lock);
    while (crew->busy)
        pthread_cond_wait(&crew->ended, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
}
