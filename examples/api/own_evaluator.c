/* A search that asks an evaluator of one's own about positions. Prints: 49 moves */
#include <qi/nogo_search.h>
#include <stdio.h>

static qi_result judge(void *own, const qi_nogo_leaf *const *at, uint32_t n, qi_nogo_estimate *to)
{
    while (n-- > 0) /* qi_nogo_leaf_planes shows a position */
        to[n] = (qi_nogo_estimate){.value = at[n] == own ? 1 : 0.5F};
    return QI_OK;
}

int main(void)
{
    const qi_nogo_evaluator mine = {.size = sizeof mine, .evaluate = judge};
    const qi_nogo_search_options options = {.size = sizeof options, .evaluator = &mine};
    const qi_nogo_search_limits limits = {.size = sizeof limits, .playouts = 200};
    qi_nogo *position = NULL;
    qi_nogo_search *search = NULL;
    if (!qi_nogo_new(7, 7, NULL, &position) && !qi_nogo_search_new(&options, NULL, &search) &&
        !qi_nogo_search_set(search, position) && !qi_nogo_search_think(search, &limits))
        printf("%zu moves\n", qi_nogo_search_candidates(search, NULL, 0, 1));
    qi_nogo_search_free(search);
    qi_nogo_free(position);
}
