/* Cases and judges: every case is a valid input, right answers are called right, and shrinking
 * makes cases smaller without making them invalid. QI_TEST_SCALE=33400 runs a million cases. */
#include "check.h"
#include "stops.h"

#include "lab/lab.h"
#include "lab/stress.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static qi_lab_setup setup_of(const qi_lab_game *game)
{
    qi_lab_setup setup = {.game = game,
                          .seed = 5,
                          .max = {.rows = 5,
                                  .columns = 5,
                                  .moves = 60,
                                  .fill = QI_LAB_ANY,
                                  .walls = QI_LAB_ANY,
                                  .move_cells = QI_LAB_ANY,
                                  .games = QI_LAB_ANY}};
    return setup;
}

/* The oracle stands for a right program in another hand. */
static void right_answers_are_called_right(void **state)
{
    (void)state;
    const uint64_t cases = test_cases(3000);
    for (uint64_t i = 0; i < cases; i++) {
        const qi_lab_game *const game = qi_lab_games[i % 3];
        const qi_lab_setup setup = setup_of(game);
        qi_lab_case it;
        qi_buffer input = {0};
        qi_buffer output = {0};
        qi_verdict verdict;
        assert_true(qi_lab_setup_case(&setup, i, &it));
        game->write(&it, &input);
        assert_true(game->oracle(&it, input.bytes, input.length, &output));
        game->judge(&it, output.bytes, output.length, &verdict);
        if (!verdict.right)
            fprintf(stderr, "case %llu: %s\n%s", (unsigned long long)i, verdict.sentence,
                    input.bytes);
        assert_true(verdict.right);
        /* One line less is not right. */
        output.length--;
        while (output.length && output.bytes[output.length - 1] != '\n')
            output.length--;
        game->judge(&it, output.bytes, output.length, &verdict);
        assert_false(verdict.right);
        qi_buffer_free(&input);
        qi_buffer_free(&output);
        qi_lab_case_free(&it);
    }
}

static void written_text_reads_the_same(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < test_cases(3000); i++) {
        const qi_lab_game *const game = qi_lab_games[i % 3];
        const qi_lab_setup setup = setup_of(game);
        qi_lab_case it;
        qi_lab_case again = {.rows = 5, .columns = 5};
        qi_buffer text = {0};
        qi_buffer text_again = {0};
        qi_text_error error;
        assert_true(qi_lab_setup_case(&setup, 2000 + i, &it));
        game->write(&it, &text);
        assert_int_equal(game->read(&again, text.bytes, text.length, &error), QI_OK);
        game->write(&again, &text_again);
        assert_string_equal(text.bytes, text_again.bytes);
        qi_buffer_free(&text);
        qi_buffer_free(&text_again);
        qi_lab_case_free(&it);
        qi_lab_case_free(&again);
    }
}

/* Takes every smaller case that is offered: shrinking must come to its end, at the smallest case
 * there is, and offer nothing invalid on the way. */
typedef struct taker {
    const qi_lab_game *game;
    qi_lab_case taken;
} taker;

static bool take(void *context, const qi_lab_case *smaller)
{
    taker *const work = context;
    if (!smaller)
        return true;
    qi_lab_case copy = {.rows = smaller->rows, .columns = smaller->columns};
    qi_buffer text = {0};
    qi_text_error error;
    work->game->write(smaller, &text);
    assert_int_equal(work->game->read(&copy, text.bytes, text.length, &error), QI_OK);
    qi_buffer_free(&text);
    qi_lab_case_free(&copy);
    assert_true(qi_lab_case_copy(&work->taken, smaller));
    return true;
}

static void shrinking_ends_at_the_smallest_case(void **state)
{
    (void)state;
    static const char *const smallest[] = {"1\n.\n", "1\n0\n",
                                           "3\n#########\n###BBB###\n#########\n"};
    for (uint64_t i = 0; i < test_cases(600); i++) {
        const qi_lab_game *const game = qi_lab_games[i % 3];
        const qi_lab_setup setup = setup_of(game);
        taker work = {.game = game};
        qi_lab_case it;
        assert_true(qi_lab_setup_case(&setup, 5000 + i, &it));
        while (game->shrink(&it, take, &work)) {
            qi_lab_case_free(&it);
            it = work.taken;
        }
        qi_buffer text = {0};
        game->write(&it, &text);
        assert_string_equal(text.bytes, smallest[i % 3]);
        qi_buffer_free(&text);
        qi_lab_case_free(&it);
    }
}

/* A program whose arrays are too short fails from some size on. */
typedef struct short_arrays {
    uint32_t fails; /* from so many rows on */
    uint32_t cells; /* that count, as kinds from here on */
    uint64_t cost;  /* cells that count in all cases that were offered, and those cases */
    qi_lab_case taken;
} short_arrays;

static bool fails_when_large(void *context, const qi_lab_case *smaller)
{
    short_arrays *const work = context;
    if (!smaller)
        return true;
    work->cost++;
    for (uint32_t i = 0; i < smaller->rows * smaller->columns; i++)
        work->cost += smaller->cells[i] >= work->cells;
    if (smaller->rows < work->fails)
        return false;
    assert_true(qi_lab_case_copy(&work->taken, smaller));
    return true;
}

/* Programs are slow on large boards, and on mazes with many moves: little of that is offered. */
static void large_cases_become_smaller_cheaply(void **state)
{
    (void)state;
    const struct {
        const qi_lab_game *game;
        uint32_t rows, fails, cells;
        uint64_t max;
    } tests[] = {{&qi_lab_nogo, 200, 75, 255, 900}, {&qi_lab_maze, 25, 21, QI_LAB_MOVE, 1000}};
    for (int i = 0; i < 2; i++) {
        qi_lab_request request = setup_of(tests[i].game).max;
        request.rows = request.columns = tests[i].rows;
        short_arrays work = {.fails = tests[i].fails, .cells = tests[i].cells};
        qi_lab_case it = {0};
        assert_true(
            qi_lab_make_case(tests[i].game, &tests[i].game->families[0], &request, 1, 0, &it));
        while (tests[i].game->shrink(&it, fails_when_large, &work)) {
            qi_lab_case_free(&it);
            it = work.taken;
        }
        assert_int_equal(it.rows, tests[i].fails);
        assert_in_range(work.cost, 1, tests[i].max);
        qi_lab_case_free(&it);
    }
}

/* Go: the colours of a case alternate, and still do when it is made smaller. */
static bool check_turns(void *context, const qi_lab_case *smaller)
{
    (void)context;
    size_t next = 0;
    for (uint32_t game = 0; smaller && game < smaller->games; game++)
        for (uint32_t i = 0; i < smaller->lengths[game]; i++, next++) {
            assert_in_range(smaller->moves[next].colour, QI_BLACK, QI_WHITE);
            assert_true(!i || smaller->moves[next].colour != smaller->moves[next - 1].colour);
        }
    return !smaller;
}

/* Out of time: no case may even be made. */
static bool refuse(void *context, const qi_lab_case *smaller)
{
    (void)context;
    assert_null(smaller);
    return false;
}

static void large_cases_are_not_made_needlessly(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        qi_lab_setup setup = setup_of(qi_lab_games[i]);
        qi_lab_case it;
        assert_true(qi_lab_setup_case(&setup, 154, &it));
        assert_false(qi_lab_games[i]->shrink(&it, refuse, NULL));
        qi_lab_case_free(&it);
    }
}

static void colours_alternate(void **state)
{
    (void)state;
    const qi_lab_setup setup = setup_of(&qi_lab_go);
    for (uint64_t i = 0; i < test_cases(200); i++) {
        qi_lab_case it;
        assert_true(qi_lab_setup_case(&setup, i, &it));
        check_turns(NULL, &it);
        assert_false(qi_lab_go.shrink(&it, check_turns, NULL));
        qi_lab_case_free(&it);
    }
}

/* A program that ignores the letters must fail; and what fails for another reason is shown with
 * Black first. */
static void either_colour_begins(void **state)
{
    (void)state;
    const qi_lab_setup setup = setup_of(&qi_lab_go);
    int games_of[3] = {0, 0, 0};
    for (uint64_t i = 0; i < 200; i++) {
        qi_lab_case it;
        assert_true(qi_lab_setup_case(&setup, i, &it));
        size_t start = 0;
        for (uint32_t game = 0; game < it.games; start += it.lengths[game++])
            if (it.lengths[game])
                games_of[it.moves[start].colour]++;
        qi_lab_case_free(&it);
    }
    assert_in_range(games_of[QI_BLACK], 50, 1000);
    assert_in_range(games_of[QI_WHITE], 25, 1000);
}

static bool fails_with_a_move(void *context, const qi_lab_case *smaller)
{
    if (!smaller)
        return true;
    if (!smaller->move_count)
        return false;
    assert_true(qi_lab_case_copy(context, smaller));
    return true;
}

static void shrinking_lets_black_begin(void **state)
{
    (void)state;
    qi_lab_case it = {.rows = 5, .columns = 5}, smaller = {0};
    qi_text_error error;
    const char input[] = "1\n2\nW 2 3\nB 4 4\n";
    assert_int_equal(qi_lab_go.read(&it, input, strlen(input), &error), QI_OK);
    while (qi_lab_go.shrink(&it, fails_with_a_move, &smaller)) {
        qi_lab_case_free(&it);
        it = smaller;
    }
    qi_buffer text = {0};
    qi_lab_go.write(&it, &text);
    assert_string_equal(text.bytes, "1\n1\nB 1 1\n");
    qi_buffer_free(&text);
    qi_lab_case_free(&it);
}

/* One output for all: of the first fifty inputs no constant may be right for more than ten. */
static void no_constant_survives_the_start(void **state)
{
    (void)state;
    enum { FIRST = 50, MAX_RIGHT = 10 };
    const uint64_t seeds = test_cases(8);
    for (int g = 0; g < 3; g++)
        for (uint64_t seed = 1; seed <= seeds; seed++) {
            const qi_lab_game *const game = qi_lab_games[g];
            qi_lab_setup setup = setup_of(game);
            setup.seed = seed;
            setup.max.rows = setup.max.columns = g == 1 ? 19 : game->schedule->largest;
            setup.max.moves = game->schedule->largest;
            qi_lab_case cases[FIRST];
            qi_buffer outputs[FIRST];
            for (int i = 0; i < FIRST; i++) {
                outputs[i] = (qi_buffer){0};
                assert_true(qi_lab_setup_case(&setup, (uint64_t)i, &cases[i]));
                assert_true(game->answer(&cases[i], &outputs[i]));
            }
            int max = 0, best = 0;
            for (int constant = 0; constant < FIRST; constant++) {
                int right = 0;
                for (int i = 0; i < FIRST; i++) {
                    qi_verdict verdict;
                    game->judge(&cases[i], outputs[constant].bytes, outputs[constant].length,
                                &verdict);
                    right += verdict.right;
                }
                if (right > max) {
                    max = right;
                    best = constant;
                }
            }
            if (max > MAX_RIGHT)
                fprintf(stderr, "%s, seed %llu: right for %d of the first %d inputs:\n%s",
                        game->name, (unsigned long long)seed, max, FIRST, outputs[best].bytes);
            assert_true(max <= MAX_RIGHT);
            for (int i = 0; i < FIRST; i++) {
                qi_buffer_free(&outputs[i]);
                qi_lab_case_free(&cases[i]);
            }
        }
}

/* The game's judge until `verdicts_left` have been made; then there is no memory for it. */
static int verdicts_left;

static qi_result judge_a_few(const qi_lab_case *it, const char *output, size_t length,
                             qi_verdict *verdict)
{
    return verdicts_left-- > 0 ? qi_lab_go.judge(it, output, length, verdict) : QI_NO_MEMORY;
}

/* Nobody knows which of two programs is right when the judge fails. */
static void a_failing_judge_blames_no_program(void **state)
{
    (void)state;
    signal(SIGPIPE, SIG_IGN); /* the programs read nothing */
    qi_lab_game game = qi_lab_go;
    game.judge = judge_a_few;
    char echo[] = "echo", one[] = "1", two[] = "2";
    char *first[] = {echo, one, NULL}, *second[] = {echo, two, NULL};
    qi_lab_program program, against;
    assert_true(qi_lab_program_find(&program, first));
    assert_true(qi_lab_program_find(&against, second));
    qi_lab_setup setup = setup_of(&game);
    setup.limits = (qi_lab_limits){.seconds = 10, .memory = 1 << 28, .output = 1 << 10};
    setup.program = &program;
    setup.against = &against;
    qi_lab_case it;
    assert_true(qi_lab_setup_case(&setup, 0, &it));
    for (int verdicts = 0; verdicts <= 2; verdicts++) {
        qi_lab_bench bench = {0};
        qi_lab_failure failure;
        verdicts_left = verdicts;
        qi_lab_examine(&setup, &it, &bench, &failure);
        assert_int_equal(failure.kind, verdicts < 2 ? QI_LAB_BROKEN : QI_LAB_DIFFERENT);
        qi_buffer text = {0};
        qi_lab_explain(&failure, &text);
        if (verdicts == 2)
            assert_non_null(strstr(text.bytes, "; neither is right"));
        qi_buffer_free(&text);
        qi_lab_bench_free(&bench);
    }
    qi_lab_case_free(&it);
    qi_lab_program_free(&program);
    qi_lab_program_free(&against);
}

/* Without the stop the program would be called too slow after ten seconds, a case have failed. */
static void a_stop_ends_a_campaign(void **state)
{
    (void)state;
    signal(SIGPIPE, SIG_IGN);
    char name[] = "sleep", seconds[] = "100";
    char *words[] = {name, seconds, NULL};
    qi_lab_program program;
    assert_true(qi_lab_program_find(&program, words));
    qi_lab_setup setup = setup_of(&qi_lab_nogo);
    setup.limits = (qi_lab_limits){.seconds = 10, .memory = 1 << 28, .output = 1 << 10};
    setup.program = &program;
    const qi_lab_cases cases = {0, UINT64_MAX, {1, 1}, 2};
    for (int apart = 0; apart < 2; apart++) {
        test_stop stop;
        qi_lab_outcome outcome;
        test_stop_begin(&stop, apart);
        assert_int_equal(qi_lab_campaign(&setup, &cases, &stop.host, NULL, NULL, &outcome),
                         QI_STOPPED);
        test_stop_end(&stop);
        assert_false(outcome.tally.failed);
        assert_int_equal(outcome.tally.cases, 0);
    }
    qi_lab_program_free(&program);
}

static void a_stop_ends_the_selftest(void **state)
{
    (void)state;
    const qi_lab_cases cases = {0, UINT64_MAX, {1, 1}, 2};
    for (int apart = 0; apart < 2; apart++) {
        test_stop stop;
        qi_lab_comparison found;
        test_stop_begin(&stop, apart);
        assert_int_equal(qi_lab_compare_engines(&cases, 1, &stop.host, NULL, NULL, &found),
                         QI_STOPPED);
        test_stop_end(&stop);
        assert_int_equal(found.difference.length, 0);
        qi_lab_comparison_free(&found);
    }
}

static bool never(void *context, uint64_t cases)
{
    (void)context;
    (void)cases;
    return false;
}

/* A callback that returns false ends it in the same way; and a count of cases is exact. */
static void the_selftest_ends_as_asked(void **state)
{
    (void)state;
    qi_lab_comparison found;
    qi_lab_cases cases = {0, UINT64_MAX, {1, 1}, 2};
    assert_int_equal(qi_lab_compare_engines(&cases, 1, NULL, never, NULL, &found), QI_STOPPED);
    qi_lab_comparison_free(&found);
    cases.end = 100;
    assert_int_equal(qi_lab_compare_engines(&cases, 1, NULL, NULL, NULL, &found), QI_OK);
    assert_int_equal(found.cases[0] + found.cases[1] + found.cases[2], 100);
    qi_lab_comparison_free(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_answers_are_called_right),
        cmocka_unit_test(written_text_reads_the_same),
        cmocka_unit_test(shrinking_ends_at_the_smallest_case),
        cmocka_unit_test(large_cases_become_smaller_cheaply),
        cmocka_unit_test(large_cases_are_not_made_needlessly),
        cmocka_unit_test(colours_alternate),
        cmocka_unit_test(either_colour_begins),
        cmocka_unit_test(shrinking_lets_black_begin),
        cmocka_unit_test(no_constant_survives_the_start),
        cmocka_unit_test(a_failing_judge_blames_no_program),
        cmocka_unit_test(a_stop_ends_a_campaign),
        cmocka_unit_test(a_stop_ends_the_selftest),
        cmocka_unit_test(the_selftest_ends_as_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
