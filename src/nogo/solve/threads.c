/* Solving with several threads. Each searches the whole problem, but avoids moves that another is
 * searching. They share the table, so what one proves the others need not. */
#include "nogo/solve/search.h"

#include "base/workers.h"

/* Each of the busy marks counts workers in a byte. */
enum { MAX_WORKERS = UINT8_MAX };

/* One thread's work. */
typedef struct worker {
    solve_search search;
    const solve_state *state;
    unsigned side, move;
    solve_outcome outcome;
    bool *finished;              /* shared: a thread has the answer, or a limit was reached */
    qi_nogo_solve_watch *caller; /* only the first worker asks the caller */
    void *context;
    const qi_host *host;
    bool ended; /* by the caller, or its qi_stop */
} worker;

static bool go_on(void *context, const qi_nogo_solve_progress *progress)
{
    worker *w = context;
    if (qi_host_stops(w->host) || (w->caller && !w->caller(w->context, progress))) {
        w->ended = true;
        __atomic_store_n(w->finished, true, __ATOMIC_RELAXED);
    }
    return !__atomic_load_n(w->finished, __ATOMIC_RELAXED);
}

static void work(void *context, uint32_t number)
{
    worker *const w = (worker *)context + number;
    w->outcome = qi_solve_root(&w->search, w->state, w->side, &w->move);
    qi_solve_table_leave(w->search.table);
    __atomic_store_n(w->finished, true, __ATOMIC_RELAXED);
}

/* How many workers the solver's memory allows: the first has the solver's own stack. The board has
 * been read by now, so they may have all memory beside the table. */
static uint32_t fitting(const qi_nogo_solver *solver, size_t stack, uint32_t wanted)
{
    const size_t kept = sizeof *solver + solver->stack_size * sizeof *solver->stack;
    const size_t each = sizeof(worker) + stack * sizeof *solver->stack;
    if (solver->working < kept + sizeof(worker))
        return 1;
    const size_t max = 1 + (solver->working - kept - sizeof(worker)) / each;
    wanted = wanted < MAX_WORKERS ? wanted : MAX_WORKERS;
    return wanted < max ? wanted : (uint32_t)max;
}

static qi_result search_together(solve_table *table, worker *workers, uint32_t threads,
                                 qi_nogo_solution *solution)
{
    qi_workers pool;
    const uint32_t running = 1 + qi_workers_open(&pool, workers->host, threads - 1);
    /* Before any of them works: a thread that enlarges the table waits for all sharers. */
    qi_solve_table_share(table, running);
    qi_workers_start(&pool, work, workers);
    work(workers, 0);
    qi_workers_close(&pool);
    worker *best = &workers[0];
    uint64_t nodes = workers[0].search.nodes;
    bool ended = workers[0].ended;
    for (uint32_t i = 1; i < running; i++) {
        nodes += workers[i].search.nodes;
        ended |= workers[i].ended;
        if (best->outcome == SOLVE_UNKNOWN)
            best = &workers[i];
    }
    best->search.ended = ended;
    best->search.nodes = nodes;
    return qi_solve_report(&best->search, best->outcome, best->move, solution);
}

qi_result qi_solve_together(qi_nogo_solver *solver, const solve_search *first,
                            const solve_state *state, qi_colour mover, uint32_t threads,
                            qi_nogo_solution *solution)
{
    const size_t stack = qi_solve_stack(solve_count(state->open));
    uint32_t count = fitting(solver, stack, threads);
    solve_child *stacks = NULL;
    if (count > 1)
        stacks = qi_allocate_array(&solver->allocator, stack * (count - 1), sizeof *stacks);
    if (!stacks)
        count = 1;
    worker *workers = qi_allocate_array(&solver->allocator, count, sizeof *workers);
    if (!workers) {
        qi_release(&solver->allocator, stacks);
        return QI_NO_MEMORY;
    }
    const bool limited = first->max_nodes != UINT64_MAX;
    solve_shared_search shared = {.nodes = first->max_nodes};
    bool finished = false;
    for (uint32_t i = 0; i < count; i++) {
        worker *w = &workers[i];
        *w = (worker){.search = *first,
                      .state = state,
                      .side = mover == QI_BLACK ? 0U : 1U,
                      .move = SOLVE_POINTS,
                      .finished = &finished,
                      .caller = i == 0 ? first->caller : NULL,
                      .context = first->caller_context,
                      .host = first->host};
        if (i > 0) {
            w->search.stack = stacks + (i - 1) * stack;
            w->search.stack_size = stack;
        }
        w->search.max_nodes = limited ? 0 : UINT64_MAX;
        w->search.shared = &shared;
        w->search.host = NULL;
        w->search.caller = go_on;
        w->search.caller_context = w;
    }
    const qi_result result = search_together(&solver->table, workers, count, solution);
    qi_release(&solver->allocator, stacks);
    qi_release(&solver->allocator, workers);
    return result;
}
