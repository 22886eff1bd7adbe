/* The network with vectors of 128 bits, which every machine of its kind has: SSE2 on x86-64,
 * SIMD128 in WebAssembly. */
#include "nogo/net/net.h"

#if QI_NN_VECTOR
#define WG_BYTES16 16
#define WG_BYTES32 16
#define WG_TARGET
#define WG_FN static inline __attribute__((always_inline))
#define WG_WIDTH 4
#include "nogo/net/wg_vectors_template.h"

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>

#define WG_TILES 2 /* engines run out of registers sooner than C compilers */

WG_FN wg32 wg_add_products(wg32 sum, wgw16 a, wgw16 b)
{
    return sum + (wg32)wasm_i32x4_dot_i16x8((v128_t)a, (v128_t)b);
}

WG_FN wgw16 wg_pair(const int16_t *at)
{
    return (wgw16)wasm_v128_load32_splat(at);
}

WG_FN wg16 wg_narrow(const wg32 *sums)
{
    return (wg16)wasm_i16x8_narrow_i32x4((v128_t)sums[0], (v128_t)sums[1]);
}

WG_FN wg16 wg_scale(wg16 t, wg16 mult)
{
    return (wg16)wasm_i16x8_q15mulr_sat((v128_t)t, (v128_t)mult);
}

WG_FN wg16 wg_add(wg16 a, wg16 b)
{
    return (wg16)wasm_i16x8_add_sat((v128_t)a, (v128_t)b);
}

WG_FN wg16 wg_cut(wg16 a)
{
    return (wg16)wasm_i16x8_max(wasm_i16x8_min((v128_t)a, wasm_i16x8_splat(127)),
                                wasm_i16x8_splat(0));
}
#else
#include <emmintrin.h>

#define WG_TILES 3

WG_FN wg32 wg_add_products(wg32 sum, wgw16 a, wgw16 b)
{
    return sum + (wg32)_mm_madd_epi16((__m128i)a, (__m128i)b);
}

WG_FN wgw16 wg_pair(const int16_t *at)
{
    int32_t pair;
    memcpy(&pair, at, sizeof pair);
    return (wgw16)_mm_set1_epi32(pair);
}

WG_FN wg16 wg_narrow(const wg32 *sums)
{
    return (wg16)_mm_packs_epi32((__m128i)sums[0], (__m128i)sums[1]);
}

/* t * mult + 1 * 16384, as sums of two products. */
WG_FN wg16 wg_scale(wg16 t, wg16 mult)
{
    const __m128i ones = _mm_set1_epi16(1), half = _mm_set1_epi16(16384);
    const __m128i low = _mm_madd_epi16(_mm_unpacklo_epi16((__m128i)t, ones),
                                       _mm_unpacklo_epi16((__m128i)mult, half));
    const __m128i high = _mm_madd_epi16(_mm_unpackhi_epi16((__m128i)t, ones),
                                        _mm_unpackhi_epi16((__m128i)mult, half));
    return (wg16)_mm_packs_epi32(_mm_srai_epi32(low, 15), _mm_srai_epi32(high, 15));
}

WG_FN wg16 wg_add(wg16 a, wg16 b)
{
    return (wg16)_mm_adds_epi16((__m128i)a, (__m128i)b);
}

WG_FN wg16 wg_cut(wg16 a)
{
    return (wg16)_mm_max_epi16(_mm_min_epi16((__m128i)a, _mm_set1_epi16(127)), _mm_setzero_si128());
}
#endif

#include "nogo/net/winograd_template.h"

const qi_nn_path qi_nn_vector = {wg_packed_bytes, wg_pack, wg_scratch_bytes, wg_convolve,
                                 wg_read_out};
#endif
