#include "nogo/search/search.h"
#include "nogo/search/evaluators.h"

#include "base/fast.h"
#include "base/memory.h"

enum {
    DEFAULT_MEMORY = 256 << 20,
    MIN_MEMORY = 1 << 20,
    SOLVER_PART = 8, /* of the memory */
    MIN_SOLVER = 2 << 20
};

/* The caller's evaluator, or the network's. */
static qi_result choose_evaluator(qi_nogo_search *search)
{
    const qi_nogo_search_options *options = &search->options;
    qi_nogo_evaluator *const evaluator = &search->evaluator;
    if (options->evaluator)
        return qi_struct_read(evaluator, sizeof *evaluator, options->evaluator) &&
                       evaluator->evaluate && evaluator->batch <= QI_NOGO_MAX_BATCH
                   ? QI_OK
                   : QI_BAD_ARGUMENT;
    const qi_result result =
        options->net ? QI_OK
                     : qi_nogo_net_builtin(QI_NOGO_NET_BEST, &search->allocator, &search->own_net);
    evaluator->size = sizeof *evaluator;
    return result == QI_OK
               ? qi_nogo_net_evaluator(options->net ? options->net : search->own_net, evaluator)
               : result;
}

/* Deals out the memory: the solver's part first, then the graph's. */
static qi_result start(qi_nogo_search *search)
{
    qi_result result = choose_evaluator(search);
    if (result == QI_OK)
        result = qi_puct_worker_start(&search->worker, &search->evaluator, &search->allocator);
    size_t memory = search->options.memory ? search->options.memory : DEFAULT_MEMORY;
    memory = memory < MIN_MEMORY ? MIN_MEMORY : memory;
    if (result == QI_OK && !search->evaluator.no_solver && QI_HAS_FAST(QI_FAST_SOLVER) &&
        memory / SOLVER_PART >= MIN_SOLVER &&
        qi_nogo_solver_new(memory / SOLVER_PART, &search->allocator, &search->solver) == QI_OK)
        memory -= memory / SOLVER_PART;
    qi_graph_start(&search->puct.graph, memory, &search->allocator);
    search->worker.session = &search->session;
    return result;
}

qi_result qi_nogo_search_new(const qi_nogo_search_options *options, const qi_allocator *allocator,
                             qi_nogo_search **search)
{
    qi_nogo_search_options wanted;
    if (!qi_struct_read(&wanted, sizeof wanted, options))
        return QI_BAD_ARGUMENT;
    const qi_allocator chosen = qi_allocator_or_default(allocator);
    qi_nogo_search *made = (qi_nogo_search *)qi_allocate(&chosen, sizeof *made);
    if (!made)
        return QI_NO_MEMORY;
    memset(made, 0, sizeof *made);
    made->allocator = chosen;
    made->options = wanted;
    const qi_result result = start(made);
    made->options.evaluator = NULL; /* copied: it need not live on */
    if (result == QI_OK)
        *search = made;
    else
        qi_nogo_search_free(made);
    return result;
}

void qi_nogo_search_free(qi_nogo_search *search)
{
    if (!search)
        return;
    const qi_allocator allocator = search->allocator;
    qi_puct_worker_end(&search->worker, &allocator);
    qi_graph_end(&search->puct.graph);
    qi_nogo_net_free(search->own_net);
    qi_nogo_solver_free(search->solver);
    qi_release(&allocator, search);
}

/* ---- the position ------------------------------------------------------------------------- */

/* The moves that lead from one position to another, at most two: how many, or 3 when none do. */
static uint32_t moves_between(const qi_board *from, const qi_board *to, uint16_t *cells)
{
    enum { TOO_FAR = 3 };
    if (from->rows != to->rows || from->columns != to->columns)
        return TOO_FAR;
    uint16_t found[2] = {0, 0}; /* of the side to move in `from`, and of the other */
    uint32_t count = 0;
    for (uint32_t cell = 0; cell < from->cells; cell++) {
        if (from->cell[cell].colour == to->cell[cell].colour)
            continue;
        if (from->cell[cell].colour != QI_EMPTY || to->cell[cell].colour == QI_WALL)
            return TOO_FAR;
        uint16_t *place = &found[to->cell[cell].colour != (uint8_t)from->to_move];
        if (*place)
            return TOO_FAR;
        *place = (uint16_t)cell;
        count++;
    }
    if ((count == 1 && !found[0]) || (from->to_move == to->to_move) != (count != 1))
        return TOO_FAR;
    memcpy(cells, found, sizeof found);
    return count;
}

/* The centre if the root is the start of a game and has one, else 0. */
static uint32_t first_centre(const qi_board *board)
{
    if (board->rows % 2 == 0 || board->columns % 2 == 0)
        return 0;
    for (uint32_t cell = 0; cell < board->cells; cell++)
        if (board->cell[cell].colour == QI_BLACK || board->cell[cell].colour == QI_WHITE)
            return 0;
    return (board->rows / 2U + 1) * board->stride + board->columns / 2U + 1;
}

/* Keeps the position for the solver; `moves` lead to it from the last one. */
static void note_game(qi_nogo_search *search, const qi_nogo *position, const uint16_t *cells,
                      uint32_t moves)
{
    if (moves == 0 || !search->solver)
        return;
    search->winning &= moves == 2;
    solve_session *session = &search->session;
    for (uint32_t i = 0; i < moves && moves <= 2 && session->ready; i++)
        qi_solve_session_play(session, qi_board_point_of(&search->puct.board, cells[i]));
    if (moves > 2 || !session->ready)
        qi_solve_session_start(session, search->solver, position);
}

/* Empties the graph and starts at the position of `board`. */
static qi_result plant(qi_nogo_search *search, const qi_board *board)
{
    qi_board_copy(&search->puct.board, board);
    const qi_result result = qi_puct_plant(&search->puct, &search->worker);
    const uint32_t centre = first_centre(&search->puct.board);
    if (result == QI_OK && search->options.no_centre_first && centre)
        qi_puct_bar(&search->puct, centre);
    return result;
}

qi_result qi_nogo_search_set(qi_nogo_search *search, const qi_nogo *position)
{
    qi_board *board = &search->worker.playouts->board;
    qi_result result = qi_board_set(board, position);
    if (result == QI_OK)
        result = qi_puct_worker_enter(&search->worker, board->rows, board->columns,
                                      search->options.seed, &search->allocator);
    if (result != QI_OK) {
        search->puct.graph.root = 0;
        return result;
    }
    uint16_t cells[2];
    const uint32_t moves =
        qi_search_has_position(search) ? moves_between(&search->puct.board, board, cells) : 3;
    note_game(search, position, cells, moves);
    if (moves <= 2) {
        if (qi_puct_advance(&search->puct, cells, moves))
            return QI_OK;
        qi_board_set(board, position);
    }
    return plant(search, board);
}

/* ---- the opinion -------------------------------------------------------------------------- */

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

static void look(const qi_nogo_search *search, qi_nogo_search_state *state)
{
    *state = (qi_nogo_search_state){.win_rate = 0.5};
    if (!qi_search_has_position(search))
        return;
    qi_search_move list[QI_PUCT_MOVES];
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

qi_result qi_nogo_search_state_of(const qi_nogo_search *search, qi_nogo_search_state *state)
{
    qi_nogo_search_state known;
    look(search, &known);
    return qi_struct_write(state, &known, sizeof known);
}

qi_point qi_nogo_search_best(const qi_nogo_search *search)
{
    qi_search_move list[QI_PUCT_MOVES];
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
                                 size_t capacity, size_t element)
{
    qi_search_move moves[QI_PUCT_MOVES];
    const uint32_t count = qi_search_list(search, moves);
    for (uint32_t i = 0; i < count; i++) { /* insertion, so that equal moves stay in order */
        const qi_search_move move = moves[i];
        uint32_t at = i;
        for (; at > 0 && qi_search_better(&move, &moves[at - 1]); at--)
            moves[at] = moves[at - 1];
        moves[at] = move;
    }
    for (size_t i = 0; i < count && i < capacity; i++) {
        const qi_nogo_candidate one = candidate_of(search, &moves[i]);
        qi_element_write(list, element, i, &one, sizeof one);
    }
    return count;
}

size_t qi_nogo_search_line(const qi_nogo_search *search, qi_point first, qi_point *points,
                           size_t capacity)
{
    qi_search_move list[QI_PUCT_MOVES];
    const uint32_t moves = qi_search_list(search, list);
    if (moves == 0)
        return 0;
    const qi_board *board = &search->puct.board;
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
