/* Whole runs of self-play pools: on threads, as matches, at their limits, without memory. */
#include "check.h"

#include "selfplay_bench.h"

/* ---- the same on any number of threads ----------------------------------------------------------
 */

static uint64_t digest_bytes(uint64_t digest, const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        digest = qi_digest(digest, ((const uint8_t *)bytes)[i]);
    return digest;
}

/* Everything a pool says in a number of steps. */
static uint64_t digest_run(qi_nogo_pool_options options, uint32_t threads, uint32_t steps)
{
    static sheet samples;
    options.threads = threads;
    bench *at = open_bench(&options);
    uint64_t digest = QI_DIGEST_START;
    for (uint32_t i = 0; i < steps; i++) {
        step_at_random(at);
        digest =
            digest_bytes(digest, at->planes, (size_t)at->sizes.games * at->sizes.position_bytes);
        take(at, &samples);
        const size_t n = samples.count;
        digest = digest_bytes(digest, samples.planes, n * at->sizes.position_bytes);
        digest = digest_bytes(digest, samples.policy, n * at->sizes.area * sizeof(uint16_t));
        digest = digest_bytes(digest, samples.search_value, n * sizeof(float));
        digest = digest_bytes(digest, samples.result, n);
        digest = digest_bytes(digest, samples.owner, n * at->sizes.area);
        digest = digest_bytes(digest, samples.game, n * sizeof(uint64_t));
    }
    qi_nogo_pool_stats stats = {.size = sizeof stats};
    qi_nogo_pool_stats_of(at->pool, &stats);
    assert_true(stats.games > 0);
    digest = digest_bytes(digest, &stats, sizeof stats);
    close_bench(at);
    return digest;
}

static void threads_change_nothing(void **state)
{
    (void)state;
    const qi_nogo_pool_options options = {.size = sizeof options,
                                          .seed = 9,
                                          .rows = 6,
                                          .columns = 6,
                                          .games = 50,
                                          .visits = 8,
                                          .opening_max = 4,
                                          .full_share = 0.5F,
                                          .exact_points = 14,
                                          .exact_nodes = 200,
                                          .decided = QI_NOGO_DECIDED_SEARCH};
    const uint32_t steps = 300 + (uint32_t)test_cases(200);
    const uint64_t alone = digest_run(options, 1, steps);
    assert_true(digest_run(options, 4, steps) == alone);
    assert_true(digest_run(options, 7, steps) == alone);
    qi_nogo_pool_options other = options;
    other.seed = 10;
    assert_false(digest_run(other, 1, steps) == alone);
}

/* ---- matches ----------------------------------------------------------------------------------
 */

/* Plays a match to its end; `judge` answers for a game by the seat. */
static void play_match(bench *at, void (*judge)(bench *at, uint32_t game), uint8_t *winner)
{
    qi_nogo_pool_stats stats = {.size = sizeof stats};
    do {
        step(at);
        uint32_t waiting = 0;
        for (uint32_t game = 0; game < at->sizes.games; game++) {
            if (at->seat[game] == QI_NOGO_NO_SEAT)
                continue;
            assert_true(at->seat[game] <= 1);
            waiting++;
            judge(at, game);
        }
        qi_nogo_pool_stats_of(at->pool, &stats);
        assert_int_equal(stats.waiting, waiting);
        assert_true(stats.evaluations < 10000000);
    } while (stats.waiting);
    assert_int_equal(stats.games, 2 * at->options.match_pairs);
    assert_int_equal(qi_nogo_pool_samples(at->pool, 0, NULL), 0);
    qi_nogo_pool_results(at->pool, winner);
    for (uint32_t i = 0; i < 2 * at->options.match_pairs; i++)
        assert_true(winner[i] <= 1);
}

static void judge_alike(bench *at, uint32_t game)
{
    judge_at_random(at, game);
}

static void judge_by_seat(bench *at, uint32_t game)
{
    judge_by_truth(at, game, at->seat[game] ? -1.0F : 1.0F);
}

/* The two games of a pair begin alike with the seats changed, and equal players play them alike. */
static void paired_games_begin_alike_with_seats_changed(void **state)
{
    (void)state;
    const qi_nogo_pool_options options = {.size = sizeof options,
                                          .seed = 3,
                                          .rows = 7,
                                          .columns = 6,
                                          .games = 20,
                                          .visits = 6,
                                          .opening_min = 2,
                                          .opening_max = 5,
                                          .match = 1,
                                          .match_pairs = 43,
                                          .threads = 2};
    bench *at = open_bench(&options);
    assert_int_equal(at->options.match_pairs, 43);
    uint8_t winner[2 * 43];
    qi_nogo_pool_results(at->pool, winner);
    for (uint32_t i = 0; i < 2 * 43; i++)
        assert_int_equal(winner[i], QI_NOGO_UNFINISHED);
    step(at);
    const size_t bytes = at->sizes.position_bytes;
    bool differ = false;
    for (uint32_t game = 0; game < at->sizes.games; game += 2) {
        judge_alike(at, game);
        judge_alike(at, game + 1);
        assert_memory_equal(at->planes + game * bytes, at->planes + (game + 1) * bytes, bytes);
        assert_int_equal(at->seat[game] + at->seat[game + 1], 1);
        differ |= memcmp(at->planes, at->planes + game * bytes, bytes) != 0;
    }
    assert_true(differ);
    play_match(at, judge_alike, winner);
    uint32_t black = 0;
    for (uint32_t pair = 0; pair < 43; pair++) {
        assert_int_equal(winner[2 * pair] + winner[2 * pair + 1], 1);
        black += winner[2 * pair] == 0;
    }
    qi_nogo_pool_stats stats = {.size = sizeof stats};
    qi_nogo_pool_stats_of(at->pool, &stats);
    assert_int_equal(stats.black_wins, 2 * black);
    close_bench(at);
}

/* Who knows the truth wins every pair's won side, against who believes the opposite nearly all. */
static void the_better_seat_wins(void **state)
{
    (void)state;
    const qi_nogo_pool_options options = {.size = sizeof options,
                                          .seed = 4,
                                          .rows = 4,
                                          .columns = 3,
                                          .games = 16,
                                          .visits = 8,
                                          .match_visits = 16,
                                          .opening_max = 3,
                                          .match = 1,
                                          .match_pairs = 30};
    bench *at = open_bench(&options);
    uint8_t winner[60];
    play_match(at, judge_by_seat, winner);
    uint32_t wins = 0;
    for (uint32_t pair = 0; pair < 30; pair++) {
        assert_true(winner[2 * pair] == 0 || winner[2 * pair + 1] == 0);
        wins += 2U - winner[2 * pair] - winner[2 * pair + 1];
    }
    assert_true(wins > 45);
    close_bench(at);
}

/* ---- limits -----------------------------------------------------------------------------------
 */

static void tuning_changes_the_search(void **state)
{
    (void)state;
    const qi_nogo_pool_options options = {.size = sizeof options,
                                          .seed = 6,
                                          .rows = 7,
                                          .columns = 7,
                                          .games = 4,
                                          .visits = 20,
                                          .fast_visits = 30};
    bench *at = open_bench(&options);
    assert_int_equal(qi_nogo_pool_tune(at->pool, 31, 0, 0), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_pool_tune(at->pool, 0, 31, 0), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_pool_tune(at->pool, 0, 0, 1.5F), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_pool_tune(at->pool, 0, 0, -1), QI_BAD_ARGUMENT);
    qi_nogo_pool_stats stats = {.size = sizeof stats};
    /* The root of the first move, then as many visits a move, the next root being one of them. */
    for (uint32_t i = 0; i < 1 + 5 * 20; i++)
        step_at_random(at);
    qi_nogo_pool_stats_of(at->pool, &stats);
    assert_int_equal(stats.searches, 4 * 5);
    assert_int_equal(qi_nogo_pool_tune(at->pool, 2, 0, 0), QI_OK);
    for (uint32_t i = 0; i < 1 + 7 * 2; i++) /* the last visit of the fifth search, then seven */
        step_at_random(at);
    qi_nogo_pool_stats_of(at->pool, &stats);
    assert_int_equal(stats.searches, 4 * (5 + 8));
    close_bench(at);
}

static void bad_arguments_and_no_memory(void **state)
{
    (void)state;
    const qi_nogo_pool_options good = {
        .size = sizeof good, .rows = 5, .columns = 5, .games = 4, .exact_points = 9};
    qi_nogo_pool *pool = NULL;
    qi_nogo_pool_options bad[24];
    uint32_t count = 0;
    for (uint32_t i = 0; i < 24; i++)
        bad[i] = good;
    bad[count++].rows = 0;
    bad[count++].columns = 26;
    bad[count++].games = 0;
    bad[count++].games = 1U << 31;
    bad[count++].threads = QI_MAX_THREADS + 1;
    bad[count++].visits = 100000;
    bad[count++].fast_visits = 100000;
    bad[count++].match_visits = 100000;
    bad[count++].full_share = 1.5F;
    bad[count++].full_share = -1;
    bad[count++].visit_offset = -1;
    bad[count++].value_scale = -1;
    bad[count++].opening_min = 1;
    bad[count++].opening_max = 1000000;
    bad[count++].first_opening_max = 1000000;
    bad[count++].exact_points = 49;
    bad[count++].decided = 3;
    bad[count++].match = 2;
    bad[count].rows = 1;
    bad[count++].columns = 1;
    bad[count].match = 1;
    bad[count++].games = 5;
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(qi_nogo_pool_new(&bad[i], NULL, &pool), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_pool_new(NULL, NULL, &pool), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_pool_new(&good, NULL, NULL), QI_BAD_ARGUMENT);
    assert_null(pool);
    for (uint32_t match = 0; match < 2; match++) {
        qi_nogo_pool_options options = good;
        options.match = match;
        options.threads = 2;
        int tries = 0;
        stingy from;
        for (;; tries++) {
            from = (stingy){tries, 0};
            const qi_allocator allocator = stingy_allocator(&from);
            const qi_result result = qi_nogo_pool_new(&options, &allocator, &pool);
            if (result == QI_OK)
                break;
            assert_int_equal(result, QI_NO_MEMORY);
            assert_null(pool);
            assert_int_equal(from.out, 0);
        }
        assert_true(tries > 8);
        float numbers[4 * 25] = {0};
        uint8_t planes[4 * 32];
        assert_int_equal(qi_nogo_pool_step(pool, numbers, numbers, planes, NULL), QI_BAD_ARGUMENT);
        assert_int_equal(qi_nogo_pool_step(pool, NULL, NULL, NULL, NULL), QI_BAD_ARGUMENT);
        assert_int_equal(qi_nogo_pool_step(pool, NULL, NULL, planes, NULL), QI_OK);
        assert_int_equal(qi_nogo_pool_step(pool, NULL, NULL, planes, NULL), QI_BAD_ARGUMENT);
        assert_int_equal(qi_nogo_pool_step(pool, numbers, NULL, planes, NULL), QI_BAD_ARGUMENT);
        assert_int_equal(qi_nogo_pool_step(pool, numbers, numbers, planes, NULL), QI_OK);
        qi_nogo_pool_free(pool);
        assert_int_equal(from.out, 0);
        pool = NULL;
    }
    qi_nogo_pool_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(paired_games_begin_alike_with_seats_changed),
        cmocka_unit_test(the_better_seat_wins),
        cmocka_unit_test(tuning_changes_the_search),
        cmocka_unit_test(bad_arguments_and_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
