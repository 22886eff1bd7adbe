/* The inputs that a shrinking run has tried, so that none is tried twice. */
#ifndef QI_LAB_TRIED_H
#define QI_LAB_TRIED_H

#include "base/buffer.h"

/* A set of 64-bit digests of inputs; starts as {0}. Two inputs with one digest do no harm: one of
 * them is not tried. */
typedef struct qi_lab_tried {
    uint64_t *slots; /* 0: empty */
    size_t capacity; /* a power of two, or 0 */
    size_t count;
} qi_lab_tried;

/* Whether the input is new; from now on it is not. Without memory all inputs stay new. */
bool qi_lab_tried_add(qi_lab_tried *tried, const qi_buffer *input);
void qi_lab_tried_free(qi_lab_tried *tried);

#endif
