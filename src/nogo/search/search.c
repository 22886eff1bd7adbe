#include "nogo/search/search.h"

#include "base/memory.h"

enum {
    DEFAULT_MEMORY = 256 << 20,
    LEAST_MEMORY = 1 << 20,
    SOLVER_PART = 8, /* of the memory */
    LEAST_SOLVER = 2 << 20,
    PLAYOUTS_BETWEEN_WATCHES = 64
};

qi_result qi_nogo_search_new(const qi_nogo_search_options *options, const qi_allocator *allocator,
                             qi_nogo_search **search)
{
    const qi_allocator chosen = qi_allocator_or_default(allocator);
    qi_nogo_search *made = qi_allocate(&chosen, sizeof *made);
    if (!made)
        return QI_NO_MEMORY;
    memset(made, 0, sizeof *made);
    made->allocator = chosen;
    if (options)
        made->options = *options;
    size_t memory = made->options.memory ? made->options.memory : DEFAULT_MEMORY;
    if (memory < LEAST_MEMORY)
        memory = LEAST_MEMORY;
    if (made->options.engine != QI_NOGO_PLAIN && memory / SOLVER_PART >= LEAST_SOLVER &&
        qi_nogo_solver_new(memory / SOLVER_PART, &chosen, &made->solver) == QI_OK)
        memory -= memory / SOLVER_PART;
    qi_slots_start(&made->tree.slots, memory, &made->allocator);
    made->tree.engine = made->options.engine;
    made->tree.net = &made->net;
    qi_net_init(&made->net);
    qi_random_seed(&made->worker.random, made->options.seed);
    *search = made;
    return QI_OK;
}

void qi_nogo_search_free(qi_nogo_search *search)
{
    if (!search)
        return;
    const qi_allocator allocator = search->allocator;
    qi_slots_end(&search->tree.slots);
    qi_nogo_solver_free(search->solver);
    qi_nogo_free(search->game);
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

/* Takes the centre away from the root's moves. */
static void forbid_centre(qi_tree *tree)
{
    const qi_board *board = &tree->board;
    if (board->rows % 2 == 0 || board->columns % 2 == 0)
        return;
    for (uint32_t cell = 0; cell < board->cells; cell++)
        if (board->cell[cell].colour == QI_BLACK || board->cell[cell].colour == QI_WHITE)
            return;
    const uint32_t centre = (board->rows / 2U + 1) * board->stride + board->columns / 2U + 1;
    qi_tree_node *root = qi_tree_node_at(tree, tree->root);
    qi_tree_edge *edges = qi_tree_edges(tree, tree->root);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < root->count; i++)
        if (edges[i].cell != centre)
            edges[kept++] = edges[i];
    root->count = (uint16_t)kept;
    if (kept == 0)
        root->proof = QI_NOGO_LOST;
}

/* Keeps the position for the solver; `moves` lead to it from the last one. */
static void note_game(qi_nogo_search *search, const qi_nogo *game, uint32_t moves)
{
    if (moves == 0 || !search->solver)
        return;
    qi_nogo_free(search->game);
    if (qi_nogo_copy(game, &search->allocator, &search->game) != QI_OK)
        search->game = NULL;
    search->tried = 0;
    search->lost = false;
    search->winning &= moves == 2;
}

qi_result qi_nogo_search_set(qi_nogo_search *search, const qi_nogo *game)
{
    qi_tree *tree = &search->tree;
    qi_board *board = &search->worker.board;
    const qi_result result = qi_board_set(board, game);
    if (result != QI_OK) {
        tree->root = 0;
        return result;
    }
    uint16_t cells[2];
    const uint32_t moves = tree->root ? moves_between(&tree->board, board, cells) : 3;
    note_game(search, game, moves);
    if (moves <= 2) {
        if (qi_tree_advance(tree, &search->worker, cells, moves))
            return QI_OK;
        qi_board_set(board, game);
    }
    qi_board_copy(&tree->board, board);
    if (!qi_tree_plant(tree, &search->worker))
        return QI_NO_MEMORY;
    if (search->options.no_centre_first)
        forbid_centre(tree);
    return QI_OK;
}

/* ---- thinking ----------------------------------------------------------------------------- */

static qi_nogo_outcome root_proof(const qi_nogo_search *search)
{
    return qi_tree_proof(qi_tree_node_at(&search->tree, search->tree.root)->proof);
}

bool qi_search_is_over(const qi_nogo_search *search)
{
    return root_proof(search) != QI_NOGO_UNKNOWN;
}

void qi_search_note_win(qi_nogo_search *search)
{
    search->winning |= root_proof(search) == QI_NOGO_WON;
}

/* Proves a root's move to win. */
static void note_win(qi_tree *tree, qi_point move)
{
    const uint32_t cell = qi_board_cell_of(&tree->board, move);
    qi_tree_node *root = qi_tree_node_at(tree, tree->root);
    qi_tree_edge *edges = qi_tree_edges(tree, tree->root);
    for (uint32_t i = 0; i < root->count; i++)
        if (edges[i].cell == cell) {
            edges[i].proof = QI_NOGO_WON;
            root->proof = QI_NOGO_WON;
        }
}

/* Whether the solver has a good chance with so many nodes: in games of the search with itself it
 * settles two thirds of the positions with this many open points, and each more doubles the work.
 */
static bool is_worth_solving(const qi_board *board, uint64_t nodes)
{
    enum { OPEN_FOR_ONE = 9 };
    uint32_t open = 0;
    for (uint32_t i = 0; i < board->words; i++)
        open += (uint32_t)__builtin_popcountll(board->legal[0][i] | board->legal[1][i]);
    return open <= OPEN_FOR_ONE + 63U - (uint32_t)__builtin_clzll(nodes);
}

void qi_search_solve(qi_nogo_search *search, uint64_t nodes, qi_nogo_solve_watch *watch,
                     void *context)
{
    if (!search->game || search->lost || !nodes || nodes < 2 * search->tried ||
        qi_search_is_over(search) ||
        !(search->winning || is_worth_solving(&search->tree.board, nodes)))
        return;
    const qi_nogo_solve_limits limits = {.nodes = nodes, .watch = watch, .context = context};
    qi_nogo_solution solution;
    const qi_result result = qi_nogo_solve(search->solver, search->game, &limits, &solution);
    if (result != QI_OK && result != QI_STOPPED)
        return;
    search->tried = solution.nodes;
    search->lost = solution.outcome == QI_NOGO_LOST;
    if (solution.outcome == QI_NOGO_WON)
        note_win(&search->tree, solution.move);
}

bool qi_search_go_on(const qi_nogo_search *search, qi_nogo_search_watch *watch, void *context)
{
    qi_nogo_search_state state;
    qi_nogo_search_state_of(search, &state);
    return watch(context, &state);
}

double qi_search_solver_share(const qi_nogo_search *search)
{
    return search->winning ? 0.8 : 0.15;
}

void qi_nogo_search_solve(qi_nogo_search *search, uint64_t playouts)
{
    if (search->tree.root)
        qi_search_solve(search, (uint64_t)((double)playouts * qi_search_solver_share(search)), NULL,
                        NULL);
}

qi_result qi_nogo_search_think(qi_nogo_search *search, uint64_t playouts,
                               qi_nogo_search_watch *watch, void *context)
{
    if (!search->tree.root || (!playouts && !watch))
        return QI_BAD_ARGUMENT;
    qi_nogo_search_solve(search, playouts);
    qi_result result = QI_OK;
    for (uint64_t done = 0; (!playouts || done < playouts) && !qi_search_is_over(search); done++) {
        if (watch && done % PLAYOUTS_BETWEEN_WATCHES == 0 &&
            !qi_search_go_on(search, watch, context)) {
            result = QI_STOPPED;
            break;
        }
        qi_tree_descend(&search->tree, &search->worker);
        qi_tree_judge(&search->tree, &search->worker);
        qi_tree_learn(&search->tree, &search->worker);
    }
    qi_search_note_win(search);
    return result;
}

/* ---- the opinion -------------------------------------------------------------------------- */

void qi_nogo_search_state_of(const qi_nogo_search *search, qi_nogo_search_state *state)
{
    *state = (qi_nogo_search_state){.win_rate = 0.5};
    const qi_tree *tree = &search->tree;
    if (!tree->root)
        return;
    const qi_tree_node *root = qi_tree_node_at(tree, tree->root);
    const qi_tree_edge *best = qi_tree_best(tree, tree->root);
    state->visits = root->visits;
    state->nodes = tree->nodes;
    state->memory = (size_t)tree->slots.used * sizeof *tree->slots.block;
    state->win_rate = best && !search->lost ? (double)qi_tree_value(tree, best) : 0;
    state->outcome = search->lost ? QI_NOGO_LOST : qi_tree_proof(root->proof);
}

qi_point qi_nogo_search_best(const qi_nogo_search *search)
{
    const qi_tree *tree = &search->tree;
    const qi_tree_edge *best = tree->root ? qi_tree_best(tree, tree->root) : NULL;
    return best ? qi_board_point_of(&tree->board, best->cell) : QI_NO_POINT;
}

size_t qi_nogo_search_candidates(const qi_nogo_search *search, qi_nogo_candidate *list,
                                 size_t capacity)
{
    const qi_tree *tree = &search->tree;
    if (!tree->root)
        return 0;
    const qi_tree_edge *edges = qi_tree_edges(tree, tree->root);
    const uint32_t count = qi_tree_node_at(tree, tree->root)->count;
    uint16_t order[QI_BOARD_SIDE * QI_BOARD_SIDE];
    for (uint32_t i = 0; i < count; i++) { /* insertion, so that equal moves stay in board order */
        uint32_t at = i;
        for (; at > 0 && qi_tree_better(&edges[i], &edges[order[at - 1]]); at--)
            order[at] = order[at - 1];
        order[at] = (uint16_t)i;
    }
    for (size_t i = 0; i < count && i < capacity; i++) {
        const qi_tree_edge *edge = &edges[order[i]];
        list[i] = (qi_nogo_candidate){
            .point = qi_board_point_of(&tree->board, edge->cell),
            .visits = edge->visits,
            .win_rate = search->lost ? 0 : (double)qi_tree_value(tree, edge),
            .outcome = search->lost ? QI_NOGO_LOST : qi_tree_proof(edge->proof)};
    }
    return count;
}

size_t qi_nogo_search_line(const qi_nogo_search *search, qi_point first, qi_point *points,
                           size_t capacity)
{
    const qi_tree *tree = &search->tree;
    if (!tree->root || capacity == 0)
        return 0;
    const qi_tree_edge *edge = NULL;
    for (uint32_t i = 0; i < qi_tree_node_at(tree, tree->root)->count; i++)
        if (qi_board_point_of(&tree->board, qi_tree_edges(tree, tree->root)[i].cell) == first)
            edge = &qi_tree_edges(tree, tree->root)[i];
    size_t count = 0;
    while (edge && count < capacity) {
        points[count++] = qi_board_point_of(&tree->board, edge->cell);
        edge = edge->has_node ? qi_tree_best(tree, edge->node) : NULL;
        if (edge && edge->visits == 0 && edge->proof == QI_NOGO_UNKNOWN)
            edge = NULL;
    }
    return count;
}
