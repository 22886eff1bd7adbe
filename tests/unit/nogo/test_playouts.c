/* Random games by the million: the same on every path and with every number of threads, and with
 * the statistics that exact enumeration says. */
#include "stops.h"

#include "nogo/playout/playout.h"
#include "nogo/rules/position.h"
#include "plain_nogo.h"

#include <qi/nogo_playouts.h>

#include <math.h>
#include <stdio.h>

static const qi_nogo_path PATHS[] = {QI_NOGO_BEST_PATH, QI_NOGO_PORTABLE, QI_NOGO_AVX2,
                                     QI_NOGO_AVX512};

static qi_nogo *parse(const char *text)
{
    qi_nogo *position;
    assert_int_equal(
        qi_nogo_parse(text, strlen(text), QI_NOGO_ANY_COUNT | QI_NOGO_HOLES, NULL, &position, NULL),
        QI_OK);
    return position;
}

static void assert_stats(const qi_nogo_stats *a, const qi_nogo_stats *b)
{
    assert_int_equal(a->games, b->games);
    assert_int_equal(a->black_wins, b->black_wins);
    assert_int_equal(a->moves, b->moves);
}

/* ---- the game of a seed, played by the rules ------------------------------------------------ */

/* The k-th set bit of a set. */
static uint32_t member(qi_mask set, uint32_t k)
{
    while (k-- > 0)
        qi_mask_take(&set);
    return qi_mask_first(set);
}

/* One game as playout.h describes it, with the rules of the general engine. */
static void play_by_the_book(const qi_nogo *position, uint64_t seed, uint64_t index,
                             qi_nogo_stats *stats)
{
    qi_nogo *now;
    assert_int_equal(qi_nogo_copy(position, NULL, &now), QI_OK);
    qi_mask candidates[2] = {qi_mask_none(), qi_mask_none()};
    for (qi_colour colour = QI_BLACK; colour <= QI_WHITE; colour++) {
        qi_point legal[QI_SMALL_POINTS];
        const size_t count = qi_nogo_legal(now, colour, legal, QI_SMALL_POINTS);
        for (size_t i = 0; i < count; i++)
            candidates[colour - 1] = qi_mask_or(candidates[colour - 1], qi_mask_point(legal[i]));
    }
    uint64_t random = qi_playout_game(seed, index);
    for (;;) {
        const qi_colour colour = qi_nogo_to_move(now);
        const qi_mask mine = candidates[colour - 1];
        if (!qi_mask_any(mine))
            break;
        const uint32_t point = member(mine, qi_playout_below(&random, qi_mask_count(mine)));
        const qi_mask alone = qi_mask_point(point);
        candidates[colour - 1] = qi_mask_without(mine, alone);
        if (qi_nogo_play(now, colour, point, NULL) == QI_NOGO_LEGAL) {
            candidates[2 - colour] = qi_mask_without(candidates[2 - colour], alone);
            stats->moves++;
        }
    }
    stats->games++;
    stats->black_wins += qi_nogo_to_move(now) == QI_WHITE;
    qi_nogo_free(now);
}

/* A random position of any small size, every other one with holes. */
static qi_nogo *random_position(qi_random *random, bool holes)
{
    const uint32_t rows = 1 + qi_random_below(random, QI_SMALL_SIDE);
    const uint32_t columns = 1 + qi_random_below(random, QI_SMALL_SIDE);
    qi_nogo *position;
    assert_int_equal(qi_nogo_new(rows, columns, NULL, &position), QI_OK);
    /* Sometimes nothing but holes first, so that no point is in the lower word of a set. */
    const uint32_t gone = qi_random_below(random, 2) ? qi_random_below(random, rows * columns) : 0;
    for (qi_point p = 0; holes && p < rows * columns; p++)
        if (p < gone || qi_random_below(random, 8) == 0)
            assert_int_equal(qi_nogo_make_hole(position, p), QI_OK);
    /* Moves of either colour, so that the numbers of stones differ too. */
    for (uint32_t tries = qi_random_below(random, rows * columns + 1); tries > 0; tries--)
        qi_nogo_play(position, qi_random_below(random, 2) ? QI_BLACK : QI_WHITE,
                     qi_random_below(random, rows * columns), NULL);
    qi_nogo_set_to_move(position, qi_random_below(random, 2) ? QI_BLACK : QI_WHITE);
    return position;
}

static void test_paths_play_by_the_book(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 5);
    const uint64_t cases = test_cases(400);
    for (uint64_t i = 0; i < cases; i++) {
        qi_nogo *position = random_position(&random, i % 2 == 1);
        const uint64_t seed = qi_random_next(&random), first = qi_random_below(&random, 1000);
        const uint64_t count = qi_random_below(&random, 60);
        qi_nogo_stats expected = {0, 0, 0};
        for (uint64_t j = 0; j < count; j++)
            play_by_the_book(position, seed, first + j, &expected);
        for (size_t path = 0; path < sizeof PATHS / sizeof *PATHS; path++) {
            if (!qi_nogo_has_path(PATHS[path]))
                continue;
            qi_nogo_stats stats = {0, 0, 0};
            assert_int_equal(
                qi_nogo_playouts_part(position, PATHS[path], first, count, seed, &stats), QI_OK);
            assert_stats(&stats, &expected);
        }
        qi_nogo_free(position);
    }
}

/* Seeds whose first number below 81 falls into the unfair rest and is drawn again; one in a hundred
 * million does. */
static void test_drawing_again(void **state)
{
    (void)state;
    static const uint64_t seeds[] = {128785433, 395851268, 411487433};
    qi_nogo *position;
    assert_int_equal(qi_nogo_new(9, 9, NULL, &position), QI_OK);
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        uint64_t number = qi_playout_game(seeds[i], 0);
        assert_true((uint32_t)(qi_playout_next(&number) * (uint64_t)81) < (1ULL << 32) % 81);
        qi_nogo_stats expected = {0, 0, 0};
        for (uint64_t j = 0; j < 40; j++)
            play_by_the_book(position, seeds[i], j, &expected);
        for (size_t path = 0; path < sizeof PATHS / sizeof *PATHS; path++) {
            qi_nogo_stats stats = {0, 0, 0};
            if (!qi_nogo_has_path(PATHS[path]))
                continue;
            qi_nogo_playouts_part(position, PATHS[path], 0, 40, seeds[i], &stats);
            assert_stats(&stats, &expected);
        }
    }
    qi_nogo_free(position);
}

/* ---- parts and threads ---------------------------------------------------------------------- */

static void test_parts_and_threads(void **state)
{
    (void)state;
    static const uint32_t sides[][2] = {{9, 9}, {12, 5}, {1, 1}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        qi_nogo *position;
        assert_int_equal(qi_nogo_new(sides[i][0], sides[i][1], NULL, &position), QI_OK);
        const uint64_t count = test_cases(50001);
        qi_nogo_stats whole = {0, 0, 0}, parts = {0, 0, 0}, threads;
        assert_int_equal(qi_nogo_playouts(position, count, 3, NULL, &whole), QI_OK);
        assert_int_equal(whole.games, count);
        for (uint64_t first = 0; first < count;) {
            uint64_t part = 1 + first / 3;
            part = part < count - first ? part : count - first;
            qi_nogo_playouts_part(position, QI_NOGO_BEST_PATH, first, part, 3, &parts);
            first += part;
        }
        assert_stats(&parts, &whole);
        for (uint32_t n = 0; n <= 5; n++) {
            const qi_nogo_playouts_options options = {.size = sizeof(qi_nogo_playouts_options),
                                                      .threads = n};
            assert_int_equal(qi_nogo_playouts(position, count, 3, &options, &threads), QI_OK);
            assert_stats(&threads, &whole);
        }
        qi_nogo_free(position);
    }
}

static bool stop_at_once(void *context, const qi_nogo_stats *done)
{
    assert_true(done->black_wins <= done->games);
    ++*(int *)context;
    return false;
}

static void test_refusals(void **state)
{
    (void)state;
    qi_nogo *position;
    assert_int_equal(qi_nogo_new(9, 9, NULL, &position), QI_OK);
    qi_nogo_stats stats = {1, 2, 3};
    qi_nogo_playouts_options options = {.size = sizeof(qi_nogo_playouts_options),
                                        .threads = QI_MAX_THREADS + 1};
    assert_int_equal(qi_nogo_playouts(position, 1, 1, &options, &stats), QI_BAD_ARGUMENT);
    options = (qi_nogo_playouts_options){.size = sizeof(qi_nogo_playouts_options),
                                         .path = (qi_nogo_path)9};
    assert_int_equal(qi_nogo_playouts(position, 1, 1, &options, &stats), QI_UNSUPPORTED);
    assert_int_equal(qi_nogo_playouts_part(position, (qi_nogo_path)9, 0, 1, 1, &stats),
                     QI_UNSUPPORTED);
    for (uint32_t threads = 0; threads <= 2; threads++) {
        int calls = 0;
        options = (qi_nogo_playouts_options){.size = sizeof(qi_nogo_playouts_options),
                                             .path = QI_NOGO_PORTABLE,
                                             .threads = threads,
                                             .watch = stop_at_once,
                                             .context = &calls};
        assert_int_equal(qi_nogo_playouts(position, (uint64_t)1 << 40, 1, &options, &stats),
                         QI_STOPPED);
        assert_true(calls >= 1);
    }
    assert_stats(&stats, &(qi_nogo_stats){1, 2, 3});
    qi_nogo_free(position);
}

static void a_stop_ends_them_whenever_it_comes(void **state)
{
    (void)state;
    enum { ROUNDS = 20 };
    static const uint32_t sides[] = {9, 30};
    for (int round = 0; round < 8 + 8 * (int)test_cases(ROUNDS); round++) {
        qi_nogo *position;
        assert_int_equal(qi_nogo_new(sides[round % 2], sides[round % 2], NULL, &position), QI_OK);
        qi_nogo_stats stats = {1, 2, 3};
        test_stop stop;
        test_stop_begin(&stop, round >= 8);
        const qi_nogo_playouts_options options = {.size = sizeof(qi_nogo_playouts_options),
                                                  .threads = (uint32_t)round / 2 % 4,
                                                  .host = &stop.host};
        assert_int_equal(qi_nogo_playouts(position, (uint64_t)1 << 40, 1, &options, &stats),
                         QI_STOPPED);
        assert_stats(&stats, &(qi_nogo_stats){1, 2, 3});
        test_stop_end(&stop);
        qi_nogo_free(position);
    }
    qi_nogo *position;
    qi_nogo_stats stats;
    const qi_host wrong = {0};
    assert_int_equal(qi_nogo_new(5, 5, NULL, &position), QI_OK);
    const qi_nogo_playouts_options options = {.size = sizeof(qi_nogo_playouts_options),
                                              .host = &wrong};
    assert_int_equal(qi_nogo_playouts(position, 1, 1, &options, &stats), QI_BAD_ARGUMENT);
    qi_nogo_free(position);
}

/* ---- statistics ----------------------------------------------------------------------------- */

/* By enumeration: the probability of every length; the first player wins the odd ones. */
static void enumerate(plain *board, char colour, int moves, double probability, double *length)
{
    int legal[PLAIN_MAX], count = 0;
    for (int p = 0; p < board->rows * board->columns; p++)
        if (plain_legal(board, colour, p))
            legal[count++] = p;
    if (count == 0)
        length[moves] += probability;
    for (int i = 0; i < count; i++) {
        board->at[legal[i]] = colour;
        enumerate(board, colour == 'X' ? 'O' : 'X', moves + 1, probability / count, length);
        board->at[legal[i]] = '.';
    }
}

/* The distribution of lengths agrees with enumeration: the chi-square statistic is below what a
 * right program exceeds once in some ten thousand seeds, and the seed is fixed. */
static void check_lengths(const char *text, qi_nogo_path path)
{
    qi_nogo *position = parse(text);
    plain board = {.rows = (int)qi_nogo_rows(position), .columns = (int)qi_nogo_columns(position)};
    for (int p = 0; p < board.rows * board.columns; p++)
        board.at[p] = ".XO#"[qi_nogo_at(position, (qi_point)p)];
    double expected[PLAIN_MAX] = {0};
    enumerate(&board, 'X', 0, 1, expected);
    const uint64_t games = test_cases(20000);
    uint64_t seen[PLAIN_MAX] = {0};
    for (uint64_t i = 0; i < games; i++) {
        qi_nogo_stats stats = {0, 0, 0};
        qi_nogo_playouts_part(position, path, i, 1, 17, &stats);
        assert_int_equal(stats.black_wins, stats.moves % 2);
        seen[stats.moves]++;
    }
    double chi_square = 0;
    int classes = 0;
    for (int i = 0; i < PLAIN_MAX; i++) {
        if (expected[i] == 0) {
            assert_int_equal(seen[i], 0);
            continue;
        }
        const double mean = expected[i] * (double)games;
        chi_square += ((double)seen[i] - mean) * ((double)seen[i] - mean) / mean;
        classes++;
    }
    /* Wilson and Hilferty: the cube root of chi-square over its freedom is nearly normal. */
    const double freedom = classes - 1;
    if (freedom > 0) {
        const double spread = 2 / (9 * freedom);
        const double deviation = (cbrt(chi_square / freedom) - (1 - spread)) / sqrt(spread);
        assert_true(deviation < 3.7);
    }
    qi_nogo_free(position);
}

static void test_lengths_agree_with_enumeration(void **state)
{
    (void)state;
    static const char *const boards[] = {
        "3 3\n...\n...\n...\n",
        "2 4\n....\n....\n",
        "1 7\n.......\n",
        "4 4\nX.O.\n.#..\nO..X\nX.#.\n",
        "5 5\nXXO..\n.XOO.\nX.XO.\nOXX.O\n.OO..\n",
    };
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        for (size_t path = 0; path < sizeof PATHS / sizeof *PATHS; path++)
            if (qi_nogo_has_path(PATHS[path]))
                check_lengths(boards[i], PATHS[path]);
}

/* A million games from the empty 9 x 9 board; the figures of two other programs are 74.40 moves
 * and 50.1 to 50.2 % for Black. */
static void test_known_statistics(void **state)
{
    (void)state;
    qi_nogo *position;
    assert_int_equal(qi_nogo_new(9, 9, NULL, &position), QI_OK);
    const uint64_t count = test_cases(1000000);
    qi_nogo_stats stats;
    assert_int_equal(qi_nogo_playouts(position, count, 1, NULL, &stats), QI_OK);
    const double n = (double)count, tolerance = 4 / sqrt(n);
    assert_true(fabs((double)stats.moves / n - 74.40) < 0.005 + 2.6 * tolerance);
    assert_true(fabs((double)stats.black_wins / n - 0.5015) < 0.0005 + 0.5 * tolerance);
    qi_nogo_free(position);
}

/* The general way agrees with the small boards' one on a board that both can play. */
static void test_large_boards(void **state)
{
    (void)state;
    qi_nogo *wide, *small;
    assert_int_equal(qi_nogo_new(12, 12, NULL, &wide), QI_OK);
    assert_int_equal(qi_nogo_new(9, 9, NULL, &small), QI_OK);
    /* Holes leave 9 x 9 points of the 12 x 12 board. */
    for (qi_point p = 0; p < 144; p++)
        if (p / 12 >= 9 || p % 12 >= 9)
            assert_int_equal(qi_nogo_make_hole(wide, p), QI_OK);
    const uint64_t count = test_cases(100000);
    qi_nogo_stats a, b;
    assert_int_equal(qi_nogo_playouts(wide, count, 1, NULL, &a), QI_OK);
    assert_int_equal(qi_nogo_playouts(small, count, 2, NULL, &b), QI_OK);
    const double n = (double)count, tolerance = 4 * sqrt(2 / n);
    assert_true(fabs((double)a.moves - (double)b.moves) / n < 2.6 * tolerance);
    assert_true(fabs((double)a.black_wins - (double)b.black_wins) / n < 0.5 * tolerance);
    qi_nogo_free(wide);
    qi_nogo_free(small);
}

/* Who cannot move has lost, whoever that is. */
static void test_lost_at_once(void **state)
{
    (void)state;
    qi_nogo *position = parse("1 1\n.\n");
    for (size_t path = 0; path < sizeof PATHS / sizeof *PATHS; path++) {
        if (!qi_nogo_has_path(PATHS[path]))
            continue;
        for (qi_colour colour = QI_BLACK; colour <= QI_WHITE; colour++) {
            qi_nogo_set_to_move(position, colour);
            qi_nogo_stats stats = {0, 0, 0};
            qi_nogo_playouts_part(position, PATHS[path], 0, 7, 1, &stats);
            assert_stats(&stats, &(qi_nogo_stats){7, colour == QI_WHITE ? 7 : 0, 0});
        }
    }
    qi_nogo_free(position);
}

static void test_parts_and_first_moves(void **state)
{
    (void)state;
    qi_nogo *position;
    qi_nogo_stats whole, part, sum = {0, 0, 0};
    assert_int_equal(qi_nogo_new(3, 4, NULL, &position), QI_OK);
    assert_int_equal(qi_nogo_playouts(position, 100, 5, NULL, &whole), QI_OK);
    for (uint64_t first = 0; first < 100; first += 50) {
        const qi_nogo_playouts_options options = {
            .size = sizeof(qi_nogo_playouts_options), .threads = 1, .first = first};
        assert_int_equal(qi_nogo_playouts(position, 50, 5, &options, &part), QI_OK);
        sum.black_wins += part.black_wins;
        sum.moves += part.moves;
    }
    assert_int_equal(sum.black_wins, whole.black_wins);
    assert_int_equal(sum.moves, whole.moves);
    qi_nogo_first_move moves[12];
    assert_int_equal(
        qi_nogo_playouts_by_move(position, 50, 5, NULL, moves, 11, sizeof *moves, &sum),
        QI_BAD_ARGUMENT);
    assert_int_equal(
        qi_nogo_playouts_by_move(position, 50, 5, NULL, moves, 12, sizeof *moves, &sum), QI_OK);
    assert_int_equal(sum.games, 12 * 50);
    for (size_t i = 0; i + 1 < 12; i++)
        assert_true(moves[i].stats.black_wins >= moves[i + 1].stats.black_wins);
    qi_nogo_free(position);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paths_play_by_the_book),
        cmocka_unit_test(test_drawing_again),
        cmocka_unit_test(test_parts_and_threads),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(a_stop_ends_them_whenever_it_comes),
        cmocka_unit_test(test_lengths_agree_with_enumeration),
        cmocka_unit_test(test_known_statistics),
        cmocka_unit_test(test_parts_and_first_moves),
        cmocka_unit_test(test_large_boards),
        cmocka_unit_test(test_lost_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
