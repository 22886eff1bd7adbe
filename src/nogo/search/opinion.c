/* What a search tells about its position. */
#include "nogo/search/search.h"

uint64_t qi_search_visits(const qi_nogo_search *search)
{
    return qi_search_is_learnt(search)
               ? qi_graph_node_at(&search->learnt.graph, search->learnt.graph.root)->visits
               : qi_tree_node_at(&search->tree, search->tree.root)->visits;
}

/* Writes the moves of a node of the tree or the graph; returns how many. */
static uint32_t list_node(const qi_nogo_search *search, uint32_t node, qi_search_move *list)
{
    return qi_search_is_learnt(search) ? qi_learnt_list(&search->learnt, node, list)
                                       : qi_tree_list(&search->tree, node, list);
}

uint32_t qi_search_list(const qi_nogo_search *search, qi_search_move *list)
{
    if (!qi_search_has_position(search))
        return 0;
    return list_node(
        search, qi_search_is_learnt(search) ? search->learnt.graph.root : search->tree.root, list);
}

/* Whether the solver has proved the root lost; the tree may not know. */
static bool is_lost(const qi_nogo_search *search)
{
    return qi_search_is_learnt(search) ? search->learnt.lost : search->lost;
}

void qi_nogo_search_state_of(const qi_nogo_search *search, qi_nogo_search_state *state)
{
    *state = (qi_nogo_search_state){.win_rate = 0.5};
    if (!qi_search_has_position(search))
        return;
    qi_search_move list[QI_SEARCH_MOVES];
    const qi_search_move *best = qi_search_best_of(list, qi_search_list(search, list));
    const qi_learnt *learnt = &search->learnt;
    const qi_tree *tree = &search->tree;
    state->visits = qi_search_visits(search);
    if (qi_search_is_learnt(search)) {
        state->nodes = learnt->graph.nodes;
        state->evaluations = learnt->evaluations;
        state->memory = qi_graph_memory(&learnt->graph);
        state->outcome =
            (qi_nogo_outcome)qi_graph_node_at(&learnt->graph, learnt->graph.root)->outcome;
    } else {
        state->nodes = tree->nodes;
        state->memory = (size_t)tree->slots.used * sizeof *tree->slots.block;
        state->outcome = qi_tree_proof(qi_tree_node_at(tree, tree->root)->proof);
    }
    if (is_lost(search))
        state->outcome = QI_NOGO_LOST;
    state->win_rate = best && !is_lost(search) ? (double)best->value : 0;
}

qi_point qi_nogo_search_best(const qi_nogo_search *search)
{
    qi_search_move list[QI_SEARCH_MOVES];
    const qi_search_move *best = qi_search_best_of(list, qi_search_list(search, list));
    return best ? qi_board_point_of(qi_search_board(search), best->cell) : QI_NO_POINT;
}

static qi_nogo_candidate candidate_of(const qi_nogo_search *search, const qi_search_move *move)
{
    const qi_nogo_outcome outcome = is_lost(search) ? QI_NOGO_LOST : (qi_nogo_outcome)move->outcome;
    double win_rate = -1;
    if (outcome != QI_NOGO_UNKNOWN)
        win_rate = outcome == QI_NOGO_WON;
    else if (move->visits)
        win_rate = (double)move->value;
    return (qi_nogo_candidate){qi_board_point_of(qi_search_board(search), move->cell), move->visits,
                               win_rate, outcome};
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
    const qi_board *board = qi_search_board(search);
    qi_search_move list[QI_SEARCH_MOVES];
    const uint32_t moves = qi_search_list(search, list);
    const qi_search_move *move = NULL;
    for (uint32_t i = 0; i < moves; i++)
        if (qi_board_point_of(board, list[i].cell) == first)
            move = &list[i];
    size_t count = 0;
    while (move && count < capacity) {
        points[count++] = qi_board_point_of(board, move->cell);
        move = move->node ? qi_search_best_of(list, list_node(search, move->node, list)) : NULL;
        if (move && move->visits == 0 && move->outcome == QI_NOGO_UNKNOWN)
            move = NULL;
    }
    return count;
}
