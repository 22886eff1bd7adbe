/*
 * Several processes ("ranks") that run the same command, on one machine or many.
 *
 * The command is linked either with alone.c, which knows only one process, or with the MPI layer:
 * then it is qi-mpi. All ranks run the verb with the same arguments; rank 0 alone prints. What is
 * marked 'together' must be called by all ranks, in the same order.
 */
#ifndef QI_CLUSTER_CLUSTER_H
#define QI_CLUSTER_CLUSTER_H

#include "base/buffer.h"

#include <qi/nogo_solve.h>

/* Joins the other ranks; false after saying why not. Ranks other than 0 print nothing from now
 * on. */
bool cluster_start(int *argc, char ***argv);
/* Leaves, together. Returns the status to exit with: rank 0's, and 0 for the others. */
int cluster_end(int status);
/* Ends the job of all ranks at once, after saying why on the real stderr. */
_Noreturn void cluster_fail(const char *why);

uint32_t cluster_rank(void);
uint32_t cluster_size(void);

/* Together: every number becomes the sum of all ranks' numbers, or the largest of them. */
void cluster_add(uint64_t *numbers, size_t count);
void cluster_most(uint64_t *numbers, size_t count);
void cluster_most_real(double *numbers, size_t count);
/* Together: the bytes of rank `from` go to all. */
void cluster_share(void *bytes, size_t count, uint32_t from);

/* Together: the text of rank 0 goes to all; the others free theirs. */
void cluster_share_text(const char **text, size_t *length);
/* Together: whether all succeeded. If not, `why`, of `room` bytes, becomes what the first that did
 * not has there, and its number is returned in *who. */
bool cluster_agree(bool good, char *why, size_t room, uint32_t *who);

/* A number that a rank tells all others while they work; the least of them counts. Begin with
 * {UINT64_MAX}. Only one thread of a rank may use it. */
typedef struct cluster_bell {
    uint64_t least;
    uint64_t rung, heard;
} cluster_bell;
void cluster_ring(cluster_bell *bell, uint64_t number);
/* Reads what others have told; `least` may have become less. */
void cluster_hear(cluster_bell *bell);
/* Together: the same, until everything that was told has been heard. */
void cluster_bell_end(cluster_bell *bell);

/* Letters to rank 0. Another rank sends one, and waits until it has left; rank 0 takes one that has
 * arrived, or gets false. Only one thread of a rank at a time may do so. */
void cluster_send(const void *bytes, size_t count);
bool cluster_receive(qi_buffer *letter);

/* ---- machines --------------------------------------------------------------------------------
 *
 * What needs one memory is not divided among the ranks of one machine: the first of them works with
 * the memory, the threads and the processors of all, and the others wait, asleep. So only machines
 * send each other messages. */

typedef struct cluster_pool {
    uint32_t machines; /* how many the ranks are on */
    uint32_t machine;  /* the number of this one */
    uint32_t ranks;    /* on it */
    bool first;        /* whether this rank works for them */
} cluster_pool;

/* Together: finds out who is on the same machine, and lets the first there use the processors of
 * all. Ranks whose processors it may not use count as machines of their own; so do all if
 * QI_MPI_APART is set in the environment of rank 0 (for tests and measurements). */
cluster_pool cluster_pool_up(void);

/* A rank's share of `count` things: `*mine` of them, from number `*first` on. */
static inline void cluster_part(uint64_t count, uint32_t rank, uint32_t size, uint64_t *first,
                                uint64_t *mine)
{
    const uint64_t each = count / size, more = count % size;
    *first = each * rank + (rank < more ? rank : more);
    *mine = each + (rank < more);
}

/* ---- solving together ------------------------------------------------------------------------
 *
 * The first ranks of all machines search the same tree. A position of some effort has a home, one
 * of them, by its hash: who starts to search it says so there, and learns whether it is known, or
 * who else is at it; who has proved it tells its home, which tells those who are still searching.
 * So the tables of all ranks are one, but for what is proved so fast that asking would take longer.
 */

typedef struct cluster_team cluster_team;

/* What the messages about positions amounted to, of all ranks. */
typedef struct cluster_account {
    uint64_t messages, bytes; /* sent */
    uint64_t records;         /* in them: questions, answers and facts */
    uint64_t positions;       /* searched */
} cluster_account;

/* Together: a team for a solver, which searches on the first rank of a machine. Kinds of positions
 * that take at least `effort` positions on average are shared; 0 is a good number, and 1 shares all
 * but the smallest from the start. Free with cluster_team_free before the solver. */
qi_result cluster_team_new(qi_nogo_solver *solver, const cluster_pool *pool, uint32_t effort,
                           cluster_team **team);
void cluster_team_free(cluster_team *team);

/* Together: qi_nogo_solve by the first ranks of all machines, each with limits->threads threads.
 * All get the same solution, with the nodes of all. Only rank 0 calls limits->watch. */
qi_result cluster_solve(cluster_team *team, const qi_nogo *game, const qi_nogo_solve_limits *limits,
                        qi_nogo_solution *solution);

/* The first rank of a machine tells a fact to its home. The solver learns it here too, as something
 * that is forgotten early. QI_BAD_ARGUMENT if it cannot be a fact. */
qi_result cluster_tell(cluster_team *team, const qi_nogo_fact *fact);
/* Together, before the first question: waits until everything that was told has arrived. */
void cluster_settle(cluster_team *team);

/* Together: the account of all calls of cluster_solve so far. */
cluster_account cluster_account_of(cluster_team *team);

#endif
