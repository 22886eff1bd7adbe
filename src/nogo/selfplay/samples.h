/* The finished samples of a pool, in a ring of fixed size. */
#ifndef QI_NOGO_SELFPLAY_SAMPLES_H
#define QI_NOGO_SELFPLAY_SAMPLES_H

#include "nogo/selfplay/game.h"

typedef struct qi_sample_ring {
    qi_nogo_samples at; /* arrays of `capacity` elements */
    void *memory;       /* behind all of them */
    size_t capacity, first, count;
} qi_sample_ring;

/* QI_NO_MEMORY. Release `memory` with the allocator. */
qi_result qi_sample_ring_open(qi_sample_ring *ring, const qi_selfplay_rules *rules, size_t capacity,
                              const qi_allocator *allocator);

/* Makes room for `count` more, at most the capacity, if need be in place of the oldest; returns how
 * many of these were dropped, and in `place` where the new ones begin. */
size_t qi_sample_ring_reserve(qi_sample_ring *ring, size_t count, size_t *place);

/* How many samples a game gives. */
uint32_t qi_sample_count(const qi_selfplay_game *game);

/* Writes a finished game's samples from `place` on, which runs round the end of the ring. Different
 * places may be written at the same time. */
void qi_sample_write(qi_sample_ring *ring, const qi_selfplay_rules *rules,
                     qi_selfplay_worker *worker, const qi_selfplay_game *game, size_t place);

/* Takes the oldest samples out. */
size_t qi_sample_ring_take(qi_sample_ring *ring, const qi_selfplay_rules *rules, size_t capacity,
                           const qi_nogo_samples *to);

#endif
