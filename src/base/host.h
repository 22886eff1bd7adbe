/* The environment of a call (qi_host): whether to stop, the time, and waiting. Its
 * threads are in base/workers.h. */
#ifndef QI_BASE_HOST_H
#define QI_BASE_HOST_H

#include <qi/base.h>

#if __STDC_HOSTED__
#include <errno.h>
#include <string.h>
#include <time.h>

/* The clocks of a hosted build, in seconds. Only the difference between two times of the same clock
 * has a meaning. */
static inline double qi_seconds_of(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Elapsed time; it never goes backwards. */
static inline double qi_seconds(void)
{
    return qi_seconds_of(CLOCK_MONOTONIC);
}

/* CPU time of this process, all threads together. */
static inline double qi_cpu_seconds(void)
{
    return qi_seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

/* Describes an errno of starting a process or a thread. The system's words for EAGAIN do not say
 * which limit was reached. */
static inline const char *qi_start_error(int error)
{
    return error == EAGAIN ? "no more processes and threads may be started (ulimit -u)"
                           : strerror(error);
}
#endif

static inline bool qi_host_stops(const qi_host *host)
{
    return host && host->stop && qi_stop_is_set(host->stop);
}

/* The freestanding core has no clock but the host's. */
static inline bool qi_host_has_clock(const qi_host *host)
{
    return __STDC_HOSTED__ || (host && host->seconds);
}

bool qi_host_is_complete(const qi_host *host);
double qi_host_seconds(const qi_host *host); /* 0 without a clock */
/* Waits for so long, or until the call is to stop; not without a clock. */
void qi_host_wait(const qi_host *host, double seconds);

#endif
