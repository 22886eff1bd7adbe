/*
 * The tree of a NoGo search and the steps that grow it.
 *
 * A node is a position the search has expanded; its edges are the moves from there. Nodes lie in
 * one block of memory, each header followed by its edges, and are named by their offset in slots.
 *
 * One playout is three steps, so that several threads can work on one tree with a lock around the
 * first and the last: qi_tree_descend walks from the root to an edge nobody has followed yet,
 * qi_tree_judge values the position behind it (most of the work; it reads nothing of the tree),
 * qi_tree_learn puts the new node into the tree and tells the value to the path.
 * Descending counts the visit at once and the value later: until then the move looks like a loss,
 * which sends other threads elsewhere.
 */
#ifndef QI_NOGO_SEARCH_TREE_H
#define QI_NOGO_SEARCH_TREE_H

#include "base/random.h"
#include "nogo/board/board.h"
#include "nogo/search/opinion.h"
#include "nogo/search/slots.h"
#include <qi/nogo_search.h>

enum { QI_TREE_DEPTH = QI_BOARD_SIDE * QI_BOARD_SIDE + 1 };

typedef struct qi_tree_edge {
    uint32_t node; /* the position behind the move; 0: not in the tree */
    uint32_t visits;
    float sum;      /* of the values of its visits, for the side that moves */
    float estimate; /* RAVE: how the random games below this position went in which the point was
                       taken; UCT: the order in which to try the moves */
    float weight;   /* how many games the estimate counts for */
    uint16_t cell;
    int8_t proof; /* qi_nogo_outcome for the side that moves */
    bool pending; /* somebody is making the node */
} qi_tree_edge;

typedef struct qi_tree_node {
    uint32_t visits;
    uint16_t count;
    int8_t proof;     /* for the side to move */
    uint8_t complete; /* all legal moves have an edge; not where counting found a winner */
} qi_tree_node;

static inline qi_nogo_outcome qi_tree_proof(int8_t stored)
{
    return stored > 0 ? QI_NOGO_WON : stored < 0 ? QI_NOGO_LOST : QI_NOGO_UNKNOWN;
}

_Static_assert(sizeof(qi_tree_edge) == 24 && sizeof(qi_tree_node) == 8, "a slot is 8 bytes");

/* A move as qi_tree_judge finds it. */
typedef struct qi_tree_move {
    float estimate, weight;
    uint16_t cell;
    int8_t proof;
} qi_tree_move;

/* What one thread works with. */
typedef struct qi_tree_worker {
    qi_board board;
    qi_random random;
    uint32_t depth;
    uint32_t path[QI_TREE_DEPTH]; /* nodes, from the root */
    uint16_t edge[QI_TREE_DEPTH]; /* the edge taken from each */
    bool expanding;               /* the position gets a node, so its moves are wanted */
    bool known;                   /* nothing to judge: `value` is set */
    bool keep_all;                /* judge must not leave moves out */
    float value;                  /* for the side to move on `board` */
    int8_t proof;                 /* likewise */
    bool complete;
    uint32_t count;
    qi_tree_move move[QI_BOARD_SIDE * QI_BOARD_SIDE];
    uint8_t
        owner[QI_BOARD_CELLS]; /* who took a point in the random game, bit 0 Black, bit 1 White */
} qi_tree_worker;

typedef struct qi_tree {
    qi_nogo_engine engine;
    qi_board board; /* the root's position */
    qi_slots slots;
    uint32_t root; /* 0: none */
    uint64_t nodes;
    bool full;
} qi_tree;

static inline qi_tree_node *qi_tree_node_at(const qi_tree *tree, uint32_t node)
{
    return (qi_tree_node *)(void *)(tree->slots.block + node);
}

static inline qi_tree_edge *qi_tree_edges(const qi_tree *tree, uint32_t node)
{
    return (qi_tree_edge *)(void *)(tree->slots.block + node + 1);
}

/* Empties the tree and expands the root's position; false without memory. */
bool qi_tree_plant(qi_tree *tree, qi_tree_worker *worker);

/* Makes the node behind a path of moves the root, keeps what is below it and drops the rest.
 * False when that node is not in the tree or there is no memory; then nothing has changed. */
bool qi_tree_advance(qi_tree *tree, qi_tree_worker *worker, const uint16_t *cells, uint32_t count);

void qi_tree_descend(qi_tree *tree, qi_tree_worker *worker);
void qi_tree_judge(const qi_tree *tree, qi_tree_worker *worker);
void qi_tree_learn(qi_tree *tree, qi_tree_worker *worker);

/* Removes the move to `cell` from a root that has just been planted. */
void qi_tree_bar(qi_tree *tree, uint32_t cell);

/* Proves a root's move to win. */
void qi_tree_note_win(qi_tree *tree, uint32_t cell);

/* Writes the moves of a node; returns how many. */
uint32_t qi_tree_list(const qi_tree *tree, uint32_t node, qi_search_move *list);

/* The moves on the worker's board without any opinion, and the proof when there are none. */
void qi_playout_moves(qi_nogo_engine engine, qi_tree_worker *worker);

/* A random game from the worker's board, which is used up but for whose turn it was: 1 when the
 * side to move won, else 0. With `shared` points that both may play are taken first, and `owner`
 * tells who took which of these. */
float qi_playout(qi_tree_worker *worker, bool shared);

#endif
