/*
 * What the network sees of a position: eight sets of points, for the side to move.
 */
#ifndef QI_NOGO_NET_PLANES_H
#define QI_NOGO_NET_PLANES_H

#include "nogo/board/board.h"

enum {
    QI_PLANE_OWN,         /* stones of the side to move */
    QI_PLANE_OTHER,       /* stones of the other side */
    QI_PLANE_OWN_LEGAL,   /* points the side to move may play */
    QI_PLANE_OTHER_LEGAL, /* points the other may play */
    QI_PLANE_ONE_LIBERTY, /* stones of groups, of both sides, with exactly one liberty */
    QI_PLANE_TWO_LIBERTIES,
    QI_PLANE_THREE_LIBERTIES,
    QI_PLANE_BOARD, /* every point that is not a hole */
    QI_PLANE_COUNT
};

/* Bit c of row[plane][r] is the point in row r and column c; rows beyond the board are not set. */
typedef struct qi_planes {
    uint32_t row[QI_PLANE_COUNT][QI_BOARD_SIDE];
} qi_planes;

void qi_planes_make(qi_planes *planes, const qi_board *board);

/* The bytes of one packed plane. */
static inline uint32_t qi_plane_bytes(uint32_t rows, uint32_t columns)
{
    return (rows * columns + 7) / 8;
}

/* The planes one after another, point i of each in bit i % 8 of byte i / 8; unused bits are 0. */
void qi_planes_pack(const qi_planes *planes, uint32_t rows, uint32_t columns, uint8_t *packed);

#endif
