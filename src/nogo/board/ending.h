/*
 * The end of a game, counted.
 *
 * When no point is left that both may play, who has more moves wins. A side's moves are counted
 * from two sides: those it can surely make, whatever the other does, and those it could make if
 * the other did nothing. Where the first number of one side beats the second of the other the game
 * is decided, and the winner need only go on filling the points of its sure moves.
 *
 * Both numbers rest on one fact: taking stones off a position in which every group has a liberty
 * leaves such a position. So if a set of points can all be filled in the end, they can be filled in
 * any order and at any time.
 */
#ifndef QI_NOGO_BOARD_ENDING_H
#define QI_NOGO_BOARD_ENDING_H

#include "nogo/board/board.h"
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

/* Counts. Cheap where the outcome is plainly open. */
void qi_ending_count(const qi_board *board, qi_ending *ending);

/* The number of moves a side can surely make, and the points to make them on. */
uint32_t qi_ending_sure(const qi_board *board, qi_colour colour, uint64_t *plan);

/* A number of moves that a side can surely not exceed. */
uint32_t qi_ending_most(const qi_board *board, qi_colour colour);

#endif
