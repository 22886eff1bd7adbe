/*
 * What is left of a NoGo position: the solver's view of it.
 *
 * Only points that somebody may still play matter ('open' points). Everything else on the board
 * speaks to them through four facts, so stones and shapes are forgotten:
 *
 *   - who may play an open point (once illegal, always illegal);
 *   - whether a stone there would be safe: part of a group that keeps a liberty for ever;
 *   - which open points are neighbours;
 *   - for every group that is not safe, the set of its liberties: the last one may not be filled.
 *
 * Sides are 0 (Black) and 1 (White). Sets of points are 64-bit masks.
 */
#ifndef QI_NOGO_SOLVE_STATE_H
#define QI_NOGO_SOLVE_STATE_H

#include <qi/nogo.h>

enum { SOLVE_POINTS = 64, SOLVE_GROUPS = 32, SOLVE_SYMMETRIES = 8 };

typedef uint64_t solve_set;

/* The board the open points lie on. */
typedef struct solve_graph {
    unsigned points;
    solve_set adjacent[SOLVE_POINTS];
    qi_point place[SOLVE_POINTS]; /* the board's point of each bit */
    unsigned symmetries;          /* images of the board onto itself; [0] is the identity */
    uint8_t image[SOLVE_SYMMETRIES][SOLVE_POINTS];
} solve_graph;

typedef struct solve_state {
    solve_set open;     /* the union of `may` */
    solve_set may[2];   /* where each side may play */
    solve_set safe[2];  /* within `may`: where a stone of the side would be safe */
    solve_set stone[2]; /* stones on the bits of the graph; they only serve to tell states apart */
    solve_set eyes[2];  /* open points whose effect as eternal liberties has been applied */
    solve_set breath;   /* open points with an open neighbour (or one that was open: then safe) */
    unsigned groups[2]; /* how many groups of each side are not safe and have two liberties */
    solve_set liberties[2][SOLVE_GROUPS];
} solve_state;

/* A sum of games: the regions of a state, an integer (moves only Black has, less those only White
 * has) and perhaps one star (a lone point that either side may take). */
typedef struct solve_position {
    int integer;
    bool star;
    unsigned regions; /* independent regions of the state, counted by qi_solve_reduce */
    solve_state state;
} solve_position;

static inline unsigned solve_count(solve_set set)
{
    return (unsigned)__builtin_popcountll(set);
}

static inline unsigned solve_first(solve_set set)
{
    return (unsigned)__builtin_ctzll(set);
}

static inline bool solve_single(solve_set set)
{
    return (set & (set - 1)) == 0;
}

/* Sets up the graph and the state of a game. QI_UNSUPPORTED when more than SOLVE_POINTS points
 * would be needed; a board of at most that many points always fits, and its points are the bits.
 * `scratch` has room for all points of the board. */
qi_result qi_solve_load(const qi_nogo *game, qi_point *scratch, solve_graph *graph,
                        solve_state *state);

/* Copies a state; only the groups there are. */
void qi_solve_copy(solve_state *to, const solve_state *from);

/* What `from` becomes when a side plays a point of from->may[side]. False when there are more
 * groups than fit. */
bool qi_solve_play(const solve_graph *graph, const solve_state *from, unsigned side, unsigned point,
                   solve_state *to);

/* The region of the state that contains a point: what is outside cannot influence it. */
solve_set qi_solve_region(const solve_graph *graph, const solve_state *state, unsigned point);

/* Cuts the state down to some of its regions. */
void qi_solve_restrict(solve_state *state, solve_set region);

/* Moves regions that are integers or stars out of the state, and counts the others. */
void qi_solve_reduce(const solve_graph *graph, solve_position *position);

#endif
