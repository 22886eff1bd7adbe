#include "nogo/proof/crew.h"

/* One thread. */
typedef struct hand {
    proof_task *task;
    void *worker;
    unsigned *next; /* shared: the next task that nobody does */
    unsigned end;
    pthread_t thread;
} hand;

static void *work(void *context)
{
    hand *h = context;
    unsigned task;
    while ((task = __atomic_fetch_add(h->next, 1, __ATOMIC_RELAXED)) < h->end)
        h->task(h->worker, task);
    return NULL;
}

void qi_proof_together(proof_task *task, void *workers, size_t size, uint32_t count, unsigned first,
                       unsigned end)
{
    hand hands[PROOF_MOST_WORKERS];
    unsigned next = first;
    uint32_t running = 1;
    count = count > PROOF_MOST_WORKERS ? PROOF_MOST_WORKERS : count > 1 ? count : 1;
    for (uint32_t i = 0; i < count; i++)
        hands[i] =
            (hand){.task = task, .worker = (char *)workers + i * size, .next = &next, .end = end};
    while (running < count && running < end - first &&
           pthread_create(&hands[running].thread, NULL, work, &hands[running]) == 0)
        running++;
    work(&hands[0]);
    for (uint32_t i = 1; i < running; i++)
        pthread_join(hands[i].thread, NULL);
}
