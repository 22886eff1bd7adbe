/* The search as a player behind GTP. */
#ifndef QI_CLI_NOGO_PLAYER_H
#define QI_CLI_NOGO_PLAYER_H

#include "cli/nogo/thinking.h"
#include "gtp/nogo.h"

typedef struct nogo_search_habits {
    nogo_thinking thinking; /* its limits hold when the controller sets no clock */
    bool ponder;            /* think on while the opponent thinks */
    bool never_resign;      /* else it resigns when its loss is proven */
} nogo_search_habits;

/* A player that searches; NULL without memory. Free with player->kind->release. */
nogo_player *nogo_search_player(const nogo_search_habits *habits);

#endif
