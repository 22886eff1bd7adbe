/* Positions for the tests of the NoGo search, and who wins them by trying everything. */
#ifndef QI_TESTS_SEARCH_GAMES_H
#define QI_TESTS_SEARCH_GAMES_H

#include "check.h"

#include "base/random.h"
#include "nogo/rules/board.h"
#include <qi/nogo.h>
#include <string.h>

static inline qi_nogo *empty_board(uint32_t rows, uint32_t columns)
{
    qi_nogo *position;
    assert_int_equal(qi_nogo_new(rows, columns, NULL, &position), QI_OK);
    return position;
}

static inline qi_nogo *board_from(const char *text)
{
    qi_nogo *position;
    assert_int_equal(
        qi_nogo_parse(text, strlen(text), QI_NOGO_HOLES | QI_NOGO_ANY_COUNT, NULL, &position, NULL),
        QI_OK);
    return position;
}

static inline qi_point random_move(const qi_nogo *position, qi_random *random)
{
    qi_point points[QI_BOARD_SIDE * QI_BOARD_SIDE];
    const size_t count =
        qi_nogo_legal(position, qi_nogo_to_move(position), points, QI_BOARD_SIDE * QI_BOARD_SIDE);
    return count ? points[qi_random_below(random, (uint32_t)count)] : QI_NO_POINT;
}

static inline void play_random(qi_nogo *position, qi_random *random, uint32_t moves)
{
    for (uint32_t i = 0; i < moves; i++) {
        const qi_point move = random_move(position, random);
        if (move == QI_NO_POINT)
            return;
        qi_nogo_play(position, qi_nogo_to_move(position), move, NULL);
    }
}

/* Whether the side to move wins, by trying everything. */
static inline bool wins(const qi_nogo *position)
{
    qi_point points[32];
    const qi_colour colour = qi_nogo_to_move(position);
    const size_t count = qi_nogo_legal(position, colour, points, 32);
    bool found = false;
    for (size_t i = 0; i < count && !found; i++) {
        qi_nogo *next;
        assert_int_equal(qi_nogo_copy(position, NULL, &next), QI_OK);
        qi_nogo_play(next, colour, points[i], NULL);
        found = !wins(next);
        qi_nogo_free(next);
    }
    return found;
}

#endif
