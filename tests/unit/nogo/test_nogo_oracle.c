/* The NoGo engine against the slow referee, point by point, on random positions. */
#include "check.h"

#include "base/random.h"
#include "lab/oracle/nogo.h"

#include <qi/nogo.h>

enum { MOST_SIDE = 6, MOST_POINTS = MOST_SIDE * MOST_SIDE };

static void compare_judgement(const qi_nogo *game, qi_oracle_nogo *oracle, qi_colour colour,
                              qi_point point)
{
    qi_point group;
    const qi_nogo_verdict verdict = qi_nogo_judge(game, colour, point, &group);
    const qi_oracle_nogo_move truth = qi_oracle_nogo_judge(oracle, colour, point);
    assert_int_equal(verdict, truth.verdict);
    if (verdict == QI_NOGO_CAPTURE) {
        bool named = false;
        for (int i = 0; i < truth.captures; i++)
            named |= qi_nogo_group(game, truth.victims[i]) == qi_nogo_group(game, group);
        assert_true(named);
    } else {
        assert_int_equal(group, verdict == QI_NOGO_SUICIDE ? point : QI_NO_POINT);
    }
}

static void compare_position(const qi_nogo *game, qi_oracle_nogo *oracle)
{
    const qi_point points = oracle->rows * oracle->columns;
    for (qi_point point = 0; point < points; point++) {
        assert_int_equal(qi_nogo_at(game, point), oracle->cells[point]);
        compare_judgement(game, oracle, QI_BLACK, point);
        compare_judgement(game, oracle, QI_WHITE, point);
    }
}

static void compare_groups(const qi_nogo *game, qi_oracle_nogo *oracle)
{
    for (qi_point point = 0; point < oracle->rows * oracle->columns; point++) {
        const qi_group_size size = qi_nogo_measure_group(game, point, NULL, NULL, 0);
        uint32_t liberties = 0;
        const uint32_t stones = qi_oracle_nogo_group(oracle, point, &liberties);
        assert_int_equal(size.stones, stones);
        assert_int_equal(size.liberties, stones ? liberties : 0);
    }
}

/* Plays one random game, comparing everything after every move; returns the positions seen. */
static uint64_t compare_game(qi_random *random)
{
    const uint32_t rows = 1 + qi_random_below(random, MOST_SIDE);
    const uint32_t columns = 1 + qi_random_below(random, MOST_SIDE);
    qi_nogo *game;
    qi_oracle_nogo oracle;
    assert_int_equal(qi_nogo_new(rows, columns, NULL, &game), QI_OK);
    assert_true(qi_oracle_nogo_start(&oracle, rows, columns, NULL));
    if (qi_random_below(random, 4) == 0)
        for (uint32_t holes = qi_random_below(random, 4); holes; holes--) {
            const qi_point point = qi_random_below(random, rows * columns);
            if (qi_nogo_make_hole(game, point) == QI_OK)
                oracle.cells[point] = QI_WALL;
        }
    /* Sometimes one side plays several moves in a row. */
    const bool alternate = qi_random_below(random, 3) != 0;
    uint64_t seen = 0;
    for (;;) {
        compare_position(game, &oracle);
        seen++;
        qi_colour colour = qi_nogo_to_move(game);
        if (!alternate && qi_random_below(random, 2))
            colour = qi_opponent(colour);
        qi_point legal[MOST_POINTS], same[MOST_POINTS];
        const uint32_t count = qi_oracle_nogo_legal(&oracle, colour, legal);
        assert_int_equal(qi_nogo_legal(game, colour, same, MOST_POINTS), count);
        assert_memory_equal(legal, same, count * sizeof *legal);
        assert_int_equal(qi_nogo_can_move(game, colour), count > 0);
        if (!count)
            break;
        const qi_point move = legal[qi_random_below(random, count)];
        assert_int_equal(qi_nogo_play(game, colour, move, NULL), QI_NOGO_LEGAL);
        oracle.cells[move] = (uint8_t)colour;
    }
    compare_groups(game, &oracle);
    qi_nogo_free(game);
    qi_oracle_nogo_end(&oracle);
    return seen;
}

static void a_million_positions_agree(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 20171);
    for (uint64_t seen = 0; seen < test_cases(300000);)
        seen += compare_game(&random);
}

/* ---- simulated games ---------------------------------------------------------------------- */

typedef struct record {
    size_t count;
    qi_point moves[1024];
} record;

static bool remember(void *context, const qi_point *moves, size_t count)
{
    record *game = context;
    for (size_t i = 0; i < count; i++)
        game->moves[game->count++] = moves[i];
    return true;
}

/* Plays a random number of random moves, so that simulations start anywhere. */
static void start_somewhere(qi_random *random, qi_nogo *game)
{
    const uint32_t points = qi_nogo_rows(game) * qi_nogo_columns(game);
    for (uint32_t i = qi_random_below(random, points); i; i--)
        qi_nogo_play(game, qi_nogo_to_move(game), qi_random_below(random, points), NULL);
}

static void simulated_games_are_complete(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 4);
    for (uint64_t i = 0; i < test_cases(20000); i++) {
        const uint32_t rows = 1 + qi_random_below(&random, 9);
        const uint32_t columns = 1 + qi_random_below(&random, 9);
        qi_nogo *game;
        qi_oracle_nogo oracle;
        assert_int_equal(qi_nogo_new(rows, columns, NULL, &game), QI_OK);
        assert_true(qi_oracle_nogo_start(&oracle, rows, columns, NULL));
        start_somewhere(&random, game);
        for (qi_point point = 0; point < rows * columns; point++)
            oracle.cells[point] = (uint8_t)qi_nogo_at(game, point);
        const qi_colour first = qi_nogo_to_move(game);
        const qi_nogo_policy policy = i % 2 ? QI_NOGO_FIRST : QI_NOGO_RANDOM;
        record played = {0};
        assert_int_equal(qi_nogo_simulate(game, policy, i, remember, &played), QI_OK);

        qi_point legal[81];
        qi_colour colour = first;
        for (size_t move = 0; move < played.count; move++, colour = qi_opponent(colour)) {
            const uint32_t count = qi_oracle_nogo_legal(&oracle, colour, legal);
            bool found = false;
            for (uint32_t k = 0; k < count; k++)
                found |= legal[k] == played.moves[move];
            assert_true(found);
            if (policy == QI_NOGO_FIRST)
                assert_int_equal(played.moves[move], legal[0]);
            oracle.cells[played.moves[move]] = (uint8_t)colour;
        }
        assert_int_equal(qi_oracle_nogo_legal(&oracle, colour, legal), 0);
        assert_int_equal(qi_nogo_to_move(game), colour);
        compare_groups(game, &oracle);
        qi_nogo_free(game);
        qi_oracle_nogo_end(&oracle);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_million_positions_agree),
        cmocka_unit_test(simulated_games_are_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
