/*
 * qi/gtp.h - the Go Text Protocol, version 2: serving Go and NoGo to a controller such as GoGui,
 * gogui-twogtp or Sabaki, on any pair of streams.
 *
 * This header may still change from one version to the next.
 *
 * A session gets lines and answers them. It is fed with bytes as they come, or serves a stream by
 * itself until it ends. Every answer goes to a sink; if that returns false the session ends.
 *
 *     qi_gtp *session;
 *     qi_gtp_engine engine = {.size = sizeof engine};
 *     qi_gtp_player_engine(player, &engine);
 *     const qi_gtp_nogo_options options = {.size = sizeof options, .engine = &engine};
 *     if (qi_gtp_new_nogo(&options, write_to_stdout, NULL, NULL, &session) == QI_OK) {
 *         qi_gtp_serve_descriptor(session, 0);
 *         qi_gtp_free(session);
 *     }
 *
 * A session ends only by `quit`, the end of the input, or a sink that returns false. docs/gtp.md
 * describes the commands. Boards have at most QI_GTP_MAX_SIDE lines.
 *
 * One thread works with a session at a time. Not in the freestanding core.
 */
#ifndef QI_GTP_H
#define QI_GTP_H

#include <qi/go.h>
#include <qi/nogo_player.h>

#ifdef __cplusplus
extern "C" {
#endif

#define QI_GTP_MAX_SIDE 25U

typedef struct qi_gtp qi_gtp;

/* ---- engines ------------------------------------------------------------------------------ */

/* A choice that is not a point: the player gives up. */
#define QI_GTP_RESIGN (QI_NO_POINT - 1)

/* An engine's evaluation of one move. */
typedef struct qi_gtp_candidate {
    qi_point point;
    uint64_t visits;
    double win_rate;      /* of the player to move, 0 to 1; negative: not known, and the
                             move is left out */
    const qi_point *line; /* how the game might go on, `point` first; may be NULL */
    size_t line_length;
} qi_gtp_candidate;

/* Gets what an engine thinks so far, the best move first; `element` is the caller's
 * sizeof(qi_gtp_candidate). Returning false ends the analysis. */
typedef bool qi_gtp_report(void *context, const qi_gtp_candidate *candidates, size_t count,
                           size_t element);

/* A question to an engine. */
typedef struct qi_gtp_question {
    size_t size;                /* see "Sizes" in qi/base.h */
    const qi_nogo *nogo;        /* the position, of one game; */
    const qi_go *go;            /* the other is NULL */
    qi_colour colour;           /* to move, whatever the position says */
    const qi_nogo_clock *clock; /* of the colour; `given` false: no limit but the engine's own */
    double interval;            /* seconds between reports */
    qi_gtp_report *report;      /* NULL: no reports */
    void *context;              /* of the report */
    const qi_host *host;        /* its stop is set when the answer is wanted at once; may be NULL */
} qi_gtp_question;

/* Chooses the moves of a session, which keeps the game and the clocks: a player of the library
 * (qi_gtp_player_engine), or your own. It gets the position with every question, so it need not
 * know about moves and undo. All functions get `context`. */
typedef struct qi_gtp_engine {
    size_t size;             /* see "Sizes" in qi/base.h */
    const char *description; /* for the command `version`, e.g. "uniformly random legal moves"; it
                                must stay where it is */
    /* Chooses a legal move for the colour, who has at least one, or QI_GTP_RESIGN; in Go
     * QI_NO_POINT passes. An engine that can analyze calls the report, if there is one, about every
     * interval and once at the end. QI_STOPPED: it was stopped, and chose all the same. Any other
     * failure is the controller's error message. */
    qi_result (*choose)(void *context, const qi_gtp_question *question, qi_point *move);
    /* Thinks about the position and calls the report about every interval, also when there is
     * nothing new, until it returns false or the host's stop is set. NULL: this engine cannot, and
     * analyze and lz-genmove_analyze are not offered. */
    qi_result (*analyze)(void *context, const qi_gtp_question *question);
    /* A new game begins: state of the last one may be dropped. May be NULL. */
    void (*forget)(void *context);
    void *context;
    bool interruptible; /* `choose` may think long, and looks at the host's stop */
} qi_gtp_engine;

/* Fills in a player of NoGo as an engine. It must live as long as the session. QI_BAD_ARGUMENT: the
 * engine's size. */
QI_API qi_result qi_gtp_player_engine(qi_nogo_player *player, qi_gtp_engine *engine);

/* ---- NoGo --------------------------------------------------------------------------------- */

typedef struct qi_gtp_nogo_options {
    size_t size;                 /* see "Sizes" in qi/base.h */
    const qi_gtp_engine *engine; /* who answers genmove; it is copied */
    const qi_nogo *start;        /* the first board, holes included; NULL: 9 x 9 points, empty */
    bool no_centre_first;        /* the first move of a game may not be the centre of the board */
    bool no_files;               /* loadsgf and printsgf may not touch files */
    /* The clock and the threads of the session. While its stop is set, commands that think answer
     * at once. NULL: the system; else it must live as long. */
    const qi_host *host;
} qi_gtp_nogo_options;

/* A session of NoGo. QI_BAD_ARGUMENT: no engine, a wrong host or size; QI_TOO_LARGE: `start`;
 * QI_NO_MEMORY. */
QI_API qi_result qi_gtp_new_nogo(const qi_gtp_nogo_options *options, qi_sink *sink, void *context,
                                 const qi_allocator *allocator, qi_gtp **session);

/* ---- Go ----------------------------------------------------------------------------------- */

typedef struct qi_gtp_go_options {
    size_t size;            /* see "Sizes" in qi/base.h */
    uint32_t rows, columns; /* of the first board; 0: 19 */
    qi_go_rules rules;
    uint64_t seed;               /* of the random moves */
    bool no_files;               /* loadsgf and printsgf may not touch files */
    const qi_gtp_engine *engine; /* who answers genmove; it is copied. NULL: random moves, as there
                                    is no Go player in the library */
    const qi_host *host;         /* as in qi_gtp_nogo_options */
} qi_gtp_go_options;

/* A session of Go. QI_BAD_ARGUMENT: too large a board, a wrong host or size; QI_NO_MEMORY. */
QI_API qi_result qi_gtp_new_go(const qi_gtp_go_options *options, qi_sink *sink, void *context,
                               const qi_allocator *allocator, qi_gtp **session);

/* ---- sessions ----------------------------------------------------------------------------- */

/* Frees a session; NULL is allowed. */
QI_API void qi_gtp_free(qi_gtp *session);

/* Takes bytes and answers the lines that are complete; a `count` of 0 is the end of the input,
 * where a last line without a line end is answered too. False when the session is over; input after
 * `quit` is ignored. */
QI_API bool qi_gtp_feed(qi_gtp *session, const char *bytes, size_t count);

/* The same for a file descriptor: a terminal, a pipe, a socket. It is watched while a command
 * works: the line "# interrupt", as GoGui sends it, makes the command answer soon, and any line
 * ends an analysis. */
QI_API void qi_gtp_serve_descriptor(qi_gtp *session, int descriptor);

#ifdef __cplusplus
}
#endif
#endif
