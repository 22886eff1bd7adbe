/*
 * 3 x 3 convolutions by Winograd's minimal filtering F(3 x 3, 3 x 3), in exact integers.
 *
 * A tile of 3 x 3 outputs needs 5 x 5 inputs d. With the points 0, 1, -1, 2 and infinity,
 *
 *     outputs = A [ (G w G') . (B d B') ] A' / 36
 *
 * where . multiplies element by element and
 *
 *         | 2 -1 -2  1  0 |        |  3  0  0 |
 *         | 0 -2 -1  1  0 |        | -3 -3 -3 |        | 1  1  1  1  0 |
 *     B = | 0  2 -3  1  0 |    G = | -1  1 -1 |    A = | 0  1 -1  2  0 |
 *         | 0 -1  0  1  0 |        |  1  2  4 |        | 0  1  1  4  1 |
 *         | 0  2 -1 -2  1 |        |  0  0  6 |
 *
 * so 25 products do the work of 81. Everything is a whole number: with activations of 0 to 127 and
 * weights of -127 to 127 the transformed inputs are within ±2286 and the transformed weights within
 * ±10287, which 16 bits hold, and the sums of their products over 96 channels within 1.3 * 10^9.
 * The way back is modulo 2^32; since the outputs times 36 are within 2^29, what wraps comes back,
 * and the division by 36 is exact: by 9 as a product with its inverse modulo 2^32, by 4 as a shift.
 *
 * Images are int16_t [rows][columns][channels] with a frame of zeros around the board: one row and
 * column before it, and after it as many as fill the last tiles and one more.
 */
#ifndef QI_NOGO_NET_WINOGRAD_H
#define QI_NOGO_NET_WINOGRAD_H

#include "nogo/net/evaluate.h"
#include "nogo/net/net.h"

enum {
    QI_WINOGRAD_STEP = 3,                    /* a tile's outputs, in each direction */
    QI_WINOGRAD_SIDE = QI_WINOGRAD_STEP + 2, /* its inputs */
    QI_WINOGRAD_PRODUCTS = 25,               /* of a tile and a channel */
    QI_WINOGRAD_CHUNK = 12                   /* most tiles that are worked on together */
};
#define QI_WINOGRAD_BY_NINE 0x38e38e39U /* times 9 is 1 modulo 2^32 */

/* How a board is cut into tiles. */
typedef struct qi_winograd_shape {
    uint32_t tiles, tile_columns;
    uint32_t rows, columns; /* of the images */
} qi_winograd_shape;

static inline qi_winograd_shape qi_winograd_shape_of(uint32_t rows, uint32_t columns)
{
    const uint32_t down = (rows + QI_WINOGRAD_STEP - 1) / QI_WINOGRAD_STEP;
    const uint32_t across = (columns + QI_WINOGRAD_STEP - 1) / QI_WINOGRAD_STEP;
    return (qi_winograd_shape){down * across, across, QI_WINOGRAD_STEP * down + 2,
                               QI_WINOGRAD_STEP * across + 2};
}

/* How many of the tiles that are left to work on together. */
static inline uint32_t qi_winograd_chunk(uint32_t left)
{
    const uint32_t chunks = (left + QI_WINOGRAD_CHUNK - 1) / QI_WINOGRAD_CHUNK;
    return (left + chunks - 1) / chunks;
}

/* Where a tile lies and how much of it is on the board. */
typedef struct qi_winograd_tile {
    uint32_t row, column, rows, columns;
} qi_winograd_tile;

static inline qi_winograd_tile qi_winograd_tile_at(const qi_winograd_shape *shape,
                                                   const qi_nogo_net_worker *e, uint32_t tile)
{
    const uint32_t row = QI_WINOGRAD_STEP * (tile / shape->tile_columns);
    const uint32_t column = QI_WINOGRAD_STEP * (tile % shape->tile_columns);
    const uint32_t rows = e->rows - row, columns = e->columns - column;
    return (qi_winograd_tile){row, column, rows < QI_WINOGRAD_STEP ? rows : QI_WINOGRAD_STEP,
                              columns < QI_WINOGRAD_STEP ? columns : QI_WINOGRAD_STEP};
}

/* Writes the planes as an image of 0 and 1. */
static inline void qi_winograd_spread(const qi_nogo_net_worker *e, const qi_winograd_shape *shape,
                                      const qi_nogo_planes *planes, int16_t *image,
                                      uint32_t channels)
{
    for (uint32_t r = 0; r < e->rows; r++) {
        int16_t *to = image + ((size_t)(r + 1) * shape->columns + 1) * channels;
        for (uint32_t c = 0; c < e->columns; c++, to += channels)
            for (uint32_t p = 0; p < QI_PLANE_COUNT; p++)
                to[p] = planes->row[p][r] >> c & 1;
    }
}

/* Transforms the weights of one output and input: 3 x 3 to 5 x 5. */
static inline void qi_winograd_weights(const int8_t *weights, int16_t *to)
{
    int32_t half[3][QI_WINOGRAD_SIDE];
    for (uint32_t i = 0; i < 3; i++) {
        const int32_t a = weights[3 * i], b = weights[3 * i + 1], c = weights[3 * i + 2];
        half[i][0] = 3 * a;
        half[i][1] = -3 * (a + b + c);
        half[i][2] = -a + b - c;
        half[i][3] = a + 2 * b + 4 * c;
        half[i][4] = 6 * c;
    }
    for (uint32_t j = 0; j < QI_WINOGRAD_SIDE; j++) {
        const int32_t a = half[0][j], b = half[1][j], c = half[2][j];
        to[j] = (int16_t)(3 * a);
        to[5 + j] = (int16_t)(-3 * (a + b + c));
        to[10 + j] = (int16_t)(-a + b - c);
        to[15 + j] = (int16_t)(a + 2 * b + 4 * c);
        to[20 + j] = (int16_t)(6 * c);
    }
}

#endif
