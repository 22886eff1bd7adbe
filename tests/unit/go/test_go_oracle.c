/* Go's rules against the oracle, and against numbers that are known. */
#include "check.h"

#include "go_picture.h"

#include "base/random.h"
#include "go/game.h"
#include "go/games.h"
#include "lab/oracle/go.h"

#include <qi/go.h>

/* ==== Random games of Go against the oracle, which stores every whole position. ==== */

typedef struct duel {
    uint32_t rows, columns;
    qi_go_rules rules;
    unsigned hash_bits; /* 32 for the whole hash */
    uint32_t length;    /* moves of a game, refused ones included */
    uint64_t moves;     /* in all */
    uint64_t seed;
} duel;

/* What was seen, so that a test can see that it tested something. */
typedef struct tally {
    uint64_t verdicts[QI_GO_OFF_BOARD + 1];
    uint64_t quiet_repetitions; /* refused as superko although they would capture nothing */
    uint64_t undone;
} tally;

static bool captures_something(const qi_go *game, qi_colour colour, qi_point point)
{
    const uint32_t columns = qi_go_columns(game);
    const uint32_t row = point / columns;
    const uint32_t column = point % columns;
    const qi_point around[4] = {
        qi_go_point(game, row - 1, column), qi_go_point(game, row + 1, column),
        qi_go_point(game, row, column - 1), qi_go_point(game, row, column + 1)};
    for (int i = 0; i < 4; i++)
        if (qi_go_at(game, around[i]) == qi_opponent(colour) &&
            qi_go_measure_group(game, around[i], NULL, NULL, 0).liberties == 1)
            return true;
    return false;
}

static void assert_same_board(const qi_go *game, const qi_oracle_go *oracle)
{
    for (qi_point point = 0; point < oracle->rows * oracle->columns; point++)
        assert_int_equal(qi_go_at(game, point), oracle->cells[point]);
}

static void assert_same_group(const qi_go *game, qi_oracle_go *oracle, qi_point point)
{
    uint32_t liberties;
    const uint32_t stones = qi_oracle_go_group(oracle, point, &liberties);
    const qi_group_size size = qi_go_measure_group(game, point, NULL, NULL, 0);
    assert_int_equal(size.stones, stones);
    if (stones)
        assert_int_equal(size.liberties, liberties);
}

static void play_both(const duel *plan, qi_go *game, qi_oracle_go *oracle, qi_colour colour,
                      qi_point point, tally *seen)
{
    const uint64_t hash = qi_go_hash(game);
    const uint64_t captured = qi_go_captures(game, QI_BLACK) + qi_go_captures(game, QI_WHITE);
    uint32_t judged;
    uint32_t repeated;
    const qi_go_verdict judged_verdict = qi_go_judge(game, colour, point, &judged);
    const bool captures = captures_something(game, colour, point);
    const qi_go_verdict verdict = judge_and_play(game, colour, point, &repeated);
    const qi_oracle_go_move expected = qi_oracle_go_play(oracle, colour, point);
    assert_int_equal(verdict, expected.verdict); /* both enums count the same way */
    assert_int_equal(judged_verdict, verdict);
    assert_int_equal(judged, repeated);
    if (verdict == QI_GO_SUPERKO && plan->rules.repetition != QI_GO_SIMPLE_KO)
        assert_int_equal(repeated, expected.repeated);
    if (verdict == QI_GO_OK)
        assert_int_equal(qi_go_captures(game, QI_BLACK) + qi_go_captures(game, QI_WHITE) - captured,
                         expected.captured + expected.own_removed);
    else
        assert_true(qi_go_hash(game) == hash);
    seen->verdicts[verdict]++;
    seen->quiet_repetitions += verdict == QI_GO_SUPERKO && !captures;
}

/* A point that is empty most of the time: full boards would refuse most moves at once. */
static qi_point choose_point(const qi_go *game, qi_random *random)
{
    const uint32_t points = qi_go_rows(game) * qi_go_columns(game);
    qi_point point = qi_random_below(random, points);
    for (int tries = 0; tries < 4 && qi_go_at(game, point) != QI_EMPTY; tries++)
        point = qi_random_below(random, points);
    return point;
}

static tally run_duel(const duel *plan)
{
    tally seen = {{0}, 0, 0};
    const uint32_t points = plan->rows * plan->columns;
    qi_random random;
    qi_random_seed(&random, plan->seed);
    qi_go *game;
    assert_int_equal(qi_go_new(plan->rows, plan->columns, &plan->rules, NULL, &game), QI_OK);
    for (uint64_t done = 0; done < plan->moves;) {
        qi_oracle_go oracle;
        assert_true(qi_oracle_go_start(&oracle, plan->rows, plan->columns,
                                       (qi_oracle_go_ko)plan->rules.repetition, plan->rules.suicide,
                                       NULL));
        if (plan->hash_bits < 32)
            qi_go_weaken_hash(game, plan->hash_bits);
        qi_go_clear(game);
        /* Some games take turns strictly, some do not at all. */
        const uint32_t turns = qi_random_below(&random, 3);
        qi_colour colour = QI_BLACK;
        for (uint32_t i = 0; i < plan->length && done < plan->moves; i++, done++) {
            play_both(plan, game, &oracle, colour, choose_point(game, &random), &seen);
            if (turns == 0 || qi_random_below(&random, turns == 1 ? 8 : 2))
                colour = qi_opponent(colour);
            assert_same_group(game, &oracle, qi_random_below(&random, points));
            if (qi_random_below(&random, 64) == 0)
                for (uint32_t back = qi_random_below(&random, 8) + 1; back; back--) {
                    assert_int_equal(qi_go_undo(game), qi_oracle_go_undo(&oracle));
                    seen.undone++;
                }
            if (points < 50 || qi_random_below(&random, 16) == 0)
                assert_same_board(game, &oracle);
        }
        assert_same_board(game, &oracle);
        assert_int_equal(qi_go_steps(game) + 1, oracle.positions);
        qi_oracle_go_end(&oracle);
    }
    qi_go_free(game);
    assert_true(seen.undone > 0 || plan->moves < 1000);
    return seen;
}

/* Runs `moves` on every board from 1x1 to 7x7, in all. */
static tally small_boards(qi_go_rules rules, unsigned hash_bits, uint64_t moves, uint64_t seed)
{
    tally sum = {{0}, 0, 0};
    for (uint32_t rows = 1; rows <= 7; rows++)
        for (uint32_t columns = 1; columns <= 7; columns++) {
            const duel plan = {rows,
                               columns,
                               rules,
                               hash_bits,
                               30 + 20 * rows * columns,
                               moves / 49 + 1,
                               seed + 100 * rows + columns};
            const tally seen = run_duel(&plan);
            for (int i = 0; i <= QI_GO_OFF_BOARD; i++)
                sum.verdicts[i] += seen.verdicts[i];
            sum.quiet_repetitions += seen.quiet_repetitions;
        }
    print_message("# %llu played, refused %llu + %llu + %llu (%llu without a capture)\n",
                  (unsigned long long)sum.verdicts[QI_GO_OK],
                  (unsigned long long)sum.verdicts[QI_GO_OCCUPIED],
                  (unsigned long long)sum.verdicts[QI_GO_SUICIDE],
                  (unsigned long long)sum.verdicts[QI_GO_SUPERKO],
                  (unsigned long long)sum.quiet_repetitions);
    return sum;
}

static void positional_superko_on_small_boards(void **state)
{
    (void)state;
    const tally seen =
        small_boards((qi_go_rules){QI_GO_POSITIONAL, false}, 32, test_cases(1000000), 1);
    assert_true(seen.verdicts[QI_GO_SUPERKO] > 1000);
    /* 'Only captures can repeat a position' would be wrong quite often. */
    assert_true(seen.quiet_repetitions * 20 > seen.verdicts[QI_GO_SUPERKO]);
}

static void every_other_rule_on_small_boards(void **state)
{
    (void)state;
    for (int repetition = QI_GO_POSITIONAL; repetition <= QI_GO_FREE; repetition++)
        for (int suicide = 0; suicide < 2; suicide++)
            small_boards((qi_go_rules){(qi_go_repetition)repetition, suicide != 0}, 32,
                         test_cases(100000), 2);
}

static void a_hash_of_four_bits_changes_no_answer(void **state)
{
    (void)state;
    for (int repetition = QI_GO_POSITIONAL; repetition <= QI_GO_SITUATIONAL; repetition++)
        for (int suicide = 0; suicide < 2; suicide++)
            small_boards((qi_go_rules){(qi_go_repetition)repetition, suicide != 0}, 4,
                         test_cases(50000), 3);
    const duel large = {.rows = 19,
                        .columns = 19,
                        .hash_bits = 4,
                        .length = 2000,
                        .moves = test_cases(4000),
                        .seed = 4};
    run_duel(&large);
}

static void positional_superko_on_19x19(void **state)
{
    (void)state;
    const duel plan = {.rows = 19,
                       .columns = 19,
                       .hash_bits = 32,
                       .length = 5000,
                       .moves = test_cases(100000),
                       .seed = 5};
    const tally seen = run_duel(&plan);
    assert_true(seen.verdicts[QI_GO_OK] > 0);
}

/* ==== Go counted: perft with positional superko, and the number of games that never repeat. ====
 */

static uint64_t perft(qi_go *game, qi_colour colour, int depth)
{
    const uint32_t points = qi_go_rows(game) * qi_go_columns(game);
    if (depth == 1)
        return qi_go_legal(game, colour, NULL, 0);
    uint64_t count = 0;
    for (qi_point point = 0; point < points; point++)
        if (judge_and_play(game, colour, point, NULL) == QI_GO_OK) {
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
            if (judge_and_play(game, (qi_colour)colour, point, NULL) == QI_GO_OK) {
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
    if (!getenv("QI_TEST_FULL"))
        return;
    qi_go *game;
    assert_int_equal(qi_go_new(1, 4, NULL, NULL, &game), QI_OK);
    uint64_t count = 1;
    for (qi_point first = 0; first < 2; first++) {
        assert_int_equal(judge_and_play(game, QI_BLACK, first, NULL), QI_GO_OK);
        count += 4 * games(game);
        assert_true(qi_go_undo(game));
    }
    assert_int_equal(count, 719178893);
    qi_go_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positional_superko_on_small_boards),
        cmocka_unit_test(every_other_rule_on_small_boards),
        cmocka_unit_test(a_hash_of_four_bits_changes_no_answer),
        cmocka_unit_test(positional_superko_on_19x19),
        cmocka_unit_test(perft_2x2),
        cmocka_unit_test(perft_3x3),
        cmocka_unit_test(perft_4x4),
        cmocka_unit_test(perft_5x5),
        cmocka_unit_test(number_of_games),
        cmocka_unit_test(number_of_games_1x4),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
