/* The reader of networks: any bytes, once as they are and once with the checksum set right, so that
 * what stands behind it is reached. What it accepts is evaluated on two paths, which must agree. */
#include "fuzz.h"

#include <qi/nogo_net.h>

#include <string.h>

/* As the format says, bit by bit. */
static void sign(uint8_t *bytes, size_t size)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 20; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320U : 0);
    }
    for (int i = 0; i < 4; i++)
        bytes[16 + i] = (uint8_t)(~crc >> (8 * i));
}

static bool judge(const uint8_t *bytes, size_t size, qi_nogo_net_path path,
                  qi_nogo_evaluation *answer)
{
    qi_nogo_net *net;
    const char *reason = NULL;
    const qi_result result = qi_nogo_net_load(bytes, size, path, NULL, &net, &reason);
    must(result == QI_OK || (result == QI_BAD_DATA && reason));
    if (result != QI_OK)
        return false;
    qi_nogo_net_info info;
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static qi_nogo_evaluation portable, best;
    judge(data, size, QI_NOGO_NET_PORTABLE, &portable);
    if (size < 20)
        return 0;
    uint8_t *const copy = malloc(size);
    must(copy);
    memcpy(copy, data, size);
    sign(copy, size);
    if (judge(copy, size, QI_NOGO_NET_PORTABLE, &portable)) {
        must(judge(copy, size, QI_NOGO_NET_BEST, &best));
        must(memcmp(&portable, &best, sizeof best) == 0);
    }
    free(copy);
    return 0;
}
