/*
 * Random numbers that are the same on every machine: xoshiro256** (Blackman and Vigna) seeded
 * through splitmix64.
 */
#ifndef QI_BASE_RANDOM_H
#define QI_BASE_RANDOM_H

#include <stdint.h>

typedef struct qi_random {
    uint64_t state[4];
} qi_random;

static inline uint64_t qi_splitmix64(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

static inline void qi_random_seed(qi_random *random, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        random->state[i] = qi_splitmix64(&seed);
}

static inline uint64_t qi_rotate_left(uint64_t x, int by)
{
    return (x << by) | (x >> (64 - by));
}

static inline uint64_t qi_random_next(qi_random *random)
{
    uint64_t *s = random->state;
    const uint64_t result = qi_rotate_left(s[1] * 5, 7) * 9;
    const uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = qi_rotate_left(s[3], 45);
    return result;
}

/* Exactly uniform over 0 .. bound-1 (Lemire's multiplication with rejection); bound > 0. */
static inline uint32_t qi_random_below(qi_random *random, uint32_t bound)
{
    uint64_t product = (qi_random_next(random) >> 32) * bound;
    if ((uint32_t)product < bound) {
        const uint32_t threshold = (uint32_t)(0U - bound) % bound;
        while ((uint32_t)product < threshold)
            product = (qi_random_next(random) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

#endif
