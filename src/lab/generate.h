/* The families of each game, and what they share with shrinking. */
#ifndef QI_LAB_GENERATE_H
#define QI_LAB_GENERATE_H

#include "lab/lab.h"

extern const lab_family lab_nogo_families[], lab_go_families[], lab_maze_families[];

static inline bool lab_chance(qi_random *random, uint32_t percent)
{
    return qi_random_below(random, 100) < percent;
}

/* Makes any colouring of a NoGo board a valid input by taking stones off, from the first in
 * reading order or from the last. False when there is no memory. */
bool lab_nogo_mend(lab_case *it, bool backwards);

#endif
