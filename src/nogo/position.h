/*
 * Inside a NoGo position.
 *
 * The board lies in an array of cells with one wall cell between rows and a wall row above and
 * below, so that the four neighbours of a cell are always there: a point's cell is
 * (row + 1) * stride + column + 1 with stride = columns + 1.
 *
 * Groups form a forest: link[cell] of a stone is the complement of its parent's cell (so it is
 * negative) or, at the root, the number of the group's pseudo-liberties: edges between the group
 * and empty points, instead of the points. They merge by addition, and are zero exactly when there
 * is no liberty.
 *
 * An empty or wall cell is a root of its own with so many pseudo-liberties that they never run
 * out. So the four neighbours of a cell are treated alike, with hardly a branch.
 */
#ifndef QI_NOGO_POSITION_H
#define QI_NOGO_POSITION_H

#include <qi/nogo.h>

#include "base/memory.h"
#include "base/quotient.h"

struct qi_nogo {
    qi_allocator allocator;
    uint32_t rows, columns, stride;
    qi_colour to_move;
    uint32_t stones[4]; /* by colour; the entries of QI_EMPTY and QI_WALL are not kept */
    uint8_t *colour;    /* by cell */
    int32_t *link;      /* by cell */
    /* Reciprocals for point / columns and cell / stride; see base/quotient.h. */
    uint64_t by_columns, by_stride;
};

/* Number of cells, for up to MOST_SIDE on a side fewer than 2^29. */
static inline size_t qi_nogo_cells(const qi_nogo *game)
{
    return ((size_t)game->rows + 2) * game->stride + 1;
}

static inline uint32_t qi_nogo_cell(const qi_nogo *game, qi_point point)
{
    /* (row + 1) * stride + column + 1, where row * columns + column = point. */
    return point + qi_quotient(point, game->by_columns) + game->stride + 1;
}

static inline qi_point qi_nogo_point_of_cell(const qi_nogo *game, uint32_t cell)
{
    /* The cell's row among all rows is row + 1; each row before it had one wall cell more. */
    return cell - qi_quotient(cell, game->by_stride) - game->columns - 1;
}

/* The four neighbours' distances. */
static inline void qi_nogo_neighbours(const qi_nogo *game, uint32_t cell, uint32_t neighbour[4])
{
    neighbour[0] = cell - game->stride;
    neighbour[1] = cell - 1;
    neighbour[2] = cell + 1;
    neighbour[3] = cell + game->stride;
}

/* link[] of a cell without a stone: at most eight of these are ever taken away. */
enum { QI_NOGO_NO_STONE = 1 << 30 };

/* Finds the root over a longer path and shortens it. */
uint32_t qi_nogo_far_root(int32_t *link, uint32_t cell);

/* The root of a cell's group. Most stones hang on their root directly. */
static inline uint32_t qi_nogo_root(int32_t *link, uint32_t cell)
{
    const int32_t parent = link[cell];
    const uint32_t root = parent < 0 ? ~(uint32_t)parent : cell;
    return link[root] >= 0 ? root : qi_nogo_far_root(link, root);
}

/* Allocates a position; the cells are not yet set but for the links, which say 'no stone'. */
qi_result qi_nogo_allocate(uint32_t rows, uint32_t columns, const qi_allocator *allocator,
                           qi_nogo **game);

/* Sets the wall cells around and between the rows. */
void qi_nogo_wall_in(qi_nogo *game);

/* Builds the forest of groups from the colours. Returns a stone of a group without liberties (the
 * first in reading order), or 0 when there is none. */
uint32_t qi_nogo_build_groups(qi_nogo *game);

/* Hangs the group at `root` on `top` if it is `own`; returns the pseudo-liberties it brings. A
 * group that is met a second time hangs there already and brings nothing. */
static inline int32_t qi_nogo_absorb(int32_t *link, bool own, uint32_t root, uint32_t top)
{
    const int32_t there = link[root];
    const int32_t mask = -(int32_t)own;
    link[root] = (mask & ~(int32_t)top) | (~mask & there);
    return mask & there & ~(there >> 31);
}

/*
 * Plays a stone of `colour` on a cell that is known to be empty, if that is legal; otherwise
 * changes nothing. The heart of qi_nogo_play and of simulation.
 *
 * First the edges between the cell and its neighbours are taken away, which shows the groups that
 * would be without liberties: the count that reaches zero is the final one, since a group has at
 * least as many edges as lead to the cell. On random boards a branch on a neighbour is a coin
 * toss, so there is none but for the rare cases.
 */
static inline bool qi_nogo_try(qi_nogo *game, uint8_t colour, uint32_t cell)
{
    uint8_t *const board = game->colour;
    int32_t *const link = game->link;
    const uint32_t stride = game->stride;
    const uint8_t c0 = board[cell - stride], c1 = board[cell - 1], c2 = board[cell + 1],
                  c3 = board[cell + stride];
    const bool own0 = c0 == colour, own1 = c1 == colour;
    const uint32_t root0 = qi_nogo_root(link, cell - stride);
    const uint32_t root1 = qi_nogo_root(link, cell - 1);
    link[root0]--;
    link[root1]--;
    uint32_t top = own1 ? root1 : cell;
    top = own0 ? root0 : top;
    int32_t liberties = (c0 == QI_EMPTY) + (c1 == QI_EMPTY);

    /* On a board that fills in reading order most cells have both neighbours ahead empty. */
    if ((c2 | c3) == QI_EMPTY) {
        if (((link[root0] == 0) & !own0) | ((link[root1] == 0) & !own1)) {
            link[root0]++;
            link[root1]++;
            return false;
        }
        liberties += 2;
    } else {
        const bool own2 = c2 == colour, own3 = c3 == colour;
        const uint32_t root2 = qi_nogo_root(link, cell + 1);
        const uint32_t root3 = qi_nogo_root(link, cell + stride);
        link[root2]--;
        link[root3]--;
        const bool breathless0 = link[root0] == 0, breathless1 = link[root1] == 0,
                   breathless2 = link[root2] == 0, breathless3 = link[root3] == 0;
        liberties += (c2 == QI_EMPTY) + (c3 == QI_EMPTY);
        const bool captures = (breathless0 & !own0) | (breathless1 & !own1) |
                              (breathless2 & !own2) | (breathless3 & !own3);
        const bool lives = (own0 & !breathless0) | (own1 & !breathless1) | (own2 & !breathless2) |
                           (own3 & !breathless3) | (liberties > 0);
        if (captures | !lives) {
            link[root0]++;
            link[root1]++;
            link[root2]++;
            link[root3]++;
            return false;
        }
        top = own2 ? root2 : top;
        top = own3 ? root3 : top;
        liberties += qi_nogo_absorb(link, own2, root2, top);
        liberties += qi_nogo_absorb(link, own3, root3, top);
    }
    liberties += qi_nogo_absorb(link, own0, root0, top);
    liberties += qi_nogo_absorb(link, own1, root1, top);
    link[cell] = ~(int32_t)top;
    link[top] = liberties;
    board[cell] = colour;
    return true;
}

#endif
