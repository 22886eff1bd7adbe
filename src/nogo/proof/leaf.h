/*
 * Small endings, settled by trying everything.
 *
 * Positions that were settled before are remembered whole, so that the answer depends on nothing
 * but the rules.
 */
#ifndef QI_NOGO_PROOF_LEAF_H
#define QI_NOGO_PROOF_LEAF_H

#include "nogo/proof/plain.h"

enum { LEAF_SLOTS = 1 << 15 };

/* What one thread remembers; at first all zero, but for the round. */
typedef struct leaf_memory {
    uint64_t round; /* 1 or more; what was remembered in other rounds is forgotten */
    uint64_t slot[LEAF_SLOTS][2];
} leaf_memory;

/* Whether `side` wins when it moves first; adds to `count` the positions looked at. `legal` are the
 * position's legal points. */
bool qi_leaf_wins(const plain_board *board, leaf_memory *memory, const plain_position *position,
                  const plain_legal *legal, unsigned side, uint64_t *count);

#endif
