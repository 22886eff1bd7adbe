/*
 * Sets of points of a small board (at most 128 points), one bit a point.
 */
#ifndef QI_NOGO_PLAYOUT_MASK_H
#define QI_NOGO_PLAYOUT_MASK_H

#include <stdbool.h>
#include <stdint.h>

/* Point p is bit p % 64 of word p / 64. */
typedef struct qi_mask {
    uint64_t word[2];
} qi_mask;

static inline qi_mask qi_mask_none(void)
{
    return (qi_mask){{0, 0}};
}

static inline qi_mask qi_mask_point(uint32_t point)
{
    const uint64_t bit = (uint64_t)1 << (point & 63);
    return (qi_mask){{point < 64 ? bit : 0, point < 64 ? 0 : bit}};
}

static inline bool qi_mask_has(qi_mask a, uint32_t point)
{
    return a.word[point >> 6] >> (point & 63) & 1;
}

static inline bool qi_mask_any(qi_mask a)
{
    return (a.word[0] | a.word[1]) != 0;
}

static inline bool qi_mask_same(qi_mask a, qi_mask b)
{
    return ((a.word[0] ^ b.word[0]) | (a.word[1] ^ b.word[1])) == 0;
}

static inline uint32_t qi_mask_count(qi_mask a)
{
    return (uint32_t)(__builtin_popcountll(a.word[0]) + __builtin_popcountll(a.word[1]));
}

static inline qi_mask qi_mask_and(qi_mask a, qi_mask b)
{
    return (qi_mask){{a.word[0] & b.word[0], a.word[1] & b.word[1]}};
}

static inline qi_mask qi_mask_or(qi_mask a, qi_mask b)
{
    return (qi_mask){{a.word[0] | b.word[0], a.word[1] | b.word[1]}};
}

/* The points of a that are not in b. */
static inline qi_mask qi_mask_without(qi_mask a, qi_mask b)
{
    return (qi_mask){{a.word[0] & ~b.word[0], a.word[1] & ~b.word[1]}};
}

/* Every point moved up by `by` numbers, or down; 0 < by < 64. */
static inline qi_mask qi_mask_up(qi_mask a, uint32_t by)
{
    return (qi_mask){{a.word[0] << by, a.word[1] << by | a.word[0] >> (64 - by)}};
}

static inline qi_mask qi_mask_down(qi_mask a, uint32_t by)
{
    return (qi_mask){{a.word[0] >> by | a.word[1] << (64 - by), a.word[1] >> by}};
}

/* The lowest point of a set that is not empty. */
static inline uint32_t qi_mask_first(qi_mask a)
{
    return a.word[0] ? (uint32_t)__builtin_ctzll(a.word[0])
                     : 64 + (uint32_t)__builtin_ctzll(a.word[1]);
}

/* Takes the lowest point out of a set that is not empty. */
static inline uint32_t qi_mask_take(qi_mask *a)
{
    const uint32_t point = qi_mask_first(*a);
    a->word[point >> 6] &= a->word[point >> 6] - 1;
    return point;
}

#endif
