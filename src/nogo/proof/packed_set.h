/*
 * A set of numbers that is filled by several threads and then read in order.
 *
 * Each part has the numbers of an interval. New numbers lie loose; now and then that is sorted
 * and packed with the rest, as the differences of neighbours, 7 bits to a byte: about 3 bytes a
 * number where positions are dense.
 */
#ifndef QI_NOGO_PROOF_PACKED_SET_H
#define QI_NOGO_PROOF_PACKED_SET_H

#include "base/workers.h"

enum { MAX_PARTS = 256 };

typedef struct packed_part {
    qi_mutex lock;
    uint64_t first, last; /* the interval */
    uint8_t *packed;
    size_t bytes;
    uint64_t count; /* numbers packed */
    uint64_t *loose;
    size_t loose_count, loose_room; /* twice the room is there, for sorting */
} packed_part;

typedef struct packed_set {
    const qi_allocator *memory;
    unsigned count;
    packed_part part[MAX_PARTS];
} packed_set;

/* Sorts by one byte after the other, the lowest first; bytes that are the same in all numbers are
 * left out. `spare` has room for as many. The result is in one of the two. */
uint64_t *qi_numbers_sort(uint64_t *numbers, uint64_t *spare, size_t count);

/* An empty set, divided into parts at the `count` - 1 numbers in `seams`, which ascend. */
void qi_packed_set_start(packed_set *set, const qi_allocator *memory, const uint64_t *seams,
                         unsigned count);
void qi_packed_set_end(packed_set *set);

/* Which part a number belongs to. */
static inline unsigned packed_set_find(const packed_set *set, uint64_t number)
{
    unsigned low = 0, high = set->count;
    while (high - low > 1) {
        const unsigned middle = (low + high) / 2;
        if (set->part[middle].first <= number)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Adds numbers to the part they belong to. Any thread may do it. False: no memory. */
bool qi_packed_set_add(packed_set *set, unsigned part, const uint64_t *numbers, size_t count);
/* Packs what is loose, so that the part can be read. False: no memory. */
bool qi_packed_set_pack(packed_set *set, unsigned part);

/* All numbers packed on all set. */
uint64_t qi_packed_set_count(const packed_set *set);

/* Reads a part in ascending order. */
typedef struct packed_cursor {
    const uint8_t *at;
    uint64_t left, number;
} packed_cursor;

static inline packed_cursor packed_part_read(const packed_part *part)
{
    return (packed_cursor){part->packed, part->count, part->first};
}

/* The next number in cursor->number, or false. */
static inline bool packed_next(packed_cursor *cursor)
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
typedef struct packed_writer {
    uint8_t *at;
    uint64_t count, number;
} packed_writer;

static inline void packed_append(packed_writer *writer, uint64_t number)
{
    uint64_t step = number - writer->number;
    for (; step > 127; step >>= 7)
        *writer->at++ = (uint8_t)(step | 128);
    *writer->at++ = (uint8_t)step;
    writer->number = number;
    writer->count++;
}

#endif
