/*
 * What the order of moves is judged by: the points left, each by who may play it, who is safe
 * there, how many neighbours are open and how many groups of each side breathe through it; and the
 * groups by their number of liberties. Every such feature has a weight, learnt from solved
 * positions (tools/learn-order.c writes solve_weights.h).
 */
#ifndef QI_NOGO_SOLVE_ORDER_H
#define QI_NOGO_SOLVE_ORDER_H

#include "nogo/solve_state.h"

enum {
    SOLVE_POINT_KINDS = 8 * 4 * 3 * 3,
    SOLVE_GROUP_KINDS = 6,
    SOLVE_AHEAD = SOLVE_POINT_KINDS + SOLVE_GROUP_KINDS, /* the integer */
    SOLVE_STAR,
    SOLVE_ODD, /* an odd number of points both may play */
    SOLVE_FEATURES,
    SOLVE_PHASES = 8,
    SOLVE_MOST_FEATURES = SOLVE_POINTS + 2 * SOLVE_GROUPS
};

/* Lists the kinds of all points and groups, as `side` sees them, and returns how many. */
unsigned qi_solve_features(const solve_graph *graph, const solve_state *state, unsigned side,
                           uint16_t kind[SOLVE_MOST_FEATURES]);

/* Which set of weights applies. */
static inline unsigned solve_phase(const solve_state *state)
{
    static const uint8_t phase[17] = {0, 0, 0, 0, 0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 7};
    const unsigned points = solve_count(state->open);
    return phase[points < 16 ? points : 16];
}

#endif
