/* An allocator that counts, and that fails when it is told to. */
#ifndef CHECK_MEMORY_H
#define CHECK_MEMORY_H

#include <stdlib.h>

#include <qi/base.h>

typedef struct check_memory {
    size_t asked; /* blocks asked for so far */
    size_t held;  /* blocks that were not given back */
    size_t fail;  /* the number of the block that is refused, from 1; 0: none */
    bool all;     /* refuse the blocks after it too */
} check_memory;

static inline void *check_allocate(void *context, size_t size)
{
    check_memory *memory = context;
    memory->asked++;
    if (memory->fail &&
        (memory->asked == memory->fail || (memory->all && memory->asked > memory->fail)))
        return NULL;
    void *block = malloc(size);
    memory->held += block != NULL;
    return block;
}

static inline void check_release(void *context, void *block)
{
    ((check_memory *)context)->held--;
    free(block);
}

static inline qi_allocator check_allocator(check_memory *memory)
{
    return (qi_allocator){check_allocate, check_release, memory};
}

#endif
