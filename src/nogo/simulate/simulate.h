/* Playing a game out to its end: what the policies share. */
#ifndef QI_NOGO_SIMULATE_SIMULATE_H
#define QI_NOGO_SIMULATE_SIMULATE_H

#include "nogo/rules/position.h"

/* Moves on their way to the caller. */
typedef struct qi_nogo_move_output {
    qi_nogo *position;
    qi_nogo_sink *sink;
    void *context;
    size_t count;
    qi_point batch[4096];
} qi_nogo_move_output;

/* Passes the waiting moves to the sink, and updates the position; false if the sink wants no
 * more. */
bool qi_nogo_flush_moves(qi_nogo_move_output *output);

/* Adds one move; false if the sink wants no more. */
static inline bool qi_nogo_put_move(qi_nogo_move_output *output, qi_point move)
{
    output->batch[output->count++] = move;
    return output->count < sizeof output->batch / sizeof *output->batch ||
           qi_nogo_flush_moves(output);
}

/* Plays uniformly random moves; see qi_nogo_simulate. Groups are walked again for every move that
 * needs it, until `budget` stones have been visited; after that, groups are kept. The moves are the
 * same either way. */
qi_result qi_nogo_play_random(qi_nogo *position, uint64_t seed, uint64_t budget,
                              qi_nogo_move_output *output);

#endif
