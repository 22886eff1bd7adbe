#include "gtp/watch.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"

/* More than this is left in the pipe until the work is done. */
enum { MOST_KEPT = 1 << 16, AGAIN = 10 /* milliseconds */ };

struct qi_gtp_watch {
    const qi_allocator *allocator; /* not used by the thread */
    pthread_t thread;
    int descriptor;
    qi_waker waker;
    qi_gtp_stop *stop;
    void *context;
    qi_buffer *ahead; /* has room for what is kept, so that the thread needs no memory */
    char *kept;       /* there */
    size_t kept_length;
    bool ended, interrupted;
    char line[16]; /* the start of the line that is coming */
    size_t line_length;
};

static void look_at(qi_gtp_watch *watch, const char *bytes, size_t count)
{
    static const char wanted[] = "# interrupt";
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == '\n') {
            watch->interrupted |= watch->line_length == sizeof wanted - 1 &&
                                  memcmp(watch->line, wanted, sizeof wanted - 1) == 0;
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

static void *keep_looking(void *context)
{
    qi_gtp_watch *watch = context;
    for (;;) {
        if (watch->interrupted)
            watch->stop(watch->context);
        const bool reading = !watch->ended && watch->kept_length < MOST_KEPT;
        const qi_woken by = qi_waker_wait(&watch->waker, reading ? watch->descriptor : -1,
                                          watch->interrupted ? AGAIN : -1);
        if (by == QI_WOKEN_BY_WAKER)
            return NULL;
        if (by == QI_WOKEN_BY_INPUT)
            read_more(watch);
    }
}

qi_gtp_watch *qi_gtp_watch_start(int descriptor, const char *waiting, size_t count,
                                 qi_gtp_stop *stop, void *context, qi_buffer *ahead,
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
    watch->stop = stop;
    watch->context = context;
    look_at(watch, waiting, count);
    if (qi_waker_open(&watch->waker)) {
        if (pthread_create(&watch->thread, NULL, keep_looking, watch) == 0)
            return watch;
        qi_waker_close(&watch->waker);
    }
    qi_release(allocator, watch);
    return NULL;
}

void qi_gtp_watch_end(qi_gtp_watch *watch, bool *ended)
{
    qi_waker_wake(&watch->waker);
    pthread_join(watch->thread, NULL);
    qi_waker_close(&watch->waker);
    watch->ahead->length += watch->kept_length;
    *ended = watch->ended;
    qi_release(watch->allocator, watch);
}
