/* The NoGo search: its board against the engine, its proofs against exhaustive search, and the
 * promises of the header. */
#include "stops.h"
#include "test_clock.h"

#include "nogo/rules/board.h"
#include "nogo/rules/position.h"
#include "nogo/search/evaluators.h"
#include "search_games.h"
#include <qi/nogo_search.h>

/* The evaluators of the library. */
enum { NETWORK, PLAYOUTS, EVALUATORS };

static qi_nogo_search_options options_for(int evaluator)
{
    static qi_nogo_evaluator playouts;
    playouts.size = sizeof playouts;
    assert_int_equal(qi_nogo_playout_evaluator(&playouts), QI_OK);
    return (qi_nogo_search_options){.size = sizeof(qi_nogo_search_options),
                                    .evaluator = evaluator == PLAYOUTS ? &playouts : NULL,
                                    .seed = 5,
                                    .memory = 4 << 20};
}

static qi_nogo_search *search_for(int evaluator, const qi_nogo *position)
{
    const qi_nogo_search_options options = options_for(evaluator);
    qi_nogo_search *search;
    assert_int_equal(qi_nogo_search_new(&options, NULL, &search), QI_OK);
    assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
    return search;
}

/* ---- the board ---------------------------------------------------------------------------- */

static void assert_same_legal(const qi_board *board, const qi_nogo *position)
{
    for (qi_point point = 0; point < qi_nogo_rows(position) * qi_nogo_columns(position); point++) {
        const uint32_t cell = qi_board_cell_of(board, point);
        uint32_t tested = 0; /* bit 0 Black, bit 1 White */
        for (int side = QI_BLACK; side <= QI_WHITE; side++) {
            const bool legal =
                qi_nogo_judge(position, (qi_colour)side, point, NULL) == QI_NOGO_LEGAL;
            assert_int_equal(qi_board_legal(board, (qi_colour)side, cell), legal);
            tested |= (uint32_t)legal << (side - 1);
        }
        assert_int_equal(qi_board_test(board, cell), tested);
    }
}

static void board_follows_the_engine(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 1);
    static qi_board board;
    static qi_board again;
    const uint64_t games = test_cases(600);
    for (uint64_t i = 0; i < games; i++) {
        const uint32_t rows = 1 + qi_random_below(&random, i % 10 ? 11 : QI_BOARD_SIDE);
        const uint32_t columns = 1 + qi_random_below(&random, i % 10 ? 11 : QI_BOARD_SIDE);
        qi_nogo *position = empty_board(rows, columns);
        for (uint32_t hole = qi_random_below(&random, 4); hole > 0; hole--)
            qi_nogo_make_hole(position, qi_random_below(&random, rows * columns));
        assert_int_equal(qi_board_set(&board, position), QI_OK);
        assert_same_legal(&board, position);
        /* Any colour may play at any time here. */
        for (uint32_t moves = 0;; moves++) {
            qi_nogo_set_to_move(position, qi_random_below(&random, 2) ? QI_BLACK : QI_WHITE);
            const qi_colour colour = qi_nogo_to_move(position);
            const qi_point move = random_move(position, &random);
            if (move == QI_NO_POINT)
                break;
            qi_nogo_play(position, colour, move, NULL);
            qi_board_play(&board, colour, qi_board_cell_of(&board, move));
            assert_same_legal(&board, position);
            if (moves % 8 == 0) { /* reading a position gives the same as playing to it */
                qi_board_set(&again, position);
                qi_nogo_set_to_move(position, board.to_move);
                for (qi_point point = 0; point < rows * columns; point++) {
                    const uint32_t cell = qi_board_cell_of(&board, point);
                    assert_int_equal(board.cell[cell].colour, again.cell[cell].colour);
                    if (board.cell[cell].colour != QI_BLACK && board.cell[cell].colour != QI_WHITE)
                        continue;
                    const qi_board_cell *group = &board.cell[board.cell[cell].label];
                    const qi_board_cell *same = &again.cell[again.cell[cell].label];
                    assert_int_equal(group->edges, same->edges);
                    assert_int_equal(group->sum, same->sum);
                    assert_int_equal(group->squares, same->squares);
                }
            }
        }
        qi_nogo_free(position);
    }
}

static void boards_too_large_are_refused(void **state)
{
    (void)state;
    static qi_board board;
    qi_nogo *position = empty_board(QI_BOARD_SIDE + 1, 3);
    assert_int_equal(qi_board_set(&board, position), QI_TOO_LARGE);
    const qi_nogo_search_options options = {.size = sizeof options, .memory = 1 << 20};
    qi_nogo_search *search;
    assert_int_equal(qi_nogo_search_new(&options, NULL, &search), QI_OK);
    assert_int_equal(qi_nogo_search_set(search, position), QI_TOO_LARGE);
    assert_int_equal(
        qi_nogo_search_think(search, &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                              .playouts = 10}),
        QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_search_best(search), QI_NO_POINT);
    qi_nogo_search_free(search);
    qi_nogo_free(position);
}

/* ---- proofs ------------------------------------------------------------------------------- */

static void proofs_are_true(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 2);
    const uint64_t games = test_cases(150);
    for (uint64_t i = 0; i < games; i++) {
        const uint32_t rows = 1 + qi_random_below(&random, 4);
        const uint32_t columns = 2 + qi_random_below(&random, 3);
        qi_nogo *position = empty_board(rows, columns);
        play_random(position, &random, rows * columns > 8 ? rows * columns - 8 : 0);
        const bool won = wins(position);
        for (int evaluator = 0; evaluator < EVALUATORS; evaluator++) {
            qi_nogo_search *search = search_for(evaluator, position);
            assert_int_equal(
                qi_nogo_search_think(search,
                                     &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                              .playouts = 200000}),
                QI_OK);
            qi_nogo_search_state said = {.size = sizeof said};
            qi_nogo_search_state_of(search, &said);
            assert_int_equal(said.outcome, won ? QI_NOGO_WON : QI_NOGO_LOST);
            const qi_point move = qi_nogo_search_best(search);
            if (won) {
                qi_nogo *next;
                assert_int_equal(qi_nogo_copy(position, NULL, &next), QI_OK);
                assert_int_equal(qi_nogo_play(next, qi_nogo_to_move(next), move, NULL),
                                 QI_NOGO_LEGAL);
                assert_false(wins(next));
                qi_nogo_free(next);
            }
            qi_nogo_search_free(search);
        }
        qi_nogo_free(position);
    }
}

static void known_boards_are_proven(void **state)
{
    (void)state;
    static const struct {
        uint32_t rows, columns;
        qi_nogo_outcome outcome;
    } known[] = {{1, 1, QI_NOGO_LOST}, {1, 4, QI_NOGO_LOST}, {1, 9, QI_NOGO_WON},
                 {2, 3, QI_NOGO_LOST}, {2, 4, QI_NOGO_LOST}, {2, 5, QI_NOGO_WON},
                 {3, 3, QI_NOGO_WON},  {2, 6, QI_NOGO_WON}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        qi_nogo *position = empty_board(known[i].rows, known[i].columns);
        qi_nogo_search *search = search_for(NETWORK, position);
        assert_int_equal(qi_nogo_search_think(
                             search, &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                              .playouts = 1000000}),
                         QI_OK);
        qi_nogo_search_state said = {.size = sizeof said};
        qi_nogo_search_state_of(search, &said);
        assert_int_equal(said.outcome, known[i].outcome);
        qi_nogo_search_free(search);
        qi_nogo_free(position);
    }
}

/* ---- promises ----------------------------------------------------------------------------- */

static void same_seed_same_tree(void **state)
{
    (void)state;
    const uint64_t playouts = test_short() ? 200 : 1000;
    qi_nogo *position = empty_board(9, 9);
    for (int evaluator = 0; evaluator < EVALUATORS; evaluator++) {
        qi_nogo_candidate first[81];
        qi_nogo_candidate second[81];
        qi_nogo_search *search = search_for(evaluator, position);
        assert_int_equal(qi_nogo_search_think(
                             search, &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                              .playouts = playouts}),
                         QI_OK);
        assert_int_equal(qi_nogo_search_candidates(search, first, 81, sizeof(qi_nogo_candidate)),
                         81);
        qi_nogo_search_free(search);
        search = search_for(evaluator, position);
        const qi_nogo_search_limits limit = {.size = sizeof limit, .playouts = playouts};
        assert_int_equal(qi_nogo_search_think(search, &limit), QI_OK);
        assert_int_equal(qi_nogo_search_candidates(search, second, 81, sizeof(qi_nogo_candidate)),
                         81);
        qi_nogo_search_free(search);
        uint64_t visits = 0;
        for (int i = 0; i < 81; i++) {
            assert_int_equal(first[i].point, second[i].point);
            assert_int_equal(first[i].visits, second[i].visits);
            assert_true(first[i].win_rate == second[i].win_rate);
            assert_true(i == 0 || first[i].visits <= first[i - 1].visits);
            visits += first[i].visits;
        }
        assert_int_equal(visits, playouts);
    }
    qi_nogo_free(position);
}

static void the_tree_is_kept(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 3);
    for (int evaluator = 0; evaluator < EVALUATORS; evaluator++) {
        qi_nogo *position = empty_board(7, 7);
        qi_nogo_search *search = search_for(evaluator, position);
        const int max_moves = test_short() ? 4 : 12;
        for (int moves = 0; moves < max_moves; moves++) {
            assert_int_equal(
                qi_nogo_search_think(search,
                                     &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                              .playouts = 400}),
                QI_OK);
            qi_point line[2];
            const qi_point best = qi_nogo_search_best(search);
            /* One move or two; random games have hardly looked at any second one. */
            const size_t max = evaluator == PLAYOUTS ? 1 : 1 + (size_t)moves % 2;
            const size_t count = qi_nogo_search_line(search, best, line, max);
            qi_nogo_search_state said = {.size = sizeof said};
            qi_nogo_search_state_of(search, &said);
            if (said.outcome != QI_NOGO_UNKNOWN)
                break;
            qi_nogo_candidate top;
            qi_nogo_search_candidates(search, &top, 1, sizeof(qi_nogo_candidate));
            assert_int_equal(line[0], best);
            assert_int_equal(top.point, best);
            for (size_t i = 0; i < count; i++)
                assert_int_equal(qi_nogo_play(position, qi_nogo_to_move(position), line[i], NULL),
                                 QI_NOGO_LEGAL);
            assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
            qi_nogo_search_state_of(search, &said);
            assert_true(said.visits > 1);
            /* All legal moves are there again, and only they. */
            qi_point points[49];
            qi_nogo_candidate list[49];
            assert_int_equal(qi_nogo_search_candidates(search, list, 49, sizeof(qi_nogo_candidate)),
                             qi_nogo_legal(position, qi_nogo_to_move(position), points, 49));
        }
        /* Another game altogether. */
        play_random(position, &random, 3);
        assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
        qi_nogo_search_state said = {.size = sizeof said};
        qi_nogo_search_state_of(search, &said);
        assert_int_equal(said.visits, 1);
        qi_nogo_search_free(search);
        qi_nogo_free(position);
    }
}

static void memory_has_a_bound(void **state)
{
    (void)state;
    const qi_nogo_search_options options = {.size = sizeof options, .memory = 1 << 20};
    qi_nogo *position = empty_board(9, 9);
    qi_nogo_search *search;
    assert_int_equal(qi_nogo_search_new(&options, NULL, &search), QI_OK);
    assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
    assert_int_equal(
        qi_nogo_search_think(search, &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                              .playouts = 5000}),
        QI_OK);
    qi_nogo_search_state said = {.size = sizeof said};
    qi_nogo_search_state_of(search, &said);
    assert_int_equal(said.visits, 5001);
    assert_true(said.memory <= options.memory / 2);
    assert_true(said.memory > options.memory / 4);
    qi_nogo_search_free(search);
    qi_nogo_free(position);
}

static qi_nogo *position_of(const char *text)
{
    qi_nogo *position;
    assert_int_equal(qi_nogo_parse(text, strlen(text), QI_NOGO_ANY_COUNT, NULL, &position, NULL),
                     QI_OK);
    return position;
}

/* A win rate is a proof's or that of visits; a move that has neither has none. */
static void only_visits_and_proofs_give_win_rates(void **state)
{
    (void)state;
    static const char *const boards[] = {
        "3\nXOO\nXO.\nX..\n", /* won by 2 3 alone, which the solver knows at once */
        "2 3\n...\n...\n",    /* lost */
        "5\n.....\n.....\n.....\n.....\n.....\n"};
    uint32_t without = 0;
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        for (int evaluator = 0; evaluator < EVALUATORS; evaluator++)
            for (uint64_t playouts = 1; playouts <= 100; playouts *= 10) {
                qi_nogo *position = position_of(boards[i]);
                qi_nogo_search *search = search_for(evaluator, position);
                qi_nogo_search_think(search,
                                     &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                              .playouts = playouts});
                qi_nogo_candidate list[25];
                const size_t count =
                    qi_nogo_search_candidates(search, list, 25, sizeof(qi_nogo_candidate));
                for (size_t k = 0; k < count; k++) {
                    const double rate = list[k].win_rate;
                    if (list[k].outcome != QI_NOGO_UNKNOWN)
                        assert_true(rate == (list[k].outcome == QI_NOGO_WON));
                    else if (list[k].visits)
                        assert_true(rate >= 0 && rate <= 1);
                    else
                        assert_true(rate == -1);
                    without += rate < 0;
                }
                qi_nogo_search_state said = {.size = sizeof said};
                qi_nogo_search_state_of(search, &said);
                assert_true(said.win_rate >= 0 && said.win_rate <= 1);
                qi_nogo_search_free(search);
                qi_nogo_free(position);
            }
    assert_true(without > 0);
}

static void centre_may_be_forbidden(void **state)
{
    (void)state;
    const qi_nogo_search_options options = {
        .size = sizeof options, .no_centre_first = true, .memory = 8 << 20};
    qi_nogo *position = empty_board(5, 5);
    qi_nogo_search *search;
    qi_nogo_candidate list[25];
    assert_int_equal(qi_nogo_search_new(&options, NULL, &search), QI_OK);
    assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
    assert_int_equal(qi_nogo_search_candidates(search, list, 25, sizeof(qi_nogo_candidate)), 24);
    for (int i = 0; i < 24; i++)
        assert_int_not_equal(list[i].point, 12);
    qi_nogo_play(position, QI_BLACK, 0, NULL);
    assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
    assert_int_equal(qi_nogo_search_candidates(search, list, 25, sizeof(qi_nogo_candidate)), 24);
    qi_nogo_free(position);
    /* On an even board there is no centre. */
    position = empty_board(4, 5);
    assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
    assert_int_equal(qi_nogo_search_candidates(search, list, 25, sizeof(qi_nogo_candidate)), 20);
    qi_nogo_free(position);
    qi_nogo_search_free(search);
}

/* Whether Black wins the empty board when the first move may not be the centre. */
static bool wins_without_centre(const qi_nogo *position)
{
    const qi_point points = qi_nogo_rows(position) * qi_nogo_columns(position);
    bool found = false;
    for (qi_point point = 0; point < points && !found; point++) {
        qi_nogo *next;
        assert_int_equal(qi_nogo_copy(position, NULL, &next), QI_OK);
        if (point != points / 2 && qi_nogo_play(next, QI_BLACK, point, NULL) == QI_NOGO_LEGAL)
            found = !wins(next);
        qi_nogo_free(next);
    }
    return found;
}

/* On 1x3 and 1x7 only the centre wins. */
static void proofs_hold_without_the_centre(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{1, 3}, {1, 5}, {1, 7}, {1, 9}, {3, 3}, {1, 1}};
    for (int evaluator = 0; evaluator < EVALUATORS; evaluator++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            qi_nogo *position = empty_board(sizes[i][0], sizes[i][1]);
            qi_nogo_search_options options = options_for(evaluator);
            options.no_centre_first = true;
            const bool won = wins_without_centre(position);
            qi_nogo_search *search;
            qi_nogo_search_state said = {.size = sizeof said};
            assert_int_equal(qi_nogo_search_new(&options, NULL, &search), QI_OK);
            assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
            for (int piece = 0; piece < 3; piece++) {
                qi_nogo_search_state_of(search, &said);
                if (said.outcome != QI_NOGO_UNKNOWN)
                    assert_int_equal(said.outcome, won ? QI_NOGO_WON : QI_NOGO_LOST);
                const qi_nogo_search_limits limits = {
                    .size = sizeof limits, .playouts = 300, .threads = 2};
                assert_int_equal(qi_nogo_search_think(search, &limits), QI_OK);
            }
            qi_nogo_search_free(search);
            qi_nogo_free(position);
        }
}

static bool count_down(void *context, const qi_nogo_search_state *said)
{
    assert_true(said->win_rate >= 0 && said->win_rate <= 1);
    return --*(int *)context > 0;
}

static void thinking_can_be_stopped(void **state)
{
    (void)state;
    qi_nogo *position = empty_board(9, 9);
    qi_nogo_search *search = search_for(NETWORK, position);
    int left = 3;
    assert_int_equal(
        qi_nogo_search_think(
            search, &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits), .playouts = 0}),
        QI_BAD_ARGUMENT);
    const qi_nogo_evaluator nothing_said = {.size = sizeof nothing_said};
    const qi_nogo_search_options nobody = {.size = sizeof nobody, .evaluator = &nothing_said};
    qi_nogo_search *nothing;
    assert_int_equal(qi_nogo_search_new(&nobody, NULL, &nothing), QI_BAD_ARGUMENT);
    const qi_nogo_search_limits none = {.size = sizeof none};
    assert_int_equal(qi_nogo_search_think(search, &none), QI_BAD_ARGUMENT);
    const qi_nogo_search_limits too_many = {
        .size = sizeof too_many, .playouts = 1, .threads = QI_MAX_THREADS + 1};
    assert_int_equal(qi_nogo_search_think(search, &too_many), QI_BAD_ARGUMENT);
    const qi_nogo_search_limits limit = {
        .size = sizeof limit, .watch = count_down, .context = &left};
    assert_int_equal(qi_nogo_search_think(search, &limit), QI_STOPPED);
    qi_nogo_search_free(search);
    qi_nogo_free(position);
}

static void a_stop_ends_thinking_whenever_it_comes(void **state)
{
    (void)state;
    enum { ROUNDS = 20 };
    qi_nogo *position = empty_board(9, 9);
    for (int evaluator = 0; evaluator < EVALUATORS; evaluator++) {
        qi_nogo_search *search = search_for(evaluator, position);
        for (int round = 0; round < 4 + 4 * (int)test_cases(ROUNDS); round++) {
            test_stop stop;
            qi_nogo_search_state before = {.size = sizeof before}, after = {.size = sizeof after};
            qi_nogo_search_state_of(search, &before);
            test_stop_begin(&stop, round >= 4);
            const qi_nogo_search_limits limits = {
                .size = sizeof limits, .threads = (uint32_t)round % 4, .host = &stop.host};
            assert_int_equal(qi_nogo_search_think(search, &limits), QI_STOPPED);
            qi_nogo_search_state_of(search, &after);
            assert_true(round >= 4 || after.visits == before.visits);
            assert_true(qi_nogo_search_best(search) != QI_NO_POINT);
            test_stop_end(&stop);
        }
        const qi_host wrong = {0}, endless = {.size = sizeof endless};
        qi_nogo_search_limits limits = {.size = sizeof limits, .playouts = 1, .host = &wrong};
        assert_int_equal(qi_nogo_search_think(search, &limits), QI_BAD_ARGUMENT);
        limits = (qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits), .host = &endless};
        assert_int_equal(qi_nogo_search_think(search, &limits), QI_BAD_ARGUMENT);
        qi_nogo_search_free(search);
    }
    qi_nogo_free(position);
}

static bool count_watches(void *context, const qi_nogo_search_state *said)
{
    assert_true(said->visits > 0);
    ++*(int *)context;
    return true;
}

/* Time is what the host's clock says: an hour passes at once, and always in the same way. */
static void time_is_the_hosts(void **state)
{
    (void)state;
    qi_nogo *position = empty_board(9, 9);
    uint64_t visits[2], readings[2];
    for (int turn = 0; turn < 2; turn++) {
        test_clock clock;
        int watches = 0;
        test_clock_start(&clock, 1000000); /* a millisecond a reading */
        qi_nogo_search *search = search_for(NETWORK, position);
        const qi_nogo_search_limits limits = {.size = sizeof limits,
                                              .seconds = 0.5,
                                              .watch = count_watches,
                                              .context = &watches,
                                              .host = &clock.host};
        assert_int_equal(qi_nogo_search_think(search, &limits), QI_OK);
        assert_in_range(watches, 15, 25);
        qi_nogo_search_state said = {.size = sizeof said};
        qi_nogo_search_state_of(search, &said);
        visits[turn] = said.visits;
        readings[turn] = clock.readings;
        assert_in_range(clock.readings, 500, 510);
        qi_nogo_search_free(search);
    }
    assert_true(visits[0] > 50);
    assert_int_equal(visits[0], visits[1]);
    assert_int_equal(readings[0], readings[1]);
    for (uint32_t threads = 2; threads <= 4; threads++) {
        test_clock clock;
        test_clock_start(&clock, 3600000000000); /* an hour a reading */
        qi_nogo_search *search = search_for(PLAYOUTS, position);
        const qi_nogo_search_limits limits = {
            .size = sizeof limits, .seconds = 36000, .threads = threads, .host = &clock.host};
        assert_int_equal(qi_nogo_search_think(search, &limits), QI_OK);
        assert_in_range(clock.readings, 10, 30);
        qi_nogo_search_free(search);
    }
    qi_nogo_free(position);
}

static void threads_share_a_tree(void **state)
{
    (void)state;
    qi_nogo *position = empty_board(6, 6);
    for (int evaluator = 0; evaluator < EVALUATORS; evaluator++) {
        qi_nogo_search *search = search_for(evaluator, position);
        const qi_nogo_search_limits limit = {.size = sizeof limit, .playouts = 3000, .threads = 4};
        assert_int_equal(qi_nogo_search_think(search, &limit), QI_OK);
        qi_nogo_candidate list[36];
        assert_int_equal(qi_nogo_search_candidates(search, list, 36, sizeof(qi_nogo_candidate)),
                         36);
        uint64_t visits = 0;
        for (int i = 0; i < 36; i++)
            visits += list[i].visits;
        assert_in_range(visits, 3000, 3003);
        qi_nogo_search_free(search);
    }
    /* A position that can be proven is proven by many as by one. */
    qi_nogo *small = empty_board(2, 5);
    qi_nogo_search *search = search_for(NETWORK, small);
    const qi_nogo_search_limits limit = {.size = sizeof limit, .playouts = 1000000, .threads = 4};
    assert_int_equal(qi_nogo_search_think(search, &limit), QI_OK);
    qi_nogo_search_state said = {.size = sizeof said};
    qi_nogo_search_state_of(search, &said);
    assert_int_equal(said.outcome, QI_NOGO_WON);
    qi_nogo_search_free(search);
    qi_nogo_free(small);
    qi_nogo_free(position);
}

static void lost_positions_have_no_move(void **state)
{
    (void)state;
    qi_nogo *position = board_from("1 3\nX.O\n");
    for (int evaluator = 0; evaluator < EVALUATORS; evaluator++) {
        qi_nogo_search *search = search_for(evaluator, position);
        assert_int_equal(qi_nogo_search_best(search), QI_NO_POINT);
        assert_int_equal(qi_nogo_search_think(
                             search, &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                              .playouts = 10}),
                         QI_OK);
        qi_nogo_search_state said = {.size = sizeof said};
        qi_nogo_search_state_of(search, &said);
        assert_int_equal(said.outcome, QI_NOGO_LOST);
        qi_nogo_search_free(search);
    }
    qi_nogo_free(position);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(board_follows_the_engine),
                                       cmocka_unit_test(boards_too_large_are_refused),
                                       cmocka_unit_test(proofs_are_true),
                                       cmocka_unit_test(known_boards_are_proven),
                                       cmocka_unit_test(same_seed_same_tree),
                                       cmocka_unit_test(the_tree_is_kept),
                                       cmocka_unit_test(memory_has_a_bound),
                                       cmocka_unit_test(only_visits_and_proofs_give_win_rates),
                                       cmocka_unit_test(centre_may_be_forbidden),
                                       cmocka_unit_test(proofs_hold_without_the_centre),
                                       cmocka_unit_test(thinking_can_be_stopped),
                                       cmocka_unit_test(a_stop_ends_thinking_whenever_it_comes),
                                       cmocka_unit_test(time_is_the_hosts),
                                       cmocka_unit_test(threads_share_a_tree),
                                       cmocka_unit_test(lost_positions_have_no_move)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
