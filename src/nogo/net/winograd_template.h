/*
 * A template: the network by Winograd's convolutions (winograd.h), for one set of vectors. The file
 * that includes it includes wg_vectors_template.h before and defines
 *
 *     wg_pair(at)                the two int16_t there, again and again: a wgw16
 *     wg_add_products(sum, a, b) adds the sums of two neighbouring products each
 *     wg_narrow(sums)            a wg16 of WG_PARTS vectors, taken as signed and saturated
 *     wg_scale(t, mult)          (t * mult + 16384) >> 15, for mult >= 0
 *     wg_add(a, b)               saturated to int16_t
 *     wg_cut(a)                  at least 0 and at most 127
 *     WG_TARGET, WG_FN           before a function: its instructions; those and always inline
 *     WG_TILES, WG_WIDTH         the most tiles, and vectors of sums of each, that fit the
 * registers
 *
 * and gets wg_packed_bytes, wg_pack, wg_scratch_bytes, wg_convolve and wg_read_out.
 */
#include "nogo/net/evaluate.h"
#include "nogo/net/winograd.h"

enum {
    WG_SIXTEEN = 16 / WG_LANES32, /* vectors of 16 sums: numbers of outputs are multiples of 16 */
    WG_PLANES = (int)WG_LANES16 > (int)QI_PLANE_COUNT ? (int)WG_LANES16 : (int)QI_PLANE_COUNT
};

/* The vectors of sums that are worked on together: they divide those of a layer's outputs. */
static uint32_t wg_width(const qi_nn_layer *layer)
{
    const uint32_t sixteens = layer->outputs / 16;
    uint32_t width = WG_WIDTH / WG_SIXTEEN;
    while (sixteens % width)
        width--;
    return width * WG_SIXTEEN;
}

static uint32_t wg_group(const qi_nn_layer *layer)
{
    return wg_width(layer) * WG_LANES32;
}

/* ---- memory --------------------------------------------------------------------------------- */

typedef struct wg_scratch {
    qi_winograd_shape shape;
    int16_t *planes, *x, *y; /* images; `planes` has WG_PLANES channels, the last all 0 */
    int16_t *inputs;         /* transformed: [products][tiles][channels] */
    uint32_t *sums;          /* [products][tiles][group] */
    int16_t *policy;         /* of a row of the board: [columns][policy channels] */
    size_t bytes;
} wg_scratch;

static wg_scratch wg_lay_out(qi_nn_dealer from, const qi_nogo_net *net, uint32_t rows,
                             uint32_t columns)
{
    wg_scratch s = {.shape = qi_winograd_shape_of(rows, columns)};
    const size_t points = (size_t)s.shape.rows * s.shape.columns;
    const size_t products = (size_t)QI_WINOGRAD_PRODUCTS * QI_WINOGRAD_CHUNK;
    const size_t channels = net->channels > WG_PLANES ? net->channels : WG_PLANES;
    s.planes = (int16_t *)qi_nn_deal(&from, points * WG_PLANES * sizeof *s.planes);
    s.x = (int16_t *)qi_nn_deal(&from, points * net->channels * sizeof *s.x);
    s.y = (int16_t *)qi_nn_deal(&from, points * net->channels * sizeof *s.y);
    s.inputs = (int16_t *)qi_nn_deal(&from, products * channels * sizeof *s.inputs);
    s.sums = (uint32_t *)qi_nn_deal(&from, products * WG_WIDTH * sizeof(wg32));
    s.policy = (int16_t *)qi_nn_deal(&from, (size_t)columns * net->policy * sizeof *s.policy);
    s.bytes = from.used;
    return s;
}

static size_t wg_scratch_bytes(const qi_nogo_net *net, uint32_t rows, uint32_t columns)
{
    return wg_lay_out((qi_nn_dealer){NULL, 0}, net, rows, columns).bytes;
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
    int16_t *const to = (int16_t *)layer->packed;
    const uint32_t products = wg_products_of(layer);
    const uint32_t pairs = layer->inputs / 2, group = wg_group(layer);
    for (uint32_t o = 0; o < layer->outputs; o++)
        for (uint32_t i = 0; i < layer->inputs; i++) {
            const int8_t *const raw = layer->raw + (o * layer->inputs + i) * layer->taps;
            int16_t made[QI_WINOGRAD_PRODUCTS] = {*raw};
            if (layer->taps == 9)
                qi_winograd_weights(raw, made);
            for (uint32_t p = 0; p < products; p++)
                to[(((o / group * products + p) * pairs + i / 2) * group + o % group) * 2 + i % 2] =
                    made[p];
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
        WG_UNROLL
        for (uint32_t i = 0; i < 5; i++) {
            WG_UNROLL
            for (uint32_t j = 0; j < 5; j++)
                input[j] = *(const wg16 *)(from + i * row + j * channels + c);
            wg_transform5(input, 1, &half[5 * i]);
        }
        WG_UNROLL
        for (uint32_t j = 0; j < 5; j++) {
            wg16 column[5];
            wg_transform5(&half[j], 5, column);
            WG_UNROLL
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
    wg32 half[15];
    WG_UNROLL
    for (uint32_t j = 0; j < 5; j++) {
        wg32 column[5];
        WG_UNROLL
        for (uint32_t i = 0; i < 5; i++)
            column[i] = *(const wg32 *)(sums + (5 * i + j) * product);
        wg_return5(column, 1, &half[3 * j]);
    }
    WG_UNROLL
    for (uint32_t i = 0; i < 3; i++)
        wg_return5(&half[i], 3, &to[3 * i]);
}

/* ---- products ------------------------------------------------------------------------------- */

/* The sums of a group of outputs for some tiles, whose inputs lie `stride` apart. */
WG_FN void wg_multiply_tiles(const uint32_t tiles, const uint32_t width, const int16_t *inputs,
                             size_t stride, const int16_t *weights, uint32_t pairs, uint32_t *sums)
{
    wg32 sum[WG_TILES][WG_WIDTH];
    WG_UNROLL
    for (uint32_t t = 0; t < tiles; t++) {
        WG_UNROLL
        for (uint32_t v = 0; v < width; v++)
            sum[t][v] = (wg32){0};
    }
    const wgw16 *w = (const wgw16 *)weights;
    for (uint32_t p = 0; p < pairs; p++, w += width) {
        WG_UNROLL
        for (uint32_t t = 0; t < tiles; t++) {
            const wgw16 pair = wg_pair(inputs + t * stride + 2 * p);
            WG_UNROLL
            for (uint32_t v = 0; v < width; v++)
                sum[t][v] = wg_add_products(sum[t][v], pair, w[v]);
        }
    }
    wg32 *to = (wg32 *)sums;
    WG_UNROLL
    for (uint32_t t = 0; t < tiles; t++, to += width) {
        WG_UNROLL
        for (uint32_t v = 0; v < width; v++)
            to[v] = sum[t][v];
    }
}

#define WG_CASE(n)                                                                                 \
    case (n):                                                                                      \
        if ((n) <= WG_TILES)                                                                       \
            wg_multiply_tiles(n, width, inputs, stride, weights, pairs, sums);                     \
        break

WG_FN void wg_multiply_width(uint32_t tiles, const uint32_t width, const int16_t *inputs,
                             size_t stride, const int16_t *weights, uint32_t pairs, uint32_t *sums)
{
    while (tiles) {
        const uint32_t turns = (tiles + WG_TILES - 1) / WG_TILES;
        const uint32_t now = (tiles + turns - 1) / turns;
        switch (now) {
            WG_CASE(1);
            WG_CASE(2);
            WG_CASE(3);
            WG_CASE(4);
            WG_CASE(5);
            WG_CASE(6);
            WG_CASE(7);
            WG_CASE(8);
            WG_CASE(9);
        }
        inputs += now * stride;
        sums += now * width * WG_LANES32;
        tiles -= now;
    }
}
#undef WG_CASE

/* Any number of tiles, for one product. */
WG_TARGET static void wg_multiply(uint32_t tiles, uint32_t width, const int16_t *inputs,
                                  size_t stride, const int16_t *weights, uint32_t pairs,
                                  uint32_t *sums)
{
    if (width == WG_SIXTEEN)
        wg_multiply_width(tiles, WG_SIXTEEN, inputs, stride, weights, pairs, sums);
    else if ((int)WG_WIDTH >= 2 * WG_SIXTEEN && width == 2 * WG_SIXTEEN)
        wg_multiply_width(tiles, 2 * WG_SIXTEEN, inputs, stride, weights, pairs, sums);
    else if ((int)WG_WIDTH >= 3 * WG_SIXTEEN)
        wg_multiply_width(tiles, 3 * WG_SIXTEEN, inputs, stride, weights, pairs, sums);
}

/* ---- layers --------------------------------------------------------------------------------- */

/* A layer's bias and scaling of its sums, for as many outputs as a wg16 holds. */
typedef struct wg_end {
    wg32 bias[WG_PARTS];
    wg16 mult;
    int shift;
} wg_end;

WG_FN wg_end wg_end_of(const qi_nn_layer *layer, uint32_t output)
{
    wg_end end;
    for (uint32_t i = 0; i < WG_PARTS; i++)
        end.bias[i] = *(const wg32 *)(const void *)(layer->bias + output + i * WG_LANES32);
    end.mult = *(const wg16 *)(layer->mult + output);
    end.shift = (int)layer->shift;
    return end;
}

WG_FN wg16 wg_finish(const wg_end *end, const wg32 *sums, wg16 before)
{
    wg32 t[WG_PARTS];
    WG_UNROLL
    for (uint32_t i = 0; i < WG_PARTS; i++)
        t[i] = (wg32)((wgs32)(sums[i] + end->bias[i]) >> end->shift);
    return wg_cut(wg_add(before, wg_scale(wg_narrow(t), end->mult)));
}

WG_FN wg32 wg_divide(wg32 a)
{
    return (wg32)((wgs32)(a * QI_WINOGRAD_BY_NINE) >> 2);
}

/* From the sums of a group of outputs of one tile to an image. */
WG_FN void wg_finish_tile(const qi_nn_layer *layer, uint32_t output, uint32_t group,
                          const uint32_t *sums, size_t product, int16_t *to, size_t row,
                          uint32_t rows, uint32_t columns, bool add)
{
    for (uint32_t o = 0; o < group; o += WG_LANES16) {
        const wg_end end = wg_end_of(layer, output + o);
        wg32 made[WG_PARTS][9];
        for (uint32_t i = 0; i < WG_PARTS; i++)
            wg_return(sums + o + i * WG_LANES32, product, made[i]);
        for (uint32_t i = 0; i < rows; i++)
            for (uint32_t j = 0; j < columns; j++) {
                wg16 *const at = (wg16 *)(to + i * row + j * layer->outputs + o);
                wg32 sum[WG_PARTS];
                WG_UNROLL
                for (uint32_t part = 0; part < WG_PARTS; part++)
                    sum[part] = wg_divide(made[part][3 * i + j]);
                *at = wg_finish(&end, sum, add ? *at : (wg16){0});
            }
    }
}

/* A 3 x 3 layer. `channels` are those of the image `from`, at least the layer's inputs. */
WG_TARGET static void wg_layer(const qi_nogo_net_worker *e, const wg_scratch *s,
                               const qi_nn_layer *layer, const int16_t *from, uint32_t channels,
                               int16_t *to, bool add)
{
    const uint32_t outputs = layer->outputs, pairs = layer->inputs / 2;
    const uint32_t width = wg_width(layer), group = wg_group(layer);
    const size_t row = (size_t)s->shape.columns * channels;
    const size_t row_to = (size_t)s->shape.columns * outputs;
    for (uint32_t first = 0, tiles; first < s->shape.tiles; first += tiles) {
        tiles = qi_winograd_chunk(s->shape.tiles - first);
        for (uint32_t t = 0; t < tiles; t++) {
            const qi_winograd_tile at = qi_winograd_tile_at(&s->shape, e, first + t);
            wg_transform(from + at.row * row + (size_t)at.column * channels, row, channels,
                         s->inputs + (size_t)t * channels, (size_t)tiles * channels);
        }
        const int16_t *weights = (const int16_t *)layer->packed;
        for (uint32_t output = 0; output < outputs; output += group) {
            for (uint32_t p = 0; p < QI_WINOGRAD_PRODUCTS; p++) {
                wg_multiply(tiles, width, s->inputs + (size_t)p * tiles * channels, channels,
                            weights, pairs, s->sums + (size_t)p * tiles * group);
                weights += (size_t)pairs * 2 * group;
            }
            for (uint32_t t = 0; t < tiles; t++) {
                const qi_winograd_tile at = qi_winograd_tile_at(&s->shape, e, first + t);
                wg_finish_tile(
                    layer, output, group, s->sums + (size_t)t * group, (size_t)tiles * group,
                    to + (at.row + 1) * row_to + (size_t)(at.column + 1) * outputs + output, row_to,
                    at.rows, at.columns, add);
            }
        }
    }
}

WG_TARGET static void wg_convolve(qi_nogo_net_worker *e, const qi_nogo_planes *planes)
{
    const qi_nogo_net *const net = e->net;
    const wg_scratch s = wg_lay_out(qi_nn_scratch(e), net, e->rows, e->columns);
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
    const uint32_t width = wg_width(layer), group = wg_group(layer);
    const int16_t *weights = (const int16_t *)layer->packed;
    for (uint32_t output = 0; output < layer->outputs; output += group) {
        wg_multiply(columns, width, from, layer->inputs, weights, layer->inputs / 2, s->sums);
        weights += (size_t)layer->inputs * group;
        for (uint32_t o = 0; o < group; o += WG_LANES16) {
            const wg_end end = wg_end_of(layer, output + o);
            for (uint32_t c = 0; c < columns; c++)
                *(wg16 *)(s->policy + c * layer->outputs + output + o) =
                    wg_finish(&end, (const wg32 *)(s->sums + c * group + o), (wg16){0});
        }
    }
}

/* Sums and greatest activations of the channels that a wg16 holds. The sums of a row fit 16 bits.
 */
WG_FN void wg_pool(const qi_nogo_net_worker *e, const wg_scratch *s, const uint32_t *board,
                   uint32_t channel, qi_nn_pool *pool)
{
    const uint32_t channels = e->net->channels;
    wg16 max = {0};
    int32_t sum[WG_LANES16] = {0};
    for (uint32_t r = 0; r < e->rows; r++) {
        const int16_t *const from =
            s->x + ((size_t)(r + 1) * s->shape.columns + 1) * channels + channel;
        wg16 row = {0};
        for (uint32_t c = 0; c < e->columns; c++) {
            if (!(board[r] >> c & 1))
                continue;
            const wg16 x = *(const wg16 *)(from + c * channels);
            const wg16 greater = x > max;
            max = (x & greater) | (max & ~greater);
            row += x;
        }
        for (uint32_t i = 0; i < WG_LANES16; i++)
            sum[i] += row[i];
    }
    for (uint32_t i = 0; i < WG_LANES16; i++) {
        pool->sum[channel + i] = sum[i];
        pool->max[channel + i] = (uint8_t)max[i];
    }
}

WG_TARGET static void wg_read_out(qi_nogo_net_worker *e, const qi_nogo_planes *planes,
                                  int16_t *policy, qi_nn_pool *pool)
{
    const qi_nogo_net *const net = e->net;
    const wg_scratch s = wg_lay_out(qi_nn_scratch(e), net, e->rows, e->columns);
    for (uint32_t r = 0; r < e->rows; r++) {
        wg_policy_row(&net->layer[net->layers - 1], &s,
                      s.x + ((size_t)(r + 1) * s.shape.columns + 1) * net->channels, e->columns);
        for (uint32_t c = 0; c < e->columns; c++)
            *policy++ = qi_nn_logit_of(
                &net->policy_logit,
                qi_nn_dot(s.policy + c * net->policy, net->policy_logit.weights, net->policy));
    }
    for (uint32_t c = 0; c < net->channels; c += WG_LANES16)
        wg_pool(e, &s, planes->row[QI_PLANE_BOARD], c, pool);
}
