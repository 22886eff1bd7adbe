/* The learnt network in WebAssembly, for bench/net_wasm.mjs. */
#include "net_positions.h"
#include "nogo/net/evaluate.h"
#include "page.h"

enum { POSITIONS = 16 };

static qi_nogo_net *net;
static qi_nogo_net_worker *worker;
static qi_nogo_planes planes[POSITIONS];

/* Loads a network to be computed on a path; false when that cannot be. */
PAGE_EXPORT(net_open) bool net_open(const void *bytes, size_t size, qi_nogo_net_path path);
bool net_open(const void *bytes, size_t size, qi_nogo_net_path path)
{
    qi_nogo_net_worker_free(worker);
    worker = NULL;
    qi_nogo_net_free(net);
    net = NULL;
    qi_random random;
    qi_random_seed(&random, 1);
    for (uint32_t i = 0; i < POSITIONS; i++)
        random_position(9, 9, 4 * i, false, &random, &planes[i]);
    return qi_nogo_net_load(bytes, size, path, NULL, &net, NULL) == QI_OK &&
           qi_nogo_net_worker_new(net, 9, 9, NULL, &worker) == QI_OK;
}

/* Evaluates positions of 9 x 9. */
PAGE_EXPORT(net_run) void net_run(uint32_t count);
void net_run(uint32_t count)
{
    qi_nogo_evaluation answer;
    for (uint32_t i = 0; i < count; i++)
        qi_nogo_net_evaluate(worker, &planes[i % POSITIONS], &answer);
}

PAGE_EXPORT(net_signature) uint64_t net_signature(void);
uint64_t net_signature(void)
{
    return net_digest(net);
}
