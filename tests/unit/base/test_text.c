/* The scanner's places and names, the bounded string, and the random numbers. */
#include "check.h"

#include "base/buffer.h"
#include "base/numbers.h"
#include "base/random.h"
#include "base/text.h"

#include <string.h>

static void scanner_knows_line_and_column(void **state)
{
    (void)state;
    const char text[] = "12 \r\n -7x";
    qi_scanner scanner = qi_scan(text, strlen(text));
    int64_t number;
    assert_true(qi_scan_integer(&scanner, &number));
    assert_int_equal(number, 12);
    qi_skip_space(&scanner);
    assert_true(qi_scan_integer(&scanner, &number));
    assert_int_equal(number, -7);
    qi_text_error error;
    assert_int_equal(qi_scan_end(&scanner, &error), QI_BAD_TEXT);
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 4);
    assert_string_equal(error.found, "'x'");
    assert_string_equal(error.expected, "end of input");
}

static void names_what_it_found(void **state)
{
    (void)state;
    static const struct {
        const char *text, *found;
    } cases[] = {{"", "end of input"},
                 {"\nx", "end of line"},
                 {"\r\n", "end of line"},
                 {"hello there", "'hello'"},
                 {"?", "'?'"},
                 {"\x1b[0m", "byte 0x1b"},
                 {"\rx", "byte 0x0d"},
                 {"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
                  "'abcdefghijklmnopqrstuvwxyzabcdefghijklmn...'"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        qi_scanner scanner = qi_scan(cases[i].text, strlen(cases[i].text));
        qi_text_error error;
        qi_text_fail(&scanner, &error, "something");
        assert_string_equal(error.found, cases[i].found);
    }
}

static void numbers_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "-", "x", "9223372036854775808", "- 1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        qi_scanner scanner = qi_scan(bad[i], strlen(bad[i]));
        int64_t number;
        assert_false(qi_scan_integer(&scanner, &number));
        assert_ptr_equal(scanner.at, bad[i]);
    }
}

static void strings_are_cut_not_overrun(void **state)
{
    (void)state;
    char buffer[6];
    qi_string string = qi_string_in(buffer, sizeof buffer);
    qi_string_number(&string, -12);
    qi_string_text(&string, "abcdef");
    assert_string_equal(buffer, "-12ab");
    char least[24];
    string = qi_string_in(least, sizeof least);
    qi_string_number(&string, INT64_MIN);
    assert_string_equal(least, "-9223372036854775808");
}

static void random_numbers_are_the_known_ones(void **state)
{
    (void)state;
    /* splitmix64 from 0 begins with this number in every implementation. */
    uint64_t seed = 0;
    assert_true(qi_splitmix64(&seed) == 0xe220a8397b1dcdafU);
    /* xoshiro256** with state 1, 2, 3, 4: the first outputs of the reference. */
    qi_random random = {{1, 2, 3, 4}};
    assert_true(qi_random_next(&random) == 11520);
    assert_true(qi_random_next(&random) == 0);
    assert_true(qi_random_next(&random) == 1509978240);
    for (uint32_t bound = 1; bound < 100; bound++)
        for (int i = 0; i < 100; i++)
            assert_true(qi_random_below(&random, bound) < bound);
}

static void line_ends_are_skipped(void **state)
{
    (void)state;
    qi_scanner scanner = qi_scan("\r\n\nx", 4);
    assert_true(qi_skip_line_end(&scanner));
    assert_true(qi_skip_line_end(&scanner));
    assert_int_equal(scanner.line, 3);
    assert_false(qi_skip_line_end(&scanner));
    assert_int_equal(*scanner.at, 'x');
}

/* Every result has its own sentence, also one that is none. */
static void results_have_sentences(void **state)
{
    (void)state;
    for (int one = QI_OK; one <= QI_BAD_DATA + 1; one++) {
        assert_true(strlen(qi_result_text((qi_result)one)) > 3);
        for (int other = QI_OK; other < one; other++)
            assert_string_not_equal(qi_result_text((qi_result)one),
                                    qi_result_text((qi_result)other));
    }
}

/* Points of boards with up to 52 columns come back from their names. */
static void vertices_are_read_as_written(void **state)
{
    (void)state;
    for (uint32_t columns = 1; columns <= 52; columns += 17)
        for (qi_point point = 0; point < 3 * columns; point++) {
            char text[QI_VERTEX_BYTES];
            qi_point again;
            const size_t length = qi_vertex_write(3, columns, point, text);
            assert_int_equal(qi_vertex_read(3, columns, text, length, &again), QI_OK);
            assert_int_equal(again, point);
        }
    char text[QI_VERTEX_BYTES];
    qi_vertex_write(3, 52, 51, text);
    assert_string_equal(text, "BB3");
    qi_point point;
    assert_int_equal(qi_vertex_read(3, 52, "BC3", 3, &point), QI_BAD_ARGUMENT);
    assert_int_equal(qi_vertex_read(3, 5, "BB3", 3, &point), QI_BAD_TEXT);
}

static void shares_have_intervals(void **state)
{
    (void)state;
    const qi_interval none = qi_wilson(0, 0), half = qi_wilson(50, 100);
    assert_true(none.share == 0.5 && none.low == 0 && none.high == 1);
    assert_true(half.share == 0.5 && half.low > 0.40 && half.low < 0.41 && half.high > 0.59 &&
                half.high < 0.60);
}

static void characters_are_measured(void **state)
{
    (void)state;
    const struct {
        const char *bytes;
        size_t length;
    } cases[] = {
        {"", 0},
        {"a", 1},
        {"\xc2\xa0", 2},
        {"\xe6\xb0\x94", 3},
        {"\xf0\x9f\x80\x80", 4},
        {"\x80", 0},
        {"\xc1\xbf", 0},
        {"\xe6\xb0", 0}, /* cut */
        {"\xe6\x30\x94", 0},
        {"\xe0\x9f\xbf", 0}, /* too long for its value */
        {"\xed\xa0\x80", 0},
        {"\xed\x9f\xbf", 3}, /* a surrogate, the one before */
        {"\xf0\x8f\xbf\xbf", 0},
        {"\xf4\x8f\xbf\xbf", 4}, /* the last character */
        {"\xf4\x90\x80\x80", 0},
        {"\xf5\x80\x80\x80", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(qi_character_length(cases[i].bytes, strlen(cases[i].bytes)),
                         cases[i].length);
}

static void a_terminal_takes_no_orders(void **state)
{
    (void)state;
    static const struct {
        const char *bytes, *line, *lines;
    } cases[] = {
        {"plain \xe6\xb0\x94", "plain \xe6\xb0\x94", "plain \xe6\xb0\x94"},
        {"\x1b[2J\x07\x7f", "?[2J??", "?[2J??"},
        {"\xc2\x9b"
         "2J\xc2\xa0",
         "?2J\xc2\xa0", "?2J\xc2\xa0"}, /* U+009B, U+00A0 */
        {"\x9b\xff", "\\x9b\\xff", "\\x9b\\xff"},
        /* U+061C, U+200D to U+2010, U+2029, U+202E, U+2066, U+206A: what turns the text round */
        {"\xd8\x9c \xe2\x80\x8d\xe2\x80\x8e\xe2\x80\x8f\xe2\x80\x90",
         "? \xe2\x80\x8d??\xe2\x80\x90", "? \xe2\x80\x8d??\xe2\x80\x90"},
        {"\xe2\x80\xa9\xe2\x80\xae \xe2\x81\xa6\xe2\x81\xaa", "\xe2\x80\xa9? ?\xe2\x81\xaa",
         "\xe2\x80\xa9? ?\xe2\x81\xaa"},
        {"a\tb\r\nc\rd", "a b  c d", "a\tb\r\nc?d"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[64];
        qi_string string = qi_string_in(text, sizeof text);
        const size_t length = strlen(cases[i].bytes);
        assert_int_equal(qi_string_show(&string, cases[i].bytes, length, SIZE_MAX), length);
        assert_string_equal(text, cases[i].line);
        qi_buffer buffer = {0};
        assert_true(qi_buffer_show(&buffer, cases[i].bytes, length, true));
        assert_string_equal(buffer.bytes, cases[i].lines);
        qi_buffer_free(&buffer);
    }
}

static void what_is_shown_is_cut_between_characters(void **state)
{
    (void)state;
    char text[7];
    qi_string string = qi_string_in(text, sizeof text);
    assert_int_equal(qi_string_show(&string, "ab\xff\xff", 4, SIZE_MAX), 3);
    assert_string_equal(text, "ab\\xff");
    string = qi_string_in(text, sizeof text);
    assert_int_equal(qi_string_show(&string, "\xe6\xb0\x94\xe6\xb0\x94", 6, 1), 3);
    assert_string_equal(text, "\xe6\xb0\x94");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scanner_knows_line_and_column),
        cmocka_unit_test(names_what_it_found),
        cmocka_unit_test(numbers_that_do_not_fit_are_refused),
        cmocka_unit_test(strings_are_cut_not_overrun),
        cmocka_unit_test(random_numbers_are_the_known_ones),
        cmocka_unit_test(line_ends_are_skipped),
        cmocka_unit_test(results_have_sentences),
        cmocka_unit_test(vertices_are_read_as_written),
        cmocka_unit_test(shares_have_intervals),
        cmocka_unit_test(characters_are_measured),
        cmocka_unit_test(a_terminal_takes_no_orders),
        cmocka_unit_test(what_is_shown_is_cut_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
