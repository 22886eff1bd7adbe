/* Texts: scanners, bounded strings, growing buffers and messages; random numbers and intervals. */
#include "check.h"
#include "check_memory.h"

#include "base/buffer.h"
#include "base/host.h"
#include "base/message.h"
#include "base/numbers.h"
#include "base/random.h"
#include "base/text.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* ==== The scanner's places and names, the bounded string, and the random numbers. ==== */

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

static void errors_name_what_was_found(void **state)
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
    qi_writer writer = {buffer, sizeof buffer, 0};
    qi_put_number(&writer, 120);
    qi_put_text(&writer, "abcdef");
    qi_put(&writer, 'g');
    assert_int_equal(qi_put_end(&writer), 10);
    assert_string_equal(buffer, "120ab");
    writer = (qi_writer){NULL, 0, 0};
    qi_put_number(&writer, UINT64_MAX);
    assert_int_equal(qi_put_end(&writer), 20);
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
        qi_writer writer = {text, sizeof text, 0};
        const size_t length = strlen(cases[i].bytes);
        assert_int_equal(qi_put_shown(&writer, cases[i].bytes, length, SIZE_MAX), length);
        qi_put_end(&writer);
        assert_string_equal(text, cases[i].line);
        qi_buffer buffer = {0};
        assert_true(qi_buffer_show(&buffer, cases[i].bytes, length, true));
        assert_string_equal(buffer.bytes, cases[i].lines);
        qi_buffer_free(&buffer);
    }
}

static void shown_text_is_cut_between_characters(void **state)
{
    (void)state;
    char text[7];
    qi_writer writer = {text, sizeof text, 0};
    assert_int_equal(qi_put_shown(&writer, "ab\xff\xff", 4, SIZE_MAX), 3);
    qi_put_end(&writer);
    assert_string_equal(text, "ab\\xff");
    writer = (qi_writer){text, sizeof text, 0};
    assert_int_equal(qi_put_shown(&writer, "\xe6\xb0\x94\xe6\xb0\x94", 6, 1), 3);
    qi_put_end(&writer);
    assert_string_equal(text, "\xe6\xb0\x94");
}

/* ==== Bytes that grow, and the clocks. ==== */

/* Adds until something is a few blocks long; false when the buffer is not whole. */
static bool fill(qi_buffer *buffer)
{
    for (unsigned i = 0; i < 100; i++) {
        qi_buffer_add_number(buffer, i);
        qi_buffer_add_char(buffer, ' ');
        qi_buffer_add_text(buffer, "half ");
        qi_buffer_add(buffer, "a score\n", 8);
    }
    return qi_buffer_printf(buffer, "%s %d", "end", -7);
}

static void a_buffer_holds_what_was_added(void **state)
{
    (void)state;
    qi_buffer buffer = {0};
    assert_true(fill(&buffer));
    assert_memory_equal(buffer.bytes, "0 half a score\n1 half a score\n", 30);
    assert_string_equal(buffer.bytes + buffer.length - 6, "end -7");
    assert_int_equal(buffer.bytes[buffer.length], '\0');
    const size_t length = buffer.length;
    qi_buffer_drop(&buffer, length - 2);
    assert_string_equal(buffer.bytes, "-7");
    qi_buffer_add_number(&buffer, UINT64_MAX);
    assert_string_equal(buffer.bytes, "-718446744073709551615");
    qi_buffer_clear(&buffer);
    assert_string_equal(buffer.bytes, "");
    assert_true(qi_buffer_add(&buffer, NULL, 0));
    assert_int_equal(buffer.length, 0);
    qi_buffer_free(&buffer);
    assert_null(buffer.bytes);
    assert_true(fill(&buffer));
    assert_int_equal(buffer.length, length);
    qi_buffer_free(&buffer);
}

static void a_buffer_reports_lack_of_memory(void **state)
{
    (void)state;
    check_memory memory = {.inside = ATOMIC_FLAG_INIT};
    const qi_allocator allocator = check_allocator(&memory);
    qi_buffer buffer = {.allocator = &allocator};
    assert_true(fill(&buffer));
    const size_t blocks = memory.asked;
    assert_true(blocks > 2);
    qi_buffer_free(&buffer);
    assert_int_equal(memory.held, 0);
    for (size_t fail = 1; fail <= blocks; fail++) {
        memory.fail = fail;
        memory.asked = 0;
        assert_false(fill(&buffer));
        assert_true(buffer.failed);
        /* What fitted is still there, and nothing came after what did not. */
        if (buffer.length)
            assert_int_equal(strlen(buffer.bytes), buffer.length);
        assert_int_equal(memory.asked, fail);
        qi_buffer_clear(&buffer);
        assert_true(fill(&buffer));
        qi_buffer_free(&buffer);
        assert_int_equal(memory.held, 0);
    }
    memory.fail = 0;
    assert_false(qi_buffer_reserve(&buffer, SIZE_MAX - 1));
    assert_true(buffer.failed);
}

static void clocks_go_forward(void **state)
{
    (void)state;
    const double wall = qi_seconds(), cpu = qi_cpu_seconds();
    for (int i = 0; i < 1000; i++)
        assert_true(qi_seconds() >= wall && qi_cpu_seconds() >= cpu);
    const struct timespec moment = {0, 20000000};
    nanosleep(&moment, NULL);
    assert_true(qi_seconds() - wall >= 0.02);
    assert_true(qi_seconds() - wall < 60);
}

/* ==== Messages: taking arguments, printing them, translations, plural forms, what does not fit.
 * ==== */

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
    char longs[50];
    snprintf(longs, sizeof longs, "%ld %lu", LONG_MIN, ULONG_MAX);
    assert_string_equal(english(qi_message_of("%ld %lu", LONG_MIN, ULONG_MAX)), longs);
    assert_string_equal(english(qi_message_of("a board")), "a board");
    assert_string_equal(english(qi_message_of("%s and '%c', 100 %%", "this", 'x')),
                        "this and 'x', 100 %");
    assert_string_equal(
        english(qi_message_of("%d %+d %u %x %lld %llu %zu", -7, 7, 4000000000U, 0x1bU,
                              INT64_MIN + 0LL, UINT64_MAX + 0ULL, (size_t)12)),
        "-7 +7 4000000000 1b -9223372036854775808 18446744073709551615 12");
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
        cmocka_unit_test(scanner_knows_line_and_column),
        cmocka_unit_test(errors_name_what_was_found),
        cmocka_unit_test(numbers_that_do_not_fit_are_refused),
        cmocka_unit_test(strings_are_cut_not_overrun),
        cmocka_unit_test(random_numbers_are_the_known_ones),
        cmocka_unit_test(line_ends_are_skipped),
        cmocka_unit_test(results_have_sentences),
        cmocka_unit_test(vertices_are_read_as_written),
        cmocka_unit_test(shares_have_intervals),
        cmocka_unit_test(characters_are_measured),
        cmocka_unit_test(a_terminal_takes_no_orders),
        cmocka_unit_test(shown_text_is_cut_between_characters),
        cmocka_unit_test(a_buffer_holds_what_was_added),
        cmocka_unit_test(a_buffer_reports_lack_of_memory),
        cmocka_unit_test(clocks_go_forward),
        cmocka_unit_test(prints_as_printf_does),
        cmocka_unit_test(chooses_the_plural_by_the_number_before_it),
        cmocka_unit_test(translates_the_format_and_words_that_are_not_quoted),
        cmocka_unit_test(cuts_what_does_not_fit),
        cmocka_unit_test(counts_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
