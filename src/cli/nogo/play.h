/* A game of NoGo between a person and the engine, in lines (play.c) or on a screen (play_screen.c).
 */
#ifndef QI_CLI_NOGO_PLAY_H
#define QI_CLI_NOGO_PLAY_H

#include "cli/nogo/nogo.h"

#include <qi/nogo_record.h>

typedef struct play_game {
    const cli_spec *spec;
    qi_nogo_record *record;
    const qi_nogo *now; /* the record's position */
    qi_colour person;   /* whose moves are typed */
    nogo_thinking thinking;
    qi_nogo_player *opponent, *adviser; /* the adviser is made when first asked for a hint */
    char note[320];                     /* what happened last, one line */
    char opinion[96];                   /* what the opponent thinks of its last move, or empty */
    bool quit;
    bool failed;     /* it quits for want of memory, which was said */
    cli_watch watch; /* on a screen: a signal ends the game in order */
    cli_out out;     /* where it is drawn */
} play_game;

/* Notes what has happened. */
void play_note(play_game *game, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Says why the game cannot go on, and quits. */
void play_fail(play_game *game, qi_result result);
bool play_is_over(const play_game *game);
bool play_is_persons_turn(const play_game *game);
/* Plays at a point for the side to move; false when it is illegal (`note` says why). */
bool play_at(play_game *game, qi_point point);
/* Takes back the person's last move and what followed it. */
void play_undo(play_game *game);
/* The opponent thinks and moves. */
void play_reply(play_game *game);
/* Puts a good move for the person into `note`; returns it, or QI_NO_POINT. */
qi_point play_hint(play_game *game);
void play_set_level(play_game *game, unsigned level);
/* Carries out a typed line: a move "row column", or a command. */
void play_obey(play_game *game, const char *line);
/* A picture of the board with the last move and `cursor`, which may be QI_NO_POINT, marked; ended
 * by picture_end. False without memory, after play_fail. */
bool play_draw(play_game *game, qi_point cursor, picture *drawing, nogo_legal_counts *counts);
/* Whose turn it is, or who has won, as a line. */
void play_put_turn(const play_game *game, qi_buffer *text);

/* Plays on a terminal with a cursor, until the person quits. False, without having played, if
 * standard input is not a terminal. */
bool play_on_screen(play_game *game, picture_style style);

#endif
