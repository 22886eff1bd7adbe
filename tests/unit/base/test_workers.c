/* Threads that work together: every part is done once, and the caller knows how many there are
 * beforehand. */
#include "check.h"

#include "base/workers.h"

enum { PARTS = 1000, MOST = 40 };

typedef struct tally {
    uint32_t done[PARTS];
    uint32_t by[MOST + 1];
    uint32_t together, expected; /* a race that ends only when all of them have begun */
    bool go_on;
} tally;

static void count_parts(void *context, uint32_t number, uint32_t first, uint32_t end)
{
    tally *const all = context;
    __atomic_fetch_add(&all->by[number], end - first, __ATOMIC_RELAXED);
    for (uint32_t i = first; i < end; i++)
        __atomic_fetch_add(&all->done[i], 1, __ATOMIC_RELAXED);
}

static void every_part_is_done_once(void **state)
{
    (void)state;
    static const uint32_t wanted[] = {0, 1, 3, MOST}, blocks[] = {1, 7, PARTS - 1, PARTS};
    for (size_t w = 0; w < sizeof wanted / sizeof *wanted; w++) {
        qi_workers workers;
        assert_int_equal(qi_workers_open(&workers, NULL, wanted[w]), wanted[w]);
        for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++)
            for (uint32_t parts = 0; parts <= PARTS; parts += parts < 5 ? 1 : 199) {
                tally all = {0};
                qi_workers_run(&workers, count_parts, &all, parts, blocks[b]);
                uint32_t sum = 0;
                for (uint32_t i = 0; i < PARTS; i++)
                    assert_int_equal(all.done[i], i < parts);
                for (uint32_t i = 0; i <= wanted[w]; i++)
                    sum += all.by[i];
                assert_int_equal(sum, parts);
            }
        qi_workers_close(&workers);
    }
}

/* Ends only when as many have come as the caller expected: with a number that is not true, never.
 */
static void meet(void *context, uint32_t number)
{
    tally *const all = context;
    __atomic_fetch_add(&all->by[number], 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&all->together, 1, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(&all->together, __ATOMIC_SEQ_CST) < all->expected)
        qi_thread_yield();
}

static void the_caller_knows_how_many_work(void **state)
{
    (void)state;
    for (uint32_t wanted = 0; wanted < 9; wanted++) {
        qi_workers workers;
        const uint32_t count = qi_workers_open(&workers, NULL, wanted);
        for (int turn = 0; turn < 50; turn++) {
            tally all = {.expected = count + 1};
            qi_workers_start(&workers, meet, &all);
            meet(&all, 0);
            assert_true(qi_workers_wait(&workers, QI_FOREVER));
            for (uint32_t i = 0; i <= count; i++)
                assert_int_equal(all.by[i], 1);
        }
        qi_workers_close(&workers);
    }
}

/* A host's threads: it has only so many. */
typedef struct few_threads {
    uint32_t left, started, joined;
} few_threads;

typedef struct started_thread {
    pthread_t thread;
    void (*work)(void *argument);
    void *argument;
} started_thread;

static void *run_thread(void *context)
{
    started_thread *const self = context;
    self->work(self->argument);
    return NULL;
}

static void *start_thread(void *context, void (*work)(void *argument), void *argument)
{
    few_threads *const few = context;
    if (!few->left)
        return NULL;
    started_thread *const made = malloc(sizeof *made);
    assert_non_null(made);
    *made = (started_thread){.work = work, .argument = argument};
    assert_int_equal(pthread_create(&made->thread, NULL, run_thread, made), 0);
    few->left--;
    few->started++;
    return made;
}

static void join_thread(void *context, void *thread)
{
    few_threads *const few = context;
    started_thread *const made = thread;
    pthread_join(made->thread, NULL);
    free(made);
    few->joined++;
}

static void fewer_threads_do_the_same(void **state)
{
    (void)state;
    for (uint32_t most = 0; most <= 5; most++) {
        few_threads few = {.left = most};
        const qi_host host = {
            .size = sizeof host, .context = &few, .start = start_thread, .join = join_thread};
        qi_workers workers;
        const uint32_t count = qi_workers_open(&workers, &host, 5);
        assert_int_equal(count, most);
        tally all = {.expected = count + 1};
        qi_workers_start(&workers, meet, &all);
        meet(&all, 0);
        qi_workers_close(&workers);
        assert_int_equal(all.together, count + 1);
        assert_int_equal(few.started, most);
        assert_int_equal(few.joined, most);
    }
}

static void wait_for_word(void *context, uint32_t number)
{
    tally *const all = context;
    while (!__atomic_load_n(&all->go_on, __ATOMIC_SEQ_CST))
        qi_thread_yield();
    all->by[number]++;
}

static void waiting_may_end_before_the_work(void **state)
{
    (void)state;
    qi_workers workers;
    tally all = {0};
    assert_int_equal(qi_workers_open(&workers, NULL, 2), 2);
    assert_true(qi_workers_wait(&workers, QI_FOREVER)); /* there is no work */
    qi_workers_start(&workers, wait_for_word, &all);
    assert_false(qi_workers_wait(&workers, 0));
    assert_false(qi_workers_wait(&workers, 0.001));
    __atomic_store_n(&all.go_on, true, __ATOMIC_SEQ_CST);
    assert_true(qi_workers_wait(&workers, QI_FOREVER));
    assert_true(qi_workers_wait(&workers, 0));
    assert_int_equal(all.by[1] + all.by[2], 2);
    qi_workers_close(&workers);
}

static void closing_waits_for_the_work(void **state)
{
    (void)state;
    for (int turn = 0; turn < 100; turn++) {
        qi_workers workers;
        tally all = {.expected = 3};
        assert_int_equal(qi_workers_open(&workers, NULL, 3), 3);
        qi_workers_start(&workers, meet, &all);
        qi_workers_close(&workers);
        assert_int_equal(all.together, 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_part_is_done_once),
        cmocka_unit_test(the_caller_knows_how_many_work),
        cmocka_unit_test(fewer_threads_do_the_same),
        cmocka_unit_test(waiting_may_end_before_the_work),
        cmocka_unit_test(closing_waits_for_the_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
