/*
 * qi/gtp.h - the Go Text Protocol, version 2: serving Go and NoGo to a controller such as GoGui,
 * gogui-twogtp or Sabaki, on any pair of streams.
 *
 * A session gets lines and answers them. It is fed with bytes as they come, or serves a stream by
 * itself until it ends. Every answer goes to a sink; if that returns false the session ends.
 *
 *     qi_gtp *session;
 *     const qi_gtp_nogo_options options = {.player = player};
 *     if (qi_gtp_new_nogo(&options, write_to_stdout, NULL, NULL, &session) == QI_OK) {
 *         qi_gtp_serve_descriptor(session, 0);
 *         qi_gtp_free(session);
 *     }
 *
 * A session ends only by `quit`, the end of the input, or a sink that returns false. docs/gtp.md
 * describes the commands. Boards have at most QI_GTP_MOST_SIDE lines.
 *
 * One thread works with a session at a time; only qi_gtp_interrupt may be called by another. Not in
 * the freestanding core.
 */
#ifndef QI_GTP_H
#define QI_GTP_H

#include <qi/go.h>
#include <qi/nogo_player.h>

#ifdef __cplusplus
extern "C" {
#endif

#define QI_GTP_MOST_SIDE 25U

typedef struct qi_gtp qi_gtp;

/* ---- NoGo --------------------------------------------------------------------------------- */

/* A choice that is not a point: the player gives up. */
#define QI_GTP_RESIGN (QI_NO_POINT - 1)

/* What an engine thinks of one move. */
typedef struct qi_gtp_candidate {
    qi_point point;
    uint64_t visits;
    double win_rate;      /* of the player to move, 0 to 1; negative: not known, and the
                             move is left out */
    const qi_point *line; /* how the game might go on, `point` first; may be NULL */
    size_t line_length;
} qi_gtp_candidate;

/* Gets what an engine thinks so far, the best move first. Returning false ends the analysis. */
typedef bool qi_gtp_report(void *context, const qi_gtp_candidate *candidates, size_t count);

/* Your own engine: it chooses moves, and the session keeps the game. It gets the position with
 * every question, so it need not know about moves and undo. All functions get `context`. */
typedef struct qi_gtp_engine {
    const char *description; /* for the command `version`, e.g. "uniformly random legal moves" */
    /* Chooses a legal move for `colour`, who has at least one, or QI_GTP_RESIGN. `clock->given`
     * false: no limit but the engine's own. Anything but QI_OK is told to the controller as an
     * error. */
    qi_result (*choose)(void *context, const qi_nogo *position, qi_colour colour,
                        const qi_nogo_clock *clock, qi_point *move);
    /* Thinks about the position and calls `report` about every `interval` seconds, also when there
     * is nothing new, until it returns false. NULL: this engine cannot. */
    qi_result (*analyze)(void *context, const qi_nogo *position, qi_colour colour, double interval,
                         qi_gtp_report *report, void *report_context);
    /* Chooses as `choose` does, and calls `report` about every `interval` seconds meanwhile and
     * once at the end. NULL: this engine cannot, and lz-genmove_analyze is not offered. */
    qi_result (*choose_told)(void *context, const qi_nogo *position, qi_colour colour,
                             const qi_nogo_clock *clock, double interval, qi_gtp_report *report,
                             void *report_context, qi_point *move);
    /* Called from another thread: makes the `choose` that is under way, or about to start, answer
     * soon. May be called more than once. NULL: this engine does not think long. */
    void (*stop)(void *context);
    /* A new game begins: what is known of the last may be forgotten. May be NULL. */
    void (*forget)(void *context);
    void *context;
} qi_gtp_engine;

typedef struct qi_gtp_nogo_options {
    qi_nogo_player *player;      /* who answers genmove; it must live as long as the session */
    const qi_gtp_engine *engine; /* your own engine instead; it is copied */
    const qi_nogo *start;        /* the first board, holes included; NULL: 9 x 9 points, empty */
    bool no_centre_first;        /* the first move of a game may not be the centre of the board */
    bool no_files;               /* loadsgf and printsgf may not touch files */
} qi_gtp_nogo_options;

/* A session of NoGo. QI_BAD_ARGUMENT: neither a player nor an engine, or too large a board;
 * QI_NO_MEMORY. */
QI_API qi_result qi_gtp_new_nogo(const qi_gtp_nogo_options *options, qi_sink *sink, void *context,
                                 const qi_allocator *allocator, qi_gtp **session);

/* ---- Go ----------------------------------------------------------------------------------- */

typedef struct qi_gtp_go_options {
    uint32_t rows, columns; /* of the first board; 0: 19 */
    qi_go_rules rules;
    uint64_t seed; /* there is no Go player here: genmove plays at random */
    bool no_files; /* loadsgf and printsgf may not touch files */
} qi_gtp_go_options;

/* A session of Go. QI_BAD_ARGUMENT: too large a board; QI_NO_MEMORY. `options` NULL: all zero. */
QI_API qi_result qi_gtp_new_go(const qi_gtp_go_options *options, qi_sink *sink, void *context,
                               const qi_allocator *allocator, qi_gtp **session);

/* ---- sessions ----------------------------------------------------------------------------- */

/* Frees a session; NULL is allowed. */
QI_API void qi_gtp_free(qi_gtp *session);

/* Takes bytes and answers the lines that are complete. False when the session is over; input after
 * `quit` is ignored. */
QI_API bool qi_gtp_feed(qi_gtp *session, const char *bytes, size_t count);

/* The input is over: a last line without a line end is answered too. */
QI_API void qi_gtp_end(qi_gtp *session);

/* Waits for bytes and writes them to `bytes`, at most `capacity`; returns how many, 0 at the end.
 */
typedef size_t qi_gtp_source(void *context, char *bytes, size_t capacity);

/* Answers what comes from a source until the session is over or the input ends. */
QI_API void qi_gtp_serve(qi_gtp *session, qi_gtp_source *source, void *context);

/* The same for a file descriptor: a terminal, a pipe, a socket. It is watched while a command
 * works: the line "# interrupt", as GoGui sends it, makes the command answer soon, and any line
 * ends an analysis. */
QI_API void qi_gtp_serve_descriptor(qi_gtp *session, int descriptor);

/* Called from another thread: makes the command that is under way answer soon. */
QI_API void qi_gtp_interrupt(qi_gtp *session);

#ifdef __cplusplus
}
#endif
#endif
