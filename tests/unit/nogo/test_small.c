/* Small boards as sets of points agree with the engine for boards of any size. */
#include "check.h"

#include "base/random.h"
#include "nogo/playout/small.h"
#include "nogo/rules/position.h"

#include <stdio.h>
#include <string.h>

/* The position as the general engine has it. */
static void assert_same(const qi_nogo *nogo, const qi_small_frame *frame, const qi_small *position)
{
    const uint32_t points = frame->rows * frame->columns;
    for (qi_point p = 0; p < points; p++) {
        const qi_colour there = qi_nogo_at(nogo, p);
        assert_int_equal(qi_mask_has(frame->board, p), there != QI_WALL);
        for (qi_colour colour = QI_BLACK; colour <= QI_WHITE; colour++) {
            const uint32_t side = qi_small_side(colour);
            assert_int_equal(qi_mask_has(position->stones[side], p), there == colour);
            assert_int_equal(qi_mask_has(position->legal[side], p),
                             qi_nogo_judge(nogo, colour, p, NULL) == QI_NOGO_LEGAL);
        }
    }
}

/* A board with some holes. */
static qi_nogo *random_board(qi_random *random, uint32_t rows, uint32_t columns, bool holes)
{
    qi_nogo *position;
    assert_int_equal(qi_nogo_new(rows, columns, NULL, &position), QI_OK);
    for (qi_point p = 0; holes && p < rows * columns; p++)
        if (qi_random_below(random, 8) == 0)
            assert_int_equal(qi_nogo_make_hole(position, p), QI_OK);
    return position;
}

/* Random games by random colours, every position compared. */
static void test_legal_points(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 11);
    const uint64_t games = test_cases(300);
    for (uint64_t i = 0; i < games; i++) {
        const uint32_t rows = 1 + qi_random_below(&random, QI_SMALL_SIDE);
        const uint32_t columns = 1 + qi_random_below(&random, QI_SMALL_SIDE);
        qi_nogo *nogo = random_board(&random, rows, columns, i % 2 == 1);
        for (;;) {
            qi_small_frame frame;
            qi_small position;
            qi_small_read(nogo, &frame, &position);
            assert_same(nogo, &frame, &position);
            qi_point legal[2][QI_SMALL_POINTS];
            const size_t count[2] = {qi_nogo_legal(nogo, QI_BLACK, legal[0], QI_SMALL_POINTS),
                                     qi_nogo_legal(nogo, QI_WHITE, legal[1], QI_SMALL_POINTS)};
            if (count[0] + count[1] == 0)
                break;
            uint32_t side = qi_random_below(&random, 2);
            side = count[side] ? side : !side;
            const qi_colour colour = side == 0 ? QI_BLACK : QI_WHITE;
            const qi_point p = legal[side][qi_random_below(&random, (uint32_t)count[side])];
            assert_int_equal(qi_nogo_play(nogo, colour, p, NULL), QI_NOGO_LEGAL);
        }
        qi_nogo_free(nogo);
    }
}

static void test_groups(void **state)
{
    (void)state;
    static const char board[] = "3 4\nXXO.\n.XOO\nO..X\n";
    qi_nogo *nogo;
    assert_int_equal(qi_nogo_parse(board, sizeof board - 1, QI_NOGO_ANY_COUNT, NULL, &nogo, NULL),
                     QI_OK);
    qi_small_frame frame;
    qi_small position;
    qi_small_read(nogo, &frame, &position);
    assert_int_equal(qi_small_group(&frame, &position, 0).word[0], 0x23);
    assert_int_equal(qi_small_group(&frame, &position, 7).word[0], 0xc4);
    assert_int_equal(qi_small_group(&frame, &position, 8).word[0], 0x100);
    assert_int_equal(qi_small_beside(&frame, qi_mask_point(3)).word[0], 0x84);
    qi_nogo_free(nogo);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_legal_points),
        cmocka_unit_test(test_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
