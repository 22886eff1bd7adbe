/* What a call has from its surroundings (qi_host): whether to stop, the time, and waiting. Its
 * threads are in base/workers.h. */
#ifndef QI_BASE_HOST_H
#define QI_BASE_HOST_H

#include <qi/base.h>

static inline bool qi_host_is_complete(const qi_host *host)
{
    return !host || (host->size >= sizeof *host && !host->start == !host->join);
}

static inline bool qi_host_stops(const qi_host *host)
{
    return host && host->stop && qi_stop_is_set(host->stop);
}

/* The freestanding core has no clock but the host's. */
static inline bool qi_host_has_clock(const qi_host *host)
{
    return __STDC_HOSTED__ || (host && host->seconds);
}

double qi_host_seconds(const qi_host *host); /* 0 without a clock */
/* Waits for so long, or until the call is to stop; not without a clock. */
void qi_host_wait(const qi_host *host, double seconds);

#endif
