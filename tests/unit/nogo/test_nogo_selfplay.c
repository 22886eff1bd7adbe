/* Self-play pools with made-up networks: what they give is checked against the plain rules. */
#include "check.h"

#include "nogo/rules/ending.h"
#include "nogo/rules/position.h"
#include "plain_planes.h"
#include "search_games.h"
#include "selfplay_bench.h"
#include <stdio.h>

/* The game at the position of a sample, its stones read from the planes. */
static qi_nogo *game_at(const bench *at, const sheet *samples, size_t i)
{
    const uint8_t *own = samples->planes + i * at->sizes.position_bytes;
    const uint8_t *other = own + at->sizes.plane_bytes;
    const bool black = samples->ply[i] % 2 == 0;
    char text[MAX_AREA * 2];
    int length = sprintf(text, "%u %u\n", at->options.rows, at->options.columns);
    for (uint32_t p = 0; p < at->sizes.area; p++) {
        text[length++] = has_bit(black ? own : other, p)   ? 'X'
                         : has_bit(black ? other : own, p) ? 'O'
                                                           : '.';
        if ((p + 1) % at->options.columns == 0)
            text[length++] = '\n';
    }
    text[length] = 0;
    qi_nogo *position = board_from(text);
    qi_nogo_set_to_move(position, black ? QI_BLACK : QI_WHITE);
    assert_int_equal(qi_nogo_stones(position, QI_BLACK) + qi_nogo_stones(position, QI_WHITE),
                     samples->ply[i]);
    return position;
}

static void check_policy(const bench *at, const sheet *samples, size_t i, const qi_nogo *position)
{
    uint32_t sum = 0;
    for (uint32_t p = 0; p < at->sizes.area; p++) {
        const uint32_t share = samples->policy[i * at->sizes.area + p];
        sum += share;
        if (share)
            assert_int_equal(qi_nogo_judge(position, qi_nogo_to_move(position), p, NULL),
                             QI_NOGO_LEGAL);
    }
    assert_int_equal(sum, samples->policy_weight[i] ? 65535 : 0);
}

/* What is said of the end of the game, at its end. */
static void check_end(const bench *at, const sheet *samples, size_t i, const qi_nogo *end)
{
    const qi_colour mover = samples->ply[i] % 2 ? QI_WHITE : QI_BLACK;
    const qi_colour winner = qi_opponent(qi_nogo_to_move(end));
    for (uint32_t p = 0; p < at->sizes.area; p++) {
        qi_colour owner = qi_nogo_at(end, p);
        if (qi_nogo_judge(end, winner, p, NULL) == QI_NOGO_LEGAL)
            owner = winner;
        assert_int_equal(samples->owner[i * at->sizes.area + p], owner == QI_EMPTY ? 0
                                                                 : owner == mover  ? 1
                                                                                   : 2);
    }
    assert_int_equal(samples->moves_left[i], qi_nogo_stones(end, QI_BLACK) +
                                                 qi_nogo_stones(end, QI_WHITE) - samples->ply[i]);
}

/* What must hold for owners when the end itself is not among the samples. */
static void check_owners(const bench *at, const sheet *samples, size_t i, const qi_nogo *position)
{
    const qi_colour mover = qi_nogo_to_move(position);
    for (uint32_t p = 0; p < at->sizes.area; p++)
        if (qi_nogo_at(position, p) != QI_EMPTY)
            assert_int_equal(samples->owner[i * at->sizes.area + p],
                             qi_nogo_at(position, p) == mover ? 1 : 2);
}

/* The plan of whoever wins by counting, from the first position that counting decides. */
typedef struct plan {
    qi_colour winner; /* QI_EMPTY: nothing is decided yet */
    uint64_t cells[QI_BOARD_WORDS];
} plan;

/* With QI_NOGO_DECIDED_PLAY the winner keeps to its plan, and all it does is exact. */
static void check_plan(const sheet *samples, size_t i, const qi_nogo *position, plan *kept)
{
    static qi_board board;
    assert_int_equal(qi_board_set(&board, position), QI_OK);
    if (kept->winner == QI_EMPTY) {
        qi_ending ending;
        qi_ending_count(&board, &ending);
        if (ending.proof == QI_NOGO_UNKNOWN)
            return;
        kept->winner = ending.proof == QI_NOGO_WON ? board.to_move : qi_opponent(board.to_move);
        qi_ending_sure(&board, kept->winner, kept->cells);
    }
    const uint32_t cell = qi_board_cell_of(&board, samples->move[i]);
    assert_int_equal(samples->exact[i], 1);
    assert_int_equal(samples->policy_weight[i], 0);
    assert_int_equal(samples->result[i], board.to_move == kept->winner ? 1 : -1);
    if (board.to_move == kept->winner)
        assert_true(kept->cells[cell >> 6] >> (cell & 63) & 1);
}

/* The samples of one game, from..to-1. Returns how many are exact. */
static size_t check_game(const bench *at, const sheet *samples, size_t from, size_t to)
{
    const bool finishes = at->options.decided == QI_NOGO_DECIDED_FINISH;
    size_t exact = 0;
    plan kept = {.winner = QI_EMPTY};
    qi_nogo *position = game_at(at, samples, from);
    for (size_t i = from; i < to; i++) {
        check_packed(position, samples->planes + i * at->sizes.position_bytes);
        check_policy(at, samples, i, position);
        check_owners(at, samples, i, position);
        assert_int_equal(samples->ply[i], samples->ply[from] + (uint32_t)(i - from));
        assert_int_equal(samples->moves_left[i], samples->moves_left[from] - (i - from));
        assert_true(samples->result[i] == 1 || samples->result[i] == -1);
        assert_true(samples->search_value[i] >= -1 && samples->search_value[i] <= 1);
        if (samples->exact[i])
            assert_true(samples->search_value[i] == (float)samples->result[i]);
        else if (i + 1 < to) /* what is not proved is as the next position says */
            assert_int_equal(samples->result[i], -samples->result[i + 1]);
        exact += samples->exact[i];
        if (at->options.decided == QI_NOGO_DECIDED_PLAY && i > from)
            check_plan(samples, i, position, &kept);
        assert_int_equal(samples->reply[i], i + 1 < to ? samples->move[i + 1] : QI_NOGO_NO_MOVE);
        assert_int_equal(qi_nogo_play(position, qi_nogo_to_move(position), samples->move[i], NULL),
                         QI_NOGO_LEGAL);
    }
    const bool over = !qi_nogo_can_move(position, qi_nogo_to_move(position));
    assert_true(over || finishes);
    if (over) {
        assert_int_equal(samples->moves_left[to - 1], 1);
        assert_int_equal(samples->result[to - 1], 1);
        for (size_t i = from; i < to; i++)
            check_end(at, samples, i, position);
    }
    qi_nogo_free(position);
    return exact;
}

/* Proved results against minimax on the small boards it can do. */
static void check_exact(bench *at, const sheet *samples, plain_memo *memo)
{
    for (size_t i = 0; i < samples->count; i++) {
        if (!samples->exact[i])
            continue;
        plain board = plain_from(at, samples->planes + i * at->sizes.position_bytes);
        assert_int_equal(samples->result[i], plain_wins(memo, &board, 'X') ? 1 : -1);
    }
}

/* Steps until about so many samples are seen, and checks them all. */
static void check_samples(const qi_nogo_pool_options *options, size_t wanted, plain_memo *memo)
{
    static sheet samples;
    bench *at = open_bench(options);
    size_t seen = 0, games = 0, exact = 0, weighty = 0;
    while (seen < wanted) {
        step_at_random(at);
        take(at, &samples);
        assert_true(samples.count < TAKE);
        for (size_t from = 0, to; from < samples.count; from = to) {
            for (to = from; to < samples.count && samples.game[to] == samples.game[from]; to++)
                weighty += samples.policy_weight[to];
            exact += check_game(at, &samples, from, to);
            games++;
        }
        if (memo)
            check_exact(at, &samples, memo);
        seen += samples.count;
    }
    assert_true(games > 0 && exact > 0 && weighty > 0);
    qi_nogo_pool_stats stats = {.size = sizeof stats};
    qi_nogo_pool_stats_of(at->pool, &stats);
    assert_int_equal(stats.samples, seen);
    assert_int_equal(stats.games, games);
    assert_int_equal(stats.dropped, 0);
    assert_int_equal(stats.waiting, options->games);
    if (options->full_share > 0)
        assert_true(weighty < seen * 4 / 5);
    if (options->exact_points)
        assert_true(stats.solved > 0 && stats.solver_nodes > 0);
    close_bench(at);
}

static void samples_follow_the_rules(void **state)
{
    (void)state;
    static const uint32_t size[][2] = {{5, 5}, {6, 4}, {7, 7}, {9, 9}, {4, 9}, {1, 12}, {13, 13}};
    const size_t sizes = sizeof size / sizeof *size - test_short(); /* without the dearest */
    for (size_t i = 0; i < sizes; i++)
        for (uint32_t decided = 0; decided < 3; decided++) {
            qi_nogo_pool_options options = {.size = sizeof options,
                                            .seed = i + 1,
                                            .rows = size[i][0],
                                            .columns = size[i][1],
                                            .games = 16,
                                            .visits = 8,
                                            .candidates = 4,
                                            .opening_max = 3,
                                            .decided = decided,
                                            .exact_points = i % 2 ? 12 : 0,
                                            .noise_moves = (uint32_t)i % 3};
            check_samples(&options, test_cases(i == 6 ? 1000 : 1500), NULL);
            options.full_share = 0.4F;
            options.fast_visits = 3;
            options.threads = 2;
            options.first_opening_max = 20;
            check_samples(&options, test_cases(1500), NULL);
        }
}

static void proved_results_are_true(void **state)
{
    (void)state;
    plain_memo *memo = calloc(1, sizeof *memo);
    assert_non_null(memo);
    static const uint32_t size[][2] = {{3, 3}, {2, 5}, {3, 4}, {4, 3}, {1, 9}, {2, 2}, {1, 2}};
    for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
        memset(memo, 0, sizeof *memo); /* the keys do not include the size */
        for (uint32_t decided = 0; decided < 3; decided++) {
            const qi_nogo_pool_options options = {.size = sizeof options,
                                                  .seed = 77 + i,
                                                  .rows = size[i][0],
                                                  .columns = size[i][1],
                                                  .games = 8,
                                                  .visits = 12,
                                                  .opening_max = 4,
                                                  .decided = decided,
                                                  .exact_points = i == 2 ? 8 : 0};
            check_samples(&options, test_cases(2000), memo);
        }
    }
    free(memo);
}

/* With the truth as its network a pool throws no win away. */
static void perfect_networks_play_perfectly(void **state)
{
    (void)state;
    static sheet samples;
    static const uint32_t size[][2] = {{3, 3}, {2, 6}, {3, 4}};
    for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
        const qi_nogo_pool_options options = {.size = sizeof options,
                                              .seed = 5,
                                              .rows = size[i][0],
                                              .columns = size[i][1],
                                              .games = 16,
                                              .visits = 16,
                                              .opening_max = 3,
                                              .decided = QI_NOGO_DECIDED_SEARCH};
        bench *at = open_bench(&options);
        size_t seen = 0, won = 0;
        const size_t wanted = test_cases(3000);
        while (seen < wanted) {
            step(at);
            for (uint32_t game = 0; game < at->sizes.games; game++)
                judge_by_truth(at, game, 1);
            take(at, &samples);
            for (size_t s = 0; s < samples.count; s++) {
                plain board = plain_from(at, samples.planes + s * at->sizes.position_bytes);
                const bool wins = plain_wins(at->memo, &board, 'X');
                assert_int_equal(samples.result[s], wins ? 1 : -1);
                board.at[samples.move[s]] = 'X';
                for (uint32_t p = 0; p < at->sizes.area; p++) /* the other's turn */
                    board.at[p] = board.at[p] == 'X' ? 'O' : board.at[p] == 'O' ? 'X' : '.';
                assert_int_equal(plain_wins(at->memo, &board, 'X'), !wins);
                won += wins;
            }
            seen += samples.count;
        }
        assert_true(won > seen / 4 && won < seen);
        close_bench(at);
    }
}

/* A small ring keeps the newest, and what it keeps is whole. */
static void full_rings_drop_the_oldest(void **state)
{
    (void)state;
    static sheet samples;
    const qi_nogo_pool_options options = {.size = sizeof options,
                                          .seed = 6,
                                          .rows = 5,
                                          .columns = 5,
                                          .games = 30,
                                          .visits = 2,
                                          .opening_max = 3,
                                          .sample_capacity = 100,
                                          .decided = QI_NOGO_DECIDED_SEARCH};
    bench *at = open_bench(&options);
    qi_nogo_pool_stats stats = {.size = sizeof stats};
    uint64_t taken = 0;
    for (uint32_t round = 0; round < 40; round++) {
        for (uint32_t i = 0; i < 20; i++)
            step_at_random(at);
        assert_true(qi_nogo_pool_samples(at->pool, 0, NULL) <= 100);
        take(at, &samples);
        size_t from = 0; /* the first game may have lost its first positions */
        for (size_t to; from < samples.count; from = to) {
            for (to = from; to < samples.count && samples.game[to] == samples.game[from];)
                to++;
            check_game(at, &samples, from, to);
        }
        taken += samples.count;
    }
    qi_nogo_pool_stats_of(at->pool, &stats);
    assert_true(stats.dropped > 0 && taken > 0);
    assert_int_equal(stats.samples, stats.dropped + taken);
    close_bench(at);
}

/* A network may say anything. */
static void wild_answers_do_no_harm(void **state)
{
    (void)state;
    static sheet samples;
    const qi_nogo_pool_options options = {.size = sizeof options,
                                          .seed = 8,
                                          .rows = 5,
                                          .columns = 5,
                                          .games = 8,
                                          .visits = 6,
                                          .decided = 2};
    bench *at = open_bench(&options);
    qi_random random;
    qi_random_seed(&random, 2);
    const float zero = 0,
                wild[] = {1 / (zero + 1e-38F) * 1e10F, -1e38F * 1e10F, 0, 1e38F, -1e38F, 1};
    size_t seen = 0;
    while (seen < test_cases(1000)) {
        step(at);
        for (uint32_t i = 0; i < at->sizes.games * at->sizes.area; i++) {
            const float one = wild[qi_random_below(&random, 6)];
            at->policy[i] = qi_random_below(&random, 9) ? one : wild[0] - wild[0];
        }
        for (uint32_t i = 0; i < at->sizes.games; i++)
            at->value[i] =
                wild[qi_random_below(&random, 6)] * 0.0F + wild[qi_random_below(&random, 6)];
        take(at, &samples);
        for (size_t from = 0, to; from < samples.count; from = to) {
            for (to = from; to < samples.count && samples.game[to] == samples.game[from];)
                to++;
            check_game(at, &samples, from, to);
        }
        seen += samples.count;
    }
    close_bench(at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_follow_the_rules),
        cmocka_unit_test(proved_results_are_true),
        cmocka_unit_test(perfect_networks_play_perfectly),
        cmocka_unit_test(full_rings_drop_the_oldest),
        cmocka_unit_test(wild_answers_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
