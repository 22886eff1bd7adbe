#include "nogo/solve/session.h"

#include "nogo/solve/moves.h"

bool qi_solve_session_start(solve_session *session, qi_nogo_solver *solver, const qi_nogo *position)
{
    session->solver = solver;
    session->own_stack = NULL;
    session->ready = false;
    if (qi_nogo_rows(position) > SOLVE_SIDE || qi_nogo_columns(position) > SOLVE_SIDE ||
        qi_solve_begin(solver, position, NULL, &session->search, &session->state) != QI_OK)
        return false;
    memset(session->bit, SOLVE_POINTS, sizeof session->bit);
    for (unsigned bit = 0; bit < session->search.graph.points; bit++)
        session->bit[session->search.graph.place[bit]] = (uint8_t)bit;
    session->side = qi_nogo_to_move(position) == QI_BLACK ? 0 : 1;
    session->search.graph.fingerprints = !session->search.graph.symmetries;
    session->ready = true;
    return true;
}

/* The state after a move; false if the solver cannot represent it. */
static bool follow(const solve_session *session, const solve_state *from, unsigned side,
                   qi_point point, solve_state *to)
{
    const unsigned bit = session->bit[point];
    return bit < SOLVE_POINTS && (from->may[side] >> bit & 1) &&
           solve_play(&session->search.graph, from, side, bit, to);
}

bool qi_solve_session_play(solve_session *session, qi_point point)
{
    solve_state next;
    session->ready =
        session->ready && follow(session, &session->state, session->side, point, &next);
    if (session->ready)
        solve_copy(&session->state, &next);
    session->side = !session->side;
    return session->ready;
}

void qi_solve_session_ask(solve_session *session, const solve_question *question,
                          qi_nogo_solution *solution)
{
    solve_search *search = &session->search;
    solve_state states[2];
    const solve_state *now = &session->state;
    unsigned side = session->side;
    *solution = (qi_nogo_solution){
        .size = sizeof(qi_nogo_solution), .outcome = QI_NOGO_UNKNOWN, .move = QI_NO_POINT};
    for (uint32_t i = 0; i < question->count; i++) {
        if (!follow(session, now, side, question->moves[i], &states[i % 2]))
            return;
        now = &states[i % 2];
        side = !side;
    }
    search->nodes = 0;
    search->max_nodes = question->nodes;
    search->stopped = search->ended = false;
    search->caller = question->watch;
    search->caller_context = question->context;
    unsigned move = SOLVE_POINTS;
    const solve_outcome outcome = qi_solve_root(search, now, side, &move);
    qi_solve_report(search, outcome, move, solution);
}

/* ---- threads ------------------------------------------------------------------------------ */

void qi_solve_session_share(solve_session *session, uint32_t sharers)
{
    qi_solve_table_share_fixed(session->search.table, sharers);
}

bool qi_solve_session_join(const solve_session *session, solve_session *other)
{
    *other = *session;
    const size_t size = qi_solve_stack(solve_count(session->state.open));
    other->own_stack = (solve_child *)qi_allocate_array(&session->solver->allocator, size,
                                                        sizeof *other->own_stack);
    other->ready = other->own_stack != NULL;
    other->search.stack = other->own_stack;
    other->search.stack_size = size;
    return other->ready;
}

void qi_solve_session_leave(solve_session *other)
{
    qi_release(&other->solver->allocator, other->own_stack);
    other->own_stack = NULL;
    other->ready = false;
}

void qi_solve_session_alone(solve_session *session)
{
    qi_solve_table_part(session->search.table);
}
