/*
 * Inside a NoGo position.
 *
 * The board lies in an array of cells with one wall cell between rows and a wall row above and
 * below, so that the four neighbours of a cell are always there: a point's cell is (row + 1) *
 * stride + column + 1 with stride = columns + 1.
 *
 * Groups form a forest: link[cell] of a stone is its parent's cell or, at the root, a negative
 * number: QI_NOGO_ROOT plus the group's pseudo-liberties, which are edges between the group and
 * empty points, instead of the points. They merge by addition, and are zero exactly when there is
 * no liberty.
 *
 * An empty or wall cell is a root of its own with enough pseudo-liberties that they never run out,
 * so the four neighbours of a cell can be treated alike, almost without branches.
 */
#ifndef QI_NOGO_RULES_POSITION_H
#define QI_NOGO_RULES_POSITION_H

#include <qi/nogo.h>

#include "base/memory.h"
#include "base/numbers.h"

struct qi_nogo {
    qi_allocator allocator;
    uint32_t rows, columns, stride;
    qi_colour to_move;
    uint32_t stones[4]; /* by colour; the entries of QI_EMPTY and QI_WALL are not kept */
    int32_t *link;      /* by cell */
    uint8_t *colour;    /* by cell, behind the links in one block */
    /* Reciprocals for point / columns and cell / stride; see base/numbers.h. */
    uint64_t by_columns, by_stride;
};

/* Number of cells, for up to MAX_SIDE on a side fewer than 2^29. */
static inline size_t qi_nogo_cells(const qi_nogo *position)
{
    return ((size_t)position->rows + 2) * position->stride + 1;
}

static inline uint32_t qi_nogo_cell(const qi_nogo *position, qi_point point)
{
    /* (row + 1) * stride + column + 1, where row * columns + column = point. */
    return point + qi_quotient(point, position->by_columns) + position->stride + 1;
}

static inline qi_point qi_nogo_point_of_cell(const qi_nogo *position, uint32_t cell)
{
    /* The cell's row, counting the wall row, is row + 1; each row before it has one wall cell more.
     */
    return cell - qi_quotient(cell, position->by_stride) - position->columns - 1;
}

/* The four neighbours' distances. */
static inline void qi_nogo_neighbours(const qi_nogo *position, uint32_t cell, uint32_t neighbour[4])
{
    neighbour[0] = cell - position->stride;
    neighbour[1] = cell - 1;
    neighbour[2] = cell + 1;
    neighbour[3] = cell + position->stride;
}

/* For functions that are compiled once for each colour. */
#define QI_NOGO_INLINE static inline __attribute__((always_inline))

/* link[] of a root without liberties: the sign bit, to which its pseudo-liberties are added. */
#define QI_NOGO_ROOT INT32_MIN
/* link[] of a cell without a stone: at most eight of these are ever taken away. */
#define QI_NOGO_NO_STONE (QI_NOGO_ROOT + (1 << 30))

/* One of two numbers, without a branch: `mask` is -1 for the first and 0 for the second. */
static inline int32_t qi_choose(int32_t mask, int32_t yes, int32_t no)
{
    return no ^ ((yes ^ no) & mask);
}

/* Such a mask: whether two numbers below 2^31 are the same. */
static inline int32_t qi_if_same(uint32_t a, uint32_t b)
{
    return -(int32_t)(((a ^ b) - 1) >> 31);
}

/* The parent of a stone, or the cell itself if it is a root: mostly the root of its group. */
static inline uint32_t qi_nogo_parent(const int32_t *link, size_t cell)
{
    const int32_t there = link[cell];
    return (uint32_t)qi_choose(-(there < 0), (int32_t)cell, there);
}

/* One step further up from an ancestor of a cell, or no step from a root; shortens the path. */
static inline uint32_t qi_nogo_climb(int32_t *link, size_t cell, uint32_t ancestor)
{
    const uint32_t next = qi_nogo_parent(link, ancestor);
    link[cell] = qi_choose(-(ancestor == cell), link[cell], (int32_t)next);
    return next;
}

/* The root of a cell's group; shortens the path to it. */
uint32_t qi_nogo_root(int32_t *link, size_t cell);

/* The set of up to 64 cells from `colour` on that hold a stone or, if `stones` is false, that are
 * empty. */
static inline uint64_t qi_nogo_cell_set(const uint8_t *colour, size_t count, bool stones)
{
    const uint64_t ones = 0x0101010101010101U;
    uint64_t set = 0;
    for (size_t i = 0; i < 64 && i < count; i += 8) {
        uint64_t eight = QI_WALL * ones;
        if (count - i >= 8)
            memcpy(&eight, colour + i, 8);
        else
            memcpy(&eight, colour + i, count - i);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        eight = __builtin_bswap64(eight);
#endif
        /* A colour is two bits: a stone has one of them, an empty point none. */
        const uint64_t flags = (stones ? eight ^ eight >> 1 : ~(eight | eight >> 1)) & ones;
        /* Gathers the lowest bits of the bytes: byte k moves from bit 8k to bit 56 + k. */
        set |= (flags * 0x0102040810204080U >> 56) << i;
    }
    return set;
}

/* Allocates a position; the cells are not yet set, and there are no groups. */
qi_result qi_nogo_allocate(uint32_t rows, uint32_t columns, const qi_allocator *allocator,
                           qi_nogo **position);

/* Sets the wall cells around and between the rows. */
void qi_nogo_wall_in(qi_nogo *position);

/*
 * The forest is optional: random games do without it. Code that changes colours without updating it
 * must drop it, and code that needs it must ask for it first. The link of cell 0, a wall next to no
 * point, stores whether the forest exists; so even a const position can build it.
 */
static inline void qi_nogo_forget_groups(qi_nogo *position)
{
    position->link[0] = 0;
}

static inline bool qi_nogo_has_groups(const qi_nogo *position)
{
    return position->link[0] != 0;
}

/* Builds the forest from the colours. Returns a stone of a group without liberties (the first in
 * reading order), or 0. */
uint32_t qi_nogo_restore_groups(const qi_nogo *position);

/* Counts the stones of a board that has just been read and builds their groups. Returns as
 * qi_nogo_restore_groups does. */
uint32_t qi_nogo_take_stones(qi_nogo *position);

static inline void qi_nogo_need_groups(const qi_nogo *position)
{
    if (!qi_nogo_has_groups(position))
        qi_nogo_restore_groups(position);
}

/* The first legal point of a colour in reading order, or QI_NO_POINT. */
qi_point qi_nogo_first_legal(const qi_nogo *position, qi_colour colour);

/*
 * Plays a stone of a colour on a cell that is known to be empty, if that is legal; otherwise
 * changes nothing. This is the core of qi_nogo_play and of simulation. On random boards a branch on
 * a neighbour is mispredicted half the time, which costs more than the work it saves, so there are
 * almost none.
 */
bool qi_nogo_try_black(uint8_t *board, int32_t *link, size_t stride, size_t cell);
bool qi_nogo_try_white(uint8_t *board, int32_t *link, size_t stride, size_t cell);

QI_NOGO_INLINE bool qi_nogo_try_cell(uint8_t *board, int32_t *link, size_t stride,
                                     const uint8_t colour, size_t cell)
{
    return colour == QI_BLACK ? qi_nogo_try_black(board, link, stride, cell)
                              : qi_nogo_try_white(board, link, stride, cell);
}

/* The same where the right and lower neighbours are empty: the new stone has liberties, and only
 * the groups above and to the left can run out of them. */
bool qi_nogo_try_open_black(uint8_t *board, int32_t *link, size_t stride, size_t cell);
bool qi_nogo_try_open_white(uint8_t *board, int32_t *link, size_t stride, size_t cell);

/*
 * The same on a board that started empty and fills in reading order. With an even number of
 * columns, each column has one colour: a move has its own colour above, the other to the left, and
 * empty points ahead.
 */
QI_NOGO_INLINE bool qi_nogo_try_sweeping(uint8_t *board, int32_t *link, size_t stride,
                                         const uint8_t colour, size_t cell)
{
    if ((board[cell + 1] | board[cell + stride]) != QI_EMPTY)
        return qi_nogo_try_cell(board, link, stride, colour, cell);
    if (board[cell - stride] == colour && board[cell - 1] == (QI_BLACK ^ QI_WHITE ^ colour)) {
        const uint32_t above = qi_nogo_parent(link, cell - stride),
                       left = qi_nogo_parent(link, cell - 1);
        /* Both are roots, and the one to the left keeps a liberty. */
        if (link[above] < 0 && link[left] < 0 && link[left] != QI_NOGO_ROOT + 1) {
            link[above]++; /* one edge less, two more */
            link[left]--;
            link[cell] = (int32_t)above;
            board[cell] = colour;
            return true;
        }
    }
    return colour == QI_BLACK ? qi_nogo_try_open_black(board, link, stride, cell)
                              : qi_nogo_try_open_white(board, link, stride, cell);
}

static inline bool qi_nogo_try(qi_nogo *position, uint8_t colour, uint32_t cell)
{
    return colour == QI_BLACK
               ? qi_nogo_try_black(position->colour, position->link, position->stride, cell)
               : qi_nogo_try_white(position->colour, position->link, position->stride, cell);
}

/* The number of stones of a colour. */
uint32_t qi_nogo_stones(const qi_nogo *position, qi_colour colour);

/* Removes a point from an empty part of the board, as 'hollow' boards do. QI_BAD_ARGUMENT when it
 * holds a stone, is off the board, or is the last liberty of a group next to it. */
qi_result qi_nogo_make_hole(qi_nogo *position, qi_point point);

/* Whether a colour has any legal move. */
bool qi_nogo_can_move(const qi_nogo *position, qi_colour colour);

/* Sets the colour to move. QI_BAD_ARGUMENT: no player has that colour. */
qi_result qi_nogo_set_to_move(qi_nogo *position, qi_colour colour);

#endif
