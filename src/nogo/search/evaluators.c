/* The two evaluators of the library: a network, and random games. */
#include "nogo/search/evaluators.h"
#include "base/memory.h"
#include "base/random.h"
#include "nogo/net/evaluate.h"
#include "nogo/net/planes.h"
#include "nogo/search/puct.h"

/* ---- a network ---------------------------------------------------------------------------- */

typedef struct network_thread {
    qi_allocator allocator;
    qi_nogo_net_worker *worker;
    uint32_t area;
    qi_nogo_planes planes;
    qi_nogo_evaluation evaluation;
} network_thread;

static void leave_network(void *memory)
{
    network_thread *thread = (network_thread *)memory;
    const qi_allocator allocator = thread->allocator;
    qi_nogo_net_worker_free(thread->worker);
    qi_release(&allocator, thread);
}

static qi_result enter_network(void *context, const qi_nogo_evaluator_setup *setup, void **memory)
{
    network_thread *thread = (network_thread *)qi_allocate(setup->allocator, sizeof *thread);
    if (!thread)
        return QI_NO_MEMORY;
    thread->allocator = *setup->allocator;
    thread->worker = NULL;
    thread->area = setup->rows * setup->columns;
    const qi_result result =
        qi_nogo_net_worker_new((const qi_nogo_net *)context, setup->rows, setup->columns,
                               setup->allocator, &thread->worker);
    if (result == QI_OK)
        *memory = thread;
    else
        leave_network(thread);
    return result;
}

/* Every figure is one of the network's integers, which a float holds exactly. */
static qi_result ask_network(void *memory, const qi_nogo_leaf *const *leaves, uint32_t count,
                             qi_nogo_estimate *estimates)
{
    network_thread *thread = (network_thread *)memory;
    for (uint32_t i = 0; i < count; i++) {
        qi_planes_make(&thread->planes, leaves[i]->board);
        qi_nogo_net_evaluate(thread->worker, &thread->planes, &thread->evaluation);
        estimates[i].value = (float)qi_nogo_win_share(thread->evaluation.value) / UINT16_MAX;
        for (uint32_t point = 0; point < thread->area; point++)
            estimates[i].policy[point] = (float)thread->evaluation.policy[point] / 256;
    }
    return QI_OK;
}

qi_result qi_nogo_net_evaluator(const qi_nogo_net *net, qi_nogo_evaluator *evaluator)
{
    const qi_nogo_evaluator network = {.context = (void *)net,
                                       .evaluate = ask_network,
                                       .enter = enter_network,
                                       .leave = leave_network};
    return qi_struct_write(evaluator, &network, sizeof network);
}

/* ---- random games ------------------------------------------------------------------------- */

enum { GAMES = 8, /* a position */ ORDER_BITS = 4 };

typedef struct playouts_thread {
    qi_allocator allocator;
    uint64_t seed;
    qi_board board;
} playouts_thread;

static void leave_playouts(void *memory)
{
    const qi_allocator allocator = ((playouts_thread *)memory)->allocator;
    qi_release(&allocator, memory);
}

static qi_result enter_playouts(void *context, const qi_nogo_evaluator_setup *setup, void **memory)
{
    playouts_thread *thread = (playouts_thread *)qi_allocate(setup->allocator, sizeof *thread);
    (void)context;
    if (!thread)
        return QI_NO_MEMORY;
    thread->allocator = *setup->allocator;
    thread->seed = setup->seed;
    *memory = thread;
    return QI_OK;
}

/* Puts a random one of list[at .. count-1] at `at` and returns it. */
static uint32_t draw(uint16_t *list, uint32_t at, uint32_t count, qi_random *random)
{
    const uint32_t from = at + qi_random_below(random, count - at);
    const uint16_t drawn = list[from];
    list[from] = list[at];
    list[at] = drawn;
    return drawn;
}

/* Plays uniformly random legal moves until the side to move has none. The game knows what was legal
 * at its start; what still is it asks the groups, and only about points it draws. What is illegal
 * for a colour stays so: a point is drawn once. */
static void play_on(qi_board *board, qi_random *random)
{
    uint16_t list[2][QI_PUCT_MOVES];
    uint32_t count[2], at[2] = {0, 0};
    for (int side = 0; side < 2; side++)
        count[side] = qi_board_list(board, (qi_colour)(side + 1), list[side]);
    for (;;) {
        const uint32_t side = (uint32_t)board->to_move - 1;
        uint32_t cell = 0;
        while (!cell && at[side] < count[side]) {
            cell = draw(list[side], at[side], count[side], random);
            at[side]++;
            if (!(qi_board_test(board, cell) >> side & 1))
                cell = 0;
        }
        if (!cell)
            return;
        qi_board_put(board, board->to_move, cell);
        board->to_move = qi_opponent(board->to_move);
    }
}

/* A uniform policy, but for differences that are too small to matter: they shuffle the moves, which
 * the search would else try in the order of the board. */
static void shuffle(const qi_board *board, qi_random *random, float *policy)
{
    uint16_t cells[QI_PUCT_MOVES];
    const uint32_t count = qi_board_list(board, board->to_move, cells);
    for (uint32_t i = 0; i < count; i++)
        policy[qi_board_point_of(board, cells[i])] =
            (float)(qi_random_next(random) >> (64 - ORDER_BITS)) / 256;
}

/* The seed and the position alone decide the answer, so that threads do not change it. */
static qi_result ask_playouts(void *memory, const qi_nogo_leaf *const *leaves, uint32_t count,
                              qi_nogo_estimate *estimates)
{
    playouts_thread *thread = (playouts_thread *)memory;
    for (uint32_t i = 0; i < count; i++) {
        const qi_board *board = leaves[i]->board;
        qi_random random;
        qi_random_seed(&random, thread->seed ^ leaves[i]->hash);
        shuffle(board, &random, estimates[i].policy);
        uint32_t wins = 0;
        for (uint32_t game = 0; game < GAMES; game++) {
            qi_board_copy(&thread->board, board);
            play_on(&thread->board, &random);
            wins += thread->board.to_move != board->to_move;
        }
        estimates[i].value = (float)wins / GAMES;
    }
    return QI_OK;
}

qi_result qi_nogo_playout_evaluator(qi_nogo_evaluator *evaluator)
{
    const qi_nogo_evaluator playouts = {.evaluate = ask_playouts,
                                        .enter = enter_playouts,
                                        .leave = leave_playouts,
                                        .no_solver = true};
    return qi_struct_write(evaluator, &playouts, sizeof playouts);
}
