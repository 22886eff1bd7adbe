/* The tables that order the solver's moves: those of the library are used where they are, and a
 * damaged one is refused. */
#include "check.h"

#include "base/chunk.h"
#include "base/random.h"
#include "nogo/solve/order_net.h"

#include <string.h>

/* Two of the library's tables (nogo/solve/order_net.c): a whole one, and one with the hidden layer
 * of that. */
extern const uint8_t qi_solve_wide[], qi_solve_four[];
extern const uint32_t qi_solve_wide_size, qi_solve_four_size;

enum { SHORT = SOLVE_NET_HEADER + SOLVE_NET_HEAD };

static _Alignas(SOLVE_NET_HEADER) uint8_t table[SOLVE_NET_WHOLE + SOLVE_NET_HEADER];
static solve_net wide;

static const char *read_table(size_t size, const solve_net *other)
{
    solve_net net;
    return qi_solve_read_net(table, size, other, &net);
}

/* Makes the start of a table right again. */
static void seal(size_t size)
{
    qi_chunk_seal(table, SOLVE_NET_MAGIC, SOLVE_NET_HEADER - QI_CHUNK_START,
                  (uint32_t)(size - SOLVE_NET_HEADER));
}

static void the_library_has_one_for_every_board(void **state)
{
    (void)state;
    const void *hidden[8] = {NULL};
    for (uint32_t rows = 0; rows < 8; rows++) {
        solve_net net;
        assert_int_equal(qi_solve_builtin_net(rows, &net), QI_OK);
        assert_int_equal((uintptr_t)net.hidden % 64, 0);
        hidden[rows] = net.hidden;
    }
    for (unsigned rows = 1; rows < 8; rows++)
        for (unsigned other = 0; other < rows; other++) {
            const bool shared = rows >= 3 && rows != 5 && (other == 0 || other >= 3) && other != 5;
            assert_int_equal(hidden[rows] == hidden[other], shared);
        }
}

static void tables_are_used_where_they_are(void **state)
{
    (void)state;
    solve_net net;
    assert_int_equal(qi_solve_wide_size, SOLVE_NET_WHOLE);
    assert_null(qi_solve_read_net(qi_solve_wide, qi_solve_wide_size, NULL, &wide));
    assert_ptr_equal(wide.hidden, qi_solve_wide + SOLVE_NET_HEADER);
    assert_int_equal(qi_solve_four_size, SHORT);
    assert_null(qi_solve_read_net(qi_solve_four, qi_solve_four_size, &wide, &net));
    assert_ptr_equal(net.hidden, wide.hidden);
    assert_ptr_equal(net.direct, qi_solve_four + SOLVE_NET_HEADER);
}

/* Whatever byte is wrong, at any place of a table. */
static void a_damaged_table_is_refused(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 1);
    memcpy(table, qi_solve_wide, SOLVE_NET_WHOLE);
    assert_null(read_table(SOLVE_NET_WHOLE, NULL));
    const uint32_t cases = (uint32_t)test_cases(2000);
    for (uint32_t i = 0; i < SOLVE_NET_HEADER + cases; i++) {
        const uint32_t at = i < SOLVE_NET_HEADER ? i : qi_random_below(&random, SOLVE_NET_WHOLE);
        const uint8_t change = (uint8_t)(1 + qi_random_below(&random, 255));
        table[at] ^= change;
        assert_non_null(read_table(SOLVE_NET_WHOLE, NULL));
        table[at] ^= change;
    }
    memcpy(table, qi_solve_four, SHORT);
    for (uint32_t at = 0; at < SHORT; at++) {
        table[at] ^= 1;
        assert_non_null(read_table(SHORT, &wide));
        table[at] ^= 1;
    }
    assert_null(read_table(SHORT, &wide));
}

static void damaged_tables_have_reasons(void **state)
{
    (void)state;
    solve_net net;
    memcpy(table, qi_solve_wide, SOLVE_NET_WHOLE);
    assert_string_equal(read_table(0, NULL), "it is not a file of this kind");
    assert_string_equal(read_table(20, NULL), "it ends within its header");
    assert_string_equal(read_table(SOLVE_NET_WHOLE - 1, NULL), "it ends too early");
    assert_string_equal(read_table(SOLVE_NET_WHOLE + 1, NULL), "something stands after its end");
    table[7]++;
    assert_string_equal(read_table(SOLVE_NET_WHOLE, NULL), "its version is not supported");
    table[7]--;
    table[8]++;
    assert_string_equal(read_table(SOLVE_NET_WHOLE, NULL), "its header has the wrong length");
    table[8]--;
    table[QI_CHUNK_START]++;
    seal(SOLVE_NET_WHOLE);
    assert_string_equal(read_table(SOLVE_NET_WHOLE, NULL), "its network has another shape");
    table[QI_CHUNK_START]--;
    seal(SOLVE_NET_WHOLE - 64);
    assert_string_equal(read_table(SOLVE_NET_WHOLE - 64, NULL), "its network has another shape");
    seal(SOLVE_NET_WHOLE);
    table[SOLVE_NET_WHOLE - 1]++;
    assert_string_equal(read_table(SOLVE_NET_WHOLE, NULL), "the checksum does not match");
    table[SOLVE_NET_WHOLE - 1]--;
    memmove(table + 8, table, SOLVE_NET_WHOLE);
    assert_string_equal(qi_solve_read_net(table + 8, SOLVE_NET_WHOLE, NULL, &net),
                        "it is not aligned to 64 bytes");
}

/* A table without a hidden layer names the one that it was learnt with. */
static void a_hidden_layer_is_the_right_one(void **state)
{
    (void)state;
    solve_net line;
    memcpy(table, qi_solve_four, SHORT);
    assert_int_equal(qi_solve_builtin_net(1, &line), QI_OK);
    assert_null(read_table(SHORT, &wide));
    assert_string_equal(read_table(SHORT, NULL), "its hidden layer is in another table");
    assert_string_equal(read_table(SHORT, &line), "its hidden layer is in another table");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_library_has_one_for_every_board),
        cmocka_unit_test(tables_are_used_where_they_are),
        cmocka_unit_test(a_damaged_table_is_refused),
        cmocka_unit_test(damaged_tables_have_reasons),
        cmocka_unit_test(a_hidden_layer_is_the_right_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
