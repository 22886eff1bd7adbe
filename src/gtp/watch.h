/* Looks at the input while a command works, for the line "# interrupt" by which GoGui asks it to
 * come to its end. What else comes is kept for later. */
#ifndef QI_GTP_WATCH_H
#define QI_GTP_WATCH_H

#include "base/buffer.h"
#include "gtp/session.h"

typedef struct qi_gtp_watch qi_gtp_watch;

/* Starts to look at what `descriptor` brings; `waiting` are bytes that were read from it already.
 * Once the line came, `stop` is called again and again, since work that is about to start
 * may miss the first call. NULL when there is no memory or no thread: then nothing is looked at. */
qi_gtp_watch *qi_gtp_watch_start(int descriptor, const char *waiting, size_t count,
                                 qi_gtp_stop *stop, void *context);

/* Stops to look, and adds the bytes that came, `waiting` not among them, to `kept`; false when some
 * were lost for want of memory. `ended` tells that the input is over. */
bool qi_gtp_watch_end(qi_gtp_watch *watch, qi_buffer *kept, bool *ended);

#endif
