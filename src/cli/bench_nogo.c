/* The NoGo engines, as `qi bench` sees them. */
#include "base/hash.h"
#include "cli/bench.h"

#include <qi/nogo.h>

/* ---- simulate ----------------------------------------------------------------------------- */

typedef struct moves_seen {
    uint64_t digest, count;
} moves_seen;

static bool digest_moves(void *context, const qi_point *moves, size_t count)
{
    moves_seen *seen = context;
    for (size_t i = 0; i < count; i++)
        seen->digest = qi_digest(seen->digest, moves[i]);
    seen->count += count;
    return true;
}

static bool count_moves(void *context, const qi_point *moves, size_t count)
{
    (void)moves;
    *(uint64_t *)context += count;
    return true;
}

static bool play_out(uint32_t rows, uint32_t columns, qi_nogo_policy policy, uint64_t seed,
                     qi_nogo_sink *sink, void *context)
{
    qi_nogo *game;
    if (qi_nogo_new(rows, columns, NULL, &game) != QI_OK)
        return false;
    const bool good = qi_nogo_simulate(game, policy, seed, sink, context) == QI_OK;
    qi_nogo_free(game);
    return good;
}

static uint64_t simulate_signature(qi_nogo_policy policy)
{
    moves_seen seen = {QI_DIGEST_START, 0};
    for (uint32_t side = 1; side <= 40; side++)
        play_out(side, 41 - side, policy, side, digest_moves, &seen);
    return qi_digest(seen.digest, seen.count);
}

static uint64_t simulate_first_signature(void)
{
    return simulate_signature(QI_NOGO_FIRST);
}

static uint64_t simulate_random_signature(void)
{
    return simulate_signature(QI_NOGO_RANDOM);
}

static uint64_t simulate_first_work(void)
{
    uint64_t moves = 0;
    return play_out(600, 600, QI_NOGO_FIRST, 0, count_moves, &moves) ? moves : 0;
}

static uint64_t simulate_random_work(void)
{
    uint64_t moves = 0;
    return play_out(600, 600, QI_NOGO_RANDOM, 1, count_moves, &moves) ? moves : 0;
}

const bench_engine bench_nogo[] = {
    {"nogo.simulate.first", "moves", simulate_first_signature, simulate_first_work},
    {"nogo.simulate.random", "moves", simulate_random_signature, simulate_random_work},
    {0}};
