/*
 * Division by a fixed small number through one multiplication.
 *
 * With reciprocal = ceil(2^44 / d), numerator * reciprocal / 2^44 exceeds the true quotient by less
 * than numerator / 2^44, which cannot reach the next whole number while numerator * d < 2^44. That
 * holds for every d <= 20,002 and numerator <= 20,003 * d, the cells of the largest boards; the
 * product stays below 2^64.
 */
#ifndef QI_BASE_QUOTIENT_H
#define QI_BASE_QUOTIENT_H

#include <stdint.h>

enum { QI_RECIPROCAL_BITS = 44 };

static inline uint64_t qi_reciprocal(uint32_t d)
{
    return ((1ULL << QI_RECIPROCAL_BITS) + d - 1) / d;
}

static inline uint32_t qi_quotient(uint32_t numerator, uint64_t reciprocal)
{
    return (uint32_t)((numerator * reciprocal) >> QI_RECIPROCAL_BITS);
}

#endif
