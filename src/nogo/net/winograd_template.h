/*
 * A template: the network by Winograd's convolutions (winograd.h), for one set of vectors. The file
 * that includes it includes wg_vectors_template.h before, defines for vectors of int16_t and of
 * uint32_t
 *
 *     wg_products(a, b)    the sums of two neighbouring products each, 32 bits
 *     wg_pair(at)          the two int16_t there, again and again
 *     wg_narrow(low, high) one vector of both, each taken as signed and saturated to int16_t
 *     wg_scale(t, mult)    (t * mult + 16384) >> 15, for mult >= 0
 *     wg_add(a, b)         saturated to int16_t
 *     wg_cut(a)            at least 0 and at most 127
 *     WG_MOST              for how many tiles the sums of a group of outputs fit the registers
 *
 * and gets wg_packed_bytes, wg_pack, wg_scratch_bytes, wg_convolve and wg_read_out.
 */
#include "nogo/net/winograd.h"

/* ---- memory --------------------------------------------------------------------------------- */

enum {
    WG_VECTORS = QI_WINOGRAD_GROUP / WG_LANES32, /* of the sums of a group of outputs */
    WG_PLANES = (int)WG_LANES16 > (int)QI_PLANE_COUNT ? (int)WG_LANES16
                                                      : (int)QI_PLANE_COUNT /* whole vectors */
};

typedef struct wg_scratch {
    qi_winograd_shape shape;
    int16_t *planes, *x, *y; /* images; `planes` has WG_PLANES channels, the last all 0 */
    int16_t *inputs;         /* transformed: [products][tiles][channels] */
    uint32_t *sums;          /* [products][tiles][group] */
    int16_t *policy;         /* of a row of the board: [columns][policy channels] */
    size_t bytes;
} wg_scratch;

static wg_scratch wg_lay_out(unsigned char *block, const qi_nogo_net *net, uint32_t rows,
                             uint32_t columns)
{
    wg_scratch s = {.shape = qi_winograd_shape_of(rows, columns)};
    const size_t points = (size_t)s.shape.rows * s.shape.columns;
    const size_t products = (size_t)QI_WINOGRAD_PRODUCTS * QI_WINOGRAD_CHUNK;
    const size_t channels = net->channels > WG_PLANES ? net->channels : WG_PLANES;
    qi_nn_dealer from = {block, 0};
    s.planes = qi_nn_deal(&from, points * WG_PLANES * sizeof *s.planes);
    s.x = qi_nn_deal(&from, points * net->channels * sizeof *s.x);
    s.y = qi_nn_deal(&from, points * net->channels * sizeof *s.y);
    s.inputs = qi_nn_deal(&from, products * channels * sizeof *s.inputs);
    s.sums = qi_nn_deal(&from, products * QI_WINOGRAD_GROUP * sizeof *s.sums);
    s.policy = qi_nn_deal(&from, (size_t)columns * net->policy * sizeof *s.policy);
    s.bytes = from.used;
    return s;
}

static size_t wg_scratch_bytes(const qi_nogo_net *net, uint32_t rows, uint32_t columns)
{
    return wg_lay_out(NULL, net, rows, columns).bytes;
}

/* ---- weights -------------------------------------------------------------------------------- */

static uint32_t wg_products_of(const qi_nn_layer *layer)
{
    return layer->taps == 9 ? QI_WINOGRAD_PRODUCTS : 1;
}

static size_t wg_packed_bytes(const qi_nn_layer *layer)
{
    return (size_t)layer->outputs * layer->inputs * wg_products_of(layer) * sizeof(int16_t);
}

/* [groups of outputs][products][pairs of inputs][outputs of a group][2] */
static void wg_pack(qi_nn_layer *layer)
{
    int16_t *const to = layer->packed;
    const uint32_t products = wg_products_of(layer);
    const uint32_t pairs = layer->inputs / 2;
    for (uint32_t o = 0; o < layer->outputs; o++)
        for (uint32_t i = 0; i < layer->inputs; i++) {
            const int8_t *const raw = layer->raw + (o * layer->inputs + i) * layer->taps;
            int16_t made[QI_WINOGRAD_PRODUCTS] = {*raw};
            if (layer->taps == 9)
                qi_winograd_weights(raw, made);
            const uint32_t group = o / QI_WINOGRAD_GROUP, within = o % QI_WINOGRAD_GROUP;
            for (uint32_t p = 0; p < products; p++)
                to[(((group * products + p) * pairs + i / 2) * QI_WINOGRAD_GROUP + within) * 2 +
                   i % 2] = made[p];
        }
}

/* ---- transforms ----------------------------------------------------------------------------- */

/* B times a column. */
WG_FN void wg_transform5(const wg16 *d, uint32_t step, wg16 *to)
{
    const wg16 d1 = d[step], d2 = d[2 * step], d3 = d[3 * step];
    const wg16 a = d3 - d1, b = d1 - d2, c = d[0] - d2;
    to[0] = c + c + a;
    to[1] = a - d1 - d2;
    to[2] = a + b + b + b;
    to[3] = a;
    to[4] = d[4 * step] - d2 - a - a;
}

/* The 5 x 5 inputs of a tile from an image, transformed, for all channels. */
WG_FN void wg_transform(const int16_t *from, size_t row, uint32_t channels, int16_t *to,
                        size_t product)
{
    for (uint32_t c = 0; c < channels; c += WG_LANES16) {
        wg16 input[5], half[25];
        for (uint32_t i = 0; i < 5; i++) {
            for (uint32_t j = 0; j < 5; j++)
                input[j] = *(const wg16 *)(from + i * row + j * channels + c);
            wg_transform5(input, 1, &half[5 * i]);
        }
        for (uint32_t j = 0; j < 5; j++) {
            wg16 column[5];
            wg_transform5(&half[j], 5, column);
            for (uint32_t i = 0; i < 5; i++)
                *(wg16 *)(to + (5 * i + j) * product + c) = column[i];
        }
    }
}

/* A times a column. */
WG_FN void wg_return5(const wg32 *m, uint32_t step, wg32 *to)
{
    const wg32 m1 = m[step], m2 = m[2 * step], m3 = m[3 * step];
    const wg32 sum = m1 + m2;
    to[0] = m[0] + sum + m3;
    to[1] = m1 - m2 + m3 + m3;
    to[2] = sum + (m3 << 2) + m[4 * step];
}

/* 25 sums of a tile to its 9 outputs, not yet divided by 9. */
WG_FN void wg_return(const uint32_t *sums, size_t product, wg32 *to)
{
    wg32 half[15], turned[9];
    for (uint32_t j = 0; j < 5; j++) {
        wg32 column[5];
        for (uint32_t i = 0; i < 5; i++)
            column[i] = *(const wg32 *)(sums + (5 * i + j) * product);
        wg_return5(column, 1, &half[3 * j]);
    }
    for (uint32_t i = 0; i < 3; i++)
        wg_return5(&half[i], 3, &turned[3 * i]);
    for (uint32_t i = 0; i < 9; i++)
        to[i] = turned[i];
}

/* ---- products ------------------------------------------------------------------------------- */

/* The sums of a group of outputs for some tiles, whose inputs lie `stride` apart. */
WG_FN void wg_multiply_tiles(const uint32_t tiles, const int16_t *inputs, size_t stride,
                             const int16_t *weights, uint32_t pairs, uint32_t *sums)
{
    wg32 sum[WG_MOST][WG_VECTORS];
    WG_UNROLL
    for (uint32_t t = 0; t < tiles; t++) {
        WG_UNROLL
        for (uint32_t v = 0; v < WG_VECTORS; v++)
            sum[t][v] = (wg32){0};
    }
    for (uint32_t p = 0; p < pairs; p++) {
        const wg16 *const w = (const wg16 *)(weights + (size_t)2 * QI_WINOGRAD_GROUP * p);
        WG_UNROLL
        for (uint32_t t = 0; t < tiles; t++) {
            const wg16 pair = wg_pair(inputs + t * stride + 2 * p);
            WG_UNROLL
            for (uint32_t v = 0; v < WG_VECTORS; v++)
                sum[t][v] += wg_products(pair, w[v]);
        }
    }
    WG_UNROLL
    for (uint32_t t = 0; t < tiles; t++) {
        wg32 *const to = (wg32 *)(sums + t * QI_WINOGRAD_GROUP);
        WG_UNROLL
        for (uint32_t v = 0; v < WG_VECTORS; v++)
            to[v] = sum[t][v];
    }
}

WG_FN void wg_multiply(uint32_t tiles, const int16_t *inputs, size_t stride, const int16_t *weights,
                       uint32_t pairs, uint32_t *sums)
{
    while (tiles) {
        const uint32_t parts = (tiles + WG_MOST - 1) / WG_MOST;
        const uint32_t now = (tiles + parts - 1) / parts;
        switch (now) {
#define WG_CASE(n)                                                                                 \
    case n:                                                                                        \
        if (n <= WG_MOST)                                                                          \
            wg_multiply_tiles(n, inputs, stride, weights, pairs, sums);                            \
        break
            WG_CASE(1);
            WG_CASE(2);
            WG_CASE(3);
            WG_CASE(4);
            WG_CASE(5);
            WG_CASE(6);
#undef WG_CASE
        }
        inputs += now * stride;
        sums += now * QI_WINOGRAD_GROUP;
        tiles -= now;
    }
}

/* ---- layers --------------------------------------------------------------------------------- */

/* What a layer does with its sums, for as many outputs as a wg16 holds. */
typedef struct wg_end {
    wg32 bias[2];
    wg16 mult;
    uint32_t shift;
} wg_end;

WG_FN wg_end wg_end_of(const qi_nn_layer *layer, uint32_t output)
{
    wg_end end;
    end.bias[0] = *(const wg32 *)(const void *)(layer->bias + output);
    end.bias[1] = *(const wg32 *)(const void *)(layer->bias + output + WG_LANES32);
    end.mult = *(const wg16 *)(layer->mult + output);
    end.shift = layer->shift;
    return end;
}

WG_FN wg16 wg_finish(const wg_end *end, wg32 low, wg32 high, wg16 before)
{
    const wgs32 a = (wgs32)(low + end->bias[0]) >> (int)end->shift;
    const wgs32 b = (wgs32)(high + end->bias[1]) >> (int)end->shift;
    return wg_cut(wg_add(before, wg_scale(wg_narrow((wg32)a, (wg32)b), end->mult)));
}

WG_FN wg32 wg_divide(wg32 a)
{
    return (wg32)((wgs32)(a * QI_WINOGRAD_BY_NINE) >> 2);
}

/* From the sums of a group of outputs of one tile to an image. */
WG_FN void wg_finish_tile(const qi_nn_layer *layer, uint32_t output, const uint32_t *sums,
                          size_t product, int16_t *to, size_t row, uint32_t rows, uint32_t columns,
                          bool add)
{
    for (uint32_t v = 0; v < WG_VECTORS; v += 2) {
        const wg_end end = wg_end_of(layer, output + v * WG_LANES32);
        wg32 low[9], high[9];
        wg_return(sums + v * WG_LANES32, product, low);
        wg_return(sums + (v + 1) * WG_LANES32, product, high);
        for (uint32_t j = 0; j < columns; j++)
            for (uint32_t i = 0; i < rows; i++) {
                wg16 *const at = (wg16 *)(to + j * layer->outputs + i * row + v * WG_LANES32);
                *at = wg_finish(&end, wg_divide(low[3 * i + j]), wg_divide(high[3 * i + j]),
                                add ? *at : (wg16){0});
            }
    }
}

/* A 3 x 3 layer. `channels` are those of the image `from`, at least the layer's inputs. */
WG_TARGET static void wg_layer(const qi_nogo_evaluator *e, const wg_scratch *s,
                               const qi_nn_layer *layer, const int16_t *from, uint32_t channels,
                               int16_t *to, bool add)
{
    const uint32_t outputs = layer->outputs, pairs = layer->inputs / 2;
    const size_t row = (size_t)s->shape.columns * channels;
    const size_t row_to = (size_t)s->shape.columns * outputs;
    for (uint32_t first = 0, tiles; first < s->shape.tiles; first += tiles) {
        tiles = qi_winograd_chunk(s->shape.tiles - first);
        for (uint32_t t = 0; t < tiles; t++) {
            const qi_winograd_tile at = qi_winograd_tile_at(&s->shape, e, first + t);
            wg_transform(from + at.row * row + (size_t)at.column * channels, row, channels,
                         s->inputs + (size_t)t * channels, (size_t)tiles * channels);
        }
        const int16_t *weights = layer->packed;
        for (uint32_t output = 0; output < outputs; output += QI_WINOGRAD_GROUP) {
            for (uint32_t p = 0; p < QI_WINOGRAD_PRODUCTS; p++) {
                wg_multiply(tiles, s->inputs + (size_t)p * tiles * channels, channels, weights,
                            pairs, s->sums + (size_t)p * tiles * QI_WINOGRAD_GROUP);
                weights += (size_t)pairs * 2 * QI_WINOGRAD_GROUP;
            }
            for (uint32_t t = 0; t < tiles; t++) {
                const qi_winograd_tile at = qi_winograd_tile_at(&s->shape, e, first + t);
                wg_finish_tile(layer, output, s->sums + (size_t)t * QI_WINOGRAD_GROUP,
                               (size_t)tiles * QI_WINOGRAD_GROUP,
                               to + (at.row + 1) * row_to + (size_t)(at.column + 1) * outputs +
                                   output,
                               row_to, at.rows, at.columns, add);
            }
        }
    }
}

WG_TARGET static void wg_convolve(qi_nogo_evaluator *e, const qi_nogo_planes *planes)
{
    const qi_nogo_net *const net = e->net;
    const wg_scratch s = wg_lay_out(e->scratch, net, e->rows, e->columns);
    qi_winograd_spread(e, &s.shape, planes, s.planes, WG_PLANES);
    wg_layer(e, &s, &net->layer[0], s.planes, WG_PLANES, s.x, false);
    for (uint32_t b = 0; b < net->blocks; b++) {
        wg_layer(e, &s, &net->layer[2 * b + 1], s.x, net->channels, s.y, false);
        wg_layer(e, &s, &net->layer[2 * b + 2], s.y, net->channels, s.x, true);
    }
}

/* ---- what comes after the convolutions ------------------------------------------------------- */

/* The first layer of the policy for one row of the board. */
WG_TARGET static void wg_policy_row(const qi_nn_layer *layer, const wg_scratch *s,
                                    const int16_t *from, uint32_t columns)
{
    const int16_t *weights = layer->packed;
    for (uint32_t output = 0; output < layer->outputs; output += QI_WINOGRAD_GROUP) {
        wg_multiply(columns, from, layer->inputs, weights, layer->inputs / 2, s->sums);
        weights += (size_t)layer->inputs * QI_WINOGRAD_GROUP;
        for (uint32_t v = 0; v < WG_VECTORS; v += 2) {
            const uint32_t at = v * WG_LANES32;
            const wg_end end = wg_end_of(layer, output + at);
            for (uint32_t c = 0; c < columns; c++) {
                const wg32 *const sums = (const wg32 *)(s->sums + c * QI_WINOGRAD_GROUP + at);
                *(wg16 *)(s->policy + c * layer->outputs + output + at) =
                    wg_finish(&end, sums[0], sums[1], (wg16){0});
            }
        }
    }
}

WG_FN int32_t wg_dot(const int16_t *a, const int16_t *b, uint32_t count)
{
    wg32 sum = {0};
    for (uint32_t i = 0; i < count; i += WG_LANES16)
        sum += wg_products(*(const wg16 *)(a + i), *(const wg16 *)(b + i));
    uint32_t total = 0;
    for (uint32_t i = 0; i < WG_LANES32; i++)
        total += sum[i];
    return (int32_t)total;
}

/* Sums and greatest activations of the channels that a wg16 holds. The sums of a row fit 16 bits.
 */
WG_FN void wg_pool(const qi_nogo_evaluator *e, const wg_scratch *s, const uint32_t *board,
                   uint32_t channel, qi_nn_pool *pool)
{
    const uint32_t channels = e->net->channels;
    wg16 most = {0};
    int32_t sum[WG_LANES16] = {0};
    for (uint32_t r = 0; r < e->rows; r++) {
        const int16_t *const from =
            s->x + ((size_t)(r + 1) * s->shape.columns + 1) * channels + channel;
        wg16 row = {0};
        for (uint32_t c = 0; c < e->columns; c++) {
            if (!(board[r] >> c & 1))
                continue;
            const wg16 x = *(const wg16 *)(from + c * channels);
            const wg16 greater = x > most;
            most = (x & greater) | (most & ~greater);
            row += x;
        }
        for (uint32_t i = 0; i < WG_LANES16; i++)
            sum[i] += row[i];
    }
    for (uint32_t i = 0; i < WG_LANES16; i++) {
        pool->sum[channel + i] = sum[i];
        pool->most[channel + i] = (uint8_t)most[i];
    }
}

WG_TARGET static void wg_read_out(qi_nogo_evaluator *e, const qi_nogo_planes *planes,
                                  int16_t *policy, qi_nn_pool *pool)
{
    const qi_nogo_net *const net = e->net;
    const wg_scratch s = wg_lay_out(e->scratch, net, e->rows, e->columns);
    for (uint32_t r = 0; r < e->rows; r++) {
        wg_policy_row(&net->layer[net->layers - 1], &s,
                      s.x + ((size_t)(r + 1) * s.shape.columns + 1) * net->channels, e->columns);
        for (uint32_t c = 0; c < e->columns; c++)
            *policy++ =
                qi_nn_logit_of(&net->policy_logit, wg_dot(s.policy + c * net->policy,
                                                          net->policy_logit.weights, net->policy));
    }
    for (uint32_t c = 0; c < net->channels; c += WG_LANES16)
        wg_pool(e, &s, planes->row[QI_PLANE_BOARD], c, pool);
}
