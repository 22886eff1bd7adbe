/* Entries of the solver's tables: an exact key, and in its free bits what is proved. */
#ifndef QI_NOGO_SOLVE_BUCKET_H
#define QI_NOGO_SOLVE_BUCKET_H

#include "nogo/solve/table.h"

/* The data of an entry: bits 0-1 the outcome (0: no entry), bits 2-7 the binary logarithm of the
 * effort. */
enum { OUTCOME_MASK = 3, EFFORT_SHIFT = 2, EFFORT_MASK = 63 };
#define DATA_MASK (((uint64_t)1 << SOLVE_DATA_BITS) - 1)

static inline uint64_t hash_key(const solve_key *key)
{
    uint64_t h = (key->word[0] ^ key->word[0] >> 32) * 0x9e3779b97f4a7c15U;
    h = (h ^ (h >> 29) ^ (key->word[1] & ~DATA_MASK)) * 0xd6e8feb86659fd93U;
    h = (h ^ (h >> 32)) * 0xc2b2ae3d27d4eb4fU;
    return h ^ (h >> 29);
}

static inline bool same_key(const solve_key *a, const solve_key *b)
{
    return ((a->word[0] ^ b->word[0]) | ((a->word[1] ^ b->word[1]) & ~DATA_MASK)) == 0;
}

/* Whether a key means the same on every board. */
static inline bool is_ending(const solve_key *key)
{
    const unsigned kind = (unsigned)(key->word[1] >> 62);
    return kind == SOLVE_KEY_GRAPH || kind == SOLVE_KEY_LINE;
}

static inline solve_outcome find_in_bucket(const solve_bucket *bucket, const solve_key *key)
{
    uint64_t data = 0;
    for (unsigned i = 0; i < SOLVE_BUCKET; i++)
        if (same_key(&bucket->entry[i], key))
            data = bucket->entry[i].word[1];
    return (solve_outcome)(data & OUTCOME_MASK);
}

#endif
