/* A game of NoGo between a person and the engine: what happens in it, not how it is drawn. */
#ifndef QI_CLI_NOGO_PLAY_H
#define QI_CLI_NOGO_PLAY_H

#include "cli/nogo/thinking.h"

#include <qi/nogo_record.h>

typedef struct play_game {
    const cli_spec *spec;
    qi_nogo_record *record;
    const qi_nogo *now; /* the record's position */
    qi_colour person;   /* whose moves are typed */
    nogo_thinking thinking;
    qi_nogo_player *opponent, *adviser; /* the adviser is made when first asked for a hint */
    char note[320];                     /* what happened last, one line */
    bool quit;
    bool failed; /* it quits for want of memory, which was said */
    cli_out out; /* where it is drawn */
} play_game;

/* Begins a game at `start`, which is copied, and makes the opponent. */
qi_result play_start(play_game *game, const qi_nogo *start);
void play_clean(play_game *game);

bool play_is_over(const play_game *game);
bool play_is_persons_turn(const play_game *game);

/* Plays at a point for the side to move; false when it is illegal (`note` says why). */
bool play_at(play_game *game, qi_point point);
/* Takes back the person's last move and what followed it. */
void play_undo(play_game *game);
/* Says why the game cannot go on, and quits. */
void play_fail(play_game *game, qi_result result);
/* The opponent thinks and moves. */
void play_reply(play_game *game);
/* Puts a good move for the person into `note`; returns it. */
qi_point play_hint(play_game *game);
/* Writes the record; false when that failed (`note` says why). */
bool play_save(play_game *game, const char *path);

/* Carries out a typed line: a move "row column", or a command. */
void play_obey(play_game *game, const char *line);
extern const char play_commands_help[];

/* Plays with a cursor on a terminal, until the person quits. */
void play_with_cursor(play_game *game, picture_style style);
/* Plays with typed lines. */
void play_with_lines(play_game *game, picture_style style);

/* The board, whose turn it is, and the note; `cursor` may be QI_NO_POINT. */
void play_draw(play_game *game, picture_style style, qi_point cursor);

#endif
