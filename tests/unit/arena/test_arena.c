/* The plan of a match and its ratings. */
#include "check.h"

#include "stops.h"

#include "arena/arena.h"

#include <math.h>
#include <string.h>

static void every_pairing_meets_with_both_colours(void **state)
{
    (void)state;
    for (uint32_t engines = 2; engines <= 6; engines++)
        for (int gauntlet = 0; gauntlet < 2; gauntlet++) {
            const arena_plan plan = arena_make_plan(engines, 7, gauntlet);
            uint32_t met[6][6] = {{0}};
            for (uint32_t number = 0; number < plan.games; number++) {
                arena_game game;
                arena_plan_game(&plan, number, &game);
                assert_in_range(game.player[QI_BLACK], 0, engines - 1);
                assert_in_range(game.player[QI_WHITE], 0, engines - 1);
                assert_in_range(game.opening, 0, 3);
                met[game.player[QI_BLACK]][game.player[QI_WHITE]]++;
            }
            for (uint32_t i = 0; i < engines; i++)
                for (uint32_t k = 0; k < engines; k++)
                    assert_int_equal(met[i][k], i == k || (gauntlet && i && k) ? 0 : 4);
        }
}

static void two_engines_are_rated_by_their_share(void **state)
{
    (void)state;
    arena_score score = {.engines = 2};
    score.won[0][1] = 750;
    score.won[1][0] = 250;
    arena_rating ratings[2];
    arena_rate(&score, ratings);
    /* 75 % is 190.8 Elo; one standard error of the share is 1.37 %, 12.7 Elo. */
    assert_true(fabs(ratings[0].elo - ratings[1].elo - 190.6) < 0.5);
    assert_true(fabs(ratings[0].elo + ratings[1].elo) < 1e-6);
    assert_true(fabs(2 * ratings[0].error - 1.96 * 12.7) < 0.5);
}

static void ratings_add_up_over_a_chain(void **state)
{
    (void)state;
    arena_score score = {.engines = 4}; /* the last one has not played */
    score.won[0][1] = score.won[1][2] = 6400;
    score.won[1][0] = score.won[2][1] = 3600;
    arena_rating ratings[4];
    arena_rate(&score, ratings);
    const double step = 400 * log10(6400.0 / 3600);
    assert_true(fabs(ratings[0].elo - ratings[1].elo - step) < 0.5);
    assert_true(fabs(ratings[0].elo - ratings[2].elo - 2 * step) < 0.5);
    assert_false(ratings[3].error < 1e9);
}

static void all_wins_give_finite_ratings(void **state)
{
    (void)state;
    arena_score score = {.engines = 2};
    score.won[0][1] = 100;
    arena_rating ratings[2];
    arena_rate(&score, ratings);
    assert_in_range((int)(ratings[0].elo - ratings[1].elo), 800, 1000);
    assert_true(isfinite(ratings[0].error));
}

static void shares_have_wilson_intervals(void **state)
{
    (void)state;
    const qi_interval half = qi_wilson(50, 100), all = qi_wilson(10, 10);
    assert_true(fabs(half.low - 0.4038) < 1e-3 && fabs(half.high - 0.5962) < 1e-3);
    assert_true(fabs(all.low - 0.7225) < 1e-3 && all.high <= 1);
}

static void the_sequential_test_decides(void **state)
{
    (void)state;
    const uint32_t nothing[3] = {0}, better[3] = {100, 500, 400}, equal[3] = {250, 500, 250},
                   worse[3] = {400, 500, 100};
    assert_true(arena_log_likelihood_ratio(nothing, 0, 20) == 0);
    assert_true(arena_log_likelihood_ratio(better, 0, 20) > ARENA_SPRT_BOUND);
    assert_true(arena_log_likelihood_ratio(worse, 0, 20) < -ARENA_SPRT_BOUND);
    assert_true(arena_log_likelihood_ratio(equal, 0, 20) < 0);
    assert_true(fabs(arena_log_likelihood_ratio(equal, -10, 10)) < 0.1);
}

static void engines_have_names_and_commands(void **state)
{
    (void)state;
    static const struct {
        const char *word, *name, *command;
    } cases[] = {
        {"gnugo --mode gtp", "gnugo --mode gtp", "gnugo --mode gtp"},
        {"mine=./engine x=1", "mine", "./engine x=1"},
        {"./engine x=1", "./engine x=1", "./engine x=1"},
        {"mine=./other", "mine #4", "./other"},
        {"@strong", "strong", "exec '/qi' nogo gtp --player strong --time 0.5"},
        {"@playouts:100", "playouts:100", "exec '/qi' nogo gtp --player playouts --playouts 100"},
        {"@strong --simd=portable", "strong --simd=portable",
         "exec '/qi' nogo gtp --player strong --time 0.5 --simd=portable"},
        {"old=@strong:9 --weights a.qinet", "old",
         "exec '/qi' nogo gtp --player strong --playouts 9 --weights a.qinet"},
        {"@random", "random", "exec '/qi' nogo gtp --player random --time 0.5"},
        {"a=@random", "a", "exec '/qi' nogo gtp --player random --time 0.5"}};
    arena_engines all = {.count = 0};
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(arena_add_engine(&all, cases[i].word, "/qi", 0.5));
        assert_string_equal(all.list[i].name, cases[i].name);
        assert_string_equal(all.list[i].command, cases[i].command);
    }
    arena_free_engines(&all);
}

static void the_table_shows_who_played_whom(void **state)
{
    (void)state;
    arena_match match = {.engines = {.list = {{"a", ""}, {"b", ""}, {"c", ""}}},
                         .score = {.engines = 3}};
    match.score.won[0][2] = 3; /* a against b: no game */
    match.score.won[2][0] = 1;
    match.score.won[2][1] = 5;
    arena_row rows[3];
    uint32_t order[3];
    arena_make_table(&match, rows, order);
    assert_int_equal(order[0], 0);
    assert_int_equal(order[2], 1);
    assert_int_equal(rows[2].games, 9);
    assert_int_equal(rows[2].won, 6);
    arena_pairing pair = {0};
    assert_true(arena_next_pairing(&match, &pair));
    assert_int_equal(pair.first * 10 + pair.second, 2);
    assert_int_equal(pair.won * 10 + pair.lost, 31);
    assert_true(arena_next_pairing(&match, &pair));
    assert_int_equal(pair.first * 10 + pair.second, 12);
    assert_false(arena_next_pairing(&match, &pair));
}

/* Openings are counted by how many of their two games the first engine won, in any order. */
static void pairs_of_games_are_counted(void **state)
{
    (void)state;
    arena_match match = {.plan = arena_make_plan(3, 6, false), .score = {.engines = 3}};
    for (uint32_t number = match.plan.games; number-- > 0;) {
        arena_game game = {0};
        arena_plan_game(&match.plan, number, &game);
        /* a beats b always; c takes Black's side in every second opening, else wins all. */
        const uint32_t winner = game.player[QI_BLACK] + game.player[QI_WHITE] == 1 ? 0
                                : game.opening % 2                                 ? 2
                                                   : game.player[QI_BLACK];
        game.winner = game.player[QI_BLACK] == winner ? QI_BLACK : QI_WHITE;
        assert_true(arena_match_add(&match, &game));
    }
    static const uint32_t expected[3][3] = {{0, 0, 3}, {1, 2, 0}, {1, 2, 0}};
    arena_pairing pair = {0};
    for (unsigned i = 0; i < 3; i++) {
        assert_true(arena_next_pairing(&match, &pair));
        assert_memory_equal(pair.pairs, expected[i], sizeof expected[i]);
    }
    arena_match_end(&match);
}

/* The engines never answer: without the stop their time would be over after 20 seconds. */
static void a_stop_ends_a_match(void **state)
{
    (void)state;
    for (int way = 0; way < 4; way++) {
        test_stop stop;
        arena_match match = {.settings = {.size = 9, .seconds = 1},
                             .plan = arena_make_plan(2, 6, false),
                             .score = {.engines = 2},
                             .concurrency = 2};
        assert_true(arena_add_engine(&match.engines, "sleep 100", "/qi", 1));
        assert_true(arena_add_engine(&match.engines, "sleep 101", "/qi", 1));
        test_stop_begin(&stop, way & 1);
        match.host = &stop.host;
        qi_buffer why = {0};
        if (way & 2)
            assert_true(arena_try_engine(&match, &match.engines.list[0], &why)); /* not its fault */
        else
            assert_int_equal(arena_run(&match), QI_STOPPED);
        test_stop_end(&stop);
        assert_int_equal(match.totals.games, 0);
        qi_buffer_free(&why);
        arena_match_end(&match);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pairing_meets_with_both_colours),
        cmocka_unit_test(two_engines_are_rated_by_their_share),
        cmocka_unit_test(ratings_add_up_over_a_chain),
        cmocka_unit_test(all_wins_give_finite_ratings),
        cmocka_unit_test(shares_have_wilson_intervals),
        cmocka_unit_test(the_sequential_test_decides),
        cmocka_unit_test(engines_have_names_and_commands),
        cmocka_unit_test(the_table_shows_who_played_whom),
        cmocka_unit_test(pairs_of_games_are_counted),
        cmocka_unit_test(a_stop_ends_a_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
