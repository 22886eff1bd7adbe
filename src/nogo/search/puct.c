/* No product is ever added to something here, so contraction cannot change a bit
 * (base/strict_float.h). */
#include "base/strict_float.h"

#include "nogo/search/puct.h"

#include "base/memory.h"
#include "base/random.h"

/* Exploration, in units of a chance of winning: EXPLORE, and EXPLORE_MORE each time that the visits
 * and EXPLORE_BASE make twice EXPLORE_BASE; in 65536ths. */
enum { EXPLORE = 46000, EXPLORE_MORE = 9000, EXPLORE_BASE = 500 };

/* A move without visits is taken to be worth less than its position by the root of this times the
 * share of the policy that was seen. */
static const float UNSEEN_LOSS = 0.125F * 0.125F;

/* The solver on the root's best move: CANDIDATE_NODES per visit of the root, in tries of powers of
 * two from 2^MIN_TRY on; where LONG_SHOT times as many would probably settle it. */
enum { CANDIDATE_NODES = 3 * QI_PUCT_SOLVER_NODES, MIN_TRY = 12, MAX_TRY = 40, LONG_SHOT = 4 };

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

/* The value the playout found for its position. */
static uint32_t value_found(const qi_puct_playout *playout)
{
    return playout->outcome == QI_NOGO_UNKNOWN ? value_of(playout->value)
                                               : value_of_outcome(playout->outcome);
}

/* A node with what the playout found, or 0 when the memory is full. */
static uint32_t add_node(qi_graph *graph, const qi_puct_playout *playout)
{
    const uint32_t node = qi_graph_add(graph, playout->hash, playout->count);
    if (!node)
        return 0;
    qi_graph_node *header = qi_graph_node_at(graph, node);
    header->visits = 1;
    header->own = playout->value;
    header->outcome = playout->outcome;
    header->value = value_found(playout);
    header->bare = playout->bare;
    header->tried = playout->tried;
    qi_graph_edge *edges = qi_graph_edges(graph, node);
    for (uint32_t i = 0; i < playout->count; i++)
        edges[i] = (qi_graph_edge){
            .outcome = playout->proof[i], .cell = playout->cell[i], .share = playout->share[i]};
    return node;
}

/* Sets the playout at the root. */
static void start(const qi_puct *puct, qi_puct_playout *playout)
{
    qi_board_copy(&playout->board, &puct->board);
    playout->hash = puct->hash;
    playout->epoch = puct->graph.epoch;
    playout->depth = 0;
    playout->planting = false;
}

qi_result qi_puct_plant(qi_puct *puct, qi_puct_worker *worker)
{
    const qi_board *board = &puct->board;
    qi_graph_clear(&puct->graph);
    puct->lost = puct->full = false;
    puct->candidate_nodes = 0;
    puct->hash = 0;
    for (uint32_t cell = 0; cell < board->cells; cell++)
        if (board->cell[cell].colour == QI_BLACK || board->cell[cell].colour == QI_WHITE)
            puct->hash ^= hash_of(cell, (qi_colour)board->cell[cell].colour);
    qi_puct_playout *playout = worker->playouts;
    start(puct, playout);
    playout->task = QI_PUCT_EXPAND;
    playout->planting = true;
    worker->count = 1;
    qi_puct_look(worker);
    const qi_result result = qi_puct_evaluate(worker);
    if (result != QI_OK)
        return result;
    puct->evaluations += playout->asks;
    puct->graph.root = add_node(&puct->graph, playout);
    return puct->graph.root ? QI_OK : QI_NO_MEMORY;
}

/* ---- choosing a move ---------------------------------------------------------------------- */

/* The binary logarithm of 1 + visits / EXPLORE_BASE in 65536ths, straight between powers of two. */
static uint32_t growth_of(uint32_t visits)
{
    const uint64_t ratio = 65536 + ((uint64_t)visits << 16) / EXPLORE_BASE;
    const uint32_t power = qi_puct_power(ratio);
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
    float max = -1;
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
        if (pull > max) {
            max = pull;
            chosen = i;
        }
        if (!edge->visits)
            break;
        seen += edge->share;
    }
    return chosen;
}

/* How many nodes the solver should try here now, or 0. */
static uint64_t nodes_for(const qi_graph_node *node, const qi_puct_worker *worker,
                          const qi_puct_playout *playout)
{
    const uint64_t nodes = (uint64_t)node->visits * QI_PUCT_SOLVER_NODES;
    return qi_puct_power(nodes) >= node->tried + 2U &&
                   qi_puct_may_solve(worker, &playout->board, nodes)
               ? nodes
               : 0;
}

/* Follows an edge of a node. */
static void follow(qi_puct *puct, qi_puct_playout *playout, uint32_t at, uint32_t chosen)
{
    qi_graph *graph = &puct->graph;
    qi_graph_edge *edge = &qi_graph_edges(graph, at)[chosen];
    playout->path[playout->depth] = at;
    playout->edge[playout->depth] = (uint16_t)chosen;
    playout->line[playout->depth++] = qi_board_point_of(&playout->board, edge->cell);
    qi_graph_node_at(graph, at)->visits++;
    edge->visits++;
    playout->hash ^= hash_of(edge->cell, playout->board.to_move);
    qi_board_play(&playout->board, playout->board.to_move, edge->cell);
    if (!edge->node)
        edge->node = qi_graph_find(graph, playout->hash);
}

/* The root's move with most visits that is not decided and has a position in the graph, or
 * `count`. */
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
    uint32_t power = tried < MIN_TRY ? MIN_TRY : tried + 1U;
    while (power < MAX_TRY && !qi_board_is_solvable(board, (uint64_t)LONG_SHOT << power))
        power++;
    return power;
}

/* Sets the solver on the move that would be played now, if it is its turn. */
static bool try_candidate(qi_puct *puct, const qi_puct_worker *worker, qi_puct_playout *playout)
{
    const qi_graph *graph = &puct->graph;
    const qi_graph_node *root = qi_graph_node_at(graph, graph->root);
    if (puct->lost || root->outcome != QI_NOGO_UNKNOWN || !worker->session ||
        !worker->session->ready)
        return false;
    const uint32_t best = find_candidate(graph);
    if (best == root->count)
        return false;
    const uint32_t below = qi_graph_edges(graph, graph->root)[best].node;
    qi_graph_node *node = qi_graph_node_at(graph, below);
    const uint32_t power = next_power(&playout->board, node->tried);
    const uint64_t nodes = (uint64_t)1 << power, max = worker->max_nodes;
    /* Cut short by the clock, it may still have half a chance. */
    if (node->outcome != QI_NOGO_UNKNOWN || (max && nodes / 4 > max) ||
        puct->candidate_nodes + nodes > (uint64_t)root->visits * CANDIDATE_NODES)
        return false;
    follow(puct, playout, graph->root, best);
    node->tried = (uint8_t)power;
    puct->candidate_nodes += nodes;
    playout->nodes = max && max < nodes ? max : nodes;
    playout->node = below;
    playout->task = QI_PUCT_SOLVE;
    return true;
}

static void descend(qi_puct *puct, const qi_puct_worker *worker, qi_puct_playout *playout)
{
    qi_graph *graph = &puct->graph;
    start(puct, playout);
    playout->task = QI_PUCT_KNOWN;
    if (try_candidate(puct, worker, playout))
        return;
    for (uint32_t at = graph->root;;) {
        qi_graph_node *node = qi_graph_node_at(graph, at);
        if (node->outcome != QI_NOGO_UNKNOWN)
            return;
        playout->nodes = puct->lost && at == graph->root ? 0 : nodes_for(node, worker, playout);
        if (playout->nodes) {
            node->tried = (uint8_t)qi_puct_power(playout->nodes);
            playout->node = at;
            playout->task = QI_PUCT_SOLVE;
            return;
        }
        const uint32_t chosen = choose(node, qi_graph_edges(graph, at));
        follow(puct, playout, at, chosen);
        const qi_graph_edge *edge = &qi_graph_edges(graph, at)[chosen];
        if (!edge->node) {
            playout->task = QI_PUCT_EXPAND;
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
    if (node->outcome != QI_NOGO_UNKNOWN) /* another thread has proved it meanwhile */
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

/* Takes back the visits of a playout. */
static void take_back(qi_graph *graph, const qi_puct_playout *playout)
{
    for (uint32_t depth = playout->depth; depth-- > 0;) {
        qi_graph_node_at(graph, playout->path[depth])->visits--;
        qi_graph_edges(graph, playout->path[depth])[playout->edge[depth]].visits--;
    }
}

/* Takes in what the solver says of a position. The playout was only for that: without an answer it
 * is taken back. */
static void learn_solution(qi_puct *puct, const qi_puct_playout *playout)
{
    qi_graph *graph = &puct->graph;
    if (playout->outcome == QI_NOGO_WON) {
        note_win(graph, playout->node, playout->winner);
    } else if (playout->outcome == QI_NOGO_LOST && playout->node == graph->root) {
        puct->lost = true;
    } else if (playout->outcome == QI_NOGO_LOST) {
        qi_graph_node_at(graph, playout->node)->outcome = QI_NOGO_LOST;
        qi_graph_node_at(graph, playout->node)->value = 0;
    } else {
        take_back(graph, playout);
    }
}

/* Puts the new position behind the last move of the path. False when pruning made room:
 * the path is then invalid. */
static bool learn_position(qi_puct *puct, const qi_puct_playout *playout)
{
    qi_graph *graph = &puct->graph;
    uint32_t node = qi_graph_find(graph, playout->hash); /* others may have been faster */
    if (!node)
        node = add_node(graph, playout);
    if (!node && !puct->full) {
        puct->full = !qi_graph_prune(graph);
        if (!puct->full)
            return false;
    }
    const uint32_t last = playout->depth - 1;
    qi_graph_edge *edge = &qi_graph_edges(graph, playout->path[last])[playout->edge[last]];
    edge->node = node;
    if (!node) {
        edge->outcome = (int8_t)-playout->outcome;
        edge->value = (QI_GRAPH_ONE - value_found(playout)) & QI_GRAPH_ONE;
    }
    return true;
}

static void learn(qi_puct *puct, const qi_puct_playout *playout)
{
    if (playout->epoch != puct->graph.epoch) /* what it walked on was moved */
        return;
    if (playout->task == QI_PUCT_SOLVE)
        learn_solution(puct, playout);
    else if (playout->task == QI_PUCT_EXPAND && !learn_position(puct, playout))
        return;
    for (uint32_t depth = playout->depth; depth-- > 0;)
        update(&puct->graph, playout->path[depth]);
}

/* ---- playouts under way ------------------------------------------------------------------- */

/* Whether another playout under way has come to the same position. */
static bool is_twin(const qi_puct_worker *worker, const qi_puct_playout *playout)
{
    for (uint32_t i = 0; i < worker->count; i++)
        if (worker->playouts[i].hash == playout->hash)
            return true;
    return false;
}

/* A batch ends early at a playout for the solver, and when nothing better is found than a position
 * that it has already. */
void qi_puct_collect(qi_puct *puct, qi_puct_worker *worker, uint64_t max)
{
    bool more = true;
    worker->count = 0;
    for (uint32_t begun = 0; more && begun < worker->batch && begun < max; begun++) {
        qi_puct_playout *playout = &worker->playouts[worker->count];
        descend(puct, worker, playout);
        if (playout->task == QI_PUCT_KNOWN) {
            learn(puct, playout);
            continue;
        }
        more = playout->task == QI_PUCT_EXPAND && !is_twin(worker, playout);
        worker->count++;
    }
}

void qi_puct_learn(qi_puct *puct, qi_puct_worker *worker)
{
    for (uint32_t i = 0; i < worker->count; i++) {
        puct->evaluations += worker->playouts[i].asks;
        learn(puct, &worker->playouts[i]);
    }
    worker->count = 0;
}

void qi_puct_take_back(qi_puct *puct, qi_puct_worker *worker)
{
    for (uint32_t i = 0; i < worker->count; i++)
        if (worker->playouts[i].epoch == puct->graph.epoch)
            take_back(&puct->graph, &worker->playouts[i]);
    worker->count = 0;
}

bool qi_puct_advance(qi_puct *puct, const uint16_t *cells, uint32_t count)
{
    qi_graph *graph = &puct->graph;
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
        puct->hash ^= hash_of(cells[i], puct->board.to_move);
        qi_board_play(&puct->board, puct->board.to_move, cells[i]);
    }
    puct->full = false;
    puct->candidate_nodes = 0;
    /* A loss that the solver has proved does not end the thinking, as long as the graph does not
     * see every move refuted. */
    qi_graph_node *root = qi_graph_node_at(graph, graph->root);
    puct->lost = root->outcome == QI_NOGO_LOST;
    if (puct->lost) {
        root->outcome = QI_NOGO_UNKNOWN;
        update(graph, graph->root);
    }
    return true;
}

void qi_puct_solve_root(qi_puct *puct, qi_puct_worker *worker, uint64_t nodes)
{
    const uint32_t root = puct->graph.root;
    qi_puct_playout *playout = worker->playouts;
    start(puct, playout);
    if (puct->lost || !worker->session || !worker->session->ready || !nodes ||
        qi_puct_power(nodes) <= qi_graph_node_at(&puct->graph, root)->tried)
        return;
    playout->task = QI_PUCT_SOLVE;
    playout->node = root;
    playout->nodes = nodes;
    worker->count = 1;
    qi_puct_look(worker);
    qi_graph_node_at(&puct->graph, root)->tried = playout->tried;
    qi_puct_learn(puct, worker);
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

void qi_puct_bar(qi_puct *puct, uint32_t cell)
{
    qi_graph_node *root = qi_graph_node_at(&puct->graph, puct->graph.root);
    qi_graph_edge *edges = qi_graph_edges(&puct->graph, puct->graph.root);
    bool won = false;
    for (uint32_t i = 0; i < root->count; i++) {
        if (edges[i].cell == cell) /* it stays in memory, and is never chosen or shown */
            edges[i] = (qi_graph_edge){.outcome = QI_NOGO_LOST};
        won |= edges[i].outcome == QI_NOGO_WON;
    }
    share_anew(root, edges);
    root->outcome = QI_NOGO_UNKNOWN;
    update(&puct->graph, puct->graph.root);
    if (won) { /* it has no visit, and so was not looked at */
        root->outcome = QI_NOGO_WON;
        root->value = QI_GRAPH_ONE;
    }
}

/* ---- the opinion -------------------------------------------------------------------------- */

uint32_t qi_puct_list(const qi_puct *puct, uint32_t node, qi_search_move *list)
{
    const qi_graph_edge *edges = qi_graph_edges(&puct->graph, node);
    const qi_graph_node *header = qi_graph_node_at(&puct->graph, node);
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
                                         .share = (float)edges[i].share,
                                         .cell = edges[i].cell,
                                         .outcome = (int8_t)edges[i].outcome};
    }
    return count;
}
