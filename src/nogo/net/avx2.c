/* The network with AVX2. */
#include "nogo/net/net.h"

#if QI_NN_X86
#include <immintrin.h>

#define WG_BYTES 32
#define WG_TARGET __attribute__((target("avx2")))
#define WG_FN static inline __attribute__((always_inline, target("avx2")))
#define WG_MOST 6
#include "nogo/net/wg_vectors_template.h"

WG_FN wg32 wg_products(wg16 a, wg16 b)
{
    return (wg32)_mm256_madd_epi16((__m256i)a, (__m256i)b);
}

WG_FN wg16 wg_pair(const int16_t *at)
{
    int32_t pair;
    memcpy(&pair, at, sizeof pair);
    return (wg16)_mm256_set1_epi32(pair);
}

/* The instruction packs within halves. */
WG_FN wg16 wg_narrow(wg32 low, wg32 high)
{
    return (wg16)_mm256_permute4x64_epi64(_mm256_packs_epi32((__m256i)low, (__m256i)high), 0xd8);
}

WG_FN wg16 wg_scale(wg16 t, wg16 mult)
{
    return (wg16)_mm256_mulhrs_epi16((__m256i)t, (__m256i)mult);
}

WG_FN wg16 wg_add(wg16 a, wg16 b)
{
    return (wg16)_mm256_adds_epi16((__m256i)a, (__m256i)b);
}

WG_FN wg16 wg_cut(wg16 a)
{
    return (wg16)_mm256_max_epi16(_mm256_min_epi16((__m256i)a, _mm256_set1_epi16(127)),
                                  _mm256_setzero_si256());
}

#include "nogo/net/winograd_template.h"

const qi_nn_path qi_nn_avx2 = {wg_packed_bytes, wg_pack, wg_scratch_bytes, wg_convolve,
                               wg_read_out};
#endif
