/* Self-play pools with made-up networks, for the tests of self-play. */
#ifndef QI_TESTS_SELFPLAY_BENCH_H
#define QI_TESTS_SELFPLAY_BENCH_H

#include "base/numbers.h"
#include "base/random.h"
#include "check.h"
#include "nogo/selfplay/game.h"
#include "plain_nogo.h"
#include <qi/nogo_selfplay.h>

enum { MAX_GAMES = 64, MAX_AREA = 13 * 13, MAX_BYTES = 8 * (MAX_AREA / 8 + 1), TAKE = 4096 };

/* ---- a pool with a network --------------------------------------------------------------------
 */

/* Sizes of a pool's arrays. */
typedef struct bench_sizes {
    uint32_t games, area, plane_bytes, position_bytes;
} bench_sizes;

typedef struct bench {
    qi_nogo_pool *pool;
    qi_nogo_pool_options options;
    bench_sizes sizes;
    bool asked;
    float policy[MAX_GAMES * MAX_AREA], value[MAX_GAMES];
    uint8_t planes[MAX_GAMES * MAX_BYTES], seat[MAX_GAMES];
    plain_memo *memo; /* for networks that know the truth */
} bench;

static inline bench *open_bench(const qi_nogo_pool_options *options)
{
    bench *at = calloc(1, sizeof *at);
    assert_non_null(at);
    at->options = *options;
    if (options->match && !options->match_pairs)
        at->options.match_pairs = options->games / 2;
    assert_int_equal(qi_nogo_pool_new(options, NULL, &at->pool), QI_OK);
    at->sizes.games = options->games;
    at->sizes.area = options->rows * options->columns;
    at->sizes.plane_bytes = (at->sizes.area + 7) / 8;
    at->sizes.position_bytes = (uint32_t)qi_nogo_position_bytes(options->rows, options->columns);
    assert_true(at->sizes.area <= MAX_AREA && at->sizes.games <= MAX_GAMES);
    return at;
}

static inline void close_bench(bench *at)
{
    qi_nogo_pool_free(at->pool);
    free(at->memo);
    free(at);
}

/* Numbers that depend on the position alone: the same question gets the same answer. */
static inline void judge_at_random(bench *at, uint32_t game)
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

static inline bool has_bit(const uint8_t *plane, uint32_t point)
{
    return plane[point / 8] >> (point % 8) & 1;
}

/* The position of a small board as the side to move sees it: 'X' is its own. */
static inline plain plain_from(const bench *at, const uint8_t *planes)
{
    plain board = {.rows = (int)at->options.rows, .columns = (int)at->options.columns};
    for (uint32_t p = 0; p < at->sizes.area; p++)
        board.at[p] = has_bit(planes, p)                           ? 'X'
                      : has_bit(planes + at->sizes.plane_bytes, p) ? 'O'
                                                                   : '.';
    return board;
}

/* Knows who wins, and nothing of the moves; `sign` -1 believes the opposite. */
static inline void judge_by_truth(bench *at, uint32_t game, float sign)
{
    if (!at->memo)
        at->memo = calloc(1, sizeof *at->memo);
    assert_non_null(at->memo);
    plain board = plain_from(at, at->planes + (size_t)game * at->sizes.position_bytes);
    at->value[game] = plain_wins(at->memo, &board, 'X') ? sign : -sign;
    for (uint32_t i = 0; i < at->sizes.area; i++)
        at->policy[game * at->sizes.area + i] = 0;
}

static inline void step(bench *at)
{
    assert_int_equal(qi_nogo_pool_step(at->pool, at->asked ? at->policy : NULL,
                                       at->asked ? at->value : NULL, at->planes, at->seat),
                     QI_OK);
    at->asked = true;
}

static inline void step_at_random(bench *at)
{
    step(at);
    for (uint32_t game = 0; game < at->sizes.games; game++)
        judge_at_random(at, game);
}

/* ---- samples ----------------------------------------------------------------------------------
 */

typedef struct sheet {
    size_t count;
    uint8_t planes[TAKE * MAX_BYTES], policy_weight[TAKE], exact[TAKE], owner[TAKE * MAX_AREA];
    uint16_t policy[TAKE * MAX_AREA], moves_left[TAKE], move[TAKE], reply[TAKE], ply[TAKE];
    int8_t result[TAKE];
    float search_value[TAKE];
    uint64_t game[TAKE];
} sheet;

static inline void take(bench *at, sheet *to)
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
    const size_t available = qi_nogo_pool_samples(at->pool, 0, NULL);
    to->count = qi_nogo_pool_samples(at->pool, TAKE, &samples);
    assert_int_equal(to->count, available < TAKE ? available : TAKE);
    assert_int_equal(qi_nogo_pool_samples(at->pool, 0, NULL), available - to->count);
}

#endif
