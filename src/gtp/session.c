#include "gtp/session.h"

#include <qi/go_record.h>

#include <errno.h>

/* ---- making and ending -------------------------------------------------------------------- */

qi_gtp *qi_gtp_new(const qi_gtp_game *game, const qi_host *host, qi_sink *sink, void *context,
                   const qi_allocator *allocator)
{
    const qi_allocator memory = qi_allocator_or_default(allocator);
    qi_gtp *session = qi_allocate_zeroed(&memory, 1, sizeof *session);
    if (!session)
        return NULL;
    session->allocator = memory;
    session->game = game;
    session->sink = sink;
    session->context = context;
    session->host = host;
    session->watched_host = host ? *host : (qi_host){0};
    session->watched_host.size = sizeof session->watched_host;
    session->watched_host.stop = &session->interrupted;
    session->descriptor = -1;
    session->line.allocator = session->reply.allocator = session->ahead.allocator =
        &session->allocator;
    return session;
}

qi_result qi_gtp_open(qi_gtp *session, qi_result result, const qi_gtp_command *own, qi_gtp **made)
{
    const qi_gtp_command *const always[] = {qi_gtp_common_commands, own, qi_gtp_sgf_commands,
                                            qi_gtp_setup_commands, qi_gtp_gogui_commands};
    size_t count = sizeof always / sizeof *always;
    if (result != QI_OK) {
        qi_gtp_free(session);
        return result;
    }
    memcpy(session->commands, always, sizeof always);
    if (session->engine.analyze)
        session->commands[count++] = qi_gtp_analyze_commands;
    if (session->engine.interruptible)
        session->commands[count++] = qi_gtp_interrupt_commands;
    qi_gtp_forget(session);
    *made = session;
    return QI_OK;
}

void qi_gtp_free(qi_gtp *session)
{
    if (!session)
        return;
    const qi_allocator memory = session->allocator;
    qi_nogo_record_free(session->nogo);
    qi_go_record_free(session->go);
    qi_buffer_free(&session->line);
    qi_buffer_free(&session->reply);
    qi_buffer_free(&session->ahead);
    qi_release(&memory, session->words);
    qi_release(&memory, session);
}

/* ---- words -------------------------------------------------------------------------------- */

size_t qi_gtp_arguments(const qi_gtp *session)
{
    return session->word_count - 1;
}

const char *qi_gtp_argument(const qi_gtp *session, size_t index)
{
    return index < qi_gtp_arguments(session) ? session->words[index + 1] : NULL;
}

const qi_gtp_command *qi_gtp_command_at(const qi_gtp *session, size_t index)
{
    for (const qi_gtp_command *const *table = session->commands; *table; table++)
        for (const qi_gtp_command *command = *table; command->name; command++)
            if (index-- == 0)
                return command;
    return NULL;
}

const qi_gtp_command *qi_gtp_command_named(const qi_gtp *session, const char *name)
{
    const qi_gtp_command *command;
    for (size_t i = 0; (command = qi_gtp_command_at(session, i)); i++)
        if (strcmp(command->name, name) == 0)
            break;
    return command;
}

/* ---- interruption ------------------------------------------------------------------------- */

/* More than this is left in the pipe until the work is done. */
enum { MAX_AHEAD = 1 << 16, BETWEEN_POLLS = 10 /* milliseconds */ };

static void look_at(qi_gtp *session, const char *bytes, size_t count)
{
    static const char wanted[] = "# interrupt";
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == '\n') {
            if (session->seen_length == sizeof wanted - 1 &&
                memcmp(session->seen, wanted, sizeof wanted - 1) == 0)
                qi_stop_set(&session->interrupted);
            session->seen_length = 0;
        } else if (bytes[i] != '\r' && session->seen_length < sizeof session->seen) {
            session->seen[session->seen_length++] = bytes[i];
        }
    }
}

static void read_ahead(qi_gtp *session)
{
    qi_buffer *const ahead = &session->ahead;
    char *const bytes = ahead->bytes + ahead->length;
    const ptrdiff_t got =
        qi_read_some(session->descriptor, bytes, session->max_ahead - ahead->length);
    if (got > 0) {
        look_at(session, bytes, (size_t)got);
        ahead->length += (size_t)got;
    } else if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
        session->input_ended = true;
    }
}

/* The watch: a thread that reads the input while a command works. */
static void keep_looking(void *context, uint32_t number)
{
    qi_gtp *const session = context;
    const bool polling = session->host && session->host->stop;
    (void)number;
    for (;;) {
        if (qi_host_stops(session->host))
            qi_stop_set(&session->interrupted);
        const bool reading = !session->input_ended && session->ahead.length < session->max_ahead;
        const qi_woken by = qi_waker_wait(&session->waker, reading ? session->descriptor : -1,
                                          polling ? BETWEEN_POLLS : -1);
        if (by == QI_WOKEN_BY_WAKER)
            return;
        if (by == QI_WOKEN_BY_INPUT)
            read_ahead(session);
    }
}

/* False without memory or a thread. */
static bool start_watch(qi_gtp *session)
{
    if (!qi_buffer_reserve(&session->ahead, MAX_AHEAD)) { /* the thread needs no memory */
        session->ahead.failed = false;
        return false;
    }
    session->max_ahead = session->ahead.length + MAX_AHEAD;
    session->seen_length = 0;
    look_at(session, session->rest, session->waiting);
    look_at(session, session->ahead.bytes, session->ahead.length);
    if (!qi_waker_open(&session->waker))
        return false;
    session->watched = qi_workers_open(&session->watch, session->host, 1) > 0;
    qi_workers_start(&session->watch, keep_looking, session);
    if (!session->watched) {
        qi_workers_close(&session->watch);
        qi_waker_close(&session->waker);
    }
    return session->watched;
}

const qi_host *qi_gtp_begin_work(qi_gtp *session, bool watch)
{
    qi_stop_clear(&session->interrupted);
    return watch && session->descriptor >= 0 && !session->input_ended && start_watch(session)
               ? &session->watched_host
               : session->host;
}

void qi_gtp_end_work(qi_gtp *session)
{
    if (!session->watched)
        return;
    qi_waker_wake(&session->waker);
    qi_workers_close(&session->watch);
    qi_waker_close(&session->waker);
    session->watched = false;
}

bool qi_gtp_input_waits(const qi_gtp *session)
{
    if (session->waiting || session->ahead.length || session->over || session->input_ended)
        return true;
    return session->descriptor >= 0 && qi_input_waits(session->descriptor);
}

/* ---- replies ------------------------------------------------------------------------------ */

static void say(qi_gtp *session, const char *format, va_list arguments)
{
    if (!qi_buffer_vprintf(&session->reply, format, arguments))
        session->out_of_memory = true;
}

bool qi_gtp_say(qi_gtp *session, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(session, format, arguments);
    va_end(arguments);
    return true;
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
    const qi_gtp_command *command = qi_gtp_command_named(session, session->words[0]);
    if (!command)
        qi_gtp_fail(session, "unknown command");
    else
        command->run(session);
}

/* Runs the command of a line; false without one. */
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
    if (count == 0 && !session->over) {
        answer_line(session);
        session->over = true;
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
    qi_gtp_feed(session, NULL, 0);
    return good ? QI_OK : QI_STOPPED;
}

/* Input that a watch has read ahead comes first. */
static bool read_descriptor(void *context, char *bytes, size_t room, size_t *count)
{
    qi_gtp *const session = context;
    ptrdiff_t got = 0;
    *count = session->ahead.length < room ? session->ahead.length : room;
    if (*count) {
        memcpy(bytes, session->ahead.bytes, *count);
        qi_buffer_drop(&session->ahead, *count);
        return true;
    }
    while (!session->input_ended && (got = qi_read_some(session->descriptor, bytes, room)) < 0 &&
           (errno == EAGAIN || errno == EINTR))
        qi_input_wait(session->descriptor); /* it is in non-blocking mode */
    *count = got > 0 ? (size_t)got : 0;
    return true;
}

void qi_gtp_serve_descriptor(qi_gtp *session, int descriptor)
{
    session->descriptor = descriptor;
    qi_gtp_serve(session, read_descriptor, session);
}
