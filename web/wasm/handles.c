/* Handles of objects: a table of slots. */
#include "base/memory.h"
#include "page.h"

enum { SLOT_BITS = 20, GENERATION_BITS = 28, NO_SLOT = UINT32_MAX };

typedef struct slot {
    void *object; /* NULL: the slot is free */
    void (*release)(void *object);
    page_kind kind;
    uint32_t generation, next_free;
} slot;

/* What was wrong with a call that trapped. */
typedef enum problem { NO_PROBLEM, NO_HANDLE, FREED, OTHER_KIND, OUT_OF_RANGE } problem;

/* A module has one table, as it has one memory. */
static slot *slots;
static size_t slot_count, slot_capacity;
static uint32_t first_free = NO_SLOT;
static uint32_t last_problem;

static _Noreturn void fail(problem what, page_kind expected, page_kind found)
{
    last_problem = (uint32_t)what | (uint32_t)expected << 8 | (uint32_t)found << 16;
    __builtin_trap();
}

/* Why the last call trapped, in bytes: the problem, the kind expected and the kind found; 0 for a
 * fault of the library's own. It is forgotten. */
PAGE_EXPORT(problem) uint32_t page_problem(void)
{
    const uint32_t problem = last_problem;
    last_problem = 0;
    return problem;
}

static slot *new_slot(void)
{
    if (first_free != NO_SLOT) {
        slot *const found = &slots[first_free];
        first_free = found->next_free;
        return found;
    }
    slot *const grown = slot_count >> SLOT_BITS ? NULL
                                                : qi_grow(&qi_default_allocator, slots, slot_count,
                                                          1, &slot_capacity, sizeof *slots);
    if (!grown)
        return NULL;
    slots = grown;
    slots[slot_count] = (slot){.generation = 0};
    return &slots[slot_count++];
}

page_handle page_keep(page_kind kind, void *object, void (*release)(void *object))
{
    slot *const place = object ? new_slot() : NULL;
    if (!place) {
        if (object)
            release(object);
        return 0;
    }
    place->object = object;
    place->release = release;
    place->kind = kind;
    place->generation = (place->generation + 1) & ((1U << GENERATION_BITS) - 1);
    const uint64_t number = (uint64_t)kind << (GENERATION_BITS + SLOT_BITS) |
                            (uint64_t)place->generation << SLOT_BITS | (uint64_t)(place - slots);
    return (page_handle)number;
}

/* The slot that a handle names, if the object is still there. */
static slot *slot_of(page_handle handle, problem *wrong)
{
    *wrong = NO_HANDLE;
    if (!(handle >= 1 && handle < 0x1p52) || (page_handle)(uint64_t)handle != handle)
        return NULL;
    const uint64_t number = (uint64_t)handle;
    const size_t index = number & ((1U << SLOT_BITS) - 1);
    if (index >= slot_count)
        return NULL;
    slot *const place = &slots[index];
    *wrong = FREED;
    return place->object && number >> SLOT_BITS ==
                                ((uint64_t)place->kind << GENERATION_BITS | place->generation)
               ? place
               : NULL;
}

void *page_find(page_handle handle, page_kind kind)
{
    problem wrong;
    const slot *const place = slot_of(handle, &wrong);
    if (!place)
        fail(wrong, kind, kind);
    if (place->kind != kind)
        fail(OTHER_KIND, kind, place->kind);
    return place->object;
}

/* Frees an object of any kind; a handle that is freed already, or none, is passed over. */
PAGE_EXPORT(free) void page_free(page_handle handle)
{
    problem ignored;
    slot *const place = slot_of(handle, &ignored);
    if (!place)
        return;
    place->release(place->object);
    place->object = NULL;
    place->next_free = first_free;
    first_free = (uint32_t)(place - slots);
}

void page_expect(bool in_range)
{
    if (!in_range)
        fail(OUT_OF_RANGE, PAGE_NOGO, PAGE_NOGO);
}

uint64_t page_whole(double number)
{
    page_expect(number >= 0 && number <= 0x1p53 && (double)(uint64_t)number == number);
    return (uint64_t)number;
}
