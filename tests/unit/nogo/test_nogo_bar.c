/* Moves that may not be played: no search thinks about them, tells them or chooses them, and what
 * it proves is true of the game without them. */
#include "check.h"

#include "search_games.h"
#include <qi/nogo_player.h>

enum { MOST = 16 }; /* points of a board */

/* Whether the side to move wins when the first move may not be one that is barred. */
static bool wins_without(const qi_nogo *game, const bool *barred)
{
    qi_point points[MOST];
    const qi_colour colour = qi_nogo_to_move(game);
    const size_t count = qi_nogo_legal(game, colour, points, MOST);
    bool found = false;
    for (size_t i = 0; i < count && !found; i++) {
        qi_nogo *next;
        if (barred[points[i]])
            continue;
        assert_int_equal(qi_nogo_copy(game, NULL, &next), QI_OK);
        qi_nogo_play(next, colour, points[i], NULL);
        found = !wins(next);
        qi_nogo_free(next);
    }
    return found;
}

/* Bars each point with a chance of `of` in 4; returns how many. */
static size_t bar_some(qi_random *random, uint32_t of, uint32_t count, bool *barred,
                       qi_point *points)
{
    size_t some = 0;
    for (qi_point point = 0; point < count; point++) {
        barred[point] = qi_random_below(random, 4) < of;
        if (barred[point])
            points[some++] = point;
    }
    return some;
}

/* The opinion is of the moves that are left, and true. */
static void check_opinion(const qi_nogo_search *search, const qi_nogo *game, const bool *barred)
{
    qi_point legal[MOST];
    qi_nogo_candidate list[MOST];
    qi_nogo_search_state state;
    size_t left = 0;
    uint64_t visits = 1;
    const size_t count = qi_nogo_legal(game, qi_nogo_to_move(game), legal, MOST);
    for (size_t i = 0; i < count; i++)
        left += !barred[legal[i]];
    assert_int_equal(qi_nogo_search_candidates(search, list, MOST), left);
    for (size_t i = 0; i < left; i++) {
        assert_false(barred[list[i].point]);
        visits += list[i].visits;
    }
    assert_int_equal(qi_nogo_search_best(search), left ? list[0].point : QI_NO_POINT);
    qi_nogo_search_state_of(search, &state);
    assert_true(state.visits == visits);
    if (left && list[0].outcome == QI_NOGO_WON)
        assert_int_equal(state.outcome, QI_NOGO_WON);
    if (state.outcome != QI_NOGO_UNKNOWN)
        assert_int_equal(state.outcome, wins_without(game, barred) ? QI_NOGO_WON : QI_NOGO_LOST);
}

static void think_about(qi_nogo_search *search, const qi_nogo *game, qi_random *random)
{
    bool barred[MOST], none[MOST] = {false};
    qi_point points[MOST];
    const uint32_t cells = qi_nogo_rows(game) * qi_nogo_columns(game);
    assert_int_equal(qi_nogo_search_set(search, game), QI_OK);
    if (qi_random_below(random, 2)) /* what is known already is of use */
        qi_nogo_search_think(search, 1 + qi_random_below(random, 60), NULL, NULL);
    const size_t some = bar_some(random, 1 + qi_random_below(random, 4), cells, barred, points);
    assert_int_equal(qi_nogo_search_bar(search, points, some), QI_OK);
    check_opinion(search, game, barred);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(qi_nogo_search_think(search, 40, NULL, NULL), QI_OK);
        check_opinion(search, game, barred);
    }
    const qi_nogo_search_limits limits = {.playouts = 40, .threads = 2};
    assert_int_equal(qi_nogo_search_run(search, &limits), QI_OK);
    check_opinion(search, game, barred);
    /* The same position again has all its moves; so has one that follows. */
    if (qi_random_below(random, 2) == 0) {
        qi_nogo *next;
        const qi_point best = qi_nogo_search_best(search);
        assert_int_equal(qi_nogo_copy(game, NULL, &next), QI_OK);
        if (best != QI_NO_POINT)
            qi_nogo_play(next, qi_nogo_to_move(next), best, NULL);
        assert_int_equal(qi_nogo_search_set(search, next), QI_OK);
        qi_nogo_search_think(search, 40, NULL, NULL);
        check_opinion(search, next, none);
        qi_nogo_free(next);
        return;
    }
    assert_int_equal(qi_nogo_search_set(search, game), QI_OK);
    check_opinion(search, game, none);
    qi_nogo_search_think(search, 40, NULL, NULL);
    check_opinion(search, game, none);
}

static void barred_moves_are_none(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 19);
    for (int engine = QI_NOGO_STRONG; engine <= QI_NOGO_POLICY; engine++) {
        const qi_nogo_search_options options = {
            .engine = (qi_nogo_engine)engine, .seed = 5, .memory = (size_t)16 << 20};
        qi_nogo_search *search;
        assert_int_equal(qi_nogo_search_new(&options, NULL, &search), QI_OK);
        const uint64_t games = test_cases(60);
        for (uint64_t i = 0; i < games; i++) {
            qi_nogo *game = empty_board(3, 3 + qi_random_below(&random, 2));
            play_random(game, &random, 2 + qi_random_below(&random, 6));
            think_about(search, game, &random);
            qi_nogo_free(game);
        }
        qi_nogo_search_free(search);
    }
}

static void what_cannot_be_barred_is_told(void **state)
{
    (void)state;
    const qi_nogo_search_options options = {.engine = QI_NOGO_RAVE, .memory = 1 << 20};
    qi_nogo_search *search;
    const qi_point points[] = {0, 9};
    qi_nogo *game = empty_board(3, 3);
    assert_int_equal(qi_nogo_search_new(&options, NULL, &search), QI_OK);
    assert_int_equal(qi_nogo_search_bar(search, points, 1), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_search_set(search, game), QI_OK);
    assert_int_equal(qi_nogo_search_bar(search, points, 2), QI_BAD_ARGUMENT);
    qi_nogo_candidate list[9];
    assert_int_equal(qi_nogo_search_candidates(search, list, 9), 9);
    qi_nogo_search_free(search);
    qi_nogo_free(game);
}

/* The only winning move, found by the solver, is barred: it is not played all the same. */
static void a_player_obeys_against_a_proof(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 4);
    qi_nogo_player_options kinds[] = {{.engine = QI_NOGO_STRONG, .playouts = 200},
                                      {.engine = QI_NOGO_CLASSIC, .playouts = 2000},
                                      {.random = true}};
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        kinds[kind].memory = (size_t)16 << 20;
        kinds[kind].never_resign = true;
        qi_nogo_player *player;
        assert_int_equal(qi_nogo_player_new(&kinds[kind], NULL, &player), QI_OK);
        const uint64_t games = test_cases(10);
        for (uint64_t i = 0; i < games; i++) {
            qi_nogo *game = empty_board(4, 4);
            play_random(game, &random, 4);
            /* The first choice is barred, and then the second, until none is left. */
            qi_point barred[MOST];
            size_t count = 0;
            const size_t legal = qi_nogo_legal(game, qi_nogo_to_move(game), NULL, 0);
            for (qi_nogo_choice choice;; count++) {
                assert_int_equal(qi_nogo_player_bar(player, barred, count), QI_OK);
                assert_int_equal(
                    qi_nogo_player_choose(player, game, qi_nogo_to_move(game), &choice), QI_OK);
                for (size_t k = 0; k < count; k++)
                    assert_int_not_equal(choice.move, barred[k]);
                assert_int_equal(choice.resigns, choice.move == QI_NO_POINT);
                if (choice.resigns)
                    break;
                assert_int_equal(qi_nogo_judge(game, qi_nogo_to_move(game), choice.move, NULL),
                                 QI_NOGO_LEGAL);
                barred[count] = choice.move;
            }
            assert_int_equal(count, legal);
            qi_nogo_free(game);
        }
        const qi_point outside = QI_NOGO_SEARCH_SIDE * QI_NOGO_SEARCH_SIDE;
        assert_int_equal(qi_nogo_player_bar(player, &outside, 1), QI_BAD_ARGUMENT);
        qi_nogo_player_free(player);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(barred_moves_are_none),
        cmocka_unit_test(what_cannot_be_barred_is_told),
        cmocka_unit_test(a_player_obeys_against_a_proof),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
