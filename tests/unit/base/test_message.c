/* Messages: taking arguments, printing them, translations, plural forms, what does not fit. */
#include "check.h"

#include "base/message.h"

#include <stdio.h>
#include <string.h>

static const char *english(qi_message message)
{
    static char text[300];
    const size_t length = qi_message_write(&message, NULL, NULL, text, sizeof text);
    assert_true(length < sizeof text);
    assert_int_equal(strlen(text), length);
    return text;
}

static void prints_as_printf_does(void **state)
{
    (void)state;
    assert_string_equal(english(qi_message_of("a board")), "a board");
    assert_string_equal(english(qi_message_of("%s and '%c', 100 %%", "this", 'x')),
                        "this and 'x', 100 %");
    assert_string_equal(
        english(qi_message_of("%d %+d %u %x %ld %lu %lld %llu %zu", -7, 7, 4000000000U, 0x1bU,
                              -5000000000L, 5000000000UL, INT64_MIN + 0LL, UINT64_MAX + 0ULL,
                              (size_t)12)),
        "-7 +7 4000000000 1b -5000000000 5000000000 -9223372036854775808 18446744073709551615 12");
    assert_string_equal(english(qi_message_of("'%.3s' '%.*s'", "abcdef", 2, "xyz")), "'abc' 'xy'");
    assert_string_equal(english(qi_message_of("%5d|%-5d|%03d|%4s", 42, 42, 7, "ab")),
                        "   42|42   |007|  ab");
    assert_string_equal(english((qi_message){0}), "");
}

static void chooses_the_plural_by_the_number_before_it(void **state)
{
    (void)state;
    assert_string_equal(english(qi_message_of("%d {move|moves}", 1)), "1 move");
    assert_string_equal(english(qi_message_of("%d {move|moves}", 2)), "2 moves");
    assert_string_equal(english(qi_message_of("%d {move|moves}", 11)), "11 moves");
    assert_string_equal(english(qi_message_of("%u game{|s}, %u {lies|lie} there", 1U, 0U)),
                        "1 game, 0 lie there");
    assert_string_equal(english(qi_message_of("{\"a\": %d} {b}", 1)), "{\"a\": 1} {b}");
}

static const char *in_german(void *context, const char *text, size_t length)
{
    static const char *const words[][2] = {{"%s takes %s of '%s'", "%2$s von '%3$s' nimmt %1$s"},
                                           {"Black", "Schwarz"},
                                           {"a stone", "einen Stein"},
                                           {"%5s|", "%5s|"},
                                           {"two", "二"}};
    (void)context;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i][0]) == length && memcmp(words[i][0], text, length) == 0)
            return words[i][1];
    return NULL;
}

static void translates_the_format_and_words_that_are_not_quoted(void **state)
{
    (void)state;
    char text[100];
    qi_message message = qi_message_of("%s takes %s of '%s'", "Black", "a stone", "Black");
    qi_message_write(&message, in_german, NULL, text, sizeof text);
    assert_string_equal(text, "einen Stein von 'Black' nimmt Schwarz");
    message = qi_message_of("%5s|", "two"); /* two columns wide, three bytes long */
    qi_message_write(&message, in_german, NULL, text, sizeof text);
    assert_string_equal(text, "   二|");
    message = qi_message_of("unknown, by %s", "Black");
    qi_message_write(&message, in_german, NULL, text, sizeof text);
    assert_string_equal(text, "unknown, by Schwarz");
}

static void cuts_what_does_not_fit(void **state)
{
    (void)state;
    char long_text[400], text[8];
    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    const qi_message message = qi_message_of("%s %s %d", long_text, "never", 5);
    const char *second = qi_message_skip(message.arguments, 1);
    assert_in_range(second - message.arguments, 200, sizeof message.arguments);
    assert_string_equal(second, "");
    assert_true(qi_message_write(&message, NULL, NULL, text, sizeof text) > 200);
    assert_string_equal(text, "xxxxxxx");
    assert_true(qi_message_write(&message, NULL, NULL, NULL, 0) > 200);
    const qi_message many = qi_message_of("%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d", 0, 1, 2, 3, 4, 5, 6,
                                          7, 8, 9, 10, 11, 12, 13, 14, 15);
    assert_string_equal(english(many), "0123456789101112131415");
}

static void counts_arguments(void **state)
{
    (void)state;
    const char format[] = "%d %% %-8s|%.1f\n%llu";
    assert_int_equal(qi_message_count(format, strlen(format)), 4);
    assert_int_equal(qi_message_count(format, 5), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prints_as_printf_does),
        cmocka_unit_test(chooses_the_plural_by_the_number_before_it),
        cmocka_unit_test(translates_the_format_and_words_that_are_not_quoted),
        cmocka_unit_test(cuts_what_does_not_fit),
        cmocka_unit_test(counts_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
