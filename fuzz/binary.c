/* The readers of binary files (base/chunk.h): networks, the solver's orders and facts. Any bytes,
 * once as they are and once with the lengths and the checksum set right, so that what stands behind
 * them is reached. A network that is accepted is evaluated on two paths, which must agree. */
#include "fuzz.h"

#include "base/chunk.h"
#include "nogo/net/evaluate.h"
#include "nogo/solve/order_net.h"

#include <qi/nogo_net.h>
#include <qi/nogo_proof.h>
#include <qi/nogo_solve.h>

#include <string.h>

static bool judge(const uint8_t *bytes, size_t size, qi_nogo_net_path path,
                  qi_nogo_evaluation *answer)
{
    qi_nogo_net *net;
    const char *reason = NULL;
    const qi_result result = qi_nogo_net_load(bytes, size, path, NULL, &net, &reason);
    must(result == QI_OK || (result == QI_BAD_DATA && reason));
    if (result != QI_OK)
        return false;
    qi_nogo_net_info info = {.size = sizeof info};
    qi_nogo_net_info_of(net, &info);
    must(strlen(info.name) <= 32);
    qi_nogo_planes planes;
    memset(&planes, 0x5b, sizeof planes);
    qi_nogo_net_worker *worker;
    must(qi_nogo_net_worker_new(net, 3, 4, NULL, &worker) == QI_OK);
    memset(answer, 0, sizeof *answer);
    qi_nogo_net_evaluate(worker, &planes, answer);
    qi_nogo_net_worker_free(worker);
    qi_nogo_net_free(net);
    return true;
}

static void read_network(const uint8_t *bytes, size_t size)
{
    static qi_nogo_evaluation portable, best;
    if (judge(bytes, size, QI_NOGO_NET_PORTABLE, &portable)) {
        must(judge(bytes, size, QI_NOGO_NET_BEST, &best));
        must(memcmp(&portable, &best, sizeof best) == 0);
    }
}

/* A table that is accepted has all its weights within its bytes. */
static void read_order(const uint8_t *bytes, size_t size)
{
    solve_net wide, net;
    uint8_t *const table =
        aligned_alloc(SOLVE_NET_HEADER, (size / SOLVE_NET_HEADER + 1) * SOLVE_NET_HEADER);
    must(table && qi_solve_builtin_net(0, &wide) == QI_OK);
    memcpy(table, bytes, size);
    if (!qi_solve_read_net(table, size, &wide, &net))
        must((const uint8_t *)(net.output + SOLVE_HIDDEN) == table + size);
    free(table);
}

static void read_facts(const uint8_t *bytes, size_t size)
{
    qi_nogo_solver *solver;
    must(qi_nogo_solver_new(2 << 20, NULL, &solver) == QI_OK);
    uint64_t count = 0;
    const qi_result result = qi_nogo_read_facts(solver, (const char *)bytes, size, &count);
    must(result == QI_OK || result == QI_BAD_DATA);
    must(count <= size / 16);
    qi_nogo_solver_free(solver);
}

static void read_all(const uint8_t *bytes, size_t size)
{
    read_network(bytes, size);
    read_order(bytes, size);
    read_facts(bytes, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_all(data, size);
    const uint32_t header = size < QI_CHUNK_START ? 0 : (uint32_t)qi_get_little(data + 8, 4);
    if (size < QI_CHUNK_START || size - QI_CHUNK_START < header)
        return 0;
    uint8_t *const copy = malloc(size);
    must(copy);
    memcpy(copy, data, size);
    qi_chunk_seal(copy, (const char *)data, header, (uint32_t)(size - QI_CHUNK_START - header));
    read_all(copy, size);
    free(copy);
    return 0;
}
