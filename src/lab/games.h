/* What the files of the three games share: families, shrinking and words. */
#ifndef QI_LAB_GAMES_H
#define QI_LAB_GAMES_H

#include "base/text.h"
#include "lab/lab.h"

extern const qi_lab_family qi_lab_nogo_families[], qi_lab_go_families[], qi_lab_maze_families[];

static inline bool qi_lab_chance(qi_random *random, uint32_t percent)
{
    return qi_random_below(random, 100) < percent;
}

/* Makes any colouring of a NoGo board a valid input by removing stones, starting from the first or
 * the last in reading order. False when there is no memory. */
bool qi_lab_nogo_mend(qi_lab_case *it, bool backwards);

/* How the cases become smaller (qi_lab_game.shrink). */
bool qi_lab_nogo_shrink(const qi_lab_case *it, qi_lab_try *attempt, void *context);
bool qi_lab_go_shrink(const qi_lab_case *it, qi_lab_try *attempt, void *context);
bool qi_lab_maze_shrink(const qi_lab_case *it, qi_lab_try *attempt, void *context);

enum { QI_LAB_QUOTED = 256 };
/* Line `number` of an output, from 1, without blanks at its end: quoted, cut, "nothing" when it is
 * empty. The text may hold it. */
const char *qi_lab_quote_line(const char *output, size_t length, uint64_t number,
                              char text[QI_LAB_QUOTED]);

/* Gives a judgement its message and sentence. */
void qi_lab_say(qi_lab_judgement *judgement, qi_message message);

#endif
