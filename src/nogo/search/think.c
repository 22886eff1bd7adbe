/* Thinking: until a limit or a stop ends it, or the outcome is proved; by one thread or several. */
#include "nogo/search/evaluators.h"
#include "nogo/search/search.h"

#include "base/workers.h"

#include <stdatomic.h>

typedef struct shared_run {
    qi_nogo_search *search;
    const qi_nogo_search_limits *limit;
    qi_mutex lock; /* around every touch of the graph when there are threads */
    bool locking;
    qi_mutex turn; /* around an evaluator that works in one thread at a time */
    double start;
    double watched; /* when the watch was asked last, since the start */
    uint64_t first_visits;
    atomic_bool stop;
    bool stopped;     /* by the watch or the qi_stop */
    qi_result result; /* what an evaluator failed with; under the lock */
} shared_run;

static void lock_run(shared_run *run)
{
    if (run->locking)
        qi_mutex_lock(&run->lock);
}

static void unlock_run(shared_run *run)
{
    if (run->locking)
        qi_mutex_unlock(&run->lock);
}

/* ---- the root ------------------------------------------------------------------------------ */

static qi_nogo_outcome root_outcome(const qi_nogo_search *search)
{
    const qi_graph *graph = &search->puct.graph;
    return (qi_nogo_outcome)qi_graph_node_at(graph, graph->root)->outcome;
}

/* Whether thinking on is of no use: there is no choice, or the outcome is proven. */
static bool is_over(const qi_nogo_search *search)
{
    return root_outcome(search) != QI_NOGO_UNKNOWN;
}

/* How much of the time the solver gets: most of it when there is a win to be found again. */
static double solver_share(const qi_nogo_search *search)
{
    return search->winning ? 0.8 : 0.15;
}

/*
 * Lets the solver try the position with at most `nodes` nodes, if they will probably settle it.
 * A win becomes a proof in the graph. After a loss thinking goes on, for a move that is hard to
 * refute. Nothing happens unless that is twice as many nodes as the last time. `watch` may be NULL.
 */
static void try_solver(qi_nogo_search *search, uint64_t nodes, qi_nogo_solve_watch *watch,
                       void *context)
{
    if (!nodes || is_over(search) ||
        !(search->winning || qi_board_is_solvable(&search->puct.board, nodes)))
        return;
    search->worker.watch = watch;
    search->worker.context = context;
    qi_puct_solve_root(&search->puct, &search->worker, nodes);
}

/* ---- when to end -------------------------------------------------------------------------- */

/* Whether the best move cannot be overtaken in what is left. */
static bool is_settled(const shared_run *run, double elapsed, uint64_t done)
{
    enum { MIN = 20 };
    qi_search_move list[QI_PUCT_MOVES];
    const uint32_t count = qi_search_list(run->search, list);
    if (count == 1)
        return true;
    if (done < MIN)
        return false;
    double left = 1e18;
    if (run->limit->playouts)
        left = (double)(run->limit->playouts - done);
    if (run->limit->seconds > 0) {
        const double by_clock = (run->limit->seconds - elapsed) * (double)done / elapsed;
        left = by_clock < left ? by_clock : left;
    }
    const qi_search_move *best = qi_search_best_of(list, count);
    for (uint32_t i = 0; i < count; i++)
        if (&list[i] != best && list[i].outcome != QI_NOGO_LOST &&
            list[i].visits + left >= best->visits)
            return false;
    return true;
}

static double seconds_since_start(const shared_run *run)
{
    return qi_host_seconds(run->limit->host) - run->start;
}

static bool watch_goes_on(const shared_run *run)
{
    qi_nogo_search_state state = {.size = sizeof state};
    qi_nogo_search_state_of(run->search, &state);
    return run->limit->watch(run->limit->context, &state);
}

/* Asks the watch if it is due; under the lock, in the calling thread. False when it ends the run.
 */
static bool ask_watch(shared_run *run, double now)
{
    static const double BETWEEN_WATCHES = 0.02;
    if (run->limit->watch && now - run->watched >= BETWEEN_WATCHES) {
        run->watched = now;
        run->stopped |= !watch_goes_on(run);
    }
    return !run->stopped;
}

/* Whether it is time to end; under the lock. `calling`: in the thread that may ask the watch. */
static bool is_done(shared_run *run, bool calling)
{
    const qi_nogo_search_limits *limit = run->limit;
    const double elapsed = seconds_since_start(run);
    if (limit->seconds > 0 && elapsed >= limit->seconds)
        return true;
    run->stopped |= qi_host_stops(limit->host);
    if (run->stopped || (calling && !ask_watch(run, elapsed)))
        return true;
    return limit->settled &&
           is_settled(run, elapsed, qi_search_visits(run->search) - run->first_visits);
}

/* ---- the solver --------------------------------------------------------------------------- */

enum { ENOUGH_TO_MEASURE = 1000 };

/* How long a node of the solver takes. */
static double node_seconds(const qi_nogo_search *search)
{
    static const double FIRST_GUESS = 1.7e-6;
    return search->node_seconds > 0 ? search->node_seconds : FIRST_GUESS;
}

typedef struct solver_turn {
    shared_run *run;
    double seconds; /* since the start of the run; 0: no limit */
} solver_turn;

static bool go_on_solving(void *context, const qi_nogo_solve_progress *progress)
{
    const solver_turn *turn = context;
    shared_run *run = turn->run;
    (void)progress;
    run->stopped = qi_host_stops(run->limit->host) || (run->limit->watch && !watch_goes_on(run));
    return !run->stopped && (turn->seconds <= 0 || seconds_since_start(run) < turn->seconds);
}

/* How many nodes the solver gets before `playouts` playouts. */
static uint64_t first_nodes(const qi_nogo_search *search, uint64_t playouts)
{
    return (uint64_t)((double)playouts * solver_share(search)) * QI_PUCT_SOLVER_NODES;
}

void qi_nogo_search_solve(qi_nogo_search *search, uint64_t playouts)
{
    if (qi_search_has_position(search))
        try_solver(search, first_nodes(search, playouts), NULL, NULL);
}

/* The solver's turn, before the graph's. */
static void solve(shared_run *run)
{
    qi_nogo_search *search = run->search;
    const qi_nogo_search_limits *limit = run->limit;
    solver_turn turn = {.run = run, .seconds = solver_share(search) * limit->seconds};
    uint64_t nodes = first_nodes(search, limit->playouts);
    if (limit->seconds > 0) {
        const double by_clock = turn.seconds / node_seconds(search);
        nodes = !limit->playouts || by_clock < (double)nodes ? (uint64_t)by_clock : nodes;
    }
    const uint64_t before = search->worker.solver_nodes;
    try_solver(search, nodes, go_on_solving, &turn);
    const uint64_t made = search->worker.solver_nodes - before;
    if (made >= ENOUGH_TO_MEASURE)
        search->node_seconds = seconds_since_start(run) / (double)made;
}

/* ---- threads ------------------------------------------------------------------------------ */

/* One thread's work; the calling thread's is the search's own. */
typedef struct search_thread {
    shared_run *run;
    bool calling;
    qi_puct_worker *worker;
    qi_puct_worker own;
    solve_session session;
} search_thread;

/* The solver asks this whether to go on. */
static bool go_on_in_graph(void *context, const qi_nogo_solve_progress *progress)
{
    const search_thread *self = context;
    shared_run *run = self->run;
    const double elapsed = seconds_since_start(run);
    (void)progress;
    bool go_on = !atomic_load_explicit(&run->stop, memory_order_relaxed) &&
                 !qi_host_stops(run->limit->host) &&
                 (run->limit->seconds <= 0 || elapsed < run->limit->seconds);
    if (go_on && self->calling) {
        lock_run(run);
        go_on = ask_watch(run, elapsed);
        unlock_run(run);
    }
    return go_on;
}

/* Asks the evaluator, if need be one thread at a time. */
static qi_result evaluate(shared_run *run, qi_puct_worker *worker)
{
    const bool alone = worker->evaluator->one_thread && run->locking;
    if (alone)
        qi_mutex_lock(&run->turn);
    const qi_result result = qi_puct_evaluate(worker);
    if (alone)
        qi_mutex_unlock(&run->turn);
    return result;
}

/* Plays at most `max` playouts; called and left under the lock, which it releases meanwhile. */
static void play_out(shared_run *run, qi_puct_worker *worker, uint64_t max)
{
    qi_nogo_search *search = run->search;
    worker->max_nodes = 0;
    if (run->limit->seconds > 0) {
        const double left = run->limit->seconds - seconds_since_start(run);
        worker->max_nodes = left > 0 ? (uint64_t)(left / node_seconds(search)) + 1 : 1;
    }
    qi_puct_collect(&search->puct, worker, max);
    unlock_run(run);
    const uint32_t count = worker->count;
    const bool measuring = count == 1 && worker->playouts[0].task == QI_PUCT_SOLVE;
    const uint64_t before = worker->solver_nodes;
    const double start = measuring ? seconds_since_start(run) : 0;
    qi_puct_look(worker);
    const uint64_t made = worker->solver_nodes - before;
    const double seconds = measuring ? seconds_since_start(run) - start : 0;
    const qi_result result = evaluate(run, worker);
    lock_run(run);
    if (measuring && made >= ENOUGH_TO_MEASURE)
        search->node_seconds = seconds / (double)made;
    if (result == QI_OK) {
        qi_puct_learn(&search->puct, worker);
    } else {
        qi_puct_take_back(&search->puct, worker);
        run->result = result;
    }
}

static void work(const search_thread *self)
{
    shared_run *run = self->run;
    const uint64_t wanted = run->limit->playouts;
    while (!atomic_load_explicit(&run->stop, memory_order_relaxed)) {
        lock_run(run);
        const uint64_t done = qi_search_visits(run->search) - run->first_visits;
        if (is_over(run->search) || run->stopped || run->result != QI_OK ||
            (wanted && done >= wanted) || is_done(run, self->calling))
            atomic_store(&run->stop, true);
        else
            play_out(run, self->worker, wanted ? wanted - done : UINT64_MAX);
        unlock_run(run);
    }
}

static void help(void *context, uint32_t number)
{
    const search_thread *const helpers = context;
    work(&helpers[number - 1]);
}

static void release_thread(search_thread *one)
{
    if (one->session.ready)
        qi_solve_session_leave(&one->session);
    qi_puct_worker_end(&one->own, &one->run->search->allocator);
}

/* Prepares a thread; false without memory, or when the evaluator refuses it. */
static bool equip(search_thread *one)
{
    const qi_nogo_search *search = one->run->search;
    one->worker = &one->own;
    if (qi_puct_worker_start(&one->own, &search->evaluator, &search->allocator) != QI_OK)
        return false;
    one->own.watch = go_on_in_graph;
    one->own.context = one;
    /* Without memory for it, the others have the solver. */
    if (search->session.ready && qi_solve_session_join(&search->session, &one->session))
        one->own.session = &one->session;
    return qi_puct_worker_enter(&one->own, search->worker.rows, search->worker.columns,
                                search->options.seed, &search->allocator) == QI_OK;
}

/* Equips up to `wanted` threads; returns how many. */
static uint32_t equip_threads(shared_run *run, search_thread *helpers, uint32_t wanted)
{
    for (uint32_t count = 0; count < wanted; count++) {
        search_thread *one = &helpers[count];
        memset(one, 0, sizeof *one);
        one->run = run;
        if (!equip(one)) {
            release_thread(one);
            return count;
        }
    }
    return wanted;
}

/* The graph's turn, with `threads` threads. */
static void grow(shared_run *run, uint32_t threads)
{
    qi_nogo_search *search = run->search;
    search_thread self = {.run = run, .calling = true, .worker = &search->worker};
    search->worker.watch = go_on_in_graph;
    search->worker.context = &self;
    search_thread *helpers = NULL;
    uint32_t equipped = 0;
    if (threads > 1)
        helpers = qi_allocate_array(&search->allocator, threads - 1, sizeof *helpers);
    if (helpers)
        equipped = equip_threads(run, helpers, threads - 1);
    qi_workers workers;
    const uint32_t started = qi_workers_open(&workers, run->limit->host, equipped);
    const bool shared = started > 0 && search->session.ready;
    if (shared)
        qi_solve_session_share(&search->session, started + 1);
    qi_workers_start(&workers, help, helpers);
    work(&self);
    qi_workers_close(&workers);
    for (uint32_t i = 0; i < equipped; i++)
        release_thread(&helpers[i]);
    qi_release(&search->allocator, helpers);
    if (shared)
        qi_solve_session_alone(&search->session);
}

qi_result qi_nogo_search_think(qi_nogo_search *search, const qi_nogo_search_limits *limits)
{
    qi_nogo_search_limits wanted;
    const qi_nogo_search_limits *const limit = &wanted;
    if (!qi_struct_read(&wanted, sizeof wanted, limits))
        return QI_BAD_ARGUMENT;
    const uint32_t threads = qi_threads_wanted(limit->threads);
    if (!qi_search_has_position(search) || !threads || !qi_host_is_complete(limit->host) ||
        (!limit->playouts && !(limit->seconds > 0) && !limit->watch &&
         !(limit->host && limit->host->stop)))
        return QI_BAD_ARGUMENT;
    if ((limit->seconds > 0 || limit->watch) && !qi_host_has_clock(limit->host))
        return QI_UNSUPPORTED;
    shared_run run = {.search = search,
                      .limit = limit,
                      .locking = threads > 1,
                      .start = qi_host_seconds(limit->host),
                      .first_visits = qi_search_visits(search),
                      .stopped = !is_over(search) && qi_host_stops(limit->host)};
    atomic_init(&run.stop, false);
    qi_mutex_init(&run.lock);
    qi_mutex_init(&run.turn);
    if (!run.stopped)
        solve(&run);
    if (!run.stopped)
        grow(&run, threads);
    search->winning |= root_outcome(search) == QI_NOGO_WON;
    qi_mutex_destroy(&run.turn);
    qi_mutex_destroy(&run.lock);
    return run.stopped ? QI_STOPPED : run.result;
}
