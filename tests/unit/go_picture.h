/* Boards of Go as pictures: rows of 'B', 'W' and '.', each ended by a newline. */
#ifndef QI_TESTS_GO_PICTURE_H
#define QI_TESTS_GO_PICTURE_H

#include "check.h"
#include "go/games.h"

#include <qi/go.h>
#include <string.h>

/* A game that starts with the picture as its first step (no step when it is empty); Black is to
 * move. The test frees it. */
static inline qi_go *picture(qi_go_repetition repetition, bool suicide, const char *text)
{
    const uint32_t columns = (uint32_t)(strchr(text, '\n') - text);
    const uint32_t rows = (uint32_t)strlen(text) / (columns + 1);
    const qi_go_rules rules = {repetition, suicide};
    qi_go *game;
    assert_int_equal(qi_go_new(rows, columns, &rules, NULL, &game), QI_OK);
    qi_stone stones[QI_GO_MAX_SIDE * QI_GO_MAX_SIDE];
    size_t count = 0;
    for (uint32_t point = 0; point < rows * columns; point++) {
        const char letter = text[point + point / columns];
        if (letter != '.')
            stones[count++] = (qi_stone){point, letter == 'B' ? QI_BLACK : QI_WHITE};
    }
    if (count)
        assert_int_equal(qi_go_set_up(game, stones, count, QI_BLACK, NULL), QI_OK);
    return game;
}

static inline void assert_picture(const qi_go *game, const char *expected)
{
    char text[QI_GO_MAX_SIDE * (QI_GO_MAX_SIDE + 1) + 1];
    assert_int_equal(qi_go_write_board(game, text, sizeof text), strlen(expected));
    assert_string_equal(text, expected);
}

/* Plays if there is memory for it; the verdict. */
static inline qi_go_verdict judge_and_play(qi_go *game, qi_colour colour, qi_point point,
                                           uint32_t *repeated)
{
    qi_go_verdict verdict;
    const qi_result result = qi_go_play(game, colour, point, &verdict, repeated);
    assert_int_equal(result, verdict == QI_GO_OK ? QI_OK : QI_BAD_ARGUMENT);
    return verdict;
}

/* Plays in a row and column from 1, as the problem counts. */
static inline qi_go_verdict play_at(qi_go *game, char colour, uint32_t row, uint32_t column)
{
    const qi_colour player = colour == 'B' ? QI_BLACK : QI_WHITE;
    const qi_point point = qi_go_point(game, row - 1, column - 1);
    const uint64_t hash = qi_go_hash(game);
    const qi_go_verdict judged = qi_go_judge(game, player, point, NULL);
    assert_true(qi_go_hash(game) == hash);
    const qi_go_verdict verdict = judge_and_play(game, player, point, NULL);
    assert_int_equal(judged, verdict);
    return verdict;
}

#endif
