/* Tables of endings: any bytes. A solver that was given one must still know who wins, because a
 * table whose digest is wrong is not believed. */
#include "fuzz.h"

#include <qi/nogo_solve.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    qi_nogo *game;
    qi_nogo_solver *solver;
    void *const bytes = malloc(size + 1); /* aligned */
    must(bytes != NULL);
    memcpy(bytes, data, size);
    must(qi_nogo_new(3, 4, NULL, &game) == QI_OK);
    must(qi_nogo_solver_new(2 << 20, NULL, &solver) == QI_OK);
    const qi_result result = qi_nogo_use_endings(solver, bytes, size);
    must(result == QI_OK || result == QI_BAD_ARGUMENT);
    if (result == QI_OK) {
        qi_nogo_solution solution;
        must(qi_nogo_solve(solver, game, NULL, &solution) == QI_OK);
        must(solution.outcome == QI_NOGO_LOST); /* the second player wins on 3 x 4 */
    }
    qi_nogo_solver_free(solver);
    qi_nogo_free(game);
    free(bytes);
    return 0;
}
