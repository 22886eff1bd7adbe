/* Playing many random games with several threads: each takes a block of games at a time. */
#include "nogo/playout/playout.h"

#include <pthread.h>
#include <time.h>

#include "nogo/rules/position.h"

typedef struct playout_work {
    qi_nogo_path path;
    uint64_t count, seed, block;
    const qi_allocator *memory; /* the game's own; used under the lock */
    pthread_mutex_t lock;       /* for what follows */
    pthread_cond_t news;        /* a worker ended */
    uint64_t next;              /* the first game not yet taken */
    unsigned working;
    bool stop;
    qi_result result;
    qi_nogo_stats stats;
} playout_work;

typedef struct playout_worker {
    playout_work *work;
    qi_nogo *game;
    pthread_t thread;
} playout_worker;

/* The workers' positions take memory from the game's allocator, one at a time. */
static void *allocate_alone(void *context, size_t size)
{
    playout_work *const work = context;
    pthread_mutex_lock(&work->lock);
    void *block = qi_allocate(work->memory, size);
    pthread_mutex_unlock(&work->lock);
    return block;
}

static void release_alone(void *context, void *block)
{
    playout_work *const work = context;
    pthread_mutex_lock(&work->lock);
    qi_release(work->memory, block);
    pthread_mutex_unlock(&work->lock);
}

/* Takes the next block; false when there is none. */
static bool take_block(playout_work *work, uint64_t *first, uint64_t *count)
{
    pthread_mutex_lock(&work->lock);
    const uint64_t left = work->stop ? 0 : work->count - work->next;
    *first = work->next;
    *count = left < work->block ? left : work->block;
    work->next += *count;
    pthread_mutex_unlock(&work->lock);
    return *count > 0;
}

static void *play_blocks(void *context)
{
    playout_worker *const self = context;
    playout_work *const work = self->work;
    uint64_t first, count;
    while (take_block(work, &first, &count)) {
        qi_nogo_stats part = {0, 0, 0};
        const qi_result result =
            qi_nogo_playouts_part(self->game, work->path, first, count, work->seed, &part);
        pthread_mutex_lock(&work->lock);
        work->stats.games += part.games;
        work->stats.black_wins += part.black_wins;
        work->stats.moves += part.moves;
        if (result != QI_OK) {
            work->result = result;
            work->stop = true;
        }
        pthread_mutex_unlock(&work->lock);
    }
    pthread_mutex_lock(&work->lock);
    work->working--;
    pthread_cond_signal(&work->news);
    pthread_mutex_unlock(&work->lock);
    return NULL;
}

/* Reports the progress until the workers have ended. */
static void watch(playout_work *work, const qi_nogo_playouts_options *options)
{
    pthread_mutex_lock(&work->lock);
    while (work->working > 0) {
        if (!options->watch) {
            pthread_cond_wait(&work->news, &work->lock);
            continue;
        }
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 100000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&work->news, &work->lock, &until);
        const qi_nogo_stats done = work->stats;
        pthread_mutex_unlock(&work->lock);
        const bool go_on = options->watch(options->context, &done);
        pthread_mutex_lock(&work->lock);
        if (!go_on && !work->stop) {
            work->stop = true;
            work->result = QI_STOPPED;
        }
    }
    pthread_mutex_unlock(&work->lock);
}

/* Starts a worker; false when there is no memory or no thread for it. */
static bool start(playout_work *work, playout_worker *self, const qi_nogo *game)
{
    const qi_allocator alone = {allocate_alone, release_alone, work};
    self->work = work;
    if (qi_nogo_copy(game, &alone, &self->game) != QI_OK)
        return false;
    pthread_mutex_lock(&work->lock);
    const bool started = pthread_create(&self->thread, NULL, play_blocks, self) == 0;
    work->working += started; /* it cannot have ended: it needs the lock for its first block */
    pthread_mutex_unlock(&work->lock);
    if (!started)
        qi_nogo_free(self->game);
    return started;
}

qi_result qi_playout_together(const qi_nogo *game, uint64_t count, uint64_t seed,
                              const qi_nogo_playouts_options *options, qi_nogo_stats *stats)
{
    playout_work work = {.path = options->path,
                         .count = count,
                         .seed = seed,
                         .block = qi_playout_block(game),
                         .memory = &game->allocator};
    playout_worker *const workers =
        qi_allocate_array(&game->allocator, options->threads, sizeof *workers);
    if (!workers)
        return QI_UNSUPPORTED;
    pthread_mutex_init(&work.lock, NULL);
    pthread_cond_init(&work.news, NULL);
    unsigned started = 0;
    while (started < options->threads && start(&work, &workers[started], game))
        started++;
    watch(&work, options);
    for (unsigned i = 0; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
        qi_nogo_free(workers[i].game);
    }
    pthread_cond_destroy(&work.news);
    pthread_mutex_destroy(&work.lock);
    qi_release(&game->allocator, workers);
    *stats = work.stats;
    return started ? work.result : QI_UNSUPPORTED;
}
