/* The batched environment and the network's planes, against the plain rules. */
#include "check.h"

#include "base/random.h"
#include "nogo/net/planes.h"
#include "nogo/rules/position.h"
#include "nogo/selfplay/game.h"
#include "plain_nogo.h"
#include "plain_planes.h"
#include "search_games.h"
#include <qi/nogo_selfplay.h>

enum { GAMES = 6, MAX_AREA = 25 * 25 };

/* A game as flood fill sees it, for the sizes it can hold. */
static bool plain_of(const qi_nogo *position, plain *board)
{
    board->rows = (int)qi_nogo_rows(position);
    board->columns = (int)qi_nogo_columns(position);
    if (board->rows * board->columns > PLAIN_MAX)
        return false;
    for (int p = 0; p < board->rows * board->columns; p++)
        board->at[p] = ".XO#"[qi_nogo_at(position, (qi_point)p)];
    return true;
}

static void check_legal(const qi_nogo *position, const uint8_t *legal)
{
    plain board;
    const bool small = plain_of(position, &board);
    const char mover = qi_nogo_to_move(position) == QI_BLACK ? 'X' : 'O';
    for (uint32_t p = 0; p < qi_nogo_rows(position) * qi_nogo_columns(position); p++) {
        assert_int_equal(legal[p], qi_nogo_judge(position, qi_nogo_to_move(position), p, NULL) ==
                                       QI_NOGO_LEGAL);
        if (small)
            assert_int_equal(legal[p], plain_legal(&board, mover, (int)p));
    }
}

/* Everything the batch reports of its positions. */
static void check_batch(const qi_nogo_batch *batch, qi_nogo *const *games)
{
    static uint8_t legal[GAMES * MAX_AREA], packed[GAMES * 8 * (MAX_AREA / 8 + 1)];
    static float planes[GAMES * 8 * MAX_AREA];
    uint8_t colour[GAMES];
    const uint32_t rows = qi_nogo_rows(games[0]), columns = qi_nogo_columns(games[0]);
    const uint32_t area = rows * columns;
    const size_t bytes = qi_nogo_position_bytes(rows, columns);
    assert_int_equal(bytes, 8 * ((area + 7) / 8));
    qi_nogo_batch_legal(batch, legal);
    qi_nogo_batch_to_move(batch, colour);
    qi_nogo_batch_planes(batch, packed, planes);
    for (uint32_t i = 0; i < GAMES; i++) {
        check_legal(games[i], legal + i * area);
        assert_int_equal(colour[i], qi_nogo_to_move(games[i]));
        check_packed(games[i], packed + i * bytes);
        for (uint32_t plane = 0; plane < 8; plane++)
            for (uint32_t p = 0; p < area; p++)
                assert_true(planes[(i * 8 + plane) * area + p] ==
                            (plain_plane(games[i], plane, p) ? 1.0F : 0.0F));
    }
}

/* Plays all games at random, some of them pausing now and then, until each ended `rounds` times. */
static void play_on_size(qi_random *random, uint32_t rows, uint32_t columns, uint32_t steps)
{
    qi_nogo_batch *batch;
    qi_nogo *games[GAMES];
    assert_int_equal(qi_nogo_batch_new(rows, columns, GAMES, NULL, &batch), QI_OK);
    for (uint32_t i = 0; i < GAMES; i++)
        games[i] = empty_board(rows, columns);
    for (uint32_t step = 0; step < steps; step++) {
        check_batch(batch, games);
        uint16_t moves[GAMES];
        uint8_t done[GAMES];
        int8_t reward[GAMES];
        for (uint32_t i = 0; i < GAMES; i++) {
            const qi_point move =
                qi_random_below(random, 8) ? random_move(games[i], random) : QI_NO_POINT;
            moves[i] = move == QI_NO_POINT ? QI_NOGO_NO_MOVE : (uint16_t)move;
        }
        assert_int_equal(qi_nogo_batch_step(batch, moves, done, reward), QI_OK);
        for (uint32_t i = 0; i < GAMES; i++) {
            const bool moved = moves[i] != QI_NOGO_NO_MOVE;
            if (moved)
                assert_int_equal(qi_nogo_play(games[i], qi_nogo_to_move(games[i]), moves[i], NULL),
                                 QI_NOGO_LEGAL);
            const bool over = !qi_nogo_can_move(games[i], qi_nogo_to_move(games[i]));
            assert_int_equal(done[i], over);
            assert_int_equal(reward[i], moved && over);
            if (over) {
                qi_nogo_free(games[i]);
                games[i] = empty_board(rows, columns);
            }
        }
        qi_nogo_batch_reset(batch, done);
    }
    for (uint32_t i = 0; i < GAMES; i++)
        qi_nogo_free(games[i]);
    qi_nogo_batch_free(batch);
}

static void batches_follow_the_rules(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 14);
    for (uint32_t rows = 1; rows <= 9; rows++)
        for (uint32_t columns = 1; columns <= 9; columns++)
            play_on_size(&random, rows, columns, (uint32_t)test_cases(80));
    static const uint32_t large[][2] = {{10, 10}, {11, 11}, {13, 13}, {13, 7},  {19, 19},
                                        {19, 5},  {3, 25},  {25, 25}, {1, 25},  {25, 1},
                                        {9, 25},  {2, 19},  {16, 16}, {15, 17}, {24, 23}};
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        play_on_size(&random, large[i][0], large[i][1], (uint32_t)test_cases(160));
}

/* An illegal move anywhere, and no game moves. */
static void bad_moves_change_nothing(void **state)
{
    (void)state;
    qi_nogo_batch *batch;
    assert_int_equal(qi_nogo_batch_new(3, 3, 2, NULL, &batch), QI_OK);
    uint8_t done[2] = {7, 7}, before[2 * 16], after[2 * 16];
    int8_t reward[2] = {7, 7};
    assert_int_equal(qi_nogo_batch_step(batch, (const uint16_t[]){4, 0}, NULL, NULL), QI_OK);
    qi_nogo_batch_planes(batch, before, NULL);
    static const uint16_t bad[][2] = {{0, 0}, {4, 1}, {9, 1}, {1, 65534}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(qi_nogo_batch_step(batch, bad[i], done, reward), QI_BAD_ARGUMENT);
        qi_nogo_batch_planes(batch, after, NULL);
        assert_memory_equal(before, after, sizeof before);
        assert_int_equal(done[0] + done[1] + reward[0] + reward[1], 28);
    }
    qi_nogo_batch_free(batch);
}

/* Games may begin anywhere, holes included. */
static void games_are_set(void **state)
{
    (void)state;
    static const char *const lines[GAMES] = {"5/5/5/5:x",      "_4/x.o2/5/4_:o",
                                             "xxxx./o4/5/5:o", "5/2_2/5/1xox1:x",
                                             "5/5/5/5:o",      "._._./5/_x_o_/5:x"};
    qi_nogo *games[GAMES];
    qi_nogo_batch *batch;
    stingy from = {1000, 0};
    const qi_allocator allocator = stingy_allocator(&from);
    assert_int_equal(qi_nogo_batch_new(4, 5, GAMES, &allocator, &batch), QI_OK);
    for (uint32_t i = 0; i < GAMES; i++) {
        assert_int_equal(qi_nogo_parse_line(lines[i], strlen(lines[i]), NULL, &games[i], NULL),
                         QI_OK);
        assert_int_equal(qi_nogo_batch_set(batch, i, games[i]), QI_OK);
    }
    check_batch(batch, games);
    qi_nogo *other = empty_board(5, 4);
    assert_int_equal(qi_nogo_batch_set(batch, 0, other), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_batch_set(batch, GAMES, games[0]), QI_BAD_ARGUMENT);
    from.left = 0;
    assert_int_equal(qi_nogo_batch_set(batch, 0, games[1]), QI_NO_MEMORY);
    check_batch(batch, games);
    for (uint32_t i = 0; i < GAMES; i++)
        qi_nogo_free(games[i]);
    qi_nogo_free(other);
    qi_nogo_batch_free(batch);
}

/* Planes on boards with holes. */
static void planes_know_holes(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 15);
    static qi_board board;
    for (uint64_t i = 0; i < test_cases(3000); i++) {
        qi_nogo *position =
            empty_board(1 + qi_random_below(&random, 12), 1 + qi_random_below(&random, 12));
        const uint32_t area = qi_nogo_rows(position) * qi_nogo_columns(position);
        for (uint32_t hole = qi_random_below(&random, 6); hole > 0; hole--)
            qi_nogo_make_hole(position, qi_random_below(&random, area));
        play_random(position, &random, qi_random_below(&random, area));
        assert_int_equal(qi_board_set(&board, position), QI_OK);
        qi_planes planes;
        uint8_t packed[8 * 18];
        qi_planes_make(&planes, &board);
        qi_planes_pack(&planes, board.rows, board.columns, packed);
        check_packed(position, packed);
        qi_nogo_free(position);
    }
}

static void bad_arguments_and_no_memory(void **state)
{
    (void)state;
    qi_nogo_batch *batch = NULL;
    assert_int_equal(qi_nogo_batch_new(0, 5, 1, NULL, &batch), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_batch_new(5, 26, 1, NULL, &batch), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_batch_new(26, 5, 1, NULL, &batch), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_batch_new(5, 5, 0, NULL, &batch), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_batch_new(5, 5, 1, NULL, NULL), QI_BAD_ARGUMENT);
    assert_null(batch);
    int tries = 0;
    stingy from;
    for (;; tries++) {
        from = (stingy){tries, 0};
        const qi_allocator allocator = stingy_allocator(&from);
        const qi_result result = qi_nogo_batch_new(5, 5, 3, &allocator, &batch);
        if (result == QI_OK)
            break;
        assert_int_equal(result, QI_NO_MEMORY);
        assert_null(batch);
        assert_int_equal(from.out, 0);
    }
    assert_true(tries >= 3);
    qi_nogo_batch_free(batch);
    assert_int_equal(from.out, 0);
    qi_nogo_batch_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(batches_follow_the_rules),
        cmocka_unit_test(bad_moves_change_nothing),
        cmocka_unit_test(games_are_set),
        cmocka_unit_test(planes_know_holes),
        cmocka_unit_test(bad_arguments_and_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
