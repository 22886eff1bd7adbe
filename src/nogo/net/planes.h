/*
 * What the network sees of a position: eight sets of points, for the side to move.
 */
#ifndef QI_NOGO_NET_PLANES_H
#define QI_NOGO_NET_PLANES_H

#include "nogo/rules/board.h"

#include <qi/nogo_net.h>

typedef qi_nogo_planes qi_planes;

/* For the side to move on the board, which must keep its legal points. */
void qi_planes_make(qi_planes *planes, const qi_board *board);

/* The bytes of one packed plane. */
static inline uint32_t qi_plane_bytes(uint32_t rows, uint32_t columns)
{
    return (rows * columns + 7) / 8;
}

/* The planes one after another, point i of each in bit i % 8 of byte i / 8; unused bits are 0. */
void qi_planes_pack(const qi_planes *planes, uint32_t rows, uint32_t columns, uint8_t *packed);

#endif
