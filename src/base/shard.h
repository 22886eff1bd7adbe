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

/* Whether item `index` of the work is in this part. Of every `parts` items in turn each part gets
 * one, in an order that is drawn anew each time: the expensive items come at regular distances, and
 * no part should get them all. */
static inline bool qi_shard_has(qi_shard shard, uint64_t index)
{
    uint64_t turn = index / shard.parts;
    return (index % shard.parts + qi_splitmix64(&turn) % shard.parts) % shard.parts ==
           shard.part - 1;
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
