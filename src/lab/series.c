/* Many cases, in several threads. */
#include "lab/lab.h"

#include "base/workers.h"

#include <stdatomic.h>

typedef struct taking {
    const qi_lab_cases *cases;
    const qi_lab_series *series;
    atomic_uint_fast64_t next;
    qi_stop over; /* no more cases are taken */
} taking;

static void work(void *context, uint32_t number)
{
    taking *const all = context;
    const qi_lab_series *const series = all->series;
    while (!qi_stop_is_set(&all->over)) {
        const uint64_t index = atomic_fetch_add(&all->next, 1);
        if (index >= all->cases->end)
            return;
        if (qi_shard_has(all->cases->shard, index) && !series->work(series->context, number, index))
            qi_stop_set(&all->over);
    }
}

qi_result qi_lab_take_cases(const qi_lab_cases *cases, const qi_host *host,
                            const qi_lab_series *series)
{
    static const double INTERVAL = 0.02;
    taking all = {.cases = cases, .series = series};
    atomic_init(&all.next, cases->first);
    if (qi_host_stops(host))
        return QI_STOPPED;
    qi_workers workers;
    qi_result result = qi_workers_open(&workers, host, cases->jobs) ? QI_OK : QI_NO_MEMORY;
    qi_workers_start(&workers, work, &all);
    while (!qi_workers_wait(&workers, INTERVAL)) {
        const uint64_t taken = atomic_load(&all.next) - cases->first;
        if (!series->watch(series->context, taken) || qi_host_stops(host)) {
            result = QI_STOPPED;
            qi_stop_set(&all.over);
        }
    }
    qi_workers_close(&workers);
    return result;
}
