/*
 * What Go and NoGo have in common behind GTP: a board of at most 25 lines, clocks, and the commands
 * that need no more. Each game brings a qi_gtp_game_kind, which keeps the record of its moves.
 */
#ifndef QI_GTP_GAME_H
#define QI_GTP_GAME_H

#include "base/random.h"
#include "base/text.h"
#include "gtp/session.h"

#include <qi/sgf.h>

enum { GTP_MOST_POINTS = QI_GTP_MAX_SIDE * QI_GTP_MAX_SIDE };

/* A position to start from. */
typedef struct qi_gtp_start {
    uint32_t rows, columns;
    qi_colour to_move;
    uint8_t stones[GTP_MOST_POINTS]; /* a qi_colour each; in NoGo QI_WALL is a hole */
} qi_gtp_start;

typedef struct qi_gtp_game qi_gtp_game;

typedef struct qi_gtp_game_kind {
    const char *name;  /* for the command `name` */
    const char *rules; /* for gogui-rules_game_id */
    bool may_pass;

    /* The present position, as an engine is asked about it. */
    qi_gtp_question (*position)(const qi_gtp_game *game);
    /* Begins a game at a position; NULL when done, else why not (the old game stays). */
    const char *(*start)(qi_gtp_game *game, const qi_gtp_start *start);
    /* Plays a stone or, where it may, passes; NULL when done, else why that is illegal. */
    const char *(*play)(qi_gtp_game *game, qi_move move);
    /* Takes moves back until there are `count`, not more than there are. */
    void (*undo)(qi_gtp_game *game, size_t count);
    /* Why a move is illegal, or NULL. */
    const char *(*judge)(const qi_gtp_game *game, qi_move move);
    /* The opponent of who moved last; before the first move, who the start says. */
    qi_colour (*to_move)(const qi_gtp_game *game);
    /* The number of moves; `last`, when not NULL, gets the last of them. */
    size_t (*moves)(const qi_gtp_game *game, qi_move *last);
    /* Tells that the colour has resigned; may be NULL. */
    void (*resign)(qi_gtp_game *game, qi_colour colour);
    /* Whether the game is over. */
    bool (*over)(const qi_gtp_game *game);
    /* How it ended or, where that can be told, stands: "B+3.5", "W+R", "0"; false when it cannot
     * be told. It can when the game is over. */
    bool (*result)(const qi_gtp_game *game, char *text, size_t capacity);
    /* Puts the first game of an SGF text, up to `most` moves, in the place of the present one;
     * false when it cannot, and then the reply is an error that names `path`. */
    bool (*load)(qi_gtp *session, const char *path, const char *text, size_t length, size_t most);
    /* Writes the game as SGF. */
    qi_result (*write)(const qi_gtp_game *game, qi_sink *sink, void *context);
    /* More lines for gogui-analyze_commands, or "". */
    const char *analyze_commands;
} qi_gtp_game_kind;

struct qi_gtp_game {
    const qi_gtp_game_kind *kind;
    void *state; /* the kind's own */
    qi_gtp_engine engine;
    const qi_gtp_command *commands[10];
    uint32_t rows, columns;
    double komi;
    uint32_t handicap;       /* stones that were put as such; 0 when there are none */
    qi_nogo_clock clocks[3]; /* by colour */
    bool counts_periods;     /* time_left tells periods left, not stones: kgs byoyomi */
    bool no_files;
};

/* The commands of every game, of GoGui, of Go alone and of NoGo alone, for the list of tables. */
extern const qi_gtp_command qi_gtp_common_commands[], qi_gtp_gogui_commands[],
    qi_gtp_sgf_commands[], qi_gtp_setup_commands[], qi_gtp_handicap_commands[],
    qi_gtp_hollow_commands[], qi_gtp_analyze_commands[], qi_gtp_interrupt_commands[];

/* A session of a game that has its kind, engine and first position; `own` are the commands of this
 * kind alone. For the rest see qi_gtp_open. */
qi_gtp *qi_gtp_game_open(qi_gtp_game *game, const qi_gtp_command *own, void (*end)(void *game),
                         qi_sink *sink, void *context, const qi_host *host,
                         const qi_allocator *allocator);

/* An engine of Go: random legal moves that fill no own eye. */
qi_gtp_engine qi_gtp_random_engine(qi_random *random);

/* Tells the engine that a new game has begun. */
void qi_gtp_forget(const qi_gtp_game *game);

/* Begins a game at a position. NULL when done, else why not. */
const char *qi_gtp_game_start(qi_gtp_game *game, const qi_gtp_start *start);

/* The state of a point. */
qi_colour qi_gtp_at(const qi_gtp_game *game, qi_point point);

/* The present position as a start. */
void qi_gtp_game_now(const qi_gtp_game *game, qi_gtp_start *now);

/* Whether a colour has a move, a pass where it may. */
bool qi_gtp_can_move(const qi_gtp_game *game, qi_colour colour);

/* Completes a question that has the colour and whom to report to. */
qi_gtp_question qi_gtp_ask(const qi_gtp_game *game, const qi_gtp_question *asked,
                           const qi_host *host);
/* Asks the engine, about the position as well, to choose a move by the colour's clock; `asked` has
 * the colour and whom to report to. False when it fails, and then the reply is an error. */
bool qi_gtp_choose(qi_gtp *session, const qi_gtp_question *asked, qi_point *move);
/* What follows a choice: it is played, or the resignation is noted. */
bool qi_gtp_play_choice(qi_gtp *session, qi_move move);

/* ---- arguments and answers ---------------------------------------------------------------- */

/* The `index`-th argument as a colour; false (and the reply is an error) when it is none. */
bool qi_gtp_read_colour(qi_gtp *session, size_t index, qi_colour *colour);
/* The same; an argument that is not there means the player to move. */
bool qi_gtp_read_colour_or_turn(qi_gtp *session, size_t index, qi_colour *colour);
/* The `index`-th argument as a vertex or "pass"; false (and an error) when it is none. A vertex
 * off the board is an illegal move. */
bool qi_gtp_read_vertex(qi_gtp *session, size_t index, qi_point *point);
/* A whole number within [min, max]; false without an error when it is none. */
bool qi_gtp_read_number(const char *text, uint32_t min, uint32_t max, uint32_t *number);
/* A komi; false without an error when it is none. */
bool qi_gtp_read_komi(const char *text, double *komi);
/* "D4", "pass" or "resign". */
void qi_gtp_say_vertex(qi_gtp *session, qi_point point);
/* The points where a colour may play, in reading order; false when there are none. */
bool qi_gtp_say_legal(qi_gtp *session, qi_colour colour);
/* "cannot load file: ..." with the place and what is wrong there; returns false. */
bool qi_gtp_fail_load(qi_gtp *session, const char *path, const qi_text_error *error);

#endif
