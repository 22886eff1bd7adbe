/*
 * NoGo positions of at most 11 x 11 points as sets of points, for playing millions of games. Points
 * are numbered as everywhere (row * columns + column); arrays of two are indexed by colour - 1
 * (qi_small_side).
 */
#ifndef QI_NOGO_PLAYOUT_SMALL_H
#define QI_NOGO_PLAYOUT_SMALL_H

#include <qi/nogo.h>

#define QI_SMALL_SIDE 11U
#define QI_SMALL_POINTS (QI_SMALL_SIDE * QI_SMALL_SIDE)

/* ---- sets of points ------------------------------------------------------------------------ */

/* Point p is bit p % 64 of word p / 64. */
typedef struct qi_mask {
    uint64_t word[2];
} qi_mask;

static inline qi_mask qi_mask_none(void)
{
    return (qi_mask){{0, 0}};
}

static inline qi_mask qi_mask_point(uint32_t point)
{
    const uint64_t bit = (uint64_t)1 << (point & 63);
    return (qi_mask){{point < 64 ? bit : 0, point < 64 ? 0 : bit}};
}

static inline bool qi_mask_has(qi_mask a, uint32_t point)
{
    return a.word[point >> 6] >> (point & 63) & 1;
}

static inline bool qi_mask_any(qi_mask a)
{
    return (a.word[0] | a.word[1]) != 0;
}

static inline bool qi_mask_same(qi_mask a, qi_mask b)
{
    return ((a.word[0] ^ b.word[0]) | (a.word[1] ^ b.word[1])) == 0;
}

static inline uint32_t qi_mask_count(qi_mask a)
{
    return (uint32_t)(__builtin_popcountll(a.word[0]) + __builtin_popcountll(a.word[1]));
}

static inline qi_mask qi_mask_and(qi_mask a, qi_mask b)
{
    return (qi_mask){{a.word[0] & b.word[0], a.word[1] & b.word[1]}};
}

static inline qi_mask qi_mask_or(qi_mask a, qi_mask b)
{
    return (qi_mask){{a.word[0] | b.word[0], a.word[1] | b.word[1]}};
}

/* The points of a that are not in b. */
static inline qi_mask qi_mask_without(qi_mask a, qi_mask b)
{
    return (qi_mask){{a.word[0] & ~b.word[0], a.word[1] & ~b.word[1]}};
}

/* Every point moved up by `by` numbers, or down; 0 < by < 64. */
static inline qi_mask qi_mask_up(qi_mask a, uint32_t by)
{
    return (qi_mask){{a.word[0] << by, a.word[1] << by | a.word[0] >> (64 - by)}};
}

static inline qi_mask qi_mask_down(qi_mask a, uint32_t by)
{
    return (qi_mask){{a.word[0] >> by | a.word[1] << (64 - by), a.word[1] >> by}};
}

/* The lowest point of a set that is not empty. */
static inline uint32_t qi_mask_first(qi_mask a)
{
    return a.word[0] ? (uint32_t)__builtin_ctzll(a.word[0])
                     : 64 + (uint32_t)__builtin_ctzll(a.word[1]);
}

/* Takes the lowest point out of a set that is not empty. */
static inline uint32_t qi_mask_take(qi_mask *a)
{
    const uint32_t point = qi_mask_first(*a);
    a->word[point >> 6] &= a->word[point >> 6] - 1;
    return point;
}

/* ---- positions ----------------------------------------------------------------------------- */

/* Constant during a game. */
typedef struct qi_small_frame {
    uint32_t rows, columns;
    qi_mask board;                       /* every point that is not a hole */
    qi_mask inner;                       /* every point but those of the last column */
    qi_mask neighbours[QI_SMALL_POINTS]; /* holes left out */
} qi_small_frame;

typedef struct qi_small {
    qi_mask stones[2];
    qi_mask legal[2]; /* exactly the legal points of each colour */
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

/* Reads the frame and the position of a board, which must fit. */
void qi_small_read(const qi_nogo *from, qi_small_frame *frame, qi_small *position);

/* The points of the board next to any of a set. */
qi_mask qi_small_beside(const qi_small_frame *frame, qi_mask set);

/* The group of a stone. */
qi_mask qi_small_group(const qi_small_frame *frame, const qi_small *position, uint32_t stone);

#endif
