#include "gtp/session.h"

#include "base/buffer.h"
#include "base/file.h"
#include "base/memory.h"
#include "gtp/watch.h"

#include <errno.h>

struct qi_gtp {
    qi_allocator allocator;
    const qi_gtp_command *const *commands;
    void *game;
    void (*end)(void *game);
    qi_sink *sink;
    void *context;
    const qi_host *host;
    qi_host watched_host; /* the same with the next for its stop */
    qi_stop interrupted;  /* the command under way, by a line or the host's stop */
    int descriptor;       /* that is served, or -1 */
    qi_gtp_watch *watch;  /* looks at it while a command works */
    qi_buffer ahead;      /* what the watch has read */
    bool input_ended;     /* it says so */

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

qi_gtp *qi_gtp_open(const qi_gtp_command *const *commands, void *game, void (*end)(void *game),
                    qi_sink *sink, void *context, const qi_host *host,
                    const qi_allocator *allocator)
{
    const qi_allocator memory = qi_allocator_or_default(allocator);
    qi_gtp *session = qi_allocate(&memory, sizeof *session);
    if (!session)
        return NULL;
    *session = (qi_gtp){.allocator = memory,
                        .commands = commands,
                        .game = game,
                        .end = end,
                        .sink = sink,
                        .context = context,
                        .host = host,
                        .descriptor = -1};
    if (host)
        session->watched_host = *host;
    session->watched_host.size = sizeof session->watched_host;
    session->watched_host.stop = &session->interrupted;
    session->line.allocator = session->reply.allocator = session->ahead.allocator =
        &session->allocator;
    return session;
}

void qi_gtp_free(qi_gtp *session)
{
    if (!session)
        return;
    const qi_allocator memory = session->allocator;
    session->end(session->game);
    qi_buffer_free(&session->line);
    qi_buffer_free(&session->reply);
    qi_buffer_free(&session->ahead);
    qi_release(&memory, session->words);
    qi_release(&memory, session);
}

void qi_gtp_quit(qi_gtp *session)
{
    session->over = true;
}

/* ---- what handlers ask -------------------------------------------------------------------- */

struct qi_gtp_game *qi_gtp_game_of(qi_gtp *session)
{
    struct qi_gtp_game *const game = session->game;
    return game;
}

const qi_allocator *qi_gtp_allocator_of(const qi_gtp *session)
{
    return &session->allocator;
}

size_t qi_gtp_arguments(const qi_gtp *session)
{
    return session->word_count - 1;
}

const char *qi_gtp_argument(const qi_gtp *session, size_t index)
{
    return index < qi_gtp_arguments(session) ? session->words[index + 1] : NULL;
}

static const qi_gtp_command *command_at(const qi_gtp *session, size_t index)
{
    for (const qi_gtp_command *const *table = session->commands; *table; table++)
        for (const qi_gtp_command *command = *table; command->name; command++)
            if (index-- == 0)
                return command;
    return NULL;
}

const char *qi_gtp_command_name(const qi_gtp *session, size_t index)
{
    const qi_gtp_command *command = command_at(session, index);
    return command ? command->name : NULL;
}

static const qi_gtp_command *find_command(const qi_gtp *session, const char *name)
{
    const qi_gtp_command *command;
    for (size_t i = 0; (command = command_at(session, i)); i++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}

bool qi_gtp_input_waits(const qi_gtp *session)
{
    if (session->waiting || session->ahead.length || session->over || session->input_ended)
        return true;
    return session->descriptor >= 0 && qi_input_waits(session->descriptor);
}

/* ---- interruption ------------------------------------------------------------------------- */

const qi_host *qi_gtp_begin_work(qi_gtp *session, bool watch)
{
    qi_stop_clear(&session->interrupted);
    if (watch && session->descriptor >= 0 && !session->input_ended)
        session->watch =
            qi_gtp_watch_start(session->descriptor, session->rest, session->waiting, session->host,
                               &session->interrupted, &session->ahead, &session->allocator);
    return session->watch ? &session->watched_host : session->host;
}

void qi_gtp_end_work(qi_gtp *session)
{
    if (session->watch)
        qi_gtp_watch_end(session->watch, &session->input_ended);
    session->watch = NULL;
}

/* ---- replies ------------------------------------------------------------------------------ */

static void say(qi_gtp *session, const char *format, va_list arguments)
{
    if (!qi_buffer_vprintf(&session->reply, format, arguments))
        session->out_of_memory = true;
}

void qi_gtp_say(qi_gtp *session, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(session, format, arguments);
    va_end(arguments);
}

bool qi_gtp_fail(qi_gtp *session, const char *format, ...)
{
    session->failed = true;
    qi_buffer_clear(&session->reply);
    va_list arguments;
    va_start(arguments, format);
    say(session, format, arguments);
    va_end(arguments);
    return false;
}

bool qi_gtp_fail_syntax(qi_gtp *session, const char *expected)
{
    return qi_gtp_fail(session, "syntax error: expected %s", expected);
}

static void deliver(qi_gtp *session, const char *bytes, size_t count)
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
static void send_reply(qi_gtp *session)
{
    static const char excuse[] = "out of memory";
    remove_empty_lines(&session->reply);
    const char *text = session->reply.bytes;
    size_t length = session->reply.length;
    if (session->out_of_memory) {
        session->failed = true;
        text = excuse;
        length = sizeof excuse - 1;
    }
    if (!session->started) {
        deliver(session, session->failed ? "?" : "=", 1);
        deliver(session, session->id, strlen(session->id));
        if (length && text[0] != '\n')
            deliver(session, " ", 1);
    } else if (length) {
        deliver(session, "\n", 1);
    }
    deliver(session, text, length);
    qi_buffer_clear(&session->reply);
    session->started = true;
}

bool qi_gtp_send_part(qi_gtp *session)
{
    send_reply(session);
    return !session->over;
}

/* ---- lines -------------------------------------------------------------------------------- */

static bool split(qi_gtp *session)
{
    session->word_count = 0;
    char *at = session->line.bytes;
    for (;;) {
        while (*at == ' ')
            at++;
        if (!*at)
            return true;
        char **const words = qi_grow(&session->allocator, session->words, session->word_count, 1,
                                     &session->word_capacity, sizeof *words);
        if (!words)
            return false;
        session->words = words;
        words[session->word_count++] = at;
        while (*at && *at != ' ')
            at++;
        if (*at)
            *at++ = '\0';
    }
}

/* The first word is an id when it consists of digits. */
static void take_id(qi_gtp *session)
{
    if (session->word_count && session->words[0][strspn(session->words[0], "0123456789")] == '\0') {
        session->id = session->words[0];
        session->word_count--;
        memmove(session->words, session->words + 1, session->word_count * sizeof *session->words);
    }
}

static void run_command(qi_gtp *session)
{
    if (session->too_long) {
        qi_gtp_fail(session, "line too long: expected at most %d bytes", GTP_LONGEST_LINE);
        return;
    }
    if (session->word_count == 0) {
        qi_gtp_fail(session, "unknown command");
        return;
    }
    const qi_gtp_command *command = find_command(session, session->words[0]);
    if (!command)
        qi_gtp_fail(session, "unknown command");
    else
        command->run(session);
}

/* Runs the command of a line; false when there is none. */
static bool obey(qi_gtp *session)
{
    if (session->line.length == 0 && !session->line.failed && !session->too_long)
        return false;
    if (!qi_buffer_add(&session->line, "", 1) || !split(session)) {
        session->out_of_memory = true;
        return true;
    }
    if (!session->word_count && !session->too_long)
        return false;
    take_id(session);
    run_command(session);
    return true;
}

static void answer_line(qi_gtp *session)
{
    session->failed = session->started = false;
    session->id = "";
    qi_buffer_clear(&session->reply);
    if (obey(session)) {
        send_reply(session);
        deliver(session, "\n\n", 2);
    }
    session->out_of_memory = false;
    qi_buffer_clear(&session->line);
    session->in_comment = session->too_long = false;
}

/* A tab is a space; a comment and all control characters are left out. */
static void take_byte(qi_gtp *session, char c)
{
    if (c == '#')
        session->in_comment = true;
    if (c == '\t')
        c = ' ';
    if (session->in_comment || (unsigned char)c < ' ' || c == 0x7f || session->too_long)
        return;
    if (session->line.length == GTP_LONGEST_LINE)
        session->too_long = true;
    else
        qi_buffer_add(&session->line, &c, 1); /* a failure is seen at the end of the line */
}

bool qi_gtp_feed(qi_gtp *session, const char *bytes, size_t count)
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

void qi_gtp_end(qi_gtp *session)
{
    if (!session->over)
        answer_line(session);
    session->over = true;
}

/* Feeds what a watch has read meanwhile. */
static bool feed_ahead(qi_gtp *session)
{
    while (session->ahead.length && !session->over) {
        qi_buffer now = session->ahead;
        session->ahead = (qi_buffer){.allocator = &session->allocator};
        qi_gtp_feed(session, now.bytes, now.length);
        qi_buffer_free(&now);
    }
    return !session->over;
}

qi_result qi_gtp_serve(qi_gtp *session, qi_source *source, void *context)
{
    char buffer[1 << 14];
    size_t got = 0;
    bool good;
    while ((good = source(context, buffer, sizeof buffer, &got)) && got > 0)
        if (!qi_gtp_feed(session, buffer, got))
            return QI_OK;
    qi_gtp_end(session);
    return good ? QI_OK : QI_STOPPED;
}

void qi_gtp_serve_descriptor(qi_gtp *session, int descriptor)
{
    char buffer[1 << 14];
    session->descriptor = descriptor;
    while (!session->input_ended) {
        const ptrdiff_t got = qi_read_some(descriptor, buffer, sizeof buffer);
        if (got < 0 && errno == EAGAIN) { /* the descriptor is in non-blocking mode */
            qi_input_wait(descriptor);
            continue;
        }
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        if (!qi_gtp_feed(session, buffer, (size_t)got) || !feed_ahead(session))
            return;
    }
    qi_gtp_end(session);
}
