/* Random games on small boards with AVX2: four in step. Bits are counted and drawn with BMI2
 * instructions, which processors have had since AVX2. */
#include "nogo/playout/playout.h"

#if QI_PLAYOUT_VECTORS
#include "base/memory.h"

#include <immintrin.h>

#define LANES 4
#define LANES_FN static inline __attribute__((always_inline, target("avx2,bmi,bmi2,popcnt")))
typedef uint64_t numbers __attribute__((vector_size(8 * LANES)));
#include "nogo/playout/vectors_template.h"

typedef numbers lane_set; /* all bits of a lane, or none */
typedef uint32_t step;

LANES_FN step step_of(uint32_t by)
{
    return by;
}

LANES_FN lane_set all_lanes(void)
{
    return ~no_numbers();
}

LANES_FN uint32_t lane_bits(lane_set set)
{
    return (uint32_t)_mm256_movemask_pd((__m256d)set);
}

/* a | (b & c) */
LANES_FN points or_and(points a, points b, points c)
{
    return (points){a.low | (b.low & c.low), a.high | (b.high & c.high)};
}

LANES_FN points up(points a, step by)
{
    return (points){a.low << by, a.high << by | a.low >> (64 - by)};
}

LANES_FN points down(points a, step by)
{
    return (points){a.low >> by | a.high << (64 - by), a.high >> by};
}

LANES_FN points blend(lane_set set, points out, points in)
{
    return (points){out.low ^ ((out.low ^ in.low) & set), out.high ^ ((out.high ^ in.high) & set)};
}

LANES_FN lane_set has_any(points a)
{
    return (lane_set)((a.low | a.high) != 0);
}

LANES_FN lane_set differ(points a, points b)
{
    return (lane_set)(((a.low ^ b.low) | (a.high ^ b.high)) != 0);
}

/* Adds 1 in the lanes of a set. */
LANES_FN numbers count_lanes(numbers count, lane_set set)
{
    return count - set;
}

/* A point of each set, which has one, uniformly drawn; `who` moves on in its random numbers. */
LANES_FN points draw(points from, lane_set who, numbers *random)
{
    uint64_t words[2][LANES], states[LANES], drawn[2][LANES];
    store(words[0], from.low);
    store(words[1], from.high);
    store(states, *random);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        const uint32_t low = (uint32_t)_mm_popcnt_u64(words[0][lane]);
        const uint32_t high = (uint32_t)_mm_popcnt_u64(words[1][lane]);
        const uint32_t k = qi_playout_below(&states[lane], low + high);
        /* The k-th bit of a word, and none where it has no k-th bit. */
        drawn[0][lane] = _pdep_u64(k < low ? (uint64_t)1 << k : 0, words[0][lane]);
        drawn[1][lane] = _pdep_u64(k < low ? 0 : (uint64_t)1 << (k - low), words[1][lane]);
    }
    *random ^= (*random ^ load(states)) & who;
    return (points){load(drawn[0]), load(drawn[1])};
}

#include "nogo/playout/lanes_template.h"

__attribute__((target("avx2,bmi,bmi2,popcnt"))) void
qi_playout_avx2(const qi_small_frame *frame, const qi_small *position, qi_colour colour,
                uint64_t seed, uint64_t first, uint64_t count, qi_playout_sums *sums)
{
    lanes_play(frame, position, colour, seed, first, count, sums);
}
#endif
