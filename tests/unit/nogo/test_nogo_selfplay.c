/* Self-play pools with made-up networks: what they give is checked against the plain rules. */
#include "check.h"

#include "base/hash.h"
#include "base/random.h"
#include "nogo/board/ending.h"
#include "plain_nogo.h"
#include "plain_planes.h"
#include "search_games.h"
#include <qi/nogo_selfplay.h>
#include <stdio.h>

enum { MOST_GAMES = 64, MOST_AREA = 13 * 13, MOST_BYTES = 8 * (MOST_AREA / 8 + 1), TAKE = 4096 };

/* ---- a pool with a network --------------------------------------------------------------------
 */

typedef struct bench {
    qi_nogo_pool *pool;
    qi_nogo_pool_options options;
    qi_nogo_pool_sizes sizes;
    bool asked;
    float policy[MOST_GAMES * MOST_AREA], value[MOST_GAMES];
    uint8_t planes[MOST_GAMES * MOST_BYTES], seat[MOST_GAMES];
    plain_memo *memo; /* for networks that know the truth */
} bench;

static bench *open_bench(const qi_nogo_pool_options *options)
{
    bench *at = calloc(1, sizeof *at);
    assert_non_null(at);
    at->options = *options;
    assert_int_equal(qi_nogo_pool_new(options, NULL, &at->pool), QI_OK);
    qi_nogo_pool_sizes_of(at->pool, &at->sizes);
    assert_int_equal(at->sizes.games, options->games);
    assert_int_equal(at->sizes.area, options->rows * options->columns);
    assert_int_equal(at->sizes.plane_bytes, (at->sizes.area + 7) / 8);
    assert_int_equal(at->sizes.position_bytes,
                     qi_nogo_position_bytes(options->rows, options->columns));
    assert_true(at->sizes.area <= MOST_AREA && at->sizes.games <= MOST_GAMES);
    return at;
}

static void close_bench(bench *at)
{
    qi_nogo_pool_free(at->pool);
    free(at->memo);
    free(at);
}

/* Numbers that depend on the position alone: the same question gets the same answer. */
static void judge_at_random(bench *at, uint32_t game)
{
    const uint8_t *planes = at->planes + (size_t)game * at->sizes.position_bytes;
    uint64_t digest = QI_DIGEST_START;
    for (uint32_t i = 0; i < at->sizes.position_bytes; i++)
        digest = qi_digest(digest, planes[i]);
    qi_random random;
    qi_random_seed(&random, digest);
    for (uint32_t i = 0; i < at->sizes.area; i++)
        at->policy[game * at->sizes.area + i] =
            (float)(qi_random_next(&random) >> 40) * (6.0F / 16777216.0F);
    at->value[game] = (float)(qi_random_next(&random) >> 40) * (2.0F / 16777216.0F) - 1.0F;
}

static bool has_bit(const uint8_t *plane, uint32_t point)
{
    return plane[point / 8] >> (point % 8) & 1;
}

/* The position of a small board as the side to move sees it: 'X' is its own. */
static plain plain_from(const bench *at, const uint8_t *planes)
{
    plain board = {.rows = (int)at->options.rows, .columns = (int)at->options.columns};
    for (uint32_t p = 0; p < at->sizes.area; p++)
        board.at[p] = has_bit(planes, p)                           ? 'X'
                      : has_bit(planes + at->sizes.plane_bytes, p) ? 'O'
                                                                   : '.';
    return board;
}

/* Knows who wins, and nothing of the moves; `sign` -1 believes the opposite. */
static void judge_by_truth(bench *at, uint32_t game, float sign)
{
    if (!at->memo)
        at->memo = calloc(1, sizeof *at->memo);
    assert_non_null(at->memo);
    plain board = plain_from(at, at->planes + (size_t)game * at->sizes.position_bytes);
    at->value[game] = plain_wins(at->memo, &board, 'X') ? sign : -sign;
    for (uint32_t i = 0; i < at->sizes.area; i++)
        at->policy[game * at->sizes.area + i] = 0;
}

static void step(bench *at)
{
    assert_int_equal(qi_nogo_pool_step(at->pool, at->asked ? at->policy : NULL,
                                       at->asked ? at->value : NULL, at->planes, at->seat),
                     QI_OK);
    at->asked = true;
}

static void step_at_random(bench *at)
{
    step(at);
    for (uint32_t game = 0; game < at->sizes.games; game++)
        judge_at_random(at, game);
}

/* ---- samples ----------------------------------------------------------------------------------
 */

typedef struct sheet {
    size_t count;
    uint8_t planes[TAKE * MOST_BYTES], policy_weight[TAKE], exact[TAKE], owner[TAKE * MOST_AREA];
    uint16_t policy[TAKE * MOST_AREA], moves_left[TAKE], move[TAKE], reply[TAKE], ply[TAKE];
    int8_t result[TAKE];
    float search_value[TAKE];
    uint64_t game[TAKE];
} sheet;

static void take(bench *at, sheet *to)
{
    const qi_nogo_samples samples = {.planes = to->planes,
                                     .policy = to->policy,
                                     .policy_weight = to->policy_weight,
                                     .result = to->result,
                                     .exact = to->exact,
                                     .search_value = to->search_value,
                                     .owner = to->owner,
                                     .moves_left = to->moves_left,
                                     .move = to->move,
                                     .reply = to->reply,
                                     .ply = to->ply,
                                     .game = to->game};
    const size_t available = qi_nogo_pool_available(at->pool);
    to->count = qi_nogo_pool_samples(at->pool, TAKE, &samples);
    assert_int_equal(to->count, available < TAKE ? available : TAKE);
    assert_int_equal(qi_nogo_pool_available(at->pool), available - to->count);
}

/* The game at the position of a sample, its stones read from the planes. */
static qi_nogo *game_at(const bench *at, const sheet *samples, size_t i)
{
    const uint8_t *own = samples->planes + i * at->sizes.position_bytes;
    const uint8_t *other = own + at->sizes.plane_bytes;
    const bool black = samples->ply[i] % 2 == 0;
    char text[MOST_AREA * 2];
    int length = sprintf(text, "%u %u\n", at->options.rows, at->options.columns);
    for (uint32_t p = 0; p < at->sizes.area; p++) {
        text[length++] = has_bit(black ? own : other, p)   ? 'X'
                         : has_bit(black ? other : own, p) ? 'O'
                                                           : '.';
        if ((p + 1) % at->options.columns == 0)
            text[length++] = '\n';
    }
    text[length] = 0;
    qi_nogo *game = board_from(text);
    qi_nogo_set_to_move(game, black ? QI_BLACK : QI_WHITE);
    assert_int_equal(qi_nogo_stones(game, QI_BLACK) + qi_nogo_stones(game, QI_WHITE),
                     samples->ply[i]);
    return game;
}

static void check_policy(const bench *at, const sheet *samples, size_t i, const qi_nogo *game)
{
    uint32_t sum = 0;
    for (uint32_t p = 0; p < at->sizes.area; p++) {
        const uint32_t share = samples->policy[i * at->sizes.area + p];
        sum += share;
        if (share)
            assert_int_equal(qi_nogo_judge(game, qi_nogo_to_move(game), p, NULL), QI_NOGO_LEGAL);
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
static void check_owners(const bench *at, const sheet *samples, size_t i, const qi_nogo *game)
{
    const qi_colour mover = qi_nogo_to_move(game);
    for (uint32_t p = 0; p < at->sizes.area; p++)
        if (qi_nogo_at(game, p) != QI_EMPTY)
            assert_int_equal(samples->owner[i * at->sizes.area + p],
                             qi_nogo_at(game, p) == mover ? 1 : 2);
}

/* The plan of whoever wins by counting, from the first position that counting decides. */
typedef struct plan {
    qi_colour winner; /* QI_EMPTY: nothing is decided yet */
    uint64_t cells[QI_BOARD_WORDS];
} plan;

/* With QI_NOGO_DECIDED_PLAY the winner keeps to its plan, and all it does is exact. */
static void check_plan(const sheet *samples, size_t i, const qi_nogo *game, plan *kept)
{
    static qi_board board;
    assert_int_equal(qi_board_set(&board, game), QI_OK);
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
    qi_nogo *game = game_at(at, samples, from);
    for (size_t i = from; i < to; i++) {
        check_packed(game, samples->planes + i * at->sizes.position_bytes);
        check_policy(at, samples, i, game);
        check_owners(at, samples, i, game);
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
            check_plan(samples, i, game, &kept);
        assert_int_equal(samples->reply[i], i + 1 < to ? samples->move[i + 1] : QI_NOGO_NO_MOVE);
        assert_int_equal(qi_nogo_play(game, qi_nogo_to_move(game), samples->move[i], NULL),
                         QI_NOGO_LEGAL);
    }
    const bool over = !qi_nogo_can_move(game, qi_nogo_to_move(game));
    assert_true(over || finishes);
    if (over) {
        assert_int_equal(samples->moves_left[to - 1], 1);
        assert_int_equal(samples->result[to - 1], 1);
        for (size_t i = from; i < to; i++)
            check_end(at, samples, i, game);
    }
    qi_nogo_free(game);
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
    qi_nogo_pool_stats stats;
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
    for (size_t i = 0; i < sizeof size / sizeof *size; i++)
        for (uint32_t decided = 0; decided < 3; decided++) {
            qi_nogo_pool_options options = {.seed = i + 1,
                                            .rows = size[i][0],
                                            .columns = size[i][1],
                                            .games = 16,
                                            .visits = 8,
                                            .candidates = 4,
                                            .opening_max = 3,
                                            .decided = decided,
                                            .exact_points = i % 2 ? 12 : 0,
                                            .noise_moves = (uint32_t)i % 3};
            check_samples(&options, test_cases(i == 6 ? 1500 : 4000), NULL);
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
        memset(memo, 0, sizeof *memo); /* the keys do not tell the size */
        for (uint32_t decided = 0; decided < 3; decided++) {
            const qi_nogo_pool_options options = {.seed = 77 + i,
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
        const qi_nogo_pool_options options = {.seed = 5,
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
    qi_nogo_pool_stats stats;
    qi_nogo_pool_stats_of(at->pool, &stats);
    assert_true(stats.games > 0);
    digest = digest_bytes(digest, &stats, sizeof stats);
    close_bench(at);
    return digest;
}

static void threads_change_nothing(void **state)
{
    (void)state;
    const qi_nogo_pool_options options = {.seed = 9,
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
    qi_nogo_pool_stats stats;
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
    assert_int_equal(stats.games, 2 * at->sizes.match_pairs);
    assert_int_equal(qi_nogo_pool_available(at->pool), 0);
    qi_nogo_pool_results(at->pool, winner);
    for (uint32_t i = 0; i < 2 * at->sizes.match_pairs; i++)
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
static void pairs_are_pairs(void **state)
{
    (void)state;
    const qi_nogo_pool_options options = {.seed = 3,
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
    assert_int_equal(at->sizes.match_pairs, 43);
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
    qi_nogo_pool_stats stats;
    qi_nogo_pool_stats_of(at->pool, &stats);
    assert_int_equal(stats.black_wins, 2 * black);
    close_bench(at);
}

/* Who knows the truth wins every pair's won side, against who believes the opposite nearly all. */
static void the_better_seat_wins(void **state)
{
    (void)state;
    const qi_nogo_pool_options options = {.seed = 4,
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

/* A small ring keeps the newest, and what it keeps is whole. */
static void full_rings_drop_the_oldest(void **state)
{
    (void)state;
    static sheet samples;
    const qi_nogo_pool_options options = {.seed = 6,
                                          .rows = 5,
                                          .columns = 5,
                                          .games = 30,
                                          .visits = 2,
                                          .opening_max = 3,
                                          .sample_capacity = 100,
                                          .decided = QI_NOGO_DECIDED_SEARCH};
    bench *at = open_bench(&options);
    qi_nogo_pool_stats stats;
    uint64_t taken = 0;
    for (uint32_t round = 0; round < 40; round++) {
        for (uint32_t i = 0; i < 20; i++)
            step_at_random(at);
        assert_true(qi_nogo_pool_available(at->pool) <= 100);
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

static void tuning_changes_the_search(void **state)
{
    (void)state;
    const qi_nogo_pool_options options = {
        .seed = 6, .rows = 7, .columns = 7, .games = 4, .visits = 20, .fast_visits = 30};
    bench *at = open_bench(&options);
    assert_int_equal(qi_nogo_pool_tune(at->pool, 31, 0, 0), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_pool_tune(at->pool, 0, 31, 0), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_pool_tune(at->pool, 0, 0, 1.5F), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_pool_tune(at->pool, 0, 0, -1), QI_BAD_ARGUMENT);
    qi_nogo_pool_stats stats;
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

/* A network may say anything. */
static void wild_answers_do_no_harm(void **state)
{
    (void)state;
    static sheet samples;
    const qi_nogo_pool_options options = {
        .seed = 8, .rows = 5, .columns = 5, .games = 8, .visits = 6, .decided = 2};
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

static void *fail_after(void *context, size_t size)
{
    int *left = context;
    return (*left)-- > 0 ? malloc(size) : NULL;
}

static void release(void *context, void *block)
{
    (void)context;
    free(block);
}

static void bad_arguments_and_no_memory(void **state)
{
    (void)state;
    const qi_nogo_pool_options good = {.rows = 5, .columns = 5, .games = 4, .exact_points = 9};
    qi_nogo_pool *pool = NULL;
    qi_nogo_pool_options bad[24];
    uint32_t count = 0;
    for (uint32_t i = 0; i < 24; i++)
        bad[i] = good;
    bad[count++].rows = 0;
    bad[count++].columns = 26;
    bad[count++].games = 0;
    bad[count++].games = 1U << 31;
    bad[count++].threads = QI_MOST_THREADS + 1;
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
        for (;; tries++) {
            int left = tries;
            const qi_allocator allocator = {fail_after, release, &left};
            const qi_result result = qi_nogo_pool_new(&options, &allocator, &pool);
            if (result == QI_OK)
                break;
            assert_int_equal(result, QI_NO_MEMORY);
            assert_null(pool);
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
        pool = NULL;
    }
    qi_nogo_pool_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_follow_the_rules),
        cmocka_unit_test(proved_results_are_true),
        cmocka_unit_test(perfect_networks_play_perfectly),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(pairs_are_pairs),
        cmocka_unit_test(the_better_seat_wins),
        cmocka_unit_test(full_rings_drop_the_oldest),
        cmocka_unit_test(tuning_changes_the_search),
        cmocka_unit_test(wild_answers_do_no_harm),
        cmocka_unit_test(bad_arguments_and_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
