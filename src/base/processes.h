/*
 * The processes of a program that was started, and of all that it starts: what they use, and how
 * they are ended. Everything here that only Linux has is in processes.c; elsewhere a program's
 * group is all that can be ended, and what is measured is nothing.
 *
 * Linux gives orphans to the nearest ancestor that asked for them. A program that was bound asked
 * without knowing, so while it lives whatever it starts is below it, however often it forks and
 * whatever session it moves to (it may say no to that, and then it loses them to us). When it ends,
 * what is left is below us, if we asked too.
 */
#ifndef QI_BASE_PROCESSES_H
#define QI_BASE_PROCESSES_H

#include <qi/base.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The resources a program and the processes it started use at one moment. */
typedef struct qi_use {
    double cpu_seconds; /* with that of children that have ended and were waited for */
    uint64_t memory;    /* bytes in memory; with `shared_once`, pages that are shared count once */
    uint32_t processes; /* alive */
    bool awake;         /* some thread runs, waits for a core, or waits for a disk */
    bool stopped;       /* some process was stopped (SIGSTOP) and not woken */
} qi_use;

/* Adds up what the process and all its descendants use. Those that end meanwhile are left out.
 * `shared_once` takes longer. */
void qi_processes_measure(pid_t root, bool shared_once, qi_use *use);

/* The CPU time that processes below a program were last seen to have used, those included that have
 * ended and that nobody waited for. All zero at first. */
typedef struct qi_cpu_log {
    struct qi_cpu_entry {
        pid_t pid;
        double seconds; /* of its own */
    } * entries;
    size_t count;
    double gone;   /* seconds of those that have ended */
    double likely; /* seconds in which some process ran, estimated from those seen running */
} qi_cpu_log;

/* Brings the log up to date, `passed` seconds after the last time. Returns the CPU time of all that
 * it has seen. Without memory it counts less. */
double qi_processes_log_cpu(pid_t root, double passed, qi_cpu_log *log);

/* The bytes of files in memory that the process and its descendants have open and that have no name
 * (memfd, or removed): they are their memory, but not counted as such. */
uint64_t qi_processes_unlinked(pid_t root);

/* A program to start. */
typedef struct qi_start {
    const char *path;
    char *const *argv;
    int descriptors[3]; /* its stdin, stdout and stderr; -1: ours */
    double cpu_seconds; /* after which the system ends it, at the latest; 0: never */
    uint64_t file_size; /* the most bytes that a file it writes may have; 0: any number */
    bool confined;      /* it gets no other descriptors, and cannot reach sockets of UNIX */
} qi_start;

/* Starts a program in a session and a group of its own, with default signals; it is killed when the
 * thread that started it ends. Returns its number, or -1 with errno. */
pid_t qi_processes_start(const qi_start *start);

/* Returns whether the stop is set, or becomes so within 0.2 s. To be asked before a program is
 * blamed for ending by a signal: it may have been sent to all processes of a job, us included, and
 * the thread that waits for ours may come later. False when `stop` is NULL. */
bool qi_processes_stops_soon(const qi_stop *stop);

/* A descriptor that becomes readable when the process ends; -1 with errno. */
int qi_processes_watch(pid_t process);

/* Wakes the process and its descendants when they were stopped. */
void qi_processes_wake(pid_t root);

/* Ends all descendants of the process, which is stopped, to be ended by the caller; or, with its
 * own number, those of this one. */
void qi_processes_end_below(pid_t root);

/* Makes this process the parent of what its programs leave behind. */
void qi_processes_adopt(void);

/* Ends all children of the main thread, and what is below them, but those that are listed: programs
 * that still run; -1 in the list is one that is being started, so that nothing is done. Looks again
 * and again until nothing is left. */
void qi_processes_end_orphans(const atomic_int *programs, size_t count);

/* The processes below one, to be ended when it has ended itself. */
typedef struct qi_descendants {
    int *watches; /* descriptors: a number alone may be another process's by then */
    size_t count;
} qi_descendants;

void qi_processes_note(pid_t root, qi_descendants *below);
/* Ends those that were noted and are still alive. */
void qi_processes_end_noted(qi_descendants *below);

/* Splits this process in two, before it has threads: the caller goes on in a child of its own; the
 * parent passes signals on, waits, ends whatever the child and its programs left behind and ends as
 * the child did. So nothing is left when either of them is killed. Returns in the child; when there
 * can be no child, in the one process. */
void qi_processes_guard(void);

#endif
