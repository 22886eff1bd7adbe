/* Playing many random games with several threads: each takes a block of games at a time. */
#include "nogo/playout/playout.h"

#include "base/workers.h"
#include "nogo/rules/position.h"

#include <qi/nogo_playouts.h>

typedef struct playout_work {
    qi_nogo **games; /* of each thread */
    const qi_host *host;
    qi_nogo_path path;
    uint64_t count, seed, block;
    qi_mutex lock; /* for what follows */
    uint64_t next; /* the first game not yet taken */
    bool stop;
    qi_result result;
    qi_nogo_stats stats;
} playout_work;

/* Takes the next block; false if none is left, or the call is to stop. */
static bool take_block(playout_work *work, uint64_t *first, uint64_t *count)
{
    qi_mutex_lock(&work->lock);
    if (work->next < work->count && !work->stop && qi_host_stops(work->host)) {
        work->stop = true;
        work->result = QI_STOPPED;
    }
    const uint64_t left = work->stop ? 0 : work->count - work->next;
    *first = work->next;
    *count = left < work->block ? left : work->block;
    work->next += *count;
    qi_mutex_unlock(&work->lock);
    return *count > 0;
}

static void play_blocks(void *context, uint32_t number)
{
    playout_work *const work = context;
    uint64_t first, count;
    while (take_block(work, &first, &count)) {
        qi_nogo_stats part = {0, 0, 0};
        const qi_result result = qi_nogo_playouts_part(work->games[number - 1], work->path, first,
                                                       count, work->seed, &part);
        qi_mutex_lock(&work->lock);
        qi_playout_add(&work->stats, &part);
        if (result != QI_OK) {
            work->result = result;
            work->stop = true;
        }
        qi_mutex_unlock(&work->lock);
    }
}

/* Reports the progress until the threads have ended. */
static void watch(playout_work *work, qi_workers *workers, const qi_nogo_playouts_options *options)
{
    static const double INTERVAL = 0.1;
    while (!qi_workers_wait(workers, options->watch ? INTERVAL : QI_FOREVER)) {
        qi_mutex_lock(&work->lock);
        const qi_nogo_stats done = work->stats;
        qi_mutex_unlock(&work->lock);
        if (!options->watch || options->watch(options->context, &done))
            continue;
        qi_mutex_lock(&work->lock);
        if (!work->stop) {
            work->stop = true;
            work->result = QI_STOPPED;
        }
        qi_mutex_unlock(&work->lock);
    }
}

qi_result qi_playout_together(const qi_nogo *position, uint64_t count, uint64_t seed,
                              const qi_nogo_playouts_options *options, qi_nogo_stats *stats)
{
    playout_work work = {.host = options->host,
                         .path = options->path,
                         .count = count,
                         .seed = seed,
                         .block = qi_playout_block(position)};
    work.games = qi_allocate_array(&position->allocator, options->threads, sizeof *work.games);
    if (!work.games)
        return QI_UNSUPPORTED;
    qi_shared_allocator shared;
    const qi_allocator memory = qi_shared_allocator_start(&shared, &position->allocator);
    qi_mutex_init(&work.lock);
    uint32_t copies = 0;
    while (copies < options->threads &&
           qi_nogo_copy(position, &memory, &work.games[copies]) == QI_OK)
        copies++;
    qi_workers workers;
    const uint32_t threads = qi_workers_open(&workers, options->host, copies);
    qi_workers_start(&workers, play_blocks, &work);
    watch(&work, &workers, options);
    qi_workers_close(&workers);
    while (copies > 0)
        qi_nogo_free(work.games[--copies]);
    qi_mutex_destroy(&work.lock);
    qi_shared_allocator_end(&shared);
    qi_release(&position->allocator, work.games);
    *stats = work.stats;
    return threads ? work.result : QI_UNSUPPORTED;
}
