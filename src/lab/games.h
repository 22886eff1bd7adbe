/* Shared by the files of the three games: families, shrinking and words. */
#ifndef QI_LAB_GAMES_H
#define QI_LAB_GAMES_H

#include "base/text.h"
#include "go/games.h"
#include "lab/lab.h"
#include "nogo/rules/judge.h"

extern const qi_lab_family qi_lab_nogo_families[], qi_lab_go_families[], qi_lab_maze_families[];

static inline bool qi_lab_chance(qi_random *random, uint32_t percent)
{
    return qi_random_below(random, 100) < percent;
}

/* Makes any colouring of a NoGo board a valid input by removing stones, starting from the first or
 * the last in reading order. False when there is no memory. */
bool qi_lab_nogo_mend(qi_lab_case *it, bool backwards);

/* A case that is made smaller, and who gets the smaller ones. */
typedef struct qi_lab_shrinker {
    const qi_lab_case *from;
    qi_lab_try *attempt;
    void *context;
} qi_lab_shrinker;

/* Whether another case would be looked at. */
static inline bool qi_lab_goes_on(const qi_lab_shrinker *work)
{
    return work->attempt(work->context, NULL);
}

/* Offers a case, unless there was no memory to make it, and frees it. */
bool qi_lab_offer(const qi_lab_shrinker *work, qi_lab_case *smaller, bool good);

/* A board without a row and a column; UINT32_MAX keeps all. */
bool qi_lab_case_without(qi_lab_case *smaller, const qi_lab_case *it, uint32_t row,
                         uint32_t column);
/* A window of a board, with a border of zeros that is so wide. */
bool qi_lab_case_window(qi_lab_case *smaller, const qi_lab_case *it, uint32_t top, uint32_t left,
                        uint32_t rows, uint32_t columns, uint32_t border);

/* How the cases become smaller (qi_lab_game.shrink). */
bool qi_lab_nogo_shrink(const qi_lab_case *it, qi_lab_try *attempt, void *context);
bool qi_lab_go_shrink(const qi_lab_case *it, qi_lab_try *attempt, void *context);
bool qi_lab_maze_shrink(const qi_lab_case *it, qi_lab_try *attempt, void *context);

enum { QI_LAB_QUOTED = 256 };
/* Line `number` of an output, from 1, without blanks at its end: quoted, cut, "nothing" when it is
 * empty. The text may hold it. */
const char *qi_lab_quote_line(const char *output, size_t length, uint64_t number,
                              char text[QI_LAB_QUOTED]);

/* Gives a verdict its message and sentence. */
void qi_lab_say(qi_verdict *verdict, qi_message message);

/* A verdict without a fault or a point, to begin with. */
qi_verdict qi_lab_no_verdict(void);

/* What the judges of the games found (judge.c); `expected` is the right count of a maze. */
qi_verdict qi_lab_verdict_of_nogo(const qi_nogo *position, const qi_nogo_report *report);
qi_verdict qi_lab_verdict_of_go(const qi_go_report *report);
qi_verdict qi_lab_verdict_of_count(uint32_t expected, const char *output, size_t length);

#endif
