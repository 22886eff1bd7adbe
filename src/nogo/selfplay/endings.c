/* How a game of a pool ends: asking the solver, and playing out what is decided. */
#include "nogo/selfplay/game.h"

#include <qi/nogo_solve.h>

/* ---- the solver ----------------------------------------------------------------------------- */

static void *cut_off(void *context, size_t size)
{
    enum { ALIGNMENT = 64 };
    qi_selfplay_arena *arena = context;
    if (size > arena->size - arena->used)
        return NULL;
    void *block = arena->memory + arena->used;
    const size_t rounded = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    arena->used += rounded < arena->size - arena->used ? rounded : arena->size - arena->used;
    return block;
}

static void keep_cut(void *context, void *block)
{
    (void)context;
    (void)block;
}

/* Points that either side may play. */
static uint32_t open_points(const qi_board *board)
{
    uint32_t count = 0;
    for (uint32_t word = 0; word < board->words; word++)
        count += (uint32_t)__builtin_popcountll(board->legal[0][word] | board->legal[1][word]);
    return count;
}

qi_nogo_outcome qi_selfplay_solve(const qi_selfplay_rules *rules, qi_selfplay_worker *worker,
                                  const qi_selfplay_game *game)
{
    if (open_points(game->board) > rules->options.exact_points)
        return QI_NOGO_UNKNOWN;
    worker->arena.used = 0;
    const qi_allocator allocator = {cut_off, keep_cut, &worker->arena};
    qi_nogo *position;
    qi_nogo_solver *solver;
    if (qi_nogo_new(game->board->rows, game->board->columns, &allocator, &position) != QI_OK ||
        qi_nogo_solver_new(QI_SELFPLAY_SOLVER, &allocator, &solver) != QI_OK)
        return QI_NOGO_UNKNOWN;
    for (uint32_t i = 0; i < game->ply; i++)
        qi_nogo_play(position, i % 2 ? QI_WHITE : QI_BLACK, game->plies[i].move, NULL);
    const qi_nogo_solve_limits limits = {.size = sizeof(qi_nogo_solve_limits),
                                         .nodes = rules->options.exact_nodes};
    qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
    if (qi_nogo_solve(solver, position, &limits, &solution) != QI_OK)
        return QI_NOGO_UNKNOWN;
    worker->stats.solver_nodes += solution.nodes;
    worker->stats.solved += solution.outcome != QI_NOGO_UNKNOWN;
    return solution.outcome;
}

/* ---- playing out ---------------------------------------------------------------------------- */

uint32_t qi_selfplay_draw(const uint64_t *set, uint32_t words, qi_random *random)
{
    uint32_t count = 0;
    for (uint32_t word = 0; word < words; word++)
        count += (uint32_t)__builtin_popcountll(set[word]);
    if (!count)
        return 0;
    uint32_t skip = qi_random_below(random, count);
    for (uint32_t word = 0;; word++)
        for (uint64_t rest = set[word]; rest; rest &= rest - 1)
            if (!skip--)
                return word * 64 + (uint32_t)__builtin_ctzll(rest);
}

/* A point of the plan, else one that the other may not play, else any. */
static uint32_t finishing_move(qi_selfplay_game *game, const uint64_t *plan)
{
    const qi_board *board = game->board;
    const uint64_t *own = board->legal[board->to_move - 1];
    const uint64_t *other = board->legal[2 - board->to_move];
    uint64_t planned[QI_BOARD_WORDS] = {0}, alone[QI_BOARD_WORDS] = {0};
    for (uint32_t word = 0; word < board->words; word++) {
        planned[word] = own[word] & plan[word];
        alone[word] = own[word] & ~other[word];
    }
    uint32_t cell = qi_selfplay_draw(planned, board->words, &game->random);
    if (!cell)
        cell = qi_selfplay_draw(alone, board->words, &game->random);
    return cell ? cell : qi_selfplay_draw(own, board->words, &game->random);
}

void qi_selfplay_finish(const qi_selfplay_rules *rules, qi_selfplay_game *game)
{
    const qi_board *board = game->board;
    uint64_t losers[QI_BOARD_WORDS];
    qi_ending_sure(board, qi_opponent(game->winner), losers);
    while (qi_board_can_move(board, board->to_move)) {
        const int8_t outcome = board->to_move == game->winner ? QI_NOGO_WON : QI_NOGO_LOST;
        game->plies[game->ply] = (qi_selfplay_ply){.outcome = outcome};
        qi_selfplay_play(
            rules, game,
            finishing_move(game, board->to_move == game->winner ? game->plan : losers));
    }
}
