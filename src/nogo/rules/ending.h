/*
 * The end of a game, counted.
 *
 * When no point is left that both may play, the side with more moves wins. Each side's moves have a
 * lower bound, those it can make whatever the other does, and an upper bound, those it could make
 * if the other did nothing. If one side's lower bound beats the other's upper bound, the game is
 * decided, and the winner only has to fill the points of its sure moves.
 *
 * Both bounds rest on one fact: if every group has a liberty, every group still has one after
 * stones are removed. So if a set of points can all be filled in the end, they can be filled in any
 * order and at any time.
 */
#ifndef QI_NOGO_RULES_ENDING_H
#define QI_NOGO_RULES_ENDING_H

#include "nogo/rules/board.h"
#include <qi/nogo.h>

typedef struct qi_ending {
    qi_nogo_outcome proof; /* for the side to move; QI_NOGO_UNKNOWN when counting does not decide */
    /* Its sure moves, which are moves that win when proof says so; else not set. */
    uint64_t plan[QI_BOARD_WORDS];
} qi_ending;

static inline bool qi_ending_has(const qi_ending *ending, uint32_t cell)
{
    return ending->plan[cell >> 6] >> (cell & 63) & 1;
}

/* Counts both sides. Cheap when the outcome is clearly open. */
void qi_ending_count(const qi_board *board, qi_ending *ending);

/* The number of moves a side can surely make, and the points to make them on. */
uint32_t qi_ending_sure(const qi_board *board, qi_colour colour, uint64_t *plan);

/* An upper bound on the number of moves of a side. */
uint32_t qi_ending_max(const qi_board *board, qi_colour colour);

#endif
