#include "gtp/client.h"
#include "base/buffer.h"
#include "base/host.h"
#include "base/processes.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_REPLY = 1 << 20, MAX_TALK = 4096 };

struct qi_gtp_client {
    pid_t group;
    int input, output, talk; /* the engine's; talk is -1 unless it is kept */
    qi_gtp_answer state;     /* GTP_ANSWERED while the engine is of use */
    qi_buffer text;          /* the engine's output, "\r" left out */
    size_t taken;            /* bytes at the start that belong to the last reply */
    size_t scanned;          /* bytes that hold no line end of interest */
    char kept[MAX_TALK + 1];
    size_t kept_used;
    const qi_stop *stop; /* or NULL */
    uint64_t max_memory; /* bytes; 0: any number */
    double next_look;    /* at its memory */
};

/* For poll, at most a tenth of a second, so that a stop is seen; rounded up, so that a wait never
 * ends early; 0 when the time is over. */
static int milliseconds_until(double deadline)
{
    enum { MAX = 100 };
    const double left = (deadline - qi_seconds()) * 1000;
    if (left <= 0)
        return 0;
    return left >= MAX ? MAX : (int)left + 1;
}

/* ---- starting ----------------------------------------------------------------------------- */

typedef struct engine_pipes {
    int input[2], output[2], talk[2];
} engine_pipes;

static void close_pipe(int pipe[2])
{
    for (int i = 0; i < 2; i++)
        if (pipe[i] >= 0)
            close(pipe[i]);
}

static bool open_pipes(engine_pipes *pipes, qi_gtp_client_talk talk)
{
    pipes->input[0] = pipes->input[1] = pipes->output[0] = pipes->output[1] = -1;
    pipes->talk[0] = pipes->talk[1] = -1;
    if (pipe2(pipes->input, O_CLOEXEC) == 0 && pipe2(pipes->output, O_CLOEXEC) == 0 &&
        (talk != GTP_TALK_KEEP || pipe2(pipes->talk, O_CLOEXEC) == 0))
        return true;
    const int error = errno;
    close_pipe(pipes->input);
    close_pipe(pipes->output);
    close_pipe(pipes->talk);
    errno = error;
    return false;
}

/* Starts the shell with our pipes. Returns an errno. */
static int spawn(const char *command, const engine_pipes *pipes, pid_t *child)
{
    char *const arguments[] = {"sh", "-c", (char *)command, NULL};
    const int kept = pipes->talk[1];
    const int talk = kept >= 0 ? kept : open("/dev/null", O_WRONLY | O_CLOEXEC);
    const qi_start how = {.path = "/bin/sh",
                          .argv = arguments,
                          .descriptors = {pipes->input[0], pipes->output[1], talk}};
    *child = talk < 0 ? -1 : qi_processes_start(&how);
    const int error = *child < 0 ? errno : 0;
    if (talk >= 0 && talk != kept)
        close(talk);
    return error;
}

static void never_wait(int descriptor)
{
    if (descriptor >= 0)
        fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

qi_gtp_client *qi_gtp_client_start(const char *command, qi_gtp_client_talk talk)
{
    qi_gtp_client *client = calloc(1, sizeof *client);
    engine_pipes pipes;
    if (!client || !open_pipes(&pipes, talk)) {
        free(client);
        return NULL;
    }
    const int error = spawn(command, &pipes, &client->group);
    close(pipes.input[0]);
    close(pipes.output[1]);
    if (pipes.talk[1] >= 0)
        close(pipes.talk[1]);
    client->input = pipes.input[1];
    client->output = pipes.output[0];
    client->talk = pipes.talk[0];
    if (error) {
        close(client->input);
        close(client->output);
        if (client->talk >= 0)
            close(client->talk);
        free(client);
        errno = error;
        return NULL;
    }
    never_wait(client->input);
    never_wait(client->output);
    never_wait(client->talk);
    return client;
}

/* ---- bytes in and out --------------------------------------------------------------------- */

/* Keeps the last MAX_TALK bytes. */
static void keep_talk(qi_gtp_client *client, const char *bytes, size_t count)
{
    if (count > MAX_TALK) {
        bytes += count - MAX_TALK;
        count = MAX_TALK;
    }
    const size_t room = MAX_TALK - client->kept_used;
    if (count > room) {
        client->kept_used -= count - room;
        memmove(client->kept, client->kept + (count - room), client->kept_used);
    }
    memcpy(client->kept + client->kept_used, bytes, count);
    client->kept_used += count;
    client->kept[client->kept_used] = '\0';
}

static void read_talk(qi_gtp_client *client)
{
    char buffer[4096];
    const ssize_t got = read(client->talk, buffer, sizeof buffer);
    if (got > 0) {
        keep_talk(client, buffer, (size_t)got);
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
        close(client->talk);
        client->talk = -1;
    }
}

static void read_output(qi_gtp_client *client)
{
    char buffer[1 << 14];
    const ssize_t got = read(client->output, buffer, sizeof buffer);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        client->state = GTP_GONE;
        return;
    }
    if (client->text.length + (size_t)got > MAX_REPLY) {
        client->state = GTP_FLOODED;
        return;
    }
    if (!qi_buffer_reserve(&client->text, (size_t)got)) {
        client->state = GTP_FAILED;
        return;
    }
    for (ssize_t i = 0; i < got; i++)
        if (buffer[i] != '\r')
            client->text.bytes[client->text.length++] = buffer[i];
}

/* ---- replies ------------------------------------------------------------------------------ */

/* Forgets the last reply. */
static void drop_taken(qi_gtp_client *client)
{
    qi_buffer_drop(&client->text, client->taken);
    client->taken = client->scanned = 0;
}

/* Drops the lines in front that start no reply. True when one has started. */
static bool skip_chat(qi_gtp_client *client)
{
    while (client->taken < client->text.length && client->text.bytes[client->taken] != '=' &&
           client->text.bytes[client->taken] != '?') {
        const char *end =
            memchr(client->text.bytes + client->taken, '\n', client->text.length - client->taken);
        if (!end)
            break;
        client->taken = (size_t)(end + 1 - client->text.bytes);
    }
    if (client->taken)
        drop_taken(client);
    return client->text.length && (client->text.bytes[0] == '=' || client->text.bytes[0] == '?');
}

/* Looks for a whole reply at the start of the text, which an empty line ends. On success `reply` is
 * its text, null-terminated. */
static bool find_reply(qi_gtp_client *client, qi_gtp_answer *answer, const char **reply)
{
    if (!skip_chat(client))
        return false;
    for (size_t i = client->scanned; i + 1 < client->text.length; i++)
        if (client->text.bytes[i] == '\n' && client->text.bytes[i + 1] == '\n') {
            char *text = client->text.bytes + 1;
            size_t end = i;
            while (end > 1 && strchr(" \t", client->text.bytes[end - 1]))
                end--;
            client->text.bytes[end] = '\0';
            client->taken = i + 2;
            *answer = client->text.bytes[0] == '=' ? GTP_ANSWERED : GTP_REFUSED;
            text += strspn(text, "0123456789");
            *reply = text + strspn(text, " \t\n");
            return true;
        }
    client->scanned = client->text.length - 1;
    return false;
}

/* Waits for the engine to take the rest of a line or to say something. */
static void exchange(qi_gtp_client *client, const char **line, size_t *left, double deadline)
{
    struct pollfd waits[3] = {{.fd = client->output, .events = POLLIN},
                              {.fd = client->talk, .events = POLLIN},
                              {.fd = *left ? client->input : -1, .events = POLLOUT}};
    const int ready = poll(waits, 3, milliseconds_until(deadline));
    if (ready < 0 && errno != EINTR) {
        client->state = GTP_GONE;
        return;
    }
    if (ready <= 0)
        return;
    if (waits[1].revents)
        read_talk(client);
    if (waits[2].revents) {
        const ssize_t written = write(client->input, *line, *left);
        if (written > 0) {
            *line += written;
            *left -= (size_t)written;
        } else if (errno != EAGAIN && errno != EINTR) {
            *left = 0; /* its last words may still come */
        }
    }
    if (waits[0].revents)
        read_output(client);
}

/* Whether the engine takes too much memory; false between two looks. */
static bool is_too_large(qi_gtp_client *client)
{
    static const double LOOK_EVERY = 0.1;
    const double now = qi_seconds();
    if (!client->max_memory || now < client->next_look)
        return false;
    client->next_look = now + LOOK_EVERY;
    qi_use use;
    qi_processes_measure(client->group, false, &use);
    /* Processes that share memory may look larger than they are. */
    if (use.memory > client->max_memory && use.processes > 1)
        qi_processes_measure(client->group, true, &use);
    return use.memory > client->max_memory;
}

static qi_gtp_answer ask(qi_gtp_client *client, double seconds, const char **reply,
                         const char *line, size_t left)
{
    const double deadline = qi_seconds() + seconds;
    drop_taken(client);
    qi_gtp_answer answer;
    for (;;) {
        if (find_reply(client, &answer, reply))
            return answer;
        if (client->stop && qi_stop_is_set(client->stop))
            return client->state = GTP_STOPPED;
        if (client->state == GTP_GONE && qi_processes_stops_soon(client->stop))
            return client->state = GTP_STOPPED;
        if (client->state != GTP_ANSWERED)
            return client->state;
        if (is_too_large(client))
            return client->state = GTP_TOO_LARGE;
        if (qi_seconds() >= deadline)
            return client->state = GTP_TIMED_OUT;
        exchange(client, &line, &left, deadline);
    }
}

qi_gtp_answer qi_gtp_client_ask(qi_gtp_client *client, double seconds, const char **reply,
                                const char *format, ...)
{
    const char *found = "";
    if (reply)
        *reply = found;
    if (client->state != GTP_ANSWERED)
        return client->state;
    char *line = NULL;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&line, format, arguments);
    va_end(arguments);
    if (length < 0)
        return client->state = GTP_FAILED;
    line[length++] = '\n'; /* where the terminator was */
    const qi_gtp_answer answer = ask(client, seconds, &found, line, (size_t)length);
    free(line);
    if (reply)
        *reply = found;
    return answer;
}

const char *qi_gtp_answer_text(qi_gtp_answer answer)
{
    switch (answer) {
    case GTP_ANSWERED:
        return "the engine answered";
    case GTP_REFUSED:
        return "the engine refused the command";
    case GTP_TIMED_OUT:
        return "the engine gave no answer in time";
    case GTP_GONE:
        return "the engine ended";
    case GTP_FLOODED:
        return "the engine's answer does not end";
    case GTP_TOO_LARGE:
        return "the engine takes more memory than the limit";
    case GTP_FAILED:
        return "there is no memory";
    case GTP_STOPPED:
        return "stopped";
    }
    return "unknown answer";
}

void qi_gtp_client_watch(qi_gtp_client *client, const qi_stop *stop)
{
    client->stop = stop;
}

void qi_gtp_client_limit_memory(qi_gtp_client *client, uint64_t bytes)
{
    client->max_memory = bytes;
}

const char *qi_gtp_client_talk_of(const qi_gtp_client *client)
{
    return client->kept;
}

pid_t qi_gtp_client_group(const qi_gtp_client *client)
{
    return client->group;
}

/* ---- ending ------------------------------------------------------------------------------- */

/* Whether the shell has ended. It is left a zombie, so that no other process gets its number, and
 * its group, before the group is killed. */
static bool has_ended(const qi_gtp_client *client)
{
    siginfo_t info = {.si_pid = 0};
    return waitid(P_PID, (id_t)client->group, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           info.si_pid != 0;
}

/* Reads and drops what the engine still writes, so that it does not wait for us. */
static void drain(qi_gtp_client *client, int milliseconds)
{
    struct pollfd waits[2] = {{.fd = client->output, .events = POLLIN},
                              {.fd = client->talk, .events = POLLIN}};
    if (poll(waits, 2, milliseconds) <= 0)
        return;
    if (waits[1].revents)
        read_talk(client);
    char buffer[4096];
    if (waits[0].revents && read(client->output, buffer, sizeof buffer) <= 0 && errno != EAGAIN) {
        close(client->output); /* poll passes over -1 and sleeps instead */
        client->output = -1;
    }
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

void qi_gtp_client_end(qi_gtp_client *client, double seconds, qi_gtp_client_end_report *report)
{
    if (!client)
        return;
    const double deadline = qi_seconds() + seconds;
    /* The engine may leave processes behind when it ends. */
    qi_descendants below;
    qi_use use;
    qi_processes_note(client->group, &below);
    qi_processes_measure(client->group, false, &use);
    const ssize_t said = write(client->input, "quit\n", 5);
    (void)said; /* it may be gone already */
    close(client->input);
    bool ended;
    while (!(ended = has_ended(client)) && qi_seconds() < deadline) {
        const int left = milliseconds_until(deadline);
        drain(client, left < 5 ? left : 5);
    }
    if (!ended)
        qi_processes_end_below(client->group);
    kill(-client->group, SIGKILL);
    kill(client->group, SIGKILL);
    qi_processes_end_noted(&below);
    int status = 0;
    struct rusage usage = {0};
    while (wait4(client->group, &status, 0, &usage) < 0 && errno == EINTR)
        continue;
    const double counted = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    if (report)
        *report = (qi_gtp_client_end_report){status, !ended,
                                             counted > use.cpu_seconds ? counted : use.cpu_seconds};
    if (client->output >= 0)
        close(client->output);
    if (client->talk >= 0)
        close(client->talk);
    qi_buffer_free(&client->text);
    free(client);
}
