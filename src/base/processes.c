#include "base/processes.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- reading /proc ------------------------------------------------------------------------ */

/* Reads a short file; false when it is not there. */
static bool read_short(const char *path, char *text, size_t capacity)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    const ssize_t length = read(file, text, capacity - 1);
    close(file);
    if (length <= 0)
        return false;
    text[length] = '\0';
    return true;
}

/* The fields of a `stat` file from the state on: the name before may hold anything. */
static char *fields_of(char *stat)
{
    char *const name_end = strrchr(stat, ')');
    return name_end && name_end[1] ? name_end + 2 : NULL;
}

/* A list of processes; what does not fit is found in the next round. */
enum { MAX_LISTED = 4096 };
typedef struct process_list {
    size_t count;
    pid_t pids[MAX_LISTED];
} process_list;

/* Adds the children that one thread of a process has. */
static void add_children_of_thread(pid_t pid, long thread, process_list *list)
{
    char path[80];
    char text[4096];
    snprintf(path, sizeof path, "/proc/%d/task/%ld/children", (int)pid, thread);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    long child = 0;
    for (ssize_t length; file >= 0 && (length = read(file, text, sizeof text)) > 0;)
        for (ssize_t i = 0; i < length; i++) {
            if (text[i] >= '0' && text[i] <= '9') {
                child = 10 * child + (text[i] - '0');
                continue;
            }
            if (child > 0 && list->count < MAX_LISTED)
                list->pids[list->count++] = (pid_t)child;
            child = 0;
        }
    if (file >= 0)
        close(file);
}

static void add_children(pid_t pid, process_list *list)
{
    char path[40];
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *const tasks = opendir(path);
    for (const struct dirent *task = tasks ? readdir(tasks) : NULL; task; task = readdir(tasks)) {
        const long thread = strtol(task->d_name, NULL, 10);
        if (thread > 0)
            add_children_of_thread(pid, thread, list);
    }
    if (tasks)
        closedir(tasks);
}

/* Adds all that is below those in the list. */
static void add_descendants(process_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        add_children(list->pids[i], list);
}

/* ---- measuring ---------------------------------------------------------------------------- */

static void add_state(char state, qi_use *use)
{
    use->awake |= state == 'R' || state == 'D';
    use->stopped |= state == 'T';
}

/* The states of the threads but the first. */
static void add_threads(pid_t pid, qi_use *use)
{
    char path[80];
    char text[1024];
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *const tasks = opendir(path);
    for (const struct dirent *task = tasks ? readdir(tasks) : NULL; task; task = readdir(tasks)) {
        const long thread = strtol(task->d_name, NULL, 10);
        if (thread <= 0 || thread == pid)
            continue;
        snprintf(path, sizeof path, "/proc/%d/task/%ld/stat", (int)pid, thread);
        const char *const state = read_short(path, text, sizeof text) ? fields_of(text) : NULL;
        if (state)
            add_state(*state, use);
    }
    if (tasks)
        closedir(tasks);
}

/* Memory of which each process counts its share; false when the system does not report it. */
static bool add_share(pid_t pid, uint64_t *memory)
{
    char path[64];
    char text[4096];
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)pid);
    const char *const share = read_short(path, text, sizeof text) ? strstr(text, "\nPss:") : NULL;
    if (share)
        *memory += strtoull(share + strlen("\nPss:"), NULL, 10) * 1024;
    return share != NULL;
}

static void add_process(pid_t pid, bool shared_once, qi_use *use)
{
    enum { UTIME = 11, CSTIME = 14, THREADS = 17, RSS = 21 }; /* counted from the state */
    char path[64];
    char text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    char *at = read_short(path, text, sizeof text) ? fields_of(text) : NULL;
    if (!at)
        return;
    const char state = *at++;
    add_state(state, use);
    use->processes += state != 'Z' && state != 'X';
    for (int field = 1; field <= RSS; field++) {
        char *end;
        const long long number = strtoll(at, &end, 10);
        if (end == at)
            return;
        at = end;
        if (field >= UTIME && field <= CSTIME)
            use->cpu_seconds += (double)number / (double)sysconf(_SC_CLK_TCK);
        else if (field == THREADS && number > 1)
            add_threads(pid, use);
        else if (field == RSS && number > 0 && !(shared_once && add_share(pid, &use->memory)))
            use->memory += (uint64_t)number * (uint64_t)sysconf(_SC_PAGESIZE);
    }
}

void qi_processes_measure(pid_t root, bool shared_once, qi_use *use)
{
    process_list list = {.count = 1, .pids = {root}};
    *use = (qi_use){0};
    add_descendants(&list);
    for (size_t i = 0; i < list.count; i++)
        add_process(list.pids[i], shared_once, use);
}

/* The CPU time that a process has used itself, by the system's clock for it. */
static double own_cpu_seconds(pid_t pid)
{
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0)
        return 0;
    return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

/* The share of its time as a runnable process in which it had a core; 0 when it is not runnable
 * now, or where the system does not say. */
static double share_of_core(pid_t pid)
{
    char path[64];
    char text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    const char *const state = read_short(path, text, sizeof text) ? fields_of(text) : NULL;
    if (!state || *state != 'R')
        return 0;
    snprintf(path, sizeof path, "/proc/%d/schedstat", (int)pid);
    char *end = text;
    const double ran = read_short(path, text, sizeof text) ? strtod(text, &end) : 0;
    return ran > 0 ? ran / (ran + strtod(end, NULL)) : 0;
}

double qi_processes_log_cpu(pid_t root, double passed, qi_cpu_log *log)
{
    process_list list = {.count = 1, .pids = {root}};
    add_descendants(&list);
    struct qi_cpu_entry *const now = calloc(list.count, sizeof *now);
    double sum = 0, share = 0;
    for (size_t i = 0; now && i < list.count; i++) {
        now[i].pid = list.pids[i];
        now[i].seconds = own_cpu_seconds(list.pids[i]);
        sum += now[i].seconds;
    }
    for (size_t i = 0; i < list.count && share <= 0; i++)
        share = share_of_core(list.pids[i]);
    for (size_t k = 0; now && k < log->count; k++) {
        size_t i = 0;
        while (i < list.count && now[i].pid != log->entries[k].pid)
            i++;
        /* A number that came back, with less time, is another process's. */
        if (i == list.count || now[i].seconds < log->entries[k].seconds)
            log->gone += log->entries[k].seconds;
    }
    if (now) {
        free(log->entries);
        log->entries = now;
        log->count = list.count;
    }
    log->likely += share * passed;
    return log->gone + sum;
}

/* Adds the files of a process that are in memory and have no name. Files with one stay when it
 * ends, and are not its memory. */
static void add_unlinked(pid_t pid, uint64_t *bytes)
{
    enum { IN_MEMORY = 0x01021994 /* TMPFS_MAGIC */, BLOCK = 512 };
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
    DIR *const files = opendir(path);
    for (const struct dirent *file = files ? readdir(files) : NULL; file; file = readdir(files)) {
        struct stat about;
        struct statfs system;
        if (*file->d_name == '.' || fstatat(dirfd(files), file->d_name, &about, 0) != 0 ||
            !S_ISREG(about.st_mode) || about.st_nlink)
            continue;
        snprintf(path, sizeof path, "/proc/%d/fd/%.20s", (int)pid, file->d_name);
        if (statfs(path, &system) == 0 && system.f_type == IN_MEMORY)
            *bytes += (uint64_t)about.st_blocks * BLOCK;
    }
    if (files)
        closedir(files);
}

uint64_t qi_processes_unlinked(pid_t root)
{
    process_list list = {.count = 1, .pids = {root}};
    uint64_t bytes = 0;
    add_descendants(&list);
    for (size_t i = 0; i < list.count; i++)
        add_unlinked(list.pids[i], &bytes);
    return bytes;
}

/* ---- starting and waking ------------------------------------------------------------------ */

#if defined(__x86_64__)
enum { ARCHITECTURE = (int)0xc000003e, SOCKET_32 = 359, SOCKETS_32 = 102 /* socketcall */ };
#elif defined(__aarch64__)
enum { ARCHITECTURE = (int)0xc00000b7, SOCKET_32 = 281, SOCKETS_32 = 288 /* socketpair */ };
#endif

/* Lets this process open no socket of UNIX, by which it could ask programs outside of its sandbox
 * for what it may not do itself: no mount that is read only keeps it from that. Pairs of streams,
 * which lead nowhere else, it may open. */
static void refuse_unix_sockets(void)
{
#if defined(__x86_64__) || defined(__aarch64__)
    /* A seccomp filter. Its numbers are written out, for not every libc comes with the headers. */
    enum { LOAD = 0x20, EQUAL = 0x15, AND = 0x54, RETURN = 6, IO_URING_SETUP = 425 };
    enum { NUMBER = 0, ARCH = 4, FIRST = 16, SECOND = 24, WITHOUT_X32 = (int)0xbfffffff };
    enum { REFUSE = 0x50000 | EACCES, ALLOW = 0x7fff0000, MODE_FILTER = 2 };
    struct {
        uint16_t code;
        uint8_t then, otherwise; /* how many instructions to jump over */
        uint32_t value;
    } filter[] = {{LOAD, 0, 0, ARCH},
                  {EQUAL, 6, 0, (uint32_t)ARCHITECTURE},
                  {LOAD, 0, 0, NUMBER}, /* of 32 bits */
                  {EQUAL, 0, 1, SOCKET_32},
                  {RETURN, 0, 0, REFUSE},
                  {EQUAL, 0, 1, SOCKETS_32},
                  {RETURN, 0, 0, REFUSE},
                  {RETURN, 0, 0, ALLOW},
                  {LOAD, 0, 0, NUMBER},
                  {AND, 0, 0, (uint32_t)WITHOUT_X32},
                  {EQUAL, 0, 1, IO_URING_SETUP}, /* another way to open sockets */
                  {RETURN, 0, 0, REFUSE},
                  {EQUAL, 0, 4, SYS_socket},
                  {LOAD, 0, 0, FIRST},
                  {EQUAL, 0, 1, AF_UNIX},
                  {RETURN, 0, 0, REFUSE},
                  {RETURN, 0, 0, ALLOW},
                  {EQUAL, 0, 5, SYS_socketpair},
                  {LOAD, 0, 0, SECOND},
                  {AND, 0, 0, 15}, /* its type without flags */
                  {EQUAL, 1, 0, SOCK_DGRAM},
                  {EQUAL, 0, 1, SOCK_RAW},
                  {RETURN, 0, 0, REFUSE},
                  {RETURN, 0, 0, ALLOW}};
    const struct {
        uint16_t count;
        const void *instructions;
    } program = {sizeof filter / sizeof *filter, filter};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_SECCOMP, MODE_FILTER, &program);
#endif
}

/* Closes all descriptors but the first three. */
static void close_others(void)
{
    enum { CLOSE_RANGE = 436, FIRST = 3, MAX_DESCRIPTORS = 4096 };
    if (syscall(CLOSE_RANGE, FIRST, ~0U, 0) != 0)
        for (int i = FIRST; i < MAX_DESCRIPTORS; i++)
            close(i);
}

/* A limit that is lowered; one that is lower already stays. */
static struct rlimit lower_limit(struct rlimit now, rlim_t soft, rlim_t hard)
{
    return (struct rlimit){soft < now.rlim_cur ? soft : now.rlim_cur,
                           hard < now.rlim_max ? hard : now.rlim_max};
}
/* A macro: the C libraries differ in the type of `what`. */
#define LOWER_LIMIT(what, soft, hard)                                                              \
    do {                                                                                           \
        struct rlimit limit_;                                                                      \
        if (getrlimit(what, &limit_) == 0) {                                                       \
            limit_ = lower_limit(limit_, soft, hard);                                              \
            setrlimit(what, &limit_);                                                              \
        }                                                                                          \
    } while (0)

/* In the new process, which shares the parent's memory until it becomes the program: nothing here
 * may change that memory but `*error`. */
static void become(const qi_start *start, volatile int *error)
{
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    for (int i = 0; i < 3; i++)
        if (start->descriptors[i] >= 0)
            dup2(start->descriptors[i], i);
    if (start->cpu_seconds > 0) {
        const rlim_t seconds = (rlim_t)start->cpu_seconds + 1;
        LOWER_LIMIT(RLIMIT_CORE, 0, 0);
        LOWER_LIMIT(RLIMIT_CPU, seconds, seconds + 1);
    }
    if (start->file_size)
        LOWER_LIMIT(RLIMIT_FSIZE, start->file_size, start->file_size);
    if (start->confined) {
        close_others();
        refuse_unix_sockets();
    }
    /* A signal to our group may have come between the vfork and the setsid, and is pending if our
     * threads block it: it is not meant for the program. Ignoring a signal discards it. */
    const struct sigaction ignored = {.sa_handler = SIG_IGN};
    const struct sigaction by_default = {.sa_handler = SIG_DFL};
    for (int signal = 1; signal < SIGRTMIN; signal++) {
        sigaction(signal, &ignored, NULL);
        sigaction(signal, &by_default, NULL);
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(start->path, start->argv, environ);
    *error = errno;
    _exit(127);
}

pid_t qi_processes_start(const qi_start *start)
{
    volatile int error = 0;
    /* vfork: a start must not cost a copy of this process's page tables. */
    const pid_t pid = vfork(); /* NOLINT(clang-analyzer-security.insecureAPI.vfork) */
    if (pid == 0)
        become(start, &error); /* NOLINT(clang-analyzer-unix.Vfork) */
    if (pid > 0 && error) {
        waitpid(pid, NULL, 0);
        errno = error;
        return -1;
    }
    return pid;
}

bool qi_processes_stops_soon(const qi_stop *stop)
{
    enum { ROUNDS = 40 };
    const struct timespec moment = {0, 5000000};
    for (int round = 0; stop && !qi_stop_is_set(stop) && round < ROUNDS; round++)
        nanosleep(&moment, NULL);
    return stop && qi_stop_is_set(stop);
}

int qi_processes_watch(pid_t process)
{
    return (int)syscall(SYS_pidfd_open, process, 0);
}

void qi_processes_wake(pid_t root)
{
    process_list list = {.count = 1, .pids = {root}};
    add_descendants(&list);
    for (size_t i = 0; i < list.count; i++)
        kill(list.pids[i], SIGCONT);
}

/* ---- ending ------------------------------------------------------------------------------- */

static bool is_alive(pid_t pid)
{
    char path[64];
    char text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    const char *const state = read_short(path, text, sizeof text) ? fields_of(text) : NULL;
    return state && *state != 'Z' && *state != 'X';
}

/* Kills a process with its group, unless that is `spared`. A group takes the signal as a whole:
 * nobody in it can fork out of it. */
static void end_process(pid_t pid, pid_t spared)
{
    const pid_t group = getpgid(pid);
    if (group > 1 && group != getpgrp() && group != spared)
        kill(-group, SIGKILL);
    kill(pid, SIGKILL);
}

/* Between two rounds: at once while that may do, then with pauses. */
static bool next_round(int round)
{
    enum { AT_ONCE = 20, ROUNDS = 2000 };
    const struct timespec moment = {0, 1000000};
    if (round > AT_ONCE)
        nanosleep(&moment, NULL);
    return round < ROUNDS;
}

void qi_processes_end_below(pid_t root)
{
    if (root != getpid())
        kill(root, SIGSTOP);
    bool alive = true;
    for (int round = 0; alive && next_round(round); round++) {
        process_list list = {.count = 1, .pids = {root}};
        add_descendants(&list);
        alive = false;
        for (size_t i = 1; i < list.count; i++)
            if (is_alive(list.pids[i])) {
                end_process(list.pids[i], root);
                alive = true;
            }
    }
}

void qi_processes_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* Lists the children of the main thread that are not programs of ours. False when that is not
 * known now. */
static bool list_orphans(const atomic_int *programs, size_t count, process_list *list)
{
    process_list children = {.count = 0};
    add_children_of_thread(getpid(), getpid(), &children);
    list->count = 0;
    for (size_t i = 0; i < children.count; i++) {
        bool known = false;
        for (size_t k = 0; k < count; k++) {
            const int program = atomic_load(&programs[k]);
            if (program < 0)
                return false;
            known |= program == children.pids[i];
        }
        if (!known)
            list->pids[list->count++] = children.pids[i];
    }
    return true;
}

void qi_processes_end_orphans(const atomic_int *programs, size_t count)
{
    process_list list;
    for (int round = 0; list_orphans(programs, count, &list) && list.count && next_round(round);
         round++) {
        const size_t ours = list.count;
        add_descendants(&list);
        for (size_t i = 0; i < list.count; i++)
            end_process(list.pids[i], 0);
        for (size_t i = 0; i < ours; i++)
            waitpid(list.pids[i], NULL, WNOHANG);
    }
}

void qi_processes_note(pid_t root, qi_descendants *below)
{
    process_list list = {.count = 1, .pids = {root}};
    add_descendants(&list);
    *below = (qi_descendants){.watches = malloc(list.count * sizeof *below->watches)};
    for (size_t i = 1; below->watches && i < list.count; i++) {
        const int watch = qi_processes_watch(list.pids[i]);
        if (watch >= 0)
            below->watches[below->count++] = watch;
    }
}

void qi_processes_end_noted(qi_descendants *below)
{
    for (size_t i = 0; i < below->count; i++) {
        syscall(SYS_pidfd_send_signal, below->watches[i], SIGKILL, NULL, 0);
        close(below->watches[i]);
    }
    free(below->watches);
    *below = (qi_descendants){0};
}

/* ---- the guard ---------------------------------------------------------------------------- */

/* Ends as the child did. */
static void end_as(int status)
{
    if (WIFSIGNALED(status)) {
        sigset_t all;
        sigfillset(&all);
        signal(WTERMSIG(status), SIG_DFL);
        sigprocmask(SIG_UNBLOCK, &all, NULL);
        raise(WTERMSIG(status));
        _exit(128 + WTERMSIG(status));
    }
    _exit(WEXITSTATUS(status));
}

/* A program may have stopped (SIGSTOP) the guard, which would not see that the work is over. */
static void wake_guard(void)
{
    kill(getppid(), SIGCONT);
}

void qi_processes_guard(void)
{
    static const int passed_on[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};
    sigset_t signals, before;
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    for (size_t i = 0; i < sizeof passed_on / sizeof *passed_on; i++)
        sigaddset(&signals, passed_on[i]);
    sigprocmask(SIG_BLOCK, &signals, &before);
    qi_processes_adopt();
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child <= 0) {
        sigprocmask(SIG_SETMASK, &before, NULL);
        if (child == 0) {
            prctl(PR_SET_PDEATHSIG, SIGTERM);
            atexit(wake_guard);
        }
        if (child == 0 && getppid() != parent)
            raise(SIGTERM);
        return;
    }
    for (;;) {
        siginfo_t info = {0};
        const int signal = sigwaitinfo(&signals, &info);
        int status;
        if (signal == SIGCHLD && waitpid(child, &status, WNOHANG | WUNTRACED) == child) {
            if (!WIFSTOPPED(status)) {
                qi_processes_end_orphans(NULL, 0);
                end_as(status);
            }
            /* A terminal stops this process, too (SIGTSTP). SIGSTOP to the child alone is a
             * program's, which would hang the work. */
            if (WSTOPSIG(status) == SIGSTOP)
                kill(child, SIGCONT);
        }
        /* A signal from a terminal has reached the child too. */
        if (signal > 0 && signal != SIGCHLD && info.si_code <= 0)
            kill(child, signal);
    }
}
