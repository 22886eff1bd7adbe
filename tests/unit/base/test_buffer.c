/* Bytes that grow, and the clocks. */
#include "check.h"
#include "check_memory.h"

#include <string.h>

#include "base/buffer.h"
#include "base/host.h"

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

static void what_is_added_stands_in_it(void **state)
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

static void it_fails_without_memory_and_says_so(void **state)
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_added_stands_in_it),
        cmocka_unit_test(it_fails_without_memory_and_says_so),
        cmocka_unit_test(clocks_go_forward),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
