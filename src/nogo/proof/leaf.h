/*
 * Small endings, settled by trying everything.
 *
 * Positions that were settled before are remembered whole, so that the answer depends on nothing
 * but the rules; those of one row but for the number of stones of a group.
 */
#ifndef QI_NOGO_PROOF_LEAF_H
#define QI_NOGO_PROOF_LEAF_H

#include "nogo/proof/plain.h"

enum { LEAF_SLOTS = 1 << 16 };

/* What one thread remembers of one board; at first all zero. */
typedef struct leaf_memory {
    uint64_t slot[LEAF_SLOTS][2];
} leaf_memory;

/* Whether `side` wins when it moves first. `legal` are the position's legal points. */
bool qi_leaf_wins(const plain_board *board, leaf_memory *memory, const plain_position *position,
                  const plain_legal *legal, unsigned side);

#endif
