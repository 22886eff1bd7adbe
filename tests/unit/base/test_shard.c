/* The parts of a work are the whole, each item once, and expensive items are in all of them. */
#include "check.h"

#include "base/numbers.h"

static void every_item_is_in_one_part(void **state)
{
    (void)state;
    enum { ITEMS = 1000 };
    for (uint32_t parts = 1; parts <= 40; parts++) {
        uint32_t sizes[41] = {0};
        for (uint64_t index = 0; index < ITEMS; index++) {
            uint32_t owners = 0;
            for (uint32_t part = 1; part <= parts; part++)
                if (qi_shard_has((qi_shard){part, parts}, index)) {
                    owners++;
                    sizes[part]++;
                }
            assert_int_equal(owners, 1);
        }
        for (uint32_t part = 1; part <= parts; part++)
            assert_true(sizes[part] == ITEMS / parts || sizes[part] == ITEMS / parts + 1);
    }
    assert_true(qi_shard_has((qi_shard){1, 1}, UINT64_MAX));
}

static void regular_items_are_spread(void **state)
{
    (void)state;
    for (uint32_t parts = 2; parts <= 16; parts++)
        for (uint32_t part = 1; part <= parts; part++) {
            uint32_t count = 0;
            for (uint64_t i = 0; i < 1000; i++)
                count += qi_shard_has((qi_shard){part, parts}, i * parts);
            assert_true(count > 500 / parts && count < 2000 / parts);
        }
}

static void ranges_follow_each_other(void **state)
{
    (void)state;
    static const uint64_t counts[] = {0, 1, 2, 7, 100, (uint64_t)1 << 48, UINT64_MAX};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (uint32_t parts = 1; parts <= 20; parts++) {
            uint64_t next = 0;
            for (uint32_t part = 1; part <= parts; part++) {
                uint64_t first;
                const uint64_t count = qi_shard_range((qi_shard){part, parts}, counts[i], &first);
                assert_true(first == next);
                assert_true(count == counts[i] / parts || count == counts[i] / parts + 1);
                next += count;
            }
            assert_true(next == counts[i]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_item_is_in_one_part),
        cmocka_unit_test(regular_items_are_spread),
        cmocka_unit_test(ranges_follow_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
