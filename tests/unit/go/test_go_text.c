/* The problem's text: what is read, what is refused and where, and the judge of outputs. */
#include "check.h"

#include "go/games.h"
#include <stdio.h>
#include <string.h>

static qi_result read_all(const char *text, uint32_t side, qi_go_moves *moves, qi_text_error *error)
{
    qi_go_reader reader;
    qi_result result = qi_go_read(&reader, text, strlen(text), side, side, true, error);
    while (result == QI_OK)
        result = qi_go_read_game(&reader, NULL, moves, error);
    return result;
}

static void bad_texts_are_told_where(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t line, column;
        const char *found, *expected;
    } cases[] = {
        {"", 1, 1, "end of input", "the number of games"},
        {"x\n", 1, 1, "'x'", "the number of games"},
        {"-1\n", 1, 1, "'-1'", "the number of games"},
        {"1 2\n", 1, 3, "'2'", "end of line"},
        {"99999999999999999999\n", 1, 1, "'99999999999999999999'", "the number of games"},
        {"1\n", 2, 1, "end of input", "the number of moves of a game"},
        {"1\n-2\n", 2, 1, "'-2'", "the number of moves of a game"},
        {"1\n2\nB 1 1\n", 4, 1, "end of input", "a move: 'B' or 'W', a row and a column"},
        {"1\n2\nB 1 1", 3, 6, "end of input", "a move: 'B' or 'W', a row and a column"},
        {"1\n9000000000000000000\nB 1 1\n", 4, 1, "end of input",
         "a move: 'B' or 'W', a row and a column"},
        {"1\n1\nX 1 1\n", 3, 1, "'X'", "a move: 'B' or 'W', a row and a column"},
        {"1\n1\nb 1 1\n", 3, 1, "'b'", "a move: 'B' or 'W', a row and a column"},
        {"1\n1\nB1 1\n", 3, 1, "'B1'", "a move: 'B' or 'W', a row and a column"},
        {"1\n1\nB 0 1\n", 3, 3, "'0'", "a row from 1 to 19"},
        {"1\n1\nB 20 1\n", 3, 3, "'20'", "a row from 1 to 19"},
        {"1\n1\nB -1 1\n", 3, 3, "'-1'", "a row from 1 to 19"},
        {"1\n1\nB 1 20\n", 3, 5, "'20'", "a column from 1 to 19"},
        {"1\n1\nB 1 123\n", 3, 5, "'123'", "a column from 1 to 19"},
        {"1\n1\nB 1\n", 3, 4, "end of line", "a blank and a column"},
        {"1\n1\nB\n", 3, 2, "end of line", "a row from 1 to 19"},
        {"1\n1\nB 1x 1\n", 3, 4, "'x'", "a blank and a column"},
        {"1\n1\nB 1 1 1\n", 3, 7, "'1'", "end of line"},
        {"1\n1\nB 1 1x\n", 3, 6, "'x'", "end of line"},
        {"1\n2\nB 1 1\rx\r\nB 1 1\n", 3, 6, "byte 0x0d", "end of line"},
        {"1\n1\nB 1 1\nW 1 1\n", 4, 1, "'W'", "end of input"},
        {"0\n1\n", 2, 1, "'1'", "end of input"},
    };
    qi_go_moves moves = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        qi_text_error error = {0};
        assert_int_equal(read_all(cases[i].text, 19, &moves, &error), QI_BAD_TEXT);
        assert_string_equal(error.found, cases[i].found);
        assert_string_equal(error.expected, cases[i].expected);
        assert_int_equal(error.line, cases[i].line);
        assert_int_equal(error.column, cases[i].column);
        /* The same with more text behind it, where lines are read in a quicker way. */
        if (strcmp(cases[i].found, "end of input") == 0)
            continue;
        char longer[128];
        snprintf(longer, sizeof longer, "%sB 1 1\nB 1 1\n", cases[i].text);
        qi_text_error again = {0};
        assert_int_equal(read_all(longer, 19, &moves, &again), QI_BAD_TEXT);
        assert_string_equal(again.found, cases[i].found);
        assert_int_equal(again.line, cases[i].line);
        assert_int_equal(again.column, cases[i].column);
    }
    qi_go_free_moves(&moves, NULL);
}

static void good_texts_are_read(void **state)
{
    (void)state;
    /* Two moves each, in lines 3 and 4 but for the last. */
    static const char *const texts[] = {"1\n2\nB 3 4\nW 19 1\n",
                                        "1\n2\nB 3 4\nW 19 1",
                                        "1\r\n2\r\nB 3 4\r\nW 19 1\r\n",
                                        "1\n2\nB 3 4\r\nW 19 1\r",
                                        " 1 \n\t2\t\n  B  3\t4 \nW 19 1  \n\n  \n",
                                        "1\n2\nB 03 4\nW 19 001\n",
                                        "1\n2\n\nB 3 4\n\n\nW 19 1\n"};
    qi_go_moves moves = {0};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        qi_go_reader reader;
        qi_text_error error;
        assert_int_equal(qi_go_read(&reader, texts[i], strlen(texts[i]), 19, 19, true, &error),
                         QI_OK);
        assert_int_equal(reader.games, 1);
        assert_int_equal(qi_go_read_game(&reader, NULL, &moves, &error), QI_OK);
        assert_int_equal(moves.count, 2);
        assert_int_equal(moves.list[0].point, 2 * 19 + 3);
        assert_int_equal(moves.list[0].colour, QI_BLACK);
        assert_int_equal(moves.list[1].point, 18 * 19);
        assert_int_equal(moves.list[1].colour, QI_WHITE);
        const bool last = i == sizeof texts / sizeof *texts - 1;
        assert_int_equal(moves.lines[0], last ? 4 : 3);
        assert_int_equal(moves.lines[1], last ? 7 : 4);
        assert_int_equal(qi_go_read_game(&reader, NULL, &moves, &error), QI_STOPPED);
    }
    qi_text_error error;
    assert_int_equal(read_all("0\n", 19, &moves, &error), QI_STOPPED);
    assert_int_equal(read_all("2\n0\n0\n", 19, &moves, &error), QI_STOPPED);
    qi_go_free_moves(&moves, NULL);
}

/* Every point of the largest board, written and read again. */
static void moves_are_written_as_they_are_read(void **state)
{
    (void)state;
    enum { POINTS = 52 * 52 };
    char text[16 + POINTS * QI_GO_MOVE_CAPACITY];
    char *at = text;
    memcpy(at, "1\n2704\n", 7);
    at += 7;
    for (qi_point point = 0; point < POINTS; point++) {
        const qi_move move = {point, point % 3 ? QI_BLACK : QI_WHITE};
        at += qi_go_write_move(move, 52, at, QI_GO_MOVE_CAPACITY);
        *at++ = '\n';
    }
    const qi_move pass = {QI_NO_POINT, QI_BLACK};
    char cut[4] = "???";
    assert_int_equal(qi_go_write_move(pass, 52, cut, sizeof cut), 0);
    assert_string_equal(cut, "");
    const qi_move move = {52 * 52 - 1, QI_WHITE};
    assert_int_equal(qi_go_write_move(move, 52, NULL, 0), 7);
    assert_int_equal(qi_go_write_move(move, 52, cut, sizeof cut), 7);
    assert_string_equal(cut, "W 5");
    qi_go_reader reader;
    qi_go_moves moves = {0};
    assert_int_equal(qi_go_read(&reader, text, (size_t)(at - text), 52, 52, false, NULL), QI_OK);
    assert_int_equal(qi_go_read_game(&reader, NULL, &moves, NULL), QI_OK);
    assert_null(moves.lines);
    assert_int_equal(moves.count, POINTS);
    for (qi_point point = 0; point < POINTS; point++) {
        assert_int_equal(moves.list[point].point, point);
        assert_int_equal(moves.list[point].colour, point % 3 ? QI_BLACK : QI_WHITE);
    }
    assert_int_equal(qi_go_read_game(&reader, NULL, &moves, NULL), QI_STOPPED);
    qi_go_free_moves(&moves, NULL);
}

/* ---- the judge ---------------------------------------------------------------------------- */

/* Black takes a ko, White may not take back; on 3x4. */
static const char input[] = "1\n9\nB 1 2\nW 1 3\nB 2 1\nW 2 4\nB 3 2\nW 3 3\nW 2 2\nB 2 3\nW 2 2\n";
static const char output[] = "miss 3\n.BW.\nB.BW\n.BW.\n";

static qi_go_report judge(const char *answer)
{
    qi_go_report report;
    qi_text_error error;
    assert_int_equal(qi_go_check(input, strlen(input), answer, strlen(answer), 3, 4, NULL, NULL,
                                 &report, &error),
                     QI_OK);
    return report;
}

static void outputs_are_judged(void **state)
{
    (void)state;
    static const struct {
        const char *answer;
        qi_go_fault fault;
        uint64_t line;
        const char *sentence;
    } cases[] = {
        {output, QI_GO_CORRECT, 0, "1 game, every line is right"},
        {"miss 3\r\n.BW. \nB.BW\t\n.BW.", QI_GO_CORRECT, 0, "1 game, every line is right"},
        {"miss 3\n.BW.\nB.BW\n.BW.\n\n \n", QI_GO_CORRECT, 0, "1 game, every line is right"},
        {"miss 1\n.BW.\nB.BW\n.BW.\n", QI_GO_WRONG_REASON, 1,
         "line 1: found 'miss 1', expected 'miss 3'; game 1, move 9 (W 2 2 in line 11 of the "
         "input): the position after line 9 would come back"},
        {".BW.\nB.BW\n.BW.\n", QI_GO_WRONG_REASON, 1,
         "line 1: found '.BW.', expected 'miss 3'; game 1, move 9 (W 2 2 in line 11 of the "
         "input): the position after line 9 would come back"},
        {"miss 3\n.BW.\nBW.W\n.BW.\n", QI_GO_WRONG_ROW, 3,
         "line 3: found 'BW.W', expected 'B.BW'; row 2 of the final board of game 1, from column "
         "2"},
        {"miss 3\nmiss 1\n.BW.\nB.BW\n.BW.\n", QI_GO_WRONG_ROW, 2,
         "line 2: found 'miss 1', expected '.BW.'; row 1 of the final board of game 1, from "
         "column 1"},
        {"miss 3\n.BW.\n", QI_GO_ENDS_TOO_SOON, 3,
         "line 3: found the end, expected 'B.BW'; row 2 of the final board of game 1"},
        {"", QI_GO_ENDS_TOO_SOON, 1,
         "line 1: found the end, expected 'miss 3'; game 1, move 9 (W 2 2 in line 11 of the "
         "input): the position after line 9 would come back"},
        {"miss 3\n.BW.\nB.BW\n.BW.\nmiss 1\n", QI_GO_TEXT_AFTER_END, 5,
         "line 5: found 'miss 1', expected the end"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const qi_go_report report = judge(cases[i].answer);
        assert_int_equal(report.fault, cases[i].fault);
        assert_int_equal(report.line, cases[i].line);
        char sentence[384];
        const size_t length = qi_go_explain(&report, sentence, sizeof sentence);
        assert_int_equal(length, strlen(sentence));
        assert_string_equal(sentence, cases[i].sentence);
        char cut[9];
        qi_go_explain(&report, cut, sizeof cut);
        assert_memory_equal(cut, sentence, 8);
    }
    qi_go_report report;
    qi_text_error error;
    assert_int_equal(qi_go_check("1\n1\n", 4, "", 0, 3, 4, NULL, NULL, &report, &error),
                     QI_BAD_TEXT);
    assert_int_equal(error.line, 3);
}

/* A position that comes back is told by its line also after hundreds of refused moves. */
static void many_refusals_are_kept(void **state)
{
    (void)state;
    enum { REFUSED = 700 };
    static char text[REFUSED * 8 + 256], answer[REFUSED * 8 + 64];
    size_t length = (size_t)sprintf(text, "1\n%d\nB 1 2\n", 9 + REFUSED), expected = 0;
    for (int i = 0; i < REFUSED; i++) {
        length += (size_t)sprintf(text + length, "W 1 2\n");
        expected += (size_t)sprintf(answer + expected, "miss 1\n");
    }
    length +=
        (size_t)sprintf(text + length, "W 1 3\nB 2 1\nW 2 4\nB 3 2\nW 3 3\nW 2 2\nB 2 3\nW 2 2\n");
    expected += (size_t)sprintf(answer + expected, "miss 1\n");
    qi_go_report report;
    assert_int_equal(qi_go_check(text, length, answer, expected, 3, 4, NULL, NULL, &report, NULL),
                     QI_OK);
    assert_int_equal(report.fault, QI_GO_WRONG_REASON);
    assert_int_equal(report.line, REFUSED + 1);
    assert_int_equal(report.move, REFUSED + 9);
    assert_int_equal(report.repeated_line, REFUSED + 9); /* two lines before the moves */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_texts_are_told_where),
        cmocka_unit_test(good_texts_are_read),
        cmocka_unit_test(moves_are_written_as_they_are_read),
        cmocka_unit_test(outputs_are_judged),
        cmocka_unit_test(many_refusals_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
