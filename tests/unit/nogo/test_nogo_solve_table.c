/* The solver's table, shared by several threads. */
#include "check.h"

#include "base/random.h"
#include "nogo/solve/table.h"

#include <pthread.h>

enum { TABLE_THREADS = 3, FIRST_WORDS = 12, FILLED = 80000 };

/* Keys that belong in one bucket, of few different words: half of one and half of another is a key
 * too. The outcome depends on both halves. */
typedef struct table_user {
    solve_table *table;
    const uint64_t *first_word;
    uint64_t seed, found, wrong;
    pthread_t thread;
} table_user;

static solve_key table_key(uint64_t first, uint64_t second)
{
    return (solve_key){{first, (second + 1) << SOLVE_DATA_BITS}};
}

static void *use_table(void *context)
{
    table_user *user = context;
    qi_random random;
    qi_random_seed(&random, user->seed);
    for (uint64_t i = test_cases(150000); i-- > 0;) {
        const uint32_t first = qi_random_below(&random, FIRST_WORDS);
        const uint32_t second = qi_random_below(&random, 2);
        const solve_key key = table_key(user->first_word[first], second);
        const solve_outcome truth = (first + second) % 2 ? SOLVE_WIN : SOLVE_LOSS;
        const solve_outcome known =
            qi_solve_table_find(user->table, qi_solve_table_fetch(user->table, &key), &key);
        user->found += known != SOLVE_UNKNOWN;
        user->wrong += known != SOLVE_UNKNOWN && known != truth;
        qi_solve_table_step_aside(user->table);
        if (i % 4 == 0)
            qi_solve_table_store(user->table, &key, truth, 1);
    }
    qi_solve_table_leave(user->table);
    return NULL;
}

/* `whole`: in one piece, where the machine can. */
static void check_half_entries(bool whole)
{
    solve_table table;
    table_user users[TABLE_THREADS];
    uint64_t first_word[FIRST_WORDS];
    assert_int_equal(qi_solve_table_open(&table, 400 * sizeof(solve_bucket), &qi_default_allocator),
                     QI_OK);
    unsigned words = 0;
    for (uint64_t word = 1; words < FIRST_WORDS; word++) {
        const solve_key a = table_key(word, 0), b = table_key(word, 1);
        if (qi_solve_table_fetch(&table, &a) == table.segment[0] &&
            qi_solve_table_fetch(&table, &b) == table.segment[0])
            first_word[words++] = word;
    }
    qi_solve_table_share(&table, TABLE_THREADS);
    table.whole = table.whole && whole;
    for (unsigned t = 0; t < TABLE_THREADS; t++) {
        users[t] = (table_user){.table = &table, .first_word = first_word, .seed = t + 1};
        assert_int_equal(pthread_create(&users[t].thread, NULL, use_table, &users[t]), 0);
    }
    for (unsigned t = 0; t < TABLE_THREADS; t++) {
        pthread_join(users[t].thread, NULL);
        assert_true(users[t].found > 0);
        assert_int_equal(users[t].wrong, 0);
    }
    qi_solve_table_close(&table);
}

static void no_half_entry_is_believed(void **state)
{
    (void)state;
    check_half_entries(true);
    check_half_entries(false);
}

/* Searches that share a table enlarge it together, and lose nothing by it. */
static void *fill_table(void *context)
{
    table_user *user = context;
    for (uint64_t i = 0; i < FILLED; i++) {
        const solve_key key = table_key(user->seed * FILLED + i, i);
        qi_solve_table_step_aside(user->table);
        qi_solve_table_store(user->table, &key, i % 3 ? SOLVE_WIN : SOLVE_LOSS, 1 + i);
    }
    qi_solve_table_leave(user->table);
    return NULL;
}

static void a_shared_table_grows(void **state)
{
    (void)state;
    solve_table table;
    table_user users[TABLE_THREADS];
    assert_int_equal(qi_solve_table_open(&table, 64 << 20, &qi_default_allocator), QI_OK);
    qi_solve_table_share(&table, TABLE_THREADS);
    const unsigned segments = table.segments;
    for (unsigned t = 0; t < TABLE_THREADS; t++) {
        users[t] = (table_user){.table = &table, .seed = t};
        assert_int_equal(pthread_create(&users[t].thread, NULL, fill_table, &users[t]), 0);
    }
    for (unsigned t = 0; t < TABLE_THREADS; t++)
        pthread_join(users[t].thread, NULL);
    assert_true(table.segments > segments + 1);
    uint64_t lost = 0, wrong = 0;
    for (uint64_t t = 0; t < TABLE_THREADS; t++)
        for (uint64_t i = 0; i < FILLED; i++) {
            const solve_key key = table_key(t * FILLED + i, i);
            const solve_outcome known =
                qi_solve_table_find(&table, qi_solve_table_fetch(&table, &key), &key);
            lost += known == SOLVE_UNKNOWN;
            wrong += known != SOLVE_UNKNOWN && known != (i % 3 ? SOLVE_WIN : SOLVE_LOSS);
        }
    /* Some buckets overflow before the table is half full. */
    assert_true(lost < (uint64_t)TABLE_THREADS * FILLED / 10);
    assert_int_equal(wrong, 0);
    /* The count is an estimate. */
    const uint64_t kept = (uint64_t)TABLE_THREADS * FILLED - lost;
    assert_true(table.entries > kept * 9 / 10 && table.entries < kept * 11 / 10);
    qi_solve_table_close(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_half_entry_is_believed),
        cmocka_unit_test(a_shared_table_grows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
