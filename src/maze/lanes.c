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

/* Some of the lanes, whose number is a constant where it is used, stay in registers. */
enum { SOME = 8 };

INLINE void lower_some(qi_lanes *best, uint32_t some, const qi_lanes *row, uint32_t stride,
                       const void *lengths, uint32_t row_count, bool wide)
{
    qi_lanes least[SOME];
    for (uint32_t k = 0; k < some; k++)
        least[k] = best[k];
    for (uint32_t i = 0; i < row_count; i++, row += stride) {
        const qi_lanes length = spread(lengths, i, wide);
        for (uint32_t k = 0; k < some; k++)
            least[k] = lesser_of(least[k], sum_of(row[k], length, wide), wide);
    }
    for (uint32_t k = 0; k < some; k++)
        best[k] = least[k];
}

INLINE void lower(qi_lanes *best, uint32_t count, const qi_lanes *rows, uint32_t stride,
                  const void *lengths, uint32_t row_count, bool wide)
{
    for (; count > SOME; count -= SOME, best += SOME, rows += SOME)
        lower_some(best, SOME, rows, stride, lengths, row_count, wide);
    switch (count) {
#define LOWER(some)                                                                                \
    case some:                                                                                     \
        lower_some(best, some, rows, stride, lengths, row_count, wide);                            \
        break
        LOWER(1);
        LOWER(2);
        LOWER(3);
        LOWER(4);
        LOWER(5);
        LOWER(6);
        LOWER(7);
        LOWER(8);
    default:;
    }
}

void qi_lanes_lower(qi_lanes *best, uint32_t count, const qi_lanes *rows, uint32_t stride,
                    const void *lengths, uint32_t row_count, bool wide)
{
    if (wide)
        lower(best, count, rows, stride, lengths, row_count, true);
    else
        lower(best, count, rows, stride, lengths, row_count, false);
}
