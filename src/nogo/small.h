/*
 * NoGo on boards of at most 11 x 11 points, for programs that play millions of games: positions
 * that are copied by assignment, the legal points of both colours always at hand, and random games
 * to the end. Points are numbered as everywhere (row * columns + column); sets of points are
 * qi_mask. Arrays of two are indexed by colour - 1 (qi_small_side).
 *
 * A qi_small_frame is what never changes in a game (the shape of the board and its holes); many
 * positions, also in different threads, share one.
 */
#ifndef QI_NOGO_SMALL_H
#define QI_NOGO_SMALL_H

#include "nogo/mask.h"
#include <qi/nogo.h>

#define QI_SMALL_SIDE 11U
#define QI_SMALL_POINTS (QI_SMALL_SIDE * QI_SMALL_SIDE)

typedef struct qi_small_frame {
    uint32_t rows, columns;
    qi_mask board;                       /* every point that is not a hole */
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

/* Whether a board is small enough for what follows. */
bool qi_small_fits(uint32_t rows, uint32_t columns);

/* The frame and the position of a game, which must fit. */
void qi_small_read(const qi_nogo *game, qi_small_frame *frame, qi_small *position);

/* Plays a move that is legal: qi_mask_has(position->legal[side], point). */
void qi_small_play(const qi_small_frame *frame, qi_small *position, qi_colour colour,
                   uint32_t point);

typedef enum qi_small_policy {
    /* Uniformly among the legal moves. */
    QI_SMALL_UNIFORM,
    /* Uniformly among the points legal for both colours as long as there are any, then uniformly
     * among the other legal ones. The first phase ends for both colours together, since then
     * nothing more is legal for both. */
    QI_SMALL_SHARED_FIRST
} qi_small_policy;

typedef struct qi_small_result {
    qi_colour winner; /* who made the last move, or the opponent of who cannot move at once */
    uint32_t moves;
    qi_mask taken[2]; /* QI_SMALL_SHARED_FIRST: the points each colour took in the first phase;
                         QI_SMALL_UNIFORM: all points it took */
} qi_small_result;

/* Plays a game to its end, `colour` first. The position is used up: its contents are unspecified
 * afterwards. `random` is the state of qi_splitmix64 (base/random.h). */
void qi_small_playout(const qi_small_frame *frame, qi_small *position, qi_colour colour,
                      qi_small_policy policy, uint64_t *random, qi_small_result *result);

#endif
