/* A share of games with its 95 % interval. Not part of the freestanding core. */
#ifndef QI_BASE_SHARE_H
#define QI_BASE_SHARE_H

#include <math.h>
#include <stdint.h>

typedef struct qi_share {
    double share, low, high;
} qi_share;

/* Wilson's interval, which stays within 0 and 1. Without games: 0.5, from 0 to 1. */
static inline qi_share qi_share_of(uint64_t part, uint64_t whole)
{
    if (whole == 0)
        return (qi_share){0.5, 0, 1};
    const double z = 1.959963984540054, n = (double)whole, rate = (double)part / n;
    const double centre = rate + z * z / (2 * n), scale = 1 + z * z / n;
    const double spread = z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n));
    return (qi_share){rate, fmax(0, (centre - spread) / scale), fmin(1, (centre + spread) / scale)};
}

#endif
