/*
 * The plain rules for walking a strategy: boards of at most 40 points as sets of points.
 *
 * Nothing here knows how a winning move is found. A position also has a number, with one digit in
 * base 3 for each point in reading order, the first point the lowest (0 empty, 1 Black, 2 White),
 * and stands for all its mirror images: the least number of them is its number.
 */
#ifndef QI_NOGO_PROOF_PLAIN_H
#define QI_NOGO_PROOF_PLAIN_H

#include <qi/nogo.h>

enum {
    PLAIN_POINTS = 40, /* 3^40 < 2^64 */
    PLAIN_IMAGES = 8,
    PLAIN_PIECE = 5, /* points that are looked up together */
    PLAIN_PIECES = PLAIN_POINTS / PLAIN_PIECE,
    PLAIN_DIGITS = 243 /* 3^5 */
};

typedef struct plain_position {
    uint64_t stones[2]; /* Black, White */
} plain_position;

/* Where each side may play. */
typedef struct plain_legal {
    uint64_t of[2];
} plain_legal;

/* Of all mirror images. */
typedef struct plain_numbers {
    uint64_t of[PLAIN_IMAGES];
} plain_numbers;

typedef struct plain_board {
    uint32_t rows, columns, points;
    uint64_t board, left_edge, right_edge;
    unsigned images;
    uint64_t power[PLAIN_POINTS + 1];
    /* The sum that Black's stones on a piece add to the number of each image. */
    uint64_t sums[PLAIN_PIECES][1 << PLAIN_PIECE][PLAIN_IMAGES];
    uint8_t digits[PLAIN_DIGITS][2]; /* the stones of a piece, from its digits */
} plain_board;

/* QI_TOO_LARGE: more than 40 points. QI_BAD_ARGUMENT: holes. */
qi_result qi_plain_start(const qi_nogo *from, plain_board *board, plain_position *position);

plain_numbers qi_plain_numbers(const plain_board *board, const plain_position *position);
plain_position qi_plain_position(const plain_board *board, uint64_t number);

plain_legal qi_plain_legal(const plain_board *board, const plain_position *position);
/* The same, more quickly, for a position that came from one with `before` by a stone of `side`. */
plain_legal qi_plain_legal_after(const plain_board *board, const plain_position *position,
                                 const plain_legal *before, unsigned side, uint64_t stone);

/* The number of points either side may play. */
static inline uint32_t plain_open(const plain_legal *legal)
{
    return (uint32_t)__builtin_popcountll(legal->of[0] | legal->of[1]);
}

static inline unsigned plain_first(uint64_t points)
{
    return (unsigned)__builtin_ctzll(points);
}

static inline uint64_t plain_min(const plain_board *board, const plain_numbers *numbers)
{
    uint64_t min = numbers->of[0];
    for (unsigned i = 1; i < board->images; i++)
        min = numbers->of[i] < min ? numbers->of[i] : min;
    return min;
}

/* The number of a position after a stone more. */
static inline uint64_t plain_number_after(const plain_board *board, const plain_numbers *before,
                                          unsigned side, unsigned point)
{
    const uint64_t *const one = board->sums[point / PLAIN_PIECE][1U << point % PLAIN_PIECE];
    plain_numbers after;
    for (unsigned i = 0; i < PLAIN_IMAGES; i++)
        after.of[i] = before->of[i] + (one[i] << side);
    return plain_min(board, &after);
}

/* ---- small endings, settled by trying everything --------------------------------------------- */

/* Positions that were settled before are remembered whole, so that the answer depends on nothing
 * but the rules; those of one row but for the number of stones of a group. */

enum { LEAF_SLOTS = 1 << 16 };

/* One thread's cache for one board; initially all zero. */
typedef struct leaf_memory {
    uint64_t slot[LEAF_SLOTS][2];
} leaf_memory;

/* Whether `side` wins when it moves first. `legal` are the position's legal points. */
bool qi_leaf_wins(const plain_board *board, leaf_memory *memory, const plain_position *position,
                  const plain_legal *legal, unsigned side);

#endif
