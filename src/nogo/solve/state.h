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

/* How the functions of the inner loops are declared; bmi.c adds a target machine. */
#ifndef SOLVE_FN
#define SOLVE_FN static inline
#endif

enum {
    SOLVE_POINTS = 48, /* so that any position fits a key */
    SOLVE_GROUPS = 32,
    SOLVE_SYMMETRIES = 8,
    SOLVE_PACKED = 32 /* boards up to this many points keep their images in the state */
};

typedef uint64_t solve_set;

/* The board the open points lie on. */
typedef struct solve_graph {
    unsigned points;
    solve_set adjacent[SOLVE_POINTS];
    qi_point place[SOLVE_POINTS]; /* the board's point of each bit */
    /* A whole board in reading order: its neighbours are found by shifting whole sets. */
    bool grid;
    bool line;             /* of one row or one column */
    uint32_t rows;         /* or columns, if these are fewer */
    unsigned below;        /* how far a point is from the one below it */
    solve_set all;         /* every point that is not a wall */
    solve_set right, left; /* points with a neighbour at their left, at their right: the next bit */
    solve_set vertical;    /* all points, or none when there is a single row */
    /* Elsewhere: points with a neighbour below, and these neighbours. Both are in reading order, so
     * the first of these is the neighbour of the first of those, and so on. */
    solve_set upper, lower;
    bool fingerprints;   /* they identify large positions (key.h) */
    unsigned symmetries; /* images of the board onto itself; [0] is the identity */
    uint8_t image[SOLVE_SYMMETRIES][SOLVE_POINTS];
    /* On boards of at most SOLVE_PACKED points: where a point appears in each image of the board
     * (see solve_state), when it has [0] a black stone, [1] a white one or [2] is closed. */
    uint64_t trace[3][SOLVE_PACKED][SOLVE_SYMMETRIES];
} solve_graph;

typedef struct solve_state {
    solve_set open;     /* the union of `may` */
    solve_set may[2];   /* where each side may play */
    solve_set safe[2];  /* within `may`: where a stone of the side would be safe */
    solve_set stone[2]; /* stones on the bits of the graph; only to distinguish states */
    solve_set eyes[2];  /* open points already taken into account as permanent liberties */
    /* All images of a small board: black stones in the low half, white ones in the high half, and
     * points that are neither open nor a stone in both. `imaged`: the points entered so far. */
    solve_set imaged;
    uint64_t image[SOLVE_SYMMETRIES];
    unsigned groups[2]; /* how many groups of each side are not safe and have two liberties */
    solve_set liberties[2][SOLVE_GROUPS];
} solve_state;

/* A sum of games: the regions of a state, an integer (moves only Black has, less those only White
 * has) and perhaps one star (a lone point that either side may take). */
typedef struct solve_position {
    int integer;
    bool star;
    solve_state state;
} solve_position;

SOLVE_FN unsigned solve_count(solve_set set)
{
    return (unsigned)__builtin_popcountll(set);
}

SOLVE_FN unsigned solve_first(solve_set set)
{
    return (unsigned)__builtin_ctzll(set);
}

SOLVE_FN bool solve_single(solve_set set)
{
    return (set & (set - 1)) == 0;
}

/* The set or the empty set, without a branch, which would often be mispredicted. */
SOLVE_FN solve_set solve_if(solve_set condition, solve_set set)
{
    return set & -(solve_set)(condition != 0);
}

/* Sets up the graph and the state of a game. QI_TOO_LARGE when more than SOLVE_POINTS points
 * would be needed; a board of at most that many points always fits, and its points are the bits.
 * `scratch` has room for all points of the board. */
qi_result qi_solve_load(const qi_nogo *position, qi_point *scratch, solve_graph *graph,
                        solve_state *state);

#endif
