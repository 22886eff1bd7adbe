/*
 * Inside a NoGo position.
 *
 * The board lies in an array of cells with one wall cell between rows and a wall row above and
 * below, so that the four neighbours of a cell are always there: a point's cell is
 * (row + 1) * stride + column + 1 with stride = columns + 1.
 *
 * Groups form a forest: link[cell] of a stone is its parent's cell, or, at the root, the
 * complement of the group's pseudo-liberties (so it is negative). Pseudo-liberties count the edges
 * between the group and empty points instead of the points. They merge by addition, and are zero
 * exactly when there is no liberty.
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
    int32_t *link;      /* by cell; only stones' entries mean anything */
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

/* The root of a stone's group; halves the path on the way. */
static inline uint32_t qi_nogo_root(int32_t *link, uint32_t cell)
{
    int32_t parent = link[cell];
    while (parent >= 0) {
        const int32_t grandparent = link[parent];
        if (grandparent < 0)
            return (uint32_t)parent;
        link[cell] = grandparent;
        cell = (uint32_t)grandparent;
        parent = link[cell];
    }
    return cell;
}

/* Joins two different groups; returns the root of both. The one with more pseudo-liberties, which
 * tends to be the larger, stays root. */
static inline uint32_t qi_nogo_join(int32_t *link, uint32_t a, uint32_t b)
{
    /* ~x + ~y = ~(x + y) - 1 */
    const int32_t sum = link[a] + link[b] + 1;
    const uint32_t root = link[a] <= link[b] ? a : b;
    const uint32_t child = a ^ b ^ root;
    link[child] = (int32_t)root;
    link[root] = sum;
    return root;
}

/* Allocates a position; the cells are not yet set. */
qi_result qi_nogo_allocate(uint32_t rows, uint32_t columns, const qi_allocator *allocator,
                           qi_nogo **game);

/* Sets the wall cells around and between the rows. */
void qi_nogo_wall_in(qi_nogo *game);

/* Builds the forest of groups from the colours. Returns a stone of a group without liberties (the
 * first in reading order), or 0 when there is none. */
uint32_t qi_nogo_build_groups(qi_nogo *game);

/*
 * Plays a stone of `colour` on a cell that is known to be empty, if that is legal; otherwise
 * changes nothing. The heart of qi_nogo_play and of simulation: the edges between the cell and the
 * groups around it are taken away first, which shows who would be without liberties.
 */
static inline bool qi_nogo_try(qi_nogo *game, uint8_t colour, uint32_t cell)
{
    uint8_t *board = game->colour;
    int32_t *link = game->link;
    uint32_t neighbour[4], touched[4];
    qi_nogo_neighbours(game, cell, neighbour);
    int touching = 0;
    int32_t empty = 0;
    for (int i = 0; i < 4; i++) {
        const uint8_t there = board[neighbour[i]];
        empty += there == QI_EMPTY;
        if (there == QI_BLACK || there == QI_WHITE) {
            const uint32_t root = qi_nogo_root(link, neighbour[i]);
            link[root]++; /* one pseudo-liberty fewer */
            touched[touching++] = root;
        }
    }
    bool alive = empty > 0;
    bool captures = false;
    for (int i = 0; i < touching; i++) {
        const bool breathless = link[touched[i]] == -1;
        if (board[touched[i]] == colour)
            alive |= !breathless;
        else
            captures |= breathless;
    }
    if (captures || !alive) {
        for (int i = 0; i < touching; i++)
            link[touched[i]]--;
        return false;
    }
    board[cell] = colour;
    link[cell] = ~empty;
    uint32_t root = cell;
    for (int i = 0; i < touching; i++)
        /* A group met twice has a parent by the second time. */
        if (board[touched[i]] == colour && link[touched[i]] < 0 && touched[i] != root)
            root = qi_nogo_join(link, root, touched[i]);
    return true;
}

#endif
