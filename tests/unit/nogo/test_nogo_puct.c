/* The search with networks (PUCT over a graph). They are random here: whatever a network thinks,
 * proofs must be true, and whatever computes it, the tree must be the same. */
#include "check.h"

#include "check_memory.h"
#include "nogo/net/evaluate.h"
#include "nogo/rules/position.h"
#include "nogo/search/evaluators.h"
#include "nogo/search/search.h"
#include "plain_net.h"
#include "search_games.h"
#include <qi/nogo_net.h>
#include <qi/nogo_player.h>
#include <qi/nogo_search.h>

enum { ROOMY = 16 << 20, NARROW = 4 << 20 }; /* with a solver, and without */

static qi_nogo_net *random_net(uint64_t seed, qi_nogo_net_path path)
{
    plain_net *plain = plain_make(16, 1, 32, 64, PLAIN_SENSIBLE, seed);
    const plain_bytes file = plain_write(plain);
    qi_nogo_net *net;
    assert_int_equal(qi_nogo_net_load(file.bytes, file.size, path, NULL, &net, NULL), QI_OK);
    free(file.bytes);
    plain_free(plain);
    return net;
}

static qi_nogo_search *search_with(const qi_nogo_net *net, size_t memory, const qi_nogo *position)
{
    const qi_nogo_search_options options = {.size = sizeof options, .net = net, .memory = memory};
    qi_nogo_search *search;
    assert_int_equal(qi_nogo_search_new(&options, NULL, &search), QI_OK);
    assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
    return search;
}

static qi_nogo_search_state state_of(const qi_nogo_search *search)
{
    qi_nogo_search_state state = {.size = sizeof state};
    qi_nogo_search_state_of(search, &state);
    return state;
}

/* The visits of all moves together. */
static uint64_t visits_of_moves(const qi_nogo_search *search)
{
    /* Where the solver has proved the root lost, every move is reported as lost, but those that the
     * graph knows to be lost still come last, whatever their visits. */
    const bool lost = state_of(search).outcome == QI_NOGO_LOST;
    qi_nogo_candidate list[QI_PUCT_MOVES];
    const size_t count =
        qi_nogo_search_candidates(search, list, QI_PUCT_MOVES, sizeof(qi_nogo_candidate));
    uint64_t visits = 0;
    for (size_t i = 0; i < count; i++) {
        visits += list[i].visits;
        if (i > 0) { /* best first */
            assert_true(list[i].outcome <= list[i - 1].outcome);
            assert_true(lost || list[i].outcome < list[i - 1].outcome ||
                        list[i].visits <= list[i - 1].visits);
        }
    }
    return visits;
}

/* ---- proofs ------------------------------------------------------------------------------- */

/* A position with few empty points, and holes now and then. */
static qi_nogo *small_position(qi_random *random)
{
    const uint32_t rows = 1 + qi_random_below(random, 4), columns = 2 + qi_random_below(random, 3);
    qi_nogo *position = empty_board(rows, columns);
    if (qi_random_below(random, 3) == 0)
        qi_nogo_make_hole(position, qi_random_below(random, rows * columns));
    play_random(position, random, rows * columns > 8 ? rows * columns - 8 : 0);
    return position;
}

static void proofs_are_true(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 2);
    qi_nogo_net *nets[4];
    for (uint64_t seed = 0; seed < 4; seed++)
        nets[seed] = random_net(seed, QI_NOGO_NET_BEST);
    for (uint64_t i = 0; i < test_cases(200); i++) {
        qi_nogo *position = small_position(&random);
        const bool won = wins(position);
        qi_nogo_search *search = search_with(nets[i % 4], i % 2 ? ROOMY : NARROW, position);
        const qi_nogo_search_limits limit = {
            .size = sizeof limit, .playouts = 100000, .threads = i % 5 ? 1 : 3};
        assert_int_equal(qi_nogo_search_think(search, &limit), QI_OK);
        assert_int_equal(state_of(search).outcome, won ? QI_NOGO_WON : QI_NOGO_LOST);
        if (won) {
            const qi_point move = qi_nogo_search_best(search);
            assert_int_equal(qi_nogo_play(position, qi_nogo_to_move(position), move, NULL),
                             QI_NOGO_LEGAL);
            assert_false(wins(position));
        }
        qi_nogo_search_free(search);
        qi_nogo_free(position);
    }
    for (uint64_t seed = 0; seed < 4; seed++)
        qi_nogo_net_free(nets[seed]);
}

/* Plays a won game to its end against random answers; the win never slips. */
static void wins_are_kept(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 3);
    qi_nogo_net *net = random_net(9, QI_NOGO_NET_BEST);
    for (uint64_t i = 0; i < test_cases(12); i++) {
        qi_nogo *position = empty_board(9, 9);
        play_random(position, &random, 44 + qi_random_below(&random, 6));
        qi_nogo_search *search = search_with(net, ROOMY, position);
        bool winning = false;
        for (qi_point move = 0; move != QI_NO_POINT;) {
            assert_int_equal(
                qi_nogo_search_think(search,
                                     &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                              .playouts = 300}),
                QI_OK);
            const qi_nogo_outcome outcome = state_of(search).outcome;
            assert_true(!winning || outcome == QI_NOGO_WON);
            winning = outcome == QI_NOGO_WON;
            for (int turn = 0; turn < 2 && move != QI_NO_POINT; turn++) {
                move = turn ? random_move(position, &random) : qi_nogo_search_best(search);
                if (move != QI_NO_POINT)
                    qi_nogo_play(position, qi_nogo_to_move(position), move, NULL);
                else
                    assert_true(!winning || turn == 1);
            }
            assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
        }
        qi_nogo_search_free(search);
        qi_nogo_free(position);
    }
    qi_nogo_net_free(net);
}

/* ---- the same everywhere ------------------------------------------------------------------ */

/* The solver tries the move that would be played until it wins, whatever the network thinks of it:
 * here 23 points are open, too many for the solver's tries elsewhere in so few playouts. */
static void the_best_move_is_tried(void **state)
{
    (void)state;
    static const char text[] = "9\n"
                               "OOX.OX.XO\n"
                               "X.OX.OXO.\n"
                               "OX.O.XOOO\n"
                               "OX.XX...X\n"
                               "..OX.OXX.\n"
                               "X.X.XOOXX\n"
                               "O.OXO.XO.\n"
                               ".XOXOX.OO\n"
                               "OOX.X.XO.\n";
    qi_nogo *position;
    assert_int_equal(qi_nogo_parse(text, sizeof text - 1, 0, NULL, &position, NULL), QI_OK);
    for (uint64_t seed = 0; seed < 3; seed++) {
        qi_nogo_net *net = random_net(seed, QI_NOGO_NET_BEST);
        qi_nogo_search *search = search_with(net, 4 * ROOMY, position);
        assert_int_equal(qi_nogo_search_think(
                             search, &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                              .playouts = 200}),
                         QI_OK);
        assert_int_equal(state_of(search).outcome, QI_NOGO_WON);
        qi_nogo *after;
        assert_int_equal(qi_nogo_copy(position, NULL, &after), QI_OK);
        qi_nogo_play(after, QI_BLACK, qi_nogo_search_best(search), NULL);
        qi_nogo_solver *solver;
        qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
        assert_int_equal(qi_nogo_solver_new(16 << 20, NULL, &solver), QI_OK);
        assert_int_equal(qi_nogo_solve(solver, after, NULL, &solution), QI_OK);
        assert_int_equal(solution.outcome, QI_NOGO_LOST);
        qi_nogo_solver_free(solver);
        qi_nogo_free(after);
        qi_nogo_search_free(search);
        qi_nogo_net_free(net);
    }
    qi_nogo_free(position);
}

static void paths_think_the_same_tree(void **state)
{
    (void)state;
    static const uint32_t boards[][2] = {{9, 9}, {5, 12}, {25, 3}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        qi_nogo *position = empty_board(boards[i][0], boards[i][1]);
        qi_nogo_make_hole(position, 7);
        qi_nogo_candidate first[QI_PUCT_MOVES], other[QI_PUCT_MOVES];
        size_t count = 0;
        for (uint32_t path = QI_NOGO_NET_PORTABLE; path < QI_NOGO_NET_PATHS; path++) {
            if (!qi_nogo_net_has_path((qi_nogo_net_path)path))
                continue;
            qi_nogo_net *net = random_net(i, (qi_nogo_net_path)path);
            qi_nogo_search *search = search_with(net, ROOMY, position);
            assert_int_equal(
                qi_nogo_search_think(search,
                                     &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                              .playouts = 300}),
                QI_OK);
            memset(other, 0, sizeof other); /* so that padding is alike */
            const size_t moves =
                qi_nogo_search_candidates(search, other, QI_PUCT_MOVES, sizeof(qi_nogo_candidate));
            if (path == QI_NOGO_NET_PORTABLE) {
                count = moves;
                memcpy(first, other, sizeof first);
            }
            assert_int_equal(moves, count);
            for (size_t k = 0; k < count; k++) {
                assert_int_equal(first[k].point, other[k].point);
                assert_int_equal(first[k].visits, other[k].visits);
                assert_true(first[k].win_rate == other[k].win_rate);
            }
            qi_nogo_search_free(search);
            qi_nogo_net_free(net);
        }
        qi_nogo_free(position);
    }
}

/* ---- the graph ---------------------------------------------------------------------------- */

static void visits_add_up(void **state)
{
    (void)state;
    qi_nogo_net *net = random_net(1, QI_NOGO_NET_BEST);
    qi_nogo *position = empty_board(6, 7);
    qi_nogo_search *search = search_with(net, NARROW, position);
    for (uint64_t asked = 1; asked <= 5; asked++) {
        assert_int_equal(qi_nogo_search_think(
                             search, &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                              .playouts = 100}),
                         QI_OK);
        assert_int_equal(state_of(search).visits, 1 + 100 * asked);
        assert_int_equal(visits_of_moves(search), 100 * asked);
    }
    qi_nogo_search_free(search);
    qi_nogo_free(position);
    qi_nogo_net_free(net);
}

static void advancing_keeps_what_is_known(void **state)
{
    (void)state;
    qi_nogo_net *net = random_net(2, QI_NOGO_NET_BEST);
    qi_nogo *position = empty_board(7, 7);
    qi_nogo_search *search = search_with(net, NARROW, position);
    for (int moves = 0; moves < 10; moves++) {
        assert_int_equal(qi_nogo_search_think(
                             search, &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                              .playouts = 300}),
                         QI_OK);
        qi_nogo_candidate best;
        qi_point line[4], again[4];
        qi_nogo_search_candidates(search, &best, 1, sizeof(qi_nogo_candidate));
        const size_t length = qi_nogo_search_line(search, best.point, line, 4);
        qi_nogo_play(position, qi_nogo_to_move(position), best.point, NULL);
        assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
        /* A position knows at least what came by this move. */
        assert_true(state_of(search).visits >= best.visits);
        assert_int_equal(visits_of_moves(search) + 1, state_of(search).visits);
        const double expected = 1 - best.win_rate;
        const qi_graph *graph = &search->puct.graph;
        const double value = qi_graph_node_at(graph, graph->root)->value / (double)QI_GRAPH_ONE;
        assert_true(value > expected - 1e-6 && value < expected + 1e-6);
        if (length > 1) {
            assert_int_equal(qi_nogo_search_best(search), line[1]);
            assert_int_equal(qi_nogo_search_line(search, line[1], again, 3), length - 1);
            for (size_t i = 1; i < length; i++)
                assert_int_equal(again[i - 1], line[i]);
        }
    }
    qi_nogo_search_free(search);
    qi_nogo_free(position);
    qi_nogo_net_free(net);
}

static void orders_of_moves_meet(void **state)
{
    (void)state;
    qi_nogo_net *net = random_net(3, QI_NOGO_NET_BEST);
    qi_nogo *position = empty_board(2, 4);
    qi_nogo_search *search = search_with(net, NARROW, position);
    assert_int_equal(
        qi_nogo_search_think(search, &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                              .playouts = 100000}),
        QI_OK);
    /* There are 1 + 8 + 56 + 168 positions of at most three stones, and not many more in all, but
     * over a thousand orders to come to them. */
    assert_true(state_of(search).nodes < 1000);
    assert_int_equal(state_of(search).outcome, QI_NOGO_LOST);
    qi_nogo_search_free(search);
    qi_nogo_free(position);
    qi_nogo_net_free(net);
}

static void full_memory_does_not_end_the_thinking(void **state)
{
    (void)state;
    static const struct {
        uint32_t side;
        uint64_t visits;
    } boards[] = {{9, 6000}, {25, 200}};
    qi_nogo_net *net = random_net(4, QI_NOGO_NET_BEST);
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        const size_t memory = 1 << 20;
        qi_nogo *position = empty_board(boards[i].side, boards[i].side);
        qi_nogo_search *search = search_with(net, memory, position);
        assert_int_equal(qi_nogo_search_think(
                             search, &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                              .playouts = boards[i].visits}),
                         QI_OK);
        assert_true(state_of(search).memory <= memory);
        assert_true(state_of(search).visits >= boards[i].visits);
        assert_int_equal(visits_of_moves(search) + 1, state_of(search).visits);
        /* It has forgotten something, and goes on. */
        assert_true(state_of(search).nodes < boards[i].visits);
        const uint64_t before = state_of(search).visits;
        const qi_nogo_search_limits limit = {.size = sizeof limit, .playouts = 50, .threads = 3};
        assert_int_equal(qi_nogo_search_think(search, &limit), QI_OK);
        assert_true(state_of(search).visits >= before + 50);
        assert_int_equal(visits_of_moves(search) + 1, state_of(search).visits);
        qi_nogo_search_free(search);
        qi_nogo_free(position);
    }
    qi_nogo_net_free(net);
}

/* Whatever block of memory is refused, the search says so or does without, and gives all back. */
static void memory_may_be_refused(void **state)
{
    (void)state;
    qi_nogo *position = empty_board(7, 7);
    qi_random random;
    qi_random_seed(&random, 5);
    play_random(position, &random, 20);
    qi_nogo_net *net = random_net(5, QI_NOGO_NET_BEST);
    for (size_t fail = 1;; fail++) {
        check_memory memory = {.fail = fail};
        const qi_allocator allocator = check_allocator(&memory);
        const qi_nogo_search_options options = {
            .size = sizeof options, .net = fail % 2 ? net : NULL, .memory = ROOMY};
        qi_nogo_search *search = NULL;
        qi_result result = qi_nogo_search_new(&options, &allocator, &search);
        if (result == QI_OK)
            result = qi_nogo_search_set(search, position);
        if (result == QI_OK) {
            const qi_nogo_search_limits limit = {
                .size = sizeof limit, .playouts = 200, .threads = 2};
            assert_int_equal(qi_nogo_search_think(search, &limit), QI_OK);
            assert_true(qi_nogo_search_best(search) != QI_NO_POINT);
            qi_nogo *next;
            assert_int_equal(qi_nogo_copy(position, NULL, &next), QI_OK);
            qi_nogo_play(next, qi_nogo_to_move(next), qi_nogo_search_best(search), NULL);
            result = qi_nogo_search_set(search, next);
            qi_nogo_free(next);
        }
        assert_true(result == QI_OK || result == QI_NO_MEMORY);
        qi_nogo_search_free(search);
        assert_int_equal(memory.held, 0);
        if (memory.asked < fail)
            break;
    }
    qi_nogo_net_free(net);
    qi_nogo_free(position);
}

/* ---- threads ------------------------------------------------------------------------------ */

static void threads_share_the_graph(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 6);
    qi_nogo_net *net = random_net(6, QI_NOGO_NET_BEST);
    for (uint64_t i = 0; i < test_cases(6); i++) {
        qi_nogo *position = empty_board(8, 8);
        play_random(position, &random, (uint32_t)(8 * i)); /* the later, the more for the solver */
        qi_nogo_search *search = search_with(net, i % 2 ? ROOMY : 1 << 20, position);
        for (int turn = 0; turn < 3; turn++) {
            const qi_nogo_search_limits limit = {
                .size = sizeof limit, .playouts = 400, .threads = 4};
            assert_int_equal(qi_nogo_search_think(search, &limit), QI_OK);
            assert_true(visits_of_moves(search) + 1 >= state_of(search).visits);
            const qi_point move = qi_nogo_search_best(search);
            if (move == QI_NO_POINT)
                break;
            qi_nogo_play(position, qi_nogo_to_move(position), move, NULL);
            assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
        }
        qi_nogo_search_free(search);
        qi_nogo_free(position);
    }
    qi_nogo_net_free(net);
}

/* ---- without search ----------------------------------------------------------------------- */

static void the_policy_is_the_network_alone(void **state)
{
    (void)state;
    qi_nogo_net *net = random_net(7, QI_NOGO_NET_BEST);
    qi_nogo *position = empty_board(9, 9);
    const qi_nogo_player_options options = {
        .size = sizeof options, .engine = QI_NOGO_POLICY, .net = net};
    qi_nogo_player *player;
    qi_random random;
    qi_random_seed(&random, 8);
    play_random(position, &random, 10);
    const qi_colour colour = qi_nogo_to_move(position);
    qi_nogo_choice choice = {.size = sizeof choice};
    assert_int_equal(qi_nogo_player_new(&options, NULL, &player), QI_OK);
    assert_int_equal(qi_nogo_player_choose(player, position, colour, NULL, &choice), QI_OK);
    assert_true(qi_nogo_player_think(player, 1000, 1000));
    assert_int_equal(choice.visits, 1);
    assert_int_equal(qi_nogo_player_thought(player), 0);
    qi_nogo_net_worker *worker;
    qi_nogo_planes planes;
    qi_nogo_evaluation answer;
    assert_int_equal(qi_nogo_net_worker_new(net, 9, 9, NULL, &worker), QI_OK);
    assert_int_equal(qi_nogo_planes_of(position, &planes), QI_OK);
    qi_nogo_net_evaluate(worker, &planes, &answer);
    for (qi_point point = 0; point < 81; point++)
        if (qi_nogo_judge(position, colour, point, NULL) == QI_NOGO_LEGAL)
            assert_true(answer.policy[point] <= answer.policy[choice.move]);
    qi_nogo_net_worker_free(worker);
    qi_nogo_player_free(player);
    qi_nogo_free(position);
    qi_nogo_net_free(net);
}

static void the_centre_may_be_forbidden(void **state)
{
    (void)state;
    qi_nogo_net *net = random_net(8, QI_NOGO_NET_BEST);
    qi_nogo *position = empty_board(3, 3);
    const qi_nogo_search_options options = {
        .size = sizeof options, .net = net, .memory = ROOMY, .no_centre_first = true};
    qi_nogo_search *search;
    qi_nogo_candidate list[9];
    assert_int_equal(qi_nogo_search_new(&options, NULL, &search), QI_OK);
    assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
    assert_int_equal(
        qi_nogo_search_think(search, &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                              .playouts = 50}),
        QI_OK);
    assert_int_equal(qi_nogo_search_candidates(search, list, 9, sizeof(qi_nogo_candidate)), 8);
    for (int i = 0; i < 8; i++)
        assert_int_not_equal(list[i].point, 4);
    qi_nogo_play(position, QI_BLACK, list[0].point, NULL);
    assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
    qi_nogo_free(position);
    position = empty_board(1, 1);
    assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
    assert_int_equal(qi_nogo_search_best(search), QI_NO_POINT);
    qi_nogo_free(position);
    qi_nogo_search_free(search);
    qi_nogo_net_free(net);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proofs_are_true),
        cmocka_unit_test(wins_are_kept),
        cmocka_unit_test(the_best_move_is_tried),
        cmocka_unit_test(paths_think_the_same_tree),
        cmocka_unit_test(visits_add_up),
        cmocka_unit_test(advancing_keeps_what_is_known),
        cmocka_unit_test(orders_of_moves_meet),
        cmocka_unit_test(full_memory_does_not_end_the_thinking),
        cmocka_unit_test(memory_may_be_refused),
        cmocka_unit_test(threads_share_the_graph),
        cmocka_unit_test(the_policy_is_the_network_alone),
        cmocka_unit_test(the_centre_may_be_forbidden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
