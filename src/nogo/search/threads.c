/* Thinking with a clock and with threads. Not part of the freestanding core. */
#include "nogo/search/search.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/threads.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct shared_run {
    qi_nogo_search *search;
    const qi_nogo_search_limits *limit;
    pthread_mutex_t lock; /* around every touch of the tree when there are threads */
    bool locking;
    double start;
    double watched; /* when the watch was asked last */
    uint64_t first_visits;
    atomic_bool stop;
    bool stopped_by_watch;
} shared_run;

static void lock(shared_run *run)
{
    if (run->locking)
        pthread_mutex_lock(&run->lock);
}

static void unlock(shared_run *run)
{
    if (run->locking)
        pthread_mutex_unlock(&run->lock);
}

/* ---- when to end -------------------------------------------------------------------------- */

/* Whether the best move cannot be overtaken in what is left. */
static bool is_settled(const shared_run *run, double elapsed, uint64_t done)
{
    const uint64_t least = qi_search_is_learnt(run->search) ? 20 : 100;
    qi_search_move list[QI_SEARCH_MOVES];
    const uint32_t count = qi_search_list(run->search, list);
    if (count == 1)
        return true;
    if (done < least)
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

/* Asks the watch if it is due; under the lock, in the calling thread. False when it ends the run.
 */
static bool ask_watch(shared_run *run, double now)
{
    static const double BETWEEN_WATCHES = 0.02;
    const qi_nogo_search_limits *limit = run->limit;
    if (limit->watch && now - run->watched >= BETWEEN_WATCHES) {
        run->watched = now;
        run->stopped_by_watch |= !qi_search_go_on(run->search, limit->watch, limit->context);
    }
    return !run->stopped_by_watch;
}

/* Whether it is time to end; under the lock. `calling`: in the thread that may ask the watch. */
static bool is_done(shared_run *run, bool calling)
{
    const qi_nogo_search_limits *limit = run->limit;
    const double now = qi_seconds();
    const double elapsed = now - run->start;
    if (limit->seconds > 0 && elapsed >= limit->seconds)
        return true;
    if (calling && !ask_watch(run, now))
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
    run->stopped_by_watch =
        run->limit->watch && !qi_search_go_on(run->search, run->limit->watch, run->limit->context);
    return !run->stopped_by_watch &&
           (turn->seconds <= 0 || qi_seconds() - run->start < turn->seconds);
}

/* The solver's turn, before the tree's. */
static void solve(shared_run *run)
{
    qi_nogo_search *search = run->search;
    const qi_nogo_search_limits *limit = run->limit;
    const double share = qi_search_solver_share(search);
    solver_turn turn = {.run = run, .seconds = share * limit->seconds};
    double nodes = (double)(limit->playouts * qi_search_playout_nodes(search)) * share;
    if (limit->seconds > 0) {
        const double by_clock = turn.seconds / node_seconds(search);
        nodes = !limit->playouts || by_clock < nodes ? by_clock : nodes;
    }
    const uint64_t learnt_before = search->learnt_worker.solver_nodes, before = search->tried;
    qi_search_solve(search, (uint64_t)nodes, go_on_solving, &turn);
    const uint64_t made = qi_search_is_learnt(search)
                              ? search->learnt_worker.solver_nodes - learnt_before
                          : search->tried != before ? search->tried
                                                    : 0;
    if (made >= ENOUGH_TO_MEASURE)
        search->node_seconds = (qi_seconds() - run->start) / (double)made;
}

/* ---- threads ------------------------------------------------------------------------------ */

/* One thread's work; the calling thread's is the search's own. */
typedef struct search_thread {
    shared_run *run;
    bool calling;
    qi_tree_worker *tree; /* for the engines of random games */
    qi_learnt_worker *learnt;
    solve_session *session;
    pthread_t thread;
} search_thread;

/* Between looks at the clock: a playout of the learnt engine may take a millisecond. */
static uint64_t playouts_between_clocks(const qi_nogo_search *search)
{
    return qi_search_is_learnt(search) ? 1 : 32;
}

/* A learnt worker's solver asks whether to go on. */
static bool go_on_in_tree(void *context, const qi_nogo_solve_progress *progress)
{
    const search_thread *self = context;
    shared_run *run = self->run;
    const double now = qi_seconds();
    (void)progress;
    bool go_on = !atomic_load_explicit(&run->stop, memory_order_relaxed) &&
                 (run->limit->seconds <= 0 || now - run->start < run->limit->seconds);
    if (go_on && self->calling) {
        lock(run);
        go_on = ask_watch(run, now);
        unlock(run);
    }
    return go_on;
}

static void play_out_tree(const search_thread *self)
{
    shared_run *run = self->run;
    qi_tree *tree = &run->search->tree;
    qi_tree_descend(tree, self->tree);
    unlock(run);
    qi_tree_judge(tree, self->tree);
    lock(run);
    qi_tree_learn(tree, self->tree);
}

static void play_out_learnt(const search_thread *self)
{
    shared_run *run = self->run;
    qi_nogo_search *search = run->search;
    qi_learnt_worker *worker = self->learnt;
    worker->most_nodes = 0;
    if (run->limit->seconds > 0) {
        const double left = run->limit->seconds - (qi_seconds() - run->start);
        worker->most_nodes = left > 0 ? (uint64_t)(left / node_seconds(search)) + 1 : 1;
    }
    qi_learnt_descend(&search->learnt, worker);
    unlock(run);
    const bool measuring = worker->task == QI_LEARNT_SOLVE;
    const uint64_t before = worker->solver_nodes;
    const double start = measuring ? qi_seconds() : 0;
    qi_learnt_judge(worker);
    const uint64_t made = worker->solver_nodes - before;
    lock(run);
    if (measuring && made >= ENOUGH_TO_MEASURE)
        search->node_seconds = (qi_seconds() - start) / (double)made;
    qi_learnt_learn(&search->learnt, worker);
}

static void work(const search_thread *self)
{
    shared_run *run = self->run;
    const uint64_t between = playouts_between_clocks(run->search);
    for (uint64_t round = 0; !atomic_load_explicit(&run->stop, memory_order_relaxed); round++) {
        lock(run);
        const uint64_t done = qi_search_visits(run->search) - run->first_visits;
        if (qi_search_is_over(run->search) || run->stopped_by_watch ||
            (run->limit->playouts && done >= run->limit->playouts) ||
            (round % between == 0 && is_done(run, self->calling))) {
            atomic_store(&run->stop, true);
        } else if (self->tree) {
            play_out_tree(self);
        } else {
            play_out_learnt(self);
        }
        unlock(run);
    }
}

static void *help(void *argument)
{
    const search_thread *const self = argument;
    work(self);
    return NULL;
}

static void release_thread(search_thread *one)
{
    const qi_allocator *allocator = &one->run->search->allocator;
    if (one->session && one->session->ready)
        qi_solve_session_leave(one->session);
    if (one->learnt)
        qi_nogo_net_worker_free(one->learnt->evaluator);
    qi_release(allocator, one->session);
    qi_release(allocator, one->learnt);
    qi_release(allocator, one->tree);
}

/* What the network's search needs for a thread. */
static bool equip_learnt(search_thread *one)
{
    const qi_nogo_search *search = one->run->search;
    const qi_allocator *allocator = &search->allocator;
    one->learnt = qi_allocate(allocator, sizeof *one->learnt);
    if (!one->learnt)
        return false;
    memset(one->learnt, 0, sizeof *one->learnt);
    one->learnt->watch = go_on_in_tree;
    one->learnt->context = one;
    if (search->session.ready) /* without memory for it, the others have the solver */
        one->session = qi_allocate(allocator, sizeof *one->session);
    if (one->session && qi_solve_session_join(&search->session, one->session))
        one->learnt->session = one->session;
    return qi_nogo_net_worker_new(qi_search_net(search), search->rows, search->columns, allocator,
                                  &one->learnt->evaluator) == QI_OK;
}

static bool equip_tree(search_thread *one, uint32_t number)
{
    const qi_nogo_search *search = one->run->search;
    one->tree = qi_allocate(&search->allocator, sizeof *one->tree);
    if (!one->tree)
        return false;
    memset(one->tree, 0, sizeof *one->tree);
    qi_random_seed(&one->tree->random, search->options.seed + number);
    return true;
}

/* Starts up to `wanted` threads; returns how many run. */
static uint32_t start_threads(shared_run *run, search_thread *helpers, uint32_t wanted)
{
    uint32_t started = 0;
    for (; started < wanted; started++) {
        search_thread *one = &helpers[started];
        *one = (search_thread){.run = run};
        if (!(qi_search_is_learnt(run->search) ? equip_learnt(one)
                                               : equip_tree(one, started + 1)) ||
            pthread_create(&one->thread, NULL, help, one) != 0) {
            release_thread(one);
            break;
        }
    }
    return started;
}

/* The tree's turn, with so many threads. */
static void grow(shared_run *run, uint32_t threads)
{
    qi_nogo_search *search = run->search;
    const bool crowded = threads > 1 && search->session.ready;
    search_thread self = {.run = run, .calling = true};
    if (qi_search_is_learnt(search)) {
        self.learnt = &search->learnt_worker;
        self.learnt->watch = go_on_in_tree;
        self.learnt->context = &self;
    } else {
        self.tree = &search->worker;
    }
    if (crowded)
        qi_solve_session_crowd(&search->session, threads);
    search_thread *helpers = NULL;
    uint32_t started = 0;
    if (threads > 1)
        helpers = qi_allocate_array(&search->allocator, threads - 1, sizeof *helpers);
    if (helpers)
        started = start_threads(run, helpers, threads - 1);
    work(&self);
    for (uint32_t i = 0; i < started; i++) {
        pthread_join(helpers[i].thread, NULL);
        release_thread(&helpers[i]);
    }
    qi_release(&search->allocator, helpers);
    if (crowded)
        qi_solve_session_alone(&search->session);
}

qi_result qi_nogo_search_run(qi_nogo_search *search, const qi_nogo_search_limits *limit)
{
    const uint32_t threads = qi_threads_wanted(limit->threads);
    if (!qi_search_has_position(search) || !threads ||
        (!limit->playouts && !(limit->seconds > 0) && !limit->watch))
        return QI_BAD_ARGUMENT;
    if (search->options.engine == QI_NOGO_POLICY)
        return QI_OK;
    shared_run run = {.search = search,
                      .limit = limit,
                      .locking = threads > 1,
                      .start = qi_seconds(),
                      .first_visits = qi_search_visits(search)};
    run.watched = run.start;
    atomic_init(&run.stop, false);
    pthread_mutex_init(&run.lock, NULL);
    solve(&run);
    if (!run.stopped_by_watch)
        grow(&run, threads);
    qi_search_note_win(search);
    pthread_mutex_destroy(&run.lock);
    return run.stopped_by_watch ? QI_STOPPED : QI_OK;
}
