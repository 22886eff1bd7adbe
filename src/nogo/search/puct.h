/*
 * The search: a graph of positions, led by an evaluator's policy and value (PUCT), with exact
 * knowledge where there is some.
 *
 * One playout is four steps: qi_puct_collect walks from the root to a position that is not in the
 * graph yet, qi_puct_look finds what is known of it for certain, qi_puct_evaluate asks the
 * evaluator (these two are most of the work and read nothing of the graph), qi_puct_learn puts it
 * into the graph and updates the positions on the path. Several threads need a lock around the
 * first and the last. An evaluator that takes batches is asked about several playouts at once.
 *
 * Exact knowledge of a position: no move is a loss; counting the ending; the solver, with few
 * nodes, if few points are open. A position in the graph is given to the solver again whenever its
 * visits have quadrupled, with a limit in proportion to them: where the search looks most, the root
 * among it, the solver looks deepest. Most of its time it spends on the move that would be played
 * now, until that is proved, or refuted and another one is the best. An evaluator may refuse all
 * of that (qi_nogo_evaluator.no_solver): then only a position without a move is known.
 */
#ifndef QI_NOGO_SEARCH_PUCT_H
#define QI_NOGO_SEARCH_PUCT_H

#include "nogo/rules/board.h"
#include "nogo/search/graph.h"
#include "nogo/solve/session.h"
#include <qi/nogo_search.h>

enum {
    QI_PUCT_MOVES = QI_BOARD_SIDE * QI_BOARD_SIDE,
    QI_PUCT_DEPTH = QI_PUCT_MOVES + 1,
    QI_PUCT_SOLVER_NODES = 64 /* for every visit: about what they cost a vector machine */
};

struct qi_nogo_leaf {
    const qi_board *board;
    uint64_t hash; /* of the stones */
};

/* The kind of position a playout ended at. */
typedef enum qi_puct_task {
    QI_PUCT_KNOWN,  /* a position of which nothing is to be asked */
    QI_PUCT_EXPAND, /* a new one */
    QI_PUCT_SOLVE   /* one for the solver */
} qi_puct_task;

typedef struct qi_puct_playout {
    qi_puct_task task;
    uint32_t epoch; /* the graph's when it began */
    qi_board board;
    uint64_t hash;
    uint32_t depth;
    uint32_t path[QI_PUCT_DEPTH]; /* nodes, from the root */
    uint16_t edge[QI_PUCT_DEPTH]; /* the edge taken from each */
    qi_point line[QI_PUCT_DEPTH]; /* and its point */
    uint32_t node;                /* QI_PUCT_SOLVE: of which position */
    uint64_t nodes;               /* and how many nodes */
    /* The result. */
    int8_t outcome; /* for the side to move on `board` */
    bool bare;
    bool asks;         /* the evaluator, because the outcome is not known */
    bool planting;     /* all moves are wanted even if the outcome is known */
    uint8_t tried;     /* as a node's */
    uint16_t value;    /* the evaluator's, in parts of 65535 */
    uint16_t winner;   /* a cell that wins, or 0 */
    qi_nogo_leaf leaf; /* what the evaluator is given */
    uint32_t count;
    uint16_t cell[QI_PUCT_MOVES];
    uint16_t share[QI_PUCT_MOVES];
    int8_t proof[QI_PUCT_MOVES];
} qi_puct_playout;

/* The data of one thread. */
typedef struct qi_puct_worker {
    const qi_nogo_evaluator *evaluator;
    void *memory; /* the evaluator's for this thread, if `entered` */
    bool entered;
    uint32_t rows, columns;     /* of the board it entered with */
    solve_session *session;     /* NULL, or not ready: no solver */
    uint64_t max_nodes;         /* give the solver no more; 0: no limit */
    qi_nogo_solve_watch *watch; /* for the solver */
    void *context;
    uint64_t solver_nodes; /* in all so far */
    uint32_t count;        /* playouts under way */
    uint32_t batch;        /* at most */
    qi_puct_playout *playouts;
    qi_nogo_estimate *estimates;
    const qi_nogo_leaf **asked;
} qi_puct_worker;

typedef struct qi_puct {
    qi_graph graph;
    qi_board board; /* the root's position */
    uint64_t hash;
    uint64_t candidate_nodes; /* the solver's, on this root's best moves */
    bool lost;            /* the root, by the solver; not stored in the graph, which searches on */
    bool full;            /* the memory is, and nothing can be forgotten */
    uint64_t evaluations; /* in all so far */
} qi_puct;

/* ---- workers (judge.c) -------------------------------------------------------------------- */

/* Makes a worker for an evaluator, with room for its batch. QI_NO_MEMORY; ended in any case. */
qi_result qi_puct_worker_start(qi_puct_worker *worker, const qi_nogo_evaluator *evaluator,
                               const qi_allocator *allocator);
void qi_puct_worker_end(qi_puct_worker *worker, const qi_allocator *allocator);

/* Prepares the evaluator for boards of a size; QI_OK, or what the evaluator returns. */
qi_result qi_puct_worker_enter(qi_puct_worker *worker, uint32_t rows, uint32_t columns,
                               uint64_t seed, const qi_allocator *allocator);

/* Finds what is known for certain of the playouts under way. */
void qi_puct_look(qi_puct_worker *worker);

/* Asks the evaluator about the others. QI_BAD_DATA: an answer is no number or a value is not from 0
 * to 1; or what the evaluator returns. */
qi_result qi_puct_evaluate(qi_puct_worker *worker);

/* ---- playouts (puct.c) -------------------------------------------------------------------- */

/* Empties the graph and judges the root's position; QI_NO_MEMORY, or as qi_puct_evaluate. */
qi_result qi_puct_plant(qi_puct *puct, qi_puct_worker *worker);

/* Makes the node behind a path of moves the root, keeps what is below it and drops the rest.
 * False when that node is not in the graph or there is no memory; then nothing has changed. */
bool qi_puct_advance(qi_puct *puct, const uint16_t *cells, uint32_t count);

/* Begins at most `max` playouts. Those of which nothing is to be asked are learnt at once. */
void qi_puct_collect(qi_puct *puct, qi_puct_worker *worker, uint64_t max);

/* Ends the playouts under way: learns what was found, or takes their visits back. */
void qi_puct_learn(qi_puct *puct, qi_puct_worker *worker);
void qi_puct_take_back(qi_puct *puct, qi_puct_worker *worker);

/* Lets the solver try the root with up to `nodes` nodes. */
void qi_puct_solve_root(qi_puct *puct, qi_puct_worker *worker, uint64_t nodes);

/* Whether the solver may search a board with `nodes` nodes. */
bool qi_puct_may_solve(const qi_puct_worker *worker, const qi_board *board, uint64_t nodes);

/* The binary logarithm of a number of nodes, rounded down. */
static inline uint32_t qi_puct_power(uint64_t nodes)
{
    return 63U - (uint32_t)__builtin_clzll(nodes | 1);
}

/* Removes the move to `cell` from a root that has just been planted. */
void qi_puct_bar(qi_puct *puct, uint32_t cell);

/* ---- what a search thinks of moves --------------------------------------------------------- */

typedef struct qi_search_move {
    uint32_t node; /* the position behind the move, in the graph; 0: none */
    uint32_t visits;
    float value; /* for the side that moves, 0 to 1; without visits or a proof a guess */
    float share; /* its share of the policy; distinguishes moves that look alike */
    uint16_t cell;
    int8_t outcome; /* qi_nogo_outcome for the side that moves */
} qi_search_move;

/* Whether one move is a better choice than another: proven wins, then visits, then the policy;
 * proven losses last, the one that took longest to refute first. */
static inline bool qi_search_better(const qi_search_move *a, const qi_search_move *b)
{
    if (a->outcome != b->outcome)
        return a->outcome > b->outcome;
    if (a->visits != b->visits)
        return a->visits > b->visits;
    return a->share > b->share;
}

/* The best of a list; NULL of none. Of moves that are alike the first. */
static inline const qi_search_move *qi_search_best_of(const qi_search_move *list, uint32_t count)
{
    const qi_search_move *best = NULL;
    for (uint32_t i = 0; i < count; i++)
        if (!best || qi_search_better(&list[i], best))
            best = &list[i];
    return best;
}

/* Writes the moves of a node; returns how many. */
uint32_t qi_puct_list(const qi_puct *puct, uint32_t node, qi_search_move *list);

#endif
