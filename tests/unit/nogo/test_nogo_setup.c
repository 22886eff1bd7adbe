/* Setting positions up and writing them out, as rows and in one line. */
#include "check.h"

#include "base/random.h"
#include "lab/oracle/nogo.h"
#include "nogo/rules/position.h"

#include <qi/lab.h>
#include <qi/nogo.h>

#include <string.h>

/* ==== Setting positions up and writing them out, against the reader and the oracle. ==== */

enum { MAX_SIDE = 6, MAX_POINTS = MAX_SIDE * MAX_SIDE, MAX_TEXT = 80 };

static void assert_text(const qi_nogo *position, const char *expected)
{
    char text[MAX_TEXT];
    assert_int_equal(qi_nogo_write(position, text, sizeof text), strlen(expected));
    assert_string_equal(text, expected);
}

static void a_board_is_set_up_and_written(void **state)
{
    (void)state;
    qi_nogo *position;
    assert_int_equal(qi_nogo_new(2, 3, NULL, &position), QI_OK);
    assert_text(position, "2 3\n...\n...\n");
    const qi_stone stones[] = {{0, QI_WHITE}, {0, QI_BLACK}, {2, QI_WHITE},
                               {5, QI_WALL},  {4, QI_BLACK}, {4, QI_EMPTY}};
    qi_point wrong = 7;
    assert_int_equal(qi_nogo_set_up(position, stones, 6, QI_WHITE, &wrong), QI_OK);
    assert_int_equal(wrong, QI_NO_POINT);
    assert_text(position, "2 3\nX.O\n..#\n");
    assert_int_equal(qi_nogo_to_move(position), QI_WHITE);
    assert_int_equal(qi_nogo_stones(position, QI_BLACK), 1);
    assert_int_equal(qi_nogo_stones(position, QI_WHITE), 1);
    uint8_t states[6];
    qi_nogo_points(position, states);
    const uint8_t expected[6] = {QI_BLACK, QI_EMPTY, QI_WHITE, QI_EMPTY, QI_EMPTY, QI_WALL};
    assert_memory_equal(states, expected, sizeof expected);
    /* Only the turn. */
    assert_int_equal(qi_nogo_set_up(position, NULL, 0, QI_BLACK, NULL), QI_OK);
    assert_int_equal(qi_nogo_to_move(position), QI_BLACK);
    qi_nogo_free(position);
}

static void impossible_setups_are_refused_with_the_point(void **state)
{
    (void)state;
    qi_nogo *position;
    assert_int_equal(qi_nogo_new(2, 2, NULL, &position), QI_OK);
    assert_int_equal(qi_nogo_play(position, QI_BLACK, 0, NULL), QI_NOGO_LEGAL);
    qi_point wrong;
    /* White's stone would take Black's last liberty; the first of the group is named. */
    const qi_stone around[] = {{1, QI_WHITE}, {1, QI_WALL}, {3, QI_BLACK}, {2, QI_WHITE}};
    assert_int_equal(qi_nogo_set_up(position, around, 4, QI_BLACK, &wrong), QI_BAD_ARGUMENT);
    assert_int_equal(wrong, 0);
    assert_text(position, "2\nX.\n..\n");
    assert_int_equal(qi_nogo_to_move(position), QI_WHITE);
    assert_int_equal(qi_nogo_stones(position, QI_BLACK), 1);
    assert_int_equal(qi_nogo_stones(position, QI_WHITE), 0);
    assert_int_equal(qi_nogo_judge(position, QI_BLACK, 1, NULL), QI_NOGO_LEGAL);
    const qi_stone off = {4, QI_BLACK}, odd = {3, (qi_colour)4};
    assert_int_equal(qi_nogo_set_up(position, &off, 1, QI_BLACK, &wrong), QI_BAD_ARGUMENT);
    assert_int_equal(wrong, 4);
    assert_int_equal(qi_nogo_set_up(position, &odd, 1, QI_BLACK, &wrong), QI_BAD_ARGUMENT);
    assert_int_equal(wrong, 3);
    assert_int_equal(qi_nogo_set_up(position, NULL, 0, QI_WALL, &wrong), QI_BAD_ARGUMENT);
    assert_int_equal(wrong, QI_NO_POINT);
    assert_text(position, "2\nX.\n..\n");
    qi_nogo_free(position);
}

/* Whatever room there is for a text, it is filled and not overrun. */
static void texts_are_cut(const qi_nogo *position, const char *whole, size_t length)
{
    char text[MAX_TEXT];
    assert_int_equal(qi_nogo_write(position, NULL, 0), length);
    for (size_t capacity = 1; capacity <= length + 2; capacity++) {
        memset(text, '?', sizeof text);
        assert_int_equal(qi_nogo_write(position, text, capacity), length);
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
    const uint32_t rows = 1 + qi_random_below(random, MAX_SIDE);
    const uint32_t columns = 1 + qi_random_below(random, MAX_SIDE);
    qi_stone stones[2 * MAX_POINTS];
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
    qi_nogo *position, *read;
    qi_point wrong;
    assert_int_equal(qi_nogo_new(rows, columns, NULL, &position), QI_OK);
    const qi_result result = qi_nogo_set_up(position, stones, count, turn, &wrong);
    assert_int_equal(result, dead == QI_NO_POINT ? QI_OK : QI_BAD_ARGUMENT);
    assert_int_equal(wrong, dead);
    if (result == QI_OK) {
        char text[MAX_TEXT];
        const size_t length = qi_nogo_write(position, text, sizeof text);
        texts_are_cut(position, text, length);
        assert_int_equal(
            qi_nogo_parse(text, length, QI_NOGO_HOLES | QI_NOGO_ANY_COUNT, NULL, &read, NULL),
            QI_OK);
        assert_int_equal(qi_nogo_to_move(position), turn);
        assert_int_equal(qi_nogo_stones(position, QI_BLACK), qi_nogo_stones(read, QI_BLACK));
        assert_int_equal(qi_nogo_stones(position, QI_WHITE), qi_nogo_stones(read, QI_WHITE));
        for (qi_point point = 0; point < rows * columns; point++) {
            assert_int_equal(qi_nogo_at(position, point), oracle.cells[point]);
            assert_int_equal(qi_nogo_at(read, point), oracle.cells[point]);
            for (int colour = QI_BLACK; colour <= QI_WHITE; colour++)
                assert_int_equal(qi_nogo_judge(position, (qi_colour)colour, point, NULL),
                                 qi_oracle_nogo_judge(&oracle, (qi_colour)colour, point).verdict);
        }
        qi_nogo_free(read);
    } else {
        assert_int_equal(qi_nogo_stones(position, QI_BLACK) + qi_nogo_stones(position, QI_WHITE),
                         0);
        assert_int_equal(qi_nogo_legal(position, QI_BLACK, NULL, 0),
                         rows * columns > 1 ? rows * columns : 0);
    }
    qi_nogo_free(position);
    qi_oracle_nogo_end(&oracle);
    return result == QI_OK;
}

static void random_boards_agree_with_the_oracle(void **state)
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

/* ==== Positions in one line, against the board text. ==== */

static qi_nogo *read_line(const char *line)
{
    qi_nogo *position;
    assert_int_equal(qi_nogo_parse_line(line, strlen(line), NULL, &position, NULL), QI_OK);
    return position;
}

/* The text of a position in memory of exactly its size; the caller frees it. */
typedef size_t text_writer(const qi_nogo *position, char *text, size_t capacity);
static char *write_text(const qi_nogo *position, text_writer *writer)
{
    const size_t length = writer(position, NULL, 0);
    char *const text = malloc(length + 1);
    assert_non_null(text);
    assert_int_equal(writer(position, text, length + 1), length);
    assert_int_equal(strlen(text), length);
    return text;
}

static void assert_same_text(const qi_nogo *a, const qi_nogo *b, text_writer *writer)
{
    char *const one = write_text(a, writer), *const other = write_text(b, writer);
    assert_string_equal(one, other);
    free(one);
    free(other);
}

/* Writes a position as a line, reads it, and compares all there is. */
static void round_trip(const qi_nogo *position)
{
    char *const line = write_text(position, qi_nogo_write_line);
    assert_in_range(strlen(line), 3,
                    qi_nogo_rows(position) * ((size_t)qi_nogo_columns(position) + 1) + 1);
    assert_int_equal(strspn(line, "xo._0123456789/:"), strlen(line));
    qi_nogo *const read = read_line(line);
    assert_same_text(position, read, qi_nogo_write);
    assert_same_text(position, read, qi_nogo_write_line);
    assert_int_equal(qi_nogo_to_move(read), qi_nogo_to_move(position));
    for (int colour = QI_BLACK; colour <= QI_WHITE; colour++) {
        assert_int_equal(qi_nogo_stones(read, (qi_colour)colour),
                         qi_nogo_stones(position, (qi_colour)colour));
        assert_int_equal(qi_nogo_legal(read, (qi_colour)colour, NULL, 0),
                         qi_nogo_legal(position, (qi_colour)colour, NULL, 0));
    }
    qi_nogo_free(read);
    free(line);
}

static void lines_and_boards_mean_the_same(void **state)
{
    (void)state;
    static const struct {
        const char *line, *board, *canonical; /* NULL: the line itself */
    } cases[] = {
        {"x.o/3/._.:o", "3\nX.O\n...\n.#.\n", NULL},
        {"5/.x3/5/5:o", "4 5\n.....\n.X...\n.....\n.....\n", NULL},
        {".:x", "1\n.\n", NULL},
        {"1:x", "1\n.\n", ".:x"},
        {"_:o", "1\n#\n", NULL},
        {"./x/.:x", "3 1\n.\nX\n.\n", NULL},
        {"x12o:o\n", "1 14\nX............O\n", "x12o:o"},
        {"..x/1.1/2.:x \t\r\n\n", "3\n..X\n...\n...\n", "2x/3/3:x"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        qi_nogo *const position = read_line(cases[i].line);
        char *const board = write_text(position, qi_nogo_write);
        char *const line = write_text(position, qi_nogo_write_line);
        assert_string_equal(board, cases[i].board);
        assert_string_equal(line, cases[i].canonical ? cases[i].canonical : cases[i].line);
        assert_int_equal(qi_nogo_to_move(position),
                         line[strlen(line) - 1] == 'x' ? QI_BLACK : QI_WHITE);
        round_trip(position);
        free(board);
        free(line);
        qi_nogo_free(position);
    }
}

/* Every family, with either side to move. */
static void generated_boards_survive(void **state)
{
    (void)state;
    const char *family;
    for (size_t f = 0; (family = qi_lab_family_name(QI_NOGO, f, NULL)); f++)
        for (uint64_t index = 0; index < test_cases(100); index++) {
            qi_lab_text input;
            assert_int_equal(qi_lab_generate(QI_NOGO, family, NULL, 3, index, NULL, &input), QI_OK);
            qi_nogo *position;
            assert_int_equal(qi_nogo_parse(input.bytes, input.length,
                                           QI_NOGO_HOLES | QI_NOGO_ANY_COUNT, NULL, &position,
                                           NULL),
                             QI_OK);
            qi_nogo_set_to_move(position, index % 2 ? QI_BLACK : QI_WHITE);
            round_trip(position);
            qi_nogo_free(position);
            qi_lab_free_text(&input, NULL);
        }
}

/* Stones and holes here and there on boards up to the longest sides. */
static void huge_boards_survive(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {
        {QI_NOGO_MAX_SIDE, 1}, {1, QI_NOGO_MAX_SIDE}, {700, 900}, {3, QI_NOGO_MAX_SIDE}};
    qi_random random;
    qi_random_seed(&random, 5);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        qi_nogo *position;
        assert_int_equal(qi_nogo_new(sizes[i][0], sizes[i][1], NULL, &position), QI_OK);
        round_trip(position);
        const uint32_t points = sizes[i][0] * sizes[i][1];
        for (uint32_t n = 0; n < points / 10; n++) {
            const qi_point point = qi_random_below(&random, points);
            if (qi_random_below(&random, 4))
                qi_nogo_play(position, n % 2 ? QI_WHITE : QI_BLACK, point, NULL);
            else
                qi_nogo_make_hole(position, point);
        }
        round_trip(position);
        qi_nogo_free(position);
    }
}

static void lines_are_cut_to_the_capacity(void **state)
{
    (void)state;
    static const char whole[] = "x12o/14:o";
    enum { LENGTH = sizeof whole - 1 };
    qi_nogo *const position = read_line(whole);
    for (size_t capacity = 1; capacity < LENGTH + 3; capacity++) {
        char text[LENGTH + 4];
        memset(text, '?', sizeof text);
        assert_int_equal(qi_nogo_write_line(position, text, capacity), LENGTH);
        const size_t kept = capacity - 1 < LENGTH ? capacity - 1 : LENGTH;
        assert_memory_equal(text, whole, kept);
        assert_int_equal(text[kept], '\0');
        for (size_t i = kept + 1; i < sizeof text; i++)
            assert_int_equal(text[i], '?');
    }
    qi_nogo_free(position);
}

static void malformed_lines_are_refused_where_they_are_wrong(void **state)
{
    (void)state;
    static const char points[] = "'x', 'o', '.', '_' or a number of empty points";
    static const char side[] = "'x' or 'o', the side to move";
    static const struct {
        const char *line;
        uint64_t column;
        const char *found, *expected;
    } cases[] = {
        {"", 1, "end of input", points},
        {"\n3:x", 1, "end of line", points},
        {":x", 1, "':'", points},
        {"/3:x", 1, "'/'", points},
        {"3/", 3, "end of input", points},
        {"3/:x", 3, "':'", points},
        {"3//3:x", 3, "'/'", points},
        {"3/3/3", 6, "end of input", points},
        {"X.O/3/3:x", 1, "'X'", points},
        {"x.#:x", 3, "'#'", points},
        {" 3:x", 1, "' '", points},
        {"3 /3:x", 2, "' '", points},
        {"3/-3:x", 3, "'-'", points},
        {"3\xc3/3:x", 2, "byte 0xc3", points},
        {"3/0:x", 3, "'0'", "a number of empty points from 1 to 20000"},
        {"20001:x", 1, "'20001'", "a number of empty points from 1 to 20000"},
        {"99999999999999999999:x", 1, "'9'", points},
        {"20000x:x", 6, "'x'", "the end of row 1 after 20000 points"},
        {"3/2x.:x", 5, "'.'", "the end of row 2 after 3 points"},
        {"3/4:x", 3, "'4'", "the end of row 2 after 3 points"},
        {"3/3/x.:x", 7, "':'", "3 points in row 3"},
        {"3/xo/3:x", 5, "'/'", "3 points in row 2"},
        {"3/3/3:", 7, "end of input", side},
        {"3/3/3:X", 7, "'X'", side},
        {"3/3/3:xo", 8, "'o'", "end of input"},
        {"3/3/3:x 3/3/3:x", 9, "'3'", "end of input"},
        {"x:x", 1, "a group without a liberty", "every group to have a liberty"},
        {"4/2xo/_.ox:x", 10, "a group without a liberty", "every group to have a liberty"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *const line = cases[i].line;
        qi_nogo *position = NULL;
        qi_text_error error = {0};
        assert_int_equal(qi_nogo_parse_line(line, strlen(line), NULL, &position, &error),
                         QI_BAD_TEXT);
        assert_int_equal(qi_nogo_parse_line(line, strlen(line), NULL, &position, NULL),
                         QI_BAD_TEXT);
        assert_null(position);
        assert_int_equal(error.column, cases[i].column);
        assert_int_equal(error.line, 1);
        assert_string_equal(error.found, cases[i].found);
        assert_string_equal(error.expected, cases[i].expected);
    }
}

static void rows_are_limited(void **state)
{
    (void)state;
    enum { ROWS = 20001 };
    static char line[2 * ROWS + 2];
    for (size_t row = 0; row < ROWS; row++)
        memcpy(line + 2 * row, "./", 2);
    memcpy(line + 2 * ROWS - 1, ":x", 2);
    qi_nogo *position;
    qi_text_error error;
    assert_int_equal(qi_nogo_parse_line(line, 2 * ROWS + 1, NULL, &position, &error), QI_BAD_TEXT);
    assert_string_equal(error.expected, "at most 20000 rows");
    assert_int_equal(error.column, 2 * 20000);
    assert_int_equal(qi_nogo_parse_line(line + 2, 2 * ROWS - 1, NULL, &position, &error), QI_OK);
    assert_int_equal(qi_nogo_rows(position), 20000);
    qi_nogo_free(position);
}

/* ==== The reader, fed with what fuzzing found. ==== */

enum { MEGABYTE = 1 << 20 };

static void *allocate_little(void *context, size_t size)
{
    (void)context;
    return size <= MEGABYTE ? malloc(size) : NULL;
}

static void release(void *context, void *block)
{
    (void)context;
    free(block);
}

/* "20000" and nothing more took two gigabytes before the missing rows were noticed. */
static void a_short_text_does_not_take_the_memory_it_promises(void **state)
{
    (void)state;
    static const char *const texts[] = {"20000\n", "20000 20000\n..\n", "20000 1\n.\nX\n"};
    static const uint64_t lines[] = {2, 2, 4};
    const qi_allocator little = {allocate_little, release, NULL};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        qi_nogo *position;
        qi_text_error error;
        assert_int_equal(qi_nogo_parse(texts[i], strlen(texts[i]), 0, &little, &position, &error),
                         QI_BAD_TEXT);
        assert_int_equal(error.line, lines[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_board_is_set_up_and_written),
        cmocka_unit_test(impossible_setups_are_refused_with_the_point),
        cmocka_unit_test(random_boards_agree_with_the_oracle),
        cmocka_unit_test(lines_and_boards_mean_the_same),
        cmocka_unit_test(generated_boards_survive),
        cmocka_unit_test(huge_boards_survive),
        cmocka_unit_test(lines_are_cut_to_the_capacity),
        cmocka_unit_test(malformed_lines_are_refused_where_they_are_wrong),
        cmocka_unit_test(rows_are_limited),
        cmocka_unit_test(a_short_text_does_not_take_the_memory_it_promises),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
