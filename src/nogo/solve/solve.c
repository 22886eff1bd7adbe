/* The public functions of the solver (qi/nogo_solve.h). */
#include "nogo/solve/facts.h"
#include "nogo/solve/search.h"

#include "base/workers.h"

enum { MIN_MEMORY = 2 << 20, NAMED_BOARDS = 1 << 12 };

qi_result qi_nogo_solver_new(size_t memory, const qi_allocator *allocator, qi_nogo_solver **solver)
{
    if (memory < MIN_MEMORY || !solver)
        return QI_BAD_ARGUMENT;
    const qi_allocator source = qi_allocator_or_default(allocator);
    qi_nogo_solver *fresh = (qi_nogo_solver *)qi_allocate(&source, sizeof *fresh);
    if (!fresh)
        return QI_NO_MEMORY;
    memset(fresh, 0, sizeof *fresh);
    fresh->allocator = source;
    fresh->next_board = NAMED_BOARDS;
    /* The table gets half of a small memory, all but some megabytes of a large one, and leaves room
     * for many threads in a very large one. */
    const size_t usual = memory / 128 > SOLVE_WORKING ? memory / 128 : SOLVE_WORKING;
    fresh->working = memory / 2 < usual ? memory / 2 : usual;
    const qi_result result = qi_solve_table_open(&fresh->table, memory - fresh->working, &source);
    if (result != QI_OK) {
        qi_release(&source, fresh);
        return result;
    }
    *solver = fresh;
    return QI_OK;
}

void qi_nogo_solver_free(qi_nogo_solver *solver)
{
    if (!solver)
        return;
    const qi_allocator allocator = solver->allocator;
    qi_solve_table_close(&solver->table);
    qi_release(&allocator, solver->stack);
    qi_release(&allocator, solver);
}

/* A number that is the same for two boards only if their stones may be compared: small boards
 * without holes are numbered by their size, all others get a new number every time. */
static uint32_t name_board(qi_nogo_solver *solver, const qi_nogo *position,
                           const solve_graph *graph)
{
    bool plain = graph->symmetries > 0;
    for (unsigned bit = 0; bit < graph->points && plain; bit++)
        plain = qi_nogo_at(position, graph->place[bit]) != QI_WALL;
    if (plain)
        return qi_nogo_rows(position) * 64 + qi_nogo_columns(position);
    if (solver->next_board >> SOLVE_BOARD_BITS) {
        /* An old number must not come to mean another board. */
        qi_solve_table_clear(&solver->table);
        solver->next_board = NAMED_BOARDS;
    }
    return solver->next_board++;
}

size_t qi_solve_stack_room(const qi_nogo_solver *solver)
{
    return (solver->working / 4 * 3 - SOLVE_HANDLE) / sizeof *solver->stack;
}

static bool reserve_stack(qi_nogo_solver *solver, size_t size)
{
    if (size <= solver->stack_size)
        return true;
    if (size > qi_solve_stack_room(solver))
        return false;
    qi_release(&solver->allocator, solver->stack);
    solver->stack =
        (solve_child *)qi_allocate_array(&solver->allocator, size, sizeof *solver->stack);
    solver->stack_size = solver->stack ? size : 0;
    return solver->stack != NULL;
}

/* Reads the network that orders the moves on boards of `rows` rows, unless it was the last one
 * read. */
static qi_result choose_net(qi_nogo_solver *solver, uint32_t rows)
{
    if (solver->net.hidden && solver->net_rows == rows)
        return QI_OK;
    const qi_result result = qi_solve_builtin_net(rows, &solver->net);
    if (result == QI_OK)
        solver->net_rows = rows;
    return result;
}

qi_result qi_solve_begin(qi_nogo_solver *solver, const qi_nogo *position,
                         const qi_nogo_solve_limits *limits, solve_search *search,
                         solve_state *state)
{
    const size_t points = (size_t)qi_nogo_rows(position) * qi_nogo_columns(position);
    memset(search, 0, sizeof *search);
    if (points > solver->working / 4 / sizeof(qi_point))
        return QI_NO_MEMORY;
    qi_point *scratch = (qi_point *)qi_allocate_array(&solver->allocator, points, sizeof *scratch);
    if (!scratch)
        return QI_NO_MEMORY;
    qi_result result = qi_solve_load(position, scratch, &search->graph, state);
    qi_release(&solver->allocator, scratch);
    if (result == QI_OK)
        result = choose_net(solver, search->graph.rows);
    if (result != QI_OK)
        return result;
    search->net = solver->net;
    search->table = &solver->table;
    search->board = name_board(solver, position, &search->graph);
    if (!reserve_stack(solver, qi_solve_stack(solve_count(state->open))))
        return QI_NO_MEMORY;
    search->stack = solver->stack;
    search->stack_size = solver->stack_size;
    search->max_nodes = limits && limits->nodes ? limits->nodes : UINT64_MAX;
    if (limits) {
        search->caller = limits->watch;
        search->caller_context = limits->context;
        search->host = limits->host;
    }
    return QI_OK;
}

qi_result qi_solve_report(const solve_search *search, solve_outcome outcome, unsigned move,
                          qi_nogo_solution *solution)
{
    solution->outcome = outcome == SOLVE_WIN    ? QI_NOGO_WON
                        : outcome == SOLVE_LOSS ? QI_NOGO_LOST
                                                : QI_NOGO_UNKNOWN;
    solution->move = outcome == SOLVE_WIN ? search->graph.place[move] : QI_NO_POINT;
    solution->nodes = search->nodes;
    return outcome == SOLVE_UNKNOWN && search->ended ? QI_STOPPED : QI_OK;
}

static qi_result solve(qi_nogo_solver *solver, const qi_nogo *position,
                       const qi_nogo_solve_limits *limits, qi_nogo_solution *solution)
{
    solve_search search;
    solve_state state;
    const uint32_t threads = qi_threads_wanted(limits->threads);
    if (!threads || !qi_host_is_complete(limits->host))
        return QI_BAD_ARGUMENT;
    const qi_result begun = qi_solve_begin(solver, position, limits, &search, &state);
    if (begun != QI_OK)
        return begun;
    search.ended = qi_host_stops(search.host);
    if (search.ended)
        return qi_solve_report(&search, SOLVE_UNKNOWN, SOLVE_POINTS, solution);
    search.recalls = true;
#if QI_HAS_THREADS
    if (threads > 1)
        return qi_solve_together(solver, &search, &state, qi_nogo_to_move(position), threads,
                                 solution);
#endif
    unsigned move = SOLVE_POINTS;
    const unsigned side = qi_nogo_to_move(position) == QI_BLACK ? 0 : 1;
    const solve_outcome outcome = qi_solve_root(&search, &state, side, &move);
    return qi_solve_report(&search, outcome, move, solution);
}

qi_result qi_nogo_solve(qi_nogo_solver *solver, const qi_nogo *position,
                        const qi_nogo_solve_limits *limits, qi_nogo_solution *solution)
{
    qi_nogo_solve_limits wanted;
    qi_nogo_solution found;
    if (!qi_struct_read(&wanted, sizeof wanted, limits) || !qi_struct_is_sized(solution))
        return QI_BAD_ARGUMENT;
    const qi_result result = solve(solver, position, &wanted, &found);
    if (result == QI_OK || result == QI_STOPPED)
        qi_struct_write(solution, &found, sizeof found);
    return result;
}

/* ---- facts ---------------------------------------------------------------------------------- */

typedef struct fact_relay {
    qi_nogo_fact_sink *sink;
    void *context;
} fact_relay;

static bool relay_fact(void *context, const solve_key *entry)
{
    const fact_relay *relay = (const fact_relay *)context;
    qi_nogo_fact fact;
    if (qi_solve_key_board(entry) >= NAMED_BOARDS)
        return true; /* means nothing to another solver */
    memcpy(fact.word, entry->word, sizeof fact.word);
    return relay->sink(relay->context, &fact);
}

qi_result qi_nogo_solver_export(const qi_nogo_solver *solver, unsigned effort,
                                qi_nogo_fact_sink *sink, void *context)
{
    fact_relay relay = {sink, context};
    return qi_solve_table_each(&solver->table, effort, relay_fact, &relay) ? QI_OK : QI_STOPPED;
}

qi_result qi_nogo_solver_learn(qi_nogo_solver *solver, const qi_nogo_fact *fact)
{
    solve_key entry;
    memcpy(entry.word, fact->word, sizeof entry.word);
    if (qi_solve_key_board(&entry) >= NAMED_BOARDS || !qi_solve_table_put(&solver->table, &entry))
        return QI_BAD_DATA;
    return QI_OK;
}
