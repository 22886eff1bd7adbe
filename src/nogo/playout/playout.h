/*
 * Random games on small boards, many at a time: what the engines for different processors share.
 *
 * The game that a seed stands for. Each colour has a set of candidates, at first its legal points.
 * The colour to move draws k below their number, uniformly, and tries the k-th candidate in reading
 * order. If that is legal it is played and leaves both sets; if not it leaves the mover's set (once
 * illegal, always illegal) and the mover draws again. Every legal point is always a candidate, so
 * each move is exactly uniform over the legal moves. A colour without candidates has lost. The
 * engines differ in how they find out what is legal, never in the game.
 */
#ifndef QI_NOGO_PLAYOUT_PLAYOUT_H
#define QI_NOGO_PLAYOUT_PLAYOUT_H

#include "base/random.h"
#include "nogo/playout/small.h"

#include <qi/nogo_playouts.h>

/* ---- random numbers ------------------------------------------------------------------------ */

/*
 * One game's numbers: multiply-with-carry on 64 bits of state (the low half times a constant, plus
 * the high half), which gives the two halves' exclusive or. It is cheap both in plain code and in
 * vectors. The two states that would repeat at once are 0 and one with the top bit set; a start
 * has its lowest bit set and its top bit clear.
 */
#define QI_PLAYOUT_MULTIPLIER 4294883355U

static inline uint64_t qi_playout_start(uint64_t random)
{
    return (random | 1) & ~((uint64_t)1 << 63);
}

/* The seed whose game 0 is game `index` of another. */
static inline uint64_t qi_playout_seed(uint64_t seed, uint64_t index)
{
    return seed + index * 0x9e3779b97f4a7c15U;
}

/* The state of game `index` of a seed: the numbers that splitmix64 gives in turn. */
static inline uint64_t qi_playout_game(uint64_t seed, uint64_t index)
{
    uint64_t state = qi_playout_seed(seed, index);
    return qi_playout_start(qi_splitmix64(&state));
}

static inline uint32_t qi_playout_next(uint64_t *state)
{
    const uint64_t old = *state;
    *state = (uint64_t)(uint32_t)old * QI_PLAYOUT_MULTIPLIER + (old >> 32);
    return (uint32_t)old ^ (uint32_t)(old >> 32);
}

/* Completes a draw below `bound` from its first product. Most products are used as they are; those
 * that would make some results more likely are drawn again. */
static inline uint32_t qi_playout_settle(uint64_t *state, uint64_t product, uint32_t bound)
{
    if ((uint32_t)product < bound) {
        const uint32_t unfair = (uint32_t)(0U - bound) % bound;
        while ((uint32_t)product < unfair)
            product = (uint64_t)qi_playout_next(state) * bound;
    }
    return (uint32_t)(product >> 32);
}

/* Exactly uniform over 0 .. bound-1; bound > 0. */
static inline uint32_t qi_playout_below(uint64_t *state, uint32_t bound)
{
    const uint64_t product = (uint64_t)qi_playout_next(state) * bound;
    return qi_playout_settle(state, product, bound);
}

static inline void qi_playout_add(qi_nogo_stats *sum, const qi_nogo_stats *more)
{
    sum->games += more->games;
    sum->black_wins += more->black_wins;
    sum->moves += more->moves;
}

/* ---- engines ------------------------------------------------------------------------------- */

typedef struct qi_playout_sums {
    uint64_t first_wins; /* games won by who moved first */
    uint64_t moves;
} qi_playout_sums;

/* Plays games first .. first+count-1 of a seed from a position, `colour` to move, and adds to the
 * sums. Each of these gives the same; the vector ones need a machine that has the instructions. */
typedef void qi_playout_engine(const qi_small_frame *frame, const qi_small *position,
                               qi_colour colour, uint64_t seed, uint64_t first, uint64_t count,
                               qi_playout_sums *sums);
qi_playout_engine qi_playout_plain;
#if defined(__x86_64__)
#define QI_PLAYOUT_VECTORS 1
qi_playout_engine qi_playout_avx2, qi_playout_avx512;
#endif

/* ---- many games ----------------------------------------------------------------------------- */

/* How many games to play between calls of the watch. */
uint64_t qi_playout_block(const qi_nogo *position);

/* Plays the games with the threads that `options` asks for; QI_UNSUPPORTED when none can be
 * started. Needs a host. */
qi_result qi_playout_together(const qi_nogo *position, uint64_t count, uint64_t seed,
                              const qi_nogo_playouts_options *options, qi_nogo_stats *stats);

/* Whether this build and this machine have a path. */
bool qi_nogo_has_path(qi_nogo_path path);

#endif
