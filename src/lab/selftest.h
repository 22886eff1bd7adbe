/* Engine against oracle: the same cases, everything that can be asked compared. */
#ifndef QI_LAB_SELFTEST_H
#define QI_LAB_SELFTEST_H

#include "lab/lab.h"

/* Compares engine and oracle on case number `index` of a game. Returns how many positions were
 * compared (boards, for the maze). When the two differ, or there is no memory, says so in
 * `difference`, which otherwise stays empty, and in `input` on what. */
uint64_t qi_lab_selftest(const qi_lab_game *game, uint64_t seed, uint64_t index, qi_buffer *input,
                         qi_buffer *difference);

#endif
