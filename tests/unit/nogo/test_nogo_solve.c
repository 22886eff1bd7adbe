/* The solver against plain minimax, the known outcomes, and its limits. */
#include "stops.h"

#include "ask_solver.h"
#include "nogo/solve/facts.h"
#include "nogo/solve/search.h"

#include <qi/nogo_solve.h>
#include <stdio.h>

/* ---- all positions of small boards ---------------------------------------------------------- */

static uint8_t visited[1 << 20];

static void compare_all(qi_nogo_solver *solver, plain *board)
{
    const plain nothing = empty_board(board->rows, board->columns);
    const size_t index = (size_t)(plain_code(board, 'X') - plain_code(&nothing, 'X'));
    if (visited[index])
        return;
    visited[index] = 1;
    compare(solver, 1, board, 'X');
    compare(solver, 1, board, 'O');
    for (int p = 0; p < board->rows * board->columns; p++)
        for (int i = 0; i < 2; i++) {
            if (!plain_legal(board, "XO"[i], p))
                continue;
            board->at[p] = "XO"[i];
            compare_all(solver, board);
            board->at[p] = '.';
        }
}

static void every_position_of_small_boards(void **state)
{
    (void)state;
    static const int sizes[][2] = {{1, 1}, {1, 2}, {1, 3}, {1, 4},  {1, 5}, {1, 6},
                                   {1, 7}, {1, 8}, {1, 9}, {2, 2},  {2, 3}, {3, 2},
                                   {2, 4}, {3, 3}, {2, 5}, {1, 11}, {3, 4}};
    /* 3x4 takes as long as all the others: only in a longer run (QI_TEST_SCALE=200). */
    const int max = test_short() ? 8 : test_cases(100) == 100 ? 11 : 12;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        plain board = empty_board(sizes[i][0], sizes[i][1]);
        if (board.rows * board.columns > max)
            continue;
        memset(visited, 0, sizeof visited);
        forget();
        qi_nogo_solver *solver = new_solver(32);
        compare_all(solver, &board);
        qi_nogo_solver_free(solver);
    }
}

/* ---- random positions ----------------------------------------------------------------------- */

static void compare_random(int rows, int columns, int holes, int min_empty, int max_empty,
                           uint32_t threads, uint64_t cases)
{
    qi_random random;
    qi_random_seed(&random, (uint64_t)(rows * 100 + columns * 10 + holes));
    qi_nogo_solver *solver = new_solver(32);
    forget();
    for (uint64_t i = 0; i < cases; i++) {
        plain board = empty_board(rows, columns);
        for (int h = 0; h < holes; h++)
            board.at[qi_random_below(&random, (uint32_t)(rows * columns))] = '#';
        const uint32_t spread = (uint32_t)(max_empty - min_empty + 1);
        const int empty = min_empty + (int)qi_random_below(&random, spread);
        const char mover = play_random(&board, empty, &random);
        if (holes)
            forget(); /* the memo does not distinguish holes */
        compare(solver, threads, &board, qi_random_below(&random, 4) ? mover : other(mover));
    }
    qi_nogo_solver_free(solver);
}

static void random_positions_4x4(void **state)
{
    (void)state;
    compare_random(4, 4, 0, 4, 11, 1, test_cases(3000));
}

static void random_positions_5x5(void **state)
{
    (void)state;
    compare_random(5, 5, 0, 5, 12, 1, test_cases(2000));
}

/* Ten thousand of each with QI_TEST_SCALE=10000. */
static void random_positions_by_eight_threads(void **state)
{
    (void)state;
    compare_random(4, 4, 0, 9, 12, 8, test_cases(100));
    compare_random(5, 5, 0, 9, 12, 8, test_cases(100));
}

static void random_positions_with_holes(void **state)
{
    (void)state;
    compare_random(3, 5, 3, 4, 9, 1, test_cases(100));
}

/* More points than bits: only what can still be played counts. On 5x7 the points are the bits, but
 * too many to keep all images of the board. */
static void ends_of_large_games(void **state)
{
    (void)state;
    compare_random(9, 9, 0, 9, 12, 1, test_cases(150));
    compare_random(7, 8, 0, 9, 12, 1, test_cases(150));
    compare_random(5, 7, 0, 9, 12, 1, test_cases(150));
}

/* Boards of one line have keys of their own. */
static void ends_of_lines(void **state)
{
    (void)state;
    compare_random(1, 30, 0, 5, 16, 1, test_cases(600));
    compare_random(30, 1, 0, 5, 16, 1, test_cases(600));
    compare_random(1, 40, 3, 5, 16, 1, test_cases(100));
}

#if defined(__x86_64__)
static void compare_engines(const qi_nogo *position)
{
    uint64_t nodes[2];
    unsigned move[2];
    for (unsigned engine = 0; engine < 2; engine++) {
        qi_nogo_solver *solver = new_solver(16);
        solve_search search;
        solve_state start;
        assert_int_equal(qi_solve_begin(solver, position, NULL, &search, &start), QI_OK);
        move[engine] = SOLVE_POINTS;
        if (engine == 0)
            qi_solve_plain_root(&search, &start, 0, &move[engine]);
        else
            qi_solve_bmi_root(&search, &start, 0, &move[engine]);
        nodes[engine] = search.nodes;
        qi_nogo_solver_free(solver);
    }
    assert_true(nodes[0] == nodes[1] && move[0] == move[1]);
}
#endif

/* Both engines search the same positions. */
static void engines_agree(void **state)
{
    (void)state;
#if defined(__x86_64__)
    static const uint32_t sizes[][2] = {{3, 5}, {4, 4}, {2, 8}, {1, 18}, {5, 2}};
    static const char large[] = "9\n"
                                "OOX.OX.XO\n"
                                "X.OX.OXO.\n"
                                "OX.O.XOOO\n"
                                "OX.XX...X\n"
                                "..OX.OXX.\n"
                                "X.X.XOOXX\n"
                                "O.OXO.XO.\n"
                                ".XOXOX.OO\n"
                                "OOX.X.XO.\n";
    qi_nogo *position;
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2"))
        return;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (test_short() && sizes[i][0] * sizes[i][1] > 15)
            continue;
        assert_int_equal(qi_nogo_new(sizes[i][0], sizes[i][1], NULL, &position), QI_OK);
        compare_engines(position);
        qi_nogo_free(position);
    }
    /* Larger than a graph: only its open points are. */
    assert_int_equal(qi_nogo_parse(large, sizeof large - 1, 0, NULL, &position, NULL), QI_OK);
    compare_engines(position);
    qi_nogo_free(position);
#endif
}

/* A solver that has seen many boards with holes still distinguishes them. */
static void numbers_of_boards_run_out(void **state)
{
    (void)state;
    qi_nogo_solver *solver = new_solver(2);
    qi_random random;
    qi_random_seed(&random, 9);
    for (uint64_t i = 2 + test_cases(10); i; i--) {
        plain board = empty_board(4, 4);
        for (int h = 0; h < 3; h++)
            board.at[qi_random_below(&random, 16)] = '#';
        forget();
        solver->next_board = (uint32_t)1 << SOLVE_BOARD_BITS; /* the numbers begin anew */
        compare(solver, 1, &board, 'X');
    }
    assert_true(solver->next_board < (uint32_t)1 << SOLVE_BOARD_BITS);
    qi_nogo_solver_free(solver);
}

/* ---- known outcomes ------------------------------------------------------------------------- */

static qi_nogo_outcome outcome_of(qi_nogo_solver *solver, uint32_t rows, uint32_t columns)
{
    qi_nogo *position;
    qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
    assert_int_equal(qi_nogo_new(rows, columns, NULL, &position), QI_OK);
    assert_int_equal(qi_nogo_solve(solver, position, NULL, &solution), QI_OK);
    qi_nogo_free(position);
    return solution.outcome;
}

static void published_outcomes(void **state)
{
    (void)state;
    qi_nogo_solver *solver = new_solver(64);
    static const char line[] = "0110111111111111111111", ladder[] = "10011110";
    const uint32_t max = test_short() ? 14 : 22;
    for (uint32_t n = 1; n <= max; n++)
        assert_int_equal(outcome_of(solver, 1, n), line[n - 1] == '1' ? QI_NOGO_WON : QI_NOGO_LOST);
    for (uint32_t n = 2; n <= (max == 22 ? 9 : 5); n++)
        assert_int_equal(outcome_of(solver, 2, n),
                         ladder[n - 2] == '1' ? QI_NOGO_WON : QI_NOGO_LOST);
    assert_int_equal(outcome_of(solver, 3, 3), QI_NOGO_WON);
    assert_int_equal(outcome_of(solver, 3, 5), QI_NOGO_WON);
    if (max == 22) {
        assert_int_equal(outcome_of(solver, 4, 4), QI_NOGO_LOST);
        assert_int_equal(outcome_of(solver, 3, 6), QI_NOGO_WON);
        assert_int_equal(outcome_of(solver, 4, 5), QI_NOGO_WON);
    }
    qi_nogo_solver_free(solver);
}

/* ---- limits --------------------------------------------------------------------------------- */

typedef struct meter {
    size_t now, peak;
} meter;

static void *metered_allocate(void *context, size_t size)
{
    meter *m = context;
    size_t *block = malloc(size + 16);
    if (!block)
        return NULL;
    *block = size;
    m->now += size;
    if (m->now > m->peak)
        m->peak = m->now;
    return block + 2;
}

static void metered_release(void *context, void *block)
{
    meter *m = context;
    size_t *start = (size_t *)block - 2;
    m->now -= *start;
    free(start);
}

/* A table far too small still gives the right answer, and the memory is kept to. */
static void the_memory_limit_holds(void **state)
{
    (void)state;
    static const size_t sizes[] = {(size_t)2 << 20, (size_t)3 << 20, ((size_t)16 << 20) + 12345};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        meter m = {0, 0};
        const qi_allocator allocator = {metered_allocate, metered_release, &m};
        qi_nogo_solver *solver;
        assert_int_equal(qi_nogo_solver_new(sizes[i], &allocator, &solver), QI_OK);
        assert_int_equal(outcome_of(solver, 3, 5), QI_NOGO_WON);
        if (i == 0 || !test_short())
            assert_int_equal(outcome_of(solver, 4, 4), QI_NOGO_LOST);
        assert_true(m.peak <= sizes[i]);
        qi_nogo_solver_free(solver);
        assert_int_equal(m.now, 0);
    }
    qi_nogo_solver *solver;
    assert_int_equal(qi_nogo_solver_new(1000, NULL, &solver), QI_BAD_ARGUMENT);
}

static bool stop_at_once(void *context, const qi_nogo_solve_progress *progress)
{
    qi_nogo_solve_progress *last = context;
    *last = *progress;
    return false;
}

static void limits_give_unknown(void **state)
{
    (void)state;
    qi_nogo_solver *solver = new_solver(16);
    qi_nogo *position;
    qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
    const uint32_t columns = test_short() ? 5 : 6;
    assert_int_equal(qi_nogo_new(3, columns, NULL, &position), QI_OK);
    qi_nogo_solve_limits limits = {.size = sizeof(qi_nogo_solve_limits), .nodes = 1000};
    assert_int_equal(qi_nogo_solve(solver, position, &limits, &solution), QI_OK);
    assert_int_equal(solution.outcome, QI_NOGO_UNKNOWN);
    assert_int_equal(solution.move, QI_NO_POINT);
    assert_true(solution.nodes <= 1001);
    qi_nogo_solve_progress last = {0};
    limits = (qi_nogo_solve_limits){
        .size = sizeof(qi_nogo_solve_limits), .watch = stop_at_once, .context = &last};
    assert_int_equal(qi_nogo_solve(solver, position, &limits, &solution), QI_STOPPED);
    assert_int_equal(solution.outcome, QI_NOGO_UNKNOWN);
    assert_int_equal(last.nodes, solution.nodes);
    assert_int_equal(last.moves, 3 * columns);
    assert_true(last.entries > 0 && last.table_bytes > 0 && last.depth > 0);
    /* What was learnt before a limit is kept and is right. */
    assert_int_equal(outcome_of(solver, 3, columns), QI_NOGO_WON);
    qi_nogo_free(position);
    assert_int_equal(qi_nogo_new(9, 9, NULL, &position), QI_OK);
    assert_int_equal(qi_nogo_solve(solver, position, NULL, &solution), QI_TOO_LARGE);
    qi_nogo_free(position);
    qi_nogo_solver_free(solver);
}

static void a_stop_ends_it_whenever_it_comes(void **state)
{
    (void)state;
    enum { ROUNDS = 10 };
    qi_nogo *position;
    assert_int_equal(qi_nogo_new(6, 6, NULL, &position), QI_OK);
    qi_nogo_solver *solver = new_solver(64);
    for (int round = 0; round < 4 + 4 * (int)test_cases(ROUNDS); round++) {
        test_stop stop;
        test_stop_begin(&stop, round >= 4);
        const qi_nogo_solve_limits limits = {.size = sizeof(qi_nogo_solve_limits),
                                             .threads = (uint32_t)round % 4,
                                             .host = &stop.host};
        qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
        assert_int_equal(qi_nogo_solve(solver, position, &limits, &solution), QI_STOPPED);
        assert_int_equal(solution.outcome, QI_NOGO_UNKNOWN);
        assert_int_equal(solution.move, QI_NO_POINT);
        assert_true(round >= 4 || solution.nodes == 0);
        test_stop_end(&stop);
    }
    qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
    const qi_host wrong = {0};
    const qi_nogo_solve_limits limits = {.size = sizeof(qi_nogo_solve_limits), .host = &wrong};
    assert_int_equal(qi_nogo_solve(solver, position, &limits, &solution), QI_BAD_ARGUMENT);
    qi_nogo_solver_free(solver);
    qi_nogo_free(position);
}

/* ---- threads -------------------------------------------------------------------------------- */

static void limits_hold_for_all_threads(void **state)
{
    (void)state;
    static const uint64_t nodes[] = {1, 2, 1000, 5000};
    static const uint32_t threads[] = {0, 1, 2, 7, 64, QI_MAX_THREADS};
    qi_nogo *position;
    assert_int_equal(qi_nogo_new(4, 5, NULL, &position), QI_OK);
    for (size_t n = 0; n < sizeof nodes / sizeof *nodes; n++)
        for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
            if (n && (threads[t] == QI_MAX_THREADS || test_short()))
                continue; /* threads are dear under sanitizers */
            qi_nogo_solver *solver = new_solver(64);
            qi_nogo_solve_limits limits = {
                .size = sizeof(qi_nogo_solve_limits), .nodes = nodes[n], .threads = threads[t]};
            qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
            assert_int_equal(qi_nogo_solve(solver, position, &limits, &solution), QI_OK);
            assert_int_equal(solution.outcome, QI_NOGO_UNKNOWN);
            assert_true(solution.nodes > 0);
            assert_true(solution.nodes <= nodes[n] + (threads[t] ? threads[t] : 1));
            qi_nogo_solve_progress last = {0};
            limits = (qi_nogo_solve_limits){.size = sizeof(qi_nogo_solve_limits),
                                            .threads = threads[t],
                                            .watch = stop_at_once,
                                            .context = &last};
            assert_int_equal(qi_nogo_solve(solver, position, &limits, &solution), QI_STOPPED);
            assert_int_equal(solution.outcome, QI_NOGO_UNKNOWN);
            qi_nogo_solver_free(solver);
        }
    qi_nogo_solver *solver = new_solver(64);
    qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
    const qi_nogo_solve_limits limits = {
        .size = sizeof(qi_nogo_solve_limits), .nodes = 1, .threads = QI_MAX_THREADS + 1};
    assert_int_equal(qi_nogo_solve(solver, position, &limits, &solution), QI_BAD_ARGUMENT);
    qi_nogo_solver_free(solver);
    qi_nogo_free(position);
}

/* The memory beside the table is enough for 16 threads on the boards that need them, and that
 * beside a large table for many more. */
static void threads_fit(void **state)
{
    (void)state;
    static const struct {
        uint32_t columns, threads;
        size_t megabytes;
    } cases[] = {{4, 16, 24}, {5, 16, 24}, {6, 16, 24}, {6, 40, 3072}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint32_t columns = cases[i].columns;
        meter m = {0, 0};
        const qi_allocator allocator = {metered_allocate, metered_release, &m};
        const size_t memory = cases[i].megabytes << 20;
        qi_nogo_solver *solver;
        qi_nogo *position;
        assert_int_equal(qi_nogo_solver_new(memory, &allocator, &solver), QI_OK);
        assert_int_equal(qi_nogo_new(5, columns, NULL, &position), QI_OK);
        const qi_nogo_solve_limits limits = {
            .size = sizeof(qi_nogo_solve_limits), .nodes = 1, .threads = cases[i].threads};
        qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
        assert_int_equal(qi_nogo_solve(solver, position, &limits, &solution), QI_OK);
        assert_true(m.peak >= cases[i].threads * qi_solve_stack(5 * columns) * sizeof(solve_child));
        assert_true(m.peak <= memory);
        qi_nogo_free(position);
        qi_nogo_solver_free(solver);
    }
}

static void threads_give_the_same_answers(void **state)
{
    (void)state;
    static const struct {
        uint32_t rows, columns;
        qi_nogo_outcome outcome;
    } boards[] = {{3, 5, QI_NOGO_WON}, {4, 4, QI_NOGO_LOST}, {2, 8, QI_NOGO_WON}};
    static const size_t sizes[] = {(size_t)4 << 20, (size_t)64 << 20};
    static const unsigned threads[] = {2, 3, 64};
    const size_t count = test_short() ? 1 : sizeof boards / sizeof *boards;
    for (size_t b = 0; b < count; b++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
                meter m = {0, 0};
                const qi_allocator allocator = {metered_allocate, metered_release, &m};
                qi_nogo_solver *solver;
                qi_nogo *position;
                qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
                assert_int_equal(qi_nogo_solver_new(sizes[i], &allocator, &solver), QI_OK);
                assert_int_equal(qi_nogo_new(boards[b].rows, boards[b].columns, NULL, &position),
                                 QI_OK);
                const qi_nogo_solve_limits limits = {.size = sizeof(qi_nogo_solve_limits),
                                                     .threads = threads[t]};
                assert_int_equal(qi_nogo_solve(solver, position, &limits, &solution), QI_OK);
                assert_int_equal(solution.outcome, boards[b].outcome);
                /* Alone again, the solver knows what they found. */
                const uint64_t searched = solution.nodes;
                assert_int_equal(qi_nogo_solve(solver, position, NULL, &solution), QI_OK);
                assert_int_equal(solution.outcome, boards[b].outcome);
                assert_true(solution.nodes < searched / 2);
                assert_true(m.peak <= sizes[i]);
                qi_nogo_free(position);
                qi_nogo_solver_free(solver);
            }
}

/* ---- facts ---------------------------------------------------------------------------------- */

typedef struct facts {
    qi_nogo_fact fact[20000];
    size_t count;
} facts;

static bool keep_fact(void *context, const qi_nogo_fact *fact)
{
    facts *all = context;
    if (all->count == sizeof all->fact / sizeof *all->fact)
        return false;
    all->fact[all->count++] = *fact;
    return true;
}

static void facts_are_passed_on(void **state)
{
    (void)state;
    static facts all;
    qi_nogo_solver *teacher = new_solver(16), *pupil = new_solver(16);
    assert_int_equal(outcome_of(teacher, 3, 5), QI_NOGO_WON);
    assert_int_equal(qi_nogo_solver_export(teacher, 4, keep_fact, &all), QI_OK);
    assert_true(all.count > 10);
    for (size_t i = 0; i < all.count; i++)
        assert_int_equal(qi_nogo_solver_learn(pupil, &all.fact[i]), QI_OK);
    const qi_nogo_fact nothing = {{0, 0}};
    assert_int_equal(qi_nogo_solver_learn(pupil, &nothing), QI_BAD_DATA);
    qi_nogo *position;
    qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
    assert_int_equal(qi_nogo_new(3, 5, NULL, &position), QI_OK);
    assert_int_equal(qi_nogo_solve(pupil, position, NULL, &solution), QI_OK);
    assert_int_equal(solution.outcome, QI_NOGO_WON);
    assert_true(solution.nodes < 100);
    qi_nogo_free(position);
    qi_nogo_solver_free(teacher);
    qi_nogo_solver_free(pupil);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_of_small_boards),
        cmocka_unit_test(random_positions_4x4),
        cmocka_unit_test(random_positions_5x5),
        cmocka_unit_test(random_positions_by_eight_threads),
        cmocka_unit_test(random_positions_with_holes),
        cmocka_unit_test(ends_of_large_games),
        cmocka_unit_test(ends_of_lines),
        cmocka_unit_test(engines_agree),
        cmocka_unit_test(numbers_of_boards_run_out),
        cmocka_unit_test(published_outcomes),
        cmocka_unit_test(the_memory_limit_holds),
        cmocka_unit_test(limits_give_unknown),
        cmocka_unit_test(a_stop_ends_it_whenever_it_comes),
        cmocka_unit_test(limits_hold_for_all_threads),
        cmocka_unit_test(threads_fit),
        cmocka_unit_test(threads_give_the_same_answers),
        cmocka_unit_test(facts_are_passed_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
