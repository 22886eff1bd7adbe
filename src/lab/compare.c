/* The self-test in several threads. */
#include "lab/selftest.h"

#include "base/workers.h"

#include <stdatomic.h>

const qi_lab_game *const qi_lab_games[QI_LAB_GAMES] = {&qi_lab_nogo, &qi_lab_go, &qi_lab_maze};

typedef struct comparison {
    qi_lab_cases cases;
    atomic_uint_fast64_t next; /* the next case; they go to the games in turn */
    atomic_bool stop;
    qi_mutex lock; /* over `found` */
    qi_lab_comparison *found;
} comparison;

static void add(comparison *all, uint64_t index, qi_result result, uint64_t positions,
                const qi_buffer *input, const qi_buffer *difference)
{
    const int game = (int)(index % QI_LAB_GAMES);
    qi_lab_comparison *const found = all->found;
    qi_mutex_lock(&all->lock);
    if (result != QI_OK) {
        found->no_memory = true;
        qi_mutex_unlock(&all->lock);
        return;
    }
    found->cases[game]++;
    found->positions[game] += positions;
    if (difference->length && !found->difference.length) {
        qi_buffer_printf(&found->difference, "%s, case %llu: %s", qi_lab_games[game]->name,
                         (unsigned long long)(index / QI_LAB_GAMES), difference->bytes);
        qi_buffer_add(&found->input, input->bytes ? input->bytes : "", input->length);
        found->no_memory |= found->difference.failed || found->input.failed;
    }
    qi_mutex_unlock(&all->lock);
}

static void work(void *context, uint32_t number)
{
    comparison *const all = context;
    (void)number;
    qi_buffer input = {0};
    qi_buffer difference = {0};
    while (!atomic_load(&all->stop)) {
        const uint64_t index = atomic_fetch_add(&all->next, 1);
        if (index >= all->cases.count)
            break;
        if (!qi_shard_has(all->cases.shard, index))
            continue;
        uint64_t positions;
        const qi_result result =
            qi_lab_selftest(qi_lab_games[index % QI_LAB_GAMES], all->cases.seed,
                            index / QI_LAB_GAMES, &input, &difference, &positions);
        if (result != QI_OK || difference.length)
            atomic_store(&all->stop, true);
        add(all, index, result, positions, &input, &difference);
    }
    qi_buffer_free(&input);
    qi_buffer_free(&difference);
}

bool qi_lab_compare_engines(const qi_lab_cases *cases, unsigned jobs, qi_lab_comparing *watch,
                            void *context, qi_lab_comparison *found)
{
    static const double INTERVAL = 0.01;
    *found = (qi_lab_comparison){0};
    comparison all = {.cases = *cases, .found = found};
    qi_workers workers;
    qi_mutex_init(&all.lock);
    const uint32_t threads = qi_workers_open(&workers, NULL, jobs);
    qi_workers_start(&workers, work, &all);
    while (!qi_workers_wait(&workers, INTERVAL))
        if (!watch(context, atomic_load(&all.next) / cases->shard.parts))
            atomic_store(&all.stop, true);
    qi_workers_close(&workers);
    qi_mutex_destroy(&all.lock);
    return threads > 0;
}

void qi_lab_comparison_free(qi_lab_comparison *found)
{
    qi_buffer_free(&found->difference);
    qi_buffer_free(&found->input);
}
