/* Questions about a game write nothing into it, so several threads may ask at once: here they are
 * asked while its memory is read-only. */
#include "check.h"

#include "go_picture.h"

#include <string.h>
#include <sys/mman.h>

#include <qi/go.h>

/* ---- memory that can be made read-only ---------------------------------------------------- */

enum { MAX_BLOCKS = 64 };

typedef struct block {
    void *address;
    size_t size;
} block;

typedef struct vault {
    block blocks[MAX_BLOCKS];
    size_t count;
} vault;

static void *map(void *context, size_t size)
{
    vault *it = context;
    assert_in_range(it->count, 0, MAX_BLOCKS - 1);
    void *address = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(address != MAP_FAILED);
    it->blocks[it->count++] = (block){address, size};
    return address;
}

static void unmap(void *context, void *address)
{
    vault *it = context;
    size_t i = 0;
    while (i < it->count && it->blocks[i].address != address)
        i++;
    assert_in_range(i, 0, it->count - 1);
    assert_int_equal(munmap(address, it->blocks[i].size), 0);
    it->blocks[i] = it->blocks[--it->count];
}

static void protect(const vault *it, int protection)
{
    for (size_t i = 0; i < it->count; i++)
        assert_int_equal(mprotect(it->blocks[i].address, it->blocks[i].size, protection), 0);
}

/* ---- questions ---------------------------------------------------------------------------- */

/* Which verdicts were seen. */
typedef struct seen {
    bool verdict[QI_GO_OFF_BOARD + 1];
} seen;

/* Asks everything that may be asked of a const game, then compares each verdict with play's. */
static void ask(const vault *memory, qi_go *game, seen *all)
{
    qi_go_verdict verdicts[3][QI_GO_MAX_SIDE];
    const uint32_t points = qi_go_rows(game) * qi_go_columns(game);
    protect(memory, PROT_READ);
    for (int colour = QI_BLACK; colour <= QI_WHITE; colour++)
        for (qi_point point = 0; point < points; point++) {
            verdicts[colour][point] = qi_go_judge(game, (qi_colour)colour, point, NULL);
            all->verdict[verdicts[colour][point]] = true;
        }
    qi_point legal[QI_GO_MAX_SIDE], stones[QI_GO_MAX_SIDE], liberties[QI_GO_MAX_SIDE];
    qi_go_legal(game, QI_BLACK, legal, points);
    for (qi_point point = 0; point < points; point++)
        qi_go_measure_group(game, point, stones, liberties, points);
    qi_go_step step;
    for (uint32_t number = 1; number <= qi_go_steps(game); number++)
        assert_int_equal(qi_go_step_at(game, number, &step, NULL, 0), QI_OK);
    protect(memory, PROT_READ | PROT_WRITE);
    for (int colour = QI_BLACK; colour <= QI_WHITE; colour++)
        for (qi_point point = 0; point < points; point++) {
            const qi_go_verdict played = judge_and_play(game, (qi_colour)colour, point, NULL);
            assert_int_equal(played, verdicts[colour][point]);
            if (played == QI_GO_OK)
                assert_true(qi_go_undo(game));
        }
}

/* Fights for a small board, so that there are captures, suicides and repetitions. */
static void questions_write_nothing(void **state)
{
    (void)state;
    seen all = {{false}};
    for (int kind = 0; kind < 8; kind++) {
        const qi_go_rules rules = {(qi_go_repetition)(kind & 3), kind & 4};
        for (uint64_t seed = 1; seed <= 20; seed++) {
            vault memory = {.count = 0};
            const qi_allocator allocator = {map, unmap, &memory};
            qi_go *game;
            assert_int_equal(qi_go_new(3, 4, &rules, &allocator, &game), QI_OK);
            uint64_t draw = seed;
            for (int move = 0; move < 60; move++) {
                draw = draw * 6364136223846793005U + 1442695040888963407U;
                const qi_colour colour = draw >> 40 & 1 ? QI_BLACK : QI_WHITE;
                judge_and_play(game, colour, (qi_point)(draw >> 41) % 12, NULL);
                ask(&memory, game, &all);
            }
            qi_go_free(game);
            assert_int_equal(memory.count, 0);
        }
    }
    for (int verdict = QI_GO_OK; verdict <= QI_GO_SUPERKO; verdict++)
        assert_true(all.verdict[verdict]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(questions_write_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
