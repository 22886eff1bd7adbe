/* NoGo's rules against the oracle, and against numbers that are known. */
#include "check.h"

#include "base/random.h"
#include "lab/oracle/nogo.h"
#include "nogo/rules/position.h"

#include <qi/nogo.h>

#include <math.h>
#include <string.h>

/* ==== The NoGo engine against the oracle, point by point, on random positions. ==== */

enum { MAX_SIDE = 6, MAX_POINTS = MAX_SIDE * MAX_SIDE };

static void compare_verdicts(const qi_nogo *position, qi_oracle_nogo *oracle, qi_colour colour,
                             qi_point point)
{
    qi_point group;
    const qi_nogo_verdict verdict = qi_nogo_judge(position, colour, point, &group);
    const qi_oracle_nogo_move truth = qi_oracle_nogo_judge(oracle, colour, point);
    assert_int_equal(verdict, truth.verdict);
    if (verdict == QI_NOGO_CAPTURE) {
        bool named = false;
        for (int i = 0; i < truth.captures; i++)
            named |= qi_nogo_group(position, truth.victims[i]) == qi_nogo_group(position, group);
        assert_true(named);
    } else {
        assert_int_equal(group, verdict == QI_NOGO_SUICIDE ? point : QI_NO_POINT);
    }
}

static void compare_position(const qi_nogo *position, qi_oracle_nogo *oracle)
{
    const qi_point points = oracle->rows * oracle->columns;
    for (qi_point point = 0; point < points; point++) {
        assert_int_equal(qi_nogo_at(position, point), oracle->cells[point]);
        compare_verdicts(position, oracle, QI_BLACK, point);
        compare_verdicts(position, oracle, QI_WHITE, point);
    }
}

static void compare_groups(const qi_nogo *position, qi_oracle_nogo *oracle)
{
    for (qi_point point = 0; point < oracle->rows * oracle->columns; point++) {
        const qi_group_size size = qi_nogo_measure_group(position, point, NULL, NULL, 0);
        uint32_t liberties = 0;
        const uint32_t stones = qi_oracle_nogo_group(oracle, point, &liberties);
        assert_int_equal(size.stones, stones);
        assert_int_equal(size.liberties, stones ? liberties : 0);
    }
}

/* Plays one random game, comparing everything after every move; returns the positions seen. */
static uint64_t compare_game(qi_random *random)
{
    const uint32_t rows = 1 + qi_random_below(random, MAX_SIDE);
    const uint32_t columns = 1 + qi_random_below(random, MAX_SIDE);
    qi_nogo *position;
    qi_oracle_nogo oracle;
    assert_int_equal(qi_nogo_new(rows, columns, NULL, &position), QI_OK);
    assert_true(qi_oracle_nogo_start(&oracle, rows, columns, NULL));
    if (qi_random_below(random, 4) == 0)
        for (uint32_t holes = qi_random_below(random, 4); holes; holes--) {
            const qi_point point = qi_random_below(random, rows * columns);
            if (qi_nogo_make_hole(position, point) == QI_OK)
                oracle.cells[point] = QI_WALL;
        }
    /* Sometimes one side plays several moves in a row. */
    const bool alternate = qi_random_below(random, 3) != 0;
    uint64_t seen = 0;
    for (;;) {
        compare_position(position, &oracle);
        seen++;
        qi_colour colour = qi_nogo_to_move(position);
        if (!alternate && qi_random_below(random, 2))
            colour = qi_opponent(colour);
        qi_point legal[MAX_POINTS], same[MAX_POINTS];
        const uint32_t count = qi_oracle_nogo_legal(&oracle, colour, legal);
        assert_int_equal(qi_nogo_legal(position, colour, same, MAX_POINTS), count);
        assert_memory_equal(legal, same, count * sizeof *legal);
        assert_int_equal(qi_nogo_can_move(position, colour), count > 0);
        if (!count)
            break;
        const qi_point move = legal[qi_random_below(random, count)];
        assert_int_equal(qi_nogo_play(position, colour, move, NULL), QI_NOGO_LEGAL);
        oracle.cells[move] = (uint8_t)colour;
    }
    compare_groups(position, &oracle);
    qi_nogo_free(position);
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
static void start_somewhere(qi_random *random, qi_nogo *position)
{
    const uint32_t points = qi_nogo_rows(position) * qi_nogo_columns(position);
    for (uint32_t i = qi_random_below(random, points); i; i--)
        qi_nogo_play(position, qi_nogo_to_move(position), qi_random_below(random, points), NULL);
}

static void simulated_games_are_complete(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 4);
    for (uint64_t i = 0; i < test_cases(20000); i++) {
        const uint32_t rows = 1 + qi_random_below(&random, 9);
        const uint32_t columns = 1 + qi_random_below(&random, 9);
        qi_nogo *position;
        qi_oracle_nogo oracle;
        assert_int_equal(qi_nogo_new(rows, columns, NULL, &position), QI_OK);
        assert_true(qi_oracle_nogo_start(&oracle, rows, columns, NULL));
        start_somewhere(&random, position);
        for (qi_point point = 0; point < rows * columns; point++)
            oracle.cells[point] = (uint8_t)qi_nogo_at(position, point);
        const qi_colour first = qi_nogo_to_move(position);
        const qi_nogo_policy policy = i % 2 ? QI_NOGO_FIRST : QI_NOGO_RANDOM;
        record played = {0};
        assert_int_equal(qi_nogo_simulate(position, policy, i, remember, &played), QI_OK);

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
        assert_int_equal(qi_nogo_to_move(position), colour);
        compare_groups(position, &oracle);
        qi_nogo_free(position);
        qi_oracle_nogo_end(&oracle);
    }
}

/* ==== Known numbers of NoGo: move sequences, winners, and the statistics of random games. ==== */

/* ---- sequences of moves ------------------------------------------------------------------- */

static uint64_t count_sequences(const qi_nogo *position, int depth)
{
    qi_point legal[81];
    const qi_colour colour = qi_nogo_to_move(position);
    const size_t count = qi_nogo_legal(position, colour, legal, 81);
    if (depth == 1)
        return count;
    uint64_t sequences = 0;
    for (size_t i = 0; i < count; i++) {
        qi_nogo *next;
        assert_int_equal(qi_nogo_copy(position, NULL, &next), QI_OK);
        assert_int_equal(qi_nogo_play(next, colour, legal[i], NULL), QI_NOGO_LEGAL);
        sequences += count_sequences(next, depth - 1);
        qi_nogo_free(next);
    }
    return sequences;
}

static void move_sequences_are_the_known_ones(void **state)
{
    (void)state;
    static const struct {
        uint32_t rows, columns;
        uint64_t counts[10]; /* by length from 1; UINT64_MAX ends the list */
    } known[] = {
        {1, 5, {5, 16, 30, 8, 0, UINT64_MAX}},
        {2, 2, {4, 12, 16, 0, UINT64_MAX}},
        {3, 3, {9, 72, 496, 2832, 12768, 41328, 80352, 43776, 0, UINT64_MAX}},
        {2, 5, {10, 90, 712, 4816, 26736, 113832, 334080, 512640, UINT64_MAX}},
        {4, 4, {16, 240, 3352, 43264, 511776, 5481072, UINT64_MAX}},
        {5, 5, {25, 600, 13792, 302896, 6339312, UINT64_MAX}},
        {9, 9, {81, 6480, 511912, UINT64_MAX}},
    };
    const uint64_t affordable = test_cases(10000000);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        qi_nogo *position;
        assert_int_equal(qi_nogo_new(known[i].rows, known[i].columns, NULL, &position), QI_OK);
        for (int depth = 1; known[i].counts[depth - 1] != UINT64_MAX; depth++)
            if (known[i].counts[depth - 1] <= affordable)
                assert_int_equal(count_sequences(position, depth), known[i].counts[depth - 1]);
        qi_nogo_free(position);
    }
}

/* ---- winners ------------------------------------------------------------------------------ */

static bool first_player_wins(const qi_nogo *position)
{
    qi_point legal[16];
    const qi_colour colour = qi_nogo_to_move(position);
    const size_t count = qi_nogo_legal(position, colour, legal, 16);
    for (size_t i = 0; i < count; i++) {
        qi_nogo *next;
        assert_int_equal(qi_nogo_copy(position, NULL, &next), QI_OK);
        qi_nogo_play(next, colour, legal[i], NULL);
        const bool wins = !first_player_wins(next);
        qi_nogo_free(next);
        if (wins)
            return true;
    }
    return false;
}

static void winners_are_the_known_ones(void **state)
{
    (void)state;
    static const struct {
        uint32_t rows, columns;
        bool first;
    } known[] = {{1, 1, 0}, {1, 2, 1}, {1, 3, 1}, {1, 4, 0}, {1, 5, 1}, {1, 6, 1}, {1, 7, 1},
                 {1, 8, 1}, {2, 2, 1}, {2, 3, 0}, {2, 4, 0}, {2, 5, 1}, {3, 3, 1}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        qi_nogo *position;
        assert_int_equal(qi_nogo_new(known[i].rows, known[i].columns, NULL, &position), QI_OK);
        assert_int_equal(first_player_wins(position), known[i].first);
        qi_nogo_free(position);
    }
}

/* ---- random games ------------------------------------------------------------------------- */

static bool count_moves(void *context, const qi_point *moves, size_t count)
{
    (void)moves;
    *(size_t *)context += count;
    return true;
}

static void random_games_have_the_known_length(void **state)
{
    (void)state;
    const uint64_t games = test_cases(40000);
    size_t moves = 0;
    uint64_t black = 0;
    qi_nogo *empty;
    assert_int_equal(qi_nogo_new(9, 9, NULL, &empty), QI_OK);
    for (uint64_t seed = 0; seed < games; seed++) {
        qi_nogo *position;
        assert_int_equal(qi_nogo_copy(empty, NULL, &position), QI_OK);
        assert_int_equal(qi_nogo_simulate(position, QI_NOGO_RANDOM, seed, count_moves, &moves),
                         QI_OK);
        black += qi_nogo_to_move(position) == QI_WHITE;
        qi_nogo_free(position);
    }
    qi_nogo_free(empty);
    /* Lengths spread by about 1.7 moves; five standard errors. */
    const double error = 5 / sqrt((double)games);
    const double length = (double)moves / (double)games, share = (double)black / (double)games;
    assert_true(fabs(length - 74.40) < 1.8 * error);
    assert_true(fabs(share - 0.5015) < 0.5 * error);
}

typedef struct path {
    size_t count;
    qi_point moves[8];
} path;

/* Every game on a small board, and how likely it is. */
typedef struct all_games {
    size_t count;
    struct {
        path moves;
        double probability;
        uint64_t seen;
    } games[4096];
} all_games;

static void list_games(const qi_nogo *position, all_games *all, double probability, path *at)
{
    qi_point legal[8];
    const qi_colour colour = qi_nogo_to_move(position);
    const size_t count = qi_nogo_legal(position, colour, legal, 8);
    if (count == 0) {
        all->games[all->count].moves = *at;
        all->games[all->count].probability = probability;
        all->count++;
    }
    for (size_t i = 0; i < count; i++) {
        qi_nogo *next;
        assert_int_equal(qi_nogo_copy(position, NULL, &next), QI_OK);
        qi_nogo_play(next, colour, legal[i], NULL);
        at->moves[at->count++] = legal[i];
        list_games(next, all, probability / (double)count, at);
        at->count--;
        qi_nogo_free(next);
    }
}

static bool follow(void *context, const qi_point *moves, size_t count)
{
    path *to = context;
    for (size_t i = 0; i < count; i++)
        to->moves[to->count++] = moves[i];
    return true;
}

static void count_game(all_games *all, const path *played)
{
    for (size_t i = 0; i < all->count; i++)
        if (all->games[i].moves.count == played->count &&
            memcmp(all->games[i].moves.moves, played->moves,
                   played->count * sizeof *played->moves) == 0) {
            all->games[i].seen++;
            return;
        }
    fail_msg("a game that is not in the list of all games");
}

static void random_games_are_uniform_at_every_step(void **state)
{
    (void)state;
    all_games *all = calloc(1, sizeof *all);
    assert_non_null(all);
    qi_nogo *position;
    assert_int_equal(qi_nogo_new(2, 3, NULL, &position), QI_OK);
    path at = {0};
    list_games(position, all, 1, &at);
    assert_in_range(all->count, 100, 4096);

    const uint64_t games = test_cases(200000);
    for (uint64_t seed = 0; seed < games; seed++) {
        qi_nogo *copy;
        path played = {0};
        assert_int_equal(qi_nogo_copy(position, NULL, &copy), QI_OK);
        qi_nogo_simulate(copy, QI_NOGO_RANDOM, seed, follow, &played);
        qi_nogo_free(copy);
        count_game(all, &played);
    }
    double chi_square = 0;
    for (size_t i = 0; i < all->count; i++) {
        const double expected = (double)games * all->games[i].probability;
        const double difference = (double)all->games[i].seen - expected;
        chi_square += difference * difference / expected;
    }
    const double freedom = (double)all->count - 1;
    assert_true(fabs(chi_square - freedom) < 5 * sqrt(2 * freedom));
    qi_nogo_free(position);
    free(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_million_positions_agree),
        cmocka_unit_test(simulated_games_are_complete),
        cmocka_unit_test(move_sequences_are_the_known_ones),
        cmocka_unit_test(winners_are_the_known_ones),
        cmocka_unit_test(random_games_have_the_known_length),
        cmocka_unit_test(random_games_are_uniform_at_every_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
