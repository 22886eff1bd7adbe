/*
 * A small search tree with a Gumbel root, for self-play.
 *
 * Moves. Every judged node keeps the policy of its legal moves as keys: the probability's bits
 * above the move's cell, so that a larger key is a likelier move. The first `tried` keys are those
 * that became children. At the root the candidates come first, in the order of their score; below
 * it the likeliest untried move is always the next to be tried, because all untried moves share one
 * value, so keys are put in order only as far as they are needed.
 *
 * Values are for the side to move at the node, in -1 .. 1; the value of a move is its child's with
 * the opposite sign.
 */
#ifndef QI_NOGO_SELFPLAY_GUMBEL_H
#define QI_NOGO_SELFPLAY_GUMBEL_H

#include "base/random.h"
#include "nogo/rules/board.h"

typedef struct qi_gumbel_node {
    float value;      /* of the network, or proved */
    float total;      /* of the values of all visits, the first being its own */
    float prior;      /* the parent's policy for the move that leads here */
    uint32_t keys;    /* where its moves begin */
    uint16_t visits;  /* 0: not judged yet */
    uint16_t move;    /* the cell played to come here */
    uint16_t parent;  /* of the root: itself */
    uint16_t child;   /* the first child; 0: none */
    uint16_t next;    /* the next child of the same parent; 0: none */
    uint16_t legal;   /* how many moves */
    uint16_t tried;   /* how many children */
    uint16_t refuted; /* children after which the other side is proved to win */
    int8_t outcome;   /* qi_nogo_outcome for the side to move */
    bool sorted;      /* the key after the tried ones is the largest of the rest */
} qi_gumbel_node;

/* Constant from search to search. */
typedef struct qi_gumbel_rules {
    float visit_offset, value_scale, noise;
    uint32_t candidates;
} qi_gumbel_rules;

typedef struct qi_gumbel {
    qi_gumbel_node *nodes; /* one more than visits */
    uint32_t *keys;        /* a board's worth per node */
    float *score;          /* of the root's candidates: log policy + noise */
    uint32_t node_count, key_count;
    uint32_t budget, done; /* visits */
    uint32_t candidates;   /* at the root */
    /* Sequential halving. A pass visits `considered` candidates once each; when `passes_left` is
     * used up the considered are halved. Those still in have `passes` visits. */
    uint32_t considered, in_pass, passes, passes_left, halvings;
} qi_gumbel;

/* Empties the tree but for an unjudged root. Nodes are known by their index; the root is 0. */
void qi_gumbel_clear(qi_gumbel *tree);

/* Stores the network's output for a node: logits by point, and a value. `legal` are the cells the
 * side to move may play, at least one; point[cell] is a cell's point. */
void qi_gumbel_expand(qi_gumbel *tree, uint32_t index, const uint64_t *legal, uint32_t words,
                      const uint16_t *point, const float *logits, float value);

/* Stores a node's proved outcome. */
void qi_gumbel_prove(qi_gumbel *tree, uint32_t index, qi_nogo_outcome outcome);

/* Takes the visit of a judged node up to the root, and proofs with it. */
void qi_gumbel_back_up(qi_gumbel *tree, uint32_t index);

/* Makes a child of the root the root of a tree of its own, if the network has judged it. */
bool qi_gumbel_keep(qi_gumbel *tree, uint32_t child);

/* Begins a search of the root, which must be judged, not proved and backed up. */
void qi_gumbel_begin(qi_gumbel *tree, const qi_gumbel_rules *rules, uint32_t visits,
                     qi_random *random);

/* Whether all visits are made or the root's outcome is known. */
static inline bool qi_gumbel_is_done(const qi_gumbel *tree)
{
    return tree->done == tree->budget || tree->nodes[0].outcome != QI_NOGO_UNKNOWN;
}

/* Goes from the root to the next node to visit, and plays the moves there on `board`, which stands
 * at the root. That node is new, or proved. */
uint32_t qi_gumbel_descend(qi_gumbel *tree, const qi_gumbel_rules *rules, qi_board *board);

/* The root's child to play: a proved win, else the best of those visited most, proved losses last;
 * `noisy` says whether the noise counts. */
uint32_t qi_gumbel_choose(const qi_gumbel *tree, const qi_gumbel_rules *rules, bool noisy);

/* The likeliest move of the root among the cells of `within`, where there is one. */
uint32_t qi_gumbel_likeliest(const qi_gumbel *tree, const uint64_t *within);

/* Writes the root's improved policy by point, with the sum 65,535 (`policy` may be NULL), and
 * returns the value expected of it. */
float qi_gumbel_improve(const qi_gumbel *tree, const qi_gumbel_rules *rules, const uint16_t *point,
                        uint32_t area, uint16_t *policy);

#endif
