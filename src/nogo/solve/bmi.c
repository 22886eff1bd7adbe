/* The solver's engine for processors with BMI2. */
#if defined(__x86_64__)
#define SOLVE_BMI
#define SOLVE_TARGET __attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt")))
#define SOLVE_FN SOLVE_TARGET static inline
#include "nogo/solve/engine_template.h"

SOLVE_TARGET solve_outcome qi_solve_bmi_root(solve_search *search, const solve_state *state,
                                             unsigned side, unsigned *move)
{
    return solve_root(search, state, side, move);
}
#endif
