/* Small endings: legal points kept up to date, and what is remembered, against trying everything.
 */
#include "check.h"

#include "base/random.h"
#include "lab/oracle/nogo.h"
#include "nogo/proof/plain.h"

#include <stdlib.h>

static const uint32_t boards[][2] = {{1, 12}, {2, 6}, {3, 4}, {3, 5},
                                     {4, 4},  {5, 2}, {7, 1}, {5, 8}};

static qi_nogo *new_game(size_t round)
{
    const uint32_t *const size = boards[round % (sizeof boards / sizeof *boards)];
    qi_nogo *game;
    assert_int_equal(qi_nogo_new(size[0], size[1], NULL, &game), QI_OK);
    return game;
}

/* A legal point of a side, or 0. */
static uint64_t choose(qi_random *random, const plain_legal *legal, unsigned side)
{
    uint64_t rest = legal->of[side];
    if (!rest)
        return 0;
    const unsigned count = (unsigned)__builtin_popcountll(rest);
    for (uint64_t skip = qi_random_below(random, count); skip; skip--)
        rest &= rest - 1;
    return rest & -rest;
}

/* A game, and what the proof knows of it before the first move. */
static qi_nogo *begin(size_t round, plain_board *board, plain_position *position,
                      plain_legal *legal)
{
    qi_nogo *const game = new_game(round);
    assert_int_equal(qi_plain_start(game, board, position), QI_OK);
    *legal = qi_plain_legal(board, position);
    return game;
}

/* Random games, in which now and then somebody moves twice. */
static void legal_points_are_kept_up_to_date(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 18);
    for (size_t round = 0; round < 4000; round++) {
        plain_board board;
        plain_position position;
        plain_legal legal;
        qi_nogo *const game = begin(round, &board, &position, &legal);
        for (;;) {
            const unsigned side = (unsigned)qi_random_below(&random, 2);
            const uint64_t stone = choose(&random, &legal, side);
            if (!stone)
                break;
            position.stones[side] |= stone;
            legal = qi_plain_legal_after(&board, &position, &legal, side, stone);
            const plain_legal again = qi_plain_legal(&board, &position);
            assert_memory_equal(&legal, &again, sizeof legal);
        }
        qi_nogo_free(game);
    }
}

/* A memory for each board. */
static void endings_are_settled_as_by_trying_everything(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 19);
    leaf_memory *const memories = calloc(sizeof boards / sizeof *boards, sizeof *memories);
    assert_non_null(memories);
    unsigned won[2] = {0, 0};
    for (size_t round = 0; round < 3000; round++) {
        plain_board board;
        plain_position position;
        plain_legal legal;
        qi_nogo *const game = begin(round, &board, &position, &legal);
        unsigned side = (unsigned)round % 2;
        for (uint64_t stone; plain_open(&legal) > 7 && (stone = choose(&random, &legal, side));
             side = !side) {
            position.stones[side] |= stone;
            legal = qi_plain_legal(&board, &position);
        }
        qi_oracle_nogo oracle;
        assert_true(qi_oracle_nogo_start(&oracle, board.rows, board.columns, NULL));
        for (qi_point i = 0; i < board.points; i++)
            oracle.cells[i] = (uint8_t)(position.stones[0] >> i & 1   ? QI_BLACK
                                        : position.stones[1] >> i & 1 ? QI_WHITE
                                                                      : QI_EMPTY);
        leaf_memory *const memory = &memories[round % (sizeof boards / sizeof *boards)];
        for (unsigned first = 0; first < 2; first++) {
            const bool wins = qi_leaf_wins(&board, memory, &position, &legal, first);
            assert_int_equal(wins, qi_oracle_nogo_wins(&oracle, first ? QI_WHITE : QI_BLACK));
            won[wins]++;
        }
        qi_oracle_nogo_end(&oracle);
        qi_nogo_free(game);
    }
    assert_true(won[0] > 1000 && won[1] > 1000);
    free(memories);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legal_points_are_kept_up_to_date),
        cmocka_unit_test(endings_are_settled_as_by_trying_everything)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
