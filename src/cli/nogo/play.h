/* A game of NoGo between a person and the search; the rules of the table, not its looks. */
#ifndef QI_CLI_NOGO_PLAY_H
#define QI_CLI_NOGO_PLAY_H

#include "cli/nogo/thinking.h"

#include <qi/nogo_search.h>

enum { PLAY_MOST_MOVES = QI_NOGO_SEARCH_SIDE * QI_NOGO_SEARCH_SIDE };

typedef struct play_game {
    const cli_spec *spec;
    qi_nogo *start, *now; /* before the first move, and now */
    qi_point moves[PLAY_MOST_MOVES];
    size_t count;
    qi_colour person; /* whose moves are typed */
    int level;
    nogo_thinking thinking;
    bool own_limits; /* --time or --playouts were given: they hold instead of the level's */
    qi_nogo_search *opponent, *adviser;
    char note[160]; /* what happened last, one line */
    bool quit;
} play_game;

enum { PLAY_LEVELS = 8 };
extern const char play_levels_help[]; /* a line for each level */

/* Prepares the opponent for the level. QI_NO_MEMORY. */
qi_result play_seat_opponent(play_game *game);
void play_clean(play_game *game);

bool play_is_over(const play_game *game);
bool play_is_persons_turn(const play_game *game);

/* Plays at a point for the side to move; false when it is illegal (`note` says why). */
bool play_at(play_game *game, qi_point point);
/* Takes back the person's last move and what followed it. */
void play_undo(play_game *game);
/* The opponent thinks and moves. */
void play_reply(play_game *game);
/* Puts a good move for the person into `note`; returns it. */
qi_point play_hint(play_game *game);
/* Writes the record; false when that failed (`note` says why). */
bool play_save(play_game *game, const char *path);

/* Obeys a typed line: a move "row column", or a command. */
void play_obey(play_game *game, const char *line);
extern const char play_commands_help[];

/* Plays with a cursor on a terminal, until the person quits. */
void play_with_cursor(play_game *game, picture_style style);
/* Plays by typed lines. */
void play_with_lines(play_game *game, picture_style style);

/* The board, whose turn it is, and the note; `cursor` may be QI_NO_POINT. */
void play_draw(cli_out *out, const play_game *game, picture_style style, qi_point cursor);

#endif
