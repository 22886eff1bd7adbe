/*
 * The network: who will win, judged from the small shapes on the board.
 *
 * Every cell is in one of seven states for the side to move: an empty point both may play, only
 * the mover, only the opponent, nobody; a stone of the mover's, of the opponent's; a wall. Four
 * states around a middle make one of 406 rings (turning and mirroring makes no difference). Two
 * kinds of shapes are made of them: every 2 x 2 window of cells, those that reach into the frame
 * too, is a ring; every point with its four neighbours is a ring around the point's state.
 * A shape adds its row of QI_NET_WIDTH numbers to a sum over all shapes on the board; each sum, cut
 * to 0 .. 1 and squared, counts with a weight towards the logit of the mover's chances. Nothing
 * depends on where on the board a shape lies or how big the board is.
 *
 * A move changes the states of a few cells near it, so all moves of a position are judged by small
 * corrections to one sum.
 */
#ifndef QI_NOGO_SEARCH_SHAPES_H
#define QI_NOGO_SEARCH_SHAPES_H

#include "nogo/board/board.h"

enum {
    QI_NET_WIDTH = 8,
    QI_NET_RINGS = 406,
    QI_NET_KINDS = 8,   /* of shapes: by the state in the middle, and QI_NET_WINDOW */
    QI_NET_WINDOW = 7,  /* a 2 x 2 window: nothing in the middle */
    QI_NET_ONE = 255,   /* 1 in the sums */
    QI_NET_SCALE = 256, /* 1 in the last weights */
    QI_NET_CODES = 4096 /* of a ring, three bits a cell */
};

/* As trained; nogo/weights/shapes.c. */
typedef struct qi_net_weights {
    int16_t shape[QI_NET_KINDS][QI_NET_RINGS][QI_NET_WIDTH];
    int16_t bias[QI_NET_WIDTH];
    int16_t last[QI_NET_WIDTH];
    int32_t last_bias;
} qi_net_weights;
extern const qi_net_weights qi_net_trained;

typedef struct qi_net {
    uint16_t ring_of[QI_NET_CODES];
} qi_net;

typedef struct qi_net_scratch {
    uint8_t state[QI_BOARD_CELLS];
    /* The windows, by their top left cells; then the points with their neighbours, by the points'
     * cells. A code is the kind of the shape over the ring's code. */
    uint16_t code[2 * QI_BOARD_CELLS];
} qi_net_scratch;

void qi_net_init(qi_net *net);

/* The chances of the side to move, 0 to 1. */
float qi_net_value(const qi_net *net, const qi_board *board, qi_net_scratch *scratch);

#endif
