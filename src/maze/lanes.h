/*
 * Lengths of walks, sixteen bytes of them at a time: narrow ones are bytes, which do for most mazes
 * of ordinary size, wide ones are floats.
 *
 * Floats because adding four and taking the lesser ones are single instructions; they are exact,
 * since a leg is shorter than the number of cells, and nine legs are shorter than 2^24. Narrow
 * lengths that do not fit count as 'far': no walk.
 */
#ifndef QI_MAZE_LANES_H
#define QI_MAZE_LANES_H

#include "maze/maze.h"

enum {
    QI_LANES = 16, /* bytes */
    QI_NARROW_FAR = UINT8_MAX,
    QI_WIDE_FAR = 1 << 30
};

/* The allocator need not align it. */
typedef uint8_t qi_lanes __attribute__((vector_size(QI_LANES), aligned(1), may_alias));

/* How many lanes hold `count` lengths. */
static inline uint32_t qi_lanes_for(uint32_t count, bool wide)
{
    const uint32_t each = wide ? QI_LANES / sizeof(float) : QI_LANES;
    return (count + each - 1) / each;
}

static inline size_t qi_length_size(bool wide)
{
    return wide ? sizeof(float) : 1;
}

static inline uint32_t qi_length_far(bool wide)
{
    return wide ? QI_WIDE_FAR : QI_NARROW_FAR;
}

static inline uint32_t qi_length_at(const void *lengths, size_t i, bool wide)
{
    return wide ? (uint32_t)((const float *)lengths)[i] : ((const uint8_t *)lengths)[i];
}

static inline void qi_length_put(void *lengths, size_t i, uint32_t length, bool wide)
{
    if (wide)
        ((float *)lengths)[i] = (float)length;
    else
        ((uint8_t *)lengths)[i] = (uint8_t)(length < QI_NARROW_FAR ? length : QI_NARROW_FAR);
}

/* Fills lanes with the length that means far. */
void qi_lanes_far(qi_lanes *lanes, size_t count, bool wide);

/* A matrix product with addition instead of multiplication and the minimum instead of the sum: each
 * length in a row `i` of `to` becomes the least of that in `old` and, of all factors, of those in
 * the rows `j` of `over` plus lengths[i][j]. Strides are the lanes from a row to the next. */
typedef struct qi_lanes_product {
    qi_lanes *to;
    const qi_lanes *old;
    uint32_t to_stride, old_stride;
    uint32_t height, width; /* rows, and lanes of each */
    uint32_t factor_count;
    struct {
        const void *lengths;
        const qi_lanes *over;
        uint32_t lengths_stride, over_stride;
        uint32_t depth;
    } factors[QI_MAZE_SQUARES];
} qi_lanes_product;

void qi_lanes_multiply(const qi_lanes_product *product, bool wide);

#endif
