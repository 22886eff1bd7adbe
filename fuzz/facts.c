/* The reader of saved facts: any bytes after a true beginning. A solver that has read them must
 * still know who wins, because a block whose digest is wrong is not believed. */
#include "fuzz.h"

#include <qi/nogo_solve.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    qi_nogo *game;
    qi_nogo_solver *solver;
    must(qi_nogo_new(3, 4, NULL, &game) == QI_OK);
    must(qi_nogo_solver_new(2 << 20, NULL, &solver) == QI_OK);
    uint64_t count = 0;
    const qi_result result = qi_nogo_read_facts(solver, (const char *)data, size, &count);
    must(result == QI_OK || result == QI_BAD_ARGUMENT);
    must(count <= size / 16);
    if (count) {
        qi_nogo_solution solution;
        must(qi_nogo_solve(solver, game, NULL, &solution) == QI_OK);
        must(solution.outcome == QI_NOGO_LOST); /* the second player wins on 3 x 4 */
    }
    qi_nogo_solver_free(solver);
    qi_nogo_free(game);
    return 0;
}
