/* Refining the order of the solver's moves: what saves positions is kept, and a move that is held
 * stays the first. A solver that is made up here looks at a single weight. */
#include "check.h"

#include "solver-order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WEIGHT = 7, AT_FIRST = 1000, MAX = 1200 };

static weights saved; /* by refine */

_Noreturn void give_up(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(2);
}

void read_net(const char *path, weights *net)
{
    (void)path;
    memset(net, 0, sizeof *net);
    net->direct[WEIGHT] = AT_FIRST;
}

void save_net(const weights *net, const char *path)
{
    (void)path;
    saved = *net;
}

/* The more it weighs, the fewer. */
uint64_t count_positions(const weights *net, const char *board, uint64_t max)
{
    (void)board;
    const uint64_t count = (uint64_t)(1000000 - 10 * net->direct[WEIGHT]);
    return max && count > max ? max + 1 : count;
}

/* But if it weighs too much, another move comes first. */
bool comes_first(const weights *net, const char *board)
{
    return strcmp(board, "4x6=2.2") == 0 && net->direct[WEIGHT] <= MAX;
}

/* The weight after some rounds. */
static int32_t refined(char **boards, int count)
{
    char *arguments[8] = {"1", "20", "16", "net", "out"};
    for (int i = 0; i < count; i++)
        arguments[5 + i] = boards[i];
    assert_int_equal(refine(arguments, count), 0);
    return saved.direct[WEIGHT];
}

static void refining_saves_positions(void **state)
{
    (void)state;
    assert_true(refined((char *[]){"4x5"}, 1) > MAX);
}

static void refining_keeps_a_first_move(void **state)
{
    (void)state;
    const int32_t before = refined((char *[]){"4x6=2.2", "4x5"}, 2);
    assert_true(before > AT_FIRST && before <= MAX);
    const int32_t after = refined((char *[]){"4x5", "4x6=2.2", "3x7"}, 3);
    assert_true(after > AT_FIRST && after <= MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refining_saves_positions),
        cmocka_unit_test(refining_keeps_a_first_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
