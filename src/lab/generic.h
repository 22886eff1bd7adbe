/*
 * Stress for any problem: a generator makes inputs, a slow program that is trusted answers them,
 * and the program is judged by a checker, or by comparing the words of the two outputs. Failures
 * are made small without knowing the format.
 */
#ifndef QI_LAB_GENERIC_H
#define QI_LAB_GENERIC_H

#include "lab/stress.h"

typedef enum qi_lab_convention {
    QI_LAB_TESTLIB, /* CHECKER INPUT OUTPUT ANSWER; 0 is right, 1 and 2 are wrong */
    QI_LAB_ICPC     /* CHECKER INPUT ANSWER FOLDER < OUTPUT; 42 is right, 43 is wrong */
} qi_lab_convention;

typedef struct qi_lab_any_problem {
    const qi_lab_program *program;
    const qi_lab_program *generate; /* gets a seed and a size as arguments */
    const qi_lab_program *answer;
    const qi_lab_program *check;    /* NULL: the words of the outputs are compared */
    const qi_lab_program *validate; /* reads an input; 0 or 42 accepts it. NULL: see below */
    qi_lab_convention convention;
    const char *folder; /* for the checker's files */
    qi_lab_limits limits;
    const atomic_bool *stop;
} qi_lab_any_problem;

typedef struct qi_lab_any_case {
    qi_buffer input, expected, output;
    qi_lab_kind kind; /* QI_LAB_BROKEN: the input is not valid, or cannot be answered or judged */
    qi_lab_run_result run;
    char sentence[384];
} qi_lab_any_case;

void qi_lab_any_free(qi_lab_any_case *it);

/* Makes an input. False when the generator fails, which the sentence explains. */
bool qi_lab_any_generate(const qi_lab_any_problem *problem, uint64_t seed, uint64_t size,
                         qi_lab_any_case *it);
/* Runs and judges the program on the input. */
void qi_lab_any_examine(const qi_lab_any_problem *problem, qi_lab_any_case *it);

/* What the program writes to stderr on the case's input: one more run. */
void qi_lab_any_listen(const qi_lab_any_problem *problem, const qi_lab_any_case *it,
                       qi_buffer *talk);

/* Makes a failing input smaller: by smaller sizes of the generator, then without lines, without
 * words, without letters, and with smaller numbers. Numbers that count what is removed go down with
 * it. What the validator refuses is not tried; without one, a number that counted lines, words or
 * letters before must still do so. `it` stays a case that fails in the same way. */
qi_lab_shrinking qi_lab_any_shrink(const qi_lab_any_problem *problem, uint64_t size,
                                   qi_lab_any_case *it, double seconds);

#endif
