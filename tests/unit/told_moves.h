/* Keeps the moves of a simulated game. */
#ifndef QI_TESTS_TOLD_MOVES_H
#define QI_TESTS_TOLD_MOVES_H

#include "check.h"

#include <qi/nogo.h>
#include <string.h>

enum { MOST_POINTS = 100 * 100 };

typedef struct told_moves {
    qi_point move[MOST_POINTS];
    size_t count;
} told_moves;

/* A sink for qi_nogo_simulate. */
static bool keep_moves(void *context, const qi_point *moves, size_t count)
{
    told_moves *told = context;
    assert_true(told->count + count <= MOST_POINTS);
    memcpy(told->move + told->count, moves, count * sizeof *moves);
    told->count += count;
    return true;
}

#endif
