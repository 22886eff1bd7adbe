/* NoGo without memory: positions, playouts, records, search, solver, proofs, player, network,
 * self-play. */
#include "nogo/net/evaluate.h"
#include "nogo/play/player.h"
#include "nogo/rules/position.h"
#include "nogo/search/evaluators.h"
#include "scenario.h"

#include <qi/nogo.h>
#include <qi/nogo_net.h>
#include <qi/nogo_player.h>
#include <qi/nogo_playouts.h>
#include <qi/nogo_proof.h>
#include <qi/nogo_record.h>
#include <qi/nogo_search.h>
#include <qi/nogo_selfplay.h>
#include <qi/nogo_solve.h>

/* A position that takes its memory from malloc: only what is done with it is looked at. */
static qi_nogo *outside(uint32_t rows, uint32_t columns)
{
    qi_nogo *position;
    assert_int_equal(qi_nogo_new(rows, columns, NULL, &position), QI_OK);
    return position;
}

static qi_nogo *nine, *small, *large, *tiny, *twenty;

/* ---- positions ----------------------------------------------------------------------------- */

static bool see_moves(void *context, const qi_point *moves, size_t count)
{
    see_bytes(context, moves, count * sizeof *moves);
    return true;
}

static qi_result make_positions(scene *it)
{
    static const char text[] = "4\nXXXX\nX.OX\n..OO\nOO#O\n";
    qi_nogo *position = NULL, *copy = NULL;
    qi_result result = qi_nogo_parse(text, sizeof text - 1, QI_NOGO_ANY_COUNT | QI_NOGO_HOLES,
                                     it->allocator, &position, NULL);
    if (result == QI_OK)
        result = qi_nogo_copy(position, it->allocator, &copy);
    if (result == QI_OK) {
        const qi_stone stones[] = {{0, QI_EMPTY}, {4, QI_WALL}, {8, QI_WHITE}};
        char before[32], after[32];
        qi_nogo_write(copy, before, sizeof before);
        result = qi_nogo_set_up(copy, stones, 3, QI_WHITE, NULL);
        qi_nogo_write(copy, after, sizeof after);
        if (result == QI_OK)
            see_bytes(it, after, strlen(after));
        else
            assert_string_equal(after, before);
    }
    if (result == QI_OK) {
        see(it, qi_nogo_legal(copy, QI_BLACK, NULL, 0));
        see(it, qi_nogo_measure_group(copy, 1, NULL, NULL, 0).stones);
    }
    qi_nogo_free(copy);
    qi_nogo_free(position);
    return result;
}

static qi_result simulate(scene *it)
{
    static const uint32_t sides[] = {5, 30, 200};
    qi_result result = QI_OK;
    for (size_t i = 0; i < 6 && result == QI_OK; i++) {
        qi_nogo *position;
        result = qi_nogo_new(sides[i / 2], sides[i / 2] + 1, it->allocator, &position);
        if (result != QI_OK)
            break;
        result =
            qi_nogo_simulate(position, i % 2 ? QI_NOGO_RANDOM : QI_NOGO_FIRST, 3, see_moves, it);
        if (result != QI_OK)
            assert_int_equal(qi_nogo_stones(position, QI_BLACK), 0);
        qi_nogo_free(position);
    }
    return result;
}

static qi_result play_out(scene *it, uint32_t side, uint32_t threads, uint64_t count)
{
    qi_nogo *position;
    qi_nogo_stats stats = {0, 0, 0};
    const qi_nogo_playouts_options options = {.size = sizeof(qi_nogo_playouts_options),
                                              .threads = threads};
    qi_result result = qi_nogo_new(side, side, it->allocator, &position);
    if (result != QI_OK)
        return result;
    result = qi_nogo_playouts(position, count, 5, &options, &stats);
    see_bytes(it, &stats, sizeof stats);
    qi_nogo_free(position);
    return result;
}

static qi_result play_out_small(scene *it)
{
    return play_out(it, 9, 1, 100);
}

static qi_result play_out_large(scene *it)
{
    return play_out(it, 20, 1, 8);
}

static qi_result play_out_together(scene *it)
{
    const qi_result result = play_out(it, 9, 3, 17000);
    return result == QI_OK ? play_out(it, 40, 3, 8) : result;
}

static qi_result play_out_by_move(scene *it)
{
    qi_nogo *position;
    qi_nogo_first_move moves[4];
    qi_nogo_stats sum;
    qi_result result = qi_nogo_new(2, 2, it->allocator, &position);
    if (result != QI_OK)
        return result;
    result = qi_nogo_playouts_by_move(position, 10, 5, NULL, moves, 4, sizeof *moves, &sum);
    if (result == QI_OK)
        see_bytes(it, &sum, sizeof sum);
    qi_nogo_free(position);
    return result;
}

/* ---- records ------------------------------------------------------------------------------- */

static qi_result keep_record(scene *it)
{
    qi_nogo_record *record;
    qi_result result = qi_nogo_record_new(nine, it->allocator, &record);
    if (result != QI_OK)
        return result;
    for (qi_point point = 0; point < 60 && result == QI_OK; point += 2) {
        const size_t count = qi_nogo_record_count(record);
        const qi_colour colour = qi_nogo_to_move(qi_nogo_record_position(record));
        if (qi_nogo_record_play(record, colour, point, NULL, NULL) == QI_NO_MEMORY) {
            assert_int_equal(qi_nogo_record_count(record), count);
            result = QI_NO_MEMORY;
        }
    }
    if (result == QI_OK)
        result = qi_nogo_record_set_name(record, QI_BLACK, "a name that is not short at all");
    if (result == QI_OK)
        result = qi_nogo_record_set_name(record, QI_EMPTY, "and a comment");
    qi_nogo_record_seek(record, 3);
    if (result == QI_OK)
        result = qi_nogo_record_play_out(record, QI_NOGO_RANDOM, 4);
    if (result == QI_OK)
        result = qi_nogo_record_write(record, see_piece, it);
    if (result == QI_OK)
        result = qi_nogo_record_restart(record, large);
    qi_nogo_record_free(record);
    return result;
}

static qi_result read_record(scene *it)
{
    static const char text[] = "(;GM[1]RU[NoGo]SZ[5]PB[me]PW[you]GC[hollow A1\nmore]AB[aa]PL[W]"
                               ";W[bb];B[cc];W[dd](;B[ee])(;B[ae]))";
    qi_nogo_record *record = NULL;
    qi_result result =
        qi_nogo_record_parse(text, sizeof text - 1, 100, it->allocator, &record, NULL, NULL);
    if (result == QI_OK)
        result = qi_nogo_record_write(record, see_piece, it);
    qi_nogo_record_free(record);
    return result;
}

/* ---- search and player ---------------------------------------------------------------------- */

/* Thinking goes on with less memory, so only what must hold is seen. */
static qi_result search_with(scene *it, const qi_nogo_evaluator *evaluator, size_t memory,
                             uint32_t threads)
{
    const qi_nogo_search_options options = {
        .size = sizeof options, .evaluator = evaluator, .seed = 1, .memory = memory};
    qi_nogo_search *search;
    qi_nogo *next = NULL;
    qi_result result = qi_nogo_search_new(&options, it->allocator, &search);
    if (result != QI_OK)
        return result;
    result = qi_nogo_search_set(search, small);
    if (result == QI_OK && threads) {
        const qi_nogo_search_limits limits = {
            .size = sizeof limits, .playouts = 60, .threads = threads};
        result = qi_nogo_search_think(search, &limits);
    } else if (result == QI_OK) {
        result = qi_nogo_search_think(
            search,
            &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits), .playouts = 60});
    }
    if (result == QI_OK) {
        qi_nogo_candidate list[25];
        qi_point line[9];
        const qi_point best = qi_nogo_search_best(search);
        assert_int_equal(qi_nogo_judge(small, QI_BLACK, best, NULL), QI_NOGO_LEGAL);
        see(it, qi_nogo_search_candidates(search, list, 25, sizeof(qi_nogo_candidate)));
        assert_true(qi_nogo_search_line(search, best, line, 9) >= 1);
        result = qi_nogo_copy(small, it->allocator, &next);
        if (result == QI_OK) {
            qi_nogo_play(next, QI_BLACK, best, NULL);
            result = qi_nogo_search_set(search, next);
        }
        if (result == QI_OK)
            result = qi_nogo_search_think(
                search,
                &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits), .playouts = 20});
    }
    qi_nogo_free(next);
    qi_nogo_search_free(search);
    return result;
}

static qi_result search_both_ways(scene *it)
{
    qi_nogo_evaluator playouts = {.size = sizeof playouts};
    assert_int_equal(qi_nogo_playout_evaluator(&playouts), QI_OK);
    const qi_result result = search_with(it, &playouts, 1 << 20, 0);
    return result == QI_OK ? search_with(it, NULL, 1 << 20, 0) : result;
}

static qi_result search_with_solver(scene *it)
{
    return search_with(it, NULL, 16 << 20, 0);
}

static qi_result search_together(scene *it)
{
    qi_nogo_evaluator playouts = {.size = sizeof playouts};
    assert_int_equal(qi_nogo_playout_evaluator(&playouts), QI_OK);
    const qi_result result = search_with(it, &playouts, 1 << 20, 3);
    return result == QI_OK ? search_with(it, NULL, 1 << 20, 3) : result;
}

static qi_result let_play(scene *it)
{
    const qi_nogo_player_options options = {.size = sizeof options,
                                            .engine = QI_NOGO_PLAYOUTS,
                                            .playouts = 50,
                                            .memory = 1 << 20,
                                            .threads = 2,
                                            .ponder = true};
    const qi_nogo_player_options random = {.size = sizeof random, .random = true, .seed = 3};
    qi_nogo_player *player;
    qi_nogo_choice choice = {.size = sizeof choice};
    qi_result result = qi_nogo_player_new(&options, it->allocator, &player);
    if (result != QI_OK)
        return result;
    result = qi_nogo_player_choose(player, small, QI_BLACK, NULL, &choice);
    if (result == QI_OK)
        assert_int_equal(qi_nogo_judge(small, QI_BLACK, choice.move, NULL), QI_NOGO_LEGAL);
    qi_nogo_player_stop_pondering(player);
    if (result == QI_OK)
        result = qi_nogo_player_set_level(player, 1);
    if (result == QI_OK)
        result = qi_nogo_player_choose(player, small, QI_WHITE, NULL, &choice);
    qi_nogo_player_free(player);
    if (result != QI_OK)
        return result;
    result = qi_nogo_player_new(&random, it->allocator, &player);
    if (result != QI_OK)
        return result;
    result = qi_nogo_player_choose(player, nine, QI_BLACK, NULL, &choice);
    if (result == QI_OK)
        see(it, choice.move);
    qi_nogo_player_free(player);
    return result;
}

/* ---- solver and proofs ----------------------------------------------------------------------- */

static qi_result solve_with(scene *it, uint32_t threads)
{
    qi_nogo_solver *solver;
    qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
    const qi_nogo_solve_limits limits = {.size = sizeof(qi_nogo_solve_limits), .threads = threads};
    qi_result result = qi_nogo_solver_new(2 << 20, it->allocator, &solver);
    if (result == QI_OK) {
        result = qi_nogo_solve(solver, tiny, &limits, &solution);
        if (result == QI_OK)
            see(it, (uint64_t)solution.outcome);
        /* What was proved is true, whatever the memory. */
        if (result == QI_OK && (result = qi_nogo_solve(solver, tiny, NULL, &solution)) == QI_OK)
            see(it, (uint64_t)solution.outcome);
        qi_nogo_solver_free(solver);
    }
    return result;
}

static qi_result solve_alone(scene *it)
{
    return solve_with(it, 1);
}

static qi_result solve_together(scene *it)
{
    return solve_with(it, 3);
}

static bool see_position(void *context, const qi_nogo *position)
{
    see(context, qi_nogo_stones(position, QI_BLACK) + qi_nogo_stones(position, QI_WHITE));
    return true;
}

static qi_result divide_a_position(scene *it)
{
    qi_nogo_solver *solver;
    qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
    qi_result result = qi_nogo_solver_new(2 << 20, it->allocator, &solver);
    if (result == QI_OK) {
        result = qi_nogo_solve_pieces(solver, twenty, 40, see_position, it, &solution);
        qi_nogo_solver_free(solver);
    }
    return result;
}

typedef struct paper {
    char text[1 << 16];
    size_t length, given;
} paper;

static bool keep_piece(void *context, const char *bytes, size_t count)
{
    paper *sheet = context;
    assert_true(sheet->length + count <= sizeof sheet->text);
    memcpy(sheet->text + sheet->length, bytes, count);
    sheet->length += count;
    return true;
}

static bool give_piece(void *context, char *bytes, size_t room, size_t *count)
{
    paper *sheet = context;
    const size_t left = sheet->length - sheet->given;
    *count = left < room ? left : room;
    memcpy(bytes, sheet->text + sheet->given, *count);
    sheet->given += *count;
    return true;
}

static qi_result prove(scene *it)
{
    static paper proof, facts;
    qi_nogo_solver *solver, *pupil;
    qi_nogo_walk walk = {.size = sizeof walk};
    qi_nogo *board;
    qi_nogo *proved = NULL;
    qi_colour winner;
    uint64_t count;
    proof.length = facts.length = 0;
    qi_result result = qi_nogo_new(2, 5, it->allocator, &board);
    if (result != QI_OK)
        return result;
    result = qi_nogo_solver_new(2 << 20, it->allocator, &solver);
    if (result != QI_OK) {
        qi_nogo_free(board);
        return result;
    }
    result = qi_nogo_write_proof(board, QI_BLACK, 4, solver, NULL, keep_piece, &proof, &walk);
    proof.given = 0;
    const qi_nogo_walk_limits two = {.size = sizeof(qi_nogo_walk_limits), .threads = 2};
    if (result == QI_OK)
        result = qi_nogo_check_proof(give_piece, &proof, &two, it->allocator, &proved, &winner,
                                     &walk, NULL);
    if (result == QI_OK) {
        assert_int_equal(walk.end, QI_NOGO_WALK_WON);
        see(it, walk.positions);
        result = qi_nogo_write_facts(solver, keep_piece, &facts, &count);
    }
    if (result == QI_OK && (result = qi_nogo_solver_new(2 << 20, it->allocator, &pupil)) == QI_OK) {
        result = qi_nogo_read_facts(pupil, facts.text, facts.length, &count);
        qi_nogo_solver_free(pupil);
    }
    qi_point move;
    if (result == QI_OK && (result = qi_nogo_stubborn_move(board, &move)) == QI_OK)
        see(it, move);
    qi_nogo_free(proved);
    qi_nogo_solver_free(solver);
    qi_nogo_free(board);
    return result;
}

/* ---- network and self-play ------------------------------------------------------------------- */

static qi_result evaluate(scene *it)
{
    qi_nogo_net *net;
    qi_nogo_net_worker *evaluator;
    qi_nogo_planes planes;
    qi_nogo_evaluation answer;
    qi_result result = qi_nogo_net_builtin(QI_NOGO_NET_BEST, it->allocator, &net);
    if (result != QI_OK)
        return result;
    result = qi_nogo_net_worker_new(net, 9, 9, it->allocator, &evaluator);
    if (result == QI_OK) {
        assert_int_equal(qi_nogo_planes_of(nine, &planes), QI_OK);
        qi_nogo_net_evaluate(evaluator, &planes, &answer);
        see(it, (uint64_t)answer.value);
        qi_nogo_net_worker_free(evaluator);
    }
    qi_nogo_net_free(net);
    return result;
}

static qi_result step_batch(scene *it)
{
    qi_nogo_batch *batch;
    const uint16_t moves[3] = {0, 5, QI_NOGO_NO_MOVE};
    uint8_t colours[3];
    const qi_result result = qi_nogo_batch_new(5, 5, 3, it->allocator, &batch);
    if (result != QI_OK)
        return result;
    assert_int_equal(qi_nogo_batch_step(batch, moves, NULL, NULL), QI_OK);
    qi_nogo_batch_to_move(batch, colours);
    see_bytes(it, colours, sizeof colours);
    qi_nogo_batch_free(batch);
    return QI_OK;
}

static qi_result step_pool(scene *it)
{
    enum { GAMES = 4, AREA = 9, STEPS = 40 };
    const qi_nogo_pool_options options = {.size = sizeof options,
                                          .rows = 3,
                                          .columns = 3,
                                          .games = GAMES,
                                          .threads = 2,
                                          .visits = 4,
                                          .exact_points = 6,
                                          .sample_capacity = 64};
    static const float policy[GAMES * AREA], value[GAMES];
    static uint8_t planes[GAMES * QI_NOGO_PLANES * 2];
    qi_nogo_pool *pool;
    qi_result result = qi_nogo_pool_new(&options, it->allocator, &pool);
    if (result != QI_OK)
        return result;
    for (int i = 0; i < STEPS && result == QI_OK; i++)
        result = qi_nogo_pool_step(pool, i ? policy : NULL, i ? value : NULL, planes, NULL);
    qi_nogo_pool_free(pool);
    return result;
}

/* ---- all ------------------------------------------------------------------------------------ */

static void nothing_is_lost(void **state)
{
    static const scenario_case cases[] = {
        {"making positions", make_positions},
        {"simulating", simulate},
        {"playouts on a small board", play_out_small},
        {"playouts on a large board", play_out_large},
        {"playouts in threads", play_out_together},
        {"playouts by move", play_out_by_move},
        {"keeping a record", keep_record},
        {"reading a record", read_record},
        {"searching", search_both_ways},
        {"searching with the solver", search_with_solver},
        {"searching in threads", search_together},
        {"a player", let_play},
        {"solving", solve_alone},
        {"solving in threads", solve_together},
        {"dividing a position", divide_a_position},
        {"proving", prove},
        {"evaluating", evaluate},
        {"a batch", step_batch},
        {"a pool", step_pool},
    };
    (void)state;
    nine = outside(9, 9);
    small = outside(5, 5);
    large = outside(30, 30);
    tiny = outside(3, 4);
    twenty = outside(4, 5);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        scenario_run(&cases[i]);
    qi_nogo_free(nine);
    qi_nogo_free(small);
    qi_nogo_free(large);
    qi_nogo_free(tiny);
    qi_nogo_free(twenty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_is_lost)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
