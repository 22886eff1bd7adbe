/* Games of Go from and to SGF. Not part of the freestanding core. */
#ifndef QI_GO_SGF_H
#define QI_GO_SGF_H

#include "go/games.h"

#include <qi/sgf.h>

/* How a game is read. Set the first members, the rest to zero. */
typedef struct qi_go_sgf_reading {
    qi_go_record *record; /* of the board's size; what it held is dropped */
    const char *text;     /* that was parsed: the entries' sources are offsets in it */
    /* Told of values that are no points of the board, as in qi_sgf_player, or NULL. */
    void (*unread)(void *context, const qi_text_error *error);
    void *context;

    qi_colour turn; /* at the end, if PL or the next move says so; else QI_EMPTY */

    const qi_sgf *sgf;
    qi_text_error *error;
} qi_go_sgf_reading;

/* Replays the main line of a walk that was just started, at most `max_moves` moves, with exact
 * rules; refused moves are entries too. The stones that are set up between two moves are one entry.
 * QI_BAD_TEXT: a setup leaves a group without a liberty, or there is a value that is no point and
 * nobody to tell; the record holds the game before it. QI_STOPPED: there are more moves. */
qi_result qi_go_read_sgf(qi_go_sgf_reading *reading, qi_sgf_walk *walk, size_t max_moves,
                         qi_text_error *error);

/* Writes a record of moves as SGF: those that were played, and the refused ones as comments where
 * they were tried. */
void qi_go_write_sgf(qi_sgf_writer *writer, const qi_go_record *record);

#endif
