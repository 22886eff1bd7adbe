#include "maze/lanes.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

typedef float floats __attribute__((vector_size(QI_LANES), aligned(1), may_alias));

INLINE qi_lanes spread(const void *lengths, uint32_t i, bool wide)
{
    if (wide) {
        const float length = ((const float *)lengths)[i];
        return (qi_lanes)(floats){length, length, length, length};
    }
    return (qi_lanes){0} + ((const uint8_t *)lengths)[i];
}

INLINE qi_lanes sum_of(qi_lanes a, qi_lanes b, bool wide)
{
    if (wide)
        return (qi_lanes)((floats)a + (floats)b);
#ifdef __SSE2__
    return (qi_lanes)_mm_adds_epu8((__m128i)a, (__m128i)b);
#else
    const qi_lanes sum = a + b;
    return sum | (qi_lanes)(sum < a); /* far if it does not fit */
#endif
}

INLINE qi_lanes lesser_of(qi_lanes a, qi_lanes b, bool wide)
{
#ifdef __SSE2__
    if (wide)
        return (qi_lanes)_mm_min_ps((__m128)a, (__m128)b);
    return (qi_lanes)_mm_min_epu8((__m128i)a, (__m128i)b);
#else
    const qi_lanes less = wide ? (qi_lanes)((floats)a < (floats)b) : (qi_lanes)(a < b);
    return (a & less) | (b & ~less);
#endif
}

void qi_lanes_far(qi_lanes *lanes, size_t count, bool wide)
{
    const float far = QI_WIDE_FAR;
    const uint8_t narrow_far = QI_NARROW_FAR;
    const qi_lanes fill = wide ? spread(&far, 0, true) : spread(&narrow_far, 0, false);
    for (size_t i = 0; i < count; i++)
        lanes[i] = fill;
}

/* Multiplies some of the lanes, from `first` on. They stay in registers, so `some` must be a
 * constant. */
INLINE void multiply_some(const qi_lanes_product *p, uint32_t first, uint32_t some, bool wide)
{
    for (uint32_t i = 0; i < p->height; i++) {
        const qi_lanes *old = p->old + (size_t)i * p->old_stride + first;
        qi_lanes least[8];
        for (uint32_t k = 0; k < some; k++)
            least[k] = old[k];
        for (uint32_t f = 0; f < p->factor_count; f++) {
            const void *lengths =
                (const qi_lanes *)p->factors[f].lengths + (size_t)i * p->factors[f].lengths_stride;
            const qi_lanes *over = p->factors[f].over + first;
            const uint32_t stride = p->factors[f].over_stride;
            for (uint32_t j = 0; j < p->factors[f].depth; j++, over += stride) {
                const qi_lanes length = spread(lengths, j, wide);
                for (uint32_t k = 0; k < some; k++)
                    least[k] = lesser_of(least[k], sum_of(over[k], length, wide), wide);
            }
        }
        qi_lanes *to = p->to + (size_t)i * p->to_stride + first;
        for (uint32_t k = 0; k < some; k++)
            to[k] = least[k];
    }
}

INLINE void multiply(const qi_lanes_product *p, bool wide)
{
    uint32_t first = 0;
    for (; first + 8 <= p->width; first += 8)
        multiply_some(p, first, 8, wide);
    switch (p->width - first) {
#define MULTIPLY(some)                                                                             \
    case some:                                                                                     \
        multiply_some(p, first, some, wide);                                                       \
        break
        MULTIPLY(1);
        MULTIPLY(2);
        MULTIPLY(3);
        MULTIPLY(4);
        MULTIPLY(5);
        MULTIPLY(6);
        MULTIPLY(7);
    default:;
    }
}

void qi_lanes_multiply(const qi_lanes_product *product, bool wide)
{
    if (wide)
        multiply(product, true);
    else
        multiply(product, false);
}
