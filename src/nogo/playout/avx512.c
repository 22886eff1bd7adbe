/* Random games on small boards with AVX-512: eight in step. */
#include "nogo/playout/playout.h"

#if QI_PLAYOUT_VECTORS
#include "base/memory.h"

#include <immintrin.h>

#define LANES 8
#define LANES_FN                                                                                   \
    static inline __attribute__((                                                                  \
        always_inline, target("avx512f,avx512dq,avx512bw,avx512vl,avx512vbmi2,avx512vpopcntdq")))

typedef __m512i numbers;
#include "nogo/playout/vectors_template.h"

typedef __mmask8 lane_set;
typedef __m512i step;

LANES_FN step step_of(uint32_t by)
{
    return _mm512_set1_epi64(by);
}

LANES_FN lane_set all_lanes(void)
{
    return 0xff;
}

LANES_FN uint32_t lane_bits(lane_set set)
{
    return set;
}

/* a | (b & c) */
LANES_FN points or_and(points a, points b, points c)
{
    return (points){_mm512_ternarylogic_epi64(a.low, b.low, c.low, 0xf8),
                    _mm512_ternarylogic_epi64(a.high, b.high, c.high, 0xf8)};
}

LANES_FN points up(points a, step by)
{
    return (points){_mm512_sllv_epi64(a.low, by), _mm512_shldv_epi64(a.high, a.low, by)};
}

LANES_FN points down(points a, step by)
{
    return (points){_mm512_shrdv_epi64(a.low, a.high, by), _mm512_srlv_epi64(a.high, by)};
}

LANES_FN points blend(lane_set set, points out, points in)
{
    return (points){_mm512_mask_mov_epi64(out.low, set, in.low),
                    _mm512_mask_mov_epi64(out.high, set, in.high)};
}

LANES_FN lane_set has_any(points a)
{
    const __m512i both = _mm512_or_si512(a.low, a.high);
    return _mm512_test_epi64_mask(both, both);
}

LANES_FN lane_set differ(points a, points b)
{
    return _mm512_cmpneq_epi64_mask(a.low, b.low) | _mm512_cmpneq_epi64_mask(a.high, b.high);
}

/* Adds 1 in the lanes of a set. */
LANES_FN numbers count_lanes(numbers count, lane_set set)
{
    return _mm512_mask_add_epi64(count, set, count, _mm512_set1_epi64(1));
}

/* One half of a search for the k-th bit: if the lowest WIDTH bits of the word hold at most k of
 * them, leaves those behind. */
#define HALVE(WIDTH)                                                                               \
    do {                                                                                           \
        const __m512i below = _mm512_popcnt_epi64(                                                 \
            _mm512_and_si512(word, _mm512_set1_epi64((long long)(((uint64_t)1 << (WIDTH)) - 1)))); \
        const __mmask8 past = _mm512_cmpge_epu64_mask(k, below);                                   \
        k = _mm512_mask_sub_epi64(k, past, k, below);                                              \
        word = _mm512_mask_srli_epi64(word, past, word, WIDTH);                                    \
        at = _mm512_mask_add_epi64(at, past, at, _mm512_set1_epi64(WIDTH));                        \
    } while (0)

/* A point of each set, which has one, uniformly drawn; `who` moves on in its random numbers. */
LANES_FN points draw(points from, lane_set who, numbers *random)
{
    const __m512i low_count = _mm512_popcnt_epi64(from.low);
    const __m512i count = _mm512_add_epi64(low_count, _mm512_popcnt_epi64(from.high));
    const __m512i carry = _mm512_srli_epi64(*random, 32);
    const __m512i product = _mm512_mul_epu32(_mm512_xor_si512(*random, carry), count);
    const __m512i next = _mm512_add_epi64(
        _mm512_mul_epu32(*random, _mm512_set1_epi64(QI_PLAYOUT_MULTIPLIER)), carry);
    *random = _mm512_mask_mov_epi64(*random, who, next);
    __m512i k = _mm512_srli_epi64(product, 32);
    const __m512i remainder = _mm512_and_si512(product, _mm512_set1_epi64(UINT32_MAX));
    const __mmask8 unsure = _mm512_mask_cmplt_epu64_mask(who, remainder, count);
    if (__builtin_expect(unsure, 0)) {
        uint64_t states[LANES], products[LANES], counts[LANES], draws[LANES];
        store(states, *random);
        store(products, product);
        store(counts, count);
        store(draws, k);
        for (uint32_t left = unsure; left; left &= left - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctz(left);
            draws[lane] = qi_playout_settle(&states[lane], products[lane], (uint32_t)counts[lane]);
        }
        *random = load(states);
        k = load(draws);
    }
    const __mmask8 high = _mm512_cmpge_epu64_mask(k, low_count);
    __m512i word = _mm512_mask_mov_epi64(from.low, high, from.high);
    __m512i at = _mm512_setzero_si512();
    k = _mm512_mask_sub_epi64(k, high, k, low_count);
    HALVE(32);
    HALVE(16);
    HALVE(8);
    HALVE(4);
    HALVE(2);
    HALVE(1);
    const __m512i point = _mm512_sllv_epi64(_mm512_set1_epi64(1), at);
    return (points){_mm512_maskz_mov_epi64((__mmask8)~high, point),
                    _mm512_maskz_mov_epi64(high, point)};
}

#include "nogo/playout/lanes_template.h"

__attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx512vbmi2,avx512vpopcntdq"))) void
qi_playout_avx512(const qi_small_frame *frame, const qi_small *position, qi_colour colour,
                  uint64_t seed, uint64_t first, uint64_t count, qi_playout_sums *sums)
{
    lanes_play(frame, position, colour, seed, first, count, sums);
}
#endif
