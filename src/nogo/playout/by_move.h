/* Random games after every legal first move. */
#ifndef QI_NOGO_PLAYOUT_BY_MOVE_H
#define QI_NOGO_PLAYOUT_BY_MOVE_H

#include <qi/nogo.h>

/* How the games with one first move ended; it counts as a move of each. */
typedef struct qi_nogo_first_move {
    qi_point point;
    qi_nogo_stats stats;
} qi_nogo_first_move;

/* How many of the games the colour to move has won. */
uint64_t qi_nogo_wins(const qi_nogo *game, const qi_nogo_stats *stats);

/* Plays the games `first` to `first` + `count` - 1 after each of the `move_count` legal moves,
 * whose points are set, and sorts them: the best first, equal ones in the order given. Every move
 * has a seed of its own. `sum` gets all games together; the watch of `options` is told them so far.
 */
qi_result qi_nogo_playouts_by_move(const qi_nogo *game, uint64_t first, uint64_t count,
                                   uint64_t seed, const qi_nogo_playouts_options *options,
                                   qi_nogo_first_move *moves, size_t move_count,
                                   qi_nogo_stats *sum);

#endif
