#include "nogo/search/slots.h"

#include "base/memory.h"

void qi_slots_start(qi_slots *slots, size_t memory, const qi_allocator *allocator)
{
    /* Half of it: there are two blocks. */
    const size_t most = memory / 2 / sizeof(uint64_t);
    memset(slots, 0, sizeof *slots);
    slots->allocator = allocator;
    slots->capacity = most > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)most;
}

void qi_slots_end(qi_slots *slots)
{
    qi_release(slots->allocator, slots->block);
    qi_release(slots->allocator, slots->spare);
}

void qi_slots_clear(qi_slots *slots)
{
    slots->used = 1;
}

/* Two blocks that take turns are cheaper than new ones, which the system must clear. */
bool qi_slots_change(qi_slots *slots, uint32_t wanted)
{
    if (slots->spare_allocated < wanted) {
        qi_release(slots->allocator, slots->spare);
        slots->spare_allocated = 0;
        slots->spare =
            (uint64_t *)qi_allocate_array(slots->allocator, wanted, sizeof *slots->spare);
        if (!slots->spare)
            return false;
        slots->spare_allocated = wanted;
    }
    uint64_t *const block = slots->spare;
    const uint32_t allocated = slots->spare_allocated;
    slots->spare = slots->block;
    slots->spare_allocated = slots->allocated;
    slots->block = block;
    slots->allocated = allocated;
    return true;
}

/* Makes room for `size` more slots, doubling; false when that is too much or there is no memory. */
static bool make_room(qi_slots *slots, uint32_t size)
{
    enum { FIRST = 1 << 13 };
    if (slots->allocated >= slots->used + size)
        return true;
    if (slots->capacity - slots->used < size)
        return false;
    uint64_t wanted = slots->allocated ? (uint64_t)slots->allocated * 2 : FIRST;
    while (wanted < (uint64_t)slots->used + size)
        wanted *= 2;
    wanted = wanted < slots->capacity ? wanted : slots->capacity;
    const uint64_t *const full = slots->block;
    if (!qi_slots_change(slots, (uint32_t)wanted))
        return false;
    if (full)
        memcpy(slots->block, full, slots->used * sizeof *full);
    return true;
}

uint32_t qi_slots_take(qi_slots *slots, uint32_t size)
{
    if (!make_room(slots, size))
        return 0;
    const uint32_t offset = slots->used;
    slots->used += size;
    return offset;
}
