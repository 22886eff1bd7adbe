/* The GTP command that asks the NoGo solver. */
#ifndef QI_GTP_SOLVE_H
#define QI_GTP_SOLVE_H

#include "gtp/nogo.h"

extern const gtp_command gtp_solve_commands[];

/* The position of a NoGo session (gtp_nogo.c). */
const qi_nogo *gtp_nogo_board(gtp_session *session);

#endif
