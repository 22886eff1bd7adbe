/* The memory of a game: how much it takes, what happens when there is none, and long games. */
#include "check.h"

#include "go_picture.h"

#include "base/random.h"
#include "go/games.h"

#include <qi/go.h>
#include <string.h>

/* Plays random legal moves in turns until there are `steps` of them. */
static void play_random(qi_go *game, qi_random *random, uint32_t steps)
{
    const uint32_t points = qi_go_rows(game) * qi_go_columns(game);
    for (uint64_t tries = 0; qi_go_steps(game) < steps; tries++) {
        assert_true(tries < 200ULL * steps + 100000);
        judge_and_play(game, tries % 2 ? QI_WHITE : QI_BLACK, qi_random_below(random, points),
                       NULL);
    }
}

static void memory_grows_in_proportion(void **state)
{
    (void)state;
    qi_go *game;
    assert_int_equal(qi_go_new(19, 19, NULL, NULL, &game), QI_OK);
    qi_random random;
    qi_random_seed(&random, 1);
    for (uint32_t steps = 2000; steps <= test_cases(64000); steps *= 2) {
        play_random(game, &random, steps);
        const qi_go_memory memory = qi_go_measure_memory(game);
        assert_int_equal(memory.positions, steps + 1);
        assert_true(memory.used <= 22ULL * steps);
        assert_true(memory.held <= 2 * memory.used + 120000);
    }
    qi_go_free(game);
}

/* What a step was and how the board looked, for a game longer than several checkpoints. */
static void every_step_is_remembered(void **state)
{
    (void)state;
    enum { STEPS = 1500 };
    qi_go *game;
    assert_int_equal(qi_go_new(9, 8, NULL, NULL, &game), QI_OK);
    qi_random random;
    qi_random_seed(&random, 2);
    static qi_go_step steps[STEPS + 1];
    static uint64_t hashes[STEPS + 1];
    static uint64_t captures[STEPS + 1];
    for (uint32_t step = 1; step <= STEPS; step++) {
        const uint64_t before = qi_go_captures(game, QI_BLACK) + qi_go_captures(game, QI_WHITE);
        play_random(game, &random, step);
        captures[step] = qi_go_captures(game, QI_BLACK) + qi_go_captures(game, QI_WHITE);
        hashes[step] = qi_go_hash(game);
        assert_int_equal(qi_go_step_at(game, step, &steps[step], NULL, 0), QI_OK);
        assert_int_equal(steps[step].captured, captures[step] - before);
    }
    for (uint32_t step = 1; step <= STEPS; step++) {
        qi_go_step again;
        assert_int_equal(qi_go_step_at(game, step, &again, NULL, 0), QI_OK);
        assert_memory_equal(&again, &steps[step], sizeof again);
    }
    qi_go_step none;
    assert_int_equal(qi_go_step_at(game, 0, &none, NULL, 0), QI_BAD_ARGUMENT);
    assert_int_equal(qi_go_step_at(game, STEPS + 1, &none, NULL, 0), QI_BAD_ARGUMENT);
    /* Back to the start, then the same moves again: none of them is a repetition now. */
    for (uint32_t step = STEPS; step > 0; step--) {
        assert_true(qi_go_hash(game) == hashes[step]);
        assert_true(qi_go_captures(game, QI_BLACK) + qi_go_captures(game, QI_WHITE) ==
                    captures[step]);
        assert_true(qi_go_undo(game));
    }
    assert_false(qi_go_undo(game));
    for (uint32_t step = 1; step <= STEPS; step++) {
        assert_int_equal(
            judge_and_play(game, steps[step].move.colour, steps[step].move.point, NULL), QI_GO_OK);
        assert_true(qi_go_hash(game) == hashes[step]);
    }
    /* A cleared game forgets all of them. */
    qi_go_clear(game);
    assert_int_equal(qi_go_steps(game), 0);
    for (uint32_t step = 1; step <= STEPS; step++)
        assert_int_equal(
            judge_and_play(game, steps[step].move.colour, steps[step].move.point, NULL), QI_GO_OK);
    qi_go_free(game);
}

/* ---- memory that runs out ----------------------------------------------------------------- */

typedef struct meagre {
    uint64_t left; /* allocations that still succeed */
    int64_t blocks;
} meagre;

static void *take(void *context, size_t size)
{
    meagre *memory = context;
    if (!memory->left)
        return NULL;
    memory->left--;
    memory->blocks++;
    return malloc(size);
}

static void give(void *context, void *block)
{
    ((meagre *)context)->blocks--;
    free(block);
}

static void without_memory_nothing_changes(void **state)
{
    (void)state;
    for (uint64_t allowed = 0; allowed < 40; allowed++) {
        meagre memory = {allowed, 0};
        const qi_allocator allocator = {take, give, &memory};
        qi_go *game = NULL;
        if (qi_go_new(5, 5, NULL, &allocator, &game) != QI_OK) {
            assert_int_equal(memory.blocks, 0);
            continue;
        }
        qi_random random;
        qi_random_seed(&random, allowed);
        qi_result result = QI_OK;
        qi_colour colour = QI_BLACK;
        qi_point point = 0;
        uint64_t hash = 0;
        for (int i = 0; i < 30000 && result != QI_NO_MEMORY; i++) {
            colour = i % 2 ? QI_WHITE : QI_BLACK;
            point = qi_random_below(&random, 25);
            hash = qi_go_hash(game);
            result = qi_go_play(game, colour, point, NULL, NULL);
        }
        if (result == QI_NO_MEMORY) {
            const uint32_t steps = qi_go_steps(game);
            assert_true(qi_go_hash(game) == hash);
            assert_int_equal(qi_go_pass(game, colour), QI_NO_MEMORY);
            assert_int_equal(qi_go_set_up(game, NULL, 0, colour, NULL), QI_NO_MEMORY);
            assert_int_equal(qi_go_judge(game, colour, point, NULL), QI_GO_OK);
            assert_int_equal(qi_go_steps(game), steps);
            qi_go *copy;
            assert_int_equal(qi_go_copy(game, &allocator, &copy), QI_NO_MEMORY);
            /* With memory again, the game goes on. */
            memory.left = 100;
            assert_int_equal(judge_and_play(game, colour, point, NULL), QI_GO_OK);
            assert_true(qi_go_undo(game));
            assert_true(qi_go_hash(game) == hash);
            assert_int_equal(qi_go_copy(game, &allocator, &copy), QI_OK);
            assert_int_equal(judge_and_play(copy, colour, point, NULL), QI_GO_OK);
            qi_go_free(copy);
        }
        qi_go_free(game);
        assert_int_equal(memory.blocks, 0);
    }
}

/* ---- blocks ------------------------------------------------------------------------------- */

enum { FENCE = 64, FENCE_BYTE = 0xa5 };

static void *take_fenced(void *context, size_t size)
{
    (void)context;
    size_t *const block = malloc(sizeof *block * 2 + size + FENCE);
    assert_non_null(block);
    block[0] = size;
    memset((uint8_t *)(block + 2) + size, FENCE_BYTE, FENCE);
    return block + 2;
}

static void give_fenced(void *context, void *memory)
{
    (void)context;
    size_t *const block = (size_t *)memory - 2;
    for (size_t i = 0; i < FENCE; i++)
        assert_int_equal(((const uint8_t *)memory)[block[0] + i], FENCE_BYTE);
    free(block);
}

/* Nothing is written behind a block, on its way through some sizes. */
static void play_within_fences(uint32_t rows, uint32_t columns, uint32_t steps)
{
    const qi_allocator allocator = {take_fenced, give_fenced, NULL};
    qi_go *game, *copy;
    qi_random random;
    qi_random_seed(&random, rows * 32 + columns);
    assert_int_equal(qi_go_new(rows, columns, NULL, &allocator, &game), QI_OK);
    for (uint32_t move = 0; qi_go_steps(game) < steps; move++)
        if (judge_and_play(game, move % 2 ? QI_WHITE : QI_BLACK,
                           qi_random_below(&random, rows * columns), NULL) != QI_GO_OK)
            assert_int_equal(qi_go_pass(game, QI_WHITE), QI_OK);
    assert_int_equal(qi_go_copy(game, &allocator, &copy), QI_OK);
    qi_go_free(copy);
    qi_go_free(game);
}

/* What is due at a checkpoint and what at the end of a block fall together on some boards only. */
static void checkpoints_and_blocks_may_coincide(void **state)
{
    (void)state;
    for (uint32_t rows = 1; rows <= 13; rows++)
        for (uint32_t columns = 1; columns <= 13; columns++)
            play_within_fences(rows, columns, 1100);
    play_within_fences(19, 19, 5000);
    play_within_fences(25, 25, 1100);
}

/* The hash depends on the position, not on how it arose. */
static void hashes_are_of_positions(void **state)
{
    (void)state;
    qi_go *game, *other;
    qi_random random;
    qi_random_seed(&random, 3);
    assert_int_equal(qi_go_new(5, 6, NULL, NULL, &game), QI_OK);
    assert_int_equal(qi_go_new(5, 6, NULL, NULL, &other), QI_OK);
    const uint64_t empty = qi_go_hash(game);
    for (uint32_t steps = 1; steps <= 400; steps++) {
        play_random(game, &random, steps);
        qi_stone stones[30];
        size_t count = 0;
        for (qi_point point = 0; point < 30; point++)
            if (qi_go_at(game, point) != QI_EMPTY)
                stones[count++] = (qi_stone){point, qi_go_at(game, point)};
        qi_go_clear(other);
        assert_int_equal(qi_go_set_up(other, stones, count, QI_BLACK, NULL), QI_OK);
        assert_true(qi_go_hash(other) == qi_go_hash(game));
    }
    assert_true(qi_go_captures(game, QI_BLACK) > 0);
    qi_go_clear(game);
    assert_true(qi_go_hash(game) == empty);
    qi_go_free(game);
    qi_go_free(other);
}

/* The first position counts as one that may come back, however long ago it was. */
static void the_start_is_remembered(void **state)
{
    (void)state;
    const qi_go_rules rules = {.repetition = QI_GO_POSITIONAL, .suicide = true};
    qi_go *game;
    assert_int_equal(qi_go_new(1, 2, &rules, NULL, &game), QI_OK);
    for (uint32_t passes = 0; passes < 3000; passes++)
        assert_int_equal(qi_go_pass(game, QI_BLACK), QI_OK);
    assert_int_equal(judge_and_play(game, QI_BLACK, 0, NULL), QI_GO_OK);
    uint32_t repeated = 1;
    assert_int_equal(judge_and_play(game, QI_BLACK, 1, &repeated), QI_GO_SUPERKO);
    assert_int_equal(repeated, 0);
    qi_go_free(game);
}

/* ---- replaying ---------------------------------------------------------------------------- */

static bool stop_at_third(void *context, const qi_go_refusal *refusal)
{
    size_t *count = context;
    assert_int_equal(refusal->move.colour, QI_WHITE);
    return ++*count < 3;
}

static void a_replay_can_be_stopped(void **state)
{
    (void)state;
    qi_go *game;
    assert_int_equal(qi_go_new(3, 3, NULL, NULL, &game), QI_OK);
    const qi_move moves[] = {{4, QI_BLACK}, {4, QI_WHITE},           {QI_NO_POINT, QI_WHITE},
                             {9, QI_WHITE}, {QI_NO_POINT, QI_BLACK}, {4, QI_WHITE},
                             {0, QI_BLACK}};
    size_t count = 0;
    assert_int_equal(qi_go_replay(game, moves, 7, stop_at_third, &count), QI_STOPPED);
    assert_int_equal(count, 3);
    assert_int_equal(qi_go_steps(game), 3);
    assert_int_equal(qi_go_at(game, 0), QI_EMPTY);
    qi_go_clear(game);
    assert_int_equal(qi_go_replay(game, moves, 7, NULL, NULL), QI_OK);
    assert_int_equal(qi_go_steps(game), 4);
    qi_go_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_grows_in_proportion),
        cmocka_unit_test(every_step_is_remembered),
        cmocka_unit_test(without_memory_nothing_changes),
        cmocka_unit_test(checkpoints_and_blocks_may_coincide),
        cmocka_unit_test(hashes_are_of_positions),
        cmocka_unit_test(the_start_is_remembered),
        cmocka_unit_test(a_replay_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
