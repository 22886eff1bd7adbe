/* Go behind GTP. There is no Go player here, only the rules: genmove plays at random. */
#ifndef QI_GTP_GO_H
#define QI_GTP_GO_H

#include "gtp/gtp.h"
#include <qi/go.h>

/* A session with an empty board of at most 25 lines; NULL without memory. `rules` may be NULL for
 * the default. The same seed makes the same moves. */
gtp_session *gtp_go_open(uint32_t rows, uint32_t columns, const qi_go_rules *rules, uint64_t seed,
                         gtp_sink *sink, void *context);
void gtp_go_close(gtp_session *session);

#endif
