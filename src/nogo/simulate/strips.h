/*
 * A NoGo board in bits, on which a move is judged by looking at the cells around it.
 *
 * The board is cut into strips of eight columns. A strip has a number of 16 bits for each row: from
 * bit 0 on the cells that hold Black, from bit 8 on those that hold White; a wall is both. So one
 * load gives eight rows of a strip, and two strips shifted together the surroundings of a cell.
 *
 * No groups are kept. Stones next to an empty cell have a liberty, and so do their neighbours of
 * the same colour: spreading from the empty cells finds stones with liberties, spreading from a
 * stone finds its group. Both usually end within a few cells.
 *
 * A place is the number of a cell: (strip * height + row) * 8 + column in the strip. There are
 * walls on all sides, as wide as the widest look, so no place is 0.
 */
#ifndef QI_NOGO_SIMULATE_STRIPS_H
#define QI_NOGO_SIMULATE_STRIPS_H

#include "nogo/rules/position.h"

typedef uint8_t qi_eight_bytes __attribute__((vector_size(8)));
typedef uint16_t qi_eight_rows __attribute__((vector_size(16)));

/* Sets of cells near a place, eight rows of seven columns: row k is byte k of a number. The place
 * is in row 3, column 3; the last bit of a row is not part of it. */
#define QI_NEAR_CENTRE (1ULL << 27)
#define QI_NEAR_ABOVE (1ULL << 19)
#define QI_NEAR_LEFT (1ULL << 26)
#define QI_NEAR_RIGHT (1ULL << 28)
#define QI_NEAR_BELOW (1ULL << 35)

enum { QI_OPEN_MOVES = 64 };

/* Moves on empty places that the first look did not decide. */
typedef struct qi_open_moves {
    uint64_t own[QI_OPEN_MOVES],
        other[QI_OPEN_MOVES]; /* the colour that moves, and its opponent's */
    /* The answers. `asked` holds those of the new stone and the opponent's stones around it that
     * may have no liberty: none if the move is legal. `own_group` and `other_group` hold the known
     * parts of their groups. `illegal` is not 0 if one of them has no liberty. */
    uint64_t asked[QI_OPEN_MOVES], own_group[QI_OPEN_MOVES], other_group[QI_OPEN_MOVES],
        illegal[QI_OPEN_MOVES];
} qi_open_moves;

typedef struct qi_strips {
    uint16_t *rows;     /* of all strips, one strip after the other */
    uint32_t height;    /* of a strip, with its walls */
    uint32_t strips;    /* their number */
    uint32_t columns;   /* of the board */
    uint32_t back[8];   /* by column in the strip: how far before a cell its surroundings begin */
    uint64_t by_height; /* see base/numbers.h */
    uint64_t budget;    /* how many more stones may be visited one by one */
    /* Decides what can be decided from the cells near each of the first moves. */
    void (*look_again)(qi_open_moves *moves, size_t count);
} qi_strips;

/* The dimensions of a board in strips; the caller provides the rows. */
qi_strips qi_strips_measure(const qi_nogo *position);

static inline size_t qi_strips_rows(const qi_strips *board)
{
    return (size_t)board->strips * board->height;
}

/* Copies the colours of a position, and lists its empty places in reading order; returns their
 * number. */
uint32_t qi_strips_fill(qi_strips *board, const qi_nogo *position, uint32_t *places);

/* Copies the colours back to the position. */
void qi_strips_return(const qi_strips *board, qi_nogo *position);

enum { QI_STRIPS_ABOVE = 7 }; /* wall rows above the board */

static inline qi_point qi_strips_point(const qi_strips *board, uint32_t place)
{
    const uint32_t at = place / 8, strip = qi_quotient(at, board->by_height);
    return (at - strip * board->height - QI_STRIPS_ABOVE) * board->columns + (strip - 1) * 8 +
           place % 8;
}

static inline bool qi_strips_empty(const qi_strips *board, uint32_t place)
{
    const uint32_t row = board->rows[place / 8];
    return ((row | row >> 8) >> place % 8 & 1) == 0;
}

static inline void qi_strips_put(qi_strips *board, const uint8_t colour, uint32_t place)
{
    uint16_t *const row = &board->rows[place / 8];
    *row = (uint16_t)(*row | (colour == QI_BLACK ? 1U : 0x100U) << place % 8);
}

/* ---- at first sight ----------------------------------------------------------------------- */

static inline qi_eight_rows qi_load_rows(const uint16_t *rows)
{
    qi_eight_rows loaded;
    memcpy(&loaded, rows, sizeof loaded);
    return loaded;
}

static inline bool qi_no_cell(qi_eight_rows set)
{
    uint64_t half[2];
    memcpy(half, &set, sizeof half);
    return (half[0] | half[1]) == 0;
}

/* A set of cells and its neighbours. */
static inline qi_eight_rows qi_spread_rows(qi_eight_rows set)
{
    const qi_eight_rows none = {0};
    return set | set << 1 | set >> 1 | __builtin_shufflevector(set, none, 1, 2, 3, 4, 5, 6, 7, 8) |
           __builtin_shufflevector(set, none, 8, 0, 1, 2, 3, 4, 5, 6);
}

/* The cells near a place, in both colours; column 7 must be ignored. */
static inline qi_eight_rows qi_look_near(const qi_strips *board, uint32_t place)
{
#define ALL(row)                                                                                   \
    {                                                                                              \
        row, row, row, row, row, row, row, row                                                     \
    }
    static const qi_eight_rows left_part[8] = {ALL(0x0707), ALL(0x0303), ALL(0x0101), ALL(0xffff),
                                               ALL(0x7f7f), ALL(0x3f3f), ALL(0x1f1f), ALL(0x0f0f)};
#undef ALL
    const uint16_t *const rows = board->rows + place / 8 - board->back[place % 8];
    const uint32_t shift = (place + 5) % 8;
    const qi_eight_rows part = left_part[place % 8];
    return (qi_load_rows(rows) >> shift & part) |
           (qi_load_rows(rows + board->height) << (8 - shift) & ~part);
}

/* Whether a first look shows that a move on an empty place is legal: the new stone and the
 * opponent's stones around it have an empty neighbour that is not the place itself. */
QI_NOGO_INLINE bool qi_is_open(qi_eight_rows seen, const uint8_t colour)
{
    const qi_eight_rows own = {0, 0, 0, (uint16_t)(colour == QI_BLACK ? 0x8 : 0x800)};
    const qi_eight_rows around = colour == QI_BLACK ? (qi_eight_rows){0, 0, 0x800, 0x1400, 0x800}
                                                    : (qi_eight_rows){0, 0, 0x8, 0x14, 0x8};
    seen |= own | 0x8080; /* a wall in column 7, so that nothing spreads into the next row */
    const qi_eight_rows swapped = seen << 8 | seen >> 8;
    const qi_eight_rows free = qi_spread_rows(~(seen | swapped));
    return qi_no_cell((own | (seen & ~swapped & around)) & ~free);
}

/* The lower bytes of eight rows. */
static inline uint64_t qi_pack_rows(qi_eight_rows rows)
{
    const qi_eight_bytes bytes = __builtin_convertvector(rows, qi_eight_bytes);
    uint64_t packed;
    memcpy(&packed, &bytes, sizeof packed);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    packed = __builtin_bswap64(packed);
#endif
    return packed;
}

QI_NOGO_INLINE void qi_add_open_move(qi_open_moves *moves, size_t i, qi_eight_rows seen,
                                     const uint8_t colour)
{
    const uint64_t black = qi_pack_rows(seen), white = qi_pack_rows(seen >> 8);
    moves->own[i] = colour == QI_BLACK ? black : white;
    moves->other[i] = colour == QI_BLACK ? white : black;
}

/* ---- far away ----------------------------------------------------------------------------- */

typedef enum qi_legality { QI_ILLEGAL, QI_LEGAL, QI_UNDECIDED } qi_legality;

/* Whether a move is legal that the second look left open. QI_UNDECIDED: the budget is spent. */
qi_legality qi_look_far_black(qi_strips *board, uint32_t place, const qi_open_moves *moves,
                              size_t i);
qi_legality qi_look_far_white(qi_strips *board, uint32_t place, const qi_open_moves *moves,
                              size_t i);

QI_NOGO_INLINE qi_legality qi_look_far(qi_strips *board, const uint8_t colour, uint32_t place,
                                       const qi_open_moves *moves, size_t i)
{
    return colour == QI_BLACK ? qi_look_far_black(board, place, moves, i)
                              : qi_look_far_white(board, place, moves, i);
}

#endif
