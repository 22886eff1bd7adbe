#include "lab/processes.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static bool is_awake(char state)
{
    return state == 'R' || state == 'D';
}

/* Adds one process; returns the number of its threads, 0 when it has gone. */
static unsigned long add_process(pid_t pid, qi_lab_use *use)
{
    enum { UTIME = 11, CSTIME = 14, THREADS = 17, RSS = 21 }; /* counted from the state */
    char path[64];
    char text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    char *at = read_short(path, text, sizeof text) ? fields_of(text) : NULL;
    if (!at)
        return 0;
    use->awake |= is_awake(*at);
    unsigned long threads = 0;
    at++;
    for (int field = 1; field <= RSS; field++) {
        char *end;
        const long long number = strtoll(at, &end, 10);
        if (end == at)
            return 0;
        at = end;
        if (field >= UTIME && field <= CSTIME)
            use->cpu_seconds += (double)number / (double)sysconf(_SC_CLK_TCK);
        else if (field == THREADS)
            threads = (unsigned long)number;
        else if (field == RSS && number > 0)
            use->memory += (uint64_t)number * (uint64_t)sysconf(_SC_PAGESIZE);
    }
    return threads;
}

enum { DEEPEST = 32 };

static void add_tree(pid_t pid, qi_lab_use *use, int depth);

/* The state and the children of one thread. */
static void add_thread(pid_t pid, long thread, bool only, qi_lab_use *use, int depth)
{
    char path[80];
    char text[4096];
    if (!only) {
        snprintf(path, sizeof path, "/proc/%d/task/%ld/stat", (int)pid, thread);
        const char *const state = read_short(path, text, sizeof text) ? fields_of(text) : NULL;
        use->awake |= state && is_awake(*state);
    }
    snprintf(path, sizeof path, "/proc/%d/task/%ld/children", (int)pid, thread);
    if (!read_short(path, text, sizeof text))
        return;
    char *at = text;
    for (;;) {
        char *end;
        const long child = strtol(at, &end, 10);
        if (end == at || child <= 0)
            return;
        at = end;
        add_tree((pid_t)child, use, depth + 1);
    }
}

static void add_tree(pid_t pid, qi_lab_use *use, int depth)
{
    const unsigned long threads = depth < DEEPEST ? add_process(pid, use) : 0;
    if (threads == 1)
        add_thread(pid, pid, true, use, depth);
    if (threads < 2)
        return;
    char path[40];
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *const tasks = opendir(path);
    for (const struct dirent *task = tasks ? readdir(tasks) : NULL; task; task = readdir(tasks)) {
        const long thread = strtol(task->d_name, NULL, 10);
        if (thread > 0)
            add_thread(pid, thread, false, use, depth);
    }
    if (tasks)
        closedir(tasks);
}

void qi_lab_measure_tree(pid_t root, qi_lab_use *use)
{
    *use = (qi_lab_use){0};
    add_tree(root, use, 0);
}
