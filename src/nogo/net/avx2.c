/* The network with AVX2. */
#include "nogo/net/net.h"

#if QI_NN_X86
#include <immintrin.h>

#define WG_BYTES16 32
#define WG_BYTES32 32
#define WG_TARGET __attribute__((target("avx2")))
#define WG_FN static inline __attribute__((always_inline, target("avx2")))
#define WG_TILES 6
#define WG_WIDTH 2
#include "nogo/net/wg_vectors_template.h"
#include "nogo/net/wg_ymm_template.h"

WG_FN wg32 wg_add_products(wg32 sum, wgw16 a, wgw16 b)
{
    return sum + (wg32)_mm256_madd_epi16((__m256i)a, (__m256i)b);
}

WG_FN wgw16 wg_pair(const int16_t *at)
{
    int32_t pair;
    memcpy(&pair, at, sizeof pair);
    return (wgw16)_mm256_set1_epi32(pair);
}

/* The instruction packs within halves. */
WG_FN wg16 wg_narrow(const wg32 *sums)
{
    return (wg16)_mm256_permute4x64_epi64(_mm256_packs_epi32((__m256i)sums[0], (__m256i)sums[1]),
                                          0xd8);
}

#include "nogo/net/winograd_template.h"

const qi_nn_path qi_nn_avx2 = {wg_packed_bytes, wg_pack, wg_scratch_bytes, wg_convolve,
                               wg_read_out};
#endif
