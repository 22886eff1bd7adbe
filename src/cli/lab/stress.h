/* What 'qi GAME stress' and 'qi stress' have in common (stress.c). */
#ifndef QI_CLI_LAB_STRESS_H
#define QI_CLI_LAB_STRESS_H

#include "cli/lab/lab.h"

typedef struct stress_options {
    uint64_t count, seed, first, jobs, time_limit, memory_limit;
    double seconds, shrink_seconds;
    qi_shard shard;
    const char *compile, *folder;
    const char *input; /* a file to run on, in place of generated cases; or NULL */
    bool counted;      /* not more than `count` cases */
    bool timed;        /* not longer than `seconds` */
    bool no_shrink, sandbox, json;
} stress_options;

/* The programs besides the one that is tested: a second one to compare with, or those of a problem
 * of the user's own. */
enum { STRESS_OTHER = 0 };
enum { STRESS_GENERATE, STRESS_ANSWER, STRESS_CHECK, STRESS_VALIDATE, STRESS_HELPERS };

/* One run of a verb: zero but for the first seven. */
typedef struct stress_run {
    const cli_spec *spec;
    const struct cli_lab *lab;
    const stress_options *options;
    char **words;                         /* of the program, as they were given */
    const char *commands[STRESS_HELPERS]; /* NULL: there is none */
    qi_lab_setup setup;
    qi_lab_case it; /* the input of a file; later the case that fails; freed in the end */
    cli_program program, helpers[STRESS_HELPERS];
    cli_watch watch;
    cli_progress progress;
    /* The outcome. */
    uint64_t cases, index, memory;
    double started, elapsed, cpu_seconds;
    qi_lab_tally tally; /* of generated cases */
    bool failed;
    qi_lab_failure failure;
} stress_run;

/* Opens the programs, runs the cases, shrinks the first failure, prints it and saves it. Signals
 * end the work in order, and no process outlives it, also when we are killed. */
int stress_to_the_end(stress_run *run);

/* For the tables of the two verbs. */
#define CLI_STRESS_PART(options)                                                                   \
    opt_aside(opt_number("seed", "S", &(options).seed, "1", 0, 0, "seed of the cases")),           \
        opt_aside(opt_number("first", "I", &(options).first, "0", 0, 0,                            \
                             "start with case number I; later cases are larger")),                 \
        opt_aside(                                                                                 \
            opt_shard(&(options).shard, "only part K of N of the cases, for several machines"))
#define CLI_STRESS_COMPILE(options)                                                                \
    opt_text("compile", "COMMAND", &(options).compile, NULL,                                       \
             "compile PROGRAM, a source: 'g++ -O2 -o {out} {in}' (default: by its ending)")
#define CLI_STRESS_MEMORY(options)                                                                 \
    opt_number("memory-limit", "MB", &(options).memory_limit, "1024", 1, 1 << 20,                  \
               "memory of a run, in MB")
#define CLI_STRESS_REPORT(options, saved_in, shrink_time)                                          \
    opt_aside(opt_text("out", "DIR", &(options).folder, saved_in, "folder to save a failure in")), \
        opt_aside(opt_seconds("shrink-time", "T", &(options).shrink_seconds, shrink_time,          \
                              "stop shrinking a failure after T")),                                \
        opt_aside(opt_flag("no-shrink", &(options).no_shrink, "do not shrink the failing case")),  \
        opt_aside(opt_flag("json", &(options).json, "print what was found as one line of JSON"))

#endif
