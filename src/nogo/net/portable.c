/* The network in plain C: each output is a dot product of 16-bit numbers. */
#include "nogo/net/net.h"

/* Activations: int16_t [rows + 2][columns + 2][channels], the frame around the board 0. */
typedef struct scratch {
    int16_t *planes, *x, *y, *policy;
    uint32_t stride; /* columns + 2 */
} scratch;

static size_t image_bytes(uint32_t rows, uint32_t columns, uint32_t channels)
{
    return qi_nn_round_up((size_t)(rows + 2) * (columns + 2) * channels * sizeof(int16_t));
}

static size_t scratch_bytes(const qi_nogo_net *net, uint32_t rows, uint32_t columns)
{
    return image_bytes(rows, columns, QI_PLANE_COUNT) +
           2 * image_bytes(rows, columns, net->channels) + image_bytes(rows, columns, net->policy);
}

static scratch scratch_of(const qi_nogo_evaluator *e)
{
    const size_t image = image_bytes(e->rows, e->columns, e->net->channels);
    unsigned char *const x = e->scratch + image_bytes(e->rows, e->columns, QI_PLANE_COUNT);
    return (scratch){(int16_t *)(void *)e->scratch, (int16_t *)(void *)x,
                     (int16_t *)(void *)(x + image), (int16_t *)(void *)(x + 2 * image),
                     e->columns + 2};
}

static size_t packed_bytes(const qi_nn_layer *layer)
{
    return (size_t)layer->outputs * layer->inputs * layer->taps * sizeof(int16_t);
}

/* [outputs][taps][inputs] */
static void pack(qi_nn_layer *layer)
{
    int16_t *to = layer->packed;
    for (uint32_t o = 0; o < layer->outputs; o++)
        for (uint32_t t = 0; t < layer->taps; t++)
            for (uint32_t i = 0; i < layer->inputs; i++)
                *to++ = layer->raw[(o * layer->inputs + i) * layer->taps + t];
}

static int32_t dot(const int16_t *a, const int16_t *b, uint32_t count)
{
    int32_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* A layer on the whole board; adds to what is in `to` when `add`. */
static void run(const qi_nogo_evaluator *e, const qi_nn_layer *layer, const int16_t *from,
                int16_t *to, bool add)
{
    const uint32_t stride = e->columns + 2;
    const uint32_t width = layer->taps == 9 ? 3 : 1;
    const uint32_t count = width * layer->inputs;
    for (uint32_t r = 0; r < e->rows; r++)
        for (uint32_t c = 0; c < e->columns; c++) {
            const uint32_t at = (r + 1) * stride + c + 1;
            const int16_t *weights = layer->packed;
            for (uint32_t o = 0; o < layer->outputs; o++) {
                int32_t sum = 0;
                for (uint32_t t = 0; t < width; t++, weights += count) {
                    const uint32_t corner = width == 3 ? at + t * stride - stride - 1 : at;
                    sum += dot(from + (size_t)corner * layer->inputs, weights, count);
                }
                int16_t *const out = &to[(size_t)at * layer->outputs + o];
                *out = qi_nn_activate(layer, o, sum, add ? *out : 0);
            }
        }
}

static void convolve(qi_nogo_evaluator *e, const qi_nogo_planes *planes)
{
    const scratch s = scratch_of(e);
    const qi_nogo_net *const net = e->net;
    for (uint32_t r = 0; r < e->rows; r++)
        for (uint32_t c = 0; c < e->columns; c++)
            for (uint32_t p = 0; p < QI_PLANE_COUNT; p++)
                s.planes[((r + 1) * s.stride + c + 1) * QI_PLANE_COUNT + p] =
                    planes->row[p][r] >> c & 1;
    run(e, &net->layer[0], s.planes, s.x, false);
    for (uint32_t b = 0; b < net->blocks; b++) {
        run(e, &net->layer[2 * b + 1], s.x, s.y, false);
        run(e, &net->layer[2 * b + 2], s.y, s.x, true);
    }
}

static void read_out(qi_nogo_evaluator *e, const qi_nogo_planes *planes, int16_t *policy,
                     qi_nn_pool *pool)
{
    const scratch s = scratch_of(e);
    const qi_nogo_net *const net = e->net;
    run(e, &net->layer[net->layers - 1], s.x, s.policy, false);
    memset(pool, 0, sizeof *pool);
    for (uint32_t r = 0; r < e->rows; r++)
        for (uint32_t c = 0; c < e->columns; c++) {
            const uint32_t at = (r + 1) * s.stride + c + 1;
            const int32_t sum =
                dot(net->policy_logit.weights, s.policy + at * net->policy, net->policy);
            policy[r * e->columns + c] = qi_nn_logit_of(&net->policy_logit, sum);
            if (!(planes->row[QI_PLANE_BOARD][r] >> c & 1))
                continue;
            const int16_t *const x = s.x + (size_t)at * net->channels;
            for (uint32_t i = 0; i < net->channels; i++) {
                pool->sum[i] += x[i];
                pool->most[i] = (uint8_t)(x[i] > pool->most[i] ? x[i] : pool->most[i]);
            }
        }
}

const qi_nn_path qi_nn_portable = {packed_bytes, pack, scratch_bytes, convolve, read_out};
