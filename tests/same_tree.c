/* Prints what the search thinks with each evaluator of some positions, to the last bit of its
 * figures. tests/same_tree.py builds it in several ways. */
#include "base/random.h"
#include "nogo/search/evaluators.h"
#include <qi/nogo_search.h>

#include <stdio.h>

int main(void)
{
    enum { SIDE = 9, POINTS = SIDE * SIDE };
    qi_random random;
    qi_random_seed(&random, 1);
    for (uint32_t stones = 0; stones < 60; stones += 15) {
        qi_nogo *position;
        if (qi_nogo_new(SIDE, SIDE, NULL, &position) != QI_OK)
            return 1;
        for (uint32_t i = 0; i < stones; i++) {
            qi_point points[POINTS];
            const size_t count = qi_nogo_legal(position, qi_nogo_to_move(position), points, POINTS);
            if (count)
                qi_nogo_play(position, qi_nogo_to_move(position),
                             points[qi_random_below(&random, (uint32_t)count)], NULL);
        }
        for (int network = 0; network < 2; network++) {
            qi_nogo_evaluator playouts = {.size = sizeof playouts};
            qi_nogo_playout_evaluator(&playouts);
            const qi_nogo_search_options options = {.size = sizeof options,
                                                    .evaluator = network ? NULL : &playouts,
                                                    .memory = 16 << 20};
            qi_nogo_search *search;
            qi_nogo_candidate list[POINTS];
            if (qi_nogo_search_new(&options, NULL, &search) != QI_OK ||
                qi_nogo_search_set(search, position) != QI_OK ||
                qi_nogo_search_think(
                    search, &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                     .playouts = network ? 300 : 1000}) != QI_OK)
                return 1;
            const size_t count =
                qi_nogo_search_candidates(search, list, POINTS, sizeof(qi_nogo_candidate));
            for (size_t i = 0; i < count; i++)
                printf("%u %d: %u %llu %a %d\n", stones, network, list[i].point,
                       (unsigned long long)list[i].visits, list[i].win_rate, list[i].outcome);
            qi_nogo_search_free(search);
        }
        qi_nogo_free(position);
    }
    return 0;
}
