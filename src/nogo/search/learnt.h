/*
 * The learnt engine: a search led by the network's policy and value (PUCT), with exact knowledge
 * where there is some.
 *
 * One playout is three steps, as in tree.h: qi_learnt_descend walks from the root to a position
 * that is not in the graph yet, qi_learnt_judge asks about it (most of the work; it reads nothing
 * of the graph), qi_learnt_learn puts it into the graph and tells the positions on the path.
 * Several threads need a lock around the first and the last.
 *
 * Judging a position: no move is a loss; counting the ending; the solver, with few nodes, if few
 * points are open; else the network. A position in the graph is given to the solver again whenever
 * its visits have quadrupled, with a limit in proportion to them: where the search looks most, the
 * root among it, the solver looks deepest. Most of its time it spends on the move that would be
 * played now, until that is proved, or refuted and another one is the best.
 */
#ifndef QI_NOGO_SEARCH_LEARNT_H
#define QI_NOGO_SEARCH_LEARNT_H

#include "nogo/board/board.h"
#include "nogo/net/planes.h"
#include "nogo/search/graph.h"
#include "nogo/search/opinion.h"
#include "nogo/solve/session.h"
#include <qi/nogo_net.h>

enum {
    QI_LEARNT_MOVES = QI_BOARD_SIDE * QI_BOARD_SIDE,
    QI_LEARNT_DEPTH = QI_LEARNT_MOVES + 1,
    QI_LEARNT_SOLVER_NODES = 64 /* for every visit: about what they cost a vector machine */
};

/* What a playout has come to. */
typedef enum qi_learnt_task {
    QI_LEARNT_KNOWN,  /* a position of which nothing is to be asked */
    QI_LEARNT_EXPAND, /* a new one */
    QI_LEARNT_SOLVE   /* one for the solver */
} qi_learnt_task;

/* What one thread works with. */
typedef struct qi_learnt_worker {
    /* Set by who owns it. */
    qi_nogo_net_worker *evaluator;
    solve_session *session;     /* NULL, or not ready: no solver */
    uint64_t most_nodes;        /* give the solver no more; 0: no limit */
    qi_nogo_solve_watch *watch; /* for the solver */
    void *context;
    uint64_t solver_nodes; /* in all so far */
    /* The playout. */
    qi_learnt_task task;
    uint32_t epoch; /* the graph's when it began */
    qi_board board;
    uint64_t hash;
    uint32_t depth;
    uint32_t path[QI_LEARNT_DEPTH]; /* nodes, from the root */
    uint16_t edge[QI_LEARNT_DEPTH]; /* the edge taken from each */
    qi_point line[QI_LEARNT_DEPTH]; /* and its point */
    uint32_t node;                  /* QI_LEARNT_SOLVE: of which position */
    uint64_t nodes;                 /* and how many nodes */
    /* What was found. */
    int8_t outcome; /* for the side to move on `board` */
    bool bare;
    bool planting;   /* all moves are wanted even if the outcome is known */
    uint8_t tried;   /* as a node's */
    uint16_t value;  /* the network's word */
    uint16_t winner; /* a cell that wins, or 0 */
    uint32_t count;
    uint16_t cell[QI_LEARNT_MOVES];
    uint16_t share[QI_LEARNT_MOVES];
    int8_t proof[QI_LEARNT_MOVES];
    qi_nogo_planes planes;
    qi_nogo_evaluation evaluation;
} qi_learnt_worker;

typedef struct qi_learnt {
    qi_graph graph;
    qi_board board; /* the root's position */
    uint64_t hash;
    uint64_t candidate_nodes; /* the solver's, on this root's best moves */
    bool lost; /* the solver says so of the root; the graph is not told, so that it goes on */
    bool full; /* the memory is, and nothing can be forgotten */
    uint64_t evaluations; /* by the network, in all so far */
} qi_learnt;

/* Empties the graph and judges the root's position; false without memory. */
bool qi_learnt_plant(qi_learnt *learnt, qi_learnt_worker *worker);

/* Makes the node behind a path of moves the root, keeps what is below it and drops the rest.
 * False when that node is not in the graph or there is no memory; then nothing has changed. */
bool qi_learnt_advance(qi_learnt *learnt, const uint16_t *cells, uint32_t count);

void qi_learnt_descend(qi_learnt *learnt, qi_learnt_worker *worker);
void qi_learnt_judge(qi_learnt_worker *worker);
void qi_learnt_learn(qi_learnt *learnt, qi_learnt_worker *worker);

/* Lets the solver try the root with so many nodes; true when it has told something new. */
bool qi_learnt_solve_root(qi_learnt *learnt, qi_learnt_worker *worker, uint64_t nodes);

/* Removes the move to `cell` from a root that has just been planted. */
void qi_learnt_bar(qi_learnt *learnt, uint32_t cell);

/* Writes the moves of a node; returns how many. */
uint32_t qi_learnt_list(const qi_learnt *learnt, uint32_t node, qi_search_move *list);

#endif
