/* Tables of endings: the answers stay, the work becomes less, and what is damaged is refused. */
#include "check.h"

#include "ask_solver.h"
#include "base/hash.h"
#include "kept_bytes.h"
#include "nogo/solve/bucket.h"
#include "nogo/solve/endings.h"

#include <qi/nogo_solve.h>

enum { HEAD = 48 };

static uint64_t write_table(const qi_nogo_solver *solver, kept_bytes *to)
{
    uint64_t count = 0;
    to->length = 0;
    to->room = sizeof to->bytes;
    assert_int_equal(qi_nogo_write_endings(solver, keep_bytes, to, &count), QI_OK);
    return count;
}

static qi_nogo_solution solve(qi_nogo_solver *solver, uint32_t rows, uint32_t columns,
                              uint32_t threads)
{
    qi_nogo *game;
    qi_nogo_solution solution;
    const qi_nogo_solve_limits limits = {.threads = threads};
    assert_int_equal(qi_nogo_new(rows, columns, NULL, &game), QI_OK);
    assert_int_equal(qi_nogo_solve(solver, game, &limits, &solution), QI_OK);
    qi_nogo_free(game);
    return solution;
}

/* The table of a board's endings. */
static uint64_t table_of(uint32_t rows, uint32_t columns, kept_bytes *to)
{
    qi_nogo_solver *solver = new_solver(32);
    solve(solver, rows, columns, 1);
    const uint64_t count = write_table(solver, to);
    qi_nogo_solver_free(solver);
    return count;
}

static qi_nogo_solver *solver_with(const kept_bytes *table)
{
    qi_nogo_solver *solver = new_solver(32);
    assert_int_equal(qi_nogo_use_endings(solver, table->bytes, table->length), QI_OK);
    return solver;
}

static void endings_serve_other_boards(void **state)
{
    (void)state;
    static kept_bytes table;
    static const uint32_t cases[][4] = {{2, 8, 2, 7}, {2, 7, 2, 8}, {3, 5, 4, 4}, {1, 17, 1, 18}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint32_t *c = cases[i];
        assert_true(table_of(c[0], c[1], &table) > 100);
        qi_nogo_solver *plain_one = new_solver(32), *helped = solver_with(&table);
        const qi_nogo_solution before = solve(plain_one, c[2], c[3], 1);
        const qi_nogo_solution after = solve(helped, c[2], c[3], 1);
        assert_int_equal(before.outcome, after.outcome);
        assert_true(after.nodes < before.nodes * 99 / 100);
        /* Without the table it takes what it took, and asking again nothing. */
        qi_nogo_solver_free(helped);
        helped = solver_with(&table);
        assert_int_equal(qi_nogo_use_endings(helped, NULL, 0), QI_OK);
        assert_int_equal(solve(helped, c[2], c[3], 1).nodes, before.nodes);
        qi_nogo_solver_free(helped);
        qi_nogo_solver_free(plain_one);
    }
}

static void answers_stay_right(void **state)
{
    (void)state;
    static kept_bytes table;
    static const int boards[][2] = {{4, 4}, {3, 5}, {9, 9}, {1, 12}};
    qi_random random;
    qi_random_seed(&random, 7);
    qi_nogo_solver *teacher = new_solver(32);
    solve(teacher, 3, 5, 1);
    solve(teacher, 2, 7, 1);
    solve(teacher, 1, 14, 1);
    write_table(teacher, &table);
    qi_nogo_solver_free(teacher);
    for (uint64_t i = 0; i < test_cases(1000); i++) {
        const int *size = boards[i % 4];
        /* A new one each time, so that it is the table that it asks. */
        qi_nogo_solver *solver = new_solver(2);
        assert_int_equal(qi_nogo_use_endings(solver, table.bytes, table.length), QI_OK);
        plain board = empty_board(size[0], size[1]);
        forget();
        const char mover = play_random(&board, 5 + (int)qi_random_below(&random, 6), &random);
        compare(solver, i % 8 ? 1 : 4, &board, mover);
        qi_nogo_solver_free(solver);
    }
}

static void tables_add_up(void **state)
{
    (void)state;
    static kept_bytes first, both;
    const uint64_t alone = table_of(2, 7, &first);
    qi_nogo_solver *solver = solver_with(&first);
    solve(solver, 3, 5, 4);
    const uint64_t together = write_table(solver, &both);
    qi_nogo_solver_free(solver);
    assert_true(together > alone);
    /* What the first knew the second knows too. */
    solve_table table = {0};
    assert_int_equal(qi_solve_endings_open(&table.endings, both.bytes, both.length), QI_OK);
    const solve_key *const entry = (const solve_key *)(first.bytes + HEAD);
    uint64_t found = 0;
    for (size_t i = 0; i < (first.length - HEAD) / sizeof *entry; i++) {
        const unsigned outcome = entry[i].word[1] & OUTCOME_MASK;
        found += outcome && qi_solve_endings_find(&table.endings, &entry[i], hash_key(&entry[i])) ==
                                (solve_outcome)outcome;
    }
    assert_int_equal(found, alone);
    /* Nothing proved: an empty table is one too. */
    solver = new_solver(2);
    assert_int_equal(write_table(solver, &first), 0);
    assert_int_equal(qi_nogo_use_endings(solver, first.bytes, first.length), QI_OK);
    assert_int_equal(solve(solver, 2, 5, 1).outcome, QI_NOGO_WON);
    /* The sink may end it. */
    for (both.room = 0; both.room < first.length; both.room += HEAD) {
        both.length = 0;
        assert_int_equal(qi_nogo_write_endings(solver, keep_bytes, &both, NULL), QI_STOPPED);
    }
    qi_nogo_solver_free(solver);
}

static void damage_is_refused(void **state)
{
    (void)state;
    static kept_bytes table;
    table_of(2, 4, &table);
    qi_nogo_solver *solver = new_solver(2);
    for (size_t length = 0; length < table.length; length++)
        assert_int_equal(qi_nogo_use_endings(solver, table.bytes, length), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_use_endings(solver, table.bytes, table.length + 1), QI_BAD_ARGUMENT);
    for (size_t i = 0; i < table.length; i++)
        for (unsigned bit = 0; bit < 8; bit++) {
            table.bytes[i] = (char)(table.bytes[i] ^ 1 << bit);
            assert_int_equal(qi_nogo_use_endings(solver, table.bytes, table.length),
                             QI_BAD_ARGUMENT);
            table.bytes[i] = (char)(table.bytes[i] ^ 1 << bit);
        }
    memmove(table.bytes + 1, table.bytes, table.length);
    assert_int_equal(qi_nogo_use_endings(solver, table.bytes + 1, table.length), QI_BAD_ARGUMENT);
    /* It has none now. */
    assert_int_equal(solve(solver, 2, 5, 1).outcome, QI_NOGO_WON);
    qi_nogo_solver_free(solver);
}

/* Signs a table again after a change. */
static void sign(kept_bytes *table)
{
    uint64_t *const head = (uint64_t *)(void *)(table->bytes + 16);
    const solve_key *const entry = (const solve_key *)(const void *)(table->bytes + HEAD);
    head[3] = qi_digest(qi_digest(QI_DIGEST_START, head[1]), head[2]);
    for (size_t i = 0; i < (table->length - HEAD) / sizeof *entry; i++)
        head[3] = qi_digest(head[3] ^ entry[i].word[0], entry[i].word[1]);
}

/* What cannot be an ending is refused even when it is signed. */
static void nonsense_is_refused(void **state)
{
    (void)state;
    static kept_bytes table;
    table_of(2, 4, &table);
    qi_nogo_solver *solver = new_solver(2);
    sign(&table);
    assert_int_equal(qi_nogo_use_endings(solver, table.bytes, table.length), QI_OK);
    solve_key *entry = (solve_key *)(void *)(table.bytes + HEAD);
    while (!(entry->word[1] & OUTCOME_MASK))
        entry++;
    const uint64_t good = entry->word[1];
    const uint64_t bad[] = {good | OUTCOME_MASK, good & ~(uint64_t)OUTCOME_MASK,
                            (good & UINT64_MAX >> 2) | (uint64_t)SOLVE_KEY_STONES << 62};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        entry->word[1] = bad[i];
        sign(&table);
        assert_int_equal(qi_nogo_use_endings(solver, table.bytes, table.length), QI_BAD_ARGUMENT);
    }
    qi_nogo_solver_free(solver);
}

/* Many entries, and many of one hash: what is written is found, and nothing else. */
static void entries_find_their_place(void **state)
{
    (void)state;
    enum { KEYS = 40000 };
    static kept_bytes bytes_of_table;
    solve_table table;
    assert_int_equal(qi_solve_table_open(&table, 16 << 20, &qi_default_allocator), QI_OK);
    for (uint64_t i = 0; i < KEYS; i++) {
        const solve_key key = {{i * i, (uint64_t)SOLVE_KEY_GRAPH << 62 | i << SOLVE_DATA_BITS}};
        qi_solve_table_store(&table, &key, i % 3 ? SOLVE_WIN : SOLVE_LOSS, 1);
    }
    const uint64_t stored = qi_solve_table_entries(&table);
    uint64_t count, found = 0, wrong = 0;
    bytes_of_table.room = sizeof bytes_of_table.bytes;
    assert_int_equal(
        qi_solve_endings_write(&table, &qi_default_allocator, keep_bytes, &bytes_of_table, &count),
        QI_OK);
    assert_int_equal(count, stored);
    assert_int_equal(
        qi_solve_endings_open(&table.endings, bytes_of_table.bytes, bytes_of_table.length), QI_OK);
    qi_solve_table_clear(&table);
    for (uint64_t i = 0; i < (uint64_t)2 * KEYS; i++) {
        const solve_key key = {{i * i, (uint64_t)SOLVE_KEY_GRAPH << 62 | i << SOLVE_DATA_BITS}};
        const solve_outcome known =
            qi_solve_table_find(&table, qi_solve_table_fetch(&table, &key), &key);
        found += known != SOLVE_UNKNOWN;
        wrong += known != SOLVE_UNKNOWN && (i >= KEYS || known != (i % 3 ? SOLVE_WIN : SOLVE_LOSS));
    }
    assert_int_equal(found, count);
    assert_int_equal(wrong, 0);
    qi_solve_table_close(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(endings_serve_other_boards),
        cmocka_unit_test(answers_stay_right),
        cmocka_unit_test(tables_add_up),
        cmocka_unit_test(damage_is_refused),
        cmocka_unit_test(entries_find_their_place),
        cmocka_unit_test(nonsense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
