/*
 * Stress: a program, or two, on generated cases, in several threads; and making the first failure
 * smaller.
 */
#ifndef QI_LAB_STRESS_H
#define QI_LAB_STRESS_H

#include "lab/lab.h"
#include "lab/runner.h"

/* In which way a program failed. */
typedef enum lab_kind {
    LAB_PASSED,
    LAB_WRONG,     /* the judge says no */
    LAB_DIFFERENT, /* the two programs differ */
    LAB_CRASH,
    LAB_EXIT, /* an exit status other than 0 */
    LAB_TIME,
    LAB_MEMORY,
    LAB_OUTPUT,
    LAB_BROKEN /* not the program's fault: it could not be run, or was stopped */
} lab_kind;

typedef struct lab_setup {
    const lab_game *game;
    const lab_family *family; /* NULL: all in turn */
    lab_request most;         /* the largest sizes */
    uint64_t seed;
    lab_limits limits;
    const lab_program *program;
    const lab_program *against; /* NULL: judged alone */
} lab_setup;

typedef struct lab_failure {
    lab_kind kind;
    int which; /* 1, or 2 for the program compared with; a difference is 1 */
    lab_run_result run;
    lab_judgement judgement;
} lab_failure;

/* What one run needs, again and again. */
typedef struct lab_bench {
    qi_buffer input, output, other;
    const atomic_bool *stop;
    atomic_int *group;
} lab_bench;

void lab_bench_free(lab_bench *bench);

/* Case number `index` of a setup. False when there is no memory. */
bool lab_make_case(const lab_setup *setup, uint64_t index, lab_case *it);

/* Runs the setup's programs on a case and judges. Afterwards the bench holds the input and the
 * outputs. */
void lab_examine(const lab_setup *setup, const lab_case *it, lab_bench *bench,
                 lab_failure *failure);

/* One sentence without a final newline: what is wrong. */
void lab_explain(const lab_failure *failure, qi_buffer *text);

/* ---- many cases --------------------------------------------------------------------------- */

typedef struct lab_campaign lab_campaign;

/* How far it has come; safe to ask at any time. */
typedef struct lab_tally {
    uint64_t cases;   /* examined and found right */
    uint64_t largest; /* the most rows, or moves of Go, in a case so far */
    bool failed;      /* some case failed: the threads are ending */
    bool finished;    /* nothing is running any more */
} lab_tally;

/* Starts `jobs` threads on the cases `first` to `first + count - 1`. NULL when that fails. */
lab_campaign *lab_campaign_start(const lab_setup *setup, uint64_t first, uint64_t count,
                                 unsigned jobs);
void lab_campaign_tally(lab_campaign *campaign, lab_tally *tally);
/* Asks the threads to end what they run. */
void lab_campaign_stop(lab_campaign *campaign);
/* To be called every now and then by the main thread: ends what programs left behind. */
void lab_campaign_sweep(lab_campaign *campaign);
/* Waits for the threads. True when a case failed: `it` and `failure` are the first such case, and
 * `index` its number; the caller frees the case. The campaign is freed. */
bool lab_campaign_end(lab_campaign *campaign, uint64_t *index, lab_case *it, lab_failure *failure);

/* ---- making it smaller -------------------------------------------------------------------- */

typedef struct lab_shrinking {
    uint64_t tried, taken;
    bool complete; /* nothing smaller that is looked for fails; false when stopped or out of time */
} lab_shrinking;

/* Replaces `it` and `failure` by ever smaller cases that fail in the same way. Ends early after
 * `seconds` or when the bench's `stop` is set. `told`, when not NULL, is called now and then. */
lab_shrinking lab_shrink(
    const lab_setup *setup, lab_case *it, lab_failure *failure, lab_bench *bench, double seconds,
    void (*told)(void *context, const lab_shrinking *so_far, const lab_case *it), void *context);

#endif
