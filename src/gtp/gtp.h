/*
 * A GTP 2 session: lines in, replies out. Knows ids, comments and words, and no game.
 *
 * Bytes are fed as they come and every complete line is answered at once. Nothing in a session
 * ends it but `quit`, the end of the input, or a reader of the replies that is gone.
 */
#ifndef QI_GTP_GTP_H
#define QI_GTP_GTP_H

#include <qi/base.h>

/* A longer line is answered with an error and forgotten as it comes. */
enum { GTP_LONGEST_LINE = 1 << 20 };

typedef struct gtp_session gtp_session;

/* One command. `run` finds its arguments with gtp_argument, writes its answer with gtp_say and
 * returns true, or returns gtp_fail. */
typedef struct gtp_command {
    const char *name;
    bool (*run)(gtp_session *session);
} gtp_command;

/* Gets replies; returning false ends the session. */
typedef bool gtp_sink(void *context, const char *bytes, size_t count);

/* `commands` are tables, each ended by a {0} entry; the list of tables ends with NULL. They and
 * `game`, which the handlers get from gtp_game_of, must live as long as the session. NULL without
 * memory. */
gtp_session *gtp_new(const gtp_command *const *commands, void *game, gtp_sink *sink, void *context);
void gtp_free(gtp_session *session);

/* Takes bytes and answers the lines that are complete. False when the session is over; what was
 * fed behind `quit` is not looked at. */
bool gtp_feed(gtp_session *session, const char *bytes, size_t count);
/* The input is over: a last line without a line end is answered too. */
void gtp_end(gtp_session *session);

/* Feeds what comes from a descriptor until the session is over or the input ends. */
void gtp_serve(gtp_session *session, int descriptor);

/* ---- for handlers ------------------------------------------------------------------------- */

void *gtp_game_of(gtp_session *session);

size_t gtp_arguments(const gtp_session *session);
/* The `index`-th argument from 0, or NULL when there are not so many. */
const char *gtp_argument(const gtp_session *session, size_t index);

/* Adds to the reply. */
void gtp_say(gtp_session *session, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The reply becomes this error; returns false. */
bool gtp_fail(gtp_session *session, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "syntax error: expected ..."; returns false. */
bool gtp_fail_syntax(gtp_session *session, const char *expected);

/* Sends what was said so far, and goes on with the same reply: for commands that answer line by
 * line for a while. False when the reader is gone. */
bool gtp_send_part(gtp_session *session);
/* Whether more input waits: such a command should come to its end. */
bool gtp_input_waits(const gtp_session *session);

/* Work that takes long can be interrupted: between these two calls `interrupt` is called from
 * another thread when the line "# interrupt" comes, as GoGui sends it, and again until the second
 * call. Other lines wait. Works only under gtp_serve. */
void gtp_let_interrupt(gtp_session *session, void (*interrupt)(void *context), void *context);
void gtp_end_interrupt(gtp_session *session);

/* The session ends after this reply. */
void gtp_quit(gtp_session *session);

/* Every command's name, with the index from 0; NULL behind the last. */
const char *gtp_command_name(const gtp_session *session, size_t index);

#endif
