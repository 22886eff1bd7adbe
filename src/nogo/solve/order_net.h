/* The network that orders the solver's moves: its shape, and its weights in
 * nogo/weights (order_*.c). */
#ifndef QI_NOGO_SOLVE_ORDER_NET_H
#define QI_NOGO_SOLVE_ORDER_NET_H

#include "nogo/solve/state.h"

/* The features of the network. Each counts once for every time it occurs. */
enum {
    SOLVE_POINT_KINDS = 8 * 4 * 4 * 4,
    SOLVE_GROUP_KINDS = 2 * 4 * 4 * 4,
    SOLVE_PAIR_KINDS = 8 * 8,
    SOLVE_AHEAD = SOLVE_POINT_KINDS + SOLVE_GROUP_KINDS + SOLVE_PAIR_KINDS, /* the integer */
    SOLVE_STAR,
    SOLVE_LEFT,                                   /* so many points are left */
    SOLVE_MOST_LEFT = 26,                         /* this many count as one less */
    SOLVE_BALANCE = SOLVE_LEFT + SOLVE_MOST_LEFT, /* points for both, and more points for one */
    SOLVE_FEATURES = SOLVE_BALANCE + 16 * 17,
    /* Points, pairs, groups and three more; they are written eight at a time. */
    SOLVE_MOST_FEATURES = 3 * SOLVE_POINTS + 2 * SOLVE_GROUPS + 3 + 8
};

/* A layer of hidden units, each between 0 and SOLVE_NET_ONE, and direct weights past it. */
enum { SOLVE_HIDDEN = 32, SOLVE_NET_ONE = 64, SOLVE_OUTPUT_ONE = 128 };

/* The cost of each reply left to the opponent, in units of the score. */
enum { SOLVE_ANSWER_COST = SOLVE_NET_ONE * SOLVE_OUTPUT_ONE * 3 / 4 };

typedef struct solve_net {
    _Alignas(64) int16_t hidden[SOLVE_FEATURES][SOLVE_HIDDEN];
    int32_t direct[SOLVE_FEATURES];
    int16_t output[SOLVE_HIDDEN];
} solve_net;

/* For boards of one row or column, of two, of four, of five, and for all others. */
extern const solve_net qi_solve_order_line, qi_solve_order_narrow, qi_solve_order_four,
    qi_solve_order_five, qi_solve_order_wide;

#endif
