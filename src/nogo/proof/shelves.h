/*
 * A set of numbers that is filled by several threads and then read in order.
 *
 * Each shelf has the numbers of an interval. What comes in lies loose; now and then that is sorted
 * and packed with the rest, as the differences of neighbours, 7 bits to a byte: about 3 bytes a
 * number where positions are dense.
 */
#ifndef QI_NOGO_PROOF_SHELVES_H
#define QI_NOGO_PROOF_SHELVES_H

#include "base/workers.h"

enum { MOST_SHELVES = 256 };

typedef struct proof_shelf {
    qi_mutex lock;
    uint64_t first, last; /* the interval */
    uint8_t *packed;
    size_t bytes;
    uint64_t count; /* numbers packed */
    uint64_t *loose;
    size_t loose_count, loose_room; /* twice the room is there, for sorting */
} proof_shelf;

typedef struct proof_shelves {
    const qi_allocator *memory;
    unsigned count;
    proof_shelf shelf[MOST_SHELVES];
} proof_shelves;

/* Sorts by one byte after the other, the lowest first; bytes that are the same in all numbers are
 * left out. `spare` has room for as many. The result is in one of the two. */
uint64_t *qi_numbers_sort(uint64_t *numbers, uint64_t *spare, size_t count);

/* Empty shelves that divide all numbers at the `count` - 1 numbers in `seams`, which ascend. */
void qi_shelves_start(proof_shelves *shelves, const qi_allocator *memory, const uint64_t *seams,
                      unsigned count);
void qi_shelves_end(proof_shelves *shelves);

/* Which shelf a number belongs to. */
static inline unsigned shelves_find(const proof_shelves *shelves, uint64_t number)
{
    unsigned low = 0, high = shelves->count;
    while (high - low > 1) {
        const unsigned middle = (low + high) / 2;
        if (shelves->shelf[middle].first <= number)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Puts numbers that belong there on a shelf. Any thread may do it. False: no memory. */
bool qi_shelf_put(proof_shelves *shelves, unsigned shelf, const uint64_t *numbers, size_t count);
/* Packs what is loose, so that the shelf can be read. False: no memory. */
bool qi_shelf_tidy(proof_shelves *shelves, unsigned shelf);

/* All numbers packed on all shelves. */
uint64_t qi_shelves_count(const proof_shelves *shelves);

/* Reads a shelf in ascending order. */
typedef struct proof_cursor {
    const uint8_t *at;
    uint64_t left, number;
} proof_cursor;

static inline proof_cursor shelf_read(const proof_shelf *shelf)
{
    return (proof_cursor){shelf->packed, shelf->count, shelf->first};
}

/* The next number in cursor->number, or false. */
static inline bool shelf_next(proof_cursor *cursor)
{
    if (!cursor->left)
        return false;
    uint64_t step = 0;
    for (unsigned shift = 0;; shift += 7) {
        const uint8_t byte = *cursor->at++;
        step |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            break;
    }
    cursor->number += step;
    cursor->left--;
    return true;
}

/* Writes numbers in ascending order. */
typedef struct proof_packer {
    uint8_t *at;
    uint64_t count, number;
} proof_packer;

static inline void shelf_pack(proof_packer *packer, uint64_t number)
{
    uint64_t step = number - packer->number;
    for (; step > 127; step >>= 7)
        *packer->at++ = (uint8_t)(step | 128);
    *packer->at++ = (uint8_t)step;
    packer->number = number;
    packer->count++;
}

#endif
