/* Inputs and verdicts as a user of the library asks for them (qi/lab.h). */
#include "check.h"

#include "lab/lab.h"

#include <stdio.h>
#include <string.h>

#include <qi/go.h>
#include <qi/go_record.h>
#include <qi/lab.h>
#include <qi/maze.h>
#include <qi/nogo.h>

enum { PROBLEMS = 3 };

static bool is_input(qi_problem problem, const qi_lab_text *text)
{
    qi_nogo *nogo = NULL;
    qi_maze *maze = NULL;
    qi_go_reader reader;
    qi_go_moves moves = {0};
    qi_result result = QI_OK;
    if (problem == QI_NOGO) {
        result = qi_nogo_parse(text->bytes, text->length, 0, NULL, &nogo, NULL);
    } else if (problem == QI_MAZE) {
        result = qi_maze_parse(text->bytes, text->length, NULL, &maze, NULL);
    } else {
        result = qi_go_read(&reader, text->bytes, text->length, 19, 19, false, NULL);
        while (result == QI_OK)
            result = qi_go_read_game(&reader, NULL, &moves, NULL);
        result = result == QI_STOPPED ? QI_OK : result;
    }
    qi_nogo_free(nogo);
    qi_maze_free(maze);
    qi_go_free_moves(&moves, NULL);
    return result == QI_OK;
}

static void every_family_makes_inputs(void **state)
{
    (void)state;
    for (int problem = 0; problem < PROBLEMS; problem++) {
        size_t count = 0;
        const char *purpose = NULL;
        for (const char *name; (name = qi_lab_family_name((qi_problem)problem, count, &purpose));
             count++) {
            assert_true(strlen(purpose) > 10);
            for (uint64_t index = 0; index < 5; index++) {
                qi_lab_text text, again, other;
                assert_int_equal(
                    qi_lab_generate((qi_problem)problem, name, NULL, 7, index, NULL, &text), QI_OK);
                assert_true(is_input((qi_problem)problem, &text));
                assert_int_equal(
                    qi_lab_validate((qi_problem)problem, text.bytes, text.length, NULL, NULL),
                    QI_OK);
                assert_int_equal(
                    qi_lab_validate((qi_problem)problem, text.bytes, text.length - 1, NULL, NULL),
                    QI_BAD_TEXT);
                assert_int_equal(strlen(text.bytes), text.length);
                /* The same again, and mostly another one for another seed. */
                assert_int_equal(
                    qi_lab_generate((qi_problem)problem, name, NULL, 7, index, NULL, &again),
                    QI_OK);
                assert_string_equal(text.bytes, again.bytes);
                assert_int_equal(
                    qi_lab_generate((qi_problem)problem, name, NULL, 8, index, NULL, &other),
                    QI_OK);
                if (strcmp(name, "empty") != 0 && strcmp(name, "full") != 0)
                    assert_string_not_equal(text.bytes, other.bytes);
                qi_lab_free_text(&text, NULL);
                qi_lab_free_text(&again, NULL);
                qi_lab_free_text(&other, NULL);
            }
        }
        assert_true(count >= 7);
        assert_null(qi_lab_family_name((qi_problem)problem, count + 100, NULL));
    }
    assert_null(qi_lab_family_name((qi_problem)9, 0, NULL));
}

/* Engine and oracle answer alike; the judge takes that, and nothing less. */
static void answers_agree_and_are_judged_right(void **state)
{
    (void)state;
    for (uint64_t index = 0; index < test_cases(3000); index++) {
        const qi_problem problem = (qi_problem)(index % PROBLEMS);
        qi_lab_request request = {.size = sizeof request};
        qi_lab_default_request(problem, &request);
        request.growing = true;
        request.rows = request.columns = 6;
        request.moves = 60;
        qi_lab_text input, output, slow;
        qi_verdict verdict = {.size = sizeof verdict};
        const qi_judging how = {
            .size = sizeof how, .rows = request.rows, .columns = request.columns};
        assert_int_equal(qi_lab_generate(problem, NULL, &request, 3, index, NULL, &input), QI_OK);
        assert_int_equal(qi_lab_answer(problem, QI_LAB_ENGINE, &request, input.bytes, input.length,
                                       NULL, &output, NULL),
                         QI_OK);
        assert_int_equal(qi_lab_answer(problem, QI_LAB_ORACLE, &request, input.bytes, input.length,
                                       NULL, &slow, NULL),
                         QI_OK);
        assert_string_equal(output.bytes, slow.bytes);
        qi_lab_compare(output.bytes, output.length, slow.bytes, slow.length, &verdict);
        assert_true(verdict.right);
        assert_int_equal(qi_judge(problem, &how, input.bytes, input.length, output.bytes,
                                  output.length, NULL, &verdict, NULL),
                         QI_OK);
        assert_true(verdict.right);
        /* Without its last line it is wrong, and so is another character in it. */
        size_t cut = output.length - 1;
        while (cut && output.bytes[cut - 1] != '\n')
            cut--;
        assert_int_equal(qi_judge(problem, &how, input.bytes, input.length, output.bytes, cut, NULL,
                                  &verdict, NULL),
                         QI_OK);
        assert_false(verdict.right);
        assert_true(strlen(verdict.sentence) > 5);
        slow.bytes[cut] = '?';
        assert_int_equal(qi_judge(problem, &how, input.bytes, input.length, slow.bytes, slow.length,
                                  NULL, &verdict, NULL),
                         QI_OK);
        assert_false(verdict.right);
        qi_lab_compare(output.bytes, output.length, slow.bytes, slow.length, &verdict);
        assert_false(verdict.right);
        assert_true(verdict.line > 0);
        qi_lab_free_text(&input, NULL);
        qi_lab_free_text(&output, NULL);
        qi_lab_free_text(&slow, NULL);
    }
}

static void requests_are_followed(void **state)
{
    (void)state;
    qi_lab_text text;
    qi_lab_request request = {.size = sizeof request};
    qi_lab_default_request(QI_NOGO, &request);
    request.rows = 4;
    request.columns = 7;
    request.fill = 0;
    assert_int_equal(qi_lab_generate(QI_NOGO, "scatter", &request, 1, 0, NULL, &text), QI_OK);
    assert_string_equal(text.bytes, "4 7\n.......\n.......\n.......\n.......\n");
    qi_lab_free_text(&text, NULL);
    qi_lab_default_request(QI_GO, &request);
    request.games = 3;
    request.moves = 9;
    assert_int_equal(qi_lab_generate(QI_GO, NULL, &request, 1, 0, NULL, &text), QI_OK);
    assert_memory_equal(text.bytes, "3\n", 2);
    qi_lab_free_text(&text, NULL);
    qi_lab_default_request(QI_MAZE, &request);
    request.rows = request.columns = 5;
    request.walls = 100;
    request.move_cells = 0;
    assert_int_equal(qi_lab_generate(QI_MAZE, "dense", &request, 1, 0, NULL, &text), QI_OK);
    qi_lab_text output;
    assert_int_equal(
        qi_lab_answer(QI_MAZE, QI_LAB_ENGINE, NULL, text.bytes, text.length, NULL, &output, NULL),
        QI_OK);
    assert_string_equal(output.bytes, "0\n");
    qi_lab_free_text(&output, NULL);
    qi_lab_free_text(&text, NULL);
}

static void impossible_requests_are_refused(void **state)
{
    (void)state;
    qi_lab_text text = {NULL, 0};
    const qi_problem none = (qi_problem)9;
    assert_int_equal(qi_lab_generate(none, NULL, NULL, 1, 0, NULL, &text), QI_BAD_ARGUMENT);
    assert_int_equal(qi_lab_generate(QI_NOGO, "ko", NULL, 1, 0, NULL, &text), QI_BAD_ARGUMENT);
    const struct {
        qi_problem problem;
        qi_lab_request request;
    } wrong[] = {
        {QI_NOGO, {.size = sizeof(qi_lab_request), .rows = 0, .columns = 9}},
        {QI_NOGO, {.size = sizeof(qi_lab_request), .rows = 9, .columns = QI_NOGO_MAX_SIDE + 1}},
        {QI_NOGO, {.size = sizeof(qi_lab_request), .rows = 9, .columns = 9, .fill = 101}},
        {QI_GO, {.size = sizeof(qi_lab_request), .rows = 53, .columns = 9, .games = 1}},
        {QI_GO,
         {.size = sizeof(qi_lab_request), .rows = 9, .columns = 9, .moves = 1000001, .games = 1}},
        {QI_GO, {.size = sizeof(qi_lab_request), .rows = 9, .columns = 9, .games = 0}},
        {QI_GO, {.size = sizeof(qi_lab_request), .rows = 9, .columns = 9, .games = -2}},
        {QI_GO,
         {.size = sizeof(qi_lab_request), .rows = 9, .columns = 9, .games = 1, .growing = true}},
        {QI_MAZE, {.size = sizeof(qi_lab_request), .rows = 9, .columns = 8, .games = 1}},
        {QI_MAZE, {.size = sizeof(qi_lab_request), .rows = 2, .columns = 2, .games = 1}},
        {QI_MAZE,
         {.size = sizeof(qi_lab_request), .rows = 9, .columns = 9, .walls = -2, .games = 1}}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(
            qi_lab_generate(wrong[i].problem, NULL, &wrong[i].request, 1, 0, NULL, &text),
            QI_BAD_ARGUMENT);
    qi_text_error error = {0};
    qi_verdict verdict = {.size = sizeof verdict};
    assert_int_equal(qi_judge(QI_NOGO, NULL, "2\nX.\n.Q\n", 8, "", 0, NULL, &verdict, &error),
                     QI_BAD_TEXT);
    assert_int_equal(error.line, 3);
    assert_int_equal(
        qi_lab_answer(QI_GO, QI_LAB_ENGINE, &wrong[3].request, "0\n", 2, NULL, &text, NULL),
        QI_BAD_ARGUMENT);
    assert_int_equal(qi_lab_answer(none, QI_LAB_ENGINE, NULL, "0\n", 2, NULL, &text, NULL),
                     QI_BAD_ARGUMENT);
    assert_null(text.bytes);
    qi_lab_free_text(&text, NULL);
    /* No games, no output. */
    assert_int_equal(qi_lab_answer(QI_GO, QI_LAB_ORACLE, NULL, "0\n", 2, NULL, &text, NULL), QI_OK);
    assert_string_equal(text.bytes, "");
    qi_lab_free_text(&text, NULL);
}

/* Where a mistake is: after which move, at which point. */
static void mistakes_have_a_place(void **state)
{
    (void)state;
    static const char go[] = "1\n9\nB 1 2\nW 1 3\nB 2 1\nW 2 4\nB 3 2\nW 3 3\nW 2 2\nB 2 3\n"
                             "W 2 2\n",
                      nogo[] = "3 4\n....\n....\n....\n";
    static const struct {
        const qi_lab_game *game;
        const char *output;
        size_t after;
        qi_point mark;
    } wrong[] = {{&qi_lab_go, "miss 1\n", 8, 5},
                 {&qi_lab_go, "miss 3\n.BW.\nBW.W\n.BW.\n", 9, 5},
                 {&qi_lab_go, "miss 3\n.BW.\nB.BW\n.BWW\n", 9, 11},
                 {&qi_lab_go, "miss 3\n.BW.\n", 9, QI_NO_POINT},
                 {&qi_lab_nogo, "2 3\n2 3\n", 1, 6},
                 {&qi_lab_nogo, "1 3\n1 3\n", 1, 2},
                 {&qi_lab_nogo, "2 0\n", 0, QI_NO_POINT},
                 {&qi_lab_nogo, "2 5\n", 0, QI_NO_POINT},
                 {&qi_lab_nogo, "4 1\n", 0, QI_NO_POINT},
                 {&qi_lab_nogo, "0 1\n", 0, QI_NO_POINT},
                 {&qi_lab_nogo, "1 0\n", 0, QI_NO_POINT},
                 {&qi_lab_nogo, "1 1\nWhite 2 2\n", 1, QI_NO_POINT}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *const input = wrong[i].game == &qi_lab_go ? go : nogo;
        qi_lab_case it = {.rows = 3, .columns = 4};
        qi_verdict verdict = {.size = sizeof verdict};
        assert_int_equal(wrong[i].game->read(&it, input, strlen(input), NULL), QI_OK);
        assert_int_equal(
            wrong[i].game->judge(&it, wrong[i].output, strlen(wrong[i].output), &verdict), QI_OK);
        assert_false(verdict.right);
        assert_int_equal(verdict.after, wrong[i].after);
        assert_int_equal(verdict.mark, wrong[i].mark);
        qi_lab_case_free(&it);
    }
}

/* What does not count when two outputs are compared, and how a difference is reported. */
static void lines_are_compared_without_their_blanks(void **state)
{
    (void)state;
    static const char *const same[] = {"a", "a \n", "a\t\n", "a\r\n", "a \t\r\n\n", "a\r \n \n"};
    char sixty[62], more[63];
    memset(sixty, 'x', sizeof sixty);
    memset(more, 'x', sizeof more);
    memcpy(sixty + 60, "\n", 2);
    memcpy(more + 61, "\n", 2);
    qi_verdict verdict = {.size = sizeof verdict};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        qi_lab_compare("a\n", 2, same[i], strlen(same[i]), &verdict);
        assert_true(verdict.right);
    }
    qi_lab_compare("a\n\x01 \x7f~\n", 8, "a\n", 2, &verdict);
    assert_string_equal(verdict.sentence,
                        "line 2: the first program prints '? ?~', the second nothing");
    qi_lab_compare(sixty, 61, more, 62, &verdict);
    sixty[60] = '\0';
    char wanted[256];
    snprintf(wanted, sizeof wanted, "line 1: the first program prints '%s', the second '%s...'",
             sixty, sixty);
    assert_string_equal(verdict.sentence, wanted);
}

/* As 'qi nogo check' says it; nothing when the output is right. */
static void sentences_are_those_of_the_games(void **state)
{
    (void)state;
    static const char input[] = "1\n.\n", wrong[] = "\nI AK IOI\n", right[] = "-1 -1\n";
    qi_verdict verdict = {.size = sizeof verdict};
    assert_int_equal(
        qi_judge(QI_NOGO, NULL, input, strlen(input), wrong, strlen(wrong), NULL, &verdict, NULL),
        QI_OK);
    assert_string_equal(verdict.sentence, "line 2: not two integers");
    assert_int_equal(
        qi_judge(QI_NOGO, NULL, input, strlen(input), right, strlen(right), NULL, &verdict, NULL),
        QI_OK);
    assert_true(verdict.right);
    assert_string_equal(verdict.sentence,
                        "a complete game of 0 moves; Black has no legal move and loses");
    /* Lines of the input are those of the caller's text, however it is laid out. */
    static const char games[] = "1\n\n2\nB  1 1\n\n\nW 1 1\n";
    assert_int_equal(
        qi_judge(QI_GO, NULL, games, strlen(games), wrong, strlen(wrong), NULL, &verdict, NULL),
        QI_OK);
    assert_non_null(strstr(verdict.sentence, "move 2 (W 1 1 in line 7 of the input)"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_family_makes_inputs),
        cmocka_unit_test(answers_agree_and_are_judged_right),
        cmocka_unit_test(requests_are_followed),
        cmocka_unit_test(impossible_requests_are_refused),
        cmocka_unit_test(mistakes_have_a_place),
        cmocka_unit_test(lines_are_compared_without_their_blanks),
        cmocka_unit_test(sentences_are_those_of_the_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
