/*
 * Stress runs: one or two programs on generated cases, in several threads, and shrinking the first
 * failure.
 */
#ifndef QI_LAB_STRESS_H
#define QI_LAB_STRESS_H

#include "lab/lab.h"
#include "lab/runner.h"

/* How a program failed. */
typedef enum qi_lab_kind {
    QI_LAB_PASSED,
    QI_LAB_WRONG,     /* the judge says no */
    QI_LAB_DIFFERENT, /* the two programs differ */
    QI_LAB_CRASH,
    QI_LAB_EXIT, /* an exit status other than 0 */
    QI_LAB_TIME,
    QI_LAB_MEMORY,
    QI_LAB_OUTPUT,
    QI_LAB_BROKEN /* not the program's fault: it could not be run, or was stopped */
} qi_lab_kind;

typedef struct qi_lab_setup {
    const qi_lab_game *game;
    const struct qi_lab_external *external; /* of a problem of the user's own */
    const qi_lab_family *family;            /* NULL: all in turn */
    qi_lab_request max;                     /* the largest sizes */
    uint64_t seed;
    qi_lab_limits limits;
    const qi_lab_program *program;
    const qi_lab_program *against; /* a second one, which may be slow; NULL: judged alone */
} qi_lab_setup;

/* BROKEN: the sentence of the verdict, when there is one, says why. */
typedef struct qi_lab_failure {
    qi_lab_kind kind;
    int which; /* 1, or 2 for the program compared with; a difference is 1 */
    qi_lab_run_result run;
    qi_verdict verdict;
    bool printed_nothing;
    const char *right; /* of two that differ: "the first", "the second", "neither"; or NULL */
} qi_lab_failure;

/* The buffers and clock of a run, reused for the next one. */
typedef struct qi_lab_bench {
    qi_buffer input, output, other;
    qi_buffer expected; /* a right output, of a problem of the user's own */
    qi_buffer talk;     /* what the program `heard` (1 or 2; 0: none) wrote to stderr */
    int heard;
    bool once; /* too slow once is too slow: it was so before */
    const qi_stop *stop;
    atomic_int *number; /* see qi_lab_run */
    double seconds;     /* that programs ran or slept */
} qi_lab_bench;

void qi_lab_bench_free(qi_lab_bench *bench);

/* A clock of the work: our CPU time, and what the bench's programs ran or slept. It stands still
 * while they wait for a core, so that a busy machine ends no search early. */
double qi_lab_bench_clock(const qi_lab_bench *bench);

/* Runs a program, the setup's first or second, on the bench's input. */
qi_lab_run_result qi_lab_bench_run(qi_lab_bench *bench, const qi_lab_setup *setup, int which,
                                   const qi_lab_limits *limits);

/* Case number `index` of a setup. False when there is no memory. */
bool qi_lab_setup_case(const qi_lab_setup *setup, uint64_t index, qi_lab_case *it);

/* Runs the setup's programs on a case and judges. Afterwards the bench holds the input and the
 * outputs. */
void qi_lab_examine(const qi_lab_setup *setup, const qi_lab_case *it, qi_lab_bench *bench,
                    qi_lab_failure *failure);

/* ---- many cases --------------------------------------------------------------------------- */

/* The costs of correct runs on the inputs of one family. */
typedef struct qi_lab_family_tally {
    const qi_lab_family *family;
    uint64_t cases;
    uint64_t largest; /* see qi_lab_case_size */
    double seconds;   /* the most CPU time */
    uint64_t memory;  /* the most memory */
} qi_lab_family_tally;

enum { QI_LAB_MAX_FAMILIES = 16 };

/* The costs of all cases so far, and by family. */
typedef struct qi_lab_tally {
    uint64_t cases;   /* examined and found right */
    uint64_t largest; /* case so far */
    double seconds;   /* the most CPU time of a run that was right */
    uint64_t memory;  /* the most memory */
    bool failed;      /* some case failed: the threads are ending */
    qi_lab_family_tally families[QI_LAB_MAX_FAMILIES]; /* in the game's order */
    size_t family_count;
} qi_lab_tally;

/* The first case that failed, if `tally.failed`; the caller frees `it`. */
typedef struct qi_lab_outcome {
    qi_lab_tally tally;
    uint64_t index;
    qi_lab_case it;
    qi_lab_failure failure;
} qi_lab_outcome;

/* Called fifty times a second by the thread that has started the campaign; false ends it. */
typedef bool qi_lab_report(void *context, const qi_lab_tally *so_far);

/* Examines cases until one fails, and ends what the programs leave behind. QI_STOPPED: the host's
 * stop was set, or `report` returned false; programs that run are ended. QI_NO_MEMORY: there is no
 * memory, or no thread. */
qi_result qi_lab_campaign(const qi_lab_setup *setup, const qi_lab_cases *cases, const qi_host *host,
                          qi_lab_report *report, void *context, qi_lab_outcome *outcome);

/* ---- making it smaller -------------------------------------------------------------------- */

typedef struct qi_lab_shrinking {
    uint64_t tried, taken;
    bool complete; /* nothing smaller that is looked for fails; false when stopped or out of time */
    bool by_size;  /* only other sizes were tried: the program is too slow */
} qi_lab_shrinking;

/* Replaces `it` and `failure` by smaller and smaller cases that fail in the same way. Ends early
 * after `seconds` of the bench's clock or when the bench's `stop` is set. `progress`, if not NULL,
 * is called after each try. `passing_seconds` is the most CPU time that the program took where it
 * did not fail: of one that never ends, smaller cases need not be watched for the whole time limit.
 */
qi_lab_shrinking qi_lab_shrink(const qi_lab_setup *setup, qi_lab_case *it, qi_lab_failure *failure,
                               qi_lab_bench *bench, double seconds, double passing_seconds,
                               void (*progress)(void *context, const qi_lab_shrinking *so_far,
                                                const qi_lab_case *it),
                               void *context);

/* Finds about the smallest size at which the program is too slow: the family of case number
 * `index`, and its random numbers, with other sizes. `it` becomes a case of that size, and the
 * failure's sentence gives the times that were measured and the power they grow with. Ends early as
 * qi_lab_shrink does. False, with nothing changed, when no size was too slow again. */
bool qi_lab_find_slow_size(const qi_lab_setup *setup, uint64_t index, qi_lab_case *it,
                           qi_lab_failure *failure, qi_lab_bench *bench, double seconds,
                           qi_lab_shrinking *shrinking);

/* ---- in words ----------------------------------------------------------------------------- */

/* One sentence without a final newline: what is wrong. */
void qi_lab_explain(const qi_lab_failure *failure, qi_buffer *text);

/* A failing case after shrinking, and where it came from. */
typedef struct qi_lab_failure_report {
    const qi_lab_setup *setup;
    const qi_lab_case *it;
    const qi_lab_failure *failure;
    qi_lab_bench *bench; /* the input and the outputs of the small case, and a right output */
    uint64_t index;      /* of the case it came from; UINT64_MAX for a file */
    const char *was;     /* that case's size */
    qi_lab_shrinking shrinking;
    const char *command; /* repeats it */
} qi_lab_failure_report;

/* "wrong answer" and the like. */
const char *qi_lab_kind_text(qi_lab_kind kind);

/* One line: the kind of failure, the case's size, and what it was shrunk from. */
void qi_lab_report_headline(const qi_lab_failure_report *report, qi_buffer *text);

/* The whole report in Markdown, with what the bench has. */
void qi_lab_report_write(const qi_lab_failure_report *report, qi_buffer *text);

/* Whether the oracle gives the same answer as the engine that judged. Cases that are too
 * large for it, or that have none, count as agreed. */
bool qi_lab_oracle_agrees(const qi_lab_failure_report *report);

/* The position at the first wrong line, or at the end: see qi_lab_game.failure_board. */
bool qi_lab_failure_board(const qi_lab_failure_report *report, qi_lab_point *points);

#endif
