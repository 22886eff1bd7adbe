/* Compares engine and oracle on the same cases, in everything that can be asked. */
#ifndef QI_LAB_SELFTEST_H
#define QI_LAB_SELFTEST_H

#include "lab/lab.h"

enum { QI_LAB_GAMES = 3 };
extern const qi_lab_game *const qi_lab_games[QI_LAB_GAMES];

typedef struct qi_lab_comparison {
    uint64_t cases[QI_LAB_GAMES], positions[QI_LAB_GAMES]; /* compared */
    qi_buffer difference; /* game, case and difference; empty when there is none */
    qi_buffer input;      /* on which they differ */
} qi_lab_comparison;

/* Called fifty times a second with the number of cases taken; false ends the comparison. */
typedef bool qi_lab_comparing(void *context, uint64_t cases);

/* Compares until there is a difference; the games take turns, so that the cases of one have every
 * third number. QI_STOPPED: the host's stop was set, or `watch` returned false. QI_NO_MEMORY:
 * nothing is known of the rest. */
qi_result qi_lab_compare_engines(const qi_lab_cases *cases, uint64_t seed, const qi_host *host,
                                 qi_lab_comparing *watch, void *context, qi_lab_comparison *found);
void qi_lab_comparison_free(qi_lab_comparison *found);

#endif
