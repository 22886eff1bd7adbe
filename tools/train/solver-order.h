/* What the parts of solver-order share: lessons, and the files of networks. */
#ifndef QI_TOOLS_TRAIN_SOLVER_ORDER_H
#define QI_TOOLS_TRAIN_SOLVER_ORDER_H

#include "nogo/solve/order_net.h"

enum {
    LEVELS = SOLVE_MAX_LEFT, /* positions are distinguished by how many points are open */
    MAX_MOVES = SOLVE_POINTS
};

/* A move: how many features it has (they follow it in a file), and what is true of it. A lesson is
 * the number of a position's moves, as uint32_t, and the moves. */
typedef struct example {
    uint16_t count;
    int16_t ahead; /* the integer, for who made the move */
    uint16_t wins;
    uint16_t left;   /* open points */
    uint32_t effort; /* positions searched to solve it */
} example;

/* The weights of a network, in the order in which a table has them. */
typedef struct weights {
    _Alignas(SOLVE_NET_HEADER) int16_t hidden[SOLVE_FEATURES][SOLVE_HIDDEN];
    int32_t direct[SOLVE_FEATURES];
    int16_t output[SOLVE_HIDDEN];
} weights;

_Noreturn void give_up(const char *why);
/* Zeroed memory, never NULL. */
void *claim(size_t count, size_t size);
void read_net(const char *path, weights *net);
void save_net(const weights *net, const char *path);
/* The positions that a board takes, or `max` + 1 as soon as they are more; 0 for no limit. */
uint64_t count_positions(const weights *net, const char *board, uint64_t max);
/* Whether a move, as in 4x6=2.2, is the first to be searched. */
bool comes_first(const weights *net, const char *board);

/* Learns a network from files of lessons. */
int train(uint64_t seed, const char *net, int files, char **paths);
/* Refines a network, given as on the command line. */
int refine(char **arguments, int boards);

#endif
