/*
 * Runs a program on an input, without a shell and without files: the input goes through a pipe, the
 * output comes back through another. Every run is a session of its own with limits, for all
 * processes that the program starts together. A run that reaches a limit is ended whole; what a
 * program leaves behind when it ends by itself is for qi_processes_end_orphans.
 */
#ifndef QI_LAB_RUNNER_H
#define QI_LAB_RUNNER_H

#include "base/buffer.h"

#include <stdatomic.h>

typedef struct qi_lab_program {
    char *path;  /* where the program is; owned */
    char **argv; /* its arguments, argv[0] included; not owned; ends with NULL */
    bool within; /* another program runs it, and reports a signal as 128 plus its number */
} qi_lab_program;

/* Looks the program up as a shell would. False, with `errno`, if not found. */
bool qi_lab_program_find(qi_lab_program *program, char **argv);
void qi_lab_program_free(qi_lab_program *program);

typedef struct qi_lab_limits {
    double seconds;  /* of CPU time, of the program and all that it starts; it may do nothing at all
                        for twice that plus half a second */
    uint64_t memory; /* bytes in memory at one time, of the program and all that it starts */
    size_t output;   /* bytes */
} qi_lab_limits;

enum { QI_LAB_MAX_PROCESSES = 500 }; /* of a program at one time */

/* How a run ended. */
typedef enum qi_lab_ending {
    QI_LAB_ENDED,     /* exit status 0 */
    QI_LAB_EXITED,    /* another exit status */
    QI_LAB_CRASHED,   /* by a signal */
    QI_LAB_TOO_LONG,  /* ended for the time it took */
    QI_LAB_TOO_LARGE, /* for the memory */
    QI_LAB_TOO_MUCH,  /* for the output */
    QI_LAB_NOT_RUN,   /* it could not be started, or the machine is out of memory: see `code` */
    QI_LAB_STOPPED    /* `stop` was set */
} qi_lab_ending;

/* The limit that a run reached. */
typedef enum qi_lab_limit {
    QI_LAB_NO_LIMIT,
    QI_LAB_LIMIT_CPU,       /* CPU time of its processes, with that of children they waited for */
    QI_LAB_LIMIT_CHILDREN,  /* also that of children nobody waited for, seen while they ran */
    QI_LAB_LIMIT_UNSEEN,    /* also that of processes too short to be seen, which is estimated */
    QI_LAB_LIMIT_SLEEP,     /* time in which nothing of it ran or wanted to */
    QI_LAB_LIMIT_CLOCK,     /* time of any kind */
    QI_LAB_LIMIT_MEMORY,    /* memory of one process */
    QI_LAB_LIMIT_GROUP,     /* memory of its processes together */
    QI_LAB_LIMIT_FILES,     /* files without a name in memory */
    QI_LAB_LIMIT_FILE_SIZE, /* the size of one file */
    QI_LAB_LIMIT_PROCESSES, /* the number of processes */
    QI_LAB_LIMIT_OUTPUT
} qi_lab_limit;

typedef struct qi_lab_run_result {
    qi_lab_ending ending;
    int code;            /* the exit status, the signal, or errno */
    qi_lab_limit limit;  /* QI_LAB_TOO_LONG, QI_LAB_TOO_LARGE, QI_LAB_TOO_MUCH: which held */
    double cpu_seconds;  /* of the whole tree of processes */
    double idle_seconds; /* in which nothing of it ran or wanted to */
    uint64_t memory;     /* the most at one time */
    bool memory_below;   /* it is not known exactly: `memory` or less */
} qi_lab_run_result;

/* Runs the program. `output` is cleared and filled with what it printed; `talk`, when not NULL,
 * with what it wrote to stderr (its first 64 KiB), which otherwise goes nowhere. Setting the stop
 * ends the run soon. `*number`, when not NULL, is the program's process while it runs, -1 while it
 * is being started, else 0 (for qi_processes_end_orphans). */
qi_lab_run_result qi_lab_run(const qi_lab_program *program, const qi_lab_limits *limits,
                             const char *input, size_t input_length, qi_buffer *output,
                             qi_buffer *talk, const qi_stop *stop, atomic_int *number);

/* "CPU time" and the like. */
const char *qi_lab_limit_name(qi_lab_limit limit);

/* Whether the run was too long for another reason than its CPU time. */
bool qi_lab_run_was_idle(const qi_lab_run_result *run);

/* "SIGSEGV" for a signal. */
const char *qi_lab_signal_name(int signal);

#endif
