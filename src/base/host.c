#include "base/host.h"

#include "base/clock.h"

double qi_host_seconds(const qi_host *host)
{
    return host && host->seconds ? host->seconds(host->context) : qi_seconds();
}

static void sleep_for(double seconds)
{
    const struct timespec moment = {.tv_nsec = (long)(1e9 * seconds)};
    nanosleep(&moment, NULL);
}

void qi_host_wait(const qi_host *host, double seconds)
{
    static const double STEP = 0.01; /* between two looks at the stop */
    const double end = qi_host_seconds(host) + seconds;
    for (double left; (left = end - qi_host_seconds(host)) > 0 && !qi_host_stops(host);) {
        const double step = left < STEP ? left : STEP;
        if (host && host->wait)
            host->wait(host->context, step);
        else
            sleep_for(step);
    }
}
