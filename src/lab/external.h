/*
 * Problems of the user's own, for stress: a generator makes inputs, a slow program that is trusted
 * answers them, and the program is judged by a checker, or by comparing the words of the two
 * outputs.
 */
#ifndef QI_LAB_EXTERNAL_H
#define QI_LAB_EXTERNAL_H

#include "lab/stress.h"

typedef enum qi_lab_convention {
    QI_LAB_TESTLIB, /* CHECKER INPUT OUTPUT ANSWER; 0 is right, 1 and 2 are wrong */
    QI_LAB_ICPC     /* CHECKER INPUT ANSWER FOLDER < OUTPUT; 42 is right, 43 is wrong */
} qi_lab_convention;

/* Its programs (qi_lab_setup.external). The checker's files stand in one folder, so that a campaign
 * has one job. */
typedef struct qi_lab_external {
    const qi_lab_program *generate; /* gets a seed and a size as arguments */
    const qi_lab_program *answer;
    const qi_lab_program *check;    /* NULL: the words of the outputs are compared */
    const qi_lab_program *validate; /* reads an input; 0 or 42 accepts it. NULL: see below */
    qi_lab_convention convention;
    const char *folder; /* for the checker's files */
    uint32_t size;      /* the largest that the generator is asked for */
    qi_lab_limits limits;
} qi_lab_external;

/* The problem; its families are sizes with one number of digits. */
extern const qi_lab_game qi_lab_external_game;

/* Smaller texts (qi_lab_game.shrink): without lines, without words, without letters, and with
 * smaller numbers. Numbers that count what is removed go down with it. What the validator refuses
 * is no failure; without one, a number that counted lines, words or letters before must still do
 * so: the relations of the first text. */
bool qi_lab_external_shrink(const qi_lab_case *it, qi_lab_try *attempt, void *context);
uint64_t qi_lab_external_relations(const qi_buffer *input);

#endif
