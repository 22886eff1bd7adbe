/* The board that every game of a batch or a pool begins with. */
#ifndef QI_NOGO_SELFPLAY_EMPTY_H
#define QI_NOGO_SELFPLAY_EMPTY_H

#include "base/memory.h"
#include "nogo/rules/board.h"

/* QI_BAD_ARGUMENT for a side of 0 or over QI_BOARD_SIDE; QI_NO_MEMORY. Release it with the
 * allocator. */
static inline qi_result qi_empty_board(uint32_t rows, uint32_t columns,
                                       const qi_allocator *allocator, qi_board **board)
{
    qi_nogo *game;
    if (rows > QI_BOARD_SIDE || columns > QI_BOARD_SIDE)
        return QI_BAD_ARGUMENT;
    const qi_result made = qi_nogo_new(rows, columns, allocator, &game);
    if (made != QI_OK)
        return made;
    qi_board *empty = qi_allocate(allocator, sizeof *empty);
    const qi_result result = empty ? qi_board_set(empty, game) : QI_NO_MEMORY;
    qi_nogo_free(game);
    if (result == QI_OK)
        *board = empty;
    else
        qi_release(allocator, empty);
    return result;
}

#endif
