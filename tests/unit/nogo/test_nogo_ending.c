/* The end of the game in the NoGo search: counting and the solver, against exhaustive search. */
#include "check.h"

#include "nogo/rules/board.h"
#include "nogo/rules/ending.h"
#include "nogo/rules/position.h"
#include "nogo/search/evaluators.h"
#include "search_games.h"
#include <qi/nogo_search.h>
#include <qi/nogo_solve.h>

static uint32_t open_points(const qi_nogo *position)
{
    uint32_t count = 0;
    for (qi_point point = 0; point < qi_nogo_rows(position) * qi_nogo_columns(position); point++)
        count += qi_nogo_judge(position, QI_BLACK, point, NULL) == QI_NOGO_LEGAL ||
                 qi_nogo_judge(position, QI_WHITE, point, NULL) == QI_NOGO_LEGAL;
    return count;
}

static bool both_may_play(const qi_nogo *position)
{
    for (qi_point point = 0; point < qi_nogo_rows(position) * qi_nogo_columns(position); point++)
        if (qi_nogo_judge(position, QI_BLACK, point, NULL) == QI_NOGO_LEGAL &&
            qi_nogo_judge(position, QI_WHITE, point, NULL) == QI_NOGO_LEGAL)
            return true;
    return false;
}

/* A game played at random until few points are open. */
static qi_nogo *random_ending(qi_random *random, uint32_t rows, uint32_t columns, uint32_t open)
{
    qi_nogo *position = empty_board(rows, columns);
    for (uint32_t hole = qi_random_below(random, 3); hole > 0; hole--)
        qi_nogo_make_hole(position, qi_random_below(random, rows * columns));
    while (open_points(position) > open && qi_nogo_can_move(position, qi_nogo_to_move(position)))
        qi_nogo_play(position, qi_nogo_to_move(position), random_move(position, random), NULL);
    return position;
}

/* How many moves a side can make when the other does nothing, by trying every order. */
static uint32_t moves_alone(const qi_nogo *position, qi_colour colour)
{
    qi_point points[32];
    const size_t count = qi_nogo_legal(position, colour, points, 32);
    uint32_t max = 0;
    for (size_t i = 0; i < count && max < count; i++) {
        qi_nogo *next;
        assert_int_equal(qi_nogo_copy(position, NULL, &next), QI_OK);
        qi_nogo_play(next, colour, points[i], NULL);
        const uint32_t moves = 1 + moves_alone(next, colour);
        max = moves > max ? moves : max;
        qi_nogo_free(next);
    }
    return max;
}

/* Whether all points of a plan can be filled, whatever the other side does in between. */
static bool plan_holds(const qi_nogo *position, qi_colour colour, const qi_point *plan,
                       size_t count)
{
    bool holds = true;
    for (size_t i = 0; i < count && holds; i++)
        holds = qi_nogo_judge(position, colour, plan[i], NULL) == QI_NOGO_LEGAL;
    qi_point points[32];
    const size_t answers = qi_nogo_legal(position, qi_opponent(colour), points, 32);
    for (size_t i = 0; i < answers && holds; i++) {
        qi_nogo *next;
        assert_int_equal(qi_nogo_copy(position, NULL, &next), QI_OK);
        qi_nogo_play(next, qi_opponent(colour), points[i], NULL);
        holds = plan_holds(next, colour, plan, count);
        qi_nogo_free(next);
    }
    if (!holds || count == 0)
        return holds;
    qi_nogo *next;
    assert_int_equal(qi_nogo_copy(position, NULL, &next), QI_OK);
    qi_nogo_play(next, colour, plan[0], NULL);
    holds = plan_holds(next, colour, plan + 1, count - 1);
    qi_nogo_free(next);
    return holds;
}

/* Endings against everything tried: the outcome, every move said to win, and the two numbers. */
static void counted_endings_agree_with_search(void **state)
{
    (void)state;
    static qi_board board;
    qi_random random;
    qi_random_seed(&random, 6);
    const uint64_t games = test_cases(4000);
    uint64_t shared = 0;
    uint64_t decided[2] = {0, 0}; /* with and without points open to both */
    for (uint64_t i = 0; i < games; i++) {
        qi_nogo *position =
            random_ending(&random, 1 + qi_random_below(&random, 9), 2 + qi_random_below(&random, 8),
                          2 + qi_random_below(&random, i % 8 ? 6 : 8));
        const qi_colour mover = qi_nogo_to_move(position);
        assert_int_equal(qi_board_set(&board, position), QI_OK);
        qi_ending ending;
        qi_ending_count(&board, &ending);
        if (ending.proof != QI_NOGO_UNKNOWN)
            assert_int_equal(ending.proof, wins(position) ? QI_NOGO_WON : QI_NOGO_LOST);
        const bool apart = !both_may_play(position);
        shared += !apart;
        decided[apart] += ending.proof != QI_NOGO_UNKNOWN;
        for (uint32_t cell = 0; ending.proof == QI_NOGO_WON && cell < board.cells; cell++) {
            if (!qi_ending_has(&ending, cell))
                continue;
            qi_nogo *next;
            assert_int_equal(qi_nogo_copy(position, NULL, &next), QI_OK);
            assert_int_equal(qi_nogo_play(next, mover, qi_board_point_of(&board, cell), NULL),
                             QI_NOGO_LEGAL);
            assert_false(wins(next));
            qi_nogo_free(next);
        }
        uint64_t plan[QI_BOARD_WORDS];
        for (int colour = QI_BLACK; colour <= QI_WHITE; colour++) {
            const uint32_t sure = qi_ending_sure(&board, (qi_colour)colour, plan);
            const uint32_t max = qi_ending_max(&board, (qi_colour)colour);
            assert_in_range(moves_alone(position, (qi_colour)colour), sure, max);
            qi_point points[32];
            size_t count = 0;
            for (uint32_t cell = 0; cell < board.cells; cell++)
                if (plan[cell >> 6] >> (cell & 63) & 1)
                    points[count++] = qi_board_point_of(&board, cell);
            assert_int_equal(count, sure);
            if (i % 8)
                assert_true(plan_holds(position, (qi_colour)colour, points, count));
        }
        qi_nogo_free(position);
    }
    assert_true(decided[0] > shared / 40);
    assert_true(decided[1] > (games - shared) * 6 / 10);
}

/* Regions of one side each: Black has four eyes and fills three of them, White's one eye is its
 * last liberty. */
static void regions_are_counted(void **state)
{
    (void)state;
    static qi_board board;
    qi_nogo *position = board_from("5 5\n"
                                   ".X.XO\n"
                                   "XXXXO\n"
                                   ".X.XO\n"
                                   "XXXOO\n"
                                   "OOO.O\n");
    qi_nogo_set_to_move(position, QI_BLACK);
    uint64_t plan[QI_BOARD_WORDS];
    assert_int_equal(qi_board_set(&board, position), QI_OK);
    assert_int_equal(qi_ending_sure(&board, QI_BLACK, plan), 3);
    assert_int_equal(qi_ending_max(&board, QI_BLACK), 3);
    assert_int_equal(qi_ending_sure(&board, QI_WHITE, plan), 0);
    assert_int_equal(qi_ending_max(&board, QI_WHITE), 0);
    qi_ending ending;
    qi_ending_count(&board, &ending);
    assert_int_equal(ending.proof, QI_NOGO_WON);
    board.to_move = QI_WHITE;
    qi_ending_count(&board, &ending);
    assert_int_equal(ending.proof, QI_NOGO_LOST);
    qi_nogo_free(position);
}

/* White wins by counting, but not if it fills the point on the left. */
static void the_wrong_point_loses(void **state)
{
    (void)state;
    qi_nogo *position = board_from("4 5\n"
                                   ".OXXX\n"
                                   "OXOXO\n"
                                   ".X..O\n"
                                   "OXO.X\n");
    qi_nogo_set_to_move(position, QI_WHITE);
    static qi_board board;
    assert_int_equal(qi_board_set(&board, position), QI_OK);
    qi_ending ending;
    qi_ending_count(&board, &ending);
    assert_int_equal(ending.proof, QI_NOGO_WON);
    qi_nogo_search *search;
    assert_int_equal(qi_nogo_search_new(NULL, NULL, &search), QI_OK);
    assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
    qi_nogo_candidate moves[20];
    const size_t count = qi_nogo_search_candidates(search, moves, 20, sizeof(qi_nogo_candidate));
    assert_true(count > 1);
    for (size_t i = 0; i < count; i++) {
        qi_nogo *next;
        assert_int_equal(qi_nogo_copy(position, NULL, &next), QI_OK);
        assert_int_equal(qi_nogo_play(next, QI_WHITE, moves[i].point, NULL), QI_NOGO_LEGAL);
        if (moves[i].outcome == QI_NOGO_WON)
            assert_false(wins(next));
        if (moves[i].point == 10)
            assert_true(wins(next));
        qi_nogo_free(next);
    }
    assert_int_equal(moves[0].outcome, QI_NOGO_WON);
    qi_nogo_search_free(search);
    qi_nogo_free(position);
}

/* Once a win is proven it is never let go, however the other side plays; and a loss that the solver
 * proves is reported, with a move to go on with. */
static void winners_win(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 7);
    const qi_nogo_search_options options = {.size = sizeof options, .seed = 5, .memory = 64 << 20};
    const uint64_t games = test_cases(60);
    uint64_t wins_proven = 0;
    for (uint64_t i = 0; i < games; i++) {
        qi_nogo *position = random_ending(&random, 9, 9, 14 + qi_random_below(&random, 8));
        qi_nogo_search *search;
        assert_int_equal(qi_nogo_search_new(&options, NULL, &search), QI_OK);
        const qi_colour colour = qi_nogo_to_move(position);
        bool proven = false;
        while (qi_nogo_can_move(position, colour)) {
            assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
            assert_int_equal(
                qi_nogo_search_think(search,
                                     &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                              .playouts = 10000}),
                QI_OK);
            qi_nogo_search_state said = {.size = sizeof said};
            qi_nogo_search_state_of(search, &said);
            assert_true(!proven || said.outcome == QI_NOGO_WON);
            proven = said.outcome == QI_NOGO_WON;
            if (said.outcome == QI_NOGO_LOST) {
                qi_nogo_candidate first;
                assert_true(
                    qi_nogo_search_candidates(search, &first, 1, sizeof(qi_nogo_candidate)) > 0);
                assert_int_equal(first.outcome, QI_NOGO_LOST);
                assert_true(first.win_rate == 0);
                assert_true(said.win_rate == 0);
            }
            assert_int_equal(qi_nogo_play(position, colour, qi_nogo_search_best(search), NULL),
                             QI_NOGO_LEGAL);
            if (!qi_nogo_can_move(position, qi_opponent(colour)))
                break;
            qi_nogo_play(position, qi_opponent(colour), random_move(position, &random), NULL);
        }
        if (proven)
            assert_int_equal(qi_nogo_to_move(position), qi_opponent(colour));
        wins_proven += proven;
        qi_nogo_search_free(search);
        qi_nogo_free(position);
    }
    assert_true(wins_proven > games / 4);
}

/* What the solver can settle in the part of the time it has, the search says; and every move that
 * the search says wins or loses does. */
static void solved_positions_are_reported(void **state)
{
    (void)state;
    enum { PLAYOUTS = 10000, NODES = 1000 };
    qi_random random;
    qi_random_seed(&random, 8);
    const qi_nogo_search_options options = {.size = sizeof options, .seed = 5, .memory = 64 << 20};
    const uint64_t games = test_cases(300);
    for (uint64_t i = 0; i < games; i++) {
        qi_nogo *position =
            random_ending(&random, 9, 9, 4 + qi_random_below(&random, i % 4 ? 8 : 16));
        qi_nogo_solver *solver;
        assert_int_equal(qi_nogo_solver_new(8 << 20, NULL, &solver), QI_OK);
        const qi_nogo_solve_limits limits = {.size = sizeof(qi_nogo_solve_limits), .nodes = NODES};
        qi_nogo_solution truth = {.size = sizeof(qi_nogo_solution)};
        assert_int_equal(qi_nogo_solve(solver, position, &limits, &truth), QI_OK);
        qi_nogo_search *search;
        assert_int_equal(qi_nogo_search_new(&options, NULL, &search), QI_OK);
        assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
        assert_int_equal(qi_nogo_search_think(
                             search, &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                              .playouts = PLAYOUTS}),
                         QI_OK);
        qi_nogo_search_state said = {.size = sizeof said};
        qi_nogo_search_state_of(search, &said);
        if (truth.outcome != QI_NOGO_UNKNOWN)
            assert_int_equal(said.outcome,
                             truth.outcome == QI_NOGO_WON ? QI_NOGO_WON : QI_NOGO_LOST);
        qi_nogo_candidate moves[81];
        const size_t count =
            qi_nogo_search_candidates(search, moves, 81, sizeof(qi_nogo_candidate));
        for (size_t j = 0; j < count; j++) {
            if (moves[j].outcome == QI_NOGO_UNKNOWN)
                continue;
            qi_nogo *next;
            assert_int_equal(qi_nogo_copy(position, NULL, &next), QI_OK);
            qi_nogo_play(next, qi_nogo_to_move(next), moves[j].point, NULL);
            assert_int_equal(qi_nogo_solve(solver, next, NULL, &truth), QI_OK);
            assert_int_equal(moves[j].outcome,
                             truth.outcome == QI_NOGO_LOST ? QI_NOGO_WON : QI_NOGO_LOST);
            qi_nogo_free(next);
        }
        qi_nogo_search_free(search);
        qi_nogo_solver_free(solver);
        qi_nogo_free(position);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counted_endings_agree_with_search), cmocka_unit_test(regions_are_counted),
        cmocka_unit_test(the_wrong_point_loses), cmocka_unit_test(winners_win),
        cmocka_unit_test(solved_positions_are_reported)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
