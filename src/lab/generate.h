/* The families of each game, and what they share with shrinking. */
#ifndef QI_LAB_GENERATE_H
#define QI_LAB_GENERATE_H

#include "lab/lab.h"

extern const qi_lab_family qi_lab_nogo_families[], qi_lab_go_families[], qi_lab_maze_families[];

static inline bool qi_lab_chance(qi_random *random, uint32_t percent)
{
    return qi_random_below(random, 100) < percent;
}

/* Makes any colouring of a NoGo board a valid input by removing stones, starting from the first or
 * the last in reading order. False when there is no memory. */
bool qi_lab_nogo_mend(qi_lab_case *it, bool backwards);

/* Write a case as the problem's input. */
void qi_lab_nogo_write(const qi_lab_case *it, qi_buffer *text);
void qi_lab_go_write(const qi_lab_case *it, qi_buffer *text);
void qi_lab_maze_write(const qi_lab_case *it, qi_buffer *text);

#endif
