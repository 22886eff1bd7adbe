#include "nogo/simulate/strips.h"

#include "base/fast.h"

/* ---- from and to a position --------------------------------------------------------------- */

/* Eight colours in the bytes of a number, the first in the lowest; walls behind the last. */
static inline uint64_t load_colours(const uint8_t *colour, size_t count)
{
    uint64_t eight = UINT64_MAX;
    if (count >= 8)
        memcpy(&eight, colour, 8);
    else
        memcpy(&eight, colour, count);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    eight = __builtin_bswap64(eight);
#endif
    return eight;
}

static inline void store_colours(uint8_t *colour, uint64_t eight, size_t count)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    eight = __builtin_bswap64(eight);
#endif
    if (count >= 8)
        memcpy(colour, &eight, 8);
    else
        memcpy(colour, &eight, count);
}

/* The lowest bits of eight bytes: byte k moves from bit 8k to bit 56 + k. */
static inline uint32_t gather(uint64_t bytes)
{
    return (uint32_t)((bytes & 0x0101010101010101U) * 0x0102040810204080U >> 56);
}

/* And back: of eight copies, byte k keeps bit k and carries it to bit 7. */
static inline uint64_t scatter(uint32_t bits)
{
    const uint64_t kept = bits * 0x0101010101010101U & 0x8040201008040201U;
    return ((kept + 0x7f7f7f7f7f7f7f7fU) | kept) >> 7 & 0x0101010101010101U;
}

uint32_t qi_strips_fill(qi_strips *board, const qi_nogo *position, uint32_t *places)
{
    memset(board->rows, 0xff, qi_strips_rows(board) * sizeof *board->rows);
    uint32_t count = 0;
    for (uint32_t row = 0; row < position->rows; row++) {
        const uint8_t *colour = position->colour + (size_t)(row + 1) * position->stride + 1;
        uint32_t at = board->height + QI_STRIPS_ABOVE + row;
        for (uint32_t column = 0; column < position->columns; column += 8, at += board->height) {
            /* A colour is two bits: black, white, and both for a wall. */
            const uint64_t eight = load_colours(colour + column, position->columns - column);
            const uint32_t black = gather(eight), white = gather(eight >> 1);
            board->rows[at] = (uint16_t)(black | white << 8);
            if ((black | white) == 0) {
                for (uint32_t i = 0; i < 8; i++)
                    places[count + i] = at * 8 + i;
                count += 8;
            } else {
                for (uint32_t left = ~(black | white) & 0xff; left; left &= left - 1)
                    places[count++] = at * 8 + (uint32_t)__builtin_ctz(left);
            }
        }
    }
    return count;
}

void qi_strips_return(const qi_strips *board, qi_nogo *position)
{
    for (uint32_t row = 0; row < position->rows; row++) {
        uint8_t *colour = position->colour + (size_t)(row + 1) * position->stride + 1;
        size_t at = board->height + QI_STRIPS_ABOVE + row;
        for (uint32_t column = 0; column < position->columns; column += 8, at += board->height)
            store_colours(colour + column,
                          scatter(board->rows[at] & 0xff) + 2 * scatter(board->rows[at] >> 8),
                          position->columns - column);
    }
}

/* ---- near a place ------------------------------------------------------------------------- */

#define NEAR_AROUND (QI_NEAR_ABOVE | QI_NEAR_LEFT | QI_NEAR_RIGHT | QI_NEAR_BELOW)
#define NEAR_WALL 0x8080808080808080ULL /* so that nothing spreads from one row into the next */
#define NEAR_EDGE 0xff414141414141ffULL /* a group here may continue out of sight */

static inline uint64_t spread(uint64_t set)
{
    return set | set << 1 | set >> 1 | set << 8 | set >> 8;
}

/* All bits if a set is empty, else none; without a comparison, which not every vector unit has. */
static inline uint64_t if_none(uint64_t set)
{
    return ((set | (0 - set)) >> 63) - 1;
}

/* Spreads from the stones that have an empty neighbour, then from those that were not reached and
 * matter. More steps leave less open, but few moves need them. */
QI_NOGO_INLINE void look_again(qi_open_moves *moves, size_t count)
{
    enum { STEPS = 4 };
    for (size_t i = 0; i < count; i++) {
        const uint64_t own_cells = moves->own[i] | NEAR_WALL | QI_NEAR_CENTRE,
                       other_cells = moves->other[i] | NEAR_WALL;
        const uint64_t own = own_cells & ~other_cells, other = other_cells & ~own_cells,
                       free = spread(~(own_cells | other_cells));
        uint64_t own_lives = own & free, other_lives = other & free;
        for (int step = 0; step < STEPS; step++) {
            own_lives = own & spread(own_lives);
            other_lives = other & spread(other_lives);
        }
        const uint64_t own_asked = QI_NEAR_CENTRE & ~own_lives,
                       other_asked = NEAR_AROUND & other & ~other_lives;
        uint64_t own_group = own_asked, other_group = other_asked;
        for (int step = 0; step < STEPS - 1; step++) {
            own_group = own & spread(own_group);
            other_group = other & spread(other_group);
        }
        const uint64_t own_next = own & spread(own_group), other_next = other & spread(other_group);
        /* Still growing, alive, or continuing out of sight. */
        const uint64_t own_open = (own_next ^ own_group) | (own_next & (own_lives | NEAR_EDGE)),
                       other_open =
                           (other_next ^ other_group) | (other_next & (other_lives | NEAR_EDGE));
        moves->asked[i] = own_asked | other_asked;
        moves->own_group[i] = own_next;
        moves->other_group[i] = other_next;
        moves->illegal[i] = (own_asked & if_none(own_open)) | (other_asked & if_none(other_open));
    }
}

static void look_again_plain(qi_open_moves *moves, size_t count)
{
    look_again(moves, count);
}

#if defined(__x86_64__)
/* The same, several at a time. */
__attribute__((target("avx2"))) static void look_again_avx2(qi_open_moves *moves, size_t count)
{
    look_again(moves, count);
}

__attribute__((target("avx512f,avx512vl"))) static void look_again_avx512(qi_open_moves *moves,
                                                                          size_t count)
{
    look_again(moves, count);
}
#endif

qi_strips qi_strips_measure(const qi_nogo *position)
{
    enum { WALL_ROWS = 16 };
    qi_strips board = {.height = position->rows + WALL_ROWS,
                       .strips = position->columns / 8 + 3,
                       .columns = position->columns,
                       .by_height = qi_reciprocal(position->rows + WALL_ROWS),
                       .look_again = look_again_plain};
    for (uint32_t column = 0; column < 8; column++)
        board.back[column] = column < 3 ? 3 + board.height : 3;
#if defined(__x86_64__)
    if (QI_HAS_FAST(QI_FAST_AVX512) && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512vl"))
        board.look_again = look_again_avx512;
    else if (QI_HAS_FAST(QI_FAST_AVX2) && __builtin_cpu_supports("avx2"))
        board.look_again = look_again_avx2;
#endif
    return board;
}

/* ---- stone by stone ----------------------------------------------------------------------- */

/* 1 for Black, 0x100 for White, their sum for a wall. */
static inline uint32_t bits_at(const qi_strips *board, uint32_t place)
{
    return (uint32_t)board->rows[place / 8] >> place % 8 & 0x101;
}

static inline void flip(const qi_strips *board, uint32_t place, uint32_t bits)
{
    board->rows[place / 8] ^= (uint16_t)(bits << place % 8);
}

static inline void neighbours(const qi_strips *board, uint32_t place, uint32_t next[4])
{
    const uint32_t to_strip = 8 * board->height - 8;
    next[0] = place - 8;
    next[1] = place - 1 - (place % 8 == 0 ? to_strip : 0);
    next[2] = place + 1 + (place % 8 == 7 ? to_strip : 0);
    next[3] = place + 8;
}

/* Whether the group at a place has a liberty. */
static qi_legality visit_group(qi_strips *board, uint32_t start)
{
    enum { MAX = 1024 };
    if (board->budget == 0)
        return QI_UNDECIDED;
    uint32_t stones[MAX + 4], count = 1, liberties = 0;
    /* Stones that are already listed are walls for the time being. */
    const uint32_t bits = bits_at(board, start), others = bits ^ 0x101;
    stones[0] = start;
    flip(board, start, others);
    for (uint32_t i = 0; i < count && count <= MAX && liberties == 0; i++) {
        uint32_t next[4];
        neighbours(board, stones[i], next);
        for (int k = 0; k < 4; k++) {
            const uint32_t there = bits_at(board, next[k]), same = there == bits;
            liberties += there == 0;
            stones[count] = next[k];
            count += same;
            flip(board, next[k], others * same);
        }
    }
    for (uint32_t i = 0; i < count; i++)
        flip(board, stones[i], others);
    const bool spent = count > MAX && liberties == 0;
    board->budget = spent || count > board->budget ? 0 : board->budget - count;
    return spent ? QI_UNDECIDED : liberties ? QI_LEGAL : QI_ILLEGAL;
}

/* The same for the groups of several stones, the new one and those around it. */
static qi_legality visit_groups(qi_strips *board, uint8_t colour, uint32_t place, uint64_t asked)
{
    static const uint64_t around[4] = {QI_NEAR_ABOVE, QI_NEAR_LEFT, QI_NEAR_RIGHT, QI_NEAR_BELOW};
    const uint32_t own = colour == QI_BLACK ? 1 : 0x100;
    flip(board, place, own);
    qi_legality legality = QI_LEGAL;
    if (asked & QI_NEAR_CENTRE)
        legality = visit_group(board, place);
    uint32_t next[4];
    neighbours(board, place, next);
    for (int k = 0; k < 4 && legality == QI_LEGAL; k++)
        if (asked & around[k])
            legality = visit_group(board, next[k]);
    flip(board, place, own);
    return legality;
}

/* ---- a wide look -------------------------------------------------------------------------- */

/* Sixteen rows of fifteen columns, in one colour; the last bit of a row is a wall. The place is in
 * row 7, column 7. */
typedef struct sixteen_rows {
    qi_eight_rows upper, lower;
} sixteen_rows;

static inline void load_wide(const uint16_t *rows, size_t height, uint32_t shift,
                             qi_eight_rows *black, qi_eight_rows *white)
{
    const qi_eight_rows left = qi_load_rows(rows), middle = qi_load_rows(rows + height),
                        right = qi_load_rows(rows + 2 * height);
    *black = ((left & 0xff) | middle << 8) >> shift | (right << 8) << (8 - shift) | 0x8000;
    *white = (left >> 8 | (middle & 0xff00)) >> shift | (right & 0xff00) << (8 - shift) | 0x8000;
}

static inline sixteen_rows spread_wide(sixteen_rows set)
{
    const qi_eight_rows none = {0};
    return (sixteen_rows){
        qi_spread_rows(set.upper) |
            __builtin_shufflevector(set.lower, none, 8, 9, 10, 11, 12, 13, 14, 0),
        qi_spread_rows(set.lower) |
            __builtin_shufflevector(set.upper, none, 7, 8, 9, 10, 11, 12, 13, 14)};
}

static inline sixteen_rows common(sixteen_rows a, sixteen_rows b)
{
    return (sixteen_rows){a.upper & b.upper, a.lower & b.lower};
}

static inline sixteen_rows without(sixteen_rows a, sixteen_rows b)
{
    return (sixteen_rows){a.upper & ~b.upper, a.lower & ~b.lower};
}

static inline bool is_nothing(sixteen_rows set)
{
    return qi_no_cell(set.upper | set.lower);
}

/* A set of cells near the place. */
static inline sixteen_rows from_near(uint64_t near)
{
    const qi_eight_rows none = {0};
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    near = __builtin_bswap64(near);
#endif
    qi_eight_bytes bytes;
    memcpy(&bytes, &near, sizeof bytes);
    const qi_eight_rows rows = __builtin_convertvector(bytes, qi_eight_rows) << 4;
    return (sixteen_rows){__builtin_shufflevector(rows, none, 8, 9, 10, 11, 0, 1, 2, 3),
                          __builtin_shufflevector(rows, none, 4, 5, 6, 7, 8, 9, 10, 11)};
}

QI_NOGO_INLINE qi_legality look_far(qi_strips *board, const uint8_t colour, uint32_t place,
                                    const qi_open_moves *moves, size_t i)
{
    static const sixteen_rows edge = {
        {0x7fff, 0x4001, 0x4001, 0x4001, 0x4001, 0x4001, 0x4001, 0x4001},
        {0x4001, 0x4001, 0x4001, 0x4001, 0x4001, 0x4001, 0x4001, 0x7fff}};
    const uint32_t column = place % 8, shift = (column + 1) % 8;
    const uint16_t *rows = board->rows + place / 8 - 7 - (column < 7 ? board->height : 0);
    sixteen_rows black, white;
    load_wide(rows, board->height, shift, &black.upper, &white.upper);
    load_wide(rows + 8, board->height, shift, &black.lower, &white.lower);
    const qi_eight_rows centre = {0, 0, 0, 0, 0, 0, 0, 1 << 7};
    if (colour == QI_BLACK)
        black.upper |= centre;
    else
        white.upper |= centre;
    const sixteen_rows free =
        spread_wide((sixteen_rows){~(black.upper | white.upper), ~(black.lower | white.lower)});
    const sixteen_rows own = colour == QI_BLACK ? without(black, white) : without(white, black),
                       other = colour == QI_BLACK ? without(white, black) : without(black, white);
    const uint64_t others = moves->asked[i] & NEAR_AROUND;
    uint64_t open = 0;
    for (uint64_t left = moves->asked[i]; left; left &= left - 1) {
        const uint64_t stone = left & (0 - left);
        /* Chosen with masks, because a branch would be hard to predict. Several stones around may
         * belong to different groups; then each starts from itself. */
        const uint64_t is_own = 0 - (uint64_t)(stone == QI_NEAR_CENTRE),
                       is_alone = 0 - (uint64_t)(stone == others);
        const qi_eight_rows choose = (qi_eight_rows){0} + (uint16_t)is_own;
        const sixteen_rows stones = {(own.upper & choose) | (other.upper & ~choose),
                                     (own.lower & choose) | (other.lower & ~choose)};
        sixteen_rows group =
            from_near(stone | (moves->own_group[i] & is_own) | (moves->other_group[i] & is_alone));
        for (;;) {
            const sixteen_rows next = common(stones, spread_wide(group));
            const sixteen_rows after = common(stones, spread_wide(next));
            if (!is_nothing(common(after, free)))
                break;
            if (is_nothing(without(after, next))) {
                if (is_nothing(common(next, edge)))
                    return QI_ILLEGAL;
                open |= stone;
                break;
            }
            group = after;
        }
    }
    return open ? visit_groups(board, colour, place, open) : QI_LEGAL;
}

qi_legality qi_look_far_black(qi_strips *board, uint32_t place, const qi_open_moves *moves,
                              size_t i)
{
    return look_far(board, QI_BLACK, place, moves, i);
}

qi_legality qi_look_far_white(qi_strips *board, uint32_t place, const qi_open_moves *moves,
                              size_t i)
{
    return look_far(board, QI_WHITE, place, moves, i);
}
