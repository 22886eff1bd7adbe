/*
 * Runs a program on an input, without a shell and without files: the input goes through a pipe,
 * the output comes back through another. Every run is a process group of its own with limits, and
 * nothing of it is left when lab_run returns, whatever it did: reading nothing, closing its
 * output, printing for ever, forking.
 */
#ifndef QI_LAB_RUNNER_H
#define QI_LAB_RUNNER_H

#include "base/buffer.h"

#include <stdatomic.h>

typedef struct lab_program {
    char *path;  /* where the program is; owned */
    char **argv; /* its arguments, argv[0] included; not owned; ends with NULL */
} lab_program;

/* Looks the program up as a shell would. False when there is none; then `errno` says why. */
bool lab_program_find(lab_program *program, char **argv);
void lab_program_free(lab_program *program);

typedef struct lab_limits {
    double seconds;  /* of CPU time; idle programs get twice that and half a second by the clock */
    uint64_t memory; /* bytes in memory at one time */
    size_t output;   /* bytes */
} lab_limits;

/* How a run came to its end. */
typedef enum lab_ending {
    LAB_ENDED,     /* exit status 0 */
    LAB_EXITED,    /* another exit status */
    LAB_CRASHED,   /* by a signal */
    LAB_TOO_LONG,  /* ended for the time it took */
    LAB_TOO_LARGE, /* for the memory */
    LAB_TOO_MUCH,  /* for the output */
    LAB_NOT_RUN,   /* it could not be started, or the machine is out of memory: see `code` */
    LAB_STOPPED    /* `stop` was set */
} lab_ending;

typedef struct lab_run_result {
    lab_ending ending;
    int code; /* the exit status, the signal, or errno */
    double cpu_seconds;
    uint64_t memory;
} lab_run_result;

/* Runs the program. `output` is cleared and filled with what it printed; `talk`, when not NULL,
 * with what it wrote to stderr (its first 64 KiB), which otherwise goes nowhere. Setting `*stop`
 * ends the run soon. `*group`, when not NULL, holds the process group while it runs, else 0. */
lab_run_result lab_run(const lab_program *program, const lab_limits *limits, const char *input,
                       size_t input_length, qi_buffer *output, qi_buffer *talk,
                       const atomic_bool *stop, atomic_int *group);

/* Makes this process the parent of whatever its programs leave behind, so that such processes can
 * be found and ended. */
void lab_adopt_orphans(void);
/* Ends and reaps orphans that belong to none of the groups; to be called from the main thread,
 * which starts no programs itself. */
void lab_end_orphans(const atomic_int *groups, size_t count);

/* "SIGSEGV" for a signal. */
const char *lab_signal_name(int signal);

#endif
