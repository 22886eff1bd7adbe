/* How the time of a program that is too slow grows with the size of its input. */
#ifndef QI_LAB_GROWTH_H
#define QI_LAB_GROWTH_H

#include "lab/stress.h"

/* Finds about the smallest size at which the program is too slow: the family of case number
 * `index`, and its random numbers, with other sizes. `it` becomes a case of that size, and the
 * failure's sentence tells the times that were measured and the power they grow with. Ends early as
 * qi_lab_shrink does. False, with nothing changed, when no size was too slow again. */
bool qi_lab_find_slow_size(const qi_lab_setup *setup, uint64_t index, qi_lab_case *it,
                           qi_lab_failure *failure, qi_lab_bench *bench, double seconds,
                           qi_lab_shrinking *shrinking);

#endif
