/* An allocator that counts, and that refuses blocks on demand. It aborts when two threads
 * are in it at once: callers are promised that they never are. */
#ifndef CHECK_MEMORY_H
#define CHECK_MEMORY_H

#include <stdatomic.h>
#include <stdlib.h>

#include <qi/base.h>

/* Which blocks are refused. */
typedef enum check_refusal {
    CHECK_ONE,  /* the one of that number, from 1 */
    CHECK_FROM, /* that one and all that follow */
    CHECK_EVERY /* that one, and every one whose number it divides */
} check_refusal;

typedef struct check_memory {
    size_t fail; /* 0: none is refused */
    check_refusal refusal;
    size_t asked;   /* blocks asked for so far */
    size_t refused; /* of them */
    size_t held;    /* blocks that were not given back */
    atomic_flag inside;
} check_memory;

static inline void check_enter(check_memory *memory)
{
    if (atomic_flag_test_and_set(&memory->inside))
        abort();
}

static inline bool check_refuses(const check_memory *memory)
{
    if (!memory->fail)
        return false;
    switch (memory->refusal) {
    case CHECK_ONE:
        return memory->asked == memory->fail;
    case CHECK_FROM:
        return memory->asked >= memory->fail;
    case CHECK_EVERY:
        return memory->asked % memory->fail == 0;
    }
    return false;
}

static inline void *check_allocate(void *context, size_t size)
{
    check_memory *memory = context;
    void *block = NULL;
    check_enter(memory);
    memory->asked++;
    if (check_refuses(memory))
        memory->refused++;
    else
        block = malloc(size);
    memory->held += block != NULL;
    atomic_flag_clear(&memory->inside);
    return block;
}

static inline void check_release(void *context, void *block)
{
    check_memory *memory = context;
    check_enter(memory);
    if (!block)
        abort();
    memory->held--;
    atomic_flag_clear(&memory->inside);
    free(block);
}

static inline qi_allocator check_allocator(check_memory *memory)
{
    return (qi_allocator){check_allocate, check_release, memory};
}

#endif
