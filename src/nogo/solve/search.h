/* The solver: its search, its handle, and how a call begins and ends. */
#ifndef QI_NOGO_SOLVE_SEARCH_H
#define QI_NOGO_SOLVE_SEARCH_H

#include <qi/nogo_solve.h>

#include "base/host.h"
#include "nogo/solve/order_net.h"
#include "nogo/solve/table.h"

/* Scores: of a child that is decided, of one that has no score yet. */
enum { SOLVE_DONE = INT32_MIN, SOLVE_OPEN = INT32_MIN + 1 };

/* A move and what it leads to. */
typedef struct solve_child {
    int32_t score;  /* how likely, and how cheaply, it wins, or one of those */
    unsigned point; /* SOLVE_POINTS for a move in the integer or the star */
    solve_key key;
    solve_bucket *bucket; /* where the table would have it */
    solve_position position;
} solve_child;

enum { SOLVE_FARED = 1024, SOLVE_PATH = 2 * SOLVE_POINTS + 4 };

/* Shared by searches that share a table: how many are searching a position, by its hash. */
enum { SOLVE_SHARED_MARKS = 1 << 14 };
typedef struct solve_shared_search {
    uint8_t busy[SOLVE_SHARED_MARKS];
    char apart[SOLVE_LINE];
    uint32_t news; /* counts positions solved while others were searching them too */
    char apart_too[SOLVE_LINE];
    uint64_t nodes; /* nobody has claimed yet, of those the limit allows */
} solve_shared_search;

/* Where a position is marked as being searched. */
static inline size_t qi_solve_mark(const solve_key *key)
{
    const uint64_t hash =
        (key->word[0] ^ key->word[1] >> SOLVE_DATA_BITS) * 0x9e3779b97f4a7c15U >> 32;
    return hash % SOLVE_SHARED_MARKS;
}

struct solve_search;

/* Called for every position that was won by searching moves; only used to learn the order of
 * moves. */
typedef void solve_watch(struct solve_search *search, const solve_position *position,
                         unsigned side);

typedef struct solve_search {
    solve_table *table; /* may be shared with other searches */
    solve_graph graph;
    solve_net net;      /* orders the moves */
    uint32_t board;     /* for the keys */
    solve_child *stack; /* children of the positions on the way from the root */
    size_t stack_size, top;
    uint64_t nodes, max_nodes; /* max_nodes: UINT64_MAX for no limit; if shared, claims more */
    solve_set recent[SOLVE_POINTS + 1]; /* by number of stones: the move that won last */
    /* By number of stones: how a move at a point fared when it was searched, between
     * -SOLVE_FARED and SOLVE_FARED, the latest times counting most. */
    int16_t fared[SOLVE_POINTS + 1][SOLVE_POINTS + 1];
    unsigned last_won; /* the move found to win by make_children */
    bool stopped;      /* a limit was reached: outcomes are unknown from here on */
    bool ended;        /* by the caller, or its qi_stop */
    const qi_host *host;
    qi_nogo_solve_watch *caller;
    void *caller_context;
    bool recalls; /* any first move that is known to win will do */
    uint32_t root_stones, root_moves, root_done, root_replies; /* for the progress */
    solve_watch *watch;                                        /* may be NULL */
    void *watch_context;
    solve_shared_search *shared;       /* NULL: the only searcher */
    const solve_key *path[SOLVE_PATH]; /* if shared: the positions being searched, */
    unsigned depth, solved;            /* how many, and how many above a solved one */
    uint32_t news;                     /* shared->news at the last look */
    /* When shared, by stones on the board: whether positions were won lately, between -SOLVE_FARED
     * and SOLVE_FARED. */
    int16_t won[SOLVE_POINTS + 3];
} solve_search;

/* The outcome of a game for the side to move. Also finds a winning move, and keeps account of the
 * first moves. Uses the fastest engine the machine can run. */
solve_outcome qi_solve_root(solve_search *search, const solve_state *state, unsigned side,
                            unsigned *move);

/* The engines. */
solve_outcome qi_solve_plain_root(solve_search *search, const solve_state *state, unsigned side,
                                  unsigned *move);
solve_outcome qi_solve_bmi_root(solve_search *search, const solve_state *state, unsigned side,
                                unsigned *move);

/* How many children are needed on the stack for a root with this many open points. */
size_t qi_solve_stack(unsigned points);

/* ---- the handle ----------------------------------------------------------------------------- */

/* Memory kept for the work of a call: three quarters for the children of the positions on the way
 * (of it, some for the handle), a quarter for reading the board. */
enum { SOLVE_WORKING = 8 << 20, SOLVE_HANDLE = 4096 };

struct qi_nogo_solver {
    qi_allocator allocator;
    solve_table table;
    size_t working; /* bytes that calls may take beside the table */
    uint32_t next_board;
    solve_child *stack; /* kept from call to call */
    size_t stack_size;
    solve_net net;     /* the last that was read, */
    uint32_t net_rows; /* rows of the boards it is for */
};

/* Sets a search up for a game, on the solver's own stack. */
qi_result qi_solve_begin(qi_nogo_solver *solver, const qi_nogo *position,
                         const qi_nogo_solve_limits *limits, solve_search *search,
                         solve_state *state);

/* How many children fit the memory kept for them. */
size_t qi_solve_stack_room(const qi_nogo_solver *solver);

/* Fills in a solution; returns the result of the call. */
qi_result qi_solve_report(const solve_search *search, solve_outcome outcome, unsigned move,
                          qi_nogo_solution *solution);

/* Searches with up to `threads` threads, more than one. Needs a host. */
qi_result qi_solve_together(qi_nogo_solver *solver, const solve_search *first,
                            const solve_state *state, qi_colour mover, uint32_t threads,
                            qi_nogo_solution *solution);

#endif
