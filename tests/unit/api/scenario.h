/*
 * Running out of memory anywhere.
 *
 * A scenario calls public functions with an allocator and adds up what it sees. It is run once with
 * all the memory it asks for, then again and again with some blocks refused: the k-th, all from the
 * k-th on, every k-th. It must then either say QI_NO_MEMORY or see the same; every block must come
 * back in any case. Behind the library's back no memory may be taken: malloc and its kin are
 * wrapped, and the library may not call them while a scenario runs.
 */
#ifndef QI_TESTS_SCENARIO_H
#define QI_TESTS_SCENARIO_H

#include "check.h"
#include "check_memory.h"

#include <stdio.h>
#include <string.h>

/* ---- malloc and its kin (-Wl,--wrap) ------------------------------------------------------- */

extern size_t scenario_stray; /* blocks taken other than from the allocator */

/* ---- scenarios ----------------------------------------------------------------------------- */

/* What a scenario works with. */
typedef struct scene {
    const qi_allocator *allocator;
    uint64_t sum;
} scene;

typedef qi_result scenario(scene *it);

static inline void see(scene *it, uint64_t number)
{
    it->sum = (it->sum ^ number) * 0x100000001b3U + 1;
}

static inline void see_bytes(scene *it, const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        see(it, ((const unsigned char *)bytes)[i]);
}

/* A sink that adds the bytes up. */
static inline bool see_piece(void *context, const char *bytes, size_t count)
{
    see_bytes(context, bytes, count);
    return true;
}

typedef struct scenario_case {
    const char *name;
    scenario *run;
} scenario_case;

/* Runs a scenario in every way; fails the test with the way it failed in. */
void scenario_run(const scenario_case *it);

#endif
