/* The solver's engine for any machine. */
#include "nogo/solve/engine_template.h"

solve_outcome qi_solve_plain_root(solve_search *search, const solve_state *state, unsigned side,
                                  unsigned *move)
{
    return solve_root(search, state, side, move);
}

solve_outcome qi_solve_root(solve_search *search, const solve_state *state, unsigned side,
                            unsigned *move)
{
#if defined(__x86_64__)
    if (QI_HAS_FAST(QI_FAST_BMI2) && __builtin_cpu_supports("avx2") &&
        __builtin_cpu_supports("bmi2"))
        return qi_solve_bmi_root(search, state, side, move);
#endif
    return qi_solve_plain_root(search, state, side, move);
}

size_t qi_solve_stack(unsigned points)
{
    /* Open points, units of the integer and the star together: every move takes at least one of
     * them, and none comes back. A level has a child for each of them at most, and two more. While
     * a region of up to COMPARED_POINTS points is compared with integers, some short levels follow.
     */
    const size_t compared = 128;
    return (size_t)points * (points + 1) / 2 + 2 * (size_t)points + compared;
}
