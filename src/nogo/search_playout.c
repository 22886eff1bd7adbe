/* Judging a position by a random game from it. */
#include "base/memory.h"
#include "nogo/search_tree.h"

/* RAVE: what a move is worth before any game says something, and how many games that counts for. */
static const float RAVE_FIRST = 0.6F;
static const float RAVE_FIRST_GAMES = 4;

/* The index-th member of a set of cells. */
static uint32_t member(const uint64_t *set, uint32_t words, uint32_t index)
{
    for (uint32_t word = 0; word < words; word++) {
        const uint32_t here = (uint32_t)__builtin_popcountll(set[word]);
        if (index < here) {
            uint64_t rest = set[word];
            while (index-- > 0)
                rest &= rest - 1;
            return word * 64 + (uint32_t)__builtin_ctzll(rest);
        }
        index -= here;
    }
    return 0;
}

/* A random legal move, with `shared` one that both may play if there is any; 0 when there is no
 * move. */
static uint32_t draw(const qi_board *board, qi_random *random, bool *shared)
{
    const uint64_t *own = board->legal[board->to_move - 1];
    const uint64_t *other = board->legal[2 - board->to_move];
    uint64_t set[QI_BOARD_WORDS];
    uint32_t count = 0;
    for (uint32_t word = 0; word < board->words; word++) {
        set[word] = *shared ? own[word] & other[word] : own[word];
        count += (uint32_t)__builtin_popcountll(set[word]);
    }
    if (count)
        return member(set, board->words, qi_random_below(random, count));
    if (!*shared)
        return 0;
    *shared = false;
    return draw(board, random, shared);
}

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

float qi_playout(qi_tree_worker *worker, bool shared)
{
    qi_board *board = &worker->board;
    const qi_colour mover = board->to_move;
    if (shared)
        memset(worker->owner, 0, board->cells);
    for (uint32_t cell; (cell = draw(board, &worker->random, &shared)) != 0;) {
        if (shared)
            worker->owner[cell] = (uint8_t)board->to_move; /* 1 Black, 2 White: bits 0 and 1 */
        qi_board_play(board, board->to_move, cell);
    }
    const float value = board->to_move == mover ? 0 : 1;
    board->to_move = mover;
    return value;
}
