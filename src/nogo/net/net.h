/*
 * The network in memory. docs/network.md defines what is computed.
 *
 * A file's numbers are checked and unpacked once (load.c); the weights of the convolutions are then
 * laid out as the path wants them. Paths differ in that layout and in the order of additions, which
 * are exact, so never in results.
 */
#ifndef QI_NOGO_NET_NET_H
#define QI_NOGO_NET_NET_H

#include "base/memory.h"
#include "nogo/net/evaluate.h"

#include <qi/nogo_net.h>

enum {
    QI_NN_MAX_CHANNELS = 96,
    QI_NN_MAX_BLOCKS = 12,
    QI_NN_MAX_HIDDEN = 256,
    QI_NN_MAX_BIAS = 1 << 28,
    QI_NN_ALIGNMENT = 64,
    QI_NN_LAYERS = 2 * QI_NN_MAX_BLOCKS + 2 /* stem, blocks, first layer of the policy */
};

/* A layer whose outputs are activations, 0 to 127. */
typedef struct qi_nn_layer {
    uint32_t outputs, inputs, taps; /* taps: 9 (3 x 3) or 1 */
    uint32_t shift;
    const int8_t *raw; /* in the file: [outputs][inputs][taps]; only while loading */
    int32_t *bias;     /* one for each output */
    int16_t *mult;     /* one for each output, 0 to 32767 */
    void *packed;      /* as the path wants it */
} qi_nn_layer;

/* A layer with one output, a logit. */
typedef struct qi_nn_logit {
    int16_t *weights;
    int32_t bias, mult;
    uint32_t shift;
} qi_nn_logit;

struct qi_nn_path;

struct qi_nogo_net {
    qi_allocator allocator;
    size_t memory;
    qi_nogo_net_path path;
    const struct qi_nn_path *how;
    char name[33];
    uint64_t positions;
    uint32_t channels, blocks, policy, hidden;
    uint32_t layers; /* in use: stem, blocks, policy */
    qi_nn_layer layer[QI_NN_LAYERS];
    qi_nn_logit policy_logit, value_logit;
    qi_nn_layer value; /* `packed` is int16_t [outputs][inputs] */
};

struct qi_nogo_net_worker {
    qi_allocator allocator;
    const qi_nogo_net *net;
    uint32_t rows, columns;
    unsigned char *scratch; /* aligned; the path's */
};

/* The inputs of the value head: for each channel the sum and the greatest activation over the
 * points of the board. */
typedef struct qi_nn_pool {
    int32_t sum[QI_NN_MAX_CHANNELS];
    uint8_t max[QI_NN_MAX_CHANNELS];
} qi_nn_pool;

/* How to compute. Sizes are rounded up to QI_NN_ALIGNMENT by who asks. */
typedef struct qi_nn_path {
    size_t (*packed_bytes)(const qi_nn_layer *layer);
    void (*pack)(qi_nn_layer *layer); /* from `raw` to `packed`, which is all zero */
    size_t (*scratch_bytes)(const qi_nogo_net *net, uint32_t rows, uint32_t columns);
    /* The convolutions, from the planes to the last block's output, kept in the scratch memory,
     * which is all zero at first. */
    void (*convolve)(qi_nogo_net_worker *worker, const qi_nogo_planes *planes);
    /* Then the policy's logits and the pool. */
    void (*read_out)(qi_nogo_net_worker *worker, const qi_nogo_planes *planes, int16_t *policy,
                     qi_nn_pool *pool);
} qi_nn_path;

extern const qi_nn_path qi_nn_portable;
#if defined(__x86_64__) || defined(__wasm_simd128__)
#define QI_NN_VECTOR 1
extern const qi_nn_path qi_nn_vector;
#endif
#if defined(__x86_64__)
#define QI_NN_X86 1
extern const qi_nn_path qi_nn_avx2, qi_nn_avx512;
#endif

static inline size_t qi_nn_round_up(size_t bytes)
{
    return (bytes + QI_NN_ALIGNMENT - 1) / QI_NN_ALIGNMENT * QI_NN_ALIGNMENT;
}

static inline void *qi_nn_align(void *memory)
{
    const uintptr_t past = (uintptr_t)memory % QI_NN_ALIGNMENT;
    return (unsigned char *)memory + (past ? QI_NN_ALIGNMENT - past : 0);
}

/* Deals out aligned pieces of a block; from NULL it only counts. */
typedef struct qi_nn_dealer {
    unsigned char *block;
    size_t used;
} qi_nn_dealer;

static inline void *qi_nn_deal(qi_nn_dealer *from, size_t bytes)
{
    void *const piece = from->block ? from->block + from->used : NULL;
    from->used += qi_nn_round_up(bytes);
    return piece;
}

/* From where to deal out a worker's memory. */
static inline qi_nn_dealer qi_nn_scratch(const qi_nogo_net_worker *worker)
{
    if (!worker->scratch)
        __builtin_unreachable(); /* it would not have been made */
    return (qi_nn_dealer){worker->scratch, 0};
}

/* The bits of a row that lie on the board. */
static inline uint32_t qi_nn_columns(const qi_nogo_net_worker *worker)
{
    return (1U << worker->columns) - 1;
}

static inline int32_t qi_nn_saturate16(int64_t x)
{
    return (int32_t)(x < INT16_MIN ? INT16_MIN : x > INT16_MAX ? INT16_MAX : x);
}

/* Adds a layer's sum to the activation `before` it (0 but in the second layer of a block). */
static inline uint8_t qi_nn_activate(const qi_nn_layer *layer, uint32_t output, int32_t sum,
                                     int32_t before)
{
    const int32_t t = qi_nn_saturate16((sum + layer->bias[output]) >> layer->shift);
    const int32_t r = before + ((t * layer->mult[output] + 16384) >> 15);
    return (uint8_t)(r < 0 ? 0 : r > 127 ? 127 : r);
}

static inline int16_t qi_nn_logit_of(const qi_nn_logit *logit, int32_t sum)
{
    const int64_t product = (int64_t)(sum + logit->bias) * logit->mult;
    return (int16_t)qi_nn_saturate16((product + (1LL << (logit->shift - 1))) >> logit->shift);
}

static inline int32_t qi_nn_dot(const int16_t *a, const int16_t *b, uint32_t count)
{
    int32_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* The path that `path` stands for here, or NULL; `path` becomes never QI_NOGO_NET_BEST. */
const qi_nn_path *qi_nn_find_path(qi_nogo_net_path *path);

#endif
