/* The four neighbours of a cell and the edges to them, for playing and undoing. */
#ifndef QI_GO_BOARD_H
#define QI_GO_BOARD_H

#include "go/game.h"

/* More edges than any group can have: the entry of a cell without a stone never runs out of
 * them. */
enum { GO_MANY_EDGES = 0x8000 };

/* The neighbours of a cell are numbers 0 to 3; number 4 is the cell itself. They are computed where
 * needed, which is cheaper than an array. */
static inline unsigned go_neighbour(const qi_go *game, unsigned cell, unsigned number)
{
    return cell + (unsigned)game->steps[number];
}

static inline go_group *go_group_of(qi_go *game, unsigned cell)
{
    return &game->groups[game->head[cell]];
}

/* A stone is put on a cell or removed: the groups around lose an edge each, or get it back. Entries
 * that are not groups are counted too, which does no harm and saves a test. */
static inline void go_close_edges(qi_go *game, unsigned cell)
{
    for (unsigned i = 0; i < 4; i++)
        go_group_of(game, go_neighbour(game, cell, i))->edges--;
}

static inline void go_open_edges(qi_go *game, unsigned cell)
{
    for (unsigned i = 0; i < 4; i++)
        go_group_of(game, go_neighbour(game, cell, i))->edges++;
}

/* A cell without a stone is its own head, with many edges. */
static inline void go_make_groupless(qi_go *game, unsigned cell)
{
    game->head[cell] = (uint16_t)cell;
    game->groups[cell] = (go_group){GO_MANY_EDGES, 0};
}

static inline bool go_is_stone(const qi_go *game, unsigned cell)
{
    return game->colours[cell] == QI_BLACK || game->colours[cell] == QI_WHITE;
}

#endif
