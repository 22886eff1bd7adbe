/* The scanner's places and names, the bounded string, and the random numbers. */
#include "check.h"

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
    } cases[] = {{"", "end of input"},       {"\nx", "end of line"}, {"\r\n", "end of line"},
                 {"hello there", "'hello'"}, {"?", "'?'"},           {"\x1b[0m", "byte 0x1b"},
                 {"\rx", "byte 0x0d"}};
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scanner_knows_line_and_column),
        cmocka_unit_test(names_what_it_found),
        cmocka_unit_test(numbers_that_do_not_fit_are_refused),
        cmocka_unit_test(strings_are_cut_not_overrun),
        cmocka_unit_test(random_numbers_are_the_known_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
