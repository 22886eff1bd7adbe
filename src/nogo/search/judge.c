/* Judging the positions that playouts come to: exact knowledge first, then the evaluator. */
#include "base/strict_float.h"
#include "nogo/net/evaluate.h"

#include "nogo/search/puct.h"

#include "base/fast.h"
#include "base/memory.h"
#include "nogo/net/planes.h"
#include "nogo/rules/ending.h"

/* ---- workers ------------------------------------------------------------------------------ */

qi_result qi_puct_worker_start(qi_puct_worker *worker, const qi_nogo_evaluator *evaluator,
                               const qi_allocator *allocator)
{
    const uint32_t batch = evaluator->batch ? evaluator->batch : 1;
    memset(worker, 0, sizeof *worker);
    worker->evaluator = evaluator;
    worker->batch = batch;
    worker->playouts =
        (qi_puct_playout *)qi_allocate_array(allocator, batch, sizeof *worker->playouts);
    worker->estimates =
        (qi_nogo_estimate *)qi_allocate_array(allocator, batch, sizeof *worker->estimates);
    worker->asked =
        (const qi_nogo_leaf **)qi_allocate_array(allocator, batch, sizeof *worker->asked);
    return worker->playouts && worker->estimates && worker->asked ? QI_OK : QI_NO_MEMORY;
}

static void leave(qi_puct_worker *worker)
{
    if (worker->entered && worker->evaluator->leave)
        worker->evaluator->leave(worker->memory);
    worker->entered = false;
}

void qi_puct_worker_end(qi_puct_worker *worker, const qi_allocator *allocator)
{
    leave(worker);
    qi_release(allocator, worker->playouts);
    qi_release(allocator, worker->estimates);
    qi_release(allocator, (void *)worker->asked);
}

qi_result qi_puct_worker_enter(qi_puct_worker *worker, uint32_t rows, uint32_t columns,
                               uint64_t seed, const qi_allocator *allocator)
{
    if (worker->entered && worker->rows == rows && worker->columns == columns)
        return QI_OK;
    leave(worker);
    const qi_nogo_evaluator *evaluator = worker->evaluator;
    const qi_nogo_evaluator_setup setup = {rows, columns, seed, allocator};
    worker->rows = rows;
    worker->columns = columns;
    worker->memory = evaluator->context;
    const qi_result result =
        evaluator->enter ? evaluator->enter(evaluator->context, &setup, &worker->memory) : QI_OK;
    worker->entered = result == QI_OK;
    return result;
}

/* ---- exact knowledge ---------------------------------------------------------------------- */

bool qi_puct_may_solve(const qi_puct_worker *worker, const qi_board *board, uint64_t nodes)
{
    return worker->session && worker->session->ready &&
           (!worker->max_nodes || nodes <= worker->max_nodes) && qi_board_is_solvable(board, nodes);
}

/* Asks the solver about the playout's position. */
static void ask_solver(qi_puct_worker *worker, qi_puct_playout *playout, uint64_t nodes)
{
    const solve_question question = {.moves = playout->line,
                                     .count = playout->depth,
                                     .nodes = nodes,
                                     .watch = worker->watch,
                                     .context = worker->context};
    qi_nogo_solution solution;
    qi_solve_session_ask(worker->session, &question, &solution);
    worker->solver_nodes += solution.nodes;
    playout->tried = (uint8_t)qi_puct_power(nodes);
    playout->outcome = (int8_t)solution.outcome;
    if (solution.outcome == QI_NOGO_WON)
        playout->winner = (uint16_t)qi_board_cell_of(&playout->board, solution.move);
}

/* Counts the ending; marks the moves that win. */
static void count_ending(qi_puct_playout *playout)
{
    qi_ending ending;
    qi_ending_count(&playout->board, &ending);
    playout->outcome = (int8_t)ending.proof;
    if (ending.proof != QI_NOGO_WON)
        return;
    for (uint32_t i = playout->count; i-- > 0;)
        if (qi_ending_has(&ending, playout->cell[i])) {
            playout->proof[i] = QI_NOGO_WON;
            playout->winner = playout->cell[i];
        }
}

/* Keeps of the moves only one that wins, if there is one. */
static void strip(qi_puct_playout *playout)
{
    playout->bare = true;
    playout->count = playout->winner != 0;
    playout->cell[0] = playout->winner;
    playout->share[0] = UINT16_MAX;
    playout->proof[0] = QI_NOGO_WON;
}

static void look_at_new(qi_puct_worker *worker, qi_puct_playout *playout)
{
    playout->count = qi_board_list(&playout->board, playout->board.to_move, playout->cell);
    memset(playout->proof, QI_NOGO_UNKNOWN, playout->count * sizeof *playout->proof);
    playout->bare = false;
    playout->winner = 0;
    playout->tried = 0;
    playout->outcome = playout->count ? QI_NOGO_UNKNOWN : QI_NOGO_LOST;
    if (playout->count && !worker->evaluator->no_solver && QI_HAS_FAST(QI_FAST_ENDINGS))
        count_ending(playout);
    if (playout->outcome == QI_NOGO_UNKNOWN && !playout->planting &&
        qi_puct_may_solve(worker, &playout->board, QI_PUCT_SOLVER_NODES))
        ask_solver(worker, playout, QI_PUCT_SOLVER_NODES);
    if (playout->outcome != QI_NOGO_UNKNOWN && !playout->planting) {
        strip(playout);
        return;
    }
    if (playout->outcome == QI_NOGO_LOST)
        memset(playout->proof, QI_NOGO_LOST, playout->count * sizeof *playout->proof);
    playout->asks = playout->count > 0;
}

void qi_puct_look(qi_puct_worker *worker)
{
    for (uint32_t i = 0; i < worker->count; i++) {
        qi_puct_playout *playout = &worker->playouts[i];
        playout->asks = false;
        if (playout->task == QI_PUCT_EXPAND) {
            look_at_new(worker, playout);
        } else {
            playout->winner = 0;
            ask_solver(worker, playout, playout->nodes);
        }
    }
}

/* ---- the evaluator ------------------------------------------------------------------------ */

void qi_nogo_leaf_size(const qi_nogo_leaf *leaf, uint32_t *rows, uint32_t *columns)
{
    *rows = leaf->board->rows;
    *columns = leaf->board->columns;
}

void qi_nogo_leaf_planes(const qi_nogo_leaf *leaf, qi_nogo_planes *planes)
{
    qi_planes_make(planes, leaf->board);
}

void qi_nogo_leaf_pack(const qi_nogo_leaf *leaf, uint8_t *packed)
{
    qi_nogo_planes planes;
    qi_planes_make(&planes, leaf->board);
    qi_planes_pack(&planes, leaf->board->rows, leaf->board->columns, packed);
}

/* Sorts the moves by their shares, the largest first; alike ones stay in the order of the board. */
static void sort_moves(qi_puct_playout *playout)
{
    for (uint32_t i = 1; i < playout->count; i++) {
        const uint16_t cell = playout->cell[i], share = playout->share[i];
        const int8_t proof = playout->proof[i];
        uint32_t at = i;
        for (; at > 0 && playout->share[at - 1] < share; at--) {
            playout->cell[at] = playout->cell[at - 1];
            playout->share[at] = playout->share[at - 1];
            playout->proof[at] = playout->proof[at - 1];
        }
        playout->cell[at] = cell;
        playout->share[at] = share;
        playout->proof[at] = proof;
    }
}

/* A logit in 256ths; what no int16_t holds is cut off. */
static int16_t logit_of(float policy)
{
    const float scaled = policy * 256;
    if (scaled >= INT16_MAX)
        return INT16_MAX;
    if (scaled <= INT16_MIN)
        return INT16_MIN;
    return (int16_t)(scaled < 0 ? scaled - 0.5F : scaled + 0.5F);
}

/* Stores an answer; false if it has a NaN or a value outside 0 to 1. */
static bool take_estimate(qi_puct_playout *playout, const qi_nogo_estimate *estimate)
{
    int16_t logit[QI_PUCT_MOVES];
    if (!(estimate->value >= 0 && estimate->value <= 1)) /* not a number, too */
        return false;
    playout->value = (uint16_t)(estimate->value * UINT16_MAX + 0.5F);
    for (uint32_t i = 0; i < playout->count; i++) {
        const float policy = estimate->policy[qi_board_point_of(&playout->board, playout->cell[i])];
        if (policy != policy)
            return false;
        logit[i] = logit_of(policy);
    }
    qi_nogo_policy_shares(logit, NULL, playout->count, playout->share);
    sort_moves(playout);
    return true;
}

qi_result qi_puct_evaluate(qi_puct_worker *worker)
{
    const qi_nogo_evaluator *evaluator = worker->evaluator;
    uint32_t asked = 0;
    for (uint32_t i = 0; i < worker->count; i++)
        if (worker->playouts[i].asks) {
            qi_puct_playout *playout = &worker->playouts[i];
            playout->leaf = (qi_nogo_leaf){&playout->board, playout->hash};
            worker->asked[asked++] = &playout->leaf;
        }
    if (!asked)
        return QI_OK;
    const qi_result result =
        evaluator->evaluate(worker->memory, worker->asked, asked, worker->estimates);
    if (result != QI_OK)
        return result;
    asked = 0;
    for (uint32_t i = 0; i < worker->count; i++)
        if (worker->playouts[i].asks &&
            !take_estimate(&worker->playouts[i], &worker->estimates[asked++]))
            return QI_BAD_DATA;
    return QI_OK;
}
