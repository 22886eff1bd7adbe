/* Known numbers of NoGo: move sequences, winners, and the statistics of random games. */
#include "check.h"

#include <qi/nogo.h>

#include <math.h>
#include <string.h>

/* ---- sequences of moves ------------------------------------------------------------------- */

static uint64_t count_sequences(const qi_nogo *game, int depth)
{
    qi_point legal[81];
    const qi_colour colour = qi_nogo_to_move(game);
    const size_t count = qi_nogo_legal(game, colour, legal, 81);
    if (depth == 1)
        return count;
    uint64_t sequences = 0;
    for (size_t i = 0; i < count; i++) {
        qi_nogo *next;
        assert_int_equal(qi_nogo_copy(game, NULL, &next), QI_OK);
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
        qi_nogo *game;
        assert_int_equal(qi_nogo_new(known[i].rows, known[i].columns, NULL, &game), QI_OK);
        for (int depth = 1; known[i].counts[depth - 1] != UINT64_MAX; depth++)
            if (known[i].counts[depth - 1] <= affordable)
                assert_int_equal(count_sequences(game, depth), known[i].counts[depth - 1]);
        qi_nogo_free(game);
    }
}

/* ---- winners ------------------------------------------------------------------------------ */

static bool first_player_wins(const qi_nogo *game)
{
    qi_point legal[16];
    const qi_colour colour = qi_nogo_to_move(game);
    const size_t count = qi_nogo_legal(game, colour, legal, 16);
    for (size_t i = 0; i < count; i++) {
        qi_nogo *next;
        assert_int_equal(qi_nogo_copy(game, NULL, &next), QI_OK);
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
        qi_nogo *game;
        assert_int_equal(qi_nogo_new(known[i].rows, known[i].columns, NULL, &game), QI_OK);
        assert_int_equal(first_player_wins(game), known[i].first);
        qi_nogo_free(game);
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
        qi_nogo *game;
        assert_int_equal(qi_nogo_copy(empty, NULL, &game), QI_OK);
        assert_int_equal(qi_nogo_simulate(game, QI_NOGO_RANDOM, seed, count_moves, &moves), QI_OK);
        black += qi_nogo_to_move(game) == QI_WHITE;
        qi_nogo_free(game);
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

static void list_games(const qi_nogo *game, all_games *all, double probability, path *at)
{
    qi_point legal[8];
    const qi_colour colour = qi_nogo_to_move(game);
    const size_t count = qi_nogo_legal(game, colour, legal, 8);
    if (count == 0) {
        all->games[all->count].moves = *at;
        all->games[all->count].probability = probability;
        all->count++;
    }
    for (size_t i = 0; i < count; i++) {
        qi_nogo *next;
        assert_int_equal(qi_nogo_copy(game, NULL, &next), QI_OK);
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
    qi_nogo *game;
    assert_int_equal(qi_nogo_new(2, 3, NULL, &game), QI_OK);
    path at = {0};
    list_games(game, all, 1, &at);
    assert_in_range(all->count, 100, 4096);

    const uint64_t games = test_cases(200000);
    for (uint64_t seed = 0; seed < games; seed++) {
        qi_nogo *copy;
        path played = {0};
        assert_int_equal(qi_nogo_copy(game, NULL, &copy), QI_OK);
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
    qi_nogo_free(game);
    free(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(move_sequences_are_the_known_ones),
        cmocka_unit_test(winners_are_the_known_ones),
        cmocka_unit_test(random_games_have_the_known_length),
        cmocka_unit_test(random_games_are_uniform_at_every_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
