/* The inside of a qi_nogo_player. */
#ifndef QI_NOGO_PLAY_PLAYER_H
#define QI_NOGO_PLAY_PLAYER_H

#include <qi/nogo_player.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/workers.h"

struct qi_nogo_player {
    qi_allocator allocator;
    qi_nogo_player_options options;
    qi_nogo_evaluator evaluator; /* a copy, if `options.evaluator` is not NULL */
    qi_nogo_engine engine;
    double temperature;
    uint64_t playouts;      /* for a move; 0: no limit */
    double seconds;         /* for a move; 0: no limit */
    qi_nogo_search *search; /* NULL when it plays at random */
    qi_nogo *position;      /* the position being played; NULL before */
    uint64_t first_visits;  /* of the root when it was faced */
    bool begun;             /* thinking about it has begun */
    uint64_t drawn;         /* decides what a temperature plays, however often it is asked */
    qi_random random;
    bool ponders; /* in a thread of `workers`; the rest is valid only then */
    qi_workers workers;
    qi_host ponder_host; /* that of the choice, with a stop of its own */
    qi_stop ponder_stop;
};

#endif
