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
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
        return qi_solve_bmi_root(search, state, side, move);
#endif
    return qi_solve_plain_root(search, state, side, move);
}

size_t qi_solve_stack(unsigned points)
{
    /* A level has at most a child for every point, the star and the integer; every move takes a
     * point, or a unit of the integer that was a point before, or the star. Comparing a region
     * with an integer adds at most as many units as it has points. */
    return ((size_t)2 * points + 3) * (points + 2);
}
