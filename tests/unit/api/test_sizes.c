/* Callers with other headers than the library's: structs that are shorter, longer or have no size.
 */
#include "check.h"

#include "base/memory.h"
#include "lab/lab.h"
#include "nogo/net/evaluate.h"
#include "nogo/proof/walk.h"
#include "nogo/search/evaluators.h"
#include <qi/gtp.h>
#include <qi/lab.h>
#include <qi/nogo_playouts.h>
#include <qi/nogo_proof.h>
#include <qi/nogo_selfplay.h>
#include <qi/nogo_solve.h>
#include <string.h>

enum { MORE = 16, ROOM = 4096, UNKNOWN = 0xa5 };

/* ---- one call for every struct ------------------------------------------------------------- */

static qi_nogo *small_board(void)
{
    qi_nogo *board;
    assert_int_equal(qi_nogo_new(2, 2, NULL, &board), QI_OK);
    return board;
}

static qi_result play_out(void *given)
{
    qi_nogo *const board = small_board();
    qi_nogo_stats stats;
    const qi_result result = qi_nogo_playouts(board, 10, 1, given, &stats);
    qi_nogo_free(board);
    return result;
}

static qi_result play_out_by_move(void *given)
{
    qi_nogo *const board = small_board();
    qi_nogo_first_move moves[4];
    qi_nogo_stats sum;
    const qi_result result =
        qi_nogo_playouts_by_move(board, 10, 1, given, moves, 4, sizeof *moves, &sum);
    qi_nogo_free(board);
    return result;
}

static qi_result solve(const void *limits, void *solution)
{
    qi_nogo *const board = small_board();
    qi_nogo_solver *solver;
    assert_int_equal(qi_nogo_solver_new((size_t)2 << 20, NULL, &solver), QI_OK);
    const qi_result result = qi_nogo_solve(solver, board, limits, solution);
    qi_nogo_solver_free(solver);
    qi_nogo_free(board);
    return result;
}

static qi_result solve_within(void *given)
{
    qi_nogo_solution solution = {.size = sizeof solution};
    return solve(given, &solution);
}

static qi_result solve_for(void *given)
{
    return solve(NULL, given);
}

static qi_result divide(void *given)
{
    qi_nogo *const board = small_board();
    qi_nogo_solver *solver;
    assert_int_equal(qi_nogo_solver_new((size_t)2 << 20, NULL, &solver), QI_OK);
    const qi_result result = qi_nogo_solve_pieces(solver, board, 1, NULL, NULL, given);
    qi_nogo_solver_free(solver);
    qi_nogo_free(board);
    return result;
}

static qi_result walk(void *given)
{
    qi_nogo *const board = small_board();
    qi_nogo_walk account = {.size = sizeof account};
    const qi_result result =
        qi_nogo_walk_strategy(board, QI_BLACK, 4, NULL, NULL, given, NULL, &account);
    qi_nogo_free(board);
    return result;
}

static qi_result describe(void *given)
{
    qi_nogo_net *net;
    assert_int_equal(qi_nogo_net_builtin(QI_NOGO_NET_BEST, NULL, &net), QI_OK);
    const qi_result result = qi_nogo_net_info_of(net, given);
    qi_nogo_net_free(net);
    return result;
}

static qi_result judge_evenly(void *thread, const qi_nogo_leaf *const *leaves, uint32_t count,
                              qi_nogo_estimate *estimates)
{
    (void)thread, (void)leaves;
    memset(estimates, 0, count * sizeof *estimates);
    return QI_OK;
}

static qi_result search_by(void *given)
{
    qi_nogo_evaluator *const evaluator = given;
    if (evaluator->size >= sizeof(size_t) && evaluator->size < ROOM)
        evaluator->evaluate = judge_evenly;
    const qi_nogo_search_options options = {.size = sizeof options, .evaluator = evaluator};
    qi_nogo_search *search;
    const qi_result result = qi_nogo_search_new(&options, NULL, &search);
    if (result == QI_OK)
        qi_nogo_search_free(search);
    return result;
}

static qi_result get_network(void *given)
{
    return qi_nogo_net_evaluator(NULL, given);
}

static qi_result get_playouts(void *given)
{
    return qi_nogo_playout_evaluator(given);
}

static qi_result choose(void *given)
{
    qi_nogo *const board = small_board();
    qi_nogo_player *player;
    qi_nogo_choice choice = {.size = sizeof choice};
    assert_int_equal(
        qi_nogo_player_new(
            &(qi_nogo_player_options){.size = sizeof(qi_nogo_player_options), .random = true}, NULL,
            &player),
        QI_OK);
    const qi_result result = qi_nogo_player_choose(player, board, QI_BLACK, given, &choice);
    qi_nogo_player_free(player);
    qi_nogo_free(board);
    return result;
}

static qi_result search_with(void *options, void *limits, void *state)
{
    qi_nogo *const board = small_board();
    qi_nogo_search *search;
    qi_result result = qi_nogo_search_new(options, NULL, &search);
    if (result == QI_OK) {
        assert_int_equal(qi_nogo_search_set(search, board), QI_OK);
        result = qi_nogo_search_think(search, limits);
        if (result == QI_OK)
            result = qi_nogo_search_state_of(search, state);
        qi_nogo_search_free(search);
    }
    qi_nogo_free(board);
    return result;
}

static qi_result open_search(void *given)
{
    qi_nogo_search_limits limits = {.size = sizeof limits, .playouts = 1};
    qi_nogo_search_state state = {.size = sizeof state};
    return search_with(given, &limits, &state);
}

static qi_result search_within(void *given)
{
    qi_nogo_search_limits *const limits = given;
    if (limits->size >= sizeof(size_t) && limits->size < ROOM)
        limits->playouts = 1;
    qi_nogo_search_state state = {.size = sizeof state};
    return search_with(NULL, limits, &state);
}

static qi_result look_at_search(void *given)
{
    qi_nogo_search_limits limits = {.size = sizeof limits, .playouts = 1};
    return search_with(NULL, &limits, given);
}

static qi_result seat(void *given)
{
    qi_nogo_player *player;
    const qi_result result = qi_nogo_player_new(given, NULL, &player);
    if (result == QI_OK)
        qi_nogo_player_free(player);
    return result;
}

static qi_result decide(void *given)
{
    qi_nogo_player *player;
    const qi_nogo_player_options options = {.size = sizeof options, .random = true};
    assert_int_equal(qi_nogo_player_new(&options, NULL, &player), QI_OK);
    const qi_result result = qi_nogo_player_decide(player, given);
    qi_nogo_player_free(player);
    return result;
}

static qi_result walk_for(void *given)
{
    qi_nogo *const board = small_board();
    const qi_result result =
        qi_nogo_walk_strategy(board, QI_BLACK, 4, NULL, NULL, NULL, NULL, given);
    qi_nogo_free(board);
    return result;
}

static bool drop(void *context, const char *bytes, size_t count)
{
    (void)context, (void)bytes, (void)count;
    return true;
}

static qi_result take_session(qi_result result, qi_gtp *session)
{
    if (result == QI_OK)
        qi_gtp_free(session);
    return result;
}

static qi_result serve_go(void *given)
{
    qi_gtp *session;
    const qi_result result = qi_gtp_new_go(given, drop, NULL, NULL, &session);
    return take_session(result, session);
}

static qi_result serve_engine(void *given)
{
    const qi_gtp_nogo_options options = {.size = sizeof options, .engine = given};
    qi_gtp *session;
    const qi_result result = qi_gtp_new_nogo(&options, drop, NULL, NULL, &session);
    return take_session(result, session);
}

static qi_result serve_nogo(void *given)
{
    const qi_gtp_engine engine = {.size = sizeof engine};
    qi_gtp_nogo_options *const options = given;
    if (options->size >= sizeof(size_t) && options->size < ROOM)
        options->engine = &engine;
    qi_gtp *session;
    const qi_result result = qi_gtp_new_nogo(options, drop, NULL, NULL, &session);
    return take_session(result, session);
}

static qi_result get_engine(void *given)
{
    qi_nogo_player *player;
    const qi_nogo_player_options options = {.size = sizeof options, .random = true};
    assert_int_equal(qi_nogo_player_new(&options, NULL, &player), QI_OK);
    const qi_result result = qi_gtp_player_engine(player, given);
    qi_nogo_player_free(player);
    return result;
}

static qi_result fill_pool(void *given)
{
    qi_nogo_pool_options *const options = given;
    if (options->size >= sizeof(size_t) && options->size < ROOM)
        options->rows = options->columns = options->games = 2;
    qi_nogo_pool *pool;
    const qi_result result = qi_nogo_pool_new(options, NULL, &pool);
    if (result == QI_OK)
        qi_nogo_pool_free(pool);
    return result;
}

static qi_nogo_pool *small_pool(void)
{
    const qi_nogo_pool_options options = {
        .size = sizeof options, .rows = 2, .columns = 2, .games = 2};
    qi_nogo_pool *pool;
    assert_int_equal(qi_nogo_pool_new(&options, NULL, &pool), QI_OK);
    return pool;
}

static qi_result count_pool(void *given)
{
    qi_nogo_pool *const pool = small_pool();
    const qi_result result = qi_nogo_pool_stats_of(pool, given);
    qi_nogo_pool_free(pool);
    return result;
}

static qi_result generate(void *given)
{
    qi_lab_request *const request = given;
    if (request->size >= sizeof(size_t) && request->size < ROOM)
        request->rows = request->columns = 3;
    qi_lab_text input = {0};
    const qi_result result = qi_lab_generate(QI_NOGO, NULL, request, 1, 0, NULL, &input);
    qi_lab_free_text(&input, NULL);
    return result;
}

static qi_result answer(void *given)
{
    qi_lab_text output = {0};
    const qi_result result =
        qi_lab_answer(QI_NOGO, QI_LAB_ENGINE, given, "1\n.\n", 4, NULL, &output, NULL);
    qi_lab_free_text(&output, NULL);
    return result;
}

static qi_result get_request(void *given)
{
    return qi_lab_default_request(QI_GO, given);
}

static qi_result judge(void *given)
{
    return qi_judge(QI_NOGO, NULL, "1\n.\n", 4, "1 1\n", 4, NULL, given, NULL);
}

static qi_result compare(void *given)
{
    return qi_lab_compare("a", 1, "b", 1, given);
}

/* ---- the table ----------------------------------------------------------------------------- */

static const struct {
    const char *name;
    size_t size;
    size_t older; /* without the last member */
    qi_result (*call)(void *given);
    bool filled_in; /* by the library */
} structs[] = {
    {"qi_nogo_playouts_options", sizeof(qi_nogo_playouts_options),
     offsetof(qi_nogo_playouts_options, first), play_out, false},
    {"qi_nogo_playouts_options", sizeof(qi_nogo_playouts_options),
     offsetof(qi_nogo_playouts_options, first), play_out_by_move, false},
    {"qi_nogo_solve_limits", sizeof(qi_nogo_solve_limits), offsetof(qi_nogo_solve_limits, host),
     solve_within, false},
    {"qi_nogo_walk_limits", sizeof(qi_nogo_walk_limits), offsetof(qi_nogo_walk_limits, host), walk,
     false},
    {"qi_nogo_evaluator", sizeof(qi_nogo_evaluator), offsetof(qi_nogo_evaluator, batch), search_by,
     false},
    {"qi_nogo_evaluator", sizeof(qi_nogo_evaluator), offsetof(qi_nogo_evaluator, batch),
     get_network, true},
    {"qi_nogo_evaluator", sizeof(qi_nogo_evaluator), offsetof(qi_nogo_evaluator, batch),
     get_playouts, true},
    {"qi_nogo_thinking", sizeof(qi_nogo_thinking), offsetof(qi_nogo_thinking, host), choose, false},
    {"qi_nogo_search_options", sizeof(qi_nogo_search_options),
     offsetof(qi_nogo_search_options, memory), open_search, false},
    {"qi_nogo_search_limits", sizeof(qi_nogo_search_limits), offsetof(qi_nogo_search_limits, host),
     search_within, false},
    {"qi_nogo_search_state", sizeof(qi_nogo_search_state), offsetof(qi_nogo_search_state, outcome),
     look_at_search, true},
    {"qi_nogo_player_options", sizeof(qi_nogo_player_options),
     offsetof(qi_nogo_player_options, seed), seat, false},
    {"qi_nogo_choice", sizeof(qi_nogo_choice), offsetof(qi_nogo_choice, outcome), decide, true},
    {"qi_nogo_walk", sizeof(qi_nogo_walk), offsetof(qi_nogo_walk, endings), walk_for, true},
    {"qi_gtp_engine", sizeof(qi_gtp_engine), offsetof(qi_gtp_engine, context), serve_engine, false},
    {"qi_gtp_engine", sizeof(qi_gtp_engine), offsetof(qi_gtp_engine, context), get_engine, true},
    {"qi_gtp_nogo_options", sizeof(qi_gtp_nogo_options), offsetof(qi_gtp_nogo_options, host),
     serve_nogo, false},
    {"qi_gtp_go_options", sizeof(qi_gtp_go_options), offsetof(qi_gtp_go_options, host), serve_go,
     false},
    {"qi_nogo_pool_options", sizeof(qi_nogo_pool_options),
     offsetof(qi_nogo_pool_options, match_visits), fill_pool, false},
    {"qi_nogo_pool_stats", sizeof(qi_nogo_pool_stats), offsetof(qi_nogo_pool_stats, waiting),
     count_pool, true},
    {"qi_lab_request", sizeof(qi_lab_request), offsetof(qi_lab_request, min_size), generate, false},
    {"qi_lab_request", sizeof(qi_lab_request), offsetof(qi_lab_request, min_size), answer, false},
    {"qi_lab_request", sizeof(qi_lab_request), offsetof(qi_lab_request, min_size), get_request,
     true},
    {"qi_verdict", sizeof(qi_verdict), offsetof(qi_verdict, after), judge, true},
    {"qi_verdict", sizeof(qi_verdict), offsetof(qi_verdict, after), compare, true},
    {"qi_nogo_net_info", sizeof(qi_nogo_net_info), offsetof(qi_nogo_net_info, point_products),
     describe, true},
    {"qi_nogo_solution", sizeof(qi_nogo_solution), offsetof(qi_nogo_solution, nodes), solve_for,
     true},
    {"qi_nogo_solution", sizeof(qi_nogo_solution), offsetof(qi_nogo_solution, nodes), divide, true},
};

/* The result for a struct that says `size`: zero for that many bytes, then what is not the
 * caller's. */
static qi_result call_with(size_t index, size_t size, unsigned char *given)
{
    const size_t held = size < ROOM ? size : sizeof(size_t);
    memset(given, UNKNOWN, ROOM);
    memset(given, 0, held);
    memcpy(given, &size, sizeof size);
    return structs[index].call(given);
}

static bool is_untouched(const unsigned char *given, size_t from)
{
    for (size_t i = from; i < ROOM; i++)
        if (given[i] != UNKNOWN)
            return false;
    return true;
}

static void callers_of_other_versions_are_served(void **state)
{
    (void)state;
    static _Alignas(max_align_t) unsigned char given[ROOM];
    for (size_t i = 0; i < sizeof structs / sizeof *structs; i++) {
        const size_t sizes[] = {structs[i].size, structs[i].older, structs[i].size + MORE};
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            const qi_result result = call_with(i, sizes[k], given);
            if (result != QI_OK || !is_untouched(given, sizes[k]))
                fail_msg("%s of %zu bytes: %s", structs[i].name, sizes[k], qi_result_text(result));
            for (size_t at = structs[i].size; at < sizes[k]; at++)
                assert_int_equal(given[at], 0);
        }
        static const size_t absurd[] = {0, 1, sizeof(size_t) - 1, (1 << 16) + 1, SIZE_MAX};
        for (size_t k = 0; k < sizeof absurd / sizeof *absurd; k++) {
            assert_int_equal(call_with(i, absurd[k], given), QI_BAD_ARGUMENT);
            assert_true(is_untouched(given, sizeof(size_t)));
        }
    }
}

static void unknown_wishes_are_refused(void **state)
{
    (void)state;
    static _Alignas(max_align_t) unsigned char given[ROOM];
    for (size_t i = 0; i < sizeof structs / sizeof *structs; i++) {
        const size_t size = structs[i].size + MORE;
        memset(given, 0, sizeof given);
        memcpy(given, &size, sizeof size);
        given[size - 1] = 1;
        assert_int_equal(structs[i].call(given), structs[i].filled_in ? QI_OK : QI_BAD_ARGUMENT);
        assert_int_equal(given[size - 1], 1);
    }
}

/* What a shorter struct does not hold is the default, and what it holds is obeyed. */
static void members_survive_the_copy(void **state)
{
    (void)state;
    typedef struct older {
        size_t size;
        uint64_t nodes;
    } older;
    qi_nogo_solve_limits limits = {.size = sizeof(qi_nogo_solve_limits)};
    assert_true(qi_struct_read(&limits, sizeof limits, &(older){sizeof(older), 7}));
    assert_int_equal(limits.size, sizeof limits);
    assert_int_equal(limits.nodes, 7);
    assert_int_equal(limits.threads, 0);
    assert_null(limits.host);
    assert_true(qi_struct_read(&limits, sizeof limits, NULL));
    assert_int_equal(limits.nodes, 0);
    older into = {sizeof into, 0};
    limits.nodes = 9;
    qi_struct_write(&into, &limits, sizeof limits);
    assert_int_equal(into.size, sizeof into);
    assert_int_equal(into.nodes, 9);
}

/* Arrays have their elements' size from the caller. */
static void elements_of_other_sizes_are_filled_in(void **state)
{
    (void)state;
    qi_nogo *board;
    qi_nogo_search *search;
    assert_int_equal(qi_nogo_new(3, 3, NULL, &board), QI_OK);
    assert_int_equal(qi_nogo_search_new(NULL, NULL, &search), QI_OK);
    assert_int_equal(qi_nogo_search_set(search, board), QI_OK);
    enum { COUNT = 9, SIZE = sizeof(qi_nogo_candidate) };
    qi_nogo_candidate list[COUNT];
    assert_int_equal(qi_nogo_search_candidates(search, list, COUNT, SIZE), COUNT);
    static const size_t sizes[] = {offsetof(qi_nogo_candidate, policy), SIZE + 8};
    for (size_t k = 0; k < 2; k++) {
        static unsigned char other[COUNT * (SIZE + 8)];
        memset(other, UNKNOWN, sizeof other);
        void *const elements = other;
        assert_int_equal(qi_nogo_search_candidates(search, elements, COUNT, sizes[k]), COUNT);
        for (size_t i = 0; i < COUNT; i++) {
            const unsigned char *const one = other + i * sizes[k];
            assert_memory_equal(one, &list[i].point, sizeof list[i].point);
            assert_memory_equal(one + offsetof(qi_nogo_candidate, win_rate), &list[i].win_rate,
                                sizeof list[i].win_rate);
            for (size_t at = SIZE; at < sizes[k]; at++)
                assert_int_equal(one[at], UNKNOWN);
        }
        for (size_t at = COUNT * sizes[k]; at < sizeof other; at++)
            assert_int_equal(other[at], UNKNOWN);
    }
    qi_nogo_search_free(search);
    qi_nogo_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(callers_of_other_versions_are_served),
        cmocka_unit_test(unknown_wishes_are_refused),
        cmocka_unit_test(members_survive_the_copy),
        cmocka_unit_test(elements_of_other_sizes_are_filled_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
