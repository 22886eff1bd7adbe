/* The network with the compiler's own vectors of 128 bits, for any machine: where it has none, they
 * become plain code. */
#include "nogo/net/net.h"

#define WG_BYTES16 8
#define WG_BYTES32 16
#define WG_TARGET
#define WG_FN static inline __attribute__((always_inline))
#define WG_TILES 3
#define WG_WIDTH 4
#include "nogo/net/wg_vectors_template.h"

/* The first and the second of each pair of numbers. */
WG_FN wgs32 wg_first(wgw16 pairs)
{
    return (wgs32)((wg32)pairs << 16) >> 16;
}

WG_FN wgs32 wg_second(wgw16 pairs)
{
    return (wgs32)pairs >> 16;
}

WG_FN wg32 wg_add_products(wg32 sum, wgw16 a, wgw16 b)
{
    return sum + (wg32)(wg_first(a) * wg_first(b)) + (wg32)(wg_second(a) * wg_second(b));
}

WG_FN wgw16 wg_pair(const int16_t *at)
{
    uint32_t pair;
    memcpy(&pair, at, sizeof pair);
    return (wgw16)((wg32){0} + pair);
}

WG_FN wgs32 wg_widen(wg16 a)
{
    return __builtin_convertvector(a, wgs32);
}

WG_FN wgs32 wg_between(wgs32 a, int32_t min, int32_t max)
{
    const wgs32 low = a<min, high = a> max;
    return (a & ~(low | high)) | (low & min) | (high & max);
}

/* Saturated to int16_t. */
WG_FN wg16 wg_shorten(wgs32 a)
{
    return __builtin_convertvector(wg_between(a, INT16_MIN, INT16_MAX), wg16);
}

WG_FN wg16 wg_narrow(const wg32 *sums)
{
    return wg_shorten((wgs32)sums[0]);
}

WG_FN wg16 wg_scale(wg16 t, wg16 mult)
{
    return wg_shorten((wg_widen(t) * wg_widen(mult) + 16384) >> 15);
}

WG_FN wg16 wg_add(wg16 a, wg16 b)
{
    return wg_shorten(wg_widen(a) + wg_widen(b));
}

WG_FN wg16 wg_cut(wg16 a)
{
    return __builtin_convertvector(wg_between(wg_widen(a), 0, 127), wg16);
}

#include "nogo/net/winograd_template.h"

const qi_nn_path qi_nn_portable = {wg_packed_bytes, wg_pack, wg_scratch_bytes, wg_convolve,
                                   wg_read_out};
