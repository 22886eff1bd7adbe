/* Interrupts at random moments of every long call of the library, by a signal handler or by another
 * thread. The calls have no other limit, so one that loses its interrupt never returns: then the
 * test does not end. QI_TEST_SEED chooses the moments, QI_TEST_SCALE=20000 makes 96,000. */
#include "search_games.h"

#include <qi/nogo_player.h>
#include <qi/nogo_playouts.h>
#include <qi/nogo_proof.h>
#include <qi/nogo_search.h>
#include <qi/nogo_solve.h>

#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

enum { INTERRUPTS = 60, MAX_DELAY = 1500 /* microseconds */, THREADS = 3 };

/* What the calls need, made once. */
typedef struct bench {
    qi_nogo *large, *small; /* that no call finishes; whose proof is checked */
    qi_nogo_search *search;
    qi_nogo_player *player;
    qi_nogo_solver *solver;
    char proof[1 << 16];
    size_t length, at;
} bench;

/* A call with a stop and so many threads. */
typedef qi_result long_call(bench *it, const qi_host *host, uint32_t threads);

static qi_result think(bench *it, const qi_host *host, uint32_t threads)
{
    const qi_nogo_search_limits limits = {.size = sizeof limits, .threads = threads, .host = host};
    return qi_nogo_search_think(it->search, &limits);
}

static qi_result analyze(bench *it, const qi_host *host, uint32_t threads)
{
    (void)threads;
    const qi_nogo_thinking how = {.size = sizeof how, .endless = true, .host = host};
    return qi_nogo_player_analyze(it->player, it->large, QI_BLACK, &how);
}

static qi_result choose(bench *it, const qi_host *host, uint32_t threads)
{
    (void)threads;
    const qi_nogo_thinking how = {.size = sizeof how, .endless = true, .host = host};
    qi_nogo_choice choice = {.size = sizeof choice};
    const qi_result result = qi_nogo_player_choose(it->player, it->large, QI_BLACK, &how, &choice);
    assert_int_equal(qi_nogo_judge(it->large, QI_BLACK, choice.move, NULL), QI_NOGO_LEGAL);
    return result;
}

static qi_result solve(bench *it, const qi_host *host, uint32_t threads)
{
    const qi_nogo_solve_limits limits = {.size = sizeof limits, .threads = threads, .host = host};
    qi_nogo_solution solution = {.size = sizeof solution};
    const qi_result result = qi_nogo_solve(it->solver, it->large, &limits, &solution);
    assert_int_equal(solution.outcome, QI_NOGO_UNKNOWN);
    return result;
}

static bool drop(void *context, const char *bytes, size_t count)
{
    (void)context;
    (void)bytes;
    (void)count;
    return true;
}

static qi_result write_proof(bench *it, const qi_host *host, uint32_t threads)
{
    const qi_nogo_solve_limits limits = {.size = sizeof limits, .threads = threads, .host = host};
    qi_nogo_walk account = {.size = sizeof account};
    return qi_nogo_write_proof(it->large, QI_BLACK, QI_NOGO_DEFAULT_LEAF, it->solver, &limits, drop,
                               NULL, &account);
}

static bool give(void *context, char *bytes, size_t room, size_t *count)
{
    bench *const it = context;
    *count = it->length - it->at < room ? it->length - it->at : room;
    memcpy(bytes, it->proof + it->at, *count);
    it->at += *count;
    return true;
}

/* Proofs that are small enough for a test are checked in a moment: again and again. */
static qi_result check_proofs(bench *it, const qi_host *host, uint32_t threads)
{
    const qi_nogo_walk_limits limits = {.size = sizeof limits, .threads = threads, .host = host};
    qi_result result;
    do {
        qi_nogo *position = NULL;
        qi_colour winner;
        qi_nogo_walk account = {.size = sizeof account};
        it->at = 0;
        result = qi_nogo_check_proof(give, it, &limits, NULL, &position, &winner, &account, NULL);
        assert_true(result == QI_STOPPED || account.end == QI_NOGO_WALK_WON);
        qi_nogo_free(position);
    } while (result == QI_OK);
    return result;
}

static qi_result play_out(bench *it, const qi_host *host, uint32_t threads)
{
    const qi_nogo_playouts_options options = {
        .size = sizeof options, .threads = threads, .host = host};
    qi_nogo_stats stats;
    return qi_nogo_playouts(it->large, UINT64_MAX >> 8, 1, &options, &stats);
}

static qi_result play_out_by_move(bench *it, const qi_host *host, uint32_t threads)
{
    const qi_nogo_playouts_options options = {
        .size = sizeof options, .threads = threads, .host = host};
    qi_nogo_stats stats;
    qi_nogo_first_move moves[64];
    const size_t count = qi_nogo_legal(it->large, QI_BLACK, NULL, 0);
    assert_in_range(count, 1, 64);
    return qi_nogo_playouts_by_move(it->large, UINT64_MAX >> 16, 1, &options, moves, count,
                                    sizeof *moves, &stats);
}

static long_call *const calls[] = {think,       analyze,      choose,   solve,
                                   write_proof, check_proofs, play_out, play_out_by_move};

static bool keep(void *context, const char *bytes, size_t count)
{
    bench *const it = context;
    assert_true(count <= sizeof it->proof - it->length);
    memcpy(it->proof + it->length, bytes, count);
    it->length += count;
    return true;
}

static void start(bench *it)
{
    const qi_nogo_search_options search = {.size = sizeof search, .memory = (size_t)16 << 20};
    const qi_nogo_player_options player = {
        .size = sizeof player, .engine = QI_NOGO_PLAYOUTS, .memory = (size_t)16 << 20};
    *it = (bench){.large = empty_board(6, 6), .small = empty_board(3, 4)};
    assert_int_equal(qi_nogo_search_new(&search, NULL, &it->search), QI_OK);
    assert_int_equal(qi_nogo_search_set(it->search, it->large), QI_OK);
    assert_int_equal(qi_nogo_player_new(&player, NULL, &it->player), QI_OK);
    assert_int_equal(qi_nogo_solver_new((size_t)16 << 20, NULL, &it->solver), QI_OK);
    qi_nogo_solution solution = {.size = sizeof solution};
    qi_nogo_walk account = {.size = sizeof account};
    assert_int_equal(qi_nogo_solve(it->solver, it->small, NULL, &solution), QI_OK);
    assert_int_equal(qi_nogo_write_proof(it->small,
                                         solution.outcome == QI_NOGO_WON ? QI_BLACK : QI_WHITE, 2,
                                         it->solver, NULL, keep, it, &account),
                     QI_OK);
}

static void end(bench *it)
{
    qi_nogo_search_free(it->search);
    qi_nogo_player_free(it->player);
    qi_nogo_solver_free(it->solver);
    qi_nogo_free(it->large);
    qi_nogo_free(it->small);
}

/* ---- interrupts ----------------------------------------------------------------------------- */

static qi_stop stop; /* a signal handler has no other way to it */
static uint32_t delay;

static void on_signal(int number)
{
    (void)number;
    qi_stop_set(&stop);
}

static void *set_later(void *context)
{
    const struct timespec wait = {0, 1000L * delay};
    (void)context;
    nanosleep(&wait, NULL);
    qi_stop_set(&stop);
    return NULL;
}

/* Interrupts the call once, by a signal or a thread. */
static void interrupt(bench *it, long_call *call, uint32_t threads, bool by_signal)
{
    const qi_host host = {.size = sizeof host, .stop = &stop};
    pthread_t thread;
    qi_stop_clear(&stop);
    if (by_signal) {
        const struct itimerval timer = {.it_value = {0, (long)delay + 1}};
        assert_int_equal(setitimer(ITIMER_REAL, &timer, NULL), 0);
    } else {
        assert_int_equal(pthread_create(&thread, NULL, set_later, NULL), 0);
    }
    assert_int_equal(call(it, &host, threads), QI_STOPPED);
    assert_true(qi_stop_is_set(&stop)); /* whoever was stopped did not clear it */
    if (!by_signal)
        pthread_join(thread, NULL);
}

static void no_interrupt_is_lost(void **state)
{
    (void)state;
    const char *const seed = getenv("QI_TEST_SEED");
    const struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    struct sigaction before;
    qi_random random;
    bench it;
    qi_random_seed(&random, seed ? strtoull(seed, NULL, 10) : 1);
    start(&it);
    sigaction(SIGALRM, &action, &before);
    for (uint64_t i = 0; i < test_cases(INTERRUPTS); i++)
        for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
            delay = qi_random_below(&random, MAX_DELAY);
            delay = qi_random_below(&random, 2) ? delay : delay / 32;
            interrupt(&it, calls[k], 1 + qi_random_below(&random, THREADS),
                      qi_random_below(&random, 2));
        }
    sigaction(SIGALRM, &before, NULL);
    end(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_interrupt_is_lost)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
