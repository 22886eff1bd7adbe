/*
 * How far a long call has come, for another thread to look at. Only the call writes, and nobody
 * waits for anybody. A meter that is NULL is nobody's.
 */
#ifndef QI_BASE_METER_H
#define QI_BASE_METER_H

#include <stddef.h>

typedef struct qi_meter {
    size_t done, all; /* in any unit; all is 0 while nothing is known */
} qi_meter;

static inline void qi_meter_set(qi_meter *meter, size_t done, size_t all)
{
    if (!meter)
        return;
    __atomic_store_n(&meter->all, all, __ATOMIC_RELAXED);
    __atomic_store_n(&meter->done, done, __ATOMIC_RELAXED);
}

/* More is done, and more is to be done than was known before. */
static inline void qi_meter_add(qi_meter *meter, size_t done, size_t all)
{
    if (meter)
        qi_meter_set(meter, meter->done + done, meter->all + all);
}

/* For the one who looks. */
static inline qi_meter qi_meter_look(const qi_meter *meter)
{
    const qi_meter seen = {.done = __atomic_load_n(&meter->done, __ATOMIC_RELAXED),
                           .all = __atomic_load_n(&meter->all, __ATOMIC_RELAXED)};
    return seen;
}

#endif
