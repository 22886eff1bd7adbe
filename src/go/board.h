/* The four neighbours of a cell and the edges to them: what playing and taking back share. */
#ifndef QI_GO_BOARD_H
#define QI_GO_BOARD_H

#include "go/game.h"

/* More edges than any group can have: an entry that is no group's never runs out of them. */
enum { GO_MANY_EDGES = 0x8000 };

typedef struct go_neighbours {
    uint16_t cell[4];
    uint16_t head[4];
} go_neighbours;

static inline go_neighbours go_neighbours_of(const qi_go *game, unsigned cell)
{
    const unsigned stride = game->stride;
    go_neighbours around = {{(uint16_t)(cell - stride), (uint16_t)(cell - 1), (uint16_t)(cell + 1),
                             (uint16_t)(cell + stride)},
                            {0}};
    for (int i = 0; i < 4; i++)
        around.head[i] = game->head[around.cell[i]];
    return around;
}

/* A stone comes to a cell, or leaves it: the groups around lose an edge each, or get it back. What
 * is no group loses and gets likewise, which does no harm and needs no test. */
static inline void go_close_edges(qi_go *game, const go_neighbours *around)
{
    for (int i = 0; i < 4; i++)
        game->groups[around->head[i]].edges--;
}

static inline void go_open_edges(qi_go *game, const go_neighbours *around)
{
    for (int i = 0; i < 4; i++)
        game->groups[around->head[i]].edges++;
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
