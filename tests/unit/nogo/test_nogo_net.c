/* The network: every path against the definition, and a loader that takes any bytes. */
#include "check.h"

#include "nogo/net/evaluate.h"
#include "nogo/net/planes.h"
#include "nogo/rules/position.h"
#include "plain_net.h"
#include "plain_planes.h"
#include "search_games.h"

#include <math.h>
#include <stdio.h>

/* ---- paths ---------------------------------------------------------------------------------- */

static qi_nogo_net *load(const plain_net *net, qi_nogo_net_path path)
{
    const plain_bytes file = plain_write(net);
    qi_nogo_net *loaded = NULL;
    const char *reason = NULL;
    assert_int_equal(qi_nogo_net_load(file.bytes, file.size, path, NULL, &loaded, &reason), QI_OK);
    assert_null(reason);
    free(file.bytes);
    return loaded;
}

static void random_planes(qi_nogo_planes *planes, qi_random *random)
{
    for (uint32_t p = 0; p < QI_PLANE_COUNT; p++)
        for (uint32_t r = 0; r < QI_NOGO_SEARCH_MAX_SIDE;
             r++) /* beyond the board too: not looked at */
            planes->row[p][r] = (uint32_t)qi_random_next(random);
}

/* A position after some random moves, with holes now and then. */
static void played_planes(qi_nogo_planes *planes, uint32_t rows, uint32_t columns,
                          qi_random *random)
{
    qi_nogo *position = empty_board(rows, columns);
    if (qi_random_below(random, 3) == 0)
        for (uint32_t i = rows * columns / 8; i > 0; i--)
            qi_nogo_make_hole(position, qi_random_below(random, rows * columns));
    play_random(position, random, qi_random_below(random, rows * columns + 1));
    assert_int_equal(qi_nogo_planes_of(position, planes), QI_OK);
    qi_nogo_free(position);
}

/* All paths on one board size: some positions, twice, in one worker. */
static void check_board(const plain_net *plain, qi_nogo_net *const *nets, uint32_t rows,
                        uint32_t columns, qi_random *random)
{
    enum { POSITIONS = 3 };
    qi_nogo_planes planes[POSITIONS];
    qi_nogo_evaluation expected[POSITIONS];
    for (uint32_t i = 0; i < POSITIONS; i++) {
        if (i == 0)
            random_planes(&planes[i], random);
        else
            played_planes(&planes[i], rows, columns, random);
        plain_evaluate(plain, &planes[i], rows, columns, &expected[i]);
    }
    for (uint32_t path = 0; path < QI_NOGO_NET_PATHS; path++) {
        if (!nets[path])
            continue;
        qi_nogo_net_worker *worker;
        assert_int_equal(qi_nogo_net_worker_new(nets[path], rows, columns, NULL, &worker), QI_OK);
        for (uint32_t i = 0; i < 2 * POSITIONS; i++) {
            qi_nogo_evaluation answer;
            qi_nogo_net_evaluate(worker, &planes[i % POSITIONS], &answer);
            const qi_nogo_evaluation *right = &expected[i % POSITIONS];
            for (uint32_t p = 0; p < rows * columns; p++)
                assert_int_equal(answer.policy[p], right->policy[p]);
            assert_int_equal(answer.value, right->value);
        }
        qi_nogo_net_worker_free(worker);
    }
}

static void check_net(const plain_net *plain, const uint32_t (*boards)[2], uint32_t count,
                      qi_random *random)
{
    qi_nogo_net *nets[QI_NOGO_NET_PATHS] = {0};
    for (uint32_t path = 0; path < QI_NOGO_NET_PATHS; path++)
        if (qi_nogo_net_has_path((qi_nogo_net_path)path))
            nets[path] = load(plain, (qi_nogo_net_path)path);
    for (uint32_t i = 0; i < count; i++)
        check_board(plain, nets, boards[i][0], boards[i][1], random);
    for (uint32_t path = 0; path < QI_NOGO_NET_PATHS; path++)
        qi_nogo_net_free(nets[path]);
}

static void paths_agree(void **state)
{
    (void)state;
    static const uint32_t boards[][2] = {{1, 1}, {1, 9},  {9, 1},  {2, 2},   {3, 3},  {4, 7},
                                         {5, 5}, {6, 10}, {9, 9},  {13, 13}, {8, 25}, {25, 3},
                                         {7, 7}, {11, 9}, {12, 6}, {19, 2}};
    qi_random random;
    qi_random_seed(&random, 7);
    for (uint32_t channels = 16; channels <= 96; channels += 16)
        for (int kind = PLAIN_SENSIBLE; kind <= PLAIN_EXTREME; kind++) {
            const uint32_t policy = 16 * (1 + qi_random_below(&random, 6));
            const uint32_t hidden = 1 + qi_random_below(&random, 100);
            plain_net *net = plain_make(channels, 1 + channels % 3, policy, hidden,
                                        (plain_kind)kind, qi_random_next(&random));
            const uint32_t first = qi_random_below(&random, 8);
            check_net(net, boards + first, (uint32_t)test_cases(8), &random);
            plain_free(net);
        }
}

static void large_boards(void **state)
{
    (void)state;
    static const uint32_t boards[][2] = {{25, 25}, {19, 19}};
    qi_random random;
    qi_random_seed(&random, 8);
    plain_net *net = plain_make(32, 1, 32, 64, PLAIN_SENSIBLE, 1);
    check_net(net, boards, (uint32_t)test_cases(2), &random);
    plain_free(net);
}

static void deep_networks(void **state)
{
    (void)state;
    static const uint32_t boards[][2] = {{9, 9}, {10, 8}};
    qi_random random;
    qi_random_seed(&random, 9);
    for (uint64_t seed = 0; seed < test_cases(2); seed++) {
        plain_net *net = plain_make(48, 5, 32, 64, PLAIN_SENSIBLE, seed);
        check_net(net, boards, 2, &random);
        plain_free(net);
        net = plain_make(16, 12, 16, 256, PLAIN_WILD, seed);
        check_net(net, boards, 2, &random);
        plain_free(net);
    }
}

/* Random networks would prove nothing if they said the same of every position. */
static void sensible_networks_differ(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 10);
    plain_net *net = plain_make(32, 4, 32, 64, PLAIN_SENSIBLE, 3);
    uint32_t different = 0;
    qi_nogo_evaluation first = {{0}, 0};
    for (uint32_t i = 0; i < 10; i++) {
        qi_nogo_planes planes;
        qi_nogo_evaluation answer;
        played_planes(&planes, 9, 9, &random);
        plain_evaluate(net, &planes, 9, 9, &answer);
        for (uint32_t p = 0; p < 81 && i > 0; p++)
            different += answer.policy[p] != first.policy[p];
        if (i == 0)
            first = answer;
    }
    plain_free(net);
    assert_true(different > 400);
}

/* ---- loading -------------------------------------------------------------------------------- */

static void refuse(const plain_bytes *file, size_t size, const char *expected)
{
    qi_nogo_net *net = NULL;
    const char *reason = NULL;
    /* A copy of exactly that size, so that reading past its end is found out. */
    uint8_t *copy = malloc(size ? size : 1);
    memcpy(copy, file->bytes, size);
    assert_int_equal(qi_nogo_net_load(copy, size, QI_NOGO_NET_PORTABLE, NULL, &net, &reason),
                     QI_BAD_DATA);
    assert_int_equal(qi_nogo_net_load(copy, size, QI_NOGO_NET_PORTABLE, NULL, &net, NULL),
                     QI_BAD_DATA);
    free(copy);
    assert_null(net);
    assert_non_null(reason);
    if (expected)
        assert_string_equal(reason, expected);
}

static void cut_files_are_refused(void **state)
{
    (void)state;
    plain_net *net = plain_make(16, 1, 16, 3, PLAIN_SENSIBLE, 1);
    const plain_bytes file = plain_write(net);
    for (size_t size = 0; size < file.size; size++)
        refuse(&file, size, NULL);
    file.bytes[file.size] = 0;
    refuse(&file, file.size + 1, "something stands after its end");
    free(file.bytes);
    plain_free(net);
}

static void changed_bytes_are_refused(void **state)
{
    (void)state;
    plain_net *net = plain_make(16, 1, 16, 3, PLAIN_SENSIBLE, 1);
    const plain_bytes file = plain_write(net);
    qi_random random;
    qi_random_seed(&random, 1);
    for (size_t i = 0; i < file.size; i++) {
        const uint8_t change = (uint8_t)(1 + qi_random_below(&random, 255));
        file.bytes[i] ^= change;
        refuse(&file, file.size, NULL);
        file.bytes[i] ^= change;
    }
    free(file.bytes);
    plain_free(net);
}

/* Sets bytes of a correct file, signs it and expects a refusal. */
static void refuse_with(size_t at, const char *bytes, size_t count, const char *expected)
{
    plain_net *net = plain_make(16, 1, 16, 3, PLAIN_SENSIBLE, 1);
    plain_bytes file = plain_write(net);
    memcpy(file.bytes + at, bytes, count);
    plain_sign(&file);
    refuse(&file, file.size, expected);
    free(file.bytes);
    plain_free(net);
}

static void wrong_numbers_are_refused(void **state)
{
    (void)state;
    const size_t stem = 72, bias = stem + 16 * 8 * 9, mult = bias + 4 * 16, shift = mult + 2 * 16;
    const size_t convolution = 16 * 16 * 9 + 6 * 16 + 4;
    const size_t logit = shift + 4 + 2 * convolution + 16 * 16 + 6 * 16 + 4;
    refuse_with(0, "X", 1, "it is not a file of this kind");
    refuse_with(7, "\2", 1, "its version is not supported");
    refuse_with(8, "\65", 1, "its header has the wrong length");
    refuse_with(20, "\21", 1, "its channels are not 16, 32, 48, 64, 80 or 96");
    refuse_with(20, "\160", 1, "its channels are not 16, 32, 48, 64, 80 or 96");
    refuse_with(20, "\0", 1, "its channels are not 16, 32, 48, 64, 80 or 96");
    refuse_with(20, "\40", 1, "its size is not that of its shape");
    refuse_with(22, "\0", 1, "its blocks are not 1 to 12");
    refuse_with(22, "\15", 1, "its blocks are not 1 to 12");
    refuse_with(24, "\10", 1, "its policy channels are not 16, 32, 48, 64, 80 or 96");
    refuse_with(26, "\0", 1, "its hidden units are not 1 to 256");
    refuse_with(26, "\1\1", 2, "its hidden units are not 1 to 256");
    refuse_with(28, "\1", 1, "its reserved bytes are not 0");
    refuse_with(32, "a\nb", 3, "its name is not a text");
    refuse_with(32, "a\0b", 3, "its name is not a text");
    refuse_with(stem + 5, "\200", 1, "a weight is -128");
    refuse_with(bias, "\1\0\0\20", 4, "a bias is too large");
    refuse_with(bias + 60, "\377\377\377\357", 4, "a bias is too large");
    refuse_with(mult, "\0\200", 2, "a multiplier is negative");
    refuse_with(shift, "\40", 1, "a shift is over 31");
    refuse_with(shift + 3, "\1", 1, "its padding is not 0");
    refuse_with(logit + 3, "\200", 1, "a weight is -128");
    refuse_with(logit + 16, "\1\0\0\20", 4, "a bias is too large");
    refuse_with(logit + 24, "\0", 1, "the shift of a logit is not 1 to 62");
    refuse_with(logit + 24, "\77", 1, "the shift of a logit is not 1 to 62");
    refuse_with(logit + 27, "\1", 1, "its padding is not 0");
}

static void *no_memory(void *context, size_t size)
{
    (void)context;
    (void)size;
    return NULL;
}

static void no_release(void *context, void *block)
{
    (void)context;
    (void)block;
}

static void a_loaded_net_describes_itself(void **state)
{
    (void)state;
    plain_net *plain = plain_make(48, 5, 32, 64, PLAIN_SENSIBLE, 1);
    qi_nogo_net *net = load(plain, QI_NOGO_NET_BEST);
    qi_nogo_net_info info = {.size = sizeof info};
    qi_nogo_net_info_of(net, &info);
    assert_string_equal(info.name, "plain");
    assert_int_equal(info.channels, 48);
    assert_int_equal(info.blocks, 5);
    assert_true(info.positions == 123456789012);
    assert_int_equal(info.point_products, 48 * 8 * 9 + 10 * 48 * 48 * 9);
    assert_int_not_equal(info.path, QI_NOGO_NET_BEST);
    assert_true(qi_nogo_net_has_path(info.path));
    const qi_allocator none = {no_memory, no_release, NULL};
    qi_nogo_net_worker *worker;
    assert_int_equal(qi_nogo_net_worker_new(net, 9, 9, &none, &worker), QI_NO_MEMORY);
    assert_int_equal(qi_nogo_net_worker_new(net, 0, 9, NULL, &worker), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_net_worker_new(net, 9, 26, NULL, &worker), QI_BAD_ARGUMENT);
    qi_nogo_net_free(net);
    const plain_bytes file = plain_write(plain);
    assert_int_equal(qi_nogo_net_load(file.bytes, file.size, QI_NOGO_NET_BEST, &none, &net, NULL),
                     QI_NO_MEMORY);
    assert_int_equal(qi_nogo_net_load(file.bytes, file.size, (qi_nogo_net_path)9, NULL, &net, NULL),
                     QI_UNSUPPORTED);
    assert_null(qi_nogo_net_path_name((qi_nogo_net_path)9));
    free(file.bytes);
    plain_free(plain);
    qi_nogo_net_free(NULL);
    qi_nogo_net_worker_free(NULL);
}

static void the_library_has_a_network(void **state)
{
    (void)state;
    for (uint32_t path = 0; path < QI_NOGO_NET_PATHS; path++) {
        qi_nogo_net *net;
        const bool there = qi_nogo_net_has_path((qi_nogo_net_path)path);
        assert_int_equal(qi_nogo_net_builtin((qi_nogo_net_path)path, NULL, &net),
                         there ? QI_OK : QI_UNSUPPORTED);
        if (there)
            qi_nogo_net_free(net);
    }
}

/* ---- planes --------------------------------------------------------------------------------- */

static void planes_are_those_of_the_rules(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 3);
    for (uint64_t i = 0; i < test_cases(300); i++) {
        const uint32_t rows = 1 + qi_random_below(&random, 25);
        const uint32_t columns = 1 + qi_random_below(&random, 25);
        qi_nogo *position = empty_board(rows, columns);
        if (qi_random_below(&random, 2))
            for (uint32_t k = rows * columns / 6; k > 0; k--)
                qi_nogo_make_hole(position, qi_random_below(&random, rows * columns));
        play_random(position, &random, qi_random_below(&random, rows * columns + 1));
        qi_nogo_planes planes;
        assert_int_equal(qi_nogo_planes_of(position, &planes), QI_OK);
        for (uint32_t p = 0; p < QI_PLANE_COUNT; p++)
            for (uint32_t point = 0; point < rows * columns; point++)
                assert_int_equal(planes.row[p][point / columns] >> point % columns & 1,
                                 plain_plane(position, p, point));
        qi_nogo_free(position);
    }
    qi_nogo *position = empty_board(26, 3);
    qi_nogo_planes planes;
    assert_int_equal(qi_nogo_planes_of(position, &planes), QI_TOO_LARGE);
    qi_nogo_free(position);
}

/* ---- chances -------------------------------------------------------------------------------- */

static void win_shares_follow_the_logistic_curve(void **state)
{
    (void)state;
    uint32_t last = 0;
    for (int value = INT16_MIN; value <= INT16_MAX; value++) {
        const uint32_t share = qi_nogo_win_share((int16_t)value);
        assert_true(fabs(share / 65535.0 - 1 / (1 + exp(-value / 4096.0))) < 1.0 / 65535);
        assert_true(share >= last);
        if (value != 0 && value > INT16_MIN)
            assert_int_equal(share + qi_nogo_win_share((int16_t)-value), 65535);
        last = share;
    }
}

static void policy_shares_are_a_softmax(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 4);
    for (uint64_t i = 0; i < test_cases(2000); i++) {
        int16_t policy[625];
        uint16_t points[625], share[625];
        const uint32_t width = 1 + qi_random_below(&random, 65536);
        for (uint32_t p = 0; p < 625; p++)
            policy[p] = (int16_t)((int32_t)qi_random_below(&random, width) - (int32_t)width / 2);
        const uint32_t count = 1 + qi_random_below(&random, 625);
        for (uint32_t k = 0; k < count; k++)
            points[k] = (uint16_t)(624 - k);
        const bool listed = i & 1;
        qi_nogo_policy_shares(policy, listed ? points : NULL, count, share);
        double best = -1e9, sum = 0;
        for (uint32_t k = 0; k < count; k++)
            best = fmax(best, policy[listed ? points[k] : k] / 256.0);
        for (uint32_t k = 0; k < count; k++)
            sum += exp(policy[listed ? points[k] : k] / 256.0 - best);
        for (uint32_t k = 0; k < count; k++) {
            const double exact = exp(policy[listed ? points[k] : k] / 256.0 - best) / sum;
            assert_true(share[k] >= 1);
            assert_true(fabs(share[k] - 65535 * exact) < 1.01);
        }
    }
    /* The same on every machine: some of the numbers themselves. */
    const int16_t policy[5] = {0, 256, -512, 100, 2000};
    uint16_t share[5];
    qi_nogo_policy_shares(policy, NULL, 4, share);
    assert_int_equal(share[0], 12292);
    assert_int_equal(share[1], 33413);
    assert_int_equal(share[2], 1664);
    assert_int_equal(share[3], 18166);
    assert_int_equal(qi_nogo_win_share(4096), 47910);
    assert_int_equal(qi_nogo_win_share(-20000), 493);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_agree),
        cmocka_unit_test(large_boards),
        cmocka_unit_test(deep_networks),
        cmocka_unit_test(sensible_networks_differ),
        cmocka_unit_test(cut_files_are_refused),
        cmocka_unit_test(changed_bytes_are_refused),
        cmocka_unit_test(wrong_numbers_are_refused),
        cmocka_unit_test(a_loaded_net_describes_itself),
        cmocka_unit_test(the_library_has_a_network),
        cmocka_unit_test(planes_are_those_of_the_rules),
        cmocka_unit_test(win_shares_follow_the_logistic_curve),
        cmocka_unit_test(policy_shares_are_a_softmax),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
