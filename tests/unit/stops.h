/* Calls that are stopped: before they begin, or by another thread about when they do. */
#ifndef QI_TESTS_STOPS_H
#define QI_TESTS_STOPS_H

#include "check.h"

#include <qi/base.h>

#include <pthread.h>

typedef struct test_stop {
    qi_stop stop;
    qi_host host; /* with that stop */
    pthread_t thread;
    bool apart; /* by another thread */
} test_stop;

static inline void *test_set_stop(void *stop)
{
    qi_stop_set((qi_stop *)stop);
    return NULL;
}

/* Sets the stop now, or starts the thread that does. */
static inline void test_stop_begin(test_stop *it, bool apart)
{
    *it = (test_stop){.apart = apart};
    it->host = (qi_host){.size = sizeof it->host, .stop = &it->stop};
    if (apart)
        assert_int_equal(pthread_create(&it->thread, NULL, test_set_stop, &it->stop), 0);
    else
        qi_stop_set(&it->stop);
}

/* Whoever was stopped did not clear it. */
static inline void test_stop_end(test_stop *it)
{
    if (it->apart)
        pthread_join(it->thread, NULL);
    assert_true(qi_stop_is_set(&it->stop));
}

#endif
