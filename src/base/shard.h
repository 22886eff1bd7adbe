/* One part of some work that is cut into parts for several machines, which need not know of each
 * other. */
#ifndef QI_BASE_SHARD_H
#define QI_BASE_SHARD_H

#include "base/random.h"

#include <stdbool.h>

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
    const uint64_t each = count / shard.parts, rest = count % shard.parts, before = shard.part - 1;
    *first = before * each + (before < rest ? before : rest);
    return each + (before < rest);
}

#endif
