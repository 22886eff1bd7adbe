/* Go counted: perft with positional superko, and the number of games that never repeat. */
#include "check.h"

#include <qi/go.h>

static uint64_t perft(qi_go *game, qi_colour colour, int depth)
{
    const uint32_t points = qi_go_rows(game) * qi_go_columns(game);
    if (depth == 1)
        return qi_go_legal(game, colour, NULL, 0);
    uint64_t count = 0;
    for (qi_point point = 0; point < points; point++)
        if (qi_go_play(game, colour, point, NULL) == QI_GO_OK) {
            count += perft(game, qi_opponent(colour), depth - 1);
            assert_true(qi_go_undo(game));
        }
    return count;
}

static void check_perft(uint32_t side, const uint64_t *expected, int depths)
{
    qi_go *game;
    assert_int_equal(qi_go_new(side, side, NULL, NULL, &game), QI_OK);
    for (int depth = 1; depth <= depths; depth++)
        assert_int_equal(perft(game, QI_BLACK, depth), expected[depth - 1]);
    assert_int_equal(qi_go_hash(game), 0);
    qi_go_free(game);
}

static void perft_2x2(void **state)
{
    (void)state;
    const uint64_t expected[] = {4, 12, 24, 16, 32, 32, 16, 48, 80, 32, 64, 32};
    check_perft(2, expected, 12);
}

static void perft_3x3(void **state)
{
    (void)state;
    const uint64_t expected[] = {9, 72, 504, 2976, 14720, 56176, 168112};
    check_perft(3, expected, 7);
}

static void perft_4x4(void **state)
{
    (void)state;
    const uint64_t expected[] = {16, 240, 3360, 43576, 521800};
    check_perft(4, expected, 5);
}

static void perft_5x5(void **state)
{
    (void)state;
    const uint64_t expected[] = {25, 600, 13800, 303424};
    check_perft(5, expected, 4);
}

/* Games from here: simple paths, either colour at each step, the empty one included. */
static uint64_t games(qi_go *game)
{
    const uint32_t points = qi_go_rows(game) * qi_go_columns(game);
    uint64_t count = 1;
    for (qi_point point = 0; point < points; point++) {
        if (qi_go_at(game, point) != QI_EMPTY)
            continue;
        for (int colour = QI_BLACK; colour <= QI_WHITE; colour++)
            if (qi_go_play(game, (qi_colour)colour, point, NULL) == QI_GO_OK) {
                count += games(game);
                qi_go_undo(game);
            }
    }
    return count;
}

static void number_of_games(void **state)
{
    (void)state;
    const uint64_t expected[] = {1, 9, 907};
    for (uint32_t columns = 1; columns <= 3; columns++) {
        qi_go *game;
        assert_int_equal(qi_go_new(1, columns, NULL, NULL, &game), QI_OK);
        assert_int_equal(games(game), expected[columns - 1]);
        qi_go_free(game);
    }
}

/* Half a minute, so only with QI_TEST_FULL. By turning the board and by changing the colours every
 * first move is one of two. */
static void number_of_games_1x4(void **state)
{
    (void)state;
    qi_go *game;
    assert_int_equal(qi_go_new(1, 4, NULL, NULL, &game), QI_OK);
    uint64_t count = 1;
    for (qi_point first = 0; first < 2; first++) {
        assert_int_equal(qi_go_play(game, QI_BLACK, first, NULL), QI_GO_OK);
        count += 4 * games(game);
        assert_true(qi_go_undo(game));
    }
    assert_int_equal(count, 719178893);
    qi_go_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_2x2), cmocka_unit_test(perft_3x3),       cmocka_unit_test(perft_4x4),
        cmocka_unit_test(perft_5x5), cmocka_unit_test(number_of_games),
    };
    const struct CMUnitTest long_tests[] = {cmocka_unit_test(number_of_games_1x4)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return getenv("QI_TEST_FULL") ? failed + cmocka_run_group_tests(long_tests, NULL, NULL)
                                  : failed;
}
