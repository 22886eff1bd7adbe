/* Judging a position by a random game from it. */
#include "base/memory.h"
#include "nogo/search_tree.h"

/* RAVE: what a move is worth before any game says something, and how many games that counts for. */
static const float RAVE_FIRST = 0.6F;
static const float RAVE_FIRST_GAMES = 4;

void qi_playout_moves(qi_nogo_player player, qi_tree_worker *worker)
{
    const bool rave = player == QI_NOGO_RAVE;
    uint16_t cells[QI_BOARD_SIDE * QI_BOARD_SIDE];
    worker->count = qi_board_list(&worker->board, worker->board.to_move, cells);
    worker->complete = true;
    worker->proof = worker->count ? QI_NOGO_OPEN : QI_NOGO_LOSS;
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

/* Points that both may play, in random order, as long as there are any. What is illegal for one
 * stays so, so every point is drawn once, and each is uniform among those still open to both. */
static void take_shared(qi_board *board, qi_random *random, uint8_t *owner)
{
    uint16_t list[QI_BOARD_SIDE * QI_BOARD_SIDE];
    uint32_t count = 0;
    for (uint32_t word = 0; word < board->words; word++)
        for (uint64_t rest = board->legal[0][word] & board->legal[1][word]; rest; rest &= rest - 1)
            list[count++] = (uint16_t)(word * 64 + (uint32_t)__builtin_ctzll(rest));
    for (uint32_t at = 0; at < count; at++) {
        const uint32_t cell = draw(list, at, count, random);
        if (!qi_board_legal(board, QI_BLACK, cell) || !qi_board_legal(board, QI_WHITE, cell))
            continue;
        owner[cell] = (uint8_t)board->to_move; /* 1 Black, 2 White: bits 0 and 1 */
        qi_board_play(board, board->to_move, cell);
    }
}

/* Uniformly random legal moves until who is to move has none: likewise one random order of its
 * points for each colour. */
static void play_on(qi_board *board, qi_random *random)
{
    uint16_t list[2][QI_BOARD_SIDE * QI_BOARD_SIDE];
    uint32_t at[2] = {0, 0};
    const uint32_t count[2] = {qi_board_list(board, QI_BLACK, list[0]),
                               qi_board_list(board, QI_WHITE, list[1])};
    for (;;) {
        const uint32_t side = (uint32_t)board->to_move - 1;
        uint32_t cell = 0;
        while (!cell && at[side] < count[side]) {
            cell = draw(list[side], at[side], count[side], random);
            at[side]++;
            if (!qi_board_legal(board, board->to_move, cell))
                cell = 0;
        }
        if (!cell)
            return;
        qi_board_play(board, board->to_move, cell);
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
