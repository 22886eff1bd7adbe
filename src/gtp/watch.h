/* Watches the input while a command works, for the line "# interrupt" by which GoGui asks it to
 * stop. All other input is kept for later. */
#ifndef QI_GTP_WATCH_H
#define QI_GTP_WATCH_H

#include "base/buffer.h"
#include "gtp/session.h"

typedef struct qi_gtp_watch qi_gtp_watch;

/* Starts to watch `descriptor` in a thread of the host; `waiting` are bytes that were read from it
 * already. `stop` is set when the line comes, or the host's stop is set. What comes is added to
 * `ahead`, which nobody else may change meanwhile. NULL without memory or a thread: then nothing is
 * watched. */
qi_gtp_watch *qi_gtp_watch_start(int descriptor, const char *waiting, size_t count,
                                 const qi_host *host, qi_stop *stop, qi_buffer *ahead,
                                 const qi_allocator *allocator);

/* Stops watching. `ended` tells that the input is over. */
void qi_gtp_watch_end(qi_gtp_watch *watch, bool *ended);

#endif
