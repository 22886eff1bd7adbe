/* Positions for the benches of the learnt network, and a digest of what it says about some. Needs
 * no libc: bench/net_wasm.c runs without. */
#ifndef QI_BENCH_NET_POSITIONS_H
#define QI_BENCH_NET_POSITIONS_H

#include "base/numbers.h"
#include "base/random.h"
#include "nogo/net/evaluate.h"
#include "nogo/rules/position.h"

#include <qi/nogo_net.h>

/* The planes after some random moves; false when there is no memory. */
static inline bool random_position(uint32_t rows, uint32_t columns, uint32_t moves, bool holes,
                                   qi_random *random, qi_nogo_planes *planes)
{
    qi_nogo *position;
    if (qi_nogo_new(rows, columns, NULL, &position) != QI_OK)
        return false;
    for (uint32_t i = 0; holes && i < rows * columns / 9; i++)
        qi_nogo_make_hole(position, qi_random_below(random, rows * columns));
    for (uint32_t i = 0; i < moves; i++) {
        qi_point points[QI_NOGO_SEARCH_MAX_SIDE * QI_NOGO_SEARCH_MAX_SIDE];
        const qi_colour colour = qi_nogo_to_move(position);
        const size_t count =
            qi_nogo_legal(position, colour, points, sizeof points / sizeof *points);
        if (!count)
            break;
        qi_nogo_play(position, colour, points[qi_random_below(random, (uint32_t)count)], NULL);
    }
    qi_nogo_planes_of(position, planes);
    qi_nogo_free(position);
    return true;
}

/* A digest of the network's numbers for positions on boards of many shapes; 0 when there is no
 * memory. */
static inline uint64_t net_digest(const qi_nogo_net *net)
{
    uint64_t digest = QI_DIGEST_START;
    qi_random random;
    qi_random_seed(&random, 1);
    for (uint32_t i = 0; i < 40; i++) {
        const uint32_t rows = i < 8 ? 9 : 1 + qi_random_below(&random, 14);
        const uint32_t columns = i < 8 ? 9 : 1 + qi_random_below(&random, 14);
        qi_nogo_planes planes;
        qi_nogo_evaluation answer;
        qi_nogo_net_worker *worker;
        if (!random_position(rows, columns, 3 * i, i & 1, &random, &planes) ||
            qi_nogo_net_worker_new(net, rows, columns, NULL, &worker) != QI_OK)
            return 0;
        qi_nogo_net_evaluate(worker, &planes, &answer);
        qi_nogo_net_worker_free(worker);
        for (uint32_t p = 0; p < rows * columns; p++)
            digest = qi_digest(digest, (uint16_t)answer.policy[p]);
        digest = qi_digest(digest, (uint16_t)answer.value);
    }
    return digest;
}

#endif
