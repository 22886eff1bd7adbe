/* Playing many random games with several threads: each takes a block of games at a time. */
#include "nogo/playout/playout.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_THREADS = 1024, SMALL_BLOCK = 16384, LARGE_BLOCK_POINTS = 1 << 20 };

typedef struct playout_work {
    qi_nogo_path path;
    uint64_t count, seed, block;
    pthread_mutex_t lock; /* for what follows */
    pthread_cond_t news;  /* a worker ended */
    uint64_t next;        /* the first game not yet taken */
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

/* Tells of the progress until the workers have ended. */
static void watch(playout_work *work, qi_nogo_playouts_progress *progress, void *context)
{
    pthread_mutex_lock(&work->lock);
    while (work->working > 0) {
        if (!progress) {
            pthread_cond_wait(&work->news, &work->lock);
            continue;
        }
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 100000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&work->news, &work->lock, &until);
        const uint64_t done = work->stats.games;
        pthread_mutex_unlock(&work->lock);
        const bool go_on = progress(context, done);
        pthread_mutex_lock(&work->lock);
        if (!go_on && !work->stop) {
            work->stop = true;
            work->result = QI_STOPPED;
        }
    }
    pthread_mutex_unlock(&work->lock);
}

static uint64_t block_of(const qi_nogo *game)
{
    const uint64_t points = (uint64_t)qi_nogo_rows(game) * qi_nogo_columns(game);
    return qi_small_fits(qi_nogo_rows(game), qi_nogo_columns(game))
               ? SMALL_BLOCK
               : 1 + LARGE_BLOCK_POINTS / points;
}

/* Starts a worker; if that fails, the others are told to stop. */
static bool start(playout_work *work, playout_worker *self, const qi_nogo *game)
{
    self->work = work;
    const bool copied = qi_nogo_copy(game, NULL, &self->game) == QI_OK;
    pthread_mutex_lock(&work->lock);
    const bool good = copied && pthread_create(&self->thread, NULL, play_blocks, self) == 0;
    if (good) {
        work->working++; /* the worker cannot have ended: it needs the lock for its first block */
    } else {
        work->stop = true;
        work->result = QI_NO_MEMORY;
    }
    pthread_mutex_unlock(&work->lock);
    if (copied && !good)
        qi_nogo_free(self->game);
    return good;
}

qi_result qi_nogo_playouts_threads(const qi_nogo *game, qi_nogo_path path, uint64_t count,
                                   uint64_t seed, unsigned threads,
                                   qi_nogo_playouts_progress *progress, void *context,
                                   qi_nogo_stats *stats)
{
    if (threads < 1 || threads > MOST_THREADS)
        return QI_BAD_ARGUMENT;
    if (!qi_nogo_has_path(path))
        return QI_UNSUPPORTED;
    playout_worker *const workers = calloc(threads, sizeof *workers);
    if (!workers)
        return QI_NO_MEMORY;
    playout_work work = {.path = path, .count = count, .seed = seed, .block = block_of(game)};
    pthread_mutex_init(&work.lock, NULL);
    pthread_cond_init(&work.news, NULL);
    unsigned started = 0;
    while (started < threads && start(&work, &workers[started], game))
        started++;
    watch(&work, progress, context);
    for (unsigned i = 0; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
        qi_nogo_free(workers[i].game);
    }
    pthread_cond_destroy(&work.news);
    pthread_mutex_destroy(&work.lock);
    free(workers);
    if (work.result == QI_OK)
        *stats = work.stats;
    return work.result;
}
