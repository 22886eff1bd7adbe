/* What a search tells about its position. */
#include "nogo/search/search.h"

uint64_t qi_search_visits(const qi_nogo_search *search)
{
    return qi_graph_node_at(&search->puct.graph, search->puct.graph.root)->visits;
}

uint32_t qi_search_list(const qi_nogo_search *search, qi_search_move *list)
{
    return qi_search_has_position(search)
               ? qi_puct_list(&search->puct, search->puct.graph.root, list)
               : 0;
}

void qi_nogo_search_state_of(const qi_nogo_search *search, qi_nogo_search_state *state)
{
    *state = (qi_nogo_search_state){.win_rate = 0.5};
    if (!qi_search_has_position(search))
        return;
    qi_search_move list[QI_SEARCH_MOVES];
    const qi_search_move *best = qi_search_best_of(list, qi_search_list(search, list));
    const qi_puct *puct = &search->puct;
    state->visits = qi_search_visits(search);
    state->nodes = puct->graph.nodes;
    state->evaluations = puct->evaluations;
    state->memory = qi_graph_memory(&puct->graph);
    state->outcome = (qi_nogo_outcome)qi_graph_node_at(&puct->graph, puct->graph.root)->outcome;
    if (puct->lost)
        state->outcome = QI_NOGO_LOST;
    state->win_rate = best && !puct->lost ? (double)best->value : 0;
}

qi_point qi_nogo_search_best(const qi_nogo_search *search)
{
    qi_search_move list[QI_SEARCH_MOVES];
    const qi_search_move *best = qi_search_best_of(list, qi_search_list(search, list));
    return best ? qi_board_point_of(&search->puct.board, best->cell) : QI_NO_POINT;
}

static qi_nogo_candidate candidate_of(const qi_nogo_search *search, const qi_search_move *move)
{
    const qi_nogo_outcome outcome =
        search->puct.lost ? QI_NOGO_LOST : (qi_nogo_outcome)move->outcome;
    double win_rate = -1;
    if (outcome != QI_NOGO_UNKNOWN)
        win_rate = outcome == QI_NOGO_WON;
    else if (move->visits)
        win_rate = (double)move->value;
    return (qi_nogo_candidate){qi_board_point_of(&search->puct.board, move->cell), move->visits,
                               win_rate, outcome, (double)move->share / UINT16_MAX};
}

size_t qi_nogo_search_candidates(const qi_nogo_search *search, qi_nogo_candidate *list,
                                 size_t capacity)
{
    qi_search_move moves[QI_SEARCH_MOVES];
    const uint32_t count = qi_search_list(search, moves);
    uint16_t order[QI_SEARCH_MOVES];
    for (uint32_t i = 0; i < count; i++) { /* insertion, so that equal moves stay in order */
        uint32_t at = i;
        for (; at > 0 && qi_search_better(&moves[i], &moves[order[at - 1]]); at--)
            order[at] = order[at - 1];
        order[at] = (uint16_t)i;
    }
    for (size_t i = 0; i < count && i < capacity; i++)
        list[i] = candidate_of(search, &moves[order[i]]);
    return count;
}

size_t qi_nogo_search_line(const qi_nogo_search *search, qi_point first, qi_point *points,
                           size_t capacity)
{
    const qi_board *board = &search->puct.board;
    qi_search_move list[QI_SEARCH_MOVES];
    const uint32_t moves = qi_search_list(search, list);
    const qi_search_move *move = NULL;
    for (uint32_t i = 0; i < moves; i++)
        if (qi_board_point_of(board, list[i].cell) == first)
            move = &list[i];
    size_t count = 0;
    while (move && count < capacity) {
        points[count++] = qi_board_point_of(board, move->cell);
        move = move->node ? qi_search_best_of(list, qi_puct_list(&search->puct, move->node, list))
                          : NULL;
        if (move && move->visits == 0 && move->outcome == QI_NOGO_UNKNOWN)
            move = NULL;
    }
    return count;
}
