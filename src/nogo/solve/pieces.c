/*
 * Dividing a position among machines that do not talk to each other.
 *
 * A tree of the moves from the position is grown only as far as pieces are wanted. What the solver
 * has learnt settles some of its positions; of the others it is estimated how likely the answer
 * still needs them. That depends on the order of the moves: where the first move wins, nobody needs
 * the second. The most needed and most expensive leaf is opened until there are enough leaves;
 * those are the pieces.
 *
 * Chances are guesses, and only decide what is searched first.
 */
#include "base/strict_float.h"

#include "nogo/solve/order.h"
#include "nogo/solve/search.h"

#include <qi/nogo_proof.h>

enum {
    SMALL_POINTS = 13, /* open points; pieces no larger are not divided */
    QUICK_NODES = 100  /* positions; not worth a machine if they solve it */
};

static const double root_wins = 0.75;                       /* the side to move, before a search */
static const double first_wins = 0.875, second_wins = 0.05; /* if any move does: that one */
static const double needed = 0.5; /* what is needed less is not worth a machine yet */

typedef struct piece_node {
    solve_key key;
    uint32_t parent, ply;
    uint32_t first, count; /* of its children among the links; no children: not opened */
    qi_point move;         /* from the parent */
    uint32_t open;         /* points */
    int32_t score;         /* of the move */
    qi_nogo_outcome outcome;
    double prior, wins; /* chance that the side to move wins: when it was made, and now */
    double need;        /* chance that the answer needs it */
    bool tried;         /* with QUICK_NODES */
} piece_node;

typedef struct piece_tree {
    qi_nogo_solver *solver;
    const qi_nogo *root;
    solve_search *search; /* to open nodes with */
    piece_node *nodes;
    uint32_t *links;
    size_t node_count, node_room, link_count, link_room;
    uint32_t max_ply;
    uint64_t searched; /* positions */
} piece_tree;

/* ---- positions ------------------------------------------------------------------------------ */

/* The position of a node; the caller frees it. */
static qi_result board_of(const piece_tree *tree, uint32_t index, qi_nogo **board)
{
    qi_point moves[SOLVE_POINTS];
    uint32_t count = 0;
    for (uint32_t at = index; at != 0; at = tree->nodes[at].parent)
        moves[count++] = tree->nodes[at].move;
    const qi_result result = qi_nogo_copy(tree->root, &tree->solver->allocator, board);
    while (result == QI_OK && count--)
        qi_nogo_play(*board, qi_nogo_to_move(*board), moves[count], NULL);
    return result;
}

/* Searches a node for up to `nodes` positions; stores the outcome if proved. */
static qi_result try_node(piece_tree *tree, uint32_t index, uint64_t nodes)
{
    qi_nogo *board;
    const qi_nogo_solve_limits limits = {.size = sizeof(qi_nogo_solve_limits), .nodes = nodes};
    qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
    qi_result result = board_of(tree, index, &board);
    if (result != QI_OK)
        return result;
    result = qi_nogo_solve(tree->solver, board, &limits, &solution);
    if (result == QI_OK) {
        tree->nodes[index].outcome = solution.outcome;
        tree->searched += solution.nodes;
    }
    qi_nogo_free(board);
    return result;
}

/* Looks a new node's position up in the table, else searches up to `nodes` positions. */
static qi_result look_up(piece_tree *tree, uint32_t index, uint64_t nodes)
{
    solve_table *const table = &tree->solver->table;
    piece_node *const node = &tree->nodes[index];
    const solve_outcome known =
        qi_solve_table_find(table, qi_solve_table_fetch(table, &node->key), &node->key);
    if (known == SOLVE_UNKNOWN)
        return try_node(tree, index, nodes);
    node->outcome = known == SOLVE_WIN ? QI_NOGO_WON : QI_NOGO_LOST;
    return QI_OK;
}

/* ---- the tree ------------------------------------------------------------------------------- */

/* Makes room for one node and one link more. */
static bool make_room(piece_tree *tree)
{
    const qi_allocator *const allocator = &tree->solver->allocator;
    piece_node *const nodes = (piece_node *)qi_grow(allocator, tree->nodes, tree->node_count, 1,
                                                    &tree->node_room, sizeof *nodes);
    tree->nodes = nodes ? nodes : tree->nodes;
    uint32_t *const links = (uint32_t *)qi_grow(allocator, tree->links, tree->link_count, 1,
                                                &tree->link_room, sizeof *links);
    tree->links = links ? links : tree->links;
    return nodes && links;
}

/* Adds a child, unless the same position after as many moves is there; links its parent to it. */
static qi_result add_child(piece_tree *tree, const piece_node *child)
{
    if (!make_room(tree))
        return QI_NO_MEMORY;
    qi_result result = QI_OK;
    uint32_t index = 0;
    while (index < tree->node_count && (tree->nodes[index].ply != child->ply ||
                                        tree->nodes[index].key.word[0] != child->key.word[0] ||
                                        tree->nodes[index].key.word[1] != child->key.word[1]))
        index++;
    if (index == tree->node_count) {
        tree->nodes[tree->node_count++] = *child;
        tree->max_ply = child->ply > tree->max_ply ? child->ply : tree->max_ply;
        result = look_up(tree, index, 1);
    }
    piece_node *const parent = &tree->nodes[child->parent];
    for (size_t i = parent->first; i < tree->link_count; i++)
        if (tree->links[i] == index)
            return result; /* a mirror image */
    tree->links[tree->link_count++] = index;
    parent->count++;
    return result;
}

/* If any of `count` moves wins, the chance that it is the one at this place of the order. */
static double share_of(uint32_t place, uint32_t count)
{
    const double rest = 1 - first_wins;
    if (place == 0)
        return count > 1 ? first_wins : 1;
    if (count == 2)
        return rest;
    return place == 1 ? second_wins : (rest - second_wins) / (count - 2);
}

/* Sorts the children of a node by their scores, and sets what the order lets expect. */
static void order_children(piece_tree *tree, const piece_node *node)
{
    uint32_t *const child = tree->links + node->first;
    for (uint32_t i = 1; i < node->count; i++)
        for (uint32_t j = i; j > 0 && tree->nodes[child[j]].score > tree->nodes[child[j - 1]].score;
             j--) {
            const uint32_t swap = child[j];
            child[j] = child[j - 1];
            child[j - 1] = swap;
        }
    double others = 1; /* chance that none of the moves before wins */
    for (uint32_t i = 0; i < node->count; i++) {
        const double chance = node->prior * share_of(i, node->count);
        piece_node *const at = &tree->nodes[child[i]];
        if (at->prior == 0)
            at->prior = 1 - chance / others;
        others -= chance;
    }
}

/* Adds the children that follow from moves of a side. */
static qi_result add_children(piece_tree *tree, uint32_t index, const solve_state *state,
                              unsigned side)
{
    const solve_graph *const graph = &tree->search->graph;
    qi_result result = QI_OK;
    for (solve_set rest = state->may[side]; rest && result == QI_OK; rest &= rest - 1) {
        const unsigned bit = solve_first(rest);
        solve_position position = {0};
        if (!solve_play(graph, state, side, bit, &position.state))
            return QI_TOO_LARGE;
        solve_reduce(graph, &position);
        piece_node child = {.parent = index,
                            .ply = tree->nodes[index].ply + 1,
                            .move = graph->place[bit],
                            .open = solve_count(position.state.open),
                            .score = solve_score(graph, &tree->search->net, &position, side)};
        solve_make_key(graph, tree->search->board, &position, !side, &child.key);
        result = add_child(tree, &child);
    }
    return result;
}

/* Gives a node its children. */
static qi_result open_node(piece_tree *tree, uint32_t index)
{
    qi_nogo *board;
    solve_state state;
    qi_result result = board_of(tree, index, &board);
    if (result != QI_OK)
        return result;
    const unsigned side = qi_nogo_to_move(board) == QI_BLACK ? 0 : 1;
    result = qi_solve_begin(tree->solver, board, NULL, tree->search, &state);
    qi_nogo_free(board);
    tree->nodes[index].first = (uint32_t)tree->link_count;
    if (result == QI_OK)
        result = add_children(tree, index, &state, side);
    if (result == QI_OK)
        order_children(tree, &tree->nodes[index]);
    return result;
}

/* ---- what is needed ------------------------------------------------------------------------- */

/* How much more likely than at first a move at some place of the order is to be the one that wins,
 * times the chance that it was. */
static double weigh_move(const piece_tree *tree, const piece_node *node, uint32_t place)
{
    const piece_node *const child = &tree->nodes[tree->links[node->first + place]];
    if (child->outcome == QI_NOGO_WON)
        return 0;
    const double now = (1 - child->wins) / child->wins, then = (1 - child->prior) / child->prior;
    return share_of(place, node->count) * now / then;
}

/* From the children: the outcome, if they settle it, and the chance that the side to move wins. */
static void judge_node(piece_tree *tree, piece_node *node)
{
    node->wins = node->prior;
    if (node->outcome != QI_NOGO_UNKNOWN || !node->count)
        return;
    double weight = 0;
    bool lost = true;
    for (uint32_t i = 0; i < node->count; i++) {
        const piece_node *const child = &tree->nodes[tree->links[node->first + i]];
        if (child->outcome == QI_NOGO_LOST) {
            node->outcome = QI_NOGO_WON;
            return;
        }
        lost = lost && child->outcome == QI_NOGO_WON;
        weight += weigh_move(tree, node, i);
    }
    if (lost)
        node->outcome = QI_NOGO_LOST;
    node->wins = node->prior * weight / (node->prior * weight + 1 - node->prior);
}

/* The most promising move is needed as much as the position, the next one only where that fails. */
static void spread_need(piece_tree *tree, const piece_node *node)
{
    double weight[SOLVE_POINTS], rest = 0;
    for (uint32_t i = 0; i < node->count; i++)
        rest += weight[i] = weigh_move(tree, node, i);
    const double whole = node->prior * rest + 1 - node->prior;
    for (uint32_t n = 0; n < node->count; n++) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < node->count; i++)
            if (weight[i] > weight[best])
                best = i;
        piece_node *const child = &tree->nodes[tree->links[node->first + best]];
        const double need = node->need * (node->prior * rest + 1 - node->prior) / whole;
        if (child->need < need)
            child->need = need;
        rest -= weight[best];
        weight[best] = -1;
    }
}

static void judge_tree(piece_tree *tree)
{
    for (uint32_t ply = tree->max_ply + 1; ply-- > 0;)
        for (uint32_t i = 0; i < tree->node_count; i++)
            if (tree->nodes[i].ply == ply)
                judge_node(tree, &tree->nodes[i]);
    for (uint32_t i = 0; i < tree->node_count; i++)
        tree->nodes[i].need = i ? 0 : 1;
    for (uint32_t ply = 0; ply < tree->max_ply; ply++)
        for (uint32_t i = 0; i < tree->node_count; i++)
            if (tree->nodes[i].ply == ply && tree->nodes[i].outcome == QI_NOGO_UNKNOWN)
                spread_need(tree, &tree->nodes[i]);
}

static bool is_piece(const piece_node *node)
{
    return node->outcome == QI_NOGO_UNKNOWN && !node->count && node->need >= needed;
}

/* The expected cost, by the rule that each open point doubles it. */
static double cost_of(const piece_node *node)
{
    return node->need * (double)((uint64_t)1 << node->open);
}

/* How many open points a piece has that is not divided further: it is expected to cost an
 * N-th of the whole, and smaller ones would only make more rounds. */
static uint32_t small_points(const piece_tree *tree, size_t max_count)
{
    uint32_t points = tree->nodes[0].open;
    for (; max_count > 1 && points > SMALL_POINTS; max_count /= 2)
        points--;
    return points > SMALL_POINTS ? points : SMALL_POINTS;
}

/* Opens the most expensive pieces until there are enough; small ones are tried instead. */
static qi_result grow_tree(piece_tree *tree, size_t max_count)
{
    const uint32_t small_ones = small_points(tree, max_count);
    for (;;) {
        judge_tree(tree);
        size_t pieces = 0;
        piece_node *heaviest = NULL;
        for (size_t i = 0; i < tree->node_count; i++) {
            piece_node *const node = &tree->nodes[i];
            if (!is_piece(node))
                continue;
            pieces++;
            if (!node->tried && (!heaviest || cost_of(node) > cost_of(heaviest)))
                heaviest = node;
        }
        if (!heaviest)
            return QI_OK;
        const uint32_t index = (uint32_t)(heaviest - tree->nodes);
        const bool small = heaviest->open <= small_ones;
        if (!small && pieces >= max_count)
            return QI_OK;
        const qi_result result =
            small ? try_node(tree, index, QUICK_NODES) : open_node(tree, index);
        if (result != QI_OK)
            return result;
        tree->nodes[index].tried = true;
    }
}

/* ---- the pieces ----------------------------------------------------------------------------- */

/* Passes the most needed pieces on, of equals the most expensive ones first. */
static qi_result report_pieces(piece_tree *tree, size_t max_count, qi_nogo_position_sink *sink,
                               void *context)
{
    while (max_count--) {
        piece_node *best = NULL;
        for (size_t i = 0; i < tree->node_count; i++) {
            piece_node *const node = &tree->nodes[i];
            if (is_piece(node) && (!best || node->need > best->need ||
                                   (node->need == best->need && cost_of(node) > cost_of(best))))
                best = node;
        }
        if (!best)
            break;
        qi_nogo *board;
        const qi_result result = board_of(tree, (uint32_t)(best - tree->nodes), &board);
        if (result != QI_OK)
            return result;
        const bool more = sink(context, board);
        qi_nogo_free(board);
        best->need = 0;
        if (!more)
            return QI_STOPPED;
    }
    return QI_OK;
}

/* Lets the solver know what the tree has settled. */
static void keep_settled(piece_tree *tree)
{
    for (size_t i = 1; i < tree->node_count; i++) {
        const piece_node *const node = &tree->nodes[i];
        if (node->count && node->outcome != QI_NOGO_UNKNOWN)
            qi_solve_table_store(&tree->solver->table, &node->key,
                                 node->outcome == QI_NOGO_WON ? SOLVE_WIN : SOLVE_LOSS,
                                 QUICK_NODES);
    }
}

/* Whether its facts mean something to other solvers. */
static qi_result check_facts(const qi_nogo *position)
{
    const uint64_t points = (uint64_t)qi_nogo_rows(position) * qi_nogo_columns(position);
    if (points > SOLVE_POINTS)
        return QI_TOO_LARGE;
    for (qi_point point = 0; point < points; point++)
        if (qi_nogo_at(position, point) == QI_WALL)
            return QI_BAD_ARGUMENT;
    return QI_OK;
}

/* Makes the root of the tree. */
static qi_result plant(piece_tree *tree)
{
    solve_position position = {0};
    tree->search = (solve_search *)qi_allocate(&tree->solver->allocator, sizeof *tree->search);
    if (!tree->search || !make_room(tree))
        return QI_NO_MEMORY;
    const qi_result result =
        qi_solve_begin(tree->solver, tree->root, NULL, tree->search, &position.state);
    if (result != QI_OK)
        return result;
    solve_reduce(&tree->search->graph, &position);
    piece_node *const node = &tree->nodes[tree->node_count++];
    *node = (piece_node){.open = solve_count(position.state.open), .prior = root_wins};
    solve_make_key(&tree->search->graph, tree->search->board, &position,
                   qi_nogo_to_move(tree->root) == QI_BLACK ? 0 : 1, &node->key);
    return look_up(tree, 0, QUICK_NODES);
}

qi_result qi_nogo_solve_pieces(qi_nogo_solver *solver, const qi_nogo *position, size_t max_count,
                               qi_nogo_position_sink *sink, void *context,
                               qi_nogo_solution *solution)
{
    piece_tree tree = {.solver = solver, .root = position};
    if (!max_count || !qi_struct_is_sized(solution))
        return QI_BAD_ARGUMENT;
    qi_result result = check_facts(position);
    if (result == QI_OK)
        result = plant(&tree);
    if (result == QI_OK)
        result = grow_tree(&tree, max_count);
    if (result == QI_OK) {
        keep_settled(&tree);
        const qi_nogo_solution found = {sizeof found, tree.nodes[0].outcome, QI_NO_POINT,
                                        tree.searched};
        qi_struct_write(solution, &found, sizeof found);
        if (found.outcome == QI_NOGO_UNKNOWN)
            result = report_pieces(&tree, max_count, sink, context);
    }
    qi_release(&solver->allocator, tree.search);
    qi_release(&solver->allocator, tree.nodes);
    qi_release(&solver->allocator, tree.links);
    return result;
}
