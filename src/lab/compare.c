/* The self-test in several threads. */
#include "lab/selftest.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

const qi_lab_game *const qi_lab_games[QI_LAB_GAMES] = {&qi_lab_nogo, &qi_lab_go, &qi_lab_maze};

typedef struct comparison {
    qi_lab_cases cases;
    atomic_uint_fast64_t next; /* the next case; they go to the games in turn */
    atomic_bool stop;
    atomic_uint running;
    pthread_mutex_t lock; /* over `found` */
    qi_lab_comparison *found;
} comparison;

static void add(comparison *all, uint64_t index, qi_result result, uint64_t positions,
                const qi_buffer *input, const qi_buffer *difference)
{
    const int game = (int)(index % QI_LAB_GAMES);
    qi_lab_comparison *const found = all->found;
    pthread_mutex_lock(&all->lock);
    if (result != QI_OK) {
        found->no_memory = true;
        pthread_mutex_unlock(&all->lock);
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
    pthread_mutex_unlock(&all->lock);
}

static void *work(void *argument)
{
    comparison *const all = argument;
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
    atomic_fetch_sub(&all->running, 1);
    return NULL;
}

bool qi_lab_compare_engines(const qi_lab_cases *cases, unsigned jobs, qi_lab_comparing *watch,
                            void *context, qi_lab_comparison *found)
{
    enum { MOST_JOBS = 256 };
    *found = (qi_lab_comparison){0};
    comparison all = {.cases = *cases, .found = found};
    pthread_t threads[MOST_JOBS];
    unsigned started = 0;
    pthread_mutex_init(&all.lock, NULL);
    if (jobs > MOST_JOBS)
        jobs = MOST_JOBS;
    atomic_store(&all.running, jobs);
    while (started < jobs && pthread_create(&threads[started], NULL, work, &all) == 0)
        started++;
    atomic_fetch_sub(&all.running, jobs - started);
    while (atomic_load(&all.running)) {
        usleep(10000);
        if (!watch(context, atomic_load(&all.next) / cases->shard.parts))
            atomic_store(&all.stop, true);
    }
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&all.lock);
    return started > 0;
}

void qi_lab_comparison_free(qi_lab_comparison *found)
{
    qi_buffer_free(&found->difference);
    qi_buffer_free(&found->input);
}
