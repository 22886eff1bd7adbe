/* Judging a position by a random game from it. */
#include "base/exact.h"

#include "base/memory.h"
#include "nogo/search/tree.h"

/* RAVE: the value of a move before any game, and how many games it counts for. */
static const float RAVE_FIRST = 0.6F;
static const float RAVE_FIRST_GAMES = 4;

void qi_playout_moves(qi_nogo_engine engine, qi_tree_worker *worker)
{
    const bool rave = engine == QI_NOGO_RAVE;
    uint16_t cells[QI_BOARD_SIDE * QI_BOARD_SIDE];
    worker->count = qi_board_list(&worker->board, worker->board.to_move, cells);
    worker->complete = true;
    worker->proof = worker->count ? QI_NOGO_UNKNOWN : QI_NOGO_LOST;
    for (uint32_t i = 0; i < worker->count; i++)
        worker->move[i] = (qi_tree_move){
            .estimate = rave ? RAVE_FIRST /* else: the order in which to try them */
                             : (float)(qi_random_next(&worker->random) >> 40) / (float)(1U << 24),
            .weight = rave ? RAVE_FIRST_GAMES : 0,
            .cell = cells[i]};
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

/* Puts a stone of who is to move, and turns. */
static void put(qi_board *board, uint32_t cell)
{
    qi_board_put(board, board->to_move, cell);
    board->to_move = qi_opponent(board->to_move);
}

/* The random games know what was legal at their start; what still is they ask the groups, and only
 * about points they draw. What is illegal for a colour stays so: a point is drawn once. */
typedef struct draw_list {
    uint32_t count;
    uint16_t cell[QI_BOARD_SIDE * QI_BOARD_SIDE];
} draw_list;

/* Points that both may play, in random order, as long as there are any: each is uniform among those
 * still open to both. */
static void take_shared(qi_board *board, qi_random *random, uint8_t *owner)
{
    enum { BOTH = 3 };
    draw_list list = {.count = 0};
    for (uint32_t word = 0; word < board->words; word++)
        for (uint64_t left = board->legal[0][word] & board->legal[1][word]; left; left &= left - 1)
            list.cell[list.count++] = (uint16_t)(word * 64 + (uint32_t)__builtin_ctzll(left));
    for (uint32_t at = 0; at < list.count; at++) {
        const uint32_t cell = draw(list.cell, at, list.count, random);
        const uint32_t legal = qi_board_test(board, cell);
        /* What is left for the second phase. */
        for (uint32_t side = 0; side < 2; side++)
            if (legal == BOTH || !(legal >> side & 1))
                board->legal[side][cell >> 6] &= ~(1ULL << (cell & 63));
        if (legal != BOTH)
            continue;
        owner[cell] = (uint8_t)board->to_move; /* 1 Black, 2 White: bits 0 and 1 */
        put(board, cell);
    }
}

/* Uniformly random legal moves until who is to move has none: one random order of its points for
 * each colour. */
static void play_on(qi_board *board, qi_random *random)
{
    draw_list list[2];
    uint32_t at[2] = {0, 0};
    for (int side = 0; side < 2; side++)
        list[side].count = qi_board_list(board, (qi_colour)(side + 1), list[side].cell);
    for (;;) {
        const uint32_t side = (uint32_t)board->to_move - 1;
        uint32_t cell = 0;
        while (!cell && at[side] < list[side].count) {
            cell = draw(list[side].cell, at[side], list[side].count, random);
            at[side]++;
            if (!(qi_board_test(board, cell) >> side & 1))
                cell = 0;
        }
        if (!cell)
            return;
        put(board, cell);
    }
}

float qi_playout(qi_tree_worker *worker, bool shared)
{
    qi_board *board = &worker->board;
    const qi_colour mover = board->to_move;
    if (shared) {
        memset(worker->owner, 0, board->cells);
        take_shared(board, &worker->random, worker->owner);
    }
    play_on(board, &worker->random);
    const float value = board->to_move == mover ? 0 : 1;
    board->to_move = mover;
    return value;
}
