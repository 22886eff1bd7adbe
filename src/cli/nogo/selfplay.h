/* Games of a network with itself, one at a time. */
#ifndef QI_CLI_NOGO_SELFPLAY_H
#define QI_CLI_NOGO_SELFPLAY_H

#include "base/buffer.h"

#include <qi/nogo_net.h>
#include <qi/nogo_selfplay.h>

/* What all games have in common. */
typedef struct selfplay_plan {
    const qi_nogo_net *net;
    uint64_t seed;
    uint32_t rows, columns, visits, opening;
} selfplay_plan;

/* What one thread plays in. */
typedef struct selfplay_table selfplay_table;

/* QI_NO_MEMORY. The plan must live as long. */
qi_result selfplay_table_new(const selfplay_plan *plan, selfplay_table **table);
void selfplay_table_free(selfplay_table *table);

/* Plays the game of this number, which depends on the plan and the number alone, and adds it to
 * `line` as one line of JSON. */
qi_result selfplay_play(selfplay_table *table, uint64_t number, qi_buffer *line);

#endif
