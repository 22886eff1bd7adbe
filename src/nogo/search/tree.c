#include "base/exact.h"

#include "nogo/search/tree.h"

#include "base/memory.h"
#include "nogo/board/ending.h"

/* RAVE: one over the square of the error that move statistics keep even after many games. */
static const float RAVE_ERROR = 0.004F;

/* UCT's exploration. */
static const float UCT_WIDTH = 0.35F;

/* A position gets a node at this visit of the move to it. */
enum { VISITS_FOR_NODE = 6 };

/* ---- memory ------------------------------------------------------------------------------- */

/* Room for a node and its edges, or 0. What was a pointer into the tree is none any more. */
static uint32_t take(qi_tree *tree, uint32_t count)
{
    enum { EDGE_SLOTS = sizeof(qi_tree_edge) / sizeof(uint64_t) };
    const uint32_t size = 1 + count * EDGE_SLOTS;
    const uint32_t node = qi_slots_take(&tree->slots, size);
    tree->full |= !node;
    tree->nodes += node != 0;
    return node;
}

/* A node with what the worker found, or 0 when the memory is full. */
static uint32_t add_node(qi_tree *tree, const qi_tree_worker *worker)
{
    const uint32_t node = take(tree, worker->count);
    if (!node)
        return 0;
    *qi_tree_node_at(tree, node) = (qi_tree_node){.visits = 1,
                                                  .count = (uint16_t)worker->count,
                                                  .proof = worker->proof,
                                                  .complete = worker->complete};
    qi_tree_edge *edges = qi_tree_edges(tree, node);
    for (uint32_t i = 0; i < worker->count; i++)
        edges[i] = (qi_tree_edge){.estimate = worker->move[i].estimate,
                                  .weight = worker->move[i].weight,
                                  .cell = worker->move[i].cell,
                                  .proof = worker->move[i].proof};
    return node;
}

/* Sets the worker at the root. */
static void start(const qi_tree *tree, qi_tree_worker *worker)
{
    qi_board_copy(&worker->board, &tree->board);
    worker->depth = 0;
}

bool qi_tree_plant(qi_tree *tree, qi_tree_worker *worker)
{
    qi_slots_clear(&tree->slots);
    tree->nodes = 0;
    tree->full = false;
    start(tree, worker);
    worker->known = false;
    worker->keep_all = worker->expanding = true;
    qi_tree_judge(tree, worker);
    tree->root = add_node(tree, worker);
    return tree->root != 0;
}

/* Copies the tree below `node` from `from` to the front of the tree's slots, which have room for
 * it, breadth first: what has been copied but whose edges still name old nodes lies between `done`
 * and the end of what is used. */
static void copy_below(qi_tree *tree, uint64_t *from, uint32_t node)
{
    const qi_tree old = {.slots = {.block = from}};
    qi_slots *slots = &tree->slots;
    qi_slots_clear(slots);
    tree->nodes = 0;
    tree->full = false;
    const qi_tree_node *top = qi_tree_node_at(&old, node);
    tree->root = take(tree, top->count);
    memcpy(slots->block + tree->root, from + node, (slots->used - tree->root) * sizeof *from);
    for (uint32_t done = tree->root; done < slots->used;) {
        const qi_tree_node *here = qi_tree_node_at(tree, done);
        qi_tree_edge *edges = qi_tree_edges(tree, done);
        for (uint32_t i = 0; i < here->count; i++) {
            if (!edges[i].node)
                continue;
            const uint32_t below = edges[i].node;
            const uint32_t count = qi_tree_node_at(&old, below)->count;
            edges[i].node = take(tree, count);
            memcpy(slots->block + edges[i].node, from + below,
                   (slots->used - edges[i].node) * sizeof *from);
        }
        done += (uint32_t)(sizeof(qi_tree_node) + here->count * sizeof *edges) / sizeof *from;
    }
}

/* ---- choosing a move ---------------------------------------------------------------------- */

/* The natural logarithm, to within a few hundredths: the exponent and a straight line. */
static float logarithm(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return ((float)bits / (float)(1U << 23) - 126.96F) * 0.69314718F;
}

/* UCT's value of a move; `scale` is the logarithm of the node's visits. */
static float attraction(const qi_tree_edge *edge, float scale)
{
    const float visits = (float)edge->visits;
    return visits > 0 ? edge->sum / visits + UCT_WIDTH * __builtin_sqrtf(scale / visits)
                      : 10 + edge->estimate;
}

static uint32_t choose_by_uct(const qi_tree_node *node, const qi_tree_edge *edges)
{
    const float scale = logarithm((float)node->visits + 1);
    uint32_t chosen = 0;
    float most = -1;
    for (uint32_t i = 0; i < node->count; i++) {
        const float pull = edges[i].proof == QI_NOGO_LOST ? -1 : attraction(&edges[i], scale);
        if (pull > most) {
            most = pull;
            chosen = i;
        }
    }
    return chosen;
}

/*
 * RAVE. With w games for the estimate and v visits the estimate's share of a move's value is
 * w / (w + v + w v E), where E is RAVE_ERROR; the rest is for the mean of its visits. Written over
 * one denominator that asks for no v > 0, and one division; w is never 0.
 */
static uint32_t choose_by_rave(const qi_tree_node *node, const qi_tree_edge *edges)
{
    uint32_t chosen = 0;
    float most = -1;
    for (uint32_t i = 0; i < node->count; i++) {
        const float weight = edges[i].weight;
        const float trust = 1 + weight * RAVE_ERROR;
        const float pull = (weight * edges[i].estimate + trust * edges[i].sum) /
                           (weight + trust * (float)edges[i].visits);
        const bool better = pull > most && edges[i].proof != QI_NOGO_LOST;
        most = better ? pull : most;
        chosen = better ? i : chosen;
    }
    return chosen;
}

/* The edge to follow; where all edges are proven losses the node is proven too, and nobody asks. */
static uint32_t choose(const qi_tree *tree, const qi_tree_node *node, const qi_tree_edge *edges)
{
    return tree->engine == QI_NOGO_PLAIN ? choose_by_uct(node, edges) : choose_by_rave(node, edges);
}

/* ---- a playout ---------------------------------------------------------------------------- */

static void know(qi_tree_worker *worker, float value, int proof)
{
    worker->known = true;
    worker->value = value;
    worker->proof = (int8_t)proof;
}

void qi_tree_descend(qi_tree *tree, qi_tree_worker *worker)
{
    start(tree, worker);
    worker->known = worker->keep_all = worker->expanding = false;
    for (uint32_t at = tree->root;;) {
        qi_tree_node *node = qi_tree_node_at(tree, at);
        qi_tree_edge *edges = qi_tree_edges(tree, at);
        node->visits++;
        if (node->proof != QI_NOGO_UNKNOWN) {
            know(worker, node->proof == QI_NOGO_WON ? 1 : 0, node->proof);
            return;
        }
        const uint32_t chosen = choose(tree, node, edges);
        qi_tree_edge *edge = &edges[chosen];
        worker->path[worker->depth] = at;
        worker->edge[worker->depth++] = (uint16_t)chosen;
        qi_board_play(&worker->board, worker->board.to_move, edge->cell);
        edge->visits++;
        if (!edge->node) {
            worker->expanding = edge->visits >= VISITS_FOR_NODE && !edge->pending;
            if (worker->expanding)
                edge->pending = true;
            return;
        }
        at = edge->node;
    }
}

/* Proves the position by counting, if that can be done, and its moves with it. */
static void count_ending(qi_tree_worker *worker)
{
    qi_ending ending;
    qi_ending_count(&worker->board, &ending);
    if (ending.proof == QI_NOGO_UNKNOWN)
        return;
    worker->proof = (int8_t)ending.proof;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < worker->count; i++) {
        qi_tree_move *move = &worker->move[i];
        if (ending.proof == QI_NOGO_LOST || qi_ending_has(&ending, move->cell))
            move->proof = worker->proof;
        if (worker->keep_all || move->proof == QI_NOGO_WON)
            worker->move[kept++] = *move;
    }
    worker->complete &= kept == worker->count;
    worker->count = kept;
}

void qi_tree_judge(const qi_tree *tree, qi_tree_worker *worker)
{
    if (worker->known)
        return;
    worker->proof =
        qi_board_can_move(&worker->board, worker->board.to_move) ? QI_NOGO_UNKNOWN : QI_NOGO_LOST;
    if (worker->expanding)
        qi_playout_moves(tree->engine, worker);
    if (worker->expanding && worker->proof == QI_NOGO_UNKNOWN && tree->engine != QI_NOGO_PLAIN)
        count_ending(worker);
    if (worker->proof != QI_NOGO_UNKNOWN) {
        worker->value = worker->proof == QI_NOGO_WON ? 1 : 0;
        memset(worker->owner, 0, worker->board.cells);
        return;
    }
    worker->value = qi_playout(worker, tree->engine != QI_NOGO_PLAIN);
}

/* What a node's edges prove about it. */
static qi_nogo_outcome prove(const qi_tree_node *node, const qi_tree_edge *edges)
{
    bool lost = node->complete;
    for (uint32_t i = 0; i < node->count; i++) {
        if (edges[i].proof == QI_NOGO_WON)
            return QI_NOGO_WON;
        lost &= edges[i].proof == QI_NOGO_LOST;
    }
    return lost ? QI_NOGO_LOST : QI_NOGO_UNKNOWN;
}

/* RAVE: tells the moves of a node how the game went in which their point was taken. */
static void tell_moves(const qi_tree_worker *worker, qi_tree_node *node, qi_tree_edge *edges,
                       uint32_t mover, float value)
{
    for (uint32_t i = 0; i < node->count; i++) {
        const float taken = (float)(worker->owner[edges[i].cell] >> mover & 1);
        edges[i].weight += taken; /* no branch: nobody could predict it */
        edges[i].estimate += taken * (value - edges[i].estimate) / edges[i].weight;
    }
}

/* Gives the position at the end of the path its node. */
static void attach_node(qi_tree *tree, const qi_tree_worker *worker)
{
    const uint32_t node = add_node(tree, worker); /* the edge may have moved only now */
    const uint32_t last = worker->depth - 1;
    qi_tree_edge *edge = &qi_tree_edges(tree, worker->path[last])[worker->edge[last]];
    edge->pending = false;
    edge->node = node;
}

void qi_tree_learn(qi_tree *tree, qi_tree_worker *worker)
{
    if (!worker->known && worker->expanding)
        attach_node(tree, worker);
    float value = worker->value;
    qi_nogo_outcome proof = qi_tree_proof(worker->proof);
    uint32_t mover = worker->board.to_move - QI_BLACK;
    for (uint32_t depth = worker->depth; depth-- > 0;) {
        const uint32_t at = worker->path[depth];
        qi_tree_node *node = qi_tree_node_at(tree, at);
        qi_tree_edge *edges = qi_tree_edges(tree, at);
        qi_tree_edge *edge = &edges[worker->edge[depth]];
        value = 1 - value;
        mover ^= 1;
        if (proof != QI_NOGO_UNKNOWN) {
            edge->proof = (int8_t)-proof;
            proof = prove(node, edges);
            node->proof = (int8_t)proof;
            if (proof != QI_NOGO_UNKNOWN)
                value = proof == QI_NOGO_WON ? 1 : 0;
        }
        edge->sum += value;
        if (tree->engine != QI_NOGO_PLAIN && !worker->known) {
            worker->owner[edge->cell] |= (uint8_t)(1 << mover);
            tell_moves(worker, node, edges, mover, value);
        }
    }
}

/* ---- the opinion -------------------------------------------------------------------------- */

/* The value of a move for who plays it. */
static float value_of(const qi_tree *tree, const qi_tree_edge *edge)
{
    if (edge->proof != QI_NOGO_UNKNOWN)
        return edge->proof == QI_NOGO_WON ? 1 : 0;
    if (edge->visits == 0)
        return tree->engine == QI_NOGO_PLAIN ? 0.5F : edge->estimate;
    return edge->sum / (float)edge->visits;
}

uint32_t qi_tree_list(const qi_tree *tree, uint32_t node, qi_search_move *list)
{
    const qi_tree_edge *edges = qi_tree_edges(tree, node);
    const uint32_t count = qi_tree_node_at(tree, node)->count;
    for (uint32_t i = 0; i < count; i++)
        list[i] = (qi_search_move){.node = edges[i].node,
                                   .visits = edges[i].visits,
                                   .value = value_of(tree, &edges[i]),
                                   .estimate = edges[i].estimate,
                                   .cell = edges[i].cell,
                                   .outcome = edges[i].proof};
    return count;
}

/* ---- the root ----------------------------------------------------------------------------- */

void qi_tree_bar(qi_tree *tree, uint32_t cell)
{
    qi_tree_node *root = qi_tree_node_at(tree, tree->root);
    qi_tree_edge *edges = qi_tree_edges(tree, tree->root);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < root->count; i++)
        if (edges[i].cell != cell)
            edges[kept++] = edges[i];
    root->count = (uint16_t)kept;
    root->proof = (int8_t)prove(root, edges);
}

void qi_tree_note_win(qi_tree *tree, uint32_t cell)
{
    qi_tree_node *root = qi_tree_node_at(tree, tree->root);
    qi_tree_edge *edges = qi_tree_edges(tree, tree->root);
    for (uint32_t i = 0; i < root->count; i++)
        if (edges[i].cell == cell) {
            edges[i].proof = QI_NOGO_WON;
            root->proof = QI_NOGO_WON;
        }
}

/* Replaces the root by a node with all legal moves, if there is memory. */
static void complete_root(qi_tree *tree, qi_tree_worker *worker)
{
    start(tree, worker);
    worker->known = false;
    worker->keep_all = worker->expanding = true;
    qi_tree_judge(tree, worker);
    const uint32_t before = tree->root, after = add_node(tree, worker);
    if (!after)
        return;
    const qi_tree_node *old = qi_tree_node_at(tree, before);
    const qi_tree_edge *old_edges = qi_tree_edges(tree, before);
    qi_tree_edge *edges = qi_tree_edges(tree, after);
    uint32_t j = 0; /* edges are in ascending order of cells */
    for (uint32_t i = 0; i < worker->count; i++) {
        while (j < old->count && old_edges[j].cell < edges[i].cell)
            j++;
        if (j < old->count && old_edges[j].cell == edges[i].cell)
            edges[i] = old_edges[j];
    }
    qi_tree_node *root = qi_tree_node_at(tree, after);
    root->visits = old->visits;
    root->proof = (int8_t)prove(root, edges);
    tree->root = after;
}

bool qi_tree_advance(qi_tree *tree, qi_tree_worker *worker, const uint16_t *cells, uint32_t count)
{
    uint32_t node = tree->root;
    for (uint32_t i = 0; i < count && node; i++) {
        const qi_tree_edge *edges = qi_tree_edges(tree, node);
        uint32_t next = 0;
        for (uint32_t j = 0; j < qi_tree_node_at(tree, node)->count; j++)
            if (edges[j].cell == cells[i])
                next = edges[j].node;
        node = next;
    }
    if (!node)
        return false;
    if (count > 0) {
        if (!qi_slots_change(&tree->slots, tree->slots.used))
            return false;
        copy_below(tree, tree->slots.spare, node);
        for (uint32_t i = 0; i < count; i++) {
            qi_board_play(&tree->board, tree->board.to_move, cells[i]);
        }
    }
    if (!qi_tree_node_at(tree, tree->root)->complete)
        complete_root(tree, worker);
    return true;
}
