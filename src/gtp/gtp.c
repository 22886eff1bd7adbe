#include "gtp/gtp.h"
#include "base/buffer.h"
#include "gtp/watch.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct gtp_session {
    const gtp_command *const *commands;
    void *game;
    gtp_sink *sink;
    void *context;
    int descriptor;   /* that gtp_serve reads, or -1 */
    gtp_watch *watch; /* looks at it while a command works */
    qi_buffer ahead;  /* what the watch has read */
    bool input_ended; /* it says so */

    qi_buffer line; /* what came of the current line, cleaned */
    bool in_comment, too_long;
    const char *rest; /* bytes that were fed and not yet looked at */
    size_t waiting;   /* how many */

    const char *id; /* digits, or "" */
    char **words;   /* the command and its arguments, in `line` */
    size_t word_count, word_capacity;

    qi_buffer reply;
    bool failed, started, out_of_memory;
    bool over;
};

/* ---- making and ending -------------------------------------------------------------------- */

gtp_session *gtp_new(const gtp_command *const *commands, void *game, gtp_sink *sink, void *context)
{
    gtp_session *session = calloc(1, sizeof *session);
    if (!session)
        return NULL;
    session->commands = commands;
    session->game = game;
    session->sink = sink;
    session->context = context;
    session->descriptor = -1;
    return session;
}

void gtp_free(gtp_session *session)
{
    if (!session)
        return;
    qi_buffer_free(&session->line);
    qi_buffer_free(&session->reply);
    qi_buffer_free(&session->ahead);
    free(session->words);
    free(session);
}

void gtp_quit(gtp_session *session)
{
    session->over = true;
}

/* ---- what handlers ask -------------------------------------------------------------------- */

void *gtp_game_of(gtp_session *session)
{
    return session->game;
}

size_t gtp_arguments(const gtp_session *session)
{
    return session->word_count - 1;
}

const char *gtp_argument(const gtp_session *session, size_t index)
{
    return index < gtp_arguments(session) ? session->words[index + 1] : NULL;
}

static const gtp_command *command_at(const gtp_session *session, size_t index)
{
    for (const gtp_command *const *table = session->commands; *table; table++)
        for (const gtp_command *command = *table; command->name; command++)
            if (index-- == 0)
                return command;
    return NULL;
}

const char *gtp_command_name(const gtp_session *session, size_t index)
{
    const gtp_command *command = command_at(session, index);
    return command ? command->name : NULL;
}

static const gtp_command *find_command(const gtp_session *session, const char *name)
{
    const gtp_command *command;
    for (size_t i = 0; (command = command_at(session, i)); i++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}

bool gtp_input_waits(const gtp_session *session)
{
    if (session->waiting || session->ahead.length || session->over || session->input_ended)
        return true;
    struct pollfd input = {.fd = session->descriptor, .events = POLLIN};
    return session->descriptor >= 0 && poll(&input, 1, 0) > 0;
}

/* ---- interruption ------------------------------------------------------------------------- */

void gtp_let_interrupt(gtp_session *session, void (*interrupt)(void *context), void *context)
{
    if (!session->watch && session->descriptor >= 0 && !session->input_ended)
        session->watch = gtp_watch_start(session->descriptor, session->rest, session->waiting,
                                         interrupt, context);
}

void gtp_end_interrupt(gtp_session *session)
{
    if (!session->watch)
        return;
    if (!gtp_watch_end(session->watch, &session->ahead, &session->input_ended))
        session->over = true; /* commands are lost */
    session->watch = NULL;
}

/* ---- replies ------------------------------------------------------------------------------ */

static void say(gtp_session *session, const char *format, va_list arguments)
{
    if (!qi_buffer_vprintf(&session->reply, format, arguments))
        session->out_of_memory = true;
}

void gtp_say(gtp_session *session, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(session, format, arguments);
    va_end(arguments);
}

bool gtp_fail(gtp_session *session, const char *format, ...)
{
    session->failed = true;
    qi_buffer_clear(&session->reply);
    va_list arguments;
    va_start(arguments, format);
    say(session, format, arguments);
    va_end(arguments);
    return false;
}

bool gtp_fail_syntax(gtp_session *session, const char *expected)
{
    return gtp_fail(session, "syntax error: expected %s", expected);
}

static void deliver(gtp_session *session, const char *bytes, size_t count)
{
    if (count && !session->sink(session->context, bytes, count))
        session->over = true;
}

/* An empty line would end the reply, so runs of line ends become one, and none is left last. */
static void remove_empty_lines(qi_buffer *reply)
{
    size_t kept = 0;
    for (size_t i = 0; i < reply->length; i++)
        if (reply->bytes[i] != '\n' || kept == 0 || reply->bytes[kept - 1] != '\n')
            reply->bytes[kept++] = reply->bytes[i];
    while (kept && reply->bytes[kept - 1] == '\n')
        kept--;
    reply->length = kept;
}

/* "=id text" or, when a first part has been sent already, more of the text. */
static void send_reply(gtp_session *session)
{
    remove_empty_lines(&session->reply);
    if (session->out_of_memory) {
        qi_buffer_clear(&session->reply);
        session->failed = true;
        static const char excuse[] = "out of memory";
        qi_buffer_add(&session->reply, excuse, sizeof excuse - 1);
    }
    if (!session->started) {
        deliver(session, session->failed ? "?" : "=", 1);
        deliver(session, session->id, strlen(session->id));
        if (session->reply.length && session->reply.bytes[0] != '\n')
            deliver(session, " ", 1);
    } else if (session->reply.length) {
        deliver(session, "\n", 1);
    }
    deliver(session, session->reply.bytes, session->reply.length);
    qi_buffer_clear(&session->reply);
    session->started = true;
}

bool gtp_send_part(gtp_session *session)
{
    send_reply(session);
    return !session->over;
}

/* ---- lines -------------------------------------------------------------------------------- */

static bool split(gtp_session *session)
{
    session->word_count = 0;
    char *at = session->line.bytes;
    for (;;) {
        while (*at == ' ')
            at++;
        if (!*at)
            return true;
        if (session->word_count == session->word_capacity) {
            const size_t capacity = session->word_capacity ? session->word_capacity * 2 : 16;
            char **larger = realloc(session->words, capacity * sizeof *larger);
            if (!larger)
                return false;
            session->words = larger;
            session->word_capacity = capacity;
        }
        session->words[session->word_count++] = at;
        while (*at && *at != ' ')
            at++;
        if (*at)
            *at++ = '\0';
    }
}

/* The first word is an id when it consists of digits. */
static void take_id(gtp_session *session)
{
    session->id = "";
    if (session->word_count && session->words[0][strspn(session->words[0], "0123456789")] == '\0') {
        session->id = session->words[0];
        session->word_count--;
        memmove(session->words, session->words + 1, session->word_count * sizeof *session->words);
    }
}

static void run_command(gtp_session *session)
{
    if (session->too_long) {
        gtp_fail(session, "line too long: expected at most %d bytes", GTP_LONGEST_LINE);
        return;
    }
    if (session->word_count == 0) {
        gtp_fail(session, "unknown command");
        return;
    }
    const gtp_command *command = find_command(session, session->words[0]);
    if (!command)
        gtp_fail(session, "unknown command");
    else
        command->run(session);
}

static void answer_line(gtp_session *session)
{
    if (!qi_buffer_add(&session->line, "", 1) || !split(session))
        session->out_of_memory = true;
    else if (session->word_count || session->too_long) {
        session->failed = session->started = false;
        qi_buffer_clear(&session->reply);
        take_id(session);
        run_command(session);
        send_reply(session);
        deliver(session, "\n\n", 2);
    }
    session->out_of_memory = false;
    qi_buffer_clear(&session->line);
    session->in_comment = session->too_long = false;
}

/* A tab is a space; a comment and all control characters are left out. */
static void take_byte(gtp_session *session, char c)
{
    if (c == '#')
        session->in_comment = true;
    if (c == '\t')
        c = ' ';
    if (session->in_comment || (unsigned char)c < ' ' || c == 0x7f || session->too_long)
        return;
    if (session->line.length == GTP_LONGEST_LINE || !qi_buffer_add(&session->line, &c, 1))
        session->too_long = true;
}

bool gtp_feed(gtp_session *session, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count && !session->over; i++) {
        session->rest = bytes + i + 1;
        session->waiting = count - i - 1;
        if (bytes[i] == '\n')
            answer_line(session);
        else
            take_byte(session, bytes[i]);
    }
    session->waiting = 0;
    return !session->over;
}

void gtp_end(gtp_session *session)
{
    if (!session->over)
        answer_line(session);
    session->over = true;
}

/* Feeds what a watch has read meanwhile. */
static bool feed_ahead(gtp_session *session)
{
    while (session->ahead.length && !session->over) {
        qi_buffer now = session->ahead;
        session->ahead = (qi_buffer){0};
        gtp_feed(session, now.bytes, now.length);
        qi_buffer_free(&now);
    }
    return !session->over;
}

void gtp_serve(gtp_session *session, int descriptor)
{
    char buffer[1 << 14];
    session->descriptor = descriptor;
    while (!session->input_ended) {
        const ssize_t got = read(descriptor, buffer, sizeof buffer);
        if (got < 0 && errno == EAGAIN) { /* somebody made the descriptor impatient */
            struct pollfd input = {.fd = descriptor, .events = POLLIN};
            poll(&input, 1, -1);
            continue;
        }
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        if (!gtp_feed(session, buffer, (size_t)got) || !feed_ahead(session))
            return;
    }
    gtp_end(session);
}
