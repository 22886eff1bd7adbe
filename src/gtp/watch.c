#include "gtp/watch.h"

#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/workers.h"

/* More than this is left in the pipe until the work is done. */
enum { MOST_KEPT = 1 << 16, BETWEEN_POLLS = 10 /* milliseconds */ };

struct qi_gtp_watch {
    const qi_allocator *allocator; /* not used by the thread */
    qi_workers workers;            /* one thread */
    const qi_host *host;
    int descriptor;
    qi_waker waker;
    qi_stop *stop;
    qi_buffer *ahead; /* has room for what is kept, so that the thread needs no memory */
    char *kept;       /* there */
    size_t kept_length;
    bool ended;
    char line[16]; /* the start of the line that is coming */
    size_t line_length;
};

static void look_at(qi_gtp_watch *watch, const char *bytes, size_t count)
{
    static const char wanted[] = "# interrupt";
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == '\n') {
            if (watch->line_length == sizeof wanted - 1 &&
                memcmp(watch->line, wanted, sizeof wanted - 1) == 0)
                qi_stop_set(watch->stop);
            watch->line_length = 0;
        } else if (bytes[i] != '\r' && watch->line_length < sizeof watch->line) {
            watch->line[watch->line_length++] = bytes[i];
        }
    }
}

static void read_more(qi_gtp_watch *watch)
{
    char *const bytes = watch->kept + watch->kept_length;
    const ptrdiff_t got = qi_read_some(watch->descriptor, bytes, MOST_KEPT - watch->kept_length);
    if (got > 0) {
        look_at(watch, bytes, (size_t)got);
        watch->kept_length += (size_t)got;
    } else if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
        watch->ended = true;
    }
}

static void keep_looking(void *context, uint32_t number)
{
    qi_gtp_watch *const watch = context;
    const bool polling = watch->host && watch->host->stop;
    (void)number;
    for (;;) {
        if (qi_host_stops(watch->host))
            qi_stop_set(watch->stop);
        const bool reading = !watch->ended && watch->kept_length < MOST_KEPT;
        const qi_woken by = qi_waker_wait(&watch->waker, reading ? watch->descriptor : -1,
                                          polling ? BETWEEN_POLLS : -1);
        if (by == QI_WOKEN_BY_WAKER)
            return;
        if (by == QI_WOKEN_BY_INPUT)
            read_more(watch);
    }
}

qi_gtp_watch *qi_gtp_watch_start(int descriptor, const char *waiting, size_t count,
                                 const qi_host *host, qi_stop *stop, qi_buffer *ahead,
                                 const qi_allocator *allocator)
{
    if (!qi_buffer_reserve(ahead, MOST_KEPT)) {
        ahead->failed = false;
        return NULL;
    }
    qi_gtp_watch *watch = qi_allocate_zeroed(allocator, 1, sizeof *watch);
    if (!watch)
        return NULL;
    watch->ahead = ahead;
    watch->kept = ahead->bytes + ahead->length;
    watch->allocator = allocator;
    watch->descriptor = descriptor;
    watch->host = host;
    watch->stop = stop;
    look_at(watch, waiting, count);
    if (qi_waker_open(&watch->waker)) {
        if (qi_workers_open(&watch->workers, host, 1)) {
            qi_workers_start(&watch->workers, keep_looking, watch);
            return watch;
        }
        qi_workers_close(&watch->workers);
        qi_waker_close(&watch->waker);
    }
    qi_release(allocator, watch);
    return NULL;
}

void qi_gtp_watch_end(qi_gtp_watch *watch, bool *ended)
{
    qi_waker_wake(&watch->waker);
    qi_workers_close(&watch->workers);
    qi_waker_close(&watch->waker);
    watch->ahead->length += watch->kept_length;
    *ended = watch->ended;
    qi_release(watch->allocator, watch);
}
