/*
 * The network straight from its definition (docs/network.md): naive loops that share no code with
 * the library, a writer of its file, and random networks, sensible and extreme.
 */
#ifndef QI_TESTS_PLAIN_NET_H
#define QI_TESTS_PLAIN_NET_H

#include "base/random.h"
#include "nogo/net/evaluate.h"

#include <qi/nogo_net.h>
#include <stdlib.h>
#include <string.h>

typedef struct plain_layer {
    uint32_t outputs, inputs, taps;
    int8_t *weights; /* [outputs][inputs][taps] */
    int32_t *bias, *mult;
    uint32_t shift;
} plain_layer;

typedef struct plain_net {
    uint32_t channels, blocks, policy, hidden;
    plain_layer layer[32]; /* stem, blocks, policy1, policy2, value1, value2 */
    uint32_t layers;
} plain_net;

/* What random numbers to draw. */
typedef enum plain_kind {
    PLAIN_SENSIBLE, /* activations neither die nor all saturate */
    PLAIN_WILD,     /* any weights and multipliers */
    PLAIN_EXTREME   /* weights of ±127, the greatest biases and multipliers */
} plain_kind;

/* ---- making ------------------------------------------------------------------------------- */

static inline int32_t plain_draw(qi_random *random, int32_t from, int32_t to)
{
    return from + (int32_t)qi_random_below(random, (uint32_t)(to - from + 1));
}

static inline void plain_make_layer(plain_layer *layer, uint32_t outputs, uint32_t inputs,
                                    uint32_t taps, plain_kind kind, qi_random *random)
{
    const size_t count = (size_t)outputs * inputs * taps;
    *layer = (plain_layer){.outputs = outputs, .inputs = inputs, .taps = taps};
    layer->weights = malloc(count);
    layer->bias = malloc(outputs * sizeof *layer->bias);
    layer->mult = malloc(outputs * sizeof *layer->mult);
    const int32_t sign = plain_draw(random, 0, 2); /* all weights of one sign, or of both */
    for (size_t i = 0; i < count; i++) {
        int32_t w = plain_draw(random, -127, 127);
        if (kind == PLAIN_SENSIBLE)
            w /= 2;
        if (kind == PLAIN_EXTREME)
            w = sign == 0 ? 127 : sign == 1 ? -127 : w < 0 ? -127 : 127;
        layer->weights[i] = (int8_t)w;
    }
    const int32_t gain = (int32_t)(400000 / inputs / taps);
    for (uint32_t o = 0; o < outputs; o++) {
        layer->bias[o] = plain_draw(random, -4000, 6000);
        layer->mult[o] = plain_draw(random, 0, gain < 32767 ? gain : 32767);
        if (kind == PLAIN_WILD) {
            layer->bias[o] = plain_draw(random, -(1 << 20), 1 << 20);
            layer->mult[o] = plain_draw(random, 0, 32767);
        }
        if (kind == PLAIN_EXTREME) {
            static const int32_t max[4] = {1 << 28, -(1 << 28), 0, -1};
            layer->bias[o] = max[plain_draw(random, 0, 3)];
            layer->mult[o] = 32767 - plain_draw(random, 0, 1) * plain_draw(random, 0, 32767);
        }
    }
    layer->shift = kind == PLAIN_SENSIBLE ? 4 : (uint32_t)plain_draw(random, 0, 14);
    if (kind == PLAIN_EXTREME && plain_draw(random, 0, 3) == 0)
        layer->shift = (uint32_t)plain_draw(random, 0, 31);
}

/* A layer with one output: its multiplier has 32 bits. */
static inline void plain_make_logit(plain_layer *layer, uint32_t inputs, plain_kind kind,
                                    qi_random *random)
{
    plain_make_layer(layer, 1, inputs, 1, kind, random);
    layer->mult[0] = plain_draw(random, 1, 20000);
    layer->shift = (uint32_t)plain_draw(random, 12, 18);
    if (kind == PLAIN_EXTREME) {
        layer->mult[0] = plain_draw(random, 0, 1) ? INT32_MAX : INT32_MIN;
        layer->shift = (uint32_t)plain_draw(random, 1, 62);
    }
}

static inline plain_net *plain_make(uint32_t channels, uint32_t blocks, uint32_t policy,
                                    uint32_t hidden, plain_kind kind, uint64_t seed)
{
    qi_random random;
    qi_random_seed(&random, seed);
    plain_net *net = malloc(sizeof *net);
    *net = (plain_net){.channels = channels, .blocks = blocks, .policy = policy, .hidden = hidden};
    plain_layer *next = net->layer;
    plain_make_layer(next++, channels, 8, 9, kind, &random);
    for (uint32_t i = 0; i < 2 * blocks; i++)
        plain_make_layer(next++, channels, channels, 9, kind, &random);
    plain_make_layer(next++, policy, channels, 1, kind, &random);
    plain_make_logit(next++, policy, kind, &random);
    plain_make_layer(next++, hidden, 3 * channels, 1, kind, &random);
    plain_make_logit(next++, hidden, kind, &random);
    net->layers = (uint32_t)(next - net->layer);
    return net;
}

static inline void plain_free(plain_net *net)
{
    for (uint32_t i = 0; i < net->layers; i++) {
        free(net->layer[i].weights);
        free(net->layer[i].bias);
        free(net->layer[i].mult);
    }
    free(net);
}

/* ---- writing ------------------------------------------------------------------------------ */

typedef struct plain_bytes {
    uint8_t *bytes;
    size_t size;
} plain_bytes;

static inline void plain_put(plain_bytes *to, uint64_t value, uint32_t bytes)
{
    for (uint32_t i = 0; i < bytes; i++)
        to->bytes[to->size++] = (uint8_t)(value >> (8 * i));
}

static inline void plain_pad(plain_bytes *to)
{
    while (to->size % 4)
        plain_put(to, 0, 1);
}

/* Sets the checksum anew. */
static inline void plain_sign(plain_bytes *file)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 20; i < file->size; i++)
        for (int bit = 0; bit < 8; bit++) {
            const uint32_t odd = (crc ^ (uint32_t)(file->bytes[i] >> bit)) & 1;
            crc = crc >> 1 ^ (odd ? 0xedb88320 : 0);
        }
    for (int i = 0; i < 4; i++)
        file->bytes[16 + i] = (uint8_t)(~crc >> (8 * i));
}

/* The file of a network; the caller frees the bytes. */
static inline plain_bytes plain_write(const plain_net *net)
{
    plain_bytes file = {malloc((size_t)4 << 20), 0};
    const char magic[8] = "QINET\0\0\1";
    memcpy(file.bytes, magic, 8);
    file.size = 20;
    plain_put(&file, net->channels, 2);
    plain_put(&file, net->blocks, 2);
    plain_put(&file, net->policy, 2);
    plain_put(&file, net->hidden, 2);
    plain_put(&file, 0, 4);
    memset(file.bytes + file.size, 0, 32);
    memcpy(file.bytes + file.size, "plain", 5);
    file.size += 32;
    plain_put(&file, 123456789012, 8);
    for (uint32_t i = 0; i < net->layers; i++) {
        const plain_layer *layer = &net->layer[i];
        const bool logit = layer->outputs == 1 && (i + 3 == net->layers || i + 1 == net->layers);
        for (uint32_t k = 0; k < layer->outputs * layer->inputs * layer->taps; k++)
            plain_put(&file, (uint8_t)layer->weights[k], 1);
        if (logit)
            plain_pad(&file);
        for (uint32_t o = 0; o < layer->outputs; o++)
            plain_put(&file, (uint32_t)layer->bias[o], 4);
        for (uint32_t o = 0; o < layer->outputs; o++)
            plain_put(&file, (uint32_t)layer->mult[o], logit ? 4 : 2);
        plain_put(&file, layer->shift, 1);
        plain_pad(&file);
    }
    const size_t size = file.size;
    file.size = 8;
    plain_put(&file, 52, 4);
    plain_put(&file, size - 72, 4);
    file.size = size;
    plain_sign(&file);
    return file;
}

/* ---- computing ---------------------------------------------------------------------------- */

typedef struct plain_image {
    int value[96][25][25]; /* channel, row, column */
} plain_image;

static inline int plain_cut(int64_t x, int low, int high)
{
    return x < low ? low : x > high ? high : (int)x;
}

static inline int plain_scale(const plain_layer *layer, uint32_t o, int64_t sum)
{
    const int64_t t = plain_cut((sum + layer->bias[o]) >> layer->shift, -32768, 32767);
    return (int)((t * layer->mult[o] + 16384) >> 15);
}

static inline void plain_convolve(const plain_layer *layer, const plain_image *from,
                                  const plain_image *before, plain_image *to, int rows, int columns)
{
    const int reach = layer->taps == 9 ? 1 : 0;
    for (uint32_t o = 0; o < layer->outputs; o++)
        for (int r = 0; r < rows; r++)
            for (int c = 0; c < columns; c++) {
                int64_t sum = 0;
                for (uint32_t i = 0; i < layer->inputs; i++) {
                    const int8_t *w = &layer->weights[(o * layer->inputs + i) * layer->taps];
                    for (int y = r - reach; y <= r + reach; y++)
                        for (int x = c - reach; x <= c + reach; x++, w++)
                            if (y >= 0 && y < rows && x >= 0 && x < columns)
                                sum += *w * from->value[i][y][x];
                }
                const int old = before ? before->value[o][r][c] : 0;
                to->value[o][r][c] = plain_cut(old + plain_scale(layer, o, sum), 0, 127);
            }
}

static inline int plain_logit(const plain_layer *layer, int64_t sum)
{
    const int64_t product = (sum + layer->bias[0]) * layer->mult[0];
    return plain_cut((product + (1LL << (layer->shift - 1))) >> layer->shift, -32768, 32767);
}

static inline int plain_value(const plain_net *net, const plain_image *x,
                              const qi_nogo_planes *planes, int rows, int columns)
{
    const plain_layer *first = &net->layer[net->layers - 2];
    const plain_layer *last = &net->layer[net->layers - 1];
    int feature[3 * 96];
    for (uint32_t i = 0; i < net->channels; i++) {
        int sum = 0, max = 0, area = 0;
        for (int r = 0; r < rows; r++)
            for (int c = 0; c < columns; c++)
                if (planes->row[7][r] >> c & 1) {
                    area++;
                    sum += x->value[i][r][c];
                    max = x->value[i][r][c] > max ? x->value[i][r][c] : max;
                }
        feature[i] = area ? (16 * sum + area / 2) / area : 0;
        feature[net->channels + i] = feature[i] * (area - 81) / 81;
        feature[2 * net->channels + i] = 16 * max;
    }
    int64_t out = 0;
    for (uint32_t h = 0; h < net->hidden; h++) {
        int64_t sum = 0;
        for (uint32_t i = 0; i < first->inputs; i++)
            sum += first->weights[h * first->inputs + i] * feature[i];
        out += last->weights[h] * plain_cut(plain_scale(first, h, sum), 0, 127);
    }
    return plain_logit(last, out);
}

static inline void plain_evaluate(const plain_net *net, const qi_nogo_planes *planes, uint32_t rows,
                                  uint32_t columns, qi_nogo_evaluation *answer)
{
    const int n = (int)rows, m = (int)columns;
    plain_image *const image = calloc(3, sizeof *image);
    plain_image *x = &image[0], *y = &image[1], *z = &image[2];
    for (uint32_t p = 0; p < 8; p++)
        for (uint32_t r = 0; r < rows; r++)
            for (uint32_t c = 0; c < columns; c++)
                z->value[p][r][c] = (int)(planes->row[p][r] >> c & 1);
    const plain_layer *layer = net->layer;
    plain_convolve(layer++, z, NULL, x, n, m);
    for (uint32_t b = 0; b < net->blocks; b++) {
        plain_convolve(layer++, x, NULL, y, n, m);
        plain_convolve(layer++, y, x, z, n, m);
        plain_image *const old = x;
        x = z;
        z = old;
    }
    plain_convolve(layer++, x, NULL, y, n, m);
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++) {
            int64_t sum = 0;
            for (uint32_t i = 0; i < net->policy; i++)
                sum += layer->weights[i] * y->value[i][r][c];
            answer->policy[r * columns + c] = (int16_t)plain_logit(layer, sum);
        }
    answer->value = (int16_t)plain_value(net, x, planes, n, m);
    free(image);
}

#endif
