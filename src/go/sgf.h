/* Games of Go from and to SGF. Not part of the freestanding core. */
#ifndef QI_GO_SGF_H
#define QI_GO_SGF_H

#include "go/games.h"

#include <qi/sgf.h>

/* Replays the main line of a walk that was just started, with exact rules, in place of what the
 * record held; the board has the walk's size. The stones that are set up between two moves are one
 * entry. `unread` is told of values that are no points of the board, as in qi_sgf_player; they are
 * left out. Sources are offsets in `text`, which was parsed. QI_BAD_TEXT: a setup leaves a group
 * without a liberty; `error` says where, and the record holds the game before it. QI_NO_MEMORY. */
qi_result qi_go_read_sgf(qi_go_record *record, qi_sgf_walk *walk, const char *text,
                         void (*unread)(void *context, const qi_text_error *error), void *context,
                         qi_text_error *error);

/* Writes a record of moves as SGF: those that were played, and the refused ones as comments where
 * they were tried. */
void qi_go_write_sgf(qi_sgf_writer *writer, const qi_go_record *record);

#endif
