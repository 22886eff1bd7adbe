/* A failure that stress found, in words and as a board to draw. */
#ifndef QI_LAB_FINDING_H
#define QI_LAB_FINDING_H

#include "lab/stress.h"

/* A failing case, as small as it gets, and where it came from. */
typedef struct lab_finding {
    const lab_setup *setup;
    const lab_case *it;
    const lab_failure *failure;
    lab_bench *bench; /* the input and the outputs of the small case */
    uint64_t index;   /* of the case it came from; UINT64_MAX for a file */
    const char *was;  /* that case's size */
    lab_shrinking shrinking;
    const char *command; /* repeats it */
} lab_finding;

/* "wrong answer" and the like. */
const char *lab_kind_text(lab_kind kind);

/* One line: the kind of failure, the case's size, and how it became so small. */
void lab_finding_headline(const lab_finding *finding, qi_buffer *text);

/* The whole report in Markdown. `expected` is a right output, `talk` what the program wrote to
 * stderr. */
void lab_finding_report(const lab_finding *finding, const qi_buffer *expected,
                        const qi_buffer *talk, qi_buffer *text);

/* Whether the slow referee gives the same answer as the engine that judged. Cases too large for it
 * are taken on trust. */
bool lab_oracle_agrees(const lab_finding *finding);

/* A point of the board that goes with a finding. */
typedef struct lab_point {
    qi_colour colour;
    uint32_t number; /* of the move that put the stone there; 0: none */
    bool last;       /* the last right move */
    bool wrong;      /* what the first wrong line is about */
} lab_point;

/* lab_game.scene of the games with stones (scene.c). */
bool lab_nogo_scene(const lab_finding *finding, lab_point *points);
bool lab_go_scene(const lab_finding *finding, lab_point *points);

#endif
