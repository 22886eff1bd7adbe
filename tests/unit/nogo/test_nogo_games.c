/* Whole games: the short paths of simulation and of the judge hold what the plain ones say. */
#include "told_moves.h"

#include "base/random.h"
#include "base/text.h"

#include <qi/nogo.h>

#include <string.h>

/* A board of some size, empty or with a part of a random game on it. */
static qi_nogo *some_board(qi_random *random)
{
    const uint32_t rows = 1 + qi_random_below(random, 12);
    const uint32_t columns = 1 + qi_random_below(random, qi_random_below(random, 4) ? 9 : 80);
    qi_nogo *game;
    assert_int_equal(qi_nogo_new(rows, columns, NULL, &game), QI_OK);
    const uint32_t tries = qi_random_below(random, 3) * rows * columns / 2;
    for (uint32_t i = 0; i < tries; i++)
        qi_nogo_play(game, qi_nogo_to_move(game), qi_random_below(random, rows * columns), NULL);
    return game;
}

static void first_games_take_the_first_legal_point(void **state)
{
    (void)state;
    static told_moves told;
    qi_random random;
    qi_random_seed(&random, 11);
    for (uint64_t k = test_cases(3000); k; k--) {
        qi_nogo *game = some_board(&random), *plain;
        assert_int_equal(qi_nogo_copy(game, NULL, &plain), QI_OK);
        told.count = 0;
        assert_int_equal(qi_nogo_simulate(game, QI_NOGO_FIRST, 0, keep_moves, &told), QI_OK);
        for (size_t i = 0; i <= told.count; i++) {
            const qi_colour colour = qi_nogo_to_move(plain);
            qi_point first = QI_NO_POINT;
            const size_t legal = qi_nogo_legal(plain, colour, &first, 1);
            assert_int_equal(qi_nogo_can_move(plain, colour), legal != 0);
            if (i == told.count) {
                assert_int_equal(legal, 0);
            } else {
                assert_int_equal(told.move[i], first);
                assert_int_equal(qi_nogo_play(plain, colour, first, NULL), QI_NOGO_LEGAL);
            }
        }
        assert_int_equal(qi_nogo_to_move(game), qi_nogo_to_move(plain));
        for (int colour = QI_BLACK; colour <= QI_WHITE; colour++)
            assert_int_equal(qi_nogo_stones(game, (qi_colour)colour),
                             qi_nogo_stones(plain, (qi_colour)colour));
        qi_nogo_free(game);
        qi_nogo_free(plain);
    }
}

/* Writes a game as the problem wants it. */
static size_t write_game(const told_moves *told, uint32_t columns, char *text)
{
    char *at = text;
    for (size_t i = 0; i < told->count; i++) {
        at = qi_write_number(at, told->move[i] / columns + 1);
        *at++ = ' ';
        at = qi_write_number(at, told->move[i] % columns + 1);
        *at++ = '\n';
    }
    memcpy(at, "-1 -1\n", 6);
    return (size_t)(at + 6 - text);
}

/* Indents every line by a space: such lines are read by the scanner alone. */
static size_t indent(const char *text, size_t length, char *indented)
{
    size_t count = 0;
    indented[count++] = ' ';
    for (size_t i = 0; i < length; i++) {
        indented[count++] = text[i];
        if (text[i] == '\n')
            indented[count++] = ' ';
    }
    return count;
}

static void written_games_are_judged_alike_when_indented(void **state)
{
    (void)state;
    static told_moves told;
    static char text[MOST_POINTS * 16], indented[2 * sizeof text + 1];
    static const char mistakes[] = "0123456789 -x\n\t";
    uint32_t faults[QI_NOGO_TEXT_AFTER_END + 1] = {0};
    qi_random random;
    qi_random_seed(&random, 12);
    for (uint64_t k = test_cases(20000); k; k--) {
        qi_nogo *game = some_board(&random), *one, *other;
        assert_int_equal(qi_nogo_copy(game, NULL, &one), QI_OK);
        assert_int_equal(qi_nogo_copy(game, NULL, &other), QI_OK);
        told.count = 0;
        const qi_nogo_policy policy = k % 2 ? QI_NOGO_FIRST : QI_NOGO_RANDOM;
        assert_int_equal(qi_nogo_simulate(game, policy, k, keep_moves, &told), QI_OK);
        size_t length = write_game(&told, qi_nogo_columns(game), text);
        for (uint32_t wrong = qi_random_below(&random, 3); wrong; wrong--)
            text[qi_random_below(&random, (uint32_t)length)] =
                mistakes[qi_random_below(&random, sizeof mistakes - 1)];
        if (k % 7 == 0)
            text[length++] = 'x';
        if (k % 5 == 0)
            length = qi_random_below(&random, (uint32_t)length + 1);

        qi_nogo_report plain, scanned;
        qi_nogo_check(one, text, length, &plain);
        qi_nogo_check(other, indented, indent(text, length, indented), &scanned);
        assert_int_equal(plain.fault, scanned.fault);
        assert_int_equal(plain.correct_lines, scanned.correct_lines);
        assert_int_equal(plain.moves, scanned.moves);
        assert_int_equal(plain.last, scanned.last);
        assert_int_equal(plain.line, scanned.line);
        assert_int_equal(plain.column + 1, scanned.column);
        assert_int_equal(plain.to_move, scanned.to_move);
        assert_int_equal(plain.verdict, scanned.verdict);
        assert_int_equal(plain.row, scanned.row);
        assert_int_equal(plain.column_played, scanned.column_played);
        assert_int_equal(plain.group, scanned.group);
        assert_int_equal(plain.point, scanned.point);
        assert_int_equal(qi_nogo_to_move(one), qi_nogo_to_move(other));
        for (int colour = QI_BLACK; colour <= QI_WHITE; colour++)
            assert_int_equal(qi_nogo_stones(one, (qi_colour)colour),
                             qi_nogo_stones(other, (qi_colour)colour));
        faults[plain.fault]++;
        qi_nogo_free(game);
        qi_nogo_free(one);
        qi_nogo_free(other);
    }
    if (test_cases(100) == 100)
        for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
            assert_int_not_equal(faults[i], 0);
}

static bool keep_text(void *context, const char *bytes, size_t count)
{
    strncat(context, bytes, count);
    return true;
}

static bool refuse_text(void *context, const char *bytes, size_t count)
{
    (void)context, (void)bytes, (void)count;
    return false;
}

static void a_simulated_text_is_the_moves_as_lines(void **state)
{
    (void)state;
    static told_moves told;
    static char wanted[1 << 16], text[1 << 16];
    qi_random random;
    qi_random_seed(&random, 12);
    for (uint64_t k = test_cases(300); k; k--) {
        qi_nogo *game = some_board(&random), *copy;
        assert_int_equal(qi_nogo_copy(game, NULL, &copy), QI_OK);
        told.count = 0;
        assert_int_equal(qi_nogo_simulate(game, QI_NOGO_RANDOM, k, keep_moves, &told), QI_OK);
        wanted[write_game(&told, qi_nogo_columns(game), wanted)] = '\0';
        text[0] = '\0';
        assert_int_equal(qi_nogo_simulate_text(copy, QI_NOGO_RANDOM, k, keep_text, text), QI_OK);
        assert_string_equal(text, wanted);
        assert_int_equal(qi_nogo_simulate_text(copy, QI_NOGO_FIRST, 0, refuse_text, NULL),
                         QI_STOPPED);
        qi_nogo_free(game);
        qi_nogo_free(copy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_games_take_the_first_legal_point),
        cmocka_unit_test(a_simulated_text_is_the_moves_as_lines),
        cmocka_unit_test(written_games_are_judged_alike_when_indented),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
