/*
 * Exponential and logarithm in single precision, from additions and multiplications alone: the same
 * on every machine as long as the compiler contracts nothing (-std=c17 does not), and simple enough
 * for it to compute many at once. Relative errors: 1e-5 for the exponential of numbers far from 0,
 * else 3e-7.
 */
#ifndef QI_NOGO_SELFPLAY_REAL_H
#define QI_NOGO_SELFPLAY_REAL_H

#include <stdint.h>
#include <string.h>

static inline float qi_real_of_bits(uint32_t bits)
{
    float real;
    memcpy(&real, &bits, sizeof real);
    return real;
}

static inline uint32_t qi_bits_of_real(float real)
{
    uint32_t bits;
    memcpy(&bits, &real, sizeof bits);
    return bits;
}

/* e^x for x of at most 80; below -60 it is that of -60. */
static inline float qi_exp(float x)
{
    const float rounder = 12582912.0F; /* 1.5 * 2^23: adding it leaves no bits for a fraction */
    const float y = (x > -60.0F ? x : -60.0F) * 1.44269504F;
    const float rounded = y + rounder;
    const float f = y - (rounded - rounder);
    const uint32_t power = (qi_bits_of_real(rounded) - 0x4B400000U + 127) << 23;
    const float fraction =
        1.00000008F +
        f * (0.693147207F +
             f * (0.240221074F + f * (0.0555032721F + f * (0.0096760371F + f * 0.00134004322F))));
    return qi_real_of_bits(power) * fraction;
}

/* The natural logarithm of a normal number over 0. */
static inline float qi_log(float x)
{
    /* x = 2^n * (1 + t) with 1 + t between the roots of 1/2 and of 2. */
    const uint32_t root = 0x3F3504F3U;
    const uint32_t shifted = qi_bits_of_real(x) - root;
    const int32_t n = (int32_t)shifted >> 23;
    const float t = qi_real_of_bits((shifted & 0x7FFFFFU) + root) - 1.0F;
    const float series =
        0.999999974F +
        t * (-0.49999987F +
             t * (0.333341833F +
                  t * (-0.250021535F +
                       t * (0.199569775F +
                            t * (-0.16560696F +
                                 t * (0.149490955F + t * (-0.143773306F + t * 0.087439454F)))))));
    return (float)n * 0.693147181F + t * series;
}

#endif
