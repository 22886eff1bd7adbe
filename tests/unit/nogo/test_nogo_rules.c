/* The rules of NoGo as pictures, and the promises of include/qi/nogo.h. */
#include "check.h"
#include "nogo/rules/judge.h"
#include "nogo/rules/position.h"

#include <qi/nogo.h>

#include <string.h>

static qi_nogo *board(const char *text)
{
    qi_nogo *position;
    qi_text_error error = {0};
    const qi_result result = qi_nogo_parse(text, strlen(text), QI_NOGO_ANY_COUNT | QI_NOGO_HOLES,
                                           NULL, &position, &error);
    if (result != QI_OK)
        print_error("%s: found %s, expected %s\n", text, error.found, error.expected);
    assert_int_equal(result, QI_OK);
    return position;
}

/* A move on a board, both counted from 1, and what must come of it. */
typedef struct rule_case {
    const char *picture;
    qi_colour colour;
    uint32_t row, column;
    qi_nogo_verdict verdict;
    uint32_t group_row, group_column; /* 0: no group */
} rule_case;

static const rule_case cases[] = {
    /* The problem's second sample. */
    {"3\nXOO\nXO.\nX..", QI_BLACK, 2, 3, QI_NOGO_LEGAL, 0, 0},
    {"3\nXOO\nXOX\nX..", QI_WHITE, 3, 2, QI_NOGO_CAPTURE, 3, 1},
    {"3\nXOO\nXOX\nX..", QI_WHITE, 3, 3, QI_NOGO_CAPTURE, 2, 3},
    {"3\nXOO\nXOX\nX..", QI_BLACK, 1, 1, QI_NOGO_OCCUPIED, 0, 0},
    {"3\nXOO\nXOX\nX..", QI_BLACK, 4, 1, QI_NOGO_OFF_BOARD, 0, 0},
    /* Filling the last liberty of one's own group. */
    {"1 2\nX.", QI_BLACK, 1, 2, QI_NOGO_SUICIDE, 1, 2},
    {"1 2\nX.", QI_WHITE, 1, 2, QI_NOGO_CAPTURE, 1, 1},
    /* A lone stone between opponents. */
    {"3\n.O.\nO.O\n.O.", QI_BLACK, 2, 2, QI_NOGO_SUICIDE, 2, 2},
    {"3\n.O.\nO.O\n.O.", QI_WHITE, 2, 2, QI_NOGO_LEGAL, 0, 0},
    /* The stone has no liberty itself, but the group it joins keeps one. */
    {"3\n.X.\nXOO\nO.X", QI_BLACK, 3, 2, QI_NOGO_CAPTURE, 3, 1},
    {"2 3\nX.O\nX.O", QI_BLACK, 1, 2, QI_NOGO_LEGAL, 0, 0},
    {"2 3\nXXO\nX.O", QI_BLACK, 2, 2, QI_NOGO_CAPTURE, 2, 3},
    /* A group that touches the point on two sides loses one liberty, not two. */
    {"3\nXX.\nX.O\n.OO", QI_WHITE, 2, 2, QI_NOGO_LEGAL, 0, 0},
    {"3\nXXO\nX.O\n.O.", QI_WHITE, 2, 2, QI_NOGO_LEGAL, 0, 0},
    {"3\nXXO\nX.O\nOO.", QI_WHITE, 2, 2, QI_NOGO_CAPTURE, 1, 2},
    /* Joining two groups through their common last liberty. */
    {"1 3\nX.X", QI_BLACK, 1, 2, QI_NOGO_SUICIDE, 1, 2},
    {"1 5\n.X.X.", QI_BLACK, 1, 3, QI_NOGO_LEGAL, 0, 0},
    /* Capture is named even where the stone itself would be dead as well. */
    {"1 3\nX.O", QI_BLACK, 1, 2, QI_NOGO_CAPTURE, 1, 3},
    /* A hole is no liberty. */
    {"3\n.#.\nX#.\n...", QI_BLACK, 1, 1, QI_NOGO_LEGAL, 0, 0},
    {"3\n.#.\nXO.\n.#.", QI_BLACK, 2, 3, QI_NOGO_CAPTURE, 2, 2},
    {"3\n.#.\nXO.\n.#.", QI_BLACK, 1, 2, QI_NOGO_OFF_BOARD, 0, 0},
};

static void rules_hold_in_pictures(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const rule_case *c = &cases[i];
        qi_nogo *position = board(c->picture);
        const qi_point point = qi_nogo_point(position, c->row - 1, c->column - 1);
        qi_point group;
        const qi_nogo_verdict verdict = qi_nogo_judge(position, c->colour, point, &group);
        const qi_point expected =
            c->group_row ? qi_nogo_point(position, c->group_row - 1, c->group_column - 1)
                         : QI_NO_POINT;
        if (verdict != c->verdict || group != expected)
            print_error("case %zu: %s\n", i, c->picture);
        assert_int_equal(verdict, c->verdict);
        assert_int_equal(group, expected);
        /* Playing says the same, and changes the board only if legal. */
        const qi_colour before = qi_nogo_at(position, point);
        assert_int_equal(qi_nogo_play(position, c->colour, point, &group), c->verdict);
        assert_int_equal(group, expected);
        assert_int_equal(qi_nogo_at(position, point),
                         verdict == QI_NOGO_LEGAL ? c->colour : before);
        qi_nogo_free(position);
    }
}

static void groups_are_measured(void **state)
{
    (void)state;
    qi_nogo *position = board("3 4\nXX.O\nX.OO\nXX..");
    qi_point stones[8], liberties[8];
    qi_group_size size = qi_nogo_measure_group(position, 0, stones, liberties, 8);
    assert_int_equal(size.stones, 5);
    assert_int_equal(size.liberties, 3);
    uint32_t found = 0;
    for (uint32_t i = 0; i < size.liberties; i++)
        found |= 1U << liberties[i];
    assert_int_equal(found, 1U << 2 | 1U << 5 | 1U << 10);
    found = 0;
    for (uint32_t i = 0; i < size.stones; i++)
        found |= 1U << stones[i];
    assert_int_equal(found, 1U << 0 | 1U << 1 | 1U << 4 | 1U << 8 | 1U << 9);
    /* No more than there is room for, and the same count. */
    stones[2] = liberties[2] = QI_NO_POINT;
    size = qi_nogo_measure_group(position, 9, stones, liberties, 2);
    assert_int_equal(size.stones, 5);
    assert_int_equal(size.liberties, 3);
    assert_true(stones[2] == QI_NO_POINT && liberties[2] == QI_NO_POINT);
    size = qi_nogo_measure_group(position, 2, NULL, NULL, 0);
    assert_int_equal(size.stones + size.liberties, 0);
    assert_int_equal(qi_nogo_group(position, 0), qi_nogo_group(position, 9));
    assert_int_not_equal(qi_nogo_group(position, 0), qi_nogo_group(position, 3));
    assert_int_equal(qi_nogo_group(position, 2), QI_NO_POINT);
    assert_int_equal(qi_nogo_stones(position, QI_BLACK), 5);
    assert_int_equal(qi_nogo_stones(position, QI_WHITE), 3);
    assert_int_equal(qi_nogo_stones(position, QI_WALL), 0);
    qi_nogo_free(position);
}

static void holes_respect_last_liberties(void **state)
{
    (void)state;
    qi_nogo *position = board("2\nX.\n..");
    assert_int_equal(qi_nogo_make_hole(position, 1), QI_OK);
    assert_int_equal(qi_nogo_at(position, 1), QI_WALL);
    assert_int_equal(qi_nogo_make_hole(position, 2), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_make_hole(position, 0), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_make_hole(position, 9), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_judge(position, QI_BLACK, 2, NULL), QI_NOGO_LEGAL);
    qi_nogo_free(position);
}

static void copies_are_independent(void **state)
{
    (void)state;
    qi_nogo *position = board("3\n...\n.X.\n..."), *copy;
    assert_int_equal(qi_nogo_set_to_move(position, QI_WHITE), QI_OK);
    assert_int_equal(qi_nogo_set_to_move(position, (qi_colour)7), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_to_move(position), QI_WHITE);
    assert_int_equal(qi_nogo_copy(position, NULL, &copy), QI_OK);
    assert_int_equal(qi_nogo_to_move(copy), QI_WHITE);
    assert_int_equal(qi_nogo_play(copy, QI_WHITE, 0, NULL), QI_NOGO_LEGAL);
    assert_int_equal(qi_nogo_at(position, 0), QI_EMPTY);
    qi_nogo_free(position);
    assert_int_equal(qi_nogo_at(copy, 4), QI_BLACK);
    qi_nogo_free(copy);
    qi_nogo_free(NULL);
}

static void sizes_have_limits(void **state)
{
    (void)state;
    qi_nogo *position;
    assert_int_equal(qi_nogo_new(0, 3, NULL, &position), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_new(3, 20001, NULL, &position), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_new(1, 20000, NULL, &position), QI_OK);
    assert_int_equal(qi_nogo_point(position, 1, 0), QI_NO_POINT);
    assert_int_equal(qi_nogo_simulate(position, QI_NOGO_FIRST, 0, NULL, NULL), QI_OK);
    assert_false(qi_nogo_can_move(position, qi_nogo_to_move(position)));
    qi_nogo_free(position);
    assert_int_equal(qi_nogo_new(20000, 1, NULL, &position), QI_OK);
    assert_int_equal(qi_nogo_simulate(position, QI_NOGO_RANDOM, 0, NULL, NULL), QI_OK);
    assert_false(qi_nogo_can_move(position, qi_nogo_to_move(position)));
    qi_nogo_free(position);
}

/* ---- memory ------------------------------------------------------------------------------- */

static void running_out_of_memory_loses_nothing(void **state)
{
    (void)state;
    const char text[] = "4\nXXXX\nX.OX\n..OO\nOOOO";
    for (int left = 0; left < 12; left++) {
        stingy from = {left, 0};
        const qi_allocator allocator = stingy_allocator(&from);
        qi_nogo *position, *copy;
        if (qi_nogo_parse(text, strlen(text), QI_NOGO_ANY_COUNT, &allocator, &position, NULL) ==
            QI_OK) {
            if (qi_nogo_copy(position, &allocator, &copy) == QI_OK) {
                const qi_result result = qi_nogo_simulate(copy, QI_NOGO_RANDOM, 1, NULL, NULL);
                assert_true(result == QI_OK || result == QI_NO_MEMORY);
                if (result == QI_NO_MEMORY)
                    assert_int_equal(qi_nogo_at(copy, 5), QI_EMPTY);
                qi_nogo_free(copy);
            }
            assert_int_equal(qi_nogo_measure_group(position, 0, NULL, NULL, 0).stones, 6);
            qi_nogo_free(position);
        } else {
            assert_true(left < 3);
        }
        assert_int_equal(from.out, 0);
    }
}

static bool stop_at_once(void *context, const qi_point *moves, size_t count)
{
    (void)moves;
    *(size_t *)context += count;
    return false;
}

static void a_sink_can_stop_a_game(void **state)
{
    (void)state;
    qi_nogo *position;
    size_t count = 0;
    assert_int_equal(qi_nogo_new(100, 100, NULL, &position), QI_OK);
    assert_int_equal(qi_nogo_simulate(position, QI_NOGO_RANDOM, 3, stop_at_once, &count),
                     QI_STOPPED);
    assert_in_range(count, 1, 9999);
    qi_nogo_free(position);
}

/* A written move may be outside on any of the four sides, and near or far. */
static void moves_off_the_board_are_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"0 2\n",          "2 0\n",         "4 2\n",  "2 5\n",
                                        "-1 2\n",         "2 -1\n",        "1 40\n", "40 1\n",
                                        "4294967297 1\n", "1 9999999999\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        qi_nogo *position;
        qi_nogo_report report;
        assert_int_equal(qi_nogo_new(3, 4, NULL, &position), QI_OK);
        qi_nogo_check(position, texts[i], strlen(texts[i]), &report);
        assert_int_equal(report.fault, QI_NOGO_ILLEGAL_MOVE);
        assert_int_equal(report.verdict, QI_NOGO_OFF_BOARD);
        assert_int_equal(report.moves, 0);
        qi_nogo_free(position);
    }
}

/* Points of one digit and of two, where both are on the board. */
static void written_numbers_are_read_as_they_stand(void **state)
{
    (void)state;
    static const char text[] = "1 1\n97 97\n97 1\n1 97\n";
    qi_nogo *position;
    qi_nogo_report report;
    assert_int_equal(qi_nogo_new(99, 99, NULL, &position), QI_OK);
    qi_nogo_check(position, text, sizeof text - 1, &report);
    assert_int_equal(report.moves, 4);
    assert_int_equal(report.line, 5);
    qi_nogo_free(position);
}

static void no_colour_has_no_moves(void **state)
{
    (void)state;
    qi_nogo *position;
    assert_int_equal(qi_nogo_new(3, 3, NULL, &position), QI_OK);
    assert_int_equal(qi_nogo_legal(position, QI_EMPTY, NULL, 0), 0);
    assert_int_equal(qi_nogo_legal(position, QI_BLACK, NULL, 0), 9);
    qi_nogo_free(position);
}

/* The first written move may be on a stone already, with lines enough behind it. */
static void an_occupied_point_is_refused_at_once(void **state)
{
    (void)state;
    static const char board[] = "3\nX..\n...\n..O\n";
    static const char *const texts[] = {"1 1\n1 2\n1 3\n2 1\n", "3 3\n1 2\n1 3\n2 1\n"};
    for (size_t i = 0; i < 2; i++) {
        qi_nogo *position;
        qi_nogo_report report;
        assert_int_equal(qi_nogo_parse(board, sizeof board - 1, 0, NULL, &position, NULL), QI_OK);
        qi_nogo_check(position, texts[i], strlen(texts[i]), &report);
        assert_int_equal(report.fault, QI_NOGO_ILLEGAL_MOVE);
        assert_int_equal(report.verdict, QI_NOGO_OCCUPIED);
        assert_int_equal(report.moves, 0);
        qi_nogo_free(position);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_hold_in_pictures),
        cmocka_unit_test(moves_off_the_board_are_refused),
        cmocka_unit_test(written_numbers_are_read_as_they_stand),
        cmocka_unit_test(no_colour_has_no_moves),
        cmocka_unit_test(an_occupied_point_is_refused_at_once),
        cmocka_unit_test(groups_are_measured),
        cmocka_unit_test(holes_respect_last_liberties),
        cmocka_unit_test(copies_are_independent),
        cmocka_unit_test(sizes_have_limits),
        cmocka_unit_test(running_out_of_memory_loses_nothing),
        cmocka_unit_test(a_sink_can_stop_a_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
