/* The solver's sessions: every answer is the one a fresh solver gives. */
#include "check.h"

#include "nogo/rules/position.h"
#include "nogo/solve/session.h"
#include "search_games.h"

enum { LINE = 6, MEMORY = 16 << 20, ENOUGH = 1 << 22 };

static qi_nogo_solver *new_solver(void)
{
    qi_nogo_solver *solver;
    assert_int_equal(qi_nogo_solver_new(MEMORY, NULL, &solver), QI_OK);
    return solver;
}

static uint32_t open_points(const qi_nogo *position)
{
    uint32_t open = 0;
    for (qi_point point = 0; point < qi_nogo_rows(position) * qi_nogo_columns(position); point++)
        open += qi_nogo_judge(position, QI_BLACK, point, NULL) == QI_NOGO_LEGAL ||
                qi_nogo_judge(position, QI_WHITE, point, NULL) == QI_NOGO_LEGAL;
    return open;
}

/* A random position with few open points; NULL when the game ended before. */
static qi_nogo *random_position(qi_random *random, uint32_t open)
{
    const uint32_t rows = 3 + qi_random_below(random, 7), columns = 3 + qi_random_below(random, 7);
    qi_nogo *position = empty_board(rows, columns);
    for (uint32_t holes = qi_random_below(random, 3); holes > 0; holes--)
        qi_nogo_make_hole(position, qi_random_below(random, rows * columns));
    while (open_points(position) > open) {
        const qi_point move = random_move(position, random);
        if (move == QI_NO_POINT)
            break;
        qi_nogo_play(position, qi_nogo_to_move(position), move, NULL);
    }
    return position;
}

/* Asks about a line of random moves, and a fresh solver about the position it leads to. */
static void compare(solve_session *session, const qi_nogo *position, qi_random *random)
{
    qi_point line[LINE];
    uint32_t count = 0;
    qi_nogo *there;
    assert_int_equal(qi_nogo_copy(position, NULL, &there), QI_OK);
    for (const uint32_t wanted = qi_random_below(random, LINE + 1); count < wanted; count++) {
        line[count] = random_move(there, random);
        if (line[count] == QI_NO_POINT)
            break;
        qi_nogo_play(there, qi_nogo_to_move(there), line[count], NULL);
    }
    const solve_question question = {.moves = line, .count = count, .nodes = ENOUGH};
    qi_nogo_solution got = {.size = sizeof(qi_nogo_solution)},
                     expected = {.size = sizeof(qi_nogo_solution)};
    qi_nogo_solver *solver = new_solver();
    qi_solve_session_ask(session, &question, &got);
    assert_int_equal(qi_nogo_solve(solver, there, NULL, &expected), QI_OK);
    assert_int_equal(got.outcome, expected.outcome);
    if (got.outcome == QI_NOGO_WON) { /* the move wins, though it may be another one */
        qi_nogo_play(there, qi_nogo_to_move(there), got.move, NULL);
        assert_int_equal(qi_nogo_solve(solver, there, NULL, &expected), QI_OK);
        assert_int_equal(expected.outcome, QI_NOGO_LOST);
    }
    qi_nogo_solver_free(solver);
    qi_nogo_free(there);
}

static void sessions_agree_with_fresh_solvers(void **state)
{
    (void)state;
    static solve_session session;
    qi_random random;
    qi_random_seed(&random, 7);
    qi_nogo_solver *solver = new_solver();
    for (uint64_t i = 0; i < test_cases(60); i++) {
        qi_nogo *position = random_position(&random, 16);
        assert_true(qi_solve_session_start(&session, solver, position));
        for (uint32_t turn = 0; turn < 6; turn++) {
            compare(&session, position, &random);
            const qi_point move = random_move(position, &random);
            if (move == QI_NO_POINT)
                break;
            qi_nogo_play(position, qi_nogo_to_move(position), move, NULL);
            assert_true(qi_solve_session_play(&session, move));
        }
        qi_nogo_free(position);
    }
    qi_nogo_solver_free(solver);
}

static void sessions_that_share_agree(void **state)
{
    (void)state;
    static solve_session session, other;
    qi_random random;
    qi_random_seed(&random, 8);
    qi_nogo_solver *solver = new_solver();
    for (uint64_t i = 0; i < test_cases(20); i++) {
        qi_nogo *position = random_position(&random, 16);
        assert_true(qi_solve_session_start(&session, solver, position));
        qi_solve_session_share(&session, 2);
        assert_true(qi_solve_session_join(&session, &other));
        for (uint32_t turn = 0; turn < 4; turn++)
            compare(turn % 2 ? &session : &other, position, &random);
        qi_solve_session_leave(&other);
        assert_false(other.ready);
        qi_solve_session_alone(&session);
        qi_nogo_free(position);
    }
    qi_nogo_solver_free(solver);
}

static void an_illegal_line_has_no_answer(void **state)
{
    (void)state;
    static solve_session session;
    qi_nogo_solver *solver = new_solver();
    qi_nogo *position = empty_board(3, 3);
    const qi_point twice[] = {4, 4};
    const solve_question question = {.moves = twice, .count = 2, .nodes = ENOUGH};
    qi_nogo_solution got = {.size = sizeof(qi_nogo_solution)};
    assert_true(qi_solve_session_start(&session, solver, position));
    qi_solve_session_ask(&session, &question, &got);
    assert_int_equal(got.outcome, QI_NOGO_UNKNOWN);
    assert_true(qi_solve_session_play(&session, 4));
    assert_false(qi_solve_session_play(&session, 4));
    assert_false(session.ready);
    qi_nogo_free(position);
    position = empty_board(9, 9); /* more open points than the solver takes */
    assert_false(qi_solve_session_start(&session, solver, position));
    qi_nogo_free(position);
    qi_nogo_solver_free(solver);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sessions_agree_with_fresh_solvers),
        cmocka_unit_test(sessions_that_share_agree),
        cmocka_unit_test(an_illegal_line_has_no_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
