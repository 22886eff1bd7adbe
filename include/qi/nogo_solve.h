/*
 * qi/nogo_solve.h - who wins a NoGo position, proved.
 *
 * A solver keeps what it has proved in a table of fixed size, so solving related positions one
 * after another is cheap; near the end of a game a call takes microseconds. Answers are exact:
 * the table compares whole positions, never only hashes.
 *
 *     qi_nogo_solver *solver;
 *     if (qi_nogo_solver_new((size_t)64 << 20, NULL, &solver) == QI_OK) {
 *         qi_nogo_solve_limits limits = {.nodes = 10000};
 *         qi_nogo_solution solution;
 *         if (qi_nogo_solve(solver, game, &limits, &solution) == QI_OK &&
 *             solution.outcome == QI_NOGO_WON)
 *             play(solution.move);
 *         qi_nogo_solver_free(solver);
 *     }
 *
 * Any board of at most 64 points can be given, and any position of a larger board with at most 64
 * points that somebody may still play (and not an extreme number of groups). Whether the answer
 * comes within the limits is another question: empty boards of about 25 points take minutes.
 */
#ifndef QI_NOGO_SOLVE_H
#define QI_NOGO_SOLVE_H

#include <qi/nogo.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qi_nogo_solver qi_nogo_solver;

/* A solver that never holds more than `memory` bytes (QI_BAD_ARGUMENT below 1 MiB). The table
 * starts small and grows as it is needed. One solver serves one thread at a time. */
QI_API qi_result qi_nogo_solver_new(size_t memory, const qi_allocator *allocator,
                                    qi_nogo_solver **solver);

/* Frees a solver; NULL is allowed. */
QI_API void qi_nogo_solver_free(qi_nogo_solver *solver);

/* What is true of the colour to move. */
typedef enum qi_nogo_outcome {
    QI_NOGO_UNKNOWN = 0, /* a limit was reached first */
    QI_NOGO_LOST,        /* the opponent wins whatever it plays */
    QI_NOGO_WON          /* it wins with best play */
} qi_nogo_outcome;

/* How far a call has come. */
typedef struct qi_nogo_solve_progress {
    uint64_t nodes;       /* positions searched by this call */
    uint32_t moves, done; /* first moves to look at, and how many are decided */
    uint32_t depth;       /* moves on the board beyond the position asked about, just now */
    uint64_t table_bytes; /* memory of the table */
    uint64_t entries;     /* positions in it */
} qi_nogo_solve_progress;

/* Called every few thousand nodes; returning true ends the call with QI_NOGO_UNKNOWN. */
typedef bool qi_nogo_solve_stop(void *context, const qi_nogo_solve_progress *progress);

typedef struct qi_nogo_solve_limits {
    uint64_t nodes;           /* search at most this many positions; 0: no limit */
    qi_nogo_solve_stop *stop; /* may be NULL */
    void *context;
} qi_nogo_solve_limits;

typedef struct qi_nogo_solution {
    qi_nogo_outcome outcome;
    qi_point move;  /* QI_NOGO_WON: a move that wins; else QI_NO_POINT */
    uint64_t nodes; /* positions searched by this call */
} qi_nogo_solution;

/* Solves a position for the colour to move; the position is not changed. `limits` may be NULL.
 * QI_UNSUPPORTED: more than 64 points can still be played. QI_NO_MEMORY: also when the solver's
 * memory is too small for so large a board (8 MiB are enough for any). The number of nodes is the
 * same on every machine for the same solver history. */
QI_API qi_result qi_nogo_solve(qi_nogo_solver *solver, const qi_nogo *game,
                               const qi_nogo_solve_limits *limits, qi_nogo_solution *solution);

/* The same with several threads sharing the table, at least 1. Only on systems with threads; the
 * node count then varies from run to run. */
QI_API qi_result qi_nogo_solve_threads(qi_nogo_solver *solver, const qi_nogo *game,
                                       const qi_nogo_solve_limits *limits, unsigned threads,
                                       qi_nogo_solution *solution);

/* ---- keeping what was proved ------------------------------------------------------------- */

/* One proved position; the bytes are the same on every machine of one byte order. */
typedef struct qi_nogo_fact {
    uint64_t word[3];
} qi_nogo_fact;

/* Gets facts; returning false ends the walk. */
typedef bool qi_nogo_fact_sink(void *context, const qi_nogo_fact *fact);

/* Tells everything the solver has proved that took at least 2^`effort` nodes; such facts mean the
 * same to any other solver. QI_STOPPED when the sink said false. */
QI_API qi_result qi_nogo_solver_tell(const qi_nogo_solver *solver, unsigned effort,
                                     qi_nogo_fact_sink *sink, void *context);

/* Makes the solver believe a fact that another one told. It is not checked: a wrong fact leads to
 * wrong answers. QI_BAD_ARGUMENT when it cannot be one. */
QI_API qi_result qi_nogo_solver_learn(qi_nogo_solver *solver, const qi_nogo_fact *fact);

#ifdef __cplusplus
}
#endif
#endif
