/*
 * qi/nogo_proof.h - proofs of who wins NoGo, as files; and one position solved on many machines.
 *
 * This header may still change from one version to the next.
 */
#ifndef QI_NOGO_PROOF_H
#define QI_NOGO_PROOF_H

#include <qi/nogo_solve.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- many machines --------------------------------------------------------------------------
 *
 * A position too large for one machine is solved in rounds: each of many solvers proves a piece of
 * it, and the next round knows the facts of all. */

/* Gets a position, valid only during the call; return false to stop. */
typedef bool qi_nogo_position_sink(void *context, const qi_nogo *position);

/* Says which positions to solve next to learn who wins `position`: at most `max_count` of them,
 * those that the answer most likely needs first, none that the solver has proved. What a hundred
 * positions prove is searched at once. When nothing is left to solve, the solution has the outcome
 * (never the move, which qi_nogo_solve now finds at once), and the sink gets nothing; until then it
 * is unknown. A piece is solved by any solver; this one then has to read its facts. QI_TOO_LARGE:
 * more than 48 points. QI_BAD_ARGUMENT: `max_count` is 0, or the board has a hole: there are no
 * facts that solvers could share. QI_STOPPED: the sink said false. */
QI_API qi_result qi_nogo_solve_pieces(qi_nogo_solver *solver, const qi_nogo *position,
                                      size_t max_count, qi_nogo_position_sink *sink, void *context,
                                      qi_nogo_solution *solution);

/* ---- checking a winning strategy -------------------------------------------------------------
 *
 * A strategy gives the winner's move in every position that it can lead to. Walking it tries every
 * reply of the loser; if the winner always makes the last move, the strategy is a proof. The walk
 * uses only the plain rules and shares nothing with the solver.
 */

/* How a walk ended. */
typedef enum qi_nogo_walk_end {
    QI_NOGO_WALK_UNFINISHED = 0, /* an answer was not given */
    QI_NOGO_WALK_WON,            /* the strategy wins: proved */
    QI_NOGO_WALK_ILLEGAL,        /* an answer was not a legal move */
    QI_NOGO_WALK_LEAF_LOST       /* the winner can come to a small position that is lost */
} qi_nogo_walk_end;

/* The account of a walk. `move`, `black` and `white` say where it went wrong. */
typedef struct qi_nogo_walk {
    size_t size; /* see "Sizes" in qi/base.h */
    qi_nogo_walk_end end;
    qi_point move;
    uint64_t black, white;
    uint64_t answers;   /* moves asked for */
    uint64_t positions; /* positions in which every move of the loser was tried */
    uint64_t endings;   /* small positions settled by trying everything */
} qi_nogo_walk;

/* Called every few hundred positions, in the caller's thread, with the account so far; false ends
 * the walk with QI_STOPPED. */
typedef bool qi_nogo_walk_watch(void *context, const qi_nogo_walk *so_far);

/* With how many threads to walk, and who looks; all zero is one thread. */
typedef struct qi_nogo_walk_limits {
    size_t size;      /* see "Sizes" in qi/base.h */
    uint32_t threads; /* see qi/base.h */
    qi_nogo_walk_watch *watch;
    void *context; /* of the watch */
    const qi_host *host;
} qi_nogo_walk_limits;

/* ---- proofs and facts as files ----------------------------------------------------------------
 *
 * Nothing here opens a file: bytes go to a sink, and come from a source or from memory.
 */

/* The largest leaf of a proof in a file, and one that is a good compromise: a larger one makes the
 * file smaller, and checking slower. */
#define QI_NOGO_MAX_LEAF 16U
#define QI_NOGO_DEFAULT_LEAF 6U

/* Writes the proof that `winner` wins from `position`, asking the solver for moves of the winner:
 *
 *     qi nogo proof 2
 *     X moves, X wins, leaf 6
 *     3 5
 *     .....
 *     .....
 *     .....
 *     <answers>
 *     end 2345 0123456789abcdef
 *
 * The answers are the winner's moves in the order in which a walk asks for them, one character
 * each: '0' is the first point in reading order, '1' the second, then the characters that follow in
 * ASCII. Each layer that has any takes a line. Nothing else is needed: the walk itself knows the
 * positions. The last line has the number of answers and a digest of all that precedes it (FNV-1a
 * with 64 bits), so that no byte can be changed unnoticed. `limits`, which may be NULL, hold for
 * each question; the watch is also called between questions and while the walk goes on, with
 * progress that is all zero, and `account` is kept up to date meanwhile. Beside the solver it takes
 * the memory of a walk and 16 to 32 bytes for each position of one layer. QI_STOPPED: the sink, or
 * a limit, ended it. QI_BAD_ARGUMENT: a leaf above QI_NOGO_MAX_LEAF, or a wrong host.
 * QI_TOO_LARGE: more than 40 points. What was written is a proof only if the result is QI_OK and
 * account->end is QI_NOGO_WALK_WON. */
QI_API qi_result qi_nogo_write_proof(const qi_nogo *position, qi_colour winner, uint32_t leaf,
                                     qi_nogo_solver *solver, const qi_nogo_solve_limits *limits,
                                     qi_sink *sink, void *context, qi_nogo_walk *account);

/* Reads a proof piece by piece and walks it. QI_OK: the walk was made, and account->end says
 * whether it is a proof that `*winner` wins from `*position`, which the caller frees. QI_BAD_TEXT:
 * it is not a proof file; `error` says where. QI_STOPPED: also when the source failed. */
QI_API qi_result qi_nogo_check_proof(qi_source *source, void *context,
                                     const qi_nogo_walk_limits *limits,
                                     const qi_allocator *allocator, qi_nogo **position,
                                     qi_colour *winner, qi_nogo_walk *account,
                                     qi_text_error *error);

/* Writes what a solver has proved, except facts that are faster to prove again than to read:
 * chunks of up to 256 facts (only the last has fewer). A chunk is `QIFACTS`, 1 (the version), 4
 * bytes 0, the length of its facts in 4 bytes, their CRC-32 in 4, then 16 bytes for each fact;
 * every word has its lowest byte first. A fact names the board that it is about, so a file may be
 * continued on another board. `count`, when not NULL, gets the number of facts. QI_STOPPED when the
 * sink said false. */
QI_API qi_result qi_nogo_write_facts(const qi_nogo_solver *solver, qi_sink *sink, void *context,
                                     uint64_t *count);

/* Teaches a solver the facts of such a file. QI_BAD_DATA: it is not such a file, or chunks of
 * it are damaged: the facts of the other chunks, `count` of them, have been read. */
QI_API qi_result qi_nogo_read_facts(qi_nogo_solver *solver, const char *bytes, size_t length,
                                    uint64_t *count);

/* A move for a side that is lost: one that leaves it the most moves compared with the opponent.
 * QI_NO_POINT when it has none. QI_NO_MEMORY. */
QI_API qi_result qi_nogo_stubborn_move(const qi_nogo *position, qi_point *move);

#ifdef __cplusplus
}
#endif
#endif
