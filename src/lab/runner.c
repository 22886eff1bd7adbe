#include "lab/runner.h"
#include "base/host.h"
#include "base/processes.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TALK_LIMIT = 1 << 16, CHUNK = 1 << 16 };

/* ---- finding it --------------------------------------------------------------------------- */

bool qi_lab_program_find(qi_lab_program *program, char **argv)
{
    *program = (qi_lab_program){.argv = argv};
    if (strchr(argv[0], '/')) {
        if (access(argv[0], X_OK) != 0)
            return false;
        program->path = strdup(argv[0]);
        return program->path != NULL;
    }
    const char *at = getenv("PATH");
    errno = ENOENT;
    while (at && *at) {
        const size_t length = strcspn(at, ":");
        char *const path = malloc(length + strlen(argv[0]) + 3);
        if (!path)
            return false;
        sprintf(path, "%.*s/%s", length ? (int)length : 1, length ? at : ".", argv[0]);
        if (access(path, X_OK) == 0) {
            program->path = path;
            return true;
        }
        free(path);
        at += length + (at[length] == ':');
    }
    return false;
}

void qi_lab_program_free(qi_lab_program *program)
{
    free(program->path);
    *program = (qi_lab_program){0};
}

/* ---- starting it -------------------------------------------------------------------------- */

static void close_end(int *descriptor)
{
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

/* The ends of a run that are ours, -1 when closed, and what is being moved through them. */
typedef struct running {
    bool within; /* the program runs below another, see qi_lab_program */
    pid_t pid;
    int process; /* becomes readable when the program ends */
    int in, out, err;
    const char *input;
    size_t input_left;
    qi_buffer *output, *talk;
    const qi_lab_limits *limits;
    double started;
    double idle;        /* seconds in which nothing of it ran or wanted to */
    qi_lab_limit limit; /* that was reached */
    double passed;      /* seconds, but those in which we ourselves could not look */
    qi_use use;         /* the most that was seen */
    qi_cpu_log log;
    unsigned looks;
} running;

/* Starts the program; returns 0 or errno. */
static int start(running *run, const qi_lab_program *program)
{
    int in[2] = {-1, -1};
    int out[2] = {-1, -1};
    int err[2] = {-1, -1};
    int error = 0;
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0)
        error = errno;
    else if (run->talk ? pipe2(err, O_CLOEXEC) != 0
                       : (err[1] = open("/dev/null", O_WRONLY | O_CLOEXEC)) < 0)
        error = errno;
    if (!error) {
        const qi_start how = {.path = program->path,
                              .argv = program->argv,
                              .descriptors = {in[0], out[1], err[1]},
                              .cpu_seconds = run->limits->seconds + 1,
                              .file_size = run->limits->memory,
                              .confined = program->within};
        run->pid = qi_processes_start(&how);
        if (run->pid < 0)
            error = errno;
    }
    close_end(&in[0]);
    close_end(&out[1]);
    close_end(&err[1]);
    run->in = in[1];
    run->out = out[0];
    run->err = err[0];
    if (!error) {
        run->process = qi_processes_watch(run->pid);
        if (run->process < 0)
            error = errno;
    }
    return error;
}

/* ---- feeding it and listening ------------------------------------------------------------- */

static void feed(running *run)
{
    while (run->input_left) {
        const ssize_t written = write(run->in, run->input, run->input_left);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0 && errno == EAGAIN)
            return;
        if (written < 0) /* it closed its input, which it may do */
            break;
        run->input += written;
        run->input_left -= (size_t)written;
    }
    run->input_left = 0;
    close_end(&run->in);
}

/* Reads what there is into `text`, at most `limit` bytes of it in all; closes the pipe at its end.
 * False when there is more than the limit. */
static bool listen_to(int *pipe, qi_buffer *text, size_t limit)
{
    while (*pipe >= 0) {
        if (!qi_buffer_reserve(text, CHUNK))
            return false;
        text->bytes[text->length] = '\0'; /* also when nothing comes */
        const ssize_t got = read(*pipe, text->bytes + text->length, CHUNK);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && errno == EAGAIN)
            return true;
        if (got <= 0) {
            close_end(pipe);
            return true;
        }
        text->length += (size_t)got;
        text->bytes[text->length] = '\0';
        if (text->length > limit) {
            text->length = limit;
            text->bytes[limit] = '\0';
            return false;
        }
    }
    return true;
}

/* ---- watching it -------------------------------------------------------------------------- */

/* Returns the limit of processes or memory that the program has reached. */
static qi_lab_limit look_at_memory(running *run, qi_use *use)
{
    enum { FILES_EVERY = 10 /* looks: open files cost more, and short runs have none */ };
    qi_processes_measure(run->pid, false, use);
    /* Processes that share memory may look larger than they are. */
    if (use->memory > run->limits->memory && use->processes > 1)
        qi_processes_measure(run->pid, true, use);
    const uint64_t unlinked = ++run->looks % FILES_EVERY == 0 ? qi_processes_unlinked(run->pid) : 0;
    const uint64_t memory = unlinked > use->memory ? unlinked : use->memory;
    if (memory > run->use.memory)
        run->use.memory = memory;
    return use->processes > QI_LAB_MAX_PROCESSES ? QI_LAB_LIMIT_PROCESSES
           : memory <= run->limits->memory       ? QI_LAB_NO_LIMIT
           : use->memory <= run->limits->memory  ? QI_LAB_LIMIT_FILES
           : use->processes > 1                  ? QI_LAB_LIMIT_GROUP
                                                 : QI_LAB_LIMIT_MEMORY;
}

/* Returns the limit of time that the program has reached. Time that passes while it waits for a
 * core is not its own: only CPU time counts, and time in which all of it was asleep. A program that
 * was stopped is woken, so that no pause is long. */
static qi_lab_limit look_at_time(running *run, const qi_use *use, double passed)
{
    enum { FAR_TOO_LONG = 200 /* times the limit by the clock, whatever it does */ };
    static const double UNSEEN =
        3; /* times the limit that processes too short to be seen may run */
    const double limit = run->limits->seconds;
    double used = use->cpu_seconds;
    /* Of children that nobody waits for the system forgets what they used. */
    if (use->processes > 1 || run->log.count) {
        const double logged = qi_processes_log_cpu(run->pid, passed, &run->log);
        if (logged > used)
            used = logged;
    }
    if (!use->awake && !(used > run->use.cpu_seconds))
        run->idle += passed;
    if (!use->awake && use->stopped)
        qi_processes_wake(run->pid);
    if (used > run->use.cpu_seconds)
        run->use.cpu_seconds = used;
    run->passed += passed;
    return use->cpu_seconds > limit || run->use.cpu_seconds - run->log.gone > limit
               ? QI_LAB_LIMIT_CPU
           : run->use.cpu_seconds > limit             ? QI_LAB_LIMIT_CHILDREN
           : run->idle > 2 * limit + 0.5              ? QI_LAB_LIMIT_SLEEP
           : run->passed > FAR_TOO_LONG * (limit + 1) ? QI_LAB_LIMIT_CLOCK
           : run->log.likely > UNSEEN * (limit + 1)   ? QI_LAB_LIMIT_UNSEEN
                                                      : QI_LAB_NO_LIMIT;
}

/* Whether the program, which is still running, has reached a limit. */
static bool over_limit(running *run, double passed, qi_lab_ending *ending)
{
    qi_use use;
    const qi_lab_limit large = look_at_memory(run, &use);
    const qi_lab_limit late = look_at_time(run, &use, passed);
    run->limit = large ? large : late;
    *ending = large ? QI_LAB_TOO_LARGE : QI_LAB_TOO_LONG;
    return run->limit != QI_LAB_NO_LIMIT;
}

/* Moves bytes until the program ends or has to be ended. */
static qi_lab_ending attend(running *run, const qi_stop *stop)
{
    enum { QUIET = 10 /* milliseconds between looks at the limits */ };
    qi_lab_ending ending = QI_LAB_ENDED;
    double looked = run->started;
    for (;;) {
        struct pollfd ends[4] = {{.fd = run->process, .events = POLLIN},
                                 {.fd = run->out, .events = POLLIN},
                                 {.fd = run->in, .events = POLLOUT},
                                 {.fd = run->err, .events = POLLIN}};
        if (poll(ends, 4, QUIET) < 0 && errno != EINTR)
            return QI_LAB_NOT_RUN;
        if (ends[2].revents)
            feed(run);
        /* The end of the process is looked at before its output, so that the last of that is not
         * missed. */
        const bool over = ends[0].revents != 0;
        if (!listen_to(&run->out, run->output, run->limits->output))
            return run->output->failed ? QI_LAB_NOT_RUN : QI_LAB_TOO_MUCH;
        if (run->talk && !listen_to(&run->err, run->talk, TALK_LIMIT))
            close_end(&run->err);
        if (over)
            return QI_LAB_ENDED;
        if (stop && qi_stop_is_set(stop))
            return QI_LAB_STOPPED;
        /* Its memory can be seen only while it runs: the first output is a good moment. */
        const bool talks = !run->use.memory && run->output->length > 0;
        const double time = qi_seconds();
        if (talks || time - looked > 1e-3 * QUIET) {
            /* When this process itself had to wait, nothing is known of the program. */
            const double passed = time - looked < 5e-3 * QUIET ? time - looked : 5e-3 * QUIET;
            looked = time;
            if (over_limit(run, passed, &ending))
                return ending;
        }
    }
}

static double cpu_seconds_of(const struct rusage *usage)
{
    return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
           1e-6 * (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
}

/* The most memory of a run. The system counts our own memory as the program's until it starts, so
 * that what it says may be too much; then what was seen while it ran has to do. */
static void note_memory(const running *run, const struct rusage *usage, qi_lab_run_result *result)
{
    struct rusage own;
    getrusage(RUSAGE_SELF, &own);
    result->memory = (uint64_t)usage->ru_maxrss * 1024;
    const bool exact = usage->ru_maxrss > own.ru_maxrss;
    if (run->use.memory && (!exact || run->use.memory > result->memory))
        result->memory = run->use.memory;
    else
        result->memory_below = !exact;
}

/* The program ended by a signal, which may be the system's for reaching a limit. */
static void end_by_signal(qi_lab_run_result *result, int signal)
{
    result->ending = signal == SIGXCPU   ? QI_LAB_TOO_LONG
                     : signal == SIGXFSZ ? QI_LAB_TOO_LARGE
                                         : QI_LAB_CRASHED;
    result->limit = signal == SIGXCPU   ? QI_LAB_LIMIT_CPU
                    : signal == SIGXFSZ ? QI_LAB_LIMIT_FILE_SIZE
                                        : QI_LAB_NO_LIMIT;
    result->code = signal;
}

/* Ends what is left of the program and says how it ended. */
static void finish(running *run, qi_lab_run_result *result)
{
    if (result->ending != QI_LAB_ENDED)
        qi_processes_end_below(run->pid);
    kill(-run->pid, SIGKILL);
    kill(run->pid, SIGKILL);
    int status = 0;
    struct rusage usage = {0};
    while (wait4(run->pid, &status, 0, &usage) < 0 && errno == EINTR)
        ;
    const double own = cpu_seconds_of(&usage);
    result->cpu_seconds = own;
    /* Processes that it left behind are our children now. */
    struct rusage left = {0};
    while (wait4(-run->pid, NULL, 0, &left) > 0)
        result->cpu_seconds += cpu_seconds_of(&left);
    if (run->use.cpu_seconds > result->cpu_seconds)
        result->cpu_seconds = run->use.cpu_seconds;
    result->idle_seconds = run->idle;
    note_memory(run, &usage, result);
    if (result->ending != QI_LAB_ENDED) {
        result->limit = result->ending == QI_LAB_TOO_MUCH ? QI_LAB_LIMIT_OUTPUT : run->limit;
        return;
    }
    if (WIFSIGNALED(status)) {
        end_by_signal(result, WTERMSIG(status));
    } else if (!result->memory_below && result->memory > run->limits->memory) {
        result->ending = QI_LAB_TOO_LARGE;
        result->limit = QI_LAB_LIMIT_MEMORY;
    } else if (result->cpu_seconds > run->limits->seconds) {
        result->ending = QI_LAB_TOO_LONG;
        result->limit = own > run->limits->seconds ? QI_LAB_LIMIT_CPU : QI_LAB_LIMIT_CHILDREN;
    } else if (run->within && WEXITSTATUS(status) > 128) {
        end_by_signal(result, WEXITSTATUS(status) - 128);
    } else if (WEXITSTATUS(status)) {
        result->ending = QI_LAB_EXITED;
        result->code = WEXITSTATUS(status);
    }
}

/* Whether the program failed because a signal ends the whole job. */
static bool was_interrupted(const qi_lab_run_result *result, const qi_stop *stop)
{
    const int code = result->code;
    if (result->ending == QI_LAB_ENDED || result->ending == QI_LAB_NOT_RUN)
        return false;
    if (result->ending == QI_LAB_CRASHED && (code == SIGINT || code == SIGTERM || code == SIGHUP))
        return qi_processes_stops_soon(stop);
    return stop && qi_stop_is_set(stop);
}

qi_lab_run_result qi_lab_run(const qi_lab_program *program, const qi_lab_limits *limits,
                             const char *input, size_t input_length, qi_buffer *output,
                             qi_buffer *talk, const qi_stop *stop, atomic_int *number)
{
    running run = {.within = program->within,
                   .process = -1,
                   .in = -1,
                   .out = -1,
                   .err = -1,
                   .input = input,
                   .input_left = input_length,
                   .output = output,
                   .talk = talk,
                   .limits = limits,
                   .started = qi_seconds()};
    qi_lab_run_result result = {.ending = QI_LAB_NOT_RUN};
    qi_buffer_clear(output);
    if (talk)
        qi_buffer_clear(talk);
    if (number)
        atomic_store(number, -1);
    result.code = start(&run, program);
    if (run.pid > 0) {
        if (number)
            atomic_store(number, run.pid);
        if (!result.code) {
            const int ours[3] = {run.in, run.out, run.err};
            for (int i = 0; i < 3; i++)
                if (ours[i] >= 0)
                    fcntl(ours[i], F_SETFL, O_NONBLOCK);
            feed(&run);
            result.ending = attend(&run, stop);
        }
        finish(&run, &result);
        if (was_interrupted(&result, stop))
            result.ending = QI_LAB_STOPPED;
    }
    if (number)
        atomic_store(number, 0);
    close_end(&run.in);
    close_end(&run.out);
    close_end(&run.err);
    close_end(&run.process);
    free(run.log.entries);
    return result;
}

bool qi_lab_run_was_idle(const qi_lab_run_result *run)
{
    return run->limit == QI_LAB_LIMIT_SLEEP || run->limit == QI_LAB_LIMIT_CLOCK;
}

/* ---- in words ---------------------------------------------------------------------------- */

const char *qi_lab_limit_name(qi_lab_limit limit)
{
    static const char *const names[] = {[QI_LAB_NO_LIMIT] = "none",
                                        [QI_LAB_LIMIT_CPU] = "CPU time",
                                        [QI_LAB_LIMIT_CHILDREN] = "CPU time of children",
                                        [QI_LAB_LIMIT_UNSEEN] = "CPU time, estimated",
                                        [QI_LAB_LIMIT_SLEEP] = "sleep",
                                        [QI_LAB_LIMIT_CLOCK] = "clock",
                                        [QI_LAB_LIMIT_MEMORY] = "memory",
                                        [QI_LAB_LIMIT_GROUP] = "memory of all processes",
                                        [QI_LAB_LIMIT_FILES] = "files in memory",
                                        [QI_LAB_LIMIT_FILE_SIZE] = "file size",
                                        [QI_LAB_LIMIT_PROCESSES] = "processes",
                                        [QI_LAB_LIMIT_OUTPUT] = "output"};
    return names[limit];
}

const char *qi_lab_signal_name(int signal)
{
    static const struct {
        int number;
        const char *name;
    } names[] = {{SIGSEGV, "SIGSEGV"}, {SIGABRT, "SIGABRT"}, {SIGFPE, "SIGFPE"},
                 {SIGBUS, "SIGBUS"},   {SIGILL, "SIGILL"},   {SIGKILL, "SIGKILL"},
                 {SIGTERM, "SIGTERM"}, {SIGPIPE, "SIGPIPE"}, {SIGXCPU, "SIGXCPU"},
                 {SIGTRAP, "SIGTRAP"}, {SIGSYS, "SIGSYS"},   {SIGALRM, "SIGALRM"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].number == signal)
            return names[i].name;
    return "a signal";
}
