/* Small sums that several folders do: division, digests, cutting work into parts, intervals. */
#ifndef QI_BASE_NUMBERS_H
#define QI_BASE_NUMBERS_H

#include "base/random.h"

#include <stdbool.h>
#include <stddef.h>

#if __STDC_HOSTED__
#include <math.h>
#endif

/* ---- division by a fixed small number through one multiplication --------------------------- */

/* With reciprocal = ceil(2^44 / d), numerator * reciprocal / 2^44 exceeds the true quotient by less
 * than numerator / 2^44, which cannot reach the next whole number while numerator * d < 2^44. That
 * holds for every d <= 20,002 and numerator <= 20,003 * d, the cells of the largest boards; the
 * product stays below 2^64. */
enum { QI_RECIPROCAL_BITS = 44 };

static inline uint64_t qi_reciprocal(uint32_t d)
{
    return ((1ULL << QI_RECIPROCAL_BITS) + d - 1) / d;
}

static inline uint32_t qi_quotient(uint32_t numerator, uint64_t reciprocal)
{
    return (uint32_t)((numerator * reciprocal) >> QI_RECIPROCAL_BITS);
}

/* ---- a running 64-bit digest of results, for signatures of behaviour; not for tables -------- */

#define QI_DIGEST_START 0x716920e6b0940000U

static inline uint64_t qi_digest(uint64_t digest, uint64_t value)
{
    digest ^= value + 0x9e3779b97f4a7c15U + (digest << 6) + (digest >> 2);
    digest = (digest ^ (digest >> 32)) * 0xd6e8feb86659fd93U;
    return digest ^ (digest >> 32);
}

static inline uint64_t qi_digest_text(uint64_t digest, const char *text, size_t length)
{
    digest = qi_digest(digest, length);
    for (size_t i = 0; i < length; i++)
        digest = qi_digest(digest, (unsigned char)text[i]);
    return digest;
}

/* ---- one part of some work for several machines, which need not know of each other ---------- */

enum { QI_MAX_PARTS = 1000000 };

/* Part number `part`, from 1, of `parts`; {1, 1} is the whole. */
typedef struct qi_shard {
    uint32_t part, parts;
} qi_shard;

/* The part that has item `index` of the work. Of every `parts` items in turn each part gets one, in
 * an order that is drawn anew each time: the expensive items come at regular distances, and no part
 * should get them all. */
static inline uint32_t qi_shard_of(uint32_t parts, uint64_t index)
{
    uint64_t turn = index / parts;
    return (uint32_t)((index % parts + qi_splitmix64(&turn) % parts) % parts) + 1;
}

static inline bool qi_shard_has(qi_shard shard, uint64_t index)
{
    return qi_shard_of(shard.parts, index) == shard.part;
}

/* For items that cost the same: cuts `count` of them into ranges. Sets the first item of this part
 * and returns how many it has. */
static inline uint64_t qi_shard_range(qi_shard shard, uint64_t count, uint64_t *first)
{
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): a shard has parts */
    const uint64_t each = count / shard.parts, rest = count % shard.parts, before = shard.part - 1;
    *first = before * each + (before < rest ? before : rest);
    return each + (before < rest);
}

/* ---- a share of games with its 95 % interval; not part of the freestanding core ------------- */

#if __STDC_HOSTED__
typedef struct qi_interval {
    double share, low, high;
} qi_interval;

/* Wilson's interval, which stays within 0 and 1. Without games: 0.5, from 0 to 1. */
static inline qi_interval qi_wilson(uint64_t part, uint64_t whole)
{
    if (whole == 0)
        return (qi_interval){0.5, 0, 1};
    const double z = 1.959963984540054, n = (double)whole, rate = (double)part / n;
    const double centre = rate + z * z / (2 * n), scale = 1 + z * z / n;
    const double spread = z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n));
    return (qi_interval){rate, fmax(0, (centre - spread) / scale),
                         fmin(1, (centre + spread) / scale)};
}
#endif

#endif
