/* Thinking with a clock and with threads. Not part of the freestanding core. */
#include "nogo/search/search.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/threads.h"

#include <pthread.h>
#include <stdatomic.h>

enum { PLAYOUTS_BETWEEN_CLOCKS = 32 };

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

/* Whether the best move cannot be overtaken in what is left. */
static bool is_settled(const shared_run *run, double elapsed, uint64_t done)
{
    const qi_tree *tree = &run->search->tree;
    const qi_tree_node *root = qi_tree_node_at(tree, tree->root);
    if (root->count == 1)
        return true;
    if (done < 100)
        return false;
    double left = 1e18;
    if (run->limit->playouts)
        left = (double)(run->limit->playouts - done);
    if (run->limit->seconds > 0) {
        const double by_clock = (run->limit->seconds - elapsed) * (double)done / elapsed;
        left = by_clock < left ? by_clock : left;
    }
    const qi_tree_edge *edges = qi_tree_edges(tree, tree->root);
    const qi_tree_edge *best = qi_tree_best(tree, tree->root);
    for (uint32_t i = 0; i < root->count; i++)
        if (&edges[i] != best && edges[i].proof != QI_NOGO_LOST &&
            edges[i].visits + left >= best->visits)
            return false;
    return true;
}

/* Whether it is time to end; under the lock. `calling`: in the thread that may ask the watch. */
static bool is_done(shared_run *run, bool calling)
{
    static const double BETWEEN_WATCHES = 0.02;
    const qi_nogo_search_limits *limit = run->limit;
    const double now = qi_seconds();
    const double elapsed = now - run->start;
    const uint64_t done =
        qi_tree_node_at(&run->search->tree, run->search->tree.root)->visits - run->first_visits;
    if (limit->seconds > 0 && elapsed >= limit->seconds)
        return true;
    if (calling && limit->watch && now - run->watched >= BETWEEN_WATCHES) {
        run->watched = now;
        if (!qi_search_go_on(run->search, limit->watch, limit->context)) {
            run->stopped_by_watch = true;
            return true;
        }
    }
    return limit->settled && is_settled(run, elapsed, done);
}

static void work(shared_run *run, qi_tree_worker *worker, bool calling)
{
    qi_tree *tree = &run->search->tree;
    for (uint64_t round = 0; !atomic_load_explicit(&run->stop, memory_order_relaxed); round++) {
        lock(run);
        const uint64_t done = qi_tree_node_at(tree, tree->root)->visits - run->first_visits;
        if (qi_search_is_over(run->search) ||
            (run->limit->playouts && done >= run->limit->playouts) ||
            (round % PLAYOUTS_BETWEEN_CLOCKS == 0 && is_done(run, calling))) {
            atomic_store(&run->stop, true);
            unlock(run);
            return;
        }
        qi_tree_descend(tree, worker);
        unlock(run);
        qi_tree_judge(tree, worker);
        lock(run);
        qi_tree_learn(tree, worker);
        unlock(run);
    }
}

typedef struct mate {
    shared_run *run;
    qi_tree_worker *worker;
    pthread_t thread;
} mate;

static void *help(void *argument)
{
    const mate *self = argument;
    work(self->run, self->worker, false);
    return NULL;
}

/* Starts up to `wanted` threads; returns how many run. */
static uint32_t start_crew(shared_run *run, mate *crew, uint32_t wanted)
{
    uint32_t started = 0;
    for (; started < wanted; started++) {
        mate *one = &crew[started];
        one->run = run;
        one->worker = qi_allocate(&run->search->allocator, sizeof *one->worker);
        if (!one->worker)
            break;
        memset(one->worker, 0, sizeof *one->worker);
        qi_random_seed(&one->worker->random, run->search->options.seed + started + 1);
        if (pthread_create(&one->thread, NULL, help, one) != 0) {
            qi_release(&run->search->allocator, one->worker);
            break;
        }
    }
    return started;
}

/* ---- the solver --------------------------------------------------------------------------- */

typedef struct solver_turn {
    shared_run *run;
    double seconds; /* 0: no limit */
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
    static const double FIRST_GUESS = 3e-6;
    enum { ENOUGH_TO_MEASURE = 1000 };
    qi_nogo_search *search = run->search;
    const qi_nogo_search_limits *limit = run->limit;
    const double share = qi_search_solver_share(search);
    solver_turn turn = {.run = run, .seconds = share * limit->seconds};
    double nodes = (double)limit->playouts * share;
    if (limit->seconds > 0) {
        const double node = search->node_seconds > 0 ? search->node_seconds : FIRST_GUESS;
        nodes = !limit->playouts || turn.seconds / node < nodes ? turn.seconds / node : nodes;
    }
    const uint64_t before = search->tried;
    qi_search_solve(search, (uint64_t)nodes, go_on_solving, &turn);
    if (search->tried != before && search->tried >= ENOUGH_TO_MEASURE)
        search->node_seconds = (qi_seconds() - run->start) / (double)search->tried;
}

qi_result qi_nogo_search_run(qi_nogo_search *search, const qi_nogo_search_limits *limit)
{
    const uint32_t threads = qi_threads_wanted(limit->threads);
    if (!search->tree.root || !threads ||
        (!limit->playouts && !(limit->seconds > 0) && !limit->watch))
        return QI_BAD_ARGUMENT;
    shared_run run = {.search = search,
                      .limit = limit,
                      .locking = threads > 1,
                      .start = qi_seconds(),
                      .first_visits = qi_tree_node_at(&search->tree, search->tree.root)->visits};
    run.watched = run.start;
    atomic_init(&run.stop, false);
    pthread_mutex_init(&run.lock, NULL);
    solve(&run);
    mate *crew = NULL;
    uint32_t started = 0;
    if (run.locking && !run.stopped_by_watch) {
        crew = qi_allocate_array(&search->allocator, threads - 1, sizeof *crew);
        if (crew)
            started = start_crew(&run, crew, threads - 1);
    }
    if (!run.stopped_by_watch)
        work(&run, &search->worker, true);
    qi_search_note_win(search);
    for (uint32_t i = 0; i < started; i++) {
        pthread_join(crew[i].thread, NULL);
        qi_release(&search->allocator, crew[i].worker);
    }
    qi_release(&search->allocator, crew);
    pthread_mutex_destroy(&run.lock);
    return run.stopped_by_watch ? QI_STOPPED : QI_OK;
}
