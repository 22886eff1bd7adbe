/*
 * The memory of a graph: one block of slots of 8 bytes that grows by doubling, and a second block
 * for what is copied. Nodes are named by the offset of their first slot, because blocks move;
 * offset 0 means 'no node'.
 */
#ifndef QI_NOGO_SEARCH_SLOTS_H
#define QI_NOGO_SEARCH_SLOTS_H

#include <qi/base.h>

typedef struct qi_slots {
    const qi_allocator *allocator;
    uint64_t *block;          /* moves when it grows: keep offsets, not pointers */
    uint32_t allocated, used; /* in slots */
    uint64_t *spare;          /* the other block: what is kept of a graph, or grows, is copied */
    uint32_t spare_allocated;
    uint32_t capacity; /* the most to allocate */
} qi_slots;

/* Two blocks that take turns, together of at most `memory` bytes. */
void qi_slots_start(qi_slots *slots, size_t memory, const qi_allocator *allocator);
void qi_slots_end(qi_slots *slots);

/* Forgets everything. */
void qi_slots_clear(qi_slots *slots);

/* Makes the other block of memory, with at least so many slots, the one in use; what was in use is
 * then the other one. False without memory. */
bool qi_slots_change(qi_slots *slots, uint32_t wanted);

/* The offset of so many slots more, or 0 when that is too much or there is no memory. What was a
 * pointer into the block is none any more. */
uint32_t qi_slots_take(qi_slots *slots, uint32_t size);

#endif
