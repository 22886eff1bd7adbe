/* What calls have from their surroundings, threads that work together, and parts of work. */
#include "check.h"

#include "base/host.h"
#include "base/numbers.h"
#include "base/workers.h"

#include <signal.h>

/* ==== What a call has from its surroundings: a stop that none can miss, a clock that a test moves
 * by hand. ==== */

typedef struct virtual_clock {
    double now;
    int waits;
} virtual_clock;

static double read_clock(void *context)
{
    return ((virtual_clock *)context)->now;
}

static void move_clock(void *context, double seconds)
{
    virtual_clock *const clock = context;
    assert_true(seconds > 0);
    clock->now += seconds;
    clock->waits++;
}

static void a_stop_stays_set_until_its_owner_clears_it(void **state)
{
    (void)state;
    qi_stop stop = {0};
    const qi_host host = {.size = sizeof host, .stop = &stop};
    assert_false(qi_stop_is_set(&stop));
    assert_false(qi_host_stops(NULL));
    for (int turn = 0; turn < 2; turn++) {
        assert_false(qi_host_stops(&host));
        qi_stop_set(&stop);
        qi_stop_set(&stop); /* as good as once */
        assert_true(qi_host_stops(&host));
        qi_host_wait(&host, 1e9); /* not at all */
        assert_true(qi_stop_is_set(&stop));
        qi_stop_clear(&stop);
    }
}

static qi_stop stop_of_signals; /* a handler knows only globals */

static void handle(int number)
{
    (void)number;
    qi_stop_set(&stop_of_signals);
}

static void a_signal_handler_may_set_it(void **state)
{
    (void)state;
    signal(SIGTERM, handle);
    raise(SIGTERM);
    signal(SIGTERM, SIG_DFL);
    assert_true(qi_stop_is_set(&stop_of_signals));
}

static void a_clock_of_the_hosts_is_the_only_one(void **state)
{
    (void)state;
    virtual_clock clock = {.now = 5};
    const qi_host host = {
        .size = sizeof host, .context = &clock, .seconds = read_clock, .wait = move_clock};
    qi_host_wait(&host, 3600);
    assert_true(clock.now >= 3605 && clock.now < 3605.1);
    assert_true(clock.waits > 1000); /* an hour, and it looked at the stop all the time */
    assert_true(qi_host_seconds(&host) == clock.now);
    assert_true(qi_host_seconds(NULL) > 0);
}

static void incomplete_hosts_are_refused(void **state)
{
    (void)state;
    qi_host host = {0};
    assert_true(qi_host_is_complete(NULL));
    assert_false(qi_host_is_complete(&host));
    host.size = sizeof host;
    assert_true(qi_host_is_complete(&host));
    struct newer {
        qi_host host;
        uint64_t more;
    } newer = {.host = {.size = sizeof newer}};
    assert_true(qi_host_is_complete(&newer.host));
    newer.more = 1; /* who knows what it asks for */
    assert_false(qi_host_is_complete(&newer.host));
    host.size--;
    assert_false(qi_host_is_complete(&host));
    host.size++;
    host.join = (void (*)(void *, void *))1; /* without a start */
    assert_false(qi_host_is_complete(&host));
}

/* ==== Threads that work together: every part is done once, and the caller knows how many there are
 * beforehand. ==== */

enum { PARTS = 1000, MAX = 40 };

typedef struct tally {
    uint32_t done[PARTS];
    uint32_t by[MAX + 1];
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
    static const uint32_t wanted[] = {0, 1, 3, MAX}, blocks[] = {1, 7, PARTS - 1, PARTS};
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
    for (uint32_t max = 0; max <= 5; max++) {
        few_threads few = {.left = max};
        const qi_host host = {
            .size = sizeof host, .context = &few, .start = start_thread, .join = join_thread};
        qi_workers workers;
        const uint32_t count = qi_workers_open(&workers, &host, 5);
        assert_int_equal(count, max);
        tally all = {.expected = count + 1};
        qi_workers_start(&workers, meet, &all);
        meet(&all, 0);
        qi_workers_close(&workers);
        assert_int_equal(all.together, count + 1);
        assert_int_equal(few.started, max);
        assert_int_equal(few.joined, max);
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

/* ==== The parts of a work are the whole, each item once, and expensive items are in all of them.
 * ==== */

static void every_item_is_in_one_part(void **state)
{
    (void)state;
    enum { ITEMS = 1000 };
    for (uint32_t parts = 1; parts <= 40; parts++) {
        uint32_t sizes[41] = {0};
        for (uint64_t index = 0; index < ITEMS; index++) {
            uint32_t owners = 0;
            for (uint32_t part = 1; part <= parts; part++)
                if (qi_shard_has((qi_shard){part, parts}, index)) {
                    owners++;
                    sizes[part]++;
                }
            assert_int_equal(owners, 1);
        }
        for (uint32_t part = 1; part <= parts; part++)
            assert_true(sizes[part] == ITEMS / parts || sizes[part] == ITEMS / parts + 1);
    }
    assert_true(qi_shard_has((qi_shard){1, 1}, UINT64_MAX));
}

static void regular_items_are_spread(void **state)
{
    (void)state;
    for (uint32_t parts = 2; parts <= 16; parts++)
        for (uint32_t part = 1; part <= parts; part++) {
            uint32_t count = 0;
            for (uint64_t i = 0; i < 1000; i++)
                count += qi_shard_has((qi_shard){part, parts}, i * parts);
            assert_true(count > 500 / parts && count < 2000 / parts);
        }
}

static void ranges_follow_each_other(void **state)
{
    (void)state;
    static const uint64_t counts[] = {0, 1, 2, 7, 100, (uint64_t)1 << 48, UINT64_MAX};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (uint32_t parts = 1; parts <= 20; parts++) {
            uint64_t next = 0;
            for (uint32_t part = 1; part <= parts; part++) {
                uint64_t first;
                const uint64_t count = qi_shard_range((qi_shard){part, parts}, counts[i], &first);
                assert_true(first == next);
                assert_true(count == counts[i] / parts || count == counts[i] / parts + 1);
                next += count;
            }
            assert_true(next == counts[i]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stop_stays_set_until_its_owner_clears_it),
        cmocka_unit_test(a_signal_handler_may_set_it),
        cmocka_unit_test(a_clock_of_the_hosts_is_the_only_one),
        cmocka_unit_test(incomplete_hosts_are_refused),
        cmocka_unit_test(every_part_is_done_once),
        cmocka_unit_test(the_caller_knows_how_many_work),
        cmocka_unit_test(fewer_threads_do_the_same),
        cmocka_unit_test(waiting_may_end_before_the_work),
        cmocka_unit_test(closing_waits_for_the_work),
        cmocka_unit_test(every_item_is_in_one_part),
        cmocka_unit_test(regular_items_are_spread),
        cmocka_unit_test(ranges_follow_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
