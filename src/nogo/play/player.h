/*
 * What the Go Text Protocol needs to know of a player.
 */
#ifndef QI_NOGO_PLAY_PLAYER_H
#define QI_NOGO_PLAY_PLAYER_H

#include <qi/nogo_search.h>

/* How it plays, such as "tree search with a network". */
const char *qi_nogo_player_description(const qi_nogo_player *player);

/* Thinks about the current position for as long as qi_nogo_player_limits says. QI_STOPPED: the
 * host's stop or the report ended it. QI_BAD_ARGUMENT: no position was set, or a wrong size;
 * QI_UNSUPPORTED: endless without a search, or no clock; else as qi_nogo_search_think. */
qi_result qi_nogo_player_run(qi_nogo_player *player, const qi_nogo_thinking *how);

/* Ends the pondering, if any is under way. */
void qi_nogo_player_stop_pondering(qi_nogo_player *player);

/* A level from 1 on; NULL when there is no such level. */
const qi_nogo_level *qi_nogo_level_at(unsigned number);

#endif
