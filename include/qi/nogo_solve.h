/*
 * qi/nogo_solve.h - who wins a NoGo position, proved.
 *
 * A solver keeps what it has proved in a table, so solving related positions one after another is
 * cheap; near the end of a game a call takes microseconds. The table starts small and grows up to a
 * limit; when it is full, what was cheap to prove is forgotten first. Answers are exact: the table
 * compares whole positions, never only hashes. (A player's search compares hashes:
 * qi/nogo_search.h.)
 *
 *     qi_nogo_solver *solver;
 *     if (qi_nogo_solver_new((size_t)64 << 20, NULL, &solver) == QI_OK) {
 *         qi_nogo_solve_limits limits = {.size = sizeof limits, .nodes = 10000};
 *         qi_nogo_solution solution = {.size = sizeof solution};
 *         if (qi_nogo_solve(solver, position, &limits, &solution) == QI_OK &&
 *             solution.outcome == QI_NOGO_WON)
 *             play(solution.move);
 *         qi_nogo_solver_free(solver);
 *     }
 *
 * Any board of at most 48 points can be given, and any position of a larger board with at most 48
 * points that either side may still play (and not an extreme number of groups). Whether the answer
 * comes within the limits is another question: empty boards of about 25 points take minutes.
 */
#ifndef QI_NOGO_SOLVE_H
#define QI_NOGO_SOLVE_H

#include <qi/nogo.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qi_nogo_solver qi_nogo_solver;

/* A solver that never holds more than `memory` bytes (QI_BAD_ARGUMENT below 2 MiB). Free with
 * qi_nogo_solver_free. */
QI_API qi_result qi_nogo_solver_new(size_t memory, const qi_allocator *allocator,
                                    qi_nogo_solver **solver);

/* Frees a solver; NULL is allowed. */
QI_API void qi_nogo_solver_free(qi_nogo_solver *solver);

/* The progress of a call. */
typedef struct qi_nogo_solve_progress {
    uint64_t nodes;            /* positions searched by this call */
    uint32_t moves, done;      /* first moves to look at, and how many are decided */
    uint32_t replies, replied; /* moves after the first one that is being looked at, and how many
                                  are decided; they must all be where it wins */
    uint32_t depth;            /* moves on the board beyond the position asked about, just now */
    uint64_t table_bytes;      /* memory of the table */
    uint64_t entries;          /* positions in it */
} qi_nogo_solve_progress;

/* Called every few thousand nodes; false ends the call with QI_STOPPED. */
typedef bool qi_nogo_solve_watch(void *context, const qi_nogo_solve_progress *progress);

/* When to end, and with how many threads to work; all zero is no limit, one thread. */
typedef struct qi_nogo_solve_limits {
    size_t size;      /* see "Sizes" in qi/base.h */
    uint64_t nodes;   /* search at most this many positions; 0: no limit */
    uint32_t threads; /* see qi/base.h; they share the table and the limit */
    qi_nogo_solve_watch *watch;
    void *context; /* of the watch */
    const qi_host *host;
} qi_nogo_solve_limits;

typedef struct qi_nogo_solution {
    size_t size; /* see "Sizes" in qi/base.h */
    qi_nogo_outcome outcome;
    qi_point move;  /* QI_NOGO_WON: a move that wins; else QI_NO_POINT */
    uint64_t nodes; /* positions searched by this call; one more for each thread at a limit */
} qi_nogo_solution;

/* Solves a position for the colour to move; the position is not changed. `limits` may be NULL.
 * QI_OK with QI_NOGO_UNKNOWN: the limit of nodes was reached. QI_STOPPED: the
 * solution is written, and unknown. QI_BAD_ARGUMENT: too many threads, or a wrong host.
 * QI_TOO_LARGE: more than 48 points can still be played. QI_NO_MEMORY: also when the solver's
 * memory is too small for so large a board (16 MiB are enough for any of 48 points). QI_BAD_DATA:
 * the machine is big-endian, or the library's own tables are damaged. With one thread the number of
 * nodes is the same on every machine for the same solver history; with more it varies, the answer
 * does not. */
QI_API qi_result qi_nogo_solve(qi_nogo_solver *solver, const qi_nogo *position,
                               const qi_nogo_solve_limits *limits, qi_nogo_solution *solution);

#ifdef __cplusplus
}
#endif
#endif
