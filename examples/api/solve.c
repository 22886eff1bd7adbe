/* Proves who wins from the empty 4 x 5 board. Prints: Black wins with 2 2 */
#include <qi/qi.h>
#include <stdio.h>

int main(void)
{
    qi_nogo *position = NULL;
    qi_nogo_solver *solver = NULL;
    qi_nogo_solution solution = {.size = sizeof solution};
    if (qi_nogo_new(4, 5, NULL, &position) == QI_OK &&
        qi_nogo_solver_new((size_t)64 << 20, NULL, &solver) == QI_OK &&
        qi_nogo_solve(solver, position, NULL, &solution) == QI_OK) {
        const uint32_t row = solution.move / 5 + 1, column = solution.move % 5 + 1;
        if (solution.outcome == QI_NOGO_WON)
            printf("Black wins with %u %u\n", row, column);
        else
            puts("White wins");
    }
    qi_nogo_solver_free(solver);
    qi_nogo_free(position);
}
