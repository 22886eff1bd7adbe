/* No product is ever added to something here, so contraction cannot change a bit (base/exact.h). */
#include "base/exact.h"

#include "nogo/search/learnt.h"

#include "base/memory.h"
#include "base/random.h"
#include "nogo/board/ending.h"

/* Exploration, in units of a chance of winning: EXPLORE, and EXPLORE_MORE each time that the visits
 * and EXPLORE_BASE make twice EXPLORE_BASE; in 65536ths. */
enum { EXPLORE = 46000, EXPLORE_MORE = 9000, EXPLORE_BASE = 500 };

/* A move without visits is taken to be worth less than its position by the root of this times the
 * share of the policy that was seen. */
static const float UNSEEN_LOSS = 0.125F * 0.125F;

/* The solver on the root's best move: so many nodes for every visit of the root, in tries of powers
 * of two from 2^LEAST_TRY on; where LONG_SHOT times as many would probably settle it. */
enum { CANDIDATE_NODES = 3 * QI_LEARNT_SOLVER_NODES, LEAST_TRY = 12, MOST_TRY = 40, LONG_SHOT = 4 };

/* ---- exact knowledge ---------------------------------------------------------------------- */

static uint32_t power_of(uint64_t nodes)
{
    return 63U - (uint32_t)__builtin_clzll(nodes | 1);
}

static bool may_solve(const qi_learnt_worker *worker, uint64_t nodes)
{
    return worker->session && worker->session->ready &&
           (!worker->most_nodes || nodes <= worker->most_nodes) &&
           qi_board_is_solvable(&worker->board, nodes);
}

/* Asks the solver about the worker's position. */
static void ask_solver(qi_learnt_worker *worker, uint64_t nodes)
{
    const solve_question question = {.moves = worker->line,
                                     .count = worker->depth,
                                     .nodes = nodes,
                                     .watch = worker->watch,
                                     .context = worker->context};
    qi_nogo_solution solution;
    qi_solve_session_ask(worker->session, &question, &solution);
    worker->solver_nodes += solution.nodes;
    worker->tried = (uint8_t)power_of(nodes);
    worker->outcome = (int8_t)solution.outcome;
    if (solution.outcome == QI_NOGO_WON)
        worker->winner = (uint16_t)qi_board_cell_of(&worker->board, solution.move);
}

/* Counts the ending; marks the moves that win. */
static void count_ending(qi_learnt_worker *worker)
{
    qi_ending ending;
    qi_ending_count(&worker->board, &ending);
    worker->outcome = (int8_t)ending.proof;
    if (ending.proof != QI_NOGO_WON)
        return;
    for (uint32_t i = worker->count; i-- > 0;)
        if (qi_ending_has(&ending, worker->cell[i])) {
            worker->proof[i] = QI_NOGO_WON;
            worker->winner = worker->cell[i];
        }
}

/* ---- judging ------------------------------------------------------------------------------ */

/* Sorts the moves by their shares, the largest first; alike ones stay in the order of the board. */
static void sort_moves(qi_learnt_worker *worker)
{
    for (uint32_t i = 1; i < worker->count; i++) {
        const uint16_t cell = worker->cell[i], share = worker->share[i];
        const int8_t proof = worker->proof[i];
        uint32_t at = i;
        for (; at > 0 && worker->share[at - 1] < share; at--) {
            worker->cell[at] = worker->cell[at - 1];
            worker->share[at] = worker->share[at - 1];
            worker->proof[at] = worker->proof[at - 1];
        }
        worker->cell[at] = cell;
        worker->share[at] = share;
        worker->proof[at] = proof;
    }
}

/* The network's word on the worker's position and its moves. */
static void ask_network(qi_learnt_worker *worker)
{
    uint16_t points[QI_LEARNT_MOVES];
    qi_planes_make(&worker->planes, &worker->board);
    qi_nogo_net_evaluate(worker->evaluator, &worker->planes, &worker->evaluation);
    worker->value = qi_nogo_win_share(worker->evaluation.value);
    for (uint32_t i = 0; i < worker->count; i++)
        points[i] = (uint16_t)qi_board_point_of(&worker->board, worker->cell[i]);
    qi_nogo_policy_shares(worker->evaluation.policy, points, worker->count, worker->share);
    sort_moves(worker);
}

/* Keeps of the moves only one that wins, if there is one. */
static void strip(qi_learnt_worker *worker)
{
    worker->bare = true;
    worker->count = worker->winner != 0;
    worker->cell[0] = worker->winner;
    worker->share[0] = UINT16_MAX;
    worker->proof[0] = QI_NOGO_WON;
}

static void judge_new(qi_learnt_worker *worker)
{
    worker->count = qi_board_list(&worker->board, worker->board.to_move, worker->cell);
    memset(worker->proof, QI_NOGO_UNKNOWN, worker->count * sizeof *worker->proof);
    worker->bare = false;
    worker->winner = 0;
    worker->tried = 0;
    worker->outcome = QI_NOGO_LOST;
    if (worker->count)
        count_ending(worker);
    if (worker->outcome == QI_NOGO_UNKNOWN && !worker->planting &&
        may_solve(worker, QI_LEARNT_SOLVER_NODES))
        ask_solver(worker, QI_LEARNT_SOLVER_NODES);
    if (worker->outcome != QI_NOGO_UNKNOWN && !worker->planting) {
        strip(worker);
        return;
    }
    if (worker->outcome == QI_NOGO_LOST)
        memset(worker->proof, QI_NOGO_LOST, worker->count * sizeof *worker->proof);
    if (worker->count)
        ask_network(worker);
}

void qi_learnt_judge(qi_learnt_worker *worker)
{
    if (worker->task == QI_LEARNT_EXPAND) {
        judge_new(worker);
    } else if (worker->task == QI_LEARNT_SOLVE) {
        worker->winner = 0;
        ask_solver(worker, worker->nodes);
    }
}

/* ---- the graph ---------------------------------------------------------------------------- */

static uint64_t hash_of(uint32_t cell, qi_colour colour)
{
    uint64_t state = (uint64_t)cell << 2 | (uint64_t)colour;
    return qi_splitmix64(&state);
}

static uint32_t value_of(uint16_t share)
{
    return (uint32_t)share << 8 | share >> 8;
}

static uint32_t value_of_outcome(int outcome)
{
    return outcome == QI_NOGO_WON ? QI_GRAPH_ONE : 0;
}

/* What the worker found its position to be worth. */
static uint32_t value_found(const qi_learnt_worker *worker)
{
    return worker->outcome == QI_NOGO_UNKNOWN ? value_of(worker->value)
                                              : value_of_outcome(worker->outcome);
}

/* A node with what the worker found, or 0 when the memory is full. */
static uint32_t add_node(qi_graph *graph, const qi_learnt_worker *worker)
{
    const uint32_t node = qi_graph_add(graph, worker->hash, worker->count);
    if (!node)
        return 0;
    qi_graph_node *header = qi_graph_node_at(graph, node);
    header->visits = 1;
    header->own = worker->value;
    header->outcome = worker->outcome;
    header->value = value_found(worker);
    header->bare = worker->bare;
    header->tried = worker->tried;
    qi_graph_edge *edges = qi_graph_edges(graph, node);
    for (uint32_t i = 0; i < worker->count; i++)
        edges[i] = (qi_graph_edge){
            .outcome = worker->proof[i], .cell = worker->cell[i], .share = worker->share[i]};
    return node;
}

/* Sets the worker at the root. */
static void start(const qi_learnt *learnt, qi_learnt_worker *worker)
{
    qi_board_copy(&worker->board, &learnt->board);
    worker->hash = learnt->hash;
    worker->epoch = learnt->graph.epoch;
    worker->depth = 0;
    worker->planting = false;
}

bool qi_learnt_plant(qi_learnt *learnt, qi_learnt_worker *worker)
{
    const qi_board *board = &learnt->board;
    qi_graph_clear(&learnt->graph);
    learnt->lost = learnt->full = false;
    learnt->candidate_nodes = 0;
    learnt->hash = 0;
    for (uint32_t cell = 0; cell < board->cells; cell++)
        if (board->cell[cell].colour == QI_BLACK || board->cell[cell].colour == QI_WHITE)
            learnt->hash ^= hash_of(cell, (qi_colour)board->cell[cell].colour);
    start(learnt, worker);
    worker->task = QI_LEARNT_EXPAND;
    worker->planting = true;
    qi_learnt_judge(worker);
    learnt->evaluations += worker->count > 0;
    learnt->graph.root = add_node(&learnt->graph, worker);
    return learnt->graph.root != 0;
}

/* ---- choosing a move ---------------------------------------------------------------------- */

/* The binary logarithm of 1 + visits / EXPLORE_BASE in 65536ths, straight between powers of two. */
static uint32_t growth_of(uint32_t visits)
{
    const uint64_t ratio = 65536 + ((uint64_t)visits << 16) / EXPLORE_BASE;
    const uint32_t power = power_of(ratio);
    return ((power - 16) << 16) + (uint32_t)((ratio << 16 >> power) - 65536);
}

/* The edge to follow, or `count` when all are proven losses. Edges without a visit come after all
 * others, and the first of them draws most. */
static uint32_t choose(const qi_graph_node *node, const qi_graph_edge *edges)
{
    const uint32_t explore =
        EXPLORE + (uint32_t)((uint64_t)EXPLORE_MORE * growth_of(node->visits) >> 16);
    const float scale =
        (float)explore * __builtin_sqrtf((float)node->visits) / (65536.0F * UINT16_MAX);
    uint32_t chosen = node->count;
    uint32_t seen = 0;
    float most = -1;
    for (uint32_t i = 0; i < node->count; i++) {
        const qi_graph_edge *edge = &edges[i];
        if (edge->outcome == QI_NOGO_LOST)
            continue;
        float value = (float)edge->value / QI_GRAPH_ONE;
        if (!edge->visits) {
            const float loss = __builtin_sqrtf((float)seen * (UNSEEN_LOSS / UINT16_MAX));
            value = (float)node->value / QI_GRAPH_ONE - loss;
            value = value > 0 ? value : 0;
        }
        const float pull = value + scale * edge->share / (float)(edge->visits + 1);
        if (pull > most) {
            most = pull;
            chosen = i;
        }
        if (!edge->visits)
            break;
        seen += edge->share;
    }
    return chosen;
}

/* How many nodes the solver should try here now, or 0. */
static uint64_t nodes_for(const qi_graph_node *node, const qi_learnt_worker *worker)
{
    const uint64_t nodes = (uint64_t)node->visits * QI_LEARNT_SOLVER_NODES;
    return power_of(nodes) >= node->tried + 2U && may_solve(worker, nodes) ? nodes : 0;
}

/* Follows an edge of a node. */
static void follow(qi_learnt *learnt, qi_learnt_worker *worker, uint32_t at, uint32_t chosen)
{
    qi_graph *graph = &learnt->graph;
    qi_graph_edge *edge = &qi_graph_edges(graph, at)[chosen];
    worker->path[worker->depth] = at;
    worker->edge[worker->depth] = (uint16_t)chosen;
    worker->line[worker->depth++] = qi_board_point_of(&worker->board, edge->cell);
    qi_graph_node_at(graph, at)->visits++;
    edge->visits++;
    worker->hash ^= hash_of(edge->cell, worker->board.to_move);
    qi_board_play(&worker->board, worker->board.to_move, edge->cell);
    if (!edge->node)
        edge->node = qi_graph_find(graph, worker->hash);
}

/* The root's move with most visits that is not decided, or `count` when there is none with a
 * position in the graph. */
static uint32_t find_candidate(const qi_graph *graph)
{
    const qi_graph_node *root = qi_graph_node_at(graph, graph->root);
    const qi_graph_edge *edges = qi_graph_edges(graph, graph->root);
    uint32_t best = root->count;
    for (uint32_t i = 0; i < root->count; i++)
        if (edges[i].outcome == QI_NOGO_UNKNOWN && edges[i].cell && edges[i].node &&
            (best == root->count || edges[i].visits > edges[best].visits))
            best = i;
    return best;
}

/* The solver's next limit for the root's best move, as a power of two: twice the last one, and
 * enough for a fair chance. */
static uint32_t next_power(const qi_board *board, uint32_t tried)
{
    uint32_t power = tried < LEAST_TRY ? LEAST_TRY : tried + 1U;
    while (power < MOST_TRY && !qi_board_is_solvable(board, (uint64_t)LONG_SHOT << power))
        power++;
    return power;
}

/* Sets the solver on the move that would be played now, if it is its turn. */
static bool try_candidate(qi_learnt *learnt, qi_learnt_worker *worker)
{
    const qi_graph *graph = &learnt->graph;
    const qi_graph_node *root = qi_graph_node_at(graph, graph->root);
    if (learnt->lost || root->outcome != QI_NOGO_UNKNOWN || !worker->session ||
        !worker->session->ready)
        return false;
    const uint32_t best = find_candidate(graph);
    if (best == root->count)
        return false;
    const uint32_t below = qi_graph_edges(graph, graph->root)[best].node;
    qi_graph_node *node = qi_graph_node_at(graph, below);
    const uint32_t power = next_power(&worker->board, node->tried);
    const uint64_t nodes = (uint64_t)1 << power, most = worker->most_nodes;
    /* Cut short by the clock, it may still have half a chance. */
    if (node->outcome != QI_NOGO_UNKNOWN || (most && nodes / 4 > most) ||
        learnt->candidate_nodes + nodes > (uint64_t)root->visits * CANDIDATE_NODES)
        return false;
    follow(learnt, worker, graph->root, best);
    node->tried = (uint8_t)power;
    learnt->candidate_nodes += nodes;
    worker->nodes = most && most < nodes ? most : nodes;
    worker->node = below;
    worker->task = QI_LEARNT_SOLVE;
    return true;
}

void qi_learnt_descend(qi_learnt *learnt, qi_learnt_worker *worker)
{
    qi_graph *graph = &learnt->graph;
    start(learnt, worker);
    worker->task = QI_LEARNT_KNOWN;
    if (try_candidate(learnt, worker))
        return;
    for (uint32_t at = graph->root;;) {
        qi_graph_node *node = qi_graph_node_at(graph, at);
        if (node->outcome != QI_NOGO_UNKNOWN)
            return;
        worker->nodes = learnt->lost && at == graph->root ? 0 : nodes_for(node, worker);
        if (worker->nodes) {
            node->tried = (uint8_t)power_of(worker->nodes);
            worker->node = at;
            worker->task = QI_LEARNT_SOLVE;
            return;
        }
        const uint32_t chosen = choose(node, qi_graph_edges(graph, at));
        follow(learnt, worker, at, chosen);
        const qi_graph_edge *edge = &qi_graph_edges(graph, at)[chosen];
        if (!edge->node) {
            worker->task = QI_LEARNT_EXPAND;
            return;
        }
        /* Reached more often by other ways: its value is as good as a new one. */
        if (qi_graph_node_at(graph, edge->node)->visits >= edge->visits)
            return;
        at = edge->node;
    }
}

/* ---- learning ----------------------------------------------------------------------------- */

/* Brings a node up to date with what is behind its moves. Moves that lose count for nothing. */
static void update(qi_graph *graph, uint32_t at)
{
    qi_graph_node *node = qi_graph_node_at(graph, at);
    qi_graph_edge *edges = qi_graph_edges(graph, at);
    uint64_t sum = value_of(node->own), weight = 1;
    bool lost = true;
    if (node->outcome != QI_NOGO_UNKNOWN) /* somebody else has proved it meanwhile */
        return;
    for (uint32_t i = 0; i < node->count; i++) {
        qi_graph_edge *edge = &edges[i];
        if (edge->visits && edge->node) {
            const qi_graph_node *below = qi_graph_node_at(graph, edge->node);
            edge->value = (QI_GRAPH_ONE - below->value) & QI_GRAPH_ONE;
            edge->outcome = (int8_t)-below->outcome;
        }
        if (edge->outcome == QI_NOGO_WON) {
            node->outcome = QI_NOGO_WON;
            node->value = QI_GRAPH_ONE;
            return;
        }
        if (edge->outcome == QI_NOGO_LOST)
            continue;
        lost = false;
        if (!edge->visits)
            break;
        sum += (uint64_t)edge->visits * edge->value;
        weight += edge->visits;
    }
    node->outcome = lost ? QI_NOGO_LOST : QI_NOGO_UNKNOWN;
    node->value = lost ? 0 : (uint32_t)(sum / weight);
}

/* Marks a move as won, and so the position. */
static void note_win(qi_graph *graph, uint32_t at, uint32_t cell)
{
    qi_graph_node *node = qi_graph_node_at(graph, at);
    qi_graph_edge *edges = qi_graph_edges(graph, at);
    for (uint32_t i = 0; i < node->count; i++)
        if (edges[i].cell == cell) {
            edges[i].outcome = QI_NOGO_WON;
            edges[i].value = QI_GRAPH_ONE;
            node->outcome = QI_NOGO_WON;
            node->value = QI_GRAPH_ONE;
        }
}

/* Takes in what the solver says of a position. The playout was only for that: without an answer it
 * is taken back. */
static void learn_solution(qi_learnt *learnt, const qi_learnt_worker *worker)
{
    qi_graph *graph = &learnt->graph;
    if (worker->outcome == QI_NOGO_WON) {
        note_win(graph, worker->node, worker->winner);
    } else if (worker->outcome == QI_NOGO_LOST && worker->node == graph->root) {
        learnt->lost = true;
    } else if (worker->outcome == QI_NOGO_LOST) {
        qi_graph_node_at(graph, worker->node)->outcome = QI_NOGO_LOST;
        qi_graph_node_at(graph, worker->node)->value = 0;
    } else {
        for (uint32_t depth = worker->depth; depth-- > 0;) {
            qi_graph_node_at(graph, worker->path[depth])->visits--;
            qi_graph_edges(graph, worker->path[depth])[worker->edge[depth]].visits--;
        }
    }
}

/* Puts the new position behind the last move of the path. False when there was no room but now is:
 * then the path is none any more. */
static bool learn_position(qi_learnt *learnt, const qi_learnt_worker *worker)
{
    qi_graph *graph = &learnt->graph;
    uint32_t node = qi_graph_find(graph, worker->hash); /* others may have been faster */
    if (!node)
        node = add_node(graph, worker);
    if (!node && !learnt->full) {
        learnt->full = !qi_graph_prune(graph);
        if (!learnt->full)
            return false;
    }
    const uint32_t last = worker->depth - 1;
    qi_graph_edge *edge = &qi_graph_edges(graph, worker->path[last])[worker->edge[last]];
    edge->node = node;
    if (!node) {
        edge->outcome = (int8_t)-worker->outcome;
        edge->value = (QI_GRAPH_ONE - value_found(worker)) & QI_GRAPH_ONE;
    }
    return true;
}

void qi_learnt_learn(qi_learnt *learnt, qi_learnt_worker *worker)
{
    learnt->evaluations += worker->task == QI_LEARNT_EXPAND && !worker->bare && worker->count > 0;
    if (worker->epoch != learnt->graph.epoch) /* what it walked on was moved */
        return;
    if (worker->task == QI_LEARNT_SOLVE)
        learn_solution(learnt, worker);
    else if (worker->task == QI_LEARNT_EXPAND && !learn_position(learnt, worker))
        return;
    for (uint32_t depth = worker->depth; depth-- > 0;)
        update(&learnt->graph, worker->path[depth]);
}

bool qi_learnt_advance(qi_learnt *learnt, const uint16_t *cells, uint32_t count)
{
    qi_graph *graph = &learnt->graph;
    uint32_t node = graph->root;
    if (count == 0)
        return true;
    for (uint32_t i = 0; i < count && node; i++) {
        const qi_graph_edge *edges = qi_graph_edges(graph, node);
        uint32_t next = 0;
        for (uint32_t j = 0; j < qi_graph_node_at(graph, node)->count; j++)
            if (edges[j].cell == cells[i])
                next = edges[j].node;
        node = next;
    }
    if (!node || qi_graph_node_at(graph, node)->bare || !qi_graph_keep(graph, node, 1))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        learnt->hash ^= hash_of(cells[i], learnt->board.to_move);
        qi_board_play(&learnt->board, learnt->board.to_move, cells[i]);
    }
    learnt->full = false;
    learnt->candidate_nodes = 0;
    /* A loss that the solver has proved does not end the thinking, as long as the graph does not
     * see every move refuted. */
    qi_graph_node *root = qi_graph_node_at(graph, graph->root);
    learnt->lost = root->outcome == QI_NOGO_LOST;
    if (learnt->lost) {
        root->outcome = QI_NOGO_UNKNOWN;
        update(graph, graph->root);
    }
    return true;
}

bool qi_learnt_solve_root(qi_learnt *learnt, qi_learnt_worker *worker, uint64_t nodes)
{
    const uint32_t root = learnt->graph.root;
    start(learnt, worker);
    if (learnt->lost || !worker->session || !worker->session->ready || !nodes ||
        power_of(nodes) <= qi_graph_node_at(&learnt->graph, root)->tried)
        return false;
    worker->task = QI_LEARNT_SOLVE;
    worker->node = root;
    worker->nodes = nodes;
    qi_learnt_judge(worker);
    qi_graph_node_at(&learnt->graph, root)->tried = worker->tried;
    qi_learnt_learn(learnt, worker);
    return worker->outcome != QI_NOGO_UNKNOWN;
}

/* The shares of the root's moves that are left, as parts of one again. */
static void share_anew(const qi_graph_node *root, qi_graph_edge *edges)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < root->count; i++)
        sum += edges[i].cell ? edges[i].share : 0;
    for (uint32_t i = 0; i < root->count && sum; i++)
        edges[i].share =
            (uint16_t)(edges[i].cell ? (uint64_t)edges[i].share * UINT16_MAX / sum : 0);
}

void qi_learnt_bar(qi_learnt *learnt, uint32_t cell)
{
    qi_graph_node *root = qi_graph_node_at(&learnt->graph, learnt->graph.root);
    qi_graph_edge *edges = qi_graph_edges(&learnt->graph, learnt->graph.root);
    bool won = false;
    for (uint32_t i = 0; i < root->count; i++) {
        if (edges[i].cell == cell) /* it stays in memory, and is never chosen or shown */
            edges[i] = (qi_graph_edge){.outcome = QI_NOGO_LOST};
        won |= edges[i].outcome == QI_NOGO_WON;
    }
    share_anew(root, edges);
    root->outcome = QI_NOGO_UNKNOWN;
    update(&learnt->graph, learnt->graph.root);
    if (won) { /* it has no visit, and so was not looked at */
        root->outcome = QI_NOGO_WON;
        root->value = QI_GRAPH_ONE;
    }
}

/* ---- the opinion -------------------------------------------------------------------------- */

uint32_t qi_learnt_list(const qi_learnt *learnt, uint32_t node, qi_search_move *list)
{
    const qi_graph_edge *edges = qi_graph_edges(&learnt->graph, node);
    const qi_graph_node *header = qi_graph_node_at(&learnt->graph, node);
    uint32_t count = 0;
    for (uint32_t i = 0; i < header->count; i++) {
        if (!edges[i].cell) /* barred */
            continue;
        const uint32_t value = edges[i].outcome  ? value_of_outcome(edges[i].outcome)
                               : edges[i].visits ? edges[i].value
                                                 : header->value;
        list[count++] = (qi_search_move){.node = edges[i].node,
                                         .visits = edges[i].visits,
                                         .value = (float)value / QI_GRAPH_ONE,
                                         .estimate = (float)edges[i].share,
                                         .cell = edges[i].cell,
                                         .outcome = (int8_t)edges[i].outcome};
    }
    return count;
}
