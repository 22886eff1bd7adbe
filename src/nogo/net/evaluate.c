/* Workers, the choice of a path, and the value. */
#include "nogo/net/evaluate.h"
#include "nogo/net/net.h"

#include "base/fast.h"

/* ---- paths --------------------------------------------------------------------------------- */

#if QI_NN_X86
static bool machine_has_avx512(void)
{
    return QI_HAS_FAST(QI_FAST_AVX512) && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vnni");
}
#endif

const qi_nn_path *qi_nn_find_path(qi_nogo_net_path *path)
{
    const bool best = *path == QI_NOGO_NET_BEST;
#if QI_NN_X86
    if ((best || *path == QI_NOGO_NET_AVX512) && machine_has_avx512()) {
        *path = QI_NOGO_NET_AVX512;
        return &qi_nn_avx512;
    }
    if ((best || *path == QI_NOGO_NET_AVX2) && QI_HAS_FAST(QI_FAST_AVX2) &&
        __builtin_cpu_supports("avx2")) {
        *path = QI_NOGO_NET_AVX2;
        return &qi_nn_avx2;
    }
#endif
#if QI_NN_VECTOR
    if (QI_HAS_FAST(QI_FAST_SSE2) && (best || *path == QI_NOGO_NET_VECTOR)) {
        *path = QI_NOGO_NET_VECTOR;
        return &qi_nn_vector;
    }
#endif
    if (best)
        *path = QI_NOGO_NET_PORTABLE;
    return *path == QI_NOGO_NET_PORTABLE ? &qi_nn_portable : NULL;
}

bool qi_nogo_net_has_path(qi_nogo_net_path path)
{
    return qi_nn_find_path(&path) != NULL;
}

const char *qi_nogo_net_path_name(qi_nogo_net_path path)
{
    static const char *const name[QI_NOGO_NET_PATHS] = {"best", "portable", "vector", "avx2",
                                                        "avx512"};
    return (unsigned)path < QI_NOGO_NET_PATHS ? name[path] : NULL;
}

/* ---- workers ------------------------------------------------------------------------------- */

qi_result qi_nogo_net_worker_new(const qi_nogo_net *net, uint32_t rows, uint32_t columns,
                                 const qi_allocator *allocator, qi_nogo_net_worker **worker)
{
    if (!rows || rows > QI_NOGO_SEARCH_MAX_SIDE || !columns || columns > QI_NOGO_SEARCH_MAX_SIDE)
        return QI_BAD_ARGUMENT;
    const qi_allocator memory = qi_allocator_or_default(allocator);
    const size_t scratch = net->how->scratch_bytes(net, rows, columns);
    qi_nogo_net_worker *const made =
        (qi_nogo_net_worker *)qi_allocate(&memory, sizeof *made + scratch + QI_NN_ALIGNMENT);
    if (!made)
        return QI_NO_MEMORY;
    *made =
        (qi_nogo_net_worker){memory, net, rows, columns, (unsigned char *)qi_nn_align(made + 1)};
    memset(made->scratch, 0, scratch);
    *worker = made;
    return QI_OK;
}

void qi_nogo_net_worker_free(qi_nogo_net_worker *worker)
{
    if (worker) {
        const qi_allocator allocator = worker->allocator;
        qi_release(&allocator, worker);
    }
}

/* ---- the value ----------------------------------------------------------------------------- */

static int16_t value_of(const qi_nogo_net *net, const qi_nn_pool *pool, int32_t area)
{
    const uint32_t channels = net->channels;
    int16_t features[3 * QI_NN_MAX_CHANNELS];
    for (uint32_t c = 0; c < channels; c++) {
        const int32_t mean = area ? (16 * pool->sum[c] + area / 2) / area : 0;
        features[c] = (int16_t)mean;
        features[channels + c] = (int16_t)(mean * (area - 81) / 81);
        features[2 * channels + c] = (int16_t)(16 * pool->max[c]);
    }
    const int16_t *const weights = (const int16_t *)net->value.packed;
    int16_t hidden[QI_NN_MAX_HIDDEN];
    for (uint32_t h = 0; h < net->hidden; h++) {
        const int32_t sum = qi_nn_dot(&weights[h * 3 * channels], features, 3 * channels);
        hidden[h] = qi_nn_activate(&net->value, h, sum, 0);
    }
    return qi_nn_logit_of(&net->value_logit,
                          qi_nn_dot(net->value_logit.weights, hidden, net->hidden));
}

void qi_nogo_net_evaluate(qi_nogo_net_worker *worker, const qi_nogo_planes *planes,
                          qi_nogo_evaluation *answer)
{
    const uint32_t all = qi_nn_columns(worker);
    int32_t area = 0;
    for (uint32_t r = 0; r < worker->rows; r++)
        area += __builtin_popcount(planes->row[QI_PLANE_BOARD][r] & all);
    qi_nn_pool pool;
    const qi_nn_path *const how = worker->net->how;
    how->convolve(worker, planes);
    how->read_out(worker, planes, answer->policy, &pool);
    answer->value = value_of(worker->net, &pool, area);
}
