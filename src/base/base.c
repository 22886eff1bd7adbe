#include "base/host.h"
#include "base/memory.h"

const char *qi_version(void)
{
    return QI_VERSION;
}

void qi_stop_set(qi_stop *stop)
{
    __atomic_store_n(&stop->set, 1, __ATOMIC_SEQ_CST);
}

void qi_stop_clear(qi_stop *stop)
{
    __atomic_store_n(&stop->set, 0, __ATOMIC_SEQ_CST);
}

bool qi_stop_is_set(const qi_stop *stop)
{
    return __atomic_load_n(&stop->set, __ATOMIC_RELAXED) != 0;
}

const char *qi_result_text(qi_result result)
{
    switch (result) {
    case QI_OK:
        return "done";
    case QI_NO_MEMORY:
        return "out of memory";
    case QI_BAD_ARGUMENT:
        return "an argument is out of range";
    case QI_BAD_TEXT:
        return "the text is malformed";
    case QI_STOPPED:
        return "stopped before the end";
    case QI_UNSUPPORTED:
        return "not supported by this build";
    case QI_BAD_DATA:
        return "the data is malformed";
    case QI_TOO_LARGE:
        return "the board, position or text is too large";
    }
    return "unknown result";
}

/* ---- the host ----------------------------------------------------------------------------- */

#if __STDC_HOSTED__
static void system_wait(double seconds)
{
    const struct timespec moment = {.tv_nsec = (long)(1e9 * seconds)};
    nanosleep(&moment, NULL);
}
#else
static double qi_seconds(void)
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
    return host && host->seconds ? host->seconds(host->context) : qi_seconds();
}

bool qi_host_is_complete(const qi_host *host)
{
    qi_host known;
    return !host || (qi_struct_read(&known, sizeof known, host) && host->size >= sizeof known &&
                     !known.start == !known.join);
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

/* ---- structs that may grow ---------------------------------------------------------------- */

enum { MAX_STRUCT = 1 << 16 };

static size_t size_of(const void *given)
{
    size_t size;
    memcpy(&size, given, sizeof size);
    return size;
}

bool qi_struct_is_sized(const void *given)
{
    return size_of(given) >= sizeof(size_t) && size_of(given) <= MAX_STRUCT;
}

bool qi_struct_read(void *known, size_t size, const void *given)
{
    memset(known, 0, size);
    if (given) {
        if (!qi_struct_is_sized(given))
            return false;
        const size_t from = size_of(given);
        memcpy(known, given, from < size ? from : size);
        for (size_t i = size; i < from; i++)
            if (((const char *)given)[i])
                return false;
    }
    memcpy(known, &size, sizeof size);
    return true;
}

qi_result qi_struct_write(void *given, const void *known, size_t size)
{
    if (!qi_struct_is_sized(given))
        return QI_BAD_ARGUMENT;
    const size_t to = size_of(given), start = sizeof(size_t);
    memcpy((char *)given + start, (const char *)known + start, (to < size ? to : size) - start);
    return QI_OK;
}
