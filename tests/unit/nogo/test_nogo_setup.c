/* Setting positions up and writing them out, against the reader and the slow referee. */
#include "check.h"

#include "base/random.h"
#include "lab/oracle/nogo.h"

#include <qi/nogo.h>

#include <string.h>

enum { MOST_SIDE = 6, MOST_POINTS = MOST_SIDE * MOST_SIDE, MOST_TEXT = 80 };

static void assert_text(const qi_nogo *game, const char *expected)
{
    char text[MOST_TEXT];
    assert_int_equal(qi_nogo_write(game, text, sizeof text), strlen(expected));
    assert_string_equal(text, expected);
}

static void a_board_is_set_up_and_written(void **state)
{
    (void)state;
    qi_nogo *game;
    assert_int_equal(qi_nogo_new(2, 3, NULL, &game), QI_OK);
    assert_text(game, "2 3\n...\n...\n");
    const qi_stone stones[] = {{0, QI_WHITE}, {0, QI_BLACK}, {2, QI_WHITE},
                               {5, QI_WALL},  {4, QI_BLACK}, {4, QI_EMPTY}};
    qi_point wrong = 7;
    assert_int_equal(qi_nogo_set_up(game, stones, 6, QI_WHITE, &wrong), QI_OK);
    assert_int_equal(wrong, QI_NO_POINT);
    assert_text(game, "2 3\nX.O\n..#\n");
    assert_int_equal(qi_nogo_to_move(game), QI_WHITE);
    assert_int_equal(qi_nogo_stones(game, QI_BLACK), 1);
    assert_int_equal(qi_nogo_stones(game, QI_WHITE), 1);
    uint8_t states[6];
    qi_nogo_points(game, states);
    const uint8_t expected[6] = {QI_BLACK, QI_EMPTY, QI_WHITE, QI_EMPTY, QI_EMPTY, QI_WALL};
    assert_memory_equal(states, expected, sizeof expected);
    /* Only the turn. */
    assert_int_equal(qi_nogo_set_up(game, NULL, 0, QI_BLACK, NULL), QI_OK);
    assert_int_equal(qi_nogo_to_move(game), QI_BLACK);
    qi_nogo_free(game);
}

static void what_cannot_be_is_refused_and_named(void **state)
{
    (void)state;
    qi_nogo *game;
    assert_int_equal(qi_nogo_new(2, 2, NULL, &game), QI_OK);
    assert_int_equal(qi_nogo_play(game, QI_BLACK, 0, NULL), QI_NOGO_LEGAL);
    qi_point wrong;
    /* White's stone would take Black's last liberty; the first of the group is named. */
    const qi_stone around[] = {{1, QI_WHITE}, {1, QI_WALL}, {3, QI_BLACK}, {2, QI_WHITE}};
    assert_int_equal(qi_nogo_set_up(game, around, 4, QI_BLACK, &wrong), QI_BAD_ARGUMENT);
    assert_int_equal(wrong, 0);
    assert_text(game, "2\nX.\n..\n");
    assert_int_equal(qi_nogo_to_move(game), QI_WHITE);
    assert_int_equal(qi_nogo_stones(game, QI_BLACK), 1);
    assert_int_equal(qi_nogo_stones(game, QI_WHITE), 0);
    assert_int_equal(qi_nogo_judge(game, QI_BLACK, 1, NULL), QI_NOGO_LEGAL);
    const qi_stone off = {4, QI_BLACK}, odd = {3, (qi_colour)4};
    assert_int_equal(qi_nogo_set_up(game, &off, 1, QI_BLACK, &wrong), QI_BAD_ARGUMENT);
    assert_int_equal(wrong, 4);
    assert_int_equal(qi_nogo_set_up(game, &odd, 1, QI_BLACK, &wrong), QI_BAD_ARGUMENT);
    assert_int_equal(wrong, 3);
    assert_int_equal(qi_nogo_set_up(game, NULL, 0, QI_WALL, &wrong), QI_BAD_ARGUMENT);
    assert_int_equal(wrong, QI_NO_POINT);
    assert_text(game, "2\nX.\n..\n");
    qi_nogo_free(game);
}

/* Whatever room there is for a text, it is filled and not overrun. */
static void texts_are_cut(const qi_nogo *game, const char *whole, size_t length)
{
    char text[MOST_TEXT];
    assert_int_equal(qi_nogo_write(game, NULL, 0), length);
    for (size_t capacity = 1; capacity <= length + 2; capacity++) {
        memset(text, '?', sizeof text);
        assert_int_equal(qi_nogo_write(game, text, capacity), length);
        const size_t kept = capacity - 1 < length ? capacity - 1 : length;
        assert_memory_equal(text, whole, kept);
        assert_int_equal(text[kept], '\0');
        for (size_t i = kept + 1; i < sizeof text; i++)
            assert_int_equal(text[i], '?');
    }
}

/* One random board, set up and read: both accept and refuse alike, and mean the same. */
static bool compare_board(qi_random *random)
{
    const uint32_t rows = 1 + qi_random_below(random, MOST_SIDE);
    const uint32_t columns = 1 + qi_random_below(random, MOST_SIDE);
    qi_stone stones[2 * MOST_POINTS];
    qi_oracle_nogo oracle;
    assert_true(qi_oracle_nogo_start(&oracle, rows, columns, NULL));
    const size_t count = qi_random_below(random, 2 * rows * columns);
    for (size_t i = 0; i < count; i++) {
        stones[i] = (qi_stone){qi_random_below(random, rows * columns),
                               (qi_colour)qi_random_below(random, 4)};
        oracle.cells[stones[i].point] = (uint8_t)stones[i].colour;
    }
    const qi_point dead = qi_oracle_nogo_dead(&oracle);
    const qi_colour turn = qi_random_below(random, 2) ? QI_BLACK : QI_WHITE;
    qi_nogo *game, *read;
    qi_point wrong;
    assert_int_equal(qi_nogo_new(rows, columns, NULL, &game), QI_OK);
    const qi_result result = qi_nogo_set_up(game, stones, count, turn, &wrong);
    assert_int_equal(result, dead == QI_NO_POINT ? QI_OK : QI_BAD_ARGUMENT);
    assert_int_equal(wrong, dead);
    if (result == QI_OK) {
        char text[MOST_TEXT];
        const size_t length = qi_nogo_write(game, text, sizeof text);
        texts_are_cut(game, text, length);
        assert_int_equal(
            qi_nogo_parse(text, length, QI_NOGO_HOLES | QI_NOGO_ANY_COUNT, NULL, &read, NULL),
            QI_OK);
        assert_int_equal(qi_nogo_to_move(game), turn);
        assert_int_equal(qi_nogo_stones(game, QI_BLACK), qi_nogo_stones(read, QI_BLACK));
        assert_int_equal(qi_nogo_stones(game, QI_WHITE), qi_nogo_stones(read, QI_WHITE));
        for (qi_point point = 0; point < rows * columns; point++) {
            assert_int_equal(qi_nogo_at(game, point), oracle.cells[point]);
            assert_int_equal(qi_nogo_at(read, point), oracle.cells[point]);
            for (int colour = QI_BLACK; colour <= QI_WHITE; colour++)
                assert_int_equal(qi_nogo_judge(game, (qi_colour)colour, point, NULL),
                                 qi_oracle_nogo_judge(&oracle, (qi_colour)colour, point).verdict);
        }
        qi_nogo_free(read);
    } else {
        assert_int_equal(qi_nogo_stones(game, QI_BLACK) + qi_nogo_stones(game, QI_WHITE), 0);
        assert_int_equal(qi_nogo_legal(game, QI_BLACK, NULL, 0),
                         rows * columns > 1 ? rows * columns : 0);
    }
    qi_nogo_free(game);
    qi_oracle_nogo_end(&oracle);
    return result == QI_OK;
}

static void random_boards_agree_with_the_referee(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 20);
    const uint64_t boards = test_cases(40000);
    uint64_t good = 0;
    for (uint64_t i = 0; i < boards; i++)
        good += compare_board(&random);
    assert_in_range(good, boards / 10, boards - boards / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_board_is_set_up_and_written),
        cmocka_unit_test(what_cannot_be_is_refused_and_named),
        cmocka_unit_test(random_boards_agree_with_the_referee),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
