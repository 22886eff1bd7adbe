/*
 * Inside a GTP session: lines in, replies out. Knows ids, comments and words, and no game.
 *
 * Bytes are fed as they come and every complete line is answered at once.
 */
#ifndef QI_GTP_SESSION_H
#define QI_GTP_SESSION_H

#include <qi/gtp.h>

/* A longer line is answered with an error and forgotten as it comes. */
enum { GTP_LONGEST_LINE = 1 << 20 };

/* One command. `run` finds its arguments with qi_gtp_argument, writes its answer with qi_gtp_say
 * and returns true, or returns qi_gtp_fail. */
typedef struct qi_gtp_command {
    const char *name;
    bool (*run)(qi_gtp *session);
} qi_gtp_command;

/* `commands` are tables, each ended by a {0} entry; the list of tables ends with NULL. They and
 * `game`, which the handlers get from qi_gtp_game_of, must live as long as the session; `end` is
 * called with the game when the session is freed. NULL without memory. */
qi_gtp *qi_gtp_open(const qi_gtp_command *const *commands, void *game, void (*end)(void *game),
                    qi_sink *sink, void *context, const qi_host *host,
                    const qi_allocator *allocator);

/* ---- for handlers ------------------------------------------------------------------------- */

struct qi_gtp_game *qi_gtp_game_of(qi_gtp *session);
const qi_allocator *qi_gtp_allocator_of(const qi_gtp *session);

size_t qi_gtp_arguments(const qi_gtp *session);
/* The `index`-th argument from 0, or NULL when there are not so many. */
const char *qi_gtp_argument(const qi_gtp *session, size_t index);

/* Adds to the reply. */
void qi_gtp_say(qi_gtp *session, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The reply becomes this error; returns false. */
bool qi_gtp_fail(qi_gtp *session, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "syntax error: expected ..."; returns false. */
bool qi_gtp_fail_syntax(qi_gtp *session, const char *expected);

/* Sends what was said so far, and goes on with the same reply: for commands that answer line by
 * line for a while. False when the reader is gone. */
bool qi_gtp_send_part(qi_gtp *session);
/* Whether more input waits: such a command should come to its end. */
bool qi_gtp_input_waits(const qi_gtp *session);

/* The host for work that may take long, until qi_gtp_end_work. If `watch` says so and a descriptor
 * is served, its stop is also set when the line "# interrupt" comes; other lines wait. */
const qi_host *qi_gtp_begin_work(qi_gtp *session, bool watch);
void qi_gtp_end_work(qi_gtp *session);

/* The session ends after this reply. */
void qi_gtp_quit(qi_gtp *session);

/* The name of a command by its index from 0; NULL after the last. */
const char *qi_gtp_command_name(const qi_gtp *session, size_t index);

#endif
