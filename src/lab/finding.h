/* A failure that stress found, in words and as a board to draw. */
#ifndef QI_LAB_FINDING_H
#define QI_LAB_FINDING_H

#include "lab/stress.h"

/* A failing case after shrinking, and where it came from. */
typedef struct qi_lab_finding {
    const qi_lab_setup *setup;
    const qi_lab_case *it;
    const qi_lab_failure *failure;
    qi_lab_bench *bench; /* the input and the outputs of the small case, and a right output */
    uint64_t index;      /* of the case it came from; UINT64_MAX for a file */
    const char *was;     /* that case's size */
    qi_lab_shrinking shrinking;
    const char *command; /* repeats it */
} qi_lab_finding;

/* "wrong answer" and the like. */
const char *qi_lab_kind_text(qi_lab_kind kind);

/* One line: the kind of failure, the case's size, and what it was shrunk from. */
void qi_lab_finding_headline(const qi_lab_finding *finding, qi_buffer *text);

/* The whole report in Markdown, with what the bench has. */
void qi_lab_finding_report(const qi_lab_finding *finding, qi_buffer *text);

/* Whether the slow referee gives the same answer as the engine that judged. Cases that are too
 * large for it, or that have none, count as agreed. */
bool qi_lab_oracle_agrees(const qi_lab_finding *finding);

/* The position at the first wrong line, or at the end: see qi_lab_game.scene. */
bool qi_lab_finding_scene(const qi_lab_finding *finding, qi_lab_point *points);

#endif
