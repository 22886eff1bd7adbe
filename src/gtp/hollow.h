/* Hollow boards of NoGo: some points, the holes, are not part of the board and no liberties. */
#ifndef QI_GTP_HOLLOW_H
#define QI_GTP_HOLLOW_H

#include "gtp/game.h"

extern const gtp_command gtp_hollow_commands[];

/* Makes a hole at a vertex of a start without stones; false when the word is no vertex of that
 * board, or there is a hole already. */
bool gtp_start_hole(gtp_start *start, const char *word);

#endif
