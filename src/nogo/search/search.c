#include "nogo/search/search.h"

#include "base/memory.h"

enum {
    DEFAULT_MEMORY = 256 << 20,
    LEAST_MEMORY = 1 << 20,
    SOLVER_PART = 8, /* of the memory */
    LEAST_SOLVER = 2 << 20,
    PLAYOUTS_BETWEEN_WATCHES = 64
};

/* What the engine needs beside the solver; QI_NO_MEMORY or what the network's makers say. */
static qi_result start_engine(qi_nogo_search *search, size_t memory)
{
    if (!qi_search_is_learnt(search)) {
        qi_slots_start(&search->tree.slots, memory, &search->allocator);
        search->tree.engine = search->options.engine;
        qi_random_seed(&search->worker.random, search->options.seed);
        return QI_OK;
    }
    qi_graph_start(&search->learnt.graph, memory, &search->allocator);
    search->learnt_worker.session = &search->session;
    return search->options.net
               ? QI_OK
               : qi_nogo_net_builtin(QI_NOGO_NET_BEST, &search->allocator, &search->own_net);
}

qi_result qi_nogo_search_new(const qi_nogo_search_options *options, const qi_allocator *allocator,
                             qi_nogo_search **search)
{
    if (options && (unsigned)options->engine > QI_NOGO_POLICY)
        return QI_BAD_ARGUMENT;
    const qi_allocator chosen = qi_allocator_or_default(allocator);
    qi_nogo_search *made = (qi_nogo_search *)qi_allocate(&chosen, sizeof *made);
    if (!made)
        return QI_NO_MEMORY;
    memset(made, 0, sizeof *made);
    made->allocator = chosen;
    if (options)
        made->options = *options;
    size_t memory = made->options.memory ? made->options.memory : DEFAULT_MEMORY;
    if (memory < LEAST_MEMORY)
        memory = LEAST_MEMORY;
    if (made->options.engine != QI_NOGO_PLAIN && made->options.engine != QI_NOGO_POLICY &&
        memory / SOLVER_PART >= LEAST_SOLVER &&
        qi_nogo_solver_new(memory / SOLVER_PART, &chosen, &made->solver) == QI_OK)
        memory -= memory / SOLVER_PART;
    const qi_result result = start_engine(made, memory);
    if (result != QI_OK) {
        qi_nogo_search_free(made);
        return result;
    }
    *search = made;
    return QI_OK;
}

void qi_nogo_search_free(qi_nogo_search *search)
{
    if (!search)
        return;
    const qi_allocator allocator = search->allocator;
    if (qi_search_is_learnt(search))
        qi_graph_end(&search->learnt.graph);
    else
        qi_slots_end(&search->tree.slots);
    qi_nogo_net_worker_free(search->learnt_worker.evaluator);
    qi_nogo_net_free(search->own_net);
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

/* Takes the centre away from the root's moves. */
static void forbid_centre(qi_nogo_search *search)
{
    const uint32_t centre = first_centre(qi_search_board(search));
    if (!centre)
        return;
    if (qi_search_is_learnt(search))
        qi_learnt_bar(&search->learnt, centre);
    else
        qi_tree_bar(&search->tree, centre);
}

/* Keeps the position for the solver; `moves` lead to it from the last one. */
static void note_game(qi_nogo_search *search, const qi_nogo *game, const uint16_t *cells,
                      uint32_t moves)
{
    if (moves == 0 || !search->solver)
        return;
    search->winning &= moves == 2;
    if (qi_search_is_learnt(search)) {
        solve_session *session = &search->session;
        for (uint32_t i = 0; i < moves && moves <= 2 && session->ready; i++)
            qi_solve_session_play(session, qi_board_point_of(&search->learnt.board, cells[i]));
        if (moves > 2 || !session->ready)
            qi_solve_session_start(session, search->solver, game);
        return;
    }
    qi_nogo_free(search->game);
    if (qi_nogo_copy(game, &search->allocator, &search->game) != QI_OK)
        search->game = NULL;
    search->tried = 0;
    search->lost = false;
}

/* An evaluator for boards of this size. */
static qi_result prepare_network(qi_nogo_search *search, const qi_nogo *game)
{
    const uint32_t rows = qi_nogo_rows(game), columns = qi_nogo_columns(game);
    qi_nogo_net_worker **evaluator = &search->learnt_worker.evaluator;
    if (*evaluator && search->rows == rows && search->columns == columns)
        return QI_OK;
    qi_nogo_net_worker_free(*evaluator);
    *evaluator = NULL;
    search->rows = rows;
    search->columns = columns;
    return qi_nogo_net_worker_new(qi_search_net(search), rows, columns, &search->allocator,
                                  evaluator);
}

/* Empties the tree and starts at the position of `board`. */
static bool plant(qi_nogo_search *search, const qi_board *board)
{
    bool planted;
    if (qi_search_is_learnt(search)) {
        qi_board_copy(&search->learnt.board, board);
        planted = qi_learnt_plant(&search->learnt, &search->learnt_worker);
    } else {
        qi_board_copy(&search->tree.board, board);
        planted = qi_tree_plant(&search->tree, &search->worker);
    }
    if (planted && search->options.no_centre_first)
        forbid_centre(search);
    return planted;
}

static bool advance(qi_nogo_search *search, const uint16_t *cells, uint32_t moves)
{
    return qi_search_is_learnt(search)
               ? qi_learnt_advance(&search->learnt, cells, moves)
               : qi_tree_advance(&search->tree, &search->worker, cells, moves);
}

qi_result qi_nogo_search_set(qi_nogo_search *search, const qi_nogo *game)
{
    qi_board *board =
        qi_search_is_learnt(search) ? &search->learnt_worker.board : &search->worker.board;
    qi_result result = qi_board_set(board, game);
    if (result == QI_OK && qi_search_is_learnt(search))
        result = prepare_network(search, game);
    if (result != QI_OK) {
        search->tree.root = search->learnt.graph.root = 0;
        return result;
    }
    uint16_t cells[2];
    const uint32_t moves =
        qi_search_has_position(search) ? moves_between(qi_search_board(search), board, cells) : 3;
    note_game(search, game, cells, moves);
    if (moves <= 2) {
        if (advance(search, cells, moves))
            return QI_OK;
        qi_board_set(board, game);
    }
    return plant(search, board) ? QI_OK : QI_NO_MEMORY;
}

/* ---- thinking ----------------------------------------------------------------------------- */

static qi_nogo_outcome root_outcome(const qi_nogo_search *search)
{
    const qi_learnt *learnt = &search->learnt;
    if (qi_search_is_learnt(search))
        return (qi_nogo_outcome)qi_graph_node_at(&learnt->graph, learnt->graph.root)->outcome;
    return qi_tree_proof(qi_tree_node_at(&search->tree, search->tree.root)->proof);
}

bool qi_search_is_over(const qi_nogo_search *search)
{
    return root_outcome(search) != QI_NOGO_UNKNOWN;
}

void qi_search_note_win(qi_nogo_search *search)
{
    search->winning |= root_outcome(search) == QI_NOGO_WON;
}

double qi_search_solver_share(const qi_nogo_search *search)
{
    return search->winning ? 0.8 : 0.15;
}

uint64_t qi_search_playout_nodes(const qi_nogo_search *search)
{
    return qi_search_is_learnt(search) ? QI_LEARNT_SOLVER_NODES : 1;
}

/* Whether the solver has a good chance with so many nodes. */
static bool is_worth_solving(const qi_nogo_search *search, uint64_t nodes)
{
    return search->winning || qi_board_is_solvable(qi_search_board(search), nodes);
}

/* Asks the solver about the root of a tree. */
static void solve_tree(qi_nogo_search *search, uint64_t nodes, qi_nogo_solve_watch *watch,
                       void *context)
{
    if (!search->game || search->lost || nodes < 2 * search->tried)
        return;
    const qi_nogo_solve_limits limits = {.nodes = nodes, .watch = watch, .context = context};
    qi_nogo_solution solution;
    const qi_result result = qi_nogo_solve(search->solver, search->game, &limits, &solution);
    if (result != QI_OK && result != QI_STOPPED)
        return;
    search->tried = solution.nodes;
    search->lost = solution.outcome == QI_NOGO_LOST;
    if (solution.outcome == QI_NOGO_WON)
        qi_tree_note_win(&search->tree, qi_board_cell_of(&search->tree.board, solution.move));
}

void qi_search_solve(qi_nogo_search *search, uint64_t nodes, qi_nogo_solve_watch *watch,
                     void *context)
{
    if (!nodes || qi_search_is_over(search) || !is_worth_solving(search, nodes))
        return;
    if (!qi_search_is_learnt(search)) {
        solve_tree(search, nodes, watch, context);
        return;
    }
    search->learnt_worker.watch = watch;
    search->learnt_worker.context = context;
    qi_learnt_solve_root(&search->learnt, &search->learnt_worker, nodes);
}

bool qi_search_go_on(const qi_nogo_search *search, qi_nogo_search_watch *watch, void *context)
{
    qi_nogo_search_state state;
    qi_nogo_search_state_of(search, &state);
    return watch(context, &state);
}

/* How many nodes the solver gets before so many playouts. */
static uint64_t first_nodes(const qi_nogo_search *search, uint64_t playouts)
{
    return (uint64_t)((double)playouts * qi_search_solver_share(search)) *
           qi_search_playout_nodes(search);
}

void qi_nogo_search_solve(qi_nogo_search *search, uint64_t playouts)
{
    if (qi_search_has_position(search))
        qi_search_solve(search, first_nodes(search, playouts), NULL, NULL);
}

/* The caller's watch, as the solver asks it. */
typedef struct solver_watch {
    const qi_nogo_search *search;
    qi_nogo_search_watch *watch;
    void *context;
    bool ended;
} solver_watch;

static bool go_on_solving(void *context, const qi_nogo_solve_progress *progress)
{
    solver_watch *asked = (solver_watch *)context;
    (void)progress;
    asked->ended |= !qi_search_go_on(asked->search, asked->watch, asked->context);
    return !asked->ended;
}

static void play_out(qi_nogo_search *search)
{
    if (qi_search_is_learnt(search)) {
        qi_learnt_descend(&search->learnt, &search->learnt_worker);
        qi_learnt_judge(&search->learnt_worker);
        qi_learnt_learn(&search->learnt, &search->learnt_worker);
        return;
    }
    qi_tree_descend(&search->tree, &search->worker);
    qi_tree_judge(&search->tree, &search->worker);
    qi_tree_learn(&search->tree, &search->worker);
}

qi_result qi_nogo_search_think(qi_nogo_search *search, uint64_t playouts,
                               qi_nogo_search_watch *watch, void *context)
{
    if (!qi_search_has_position(search) || (!playouts && !watch))
        return QI_BAD_ARGUMENT;
    if (search->options.engine == QI_NOGO_POLICY)
        return QI_OK;
    const bool learnt = qi_search_is_learnt(search);
    const uint64_t between = learnt ? 1 : PLAYOUTS_BETWEEN_WATCHES;
    const uint64_t first = qi_search_visits(search);
    solver_watch asked = {.search = search, .watch = watch, .context = context};
    qi_nogo_solve_watch *ask = watch && learnt ? go_on_solving : NULL;
    qi_search_solve(search, first_nodes(search, playouts), ask, &asked);
    search->learnt_worker.most_nodes = 0;
    search->learnt_worker.watch = ask;
    search->learnt_worker.context = &asked;
    for (uint64_t turn = 0; !asked.ended && !qi_search_is_over(search); turn++) {
        if (playouts && qi_search_visits(search) - first >= playouts)
            break;
        if (watch && turn % between == 0 && !qi_search_go_on(search, watch, context)) {
            asked.ended = true;
            break;
        }
        play_out(search);
    }
    qi_search_note_win(search);
    return asked.ended ? QI_STOPPED : QI_OK;
}
