#include "base/host.h"

#if __STDC_HOSTED__
#include "base/clock.h"

static double system_seconds(void)
{
    return qi_seconds();
}

static void system_wait(double seconds)
{
    const struct timespec moment = {.tv_nsec = (long)(1e9 * seconds)};
    nanosleep(&moment, NULL);
}
#else
static double system_seconds(void)
{
    return 0;
}

static void system_wait(double seconds)
{
    (void)seconds;
}
#endif

double qi_host_seconds(const qi_host *host)
{
    return host && host->seconds ? host->seconds(host->context) : system_seconds();
}

void qi_host_wait(const qi_host *host, double seconds)
{
    static const double STEP = 0.01; /* between two looks at the stop */
    if (!qi_host_has_clock(host))
        return;
    const double end = qi_host_seconds(host) + seconds;
    for (double left; (left = end - qi_host_seconds(host)) > 0 && !qi_host_stops(host);) {
        const double step = left < STEP ? left : STEP;
        if (host && host->wait)
            host->wait(host->context, step);
        else
            system_wait(step);
    }
}
