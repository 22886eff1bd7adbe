/* The network with AVX-512 and its VNNI: products are added in the instruction that makes them. */
#include "nogo/net/net.h"

#if QI_NN_X86
#include <immintrin.h>

#define WG_BYTES16 32
#define WG_BYTES32 64
#define WG_TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni")))
#define WG_FN                                                                                      \
    static inline __attribute__((always_inline, target("avx512f,avx512bw,avx512vl,avx512vnni")))
#define WG_TILES 9
#define WG_WIDTH 3
#include "nogo/net/wg_vectors_template.h"
#include "nogo/net/wg_ymm_template.h"

WG_FN wg32 wg_add_products(wg32 sum, wgw16 a, wgw16 b)
{
    return (wg32)_mm512_dpwssd_epi32((__m512i)sum, (__m512i)a, (__m512i)b);
}

WG_FN wgw16 wg_pair(const int16_t *at)
{
    int32_t pair;
    memcpy(&pair, at, sizeof pair);
    return (wgw16)_mm512_set1_epi32(pair);
}

WG_FN wg16 wg_narrow(const wg32 *sums)
{
    return (wg16)_mm512_cvtsepi32_epi16((__m512i)sums[0]);
}

#include "nogo/net/winograd_template.h"

const qi_nn_path qi_nn_avx512 = {wg_packed_bytes, wg_pack, wg_scratch_bytes, wg_convolve,
                                 wg_read_out};
#endif
