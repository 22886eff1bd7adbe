/* Solving with several threads: each searches the whole problem, but not what another is at if
 * there is a choice, and all share the table, so that what one proves the others need not. */
#include "nogo/solve/solve.h"

#include <pthread.h>

enum { MOST_THREADS = 64 };

/* One thread's work. */
typedef struct worker {
    solve_search search;
    const solve_state *state;
    unsigned side, move;
    solve_outcome outcome;
    bool *finished;           /* shared: somebody knows the answer, or a limit was reached */
    qi_nogo_solve_stop *stop; /* only the first worker asks the caller */
    void *context;
    pthread_t thread;
} worker;

static bool stop_worker(void *context, const qi_nogo_solve_progress *progress)
{
    worker *w = context;
    if (w->stop && w->stop(w->context, progress))
        __atomic_store_n(w->finished, true, __ATOMIC_RELAXED);
    return __atomic_load_n(w->finished, __ATOMIC_RELAXED);
}

static void *work(void *context)
{
    worker *w = context;
    w->outcome = qi_solve_root(&w->search, w->state, w->side, &w->move);
    qi_solve_table_leave(w->search.table);
    __atomic_store_n(w->finished, true, __ATOMIC_RELAXED);
    return NULL;
}

qi_result qi_nogo_solve_threads(qi_nogo_solver *solver, const qi_nogo *game,
                                const qi_nogo_solve_limits *limits, unsigned threads,
                                qi_nogo_solution *solution)
{
    solve_search first;
    solve_state state;
    const qi_result begun = qi_solve_begin(solver, game, limits, &first, &state);
    if (begun != QI_OK)
        return begun;
    const size_t stack = qi_solve_stack(solve_count(state.open));
    /* A worker takes memory too. */
    const size_t fitting =
        qi_solve_stack_room(solver) /
        (stack + (sizeof(worker) + sizeof(solve_child) - 1) / sizeof(solve_child));
    threads = threads > MOST_THREADS ? MOST_THREADS : threads;
    threads = threads > fitting ? (unsigned)fitting : threads;
    solve_child *shared_stack = NULL;
    worker *workers = NULL;
    if (threads > 1) {
        /* The solver's own stack makes room for one stack for all. */
        qi_release(&solver->allocator, solver->stack);
        solver->stack = NULL;
        solver->stack_size = 0;
        shared_stack = qi_allocate_array(&solver->allocator, stack * threads, sizeof *shared_stack);
        workers = qi_allocate_array(&solver->allocator, threads, sizeof *workers);
    }
    if (!shared_stack || !workers) {
        qi_release(&solver->allocator, shared_stack);
        qi_release(&solver->allocator, workers);
        return qi_nogo_solve(solver, game, limits, solution);
    }
    solve_crowd crowd = {{0}};
    bool finished = false;
    for (unsigned i = 0; i < threads; i++) {
        workers[i] = (worker){.search = first,
                              .state = &state,
                              .side = qi_nogo_to_move(game) == QI_BLACK ? 0 : 1,
                              .move = SOLVE_POINTS,
                              .finished = &finished,
                              .stop = limits && i == 0 ? limits->stop : NULL,
                              .context = limits ? limits->context : NULL};
        workers[i].search.stack = shared_stack + i * stack;
        workers[i].search.stack_size = stack;
        workers[i].search.most_nodes = first.most_nodes / threads;
        workers[i].search.crowd = &crowd;
        workers[i].search.stop = stop_worker;
        workers[i].search.stop_context = &workers[i];
    }
    qi_solve_table_share(&solver->table, threads);
    unsigned running = 1;
    while (running < threads &&
           pthread_create(&workers[running].thread, NULL, work, &workers[running]) == 0)
        running++;
    for (unsigned i = running; i < threads; i++)
        qi_solve_table_leave(&solver->table);
    work(&workers[0]);
    const worker *best = &workers[0];
    uint64_t nodes = workers[0].search.nodes;
    for (unsigned i = 1; i < running; i++) {
        pthread_join(workers[i].thread, NULL);
        nodes += workers[i].search.nodes;
        if (best->outcome == SOLVE_UNKNOWN)
            best = &workers[i];
    }
    qi_solve_report(&best->search, best->outcome, best->move, solution);
    solution->nodes = nodes;
    qi_release(&solver->allocator, shared_stack);
    qi_release(&solver->allocator, workers);
    return QI_OK;
}
