/*
 * The network in plain C: Winograd's convolutions (winograd.h) in loops that compilers turn into
 * vectors by themselves. A product of matrices is a set of dot products of 16-bit numbers, which
 * most machines have an instruction for.
 */
#include "nogo/net/winograd.h"

enum { GROUP = 16, PRODUCTS = QI_WINOGRAD_PRODUCTS, SIDE = QI_WINOGRAD_SIDE };

#define INLINE static inline __attribute__((always_inline))

/* ---- weights -------------------------------------------------------------------------------- */

static uint32_t products_of(const qi_nn_layer *layer)
{
    return layer->taps == 9 ? PRODUCTS : 1;
}

static size_t packed_bytes(const qi_nn_layer *layer)
{
    return (size_t)layer->outputs * layer->inputs * products_of(layer) * sizeof(int16_t);
}

/* [products][outputs][inputs] */
static void pack(qi_nn_layer *layer)
{
    int16_t *const to = (int16_t *)layer->packed;
    const uint32_t products = products_of(layer);
    const size_t all = (size_t)layer->outputs * layer->inputs;
    for (size_t i = 0; i < all; i++) {
        const int8_t *const raw = layer->raw + i * layer->taps;
        int16_t made[PRODUCTS] = {*raw};
        if (layer->taps == 9)
            qi_winograd_weights(raw, made);
        for (uint32_t p = 0; p < products; p++)
            to[p * all + i] = made[p];
    }
}

/* ---- transforms ----------------------------------------------------------------------------- */

/* B times a column of vectors; the vectors lie `step` apart before and `step_to` after. */
INLINE void transform5(const int16_t *restrict d, size_t step, int16_t *restrict to, size_t step_to,
                       uint32_t channels)
{
    for (uint32_t c = 0; c < channels; c++) {
        const int32_t d1 = d[step + c], d2 = d[2 * step + c], d3 = d[3 * step + c];
        const int32_t a = d3 - d1;
        to[c] = (int16_t)(2 * (d[c] - d2) + a);
        to[step_to + c] = (int16_t)(a - d1 - d2);
        to[2 * step_to + c] = (int16_t)(a + 3 * (d1 - d2));
        to[3 * step_to + c] = (int16_t)a;
        to[4 * step_to + c] = (int16_t)(d[4 * step + c] - d2 - 2 * a);
    }
}

/* The 5 x 5 inputs of a tile from an image, transformed. */
static void transform(const int16_t *from, size_t row, uint32_t channels, int16_t *to,
                      size_t product)
{
    int16_t half[PRODUCTS * QI_NN_MAX_CHANNELS];
    for (uint32_t i = 0; i < SIDE; i++)
        transform5(from + i * row, channels, half + SIDE * i * channels, channels, channels);
    for (uint32_t j = 0; j < SIDE; j++)
        transform5(half + j * channels, SIDE * channels, to + j * product, SIDE * product,
                   channels);
}

/* A times a column of vectors. */
INLINE void return5(const uint32_t *restrict m, size_t step, uint32_t *restrict to, size_t step_to)
{
    for (uint32_t o = 0; o < GROUP; o++) {
        const uint32_t m1 = m[step + o], m2 = m[2 * step + o], m3 = m[3 * step + o];
        to[o] = m[o] + m1 + m2 + m3;
        to[step_to + o] = m1 - m2 + 2 * m3;
        to[2 * step_to + o] = m1 + m2 + 4 * m3 + m[4 * step + o];
    }
}

/* ---- layers --------------------------------------------------------------------------------- */

/* The dot products of two tiles' inputs with four outputs' weights; numbers that compilers see are
 * eight, not an array, become vectors. */
static void multiply_two(const int16_t *restrict a, const int16_t *restrict b,
                         const int16_t *restrict weights, uint32_t channels,
                         uint32_t *restrict to_a, uint32_t *restrict to_b)
{
    const int16_t *restrict const w0 = weights, *restrict const w1 = weights + channels;
    const int16_t *restrict const w2 = w1 + channels, *restrict const w3 = w2 + channels;
    int32_t a0 = 0, a1 = 0, a2 = 0, a3 = 0, b0 = 0, b1 = 0, b2 = 0, b3 = 0;
    for (uint32_t c = 0; c < (channels & ~7U); c++) { /* a multiple of 8: nothing is left over */
        a0 += a[c] * w0[c];
        a1 += a[c] * w1[c];
        a2 += a[c] * w2[c];
        a3 += a[c] * w3[c];
        b0 += b[c] * w0[c];
        b1 += b[c] * w1[c];
        b2 += b[c] * w2[c];
        b3 += b[c] * w3[c];
    }
    to_a[0] = (uint32_t)a0;
    to_a[1] = (uint32_t)a1;
    to_a[2] = (uint32_t)a2;
    to_a[3] = (uint32_t)a3;
    to_b[0] = (uint32_t)b0;
    to_b[1] = (uint32_t)b1;
    to_b[2] = (uint32_t)b2;
    to_b[3] = (uint32_t)b3;
}

/* [tiles][channels] times [outputs][channels]: [tiles][outputs]. A last tile without a second is
 * computed twice. */
static void multiply(uint32_t tiles, const int16_t *inputs, const int16_t *weights,
                     uint32_t channels, uint32_t *sums, uint32_t outputs)
{
    for (uint32_t t = 0; t < tiles; t += 2) {
        const uint32_t u = t + 1 < tiles ? t + 1 : t;
        for (uint32_t o = 0; o < outputs; o += 4)
            multiply_two(inputs + (size_t)t * channels, inputs + (size_t)u * channels,
                         weights + (size_t)o * channels, channels, sums + (size_t)t * outputs + o,
                         sums + (size_t)u * outputs + o);
    }
}

/* From the sums of a group of outputs to activations. */
INLINE void finish(const qi_nn_layer *layer, uint32_t output, const uint32_t *restrict sums,
                   bool divide, int16_t *restrict to, bool add)
{
    const int32_t *const bias = layer->bias + output;
    const int16_t *const mult = layer->mult + output;
    for (uint32_t o = 0; o < GROUP; o++) {
        const int32_t sum =
            divide ? (int32_t)(sums[o] * QI_WINOGRAD_BY_NINE) >> 2 : (int32_t)sums[o];
        int32_t t = (sum + bias[o]) >> layer->shift;
        t = t < INT16_MIN ? INT16_MIN : t;
        t = t > INT16_MAX ? INT16_MAX : t;
        int32_t r = (t * mult[o] + 16384) >> 15;
        r += add ? to[o] : 0;
        r = r < 0 ? 0 : r;
        to[o] = (int16_t)(r > 127 ? 127 : r);
    }
}

/* From the sums of one tile to an image. */
static void finish_tile(const qi_nn_layer *layer, const uint32_t *sums, size_t product, int16_t *to,
                        size_t row, uint32_t rows, uint32_t columns, bool add)
{
    for (uint32_t o = 0; o < layer->outputs; o += GROUP) {
        uint32_t half[15][GROUP], made[9][GROUP];
        for (uint32_t j = 0; j < SIDE; j++)
            return5(sums + j * product + o, SIDE * product, half[j], SIDE * GROUP);
        for (uint32_t i = 0; i < 3; i++)
            return5(half[SIDE * i], GROUP, made[3 * i], GROUP);
        for (uint32_t i = 0; i < rows; i++)
            for (uint32_t j = 0; j < columns; j++) {
                int16_t *const at = to + i * row + j * layer->outputs + o;
                if (add)
                    finish(layer, o, made[3 * i + j], true, at, true);
                else
                    finish(layer, o, made[3 * i + j], true, at, false);
            }
    }
}

typedef struct scratch {
    qi_winograd_shape shape;
    int16_t *planes, *x, *y; /* images */
    int16_t *inputs;         /* transformed: [products][tiles][channels] */
    uint32_t *sums;          /* [products][tiles][outputs] */
    int16_t *policy;         /* of one point */
    size_t bytes;
} scratch;

static scratch lay_out(qi_nn_dealer from, const qi_nogo_net *net, uint32_t rows, uint32_t columns)
{
    scratch s = {.shape = qi_winograd_shape_of(rows, columns)};
    const size_t points = (size_t)s.shape.rows * s.shape.columns;
    const size_t products = (size_t)PRODUCTS * QI_WINOGRAD_CHUNK;
    s.planes = (int16_t *)qi_nn_deal(&from, points * QI_PLANE_COUNT * sizeof *s.planes);
    s.x = (int16_t *)qi_nn_deal(&from, points * net->channels * sizeof *s.x);
    s.y = (int16_t *)qi_nn_deal(&from, points * net->channels * sizeof *s.y);
    s.inputs = (int16_t *)qi_nn_deal(&from, products * net->channels * sizeof *s.inputs);
    s.sums = (uint32_t *)qi_nn_deal(&from, products * net->channels * sizeof *s.sums);
    s.policy = (int16_t *)qi_nn_deal(&from, net->policy * sizeof *s.policy);
    s.bytes = from.used;
    return s;
}

static size_t scratch_bytes(const qi_nogo_net *net, uint32_t rows, uint32_t columns)
{
    return lay_out((qi_nn_dealer){NULL, 0}, net, rows, columns).bytes;
}

static void run(const qi_nogo_net_worker *e, const scratch *s, const qi_nn_layer *layer,
                const int16_t *from, int16_t *to, bool add)
{
    const uint32_t inputs = layer->inputs, outputs = layer->outputs;
    const size_t row = (size_t)s->shape.columns * inputs;
    const size_t row_to = (size_t)s->shape.columns * outputs;
    for (uint32_t first = 0, tiles; first < s->shape.tiles; first += tiles) {
        tiles = qi_winograd_chunk(s->shape.tiles - first);
        for (uint32_t t = 0; t < tiles; t++) {
            const qi_winograd_tile at = qi_winograd_tile_at(&s->shape, e, first + t);
            transform(from + at.row * row + (size_t)at.column * inputs, row, inputs,
                      s->inputs + (size_t)t * inputs, (size_t)tiles * inputs);
        }
        for (uint32_t p = 0; p < PRODUCTS; p++)
            multiply(tiles, s->inputs + (size_t)p * tiles * inputs,
                     (const int16_t *)layer->packed + (size_t)p * outputs * inputs, inputs,
                     s->sums + (size_t)p * tiles * outputs, outputs);
        for (uint32_t t = 0; t < tiles; t++) {
            const qi_winograd_tile at = qi_winograd_tile_at(&s->shape, e, first + t);
            finish_tile(layer, s->sums + (size_t)t * outputs, (size_t)tiles * outputs,
                        to + (at.row + 1) * row_to + (size_t)(at.column + 1) * outputs, row_to,
                        at.rows, at.columns, add);
        }
    }
}

static void convolve(qi_nogo_net_worker *e, const qi_nogo_planes *planes)
{
    const qi_nogo_net *const net = e->net;
    const scratch s = lay_out(qi_nn_scratch(e), net, e->rows, e->columns);
    qi_winograd_spread(e, &s.shape, planes, s.planes, QI_PLANE_COUNT);
    run(e, &s, &net->layer[0], s.planes, s.x, false);
    for (uint32_t b = 0; b < net->blocks; b++) {
        run(e, &s, &net->layer[2 * b + 1], s.x, s.y, false);
        run(e, &s, &net->layer[2 * b + 2], s.y, s.x, true);
    }
}

/* ---- what comes after the convolutions ------------------------------------------------------- */

static void read_out(qi_nogo_net_worker *e, const qi_nogo_planes *planes, int16_t *policy,
                     qi_nn_pool *pool)
{
    const qi_nogo_net *const net = e->net;
    const scratch s = lay_out(qi_nn_scratch(e), net, e->rows, e->columns);
    const qi_nn_layer *const layer = &net->layer[net->layers - 1];
    memset(pool, 0, sizeof *pool);
    for (uint32_t r = 0; r < e->rows; r++)
        for (uint32_t c = 0; c < e->columns; c++) {
            const int16_t *const x =
                s.x + ((size_t)(r + 1) * s.shape.columns + c + 1) * net->channels;
            multiply(1, x, (const int16_t *)layer->packed, layer->inputs, s.sums, layer->outputs);
            for (uint32_t o = 0; o < layer->outputs; o += GROUP)
                finish(layer, o, s.sums + o, false, s.policy + o, false);
            *policy++ = qi_nn_logit_of(&net->policy_logit,
                                       qi_nn_dot(s.policy, net->policy_logit.weights, net->policy));
            if (!(planes->row[QI_PLANE_BOARD][r] >> c & 1))
                continue;
            for (uint32_t i = 0; i < net->channels; i++) {
                pool->sum[i] += x[i];
                pool->most[i] = (uint8_t)(x[i] > pool->most[i] ? x[i] : pool->most[i]);
            }
        }
}

const qi_nn_path qi_nn_portable = {packed_bytes, pack, scratch_bytes, convolve, read_out};
