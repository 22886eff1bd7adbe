/* Whole games: by the first legal point and at random. */
#include "check.h"

#include "base/random.h"
#include "base/text.h"
#include "nogo/rules/judge.h"
#include "nogo/rules/position.h"
#include "nogo/simulate/simulate.h"

#include <qi/nogo.h>
#include <qi/nogo_playouts.h>

#include <string.h>

enum { MAX_POINTS = 100 * 100 };

typedef struct move_list {
    qi_point move[MAX_POINTS];
    size_t count;
} move_list;

/* A sink for qi_nogo_simulate. */
static bool keep_moves(void *context, const qi_point *moves, size_t count)
{
    move_list *list = context;
    assert_true(list->count + count <= MAX_POINTS);
    memcpy(list->move + list->count, moves, count * sizeof *moves);
    list->count += count;
    return true;
}

/* ==== Whole games: the short paths of simulation and of the judge hold what the plain ones say.
 * ==== */

/* A board of some size, empty or with a part of a random game on it. */
static qi_nogo *some_board(qi_random *random)
{
    const uint32_t rows = 1 + qi_random_below(random, 12);
    const uint32_t columns = 1 + qi_random_below(random, qi_random_below(random, 4) ? 9 : 80);
    qi_nogo *position;
    assert_int_equal(qi_nogo_new(rows, columns, NULL, &position), QI_OK);
    const uint32_t tries = qi_random_below(random, 3) * rows * columns / 2;
    for (uint32_t i = 0; i < tries; i++)
        qi_nogo_play(position, qi_nogo_to_move(position), qi_random_below(random, rows * columns),
                     NULL);
    return position;
}

static void first_games_take_the_first_legal_point(void **state)
{
    (void)state;
    static move_list moves;
    qi_random random;
    qi_random_seed(&random, 11);
    for (uint64_t k = test_cases(3000); k; k--) {
        qi_nogo *position = some_board(&random), *plain;
        assert_int_equal(qi_nogo_copy(position, NULL, &plain), QI_OK);
        moves.count = 0;
        assert_int_equal(qi_nogo_simulate(position, QI_NOGO_FIRST, 0, keep_moves, &moves), QI_OK);
        for (size_t i = 0; i <= moves.count; i++) {
            const qi_colour colour = qi_nogo_to_move(plain);
            qi_point first = QI_NO_POINT;
            const size_t legal = qi_nogo_legal(plain, colour, &first, 1);
            assert_int_equal(qi_nogo_can_move(plain, colour), legal != 0);
            if (i == moves.count) {
                assert_int_equal(legal, 0);
            } else {
                assert_int_equal(moves.move[i], first);
                assert_int_equal(qi_nogo_play(plain, colour, first, NULL), QI_NOGO_LEGAL);
            }
        }
        assert_int_equal(qi_nogo_to_move(position), qi_nogo_to_move(plain));
        for (int colour = QI_BLACK; colour <= QI_WHITE; colour++)
            assert_int_equal(qi_nogo_stones(position, (qi_colour)colour),
                             qi_nogo_stones(plain, (qi_colour)colour));
        qi_nogo_free(position);
        qi_nogo_free(plain);
    }
}

/* Writes a game as the problem wants it. */
static size_t write_game(const move_list *moves, uint32_t columns, char *text)
{
    char *at = text;
    for (size_t i = 0; i < moves->count; i++) {
        at = qi_write_number(at, moves->move[i] / columns + 1);
        *at++ = ' ';
        at = qi_write_number(at, moves->move[i] % columns + 1);
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
    static move_list moves;
    static char text[MAX_POINTS * 16], indented[2 * sizeof text + 1];
    static const char mistakes[] = "0123456789 -x\n\t";
    uint32_t faults[QI_NOGO_TEXT_AFTER_END + 1] = {0};
    qi_random random;
    qi_random_seed(&random, 12);
    for (uint64_t k = test_cases(20000); k; k--) {
        qi_nogo *position = some_board(&random), *one, *other;
        assert_int_equal(qi_nogo_copy(position, NULL, &one), QI_OK);
        assert_int_equal(qi_nogo_copy(position, NULL, &other), QI_OK);
        moves.count = 0;
        const qi_nogo_policy policy = k % 2 ? QI_NOGO_FIRST : QI_NOGO_RANDOM;
        assert_int_equal(qi_nogo_simulate(position, policy, k, keep_moves, &moves), QI_OK);
        size_t length = write_game(&moves, qi_nogo_columns(position), text);
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
        qi_nogo_free(position);
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
    static move_list moves;
    static char wanted[1 << 16], text[1 << 16];
    qi_random random;
    qi_random_seed(&random, 12);
    for (uint64_t k = test_cases(300); k; k--) {
        qi_nogo *position = some_board(&random), *copy;
        assert_int_equal(qi_nogo_copy(position, NULL, &copy), QI_OK);
        moves.count = 0;
        assert_int_equal(qi_nogo_simulate(position, QI_NOGO_RANDOM, k, keep_moves, &moves), QI_OK);
        wanted[write_game(&moves, qi_nogo_columns(position), wanted)] = '\0';
        text[0] = '\0';
        assert_int_equal(qi_nogo_simulate_text(copy, QI_NOGO_RANDOM, k, keep_text, text), QI_OK);
        assert_string_equal(text, wanted);
        assert_int_equal(qi_nogo_simulate_text(copy, QI_NOGO_FIRST, 0, refuse_text, NULL),
                         QI_STOPPED);
        qi_nogo_free(position);
        qi_nogo_free(copy);
    }
}

/* ==== Random games: the moves are those of the drawn orders, whichever way they are judged. ====
 */

/* The empty points in reading order, then in random order: the last is the first to be walked. */
static uint32_t draw_order(const qi_nogo *position, uint64_t seed, qi_point *order)
{
    uint32_t count = 0;
    for (qi_point point = 0; point < qi_nogo_rows(position) * qi_nogo_columns(position); point++)
        if (qi_nogo_at(position, point) == QI_EMPTY)
            order[count++] = point;
    qi_random random;
    qi_random_seed(&random, seed);
    for (uint32_t left = count; left; left--) {
        const uint32_t chosen = qi_random_below(&random, left);
        const qi_point point = order[chosen];
        order[chosen] = order[left - 1];
        order[left - 1] = point;
    }
    return count;
}

/* Plays a random game move by move. */
static void play_plainly(qi_nogo *position, uint64_t seed, move_list *moves)
{
    static qi_point order[3][MAX_POINTS];
    uint32_t left[3];
    left[QI_BLACK] = draw_order(position, seed, order[QI_BLACK]);
    left[QI_WHITE] = draw_order(position, ~seed, order[QI_WHITE]);
    moves->count = 0;
    for (;;) {
        const qi_colour colour = qi_nogo_to_move(position);
        bool played = false;
        while (!played && left[colour]) {
            const qi_point point = order[colour][--left[colour]];
            played = qi_nogo_play(position, colour, point, NULL) == QI_NOGO_LEGAL;
            if (played)
                moves->move[moves->count++] = point;
        }
        if (!played)
            return;
    }
}

/* Whether two positions say the same of every point: colours, groups, legality. */
static void assert_same_positions(const qi_nogo *one, const qi_nogo *other)
{
    static qi_point legal[2][MAX_POINTS];
    assert_int_equal(qi_nogo_to_move(one), qi_nogo_to_move(other));
    for (int k = QI_BLACK; k <= QI_WHITE; k++) {
        const qi_colour colour = (qi_colour)k;
        assert_int_equal(qi_nogo_stones(one, colour), qi_nogo_stones(other, colour));
        const size_t count = qi_nogo_legal(one, colour, legal[0], MAX_POINTS);
        assert_int_equal(qi_nogo_legal(other, colour, legal[1], MAX_POINTS), count);
        assert_memory_equal(legal[0], legal[1], count * sizeof **legal);
    }
    for (qi_point point = 0; point < qi_nogo_rows(one) * qi_nogo_columns(one); point++) {
        assert_int_equal(qi_nogo_at(one, point), qi_nogo_at(other, point));
        const qi_point group = qi_nogo_group(one, point);
        if (group == QI_NO_POINT)
            assert_int_equal(qi_nogo_group(other, point), QI_NO_POINT);
        else /* another stone may stand for the group there */
            assert_int_equal(qi_nogo_group(other, group), qi_nogo_group(other, point));
    }
}

/* Plays the same game plainly and with different budget. */
static void compare_games(const qi_nogo *start, uint64_t seed)
{
    static move_list plain, moves;
    static qi_nogo_move_output output;
    qi_nogo *expected;
    assert_int_equal(qi_nogo_copy(start, NULL, &expected), QI_OK);
    play_plainly(expected, seed, &plain);
    static const uint64_t budget[] = {UINT64_MAX, 0, 1, 300};
    for (size_t i = 0; i < sizeof budget / sizeof *budget; i++) {
        qi_nogo *position;
        assert_int_equal(qi_nogo_copy(start, NULL, &position), QI_OK);
        moves.count = 0;
        output.position = position;
        output.sink = keep_moves;
        output.context = &moves;
        output.count = 0;
        assert_int_equal(qi_nogo_play_random(position, seed, budget[i], &output), QI_OK);
        assert_true(qi_nogo_flush_moves(&output));
        assert_int_equal(moves.count, plain.count);
        assert_memory_equal(moves.move, plain.move, plain.count * sizeof *plain.move);
        assert_same_positions(position, expected);
        qi_nogo_free(position);
    }
    qi_nogo_free(expected);
}

/* A board of some size, maybe with holes, empty or with a part of a random game on it. */
static qi_nogo *scattered_board(qi_random *random)
{
    const uint32_t rows = 1 + qi_random_below(random, qi_random_below(random, 4) ? 12 : 100);
    const uint32_t columns = 1 + qi_random_below(random, qi_random_below(random, 4) ? 40 : 100);
    const uint32_t points = rows * columns;
    qi_nogo *position;
    assert_int_equal(qi_nogo_new(rows, columns, NULL, &position), QI_OK);
    for (uint32_t holes = qi_random_below(random, 3) ? 0 : points / 8; holes; holes--)
        qi_nogo_make_hole(position, qi_random_below(random, points));
    const uint32_t tries = qi_random_below(random, 3) * points / 2;
    for (uint32_t i = 0; i < tries; i++)
        qi_nogo_play(position, qi_nogo_to_move(position), qi_random_below(random, points), NULL);
    return position;
}

static void random_games_follow_the_drawn_orders(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 31);
    for (uint64_t k = test_cases(6000); k; k--) {
        qi_nogo *start = scattered_board(&random);
        compare_games(start, qi_random_next(&random));
        qi_nogo_free(start);
    }
}

/* Two groups as large as the board that reach into each other:
 *
 *     XXXXXX.O
 *     X.OOOOOO
 *     XXXXXX.O
 *     X.OOOOOO
 */
static void large_groups_are_seen_to_their_ends(void **state)
{
    (void)state;
    for (uint32_t rows = 2; rows <= 98; rows += rows < 20 ? 2 : 26) {
        const uint32_t columns = rows / 2 * 2 + 2;
        qi_nogo *start;
        assert_int_equal(qi_nogo_new(rows, columns, NULL, &start), QI_OK);
        for (uint32_t row = 0; row < rows; row++)
            for (uint32_t column = 0; column < columns; column++) {
                const bool black = row % 2 ? column == 0 : column < columns - 2;
                const bool gap = row % 2 ? column == 1 : column == columns - 2;
                if (!gap)
                    assert_int_equal(qi_nogo_play(start, black ? QI_BLACK : QI_WHITE,
                                                  qi_nogo_point(start, row, column), NULL),
                                     QI_NOGO_LEGAL);
            }
        for (int first = QI_BLACK; first <= QI_WHITE; first++) {
            qi_nogo_set_to_move(start, (qi_colour)first);
            for (uint64_t seed = 0; seed < 5; seed++)
                compare_games(start, seed);
        }
        qi_nogo_free(start);
    }
}

/* A listener that wants no more after its first batch. */
static bool stop(void *context, const qi_point *moves, size_t count)
{
    (void)moves;
    *(size_t *)context += count;
    return false;
}

static void a_stopped_game_is_a_position(void **state)
{
    (void)state;
    qi_nogo *position;
    size_t count = 0;
    assert_int_equal(qi_nogo_new(90, 90, NULL, &position), QI_OK);
    assert_int_equal(qi_nogo_simulate(position, QI_NOGO_RANDOM, 5, stop, &count), QI_STOPPED);
    assert_true(count > 0 && count < 8100);
    assert_int_equal(qi_nogo_stones(position, QI_BLACK) + qi_nogo_stones(position, QI_WHITE),
                     count);
    qi_nogo *again;
    assert_int_equal(qi_nogo_new(90, 90, NULL, &again), QI_OK);
    for (qi_point point = 0; point < 8100; point++)
        if (qi_nogo_at(position, point) != QI_EMPTY)
            assert_int_equal(qi_nogo_play(again, qi_nogo_at(position, point), point, NULL),
                             QI_NOGO_LEGAL);
    qi_nogo_set_to_move(again, qi_nogo_to_move(position));
    assert_same_positions(position, again);
    compare_games(position, 6);
    qi_nogo_free(position);
    qi_nogo_free(again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_games_take_the_first_legal_point),
        cmocka_unit_test(a_simulated_text_is_the_moves_as_lines),
        cmocka_unit_test(written_games_are_judged_alike_when_indented),
        cmocka_unit_test(random_games_follow_the_drawn_orders),
        cmocka_unit_test(large_groups_are_seen_to_their_ends),
        cmocka_unit_test(a_stopped_game_is_a_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
