/* Chooses a move for the losing side. */
#include "nogo/rules/position.h"

#include <qi/nogo_proof.h>
#include <qi/nogo_solve.h>

qi_result qi_nogo_stubborn_move(const qi_nogo *position, qi_point *move)
{
    const qi_colour mover = qi_nogo_to_move(position);
    const qi_point points = qi_nogo_rows(position) * qi_nogo_columns(position);
    qi_point best = QI_NO_POINT;
    int64_t best_margin = INT64_MIN;
    for (qi_point point = 0; point < points; point++) {
        qi_nogo *next;
        const qi_result result = qi_nogo_copy(position, &position->allocator, &next);
        if (result != QI_OK)
            return result;
        if (qi_nogo_play(next, mover, point, NULL) == QI_NOGO_LEGAL) {
            const int64_t margin = (int64_t)qi_nogo_legal(next, mover, NULL, 0) -
                                   (int64_t)qi_nogo_legal(next, qi_opponent(mover), NULL, 0);
            if (margin > best_margin) {
                best_margin = margin;
                best = point;
            }
        }
        qi_nogo_free(next);
    }
    *move = best;
    return QI_OK;
}
