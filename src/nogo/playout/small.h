/*
 * NoGo positions of at most 11 x 11 points as sets of points, for playing millions of games. Points
 * are numbered as everywhere (row * columns + column); arrays of two are indexed by colour - 1
 * (qi_small_side).
 */
#ifndef QI_NOGO_PLAYOUT_SMALL_H
#define QI_NOGO_PLAYOUT_SMALL_H

#include "nogo/playout/mask.h"
#include <qi/nogo.h>

#define QI_SMALL_SIDE 11U
#define QI_SMALL_POINTS (QI_SMALL_SIDE * QI_SMALL_SIDE)

/* What never changes in a game. */
typedef struct qi_small_frame {
    uint32_t rows, columns;
    qi_mask board;                       /* every point that is not a hole */
    qi_mask inner;                       /* every point but those of the last column */
    qi_mask neighbours[QI_SMALL_POINTS]; /* holes left out */
} qi_small_frame;

typedef struct qi_small {
    qi_mask stones[2];
    qi_mask legal[2]; /* exactly the legal points of each colour, whoever is to move */
} qi_small;

static inline uint32_t qi_small_side(qi_colour colour)
{
    return (uint32_t)colour - 1;
}

static inline qi_mask qi_small_empty(const qi_small_frame *frame, const qi_small *position)
{
    return qi_mask_without(frame->board, qi_mask_or(position->stones[0], position->stones[1]));
}

/* Whether a board is small enough. */
bool qi_small_fits(uint32_t rows, uint32_t columns);

/* The frame and the position of a game, which must fit. */
void qi_small_read(const qi_nogo *game, qi_small_frame *frame, qi_small *position);

/* The points of the board next to any of a set. */
qi_mask qi_small_beside(const qi_small_frame *frame, qi_mask set);

/* The group of a stone. */
qi_mask qi_small_group(const qi_small_frame *frame, const qi_small *position, uint32_t stone);

#endif
