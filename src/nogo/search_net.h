/*
 * The network: who will win, judged from the small shapes on the board.
 *
 * Every cell is in one of seven states for the side to move: an empty point both may play, only
 * the mover, only the opponent, nobody; a stone of the mover's, of the opponent's; a wall. Every
 * 2 x 2 window of cells, those that reach into the frame too, is one of 406 shapes (the eight ways
 * to turn and mirror it make no difference). A shape adds its row of QI_NET_WIDTH numbers to a sum
 * over all windows; each sum, cut to 0 .. 1 and squared, counts with a weight towards the logit of
 * the mover's chances. Nothing depends on where on the board a shape lies or how big the board is.
 *
 * A move changes the states of a few cells near it, so all moves of a position are judged by small
 * corrections to one sum.
 */
#ifndef QI_NOGO_SEARCH_NET_H
#define QI_NOGO_SEARCH_NET_H

#include "nogo/search_board.h"

enum {
    QI_NET_WIDTH = 32,
    QI_NET_SHAPES = 406,
    QI_NET_ONE = 255,   /* 1 in the sums */
    QI_NET_SCALE = 256, /* 1 in the last weights */
    QI_NET_CODES = 4096 /* three bits a cell */
};

/* As trained; search_net_data.c. */
typedef struct qi_net_weights {
    int16_t shape[QI_NET_SHAPES][QI_NET_WIDTH];
    int16_t bias[QI_NET_WIDTH];
    int16_t last[QI_NET_WIDTH];
    int32_t last_bias;
} qi_net_weights;
extern const qi_net_weights qi_net_trained;

typedef struct qi_net {
    uint16_t shape_of[QI_NET_CODES];
} qi_net;

typedef struct qi_net_scratch {
    uint8_t state[QI_BOARD_CELLS];
    uint16_t code[QI_BOARD_CELLS]; /* of the window whose top left cell this is */
} qi_net_scratch;

void qi_net_init(qi_net *net);

#endif
