/*
 * The network that orders the solver's moves: its shape, and the tables of its weights, which are
 * files (nogo/weights/order_*.bin; README.md there describes them).
 */
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
    SOLVE_LEFT,                                  /* plus the number of points left */
    SOLVE_MAX_LEFT = 26,                         /* this many count as one less */
    SOLVE_BALANCE = SOLVE_LEFT + SOLVE_MAX_LEFT, /* points for both, and more points for one */
    SOLVE_FEATURES = SOLVE_BALANCE + 16 * 17,
    /* Points, pairs, groups and three more; they are written eight at a time. */
    SOLVE_MAX_FEATURES = 3 * SOLVE_POINTS + 2 * SOLVE_GROUPS + 3 + 8
};

/* A layer of hidden units, each between 0 and SOLVE_NET_ONE, and direct weights past it. */
enum { SOLVE_HIDDEN = 32, SOLVE_NET_ONE = 64, SOLVE_OUTPUT_ONE = 128 };

/* The cost of each reply left to the opponent, in units of the score. */
enum { SOLVE_ANSWER_COST = SOLVE_NET_ONE * SOLVE_OUTPUT_ONE * 3 / 4 };

/* A table's parts, in bytes: what comes before the weights, the hidden layer, and the weights after
 * it, direct and output. */
enum {
    SOLVE_NET_HEADER = 64,
    SOLVE_NET_LAYER = 2 * SOLVE_FEATURES * SOLVE_HIDDEN,
    SOLVE_NET_HEAD = 4 * SOLVE_FEATURES + 2 * SOLVE_HIDDEN,
    SOLVE_NET_WHOLE = SOLVE_NET_HEADER + SOLVE_NET_LAYER + SOLVE_NET_HEAD
};

/* The magic of a table (base/chunk.h); the last byte is the version. */
#define SOLVE_NET_MAGIC "QIORDER\2"

/* Weights as a table has them. */
typedef int16_t solve_unit __attribute__((may_alias));
typedef int32_t solve_direct __attribute__((may_alias));

/* A network that can be used; its weights stay where they are. */
typedef struct solve_net {
    const solve_unit (*hidden)[SOLVE_HIDDEN]; /* of every feature; 64 divides the address */
    const solve_direct *direct;               /* of every feature */
    const solve_unit *output;                 /* of every hidden unit */
    uint32_t layer_sum;                       /* the checksum of the hidden layer */
} solve_net;

/* Reads a table of `size` bytes, which may be anything but have to be aligned to 64 bytes; the
 * network uses them where they are. A table may leave out its hidden layer and have that of
 * `other`, else NULL (`net` may be `other`). Returns NULL, or an English phrase that says what is
 * wrong with the table. */
const char *qi_solve_read_net(const void *bytes, size_t size, const solve_net *other,
                              solve_net *net);

/* The network that comes with the library for boards of `rows` rows, or columns if these are fewer;
 * 0 for ends of games on boards of more than SOLVE_POINTS points. QI_BAD_DATA: its table is
 * damaged, or the machine is big-endian. */
qi_result qi_solve_builtin_net(uint32_t rows, solve_net *net);

#endif
