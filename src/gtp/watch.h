/* Watches the input while a command works, for the line "# interrupt" by which GoGui asks it to
 * stop. All other input is kept for later. */
#ifndef QI_GTP_WATCH_H
#define QI_GTP_WATCH_H

#include "base/buffer.h"
#include "gtp/session.h"

typedef struct qi_gtp_watch qi_gtp_watch;

/* Starts to watch `descriptor`; `waiting` are bytes that were read from it already. Once the line
 * came, `stop` is called again and again: a user's own engine (qi_gtp_engine) that is about to
 * start may miss the first call. What comes is added to `ahead`, which nobody else may change
 * meanwhile. NULL without memory or a thread: then nothing is watched. */
qi_gtp_watch *qi_gtp_watch_start(int descriptor, const char *waiting, size_t count,
                                 qi_gtp_stop *stop, void *context, qi_buffer *ahead,
                                 const qi_allocator *allocator);

/* Stops watching. `ended` tells that the input is over. */
void qi_gtp_watch_end(qi_gtp_watch *watch, bool *ended);

#endif
