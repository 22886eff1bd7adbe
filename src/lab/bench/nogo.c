/* The NoGo engines, as `qi bench` sees them. */
#include "base/numbers.h"
#include "lab/bench/bench.h"
#include "nogo/search/evaluators.h"
#include "nogo/search/search.h"

#include <qi/nogo_playouts.h>
#include <qi/nogo_search.h>
#include <qi/nogo_solve.h>

/* ---- simulate ----------------------------------------------------------------------------- */

typedef struct moves_seen {
    uint64_t digest, count;
} moves_seen;

static bool digest_moves(void *context, const qi_point *moves, size_t count)
{
    moves_seen *seen = context;
    for (size_t i = 0; i < count; i++)
        seen->digest = qi_digest(seen->digest, moves[i]);
    seen->count += count;
    return true;
}

static bool count_moves(void *context, const qi_point *moves, size_t count)
{
    (void)moves;
    *(uint64_t *)context += count;
    return true;
}

static bool play_out(uint32_t rows, uint32_t columns, qi_nogo_policy policy, uint64_t seed,
                     qi_nogo_sink *sink, void *context)
{
    qi_nogo *position;
    if (qi_nogo_new(rows, columns, NULL, &position) != QI_OK)
        return false;
    const bool good = qi_nogo_simulate(position, policy, seed, sink, context) == QI_OK;
    qi_nogo_free(position);
    return good;
}

static uint64_t simulate_signature(int policy)
{
    moves_seen seen = {QI_DIGEST_START, 0};
    for (uint32_t side = 1; side <= 40; side++)
        play_out(side, 41 - side, (qi_nogo_policy)policy, side, digest_moves, &seen);
    return qi_digest(seen.digest, seen.count);
}

static uint64_t simulate_work(int policy)
{
    uint64_t moves = 0;
    return play_out(600, 600, (qi_nogo_policy)policy, 1, count_moves, &moves) ? moves : 0;
}

/* ---- playouts ------------------------------------------------------------------------------ */

static bool playouts(uint32_t rows, uint32_t columns, uint64_t games, uint64_t seed,
                     qi_nogo_stats *stats)
{
    qi_nogo *position;
    if (qi_nogo_new(rows, columns, NULL, &position) != QI_OK)
        return false;
    const bool good = qi_nogo_playouts(position, games, seed, NULL, stats) == QI_OK;
    qi_nogo_free(position);
    return good;
}

static uint64_t playouts_signature(int which)
{
    (void)which;
    uint64_t digest = QI_DIGEST_START;
    for (uint32_t rows = 1; rows <= 11; rows++) {
        for (uint32_t columns = 1; columns <= 11; columns++) {
            qi_nogo_stats stats = {0, 0, 0};
            playouts(rows, columns, 100, rows * columns, &stats);
            digest = qi_digest(qi_digest(digest, stats.black_wins), stats.moves);
        }
    }
    return digest;
}

static uint64_t playouts_work(int which)
{
    (void)which;
    enum { GAMES = 50000 };
    qi_nogo_stats stats;
    return playouts(9, 9, GAMES, 1, &stats) ? GAMES : 0;
}

/* ---- search ------------------------------------------------------------------------------- */

static qi_nogo_search *search_of(uint32_t rows, uint32_t columns,
                                 const qi_nogo_evaluator *evaluator, uint64_t playouts)
{
    const qi_nogo_search_options options = {
        .size = sizeof options, .evaluator = evaluator, .seed = 1, .memory = 16 << 20};
    qi_nogo_search *search = NULL;
    qi_nogo *position;
    if (qi_nogo_new(rows, columns, NULL, &position) != QI_OK)
        return NULL;
    if (qi_nogo_search_new(&options, NULL, &search) == QI_OK &&
        (qi_nogo_search_set(search, position) != QI_OK ||
         qi_nogo_search_think(search,
                              &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                       .playouts = playouts}) != QI_OK)) {
        qi_nogo_search_free(search);
        search = NULL;
    }
    qi_nogo_free(position);
    return search;
}

/* The search's estimate of a move before any visit; not a win rate. */
static double guess_of(const qi_nogo_search *search, qi_point point)
{
    qi_search_move list[QI_PUCT_MOVES];
    const uint32_t count = qi_search_list(search, list);
    for (uint32_t i = 0; i < count; i++)
        if (qi_board_point_of(&search->puct.board, list[i].cell) == point)
            return (double)list[i].value;
    return 0;
}

/* Adds what a search thinks of an empty board. */
static uint64_t digest_search(uint64_t digest, const uint32_t board[2],
                              const qi_nogo_evaluator *evaluator, uint64_t playouts)
{
    enum { MOVES = 19 * 19 };
    qi_nogo_search *search = search_of(board[0], board[1], evaluator, playouts);
    qi_nogo_candidate list[MOVES];
    const size_t count =
        search ? qi_nogo_search_candidates(search, list, MOVES, sizeof(qi_nogo_candidate)) : 0;
    for (size_t k = 0; k < count; k++) {
        digest = qi_digest(digest, list[k].point);
        digest = qi_digest(digest, list[k].visits);
        const double rate =
            list[k].win_rate < 0 ? guess_of(search, list[k].point) : list[k].win_rate;
        digest = qi_digest(digest, (uint64_t)(rate * (1 << 20)));
    }
    qi_nogo_search_free(search);
    return digest;
}

/* How the search judges positions: by playouts, or by the network. */
enum { BY_PLAYOUTS, BY_NETWORK };

static uint64_t search_signature(int which)
{
    const uint32_t largest = which == BY_PLAYOUTS ? 19 : 13;
    const uint32_t boards[][2] = {{9, 9}, {4, 4}, {3, 7}, {largest, largest}};
    uint64_t digest = QI_DIGEST_START;
    qi_nogo_evaluator playouts = {.size = sizeof playouts};
    qi_nogo_playout_evaluator(&playouts);
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        digest = which == BY_PLAYOUTS ? digest_search(digest, boards[i], &playouts, 500)
                                      : digest_search(digest, boards[i], NULL, 100);
    return digest;
}

static uint64_t search_work(int which)
{
    const uint64_t count = which == BY_PLAYOUTS ? 1000 : 500;
    qi_nogo_evaluator playouts = {.size = sizeof playouts};
    qi_nogo_playout_evaluator(&playouts);
    qi_nogo_search *search = search_of(9, 9, which == BY_PLAYOUTS ? &playouts : NULL, count);
    qi_nogo_search_free(search);
    return search ? count : 0;
}

/* ---- solve -------------------------------------------------------------------------------- */

static qi_nogo_solution solve_empty(uint32_t rows, uint32_t columns)
{
    qi_nogo *position;
    qi_nogo_solver *solver;
    qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
    if (qi_nogo_new(rows, columns, NULL, &position) != QI_OK)
        return solution;
    if (qi_nogo_solver_new((size_t)16 << 20, NULL, &solver) == QI_OK) {
        qi_nogo_solve(solver, position, NULL, &solution);
        qi_nogo_solver_free(solver);
    }
    qi_nogo_free(position);
    return solution;
}

static uint64_t solve_signature(int which)
{
    (void)which;
    static const uint8_t boards[][2] = {{1, 14}, {2, 6}, {3, 4}, {4, 3}, {3, 5}};
    uint64_t digest = QI_DIGEST_START;
    for (unsigned i = 0; i < sizeof boards / sizeof *boards; i++) {
        const qi_nogo_solution solution = solve_empty(boards[i][0], boards[i][1]);
        /* The signature spells the outcomes 1 and 2, whatever their numbers are. */
        const unsigned outcome = solution.outcome == QI_NOGO_WON    ? 2
                                 : solution.outcome == QI_NOGO_LOST ? 1
                                                                    : 0;
        digest = qi_digest(qi_digest(digest, outcome), solution.nodes);
    }
    return digest;
}

static uint64_t solve_work(int which)
{
    (void)which;
    return solve_empty(3, 5).nodes;
}

const bench_engine bench_nogo[] = {
    {"nogo.simulate.first", "moves", simulate_signature, simulate_work, QI_NOGO_FIRST},
    {"nogo.simulate.random", "moves", simulate_signature, simulate_work, QI_NOGO_RANDOM},
    {"nogo.playouts", "games", playouts_signature, playouts_work, 0},
    {"nogo.search", "playouts", search_signature, search_work, BY_PLAYOUTS},
    {"nogo.learnt", "playouts", search_signature, search_work, BY_NETWORK},
    {"nogo.solve", "positions", solve_signature, solve_work, 0},
    {0}};
