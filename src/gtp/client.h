/*
 * The other end of GTP: starts an engine as a process of its own and asks it.
 *
 * The engine's command line is run by the shell, in a session of its own. Nothing here blocks for
 * longer than its time limit, whatever the engine does; ending a client ends every process that the
 * engine has started, wherever it went (base/processes.h says how), but what it starts while it
 * ends by itself. A client is used from one thread at a time; different clients
 * from different threads. The process must ignore SIGPIPE.
 */
#ifndef QI_GTP_CLIENT_H
#define QI_GTP_CLIENT_H

#include <qi/base.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct qi_gtp_client qi_gtp_client;

/* Where the engine's stderr goes. */
typedef enum qi_gtp_client_talk {
    GTP_TALK_DROP, /* nowhere */
    GTP_TALK_KEEP  /* its last 4 KiB are kept for qi_gtp_client_talk_of */
} qi_gtp_client_talk;

/* Starts an engine. NULL, with errno, when the process cannot be started; a command that does not
 * exist shows at the first question (GTP_GONE), since the shell starts. */
qi_gtp_client *qi_gtp_client_start(const char *command, qi_gtp_client_talk talk);

typedef enum qi_gtp_answer {
    GTP_ANSWERED,  /* "=": the reply is the answer */
    GTP_REFUSED,   /* "?": the reply is the engine's error message */
    GTP_TIMED_OUT, /* no whole reply in time; the engine is of no use any more */
    GTP_GONE,      /* the engine ended, or closed its output */
    GTP_FLOODED,   /* more than 1 MiB and still no whole reply */
    GTP_TOO_LARGE, /* the engine took more memory than qi_gtp_client_limit_memory allows */
    GTP_FAILED,    /* not the engine's fault: there is no memory here; errno says so */
    GTP_STOPPED    /* what qi_gtp_client_watch was given became true */
} qi_gtp_answer;

/* One English phrase, e.g. "the engine gave no answer in time". */
const char *qi_gtp_answer_text(qi_gtp_answer answer);

/* Sends a line and waits at most `seconds` for its reply. Lines of the engine's that belong to no
 * reply are skipped; no id is sent, because some engines know none. `reply`, when not NULL, gets
 * the reply without "=" or "?", id and blanks around it, or "" if empty; it is the
 * client's and valid until the next question. After anything but GTP_ANSWERED and GTP_REFUSED
 * further questions fail in the same way. */
qi_gtp_answer qi_gtp_client_ask(qi_gtp_client *client, double seconds, const char **reply,
                                const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Questions end with GTP_STOPPED, within a tenth of a second, when the stop is set. */
void qi_gtp_client_watch(qi_gtp_client *client, const qi_stop *stop);

/* Questions end with GTP_TOO_LARGE when the engine and what it started take more than `bytes`
 * together; 0: no limit. Looked at ten times a second, while the engine is asked. */
void qi_gtp_client_limit_memory(qi_gtp_client *client, uint64_t bytes);

/* The end of what the engine wrote on stderr, with GTP_TALK_KEEP; never NULL. */
const char *qi_gtp_client_talk_of(const qi_gtp_client *client);

/* The engine's process group, to end it from a signal handler: kill(-group, SIGKILL). */
pid_t qi_gtp_client_group(const qi_gtp_client *client);

/* How an engine ended. */
typedef struct qi_gtp_client_end_report {
    int status;         /* as from waitpid */
    bool killed;        /* it did not end by itself in time */
    double cpu_seconds; /* of the shell, the engine and its children */
} qi_gtp_client_end_report;

/* Says quit, closes the engine's input, waits at most `seconds` for it to end, kills whatever is
 * left of it and of what it started, and frees the client. `report` may be NULL; so may `client`.
 */
void qi_gtp_client_end(qi_gtp_client *client, double seconds, qi_gtp_client_end_report *report);

#endif
