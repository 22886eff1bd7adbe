/*
 * Inside a GTP session: lines in, replies out (session.c), the game behind (go.c, nogo.c), and the
 * engine that chooses its moves (engine.c). The commands stand in tables in the other files.
 */
#ifndef QI_GTP_SESSION_H
#define QI_GTP_SESSION_H

#include <qi/go_record.h>
#include <qi/gtp.h>
#include <qi/nogo_record.h>
#include <qi/sgf.h>

#include "base/buffer.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "base/workers.h"

enum {
    GTP_MAX_POINTS = QI_GTP_MAX_SIDE * QI_GTP_MAX_SIDE,
    GTP_LONGEST_LINE =
        1 << 20, /* a longer one is answered with an error and forgotten as it comes */
    GTP_MAX_PASSES = 1000
};

/* One command. `run` finds its arguments with qi_gtp_argument, writes its answer with qi_gtp_say
 * and returns true, or returns qi_gtp_fail. */
typedef struct qi_gtp_command {
    const char *name;
    bool (*run)(qi_gtp *session);
} qi_gtp_command;

/* The commands of every game, of GoGui, of Go alone, of NoGo alone, and of some engines. Each table
 * ends with {0}. */
extern const qi_gtp_command qi_gtp_common_commands[], qi_gtp_gogui_commands[],
    qi_gtp_sgf_commands[], qi_gtp_setup_commands[], qi_gtp_handicap_commands[],
    qi_gtp_hollow_commands[], qi_gtp_analyze_commands[], qi_gtp_interrupt_commands[];

/* A position to start from. */
typedef struct qi_gtp_start {
    uint32_t rows, columns;
    qi_colour to_move;
    uint8_t stones[GTP_MAX_POINTS]; /* a qi_colour each; in NoGo QI_WALL is a hole */
} qi_gtp_start;

/* An SGF text to load a game from, and what is wrong with it. */
typedef struct qi_gtp_loading {
    const char *text;
    size_t length, max;  /* moves */
    const char *refused; /* why a move is illegal: the error has only its place */
    qi_text_error error; /* for QI_BAD_TEXT; for QI_TOO_LARGE without a place */
} qi_gtp_loading;

/* The differences of Go and NoGo. */
typedef struct qi_gtp_game {
    const char *name;  /* for the command `name` */
    const char *rules; /* for gogui-rules_game_id */
    bool may_pass;

    /* Begins a game at a position; NULL when done, else why not (the old game stays). */
    const char *(*start)(qi_gtp *session, const qi_gtp_start *start);
    /* Plays a stone or, where it may, passes; NULL when done, else why that is illegal. */
    const char *(*play)(qi_gtp *session, qi_move move);
    /* Takes moves back until there are `count`, not more than there are. */
    void (*undo)(qi_gtp *session, size_t count);
    /* Why a move is illegal, or NULL. */
    const char *(*judge)(const qi_gtp *session, qi_move move);
    /* The opponent of who moved last; before the first move, who the start says. */
    qi_colour (*to_move)(const qi_gtp *session);
    /* The number of moves; `last`, when not NULL, gets the last of them. */
    size_t (*moves)(const qi_gtp *session, qi_move *last);
    /* Notes that the colour has resigned; may be NULL. */
    void (*resign)(qi_gtp *session, qi_colour colour);
    bool (*over)(const qi_gtp *session);
    /* How the game ended, "B+3.5", "W+R" or "0"; in Go how it stands. False when it is not over. */
    bool (*result)(const qi_gtp *session, char *text, size_t capacity);
    /* Replaces the game by the first one of an SGF text. */
    qi_result (*load)(qi_gtp *session, qi_gtp_loading *from);
    /* Writes the game as SGF. */
    qi_result (*write)(const qi_gtp *session, qi_sink *sink, void *context);
    const char *analyze_commands; /* more lines for gogui-analyze_commands, or "" */
} qi_gtp_game;

struct qi_gtp {
    qi_allocator allocator;
    qi_sink *sink;
    void *context;
    const qi_gtp_command *commands[10]; /* ended by NULL */

    /* The game. */
    const qi_gtp_game *game;
    uint32_t rows, columns;
    double komi;
    uint32_t handicap;       /* number of handicap stones */
    qi_nogo_clock clocks[3]; /* by colour */
    bool counts_periods;     /* time_left has periods left, not stones: kgs byoyomi */
    bool no_files;
    qi_gtp_engine engine;
    qi_random random; /* of the engine of Go, if the caller brings none */

    qi_nogo_record *nogo; /* or NULL */
    bool no_centre;
    /* NoGo knows no pass, but `play` takes one, so that a controller that sends a history with
     * passes stays in step: only who is to move changes. The record does not hold them. */
    struct {
        size_t stones; /* moves of the record before it */
        qi_colour colour;
    } passes[GTP_MAX_PASSES];
    size_t pass_count;

    qi_go_record *go; /* or NULL */
    qi_go_rules rules;
    size_t base; /* entries before the first move that may be taken back */
    /* Whose turn it is after `turn_count` entries, if not the last mover's opponent's;
     * QI_EMPTY: it always is. */
    qi_colour turn;
    size_t turn_count;

    /* The input, and how it interrupts a command. */
    const qi_host *host;
    qi_host watched_host; /* the same with the next for its stop */
    qi_stop interrupted;  /* the command under way, by a line or the host's stop */
    int descriptor;       /* that is served, or -1 */
    bool watched;         /* by a thread, while a command works */
    qi_workers watch;     /* the thread */
    qi_waker waker;       /* ends it */
    char seen[16];        /* the start of the line that is coming */
    size_t seen_length;
    qi_buffer ahead;  /* what the thread has read */
    size_t max_ahead; /* the rest is left in the pipe until the work is done */
    bool input_ended; /* it has seen the end */
    const char *rest; /* bytes that were fed and not yet looked at */
    size_t waiting;   /* how many */

    /* The line, and its reply. */
    qi_buffer line; /* what came of it so far, cleaned */
    bool in_comment, too_long;
    const char *id; /* digits, or "" */
    char **words;   /* the command and its arguments, in `line` */
    size_t word_count, word_capacity;
    qi_buffer reply;
    bool failed, started, out_of_memory;
    bool over; /* the session ends after this reply */
};

/* A session without a game; NULL without memory, or with a wrong host. */
qi_gtp *qi_gtp_new(const qi_gtp_game *game, const qi_host *host, qi_sink *sink, void *context,
                   const qi_allocator *allocator);
/* Hands over a session whose engine and game are set, or frees it when they are not. `own` are the
 * commands of this game alone. */
qi_result qi_gtp_open(qi_gtp *session, qi_result result, const qi_gtp_command *own, qi_gtp **made);

/* ---- the game (game.c) -------------------------------------------------------------------- */

/* Begins a game at a position. False when it cannot: the reply is then an error, `what` and the
 * reason. */
bool qi_gtp_start_game(qi_gtp *session, const qi_gtp_start *start, const char *what);
/* Plays a move; false (and an error) when it is illegal. */
bool qi_gtp_play(qi_gtp *session, qi_move move);
/* Whether a session takes a board; if not, the error says so. */
bool qi_gtp_size_fits(qi_gtp_loading *from, uint32_t rows, uint32_t columns);
/* The state of a point. */
qi_colour qi_gtp_at(const qi_gtp *session, qi_point point);
/* Whether a colour has a move, a pass where it may. */
bool qi_gtp_can_move(const qi_gtp *session, qi_colour colour);

/* ---- the engine (engine.c) ---------------------------------------------------------------- */

/* An engine of Go: random legal moves that fill no own eye. */
qi_gtp_engine qi_gtp_random_engine(qi_random *random);
/* Lets the engine forget the last game. */
void qi_gtp_forget(const qi_gtp *session);
/* Begins to ask (until qi_gtp_end_work) a question that has the colour and whom to report to. */
void qi_gtp_begin_question(qi_gtp *session, bool watch, qi_gtp_question *question);
/* Lets the engine choose a move by the colour's clock, asked such a question. False when it fails,
 * and then the reply is an error. */
bool qi_gtp_choose(qi_gtp *session, qi_gtp_question *question, qi_point *move);
/* Plays a choice, or notes the resignation. */
bool qi_gtp_play_choice(qi_gtp *session, qi_move move);

/* The host for work that may take long, until qi_gtp_end_work. If `watch` says so and a descriptor
 * is served, its stop is also set when the line "# interrupt" comes; other lines wait. */
const qi_host *qi_gtp_begin_work(qi_gtp *session, bool watch);
void qi_gtp_end_work(qi_gtp *session);
/* Whether more input waits: a command that answers until then should come to its end. */
bool qi_gtp_input_waits(const qi_gtp *session);

/* ---- replies (session.c) ------------------------------------------------------------------ */

/* Adds to the reply; returns true. */
bool qi_gtp_say(qi_gtp *session, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The reply becomes this error; returns false. */
bool qi_gtp_fail(qi_gtp *session, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "syntax error: expected ..."; returns false. */
bool qi_gtp_fail_syntax(qi_gtp *session, const char *expected);
/* Sends what was said so far, and goes on with the same reply: for commands that answer line by
 * line for a while. False when the reader is gone. */
bool qi_gtp_send_part(qi_gtp *session);
/* "D4", "pass" or "resign"; returns true. */
bool qi_gtp_say_vertex(qi_gtp *session, qi_point point);
/* One of a list of them that is the whole reply. */
void qi_gtp_say_next(qi_gtp *session, qi_point point);
/* The points where a colour may play, in reading order. */
void qi_gtp_say_legal(qi_gtp *session, qi_colour colour);

/* ---- arguments (game.c) ------------------------------------------------------------------- */

size_t qi_gtp_arguments(const qi_gtp *session);
/* Returns argument `index` (zero-based), or NULL if there are fewer. */
const char *qi_gtp_argument(const qi_gtp *session, size_t index);
/* A command of the session by its index from 0, or by its name; NULL if unknown. */
const qi_gtp_command *qi_gtp_command_at(const qi_gtp *session, size_t index);
const qi_gtp_command *qi_gtp_command_named(const qi_gtp *session, const char *name);

/* Reads the `index`-th argument; false (and the reply is an error) when it is no colour. */
bool qi_gtp_read_colour(qi_gtp *session, size_t index, qi_colour *colour);
/* A vertex or "pass". `fault` is what a vertex off the board is: "illegal move". */
bool qi_gtp_read_vertex(qi_gtp *session, size_t index, const char *fault, qi_point *point);
/* A colour, and a vertex or "pass". */
bool qi_gtp_read_move(qi_gtp *session, size_t index, qi_move *move);
/* A whole number from 0; otherwise fails, naming `what` as missing. */
bool qi_gtp_read_count(qi_gtp *session, size_t index, const char *what, uint32_t *count);

/* A whole number within [min, max], or a komi; false without an error if invalid. */
bool qi_gtp_parse_number(const char *text, uint32_t min, uint32_t max, uint32_t *number);
bool qi_gtp_parse_komi(const char *text, double *komi);

/* Answers what comes from a source, which may wait for it, until the session is over or the input
 * ends. QI_STOPPED: the source returned false. */
qi_result qi_gtp_serve(qi_gtp *session, qi_source *source, void *context);

#endif
