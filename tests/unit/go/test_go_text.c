/* Whole games of Go: the problem's text, its judge, and records. */
#include "check.h"
#include "go/games.h"
#include "go_picture.h"

#include <qi/go.h>
#include <qi/go_record.h>

#include <stdio.h>
#include <string.h>

/* ==== The problem's text: what is read, what is refused and where, and the judge of outputs. ====
 */

static qi_result read_all(const char *text, uint32_t side, qi_go_moves *moves, qi_text_error *error)
{
    qi_go_reader reader;
    qi_result result = qi_go_read(&reader, text, strlen(text), side, side, true, error);
    while (result == QI_OK)
        result = qi_go_read_game(&reader, NULL, moves, error);
    return result;
}

static void bad_texts_are_located(void **state)
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
        const qi_message message = qi_go_explain_message(&report);
        const size_t length = qi_message_write(&message, NULL, NULL, sentence, sizeof sentence);
        assert_int_equal(length, strlen(sentence));
        assert_string_equal(sentence, cases[i].sentence);
        char cut[9];
        qi_message_write(&message, NULL, NULL, cut, sizeof cut);
        assert_memory_equal(cut, sentence, 8);
    }
    qi_go_report report;
    qi_text_error error;
    assert_int_equal(qi_go_check("1\n1\n", 4, "", 0, 3, 4, NULL, NULL, &report, &error),
                     QI_BAD_TEXT);
    assert_int_equal(error.line, 3);
}

/* A position that comes back is reported by its line also after hundreds of refused moves. */
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

/* ==== Records: verdicts, places, cuts and lack of memory. ==== */

enum { SIDE = 4, POINTS = SIDE * SIDE, ENTRIES = 600, SHEET = 1000 };

static uint32_t below(uint64_t *random, uint32_t limit)
{
    *random = *random * 6364136223846793005U + 1442695040888963407U;
    return (uint32_t)(*random >> 33) % limit;
}

/* Moves, some off the board, passes, setups, some of them impossible, and entries that do nothing.
 */
static qi_result add_any(qi_go_record *record, uint64_t *random)
{
    const qi_colour colour = below(random, 2) ? QI_BLACK : QI_WHITE;
    const uint32_t what = below(random, 20);
    if (what > 3)
        return qi_go_record_add(record, (qi_move){below(random, POINTS + 1), colour}, what);
    if (what == 3)
        return qi_go_record_add(record, (qi_move){QI_NO_POINT, colour}, what);
    qi_stone stones[POINTS];
    const uint32_t count = what == 0 ? 0 : below(random, what == 1 ? 4 : POINTS);
    for (uint32_t i = 0; i < count; i++)
        stones[i] = (qi_stone){below(random, POINTS), (qi_colour)below(random, 3)};
    return qi_go_record_add_setup(record, stones, count, (qi_colour)below(random, 3), what);
}

/* Carries an entry out on a game without the record's help. */
static void carry_out(qi_go *game, const qi_go_record *record, const qi_go_entry *entry)
{
    uint32_t repeated = UINT32_MAX;
    qi_go_verdict verdict = QI_GO_OK;
    if (entry->kind == QI_GO_MOVE) {
        verdict = judge_and_play(game, entry->move.colour, entry->move.point, &repeated);
    } else if (entry->kind == QI_GO_PASS) {
        assert_int_equal(qi_go_pass(game, entry->move.colour), QI_OK);
    } else if (entry->count || entry->move.colour != QI_EMPTY) {
        const qi_colour turn =
            entry->move.colour != QI_EMPTY ? entry->move.colour : qi_go_to_move(game);
        const qi_stone *stones = entry->count ? &qi_go_record_stones(record)[entry->first] : NULL;
        if (qi_go_set_up(game, stones, entry->count, turn, NULL) != QI_OK)
            verdict = QI_GO_SUICIDE;
    }
    assert_int_equal(entry->verdict, verdict);
    assert_int_equal(entry->repeated, repeated);
    assert_int_equal(entry->step, qi_go_steps(game));
}

static void assert_same(const qi_go_record *record, const qi_go *game)
{
    const qi_go *const position = qi_go_record_position(record);
    assert_int_equal(qi_go_hash(position), qi_go_hash(game));
    assert_int_equal(qi_go_steps(position), qi_go_steps(game));
    assert_int_equal(qi_go_to_move(position), qi_go_to_move(game));
    assert_int_equal(qi_go_captures(position, QI_BLACK), qi_go_captures(game, QI_BLACK));
}

/* At every place the record is what a game is that was played so far. */
static void assert_replays(qi_go_record *record)
{
    const qi_go_rules rules = qi_go_rules_of(qi_go_record_position(record));
    qi_go *game;
    assert_int_equal(qi_go_new(SIDE, SIDE, &rules, NULL, &game), QI_OK);
    assert_int_equal(qi_go_record_seek(record, SIZE_MAX), QI_OK);
    assert_int_equal(qi_go_record_place(record), qi_go_record_count(record));
    const qi_go_entry *const entries = qi_go_record_entries(record);
    for (size_t i = 0; i < qi_go_record_count(record); i++) {
        const uint32_t before = qi_go_steps(game);
        carry_out(game, record, &entries[i]);
        if (qi_go_steps(game) > before)
            assert_int_equal(qi_go_record_index_of_step(record, before + 1), i);
    }
    for (size_t i = qi_go_record_count(record); i-- > 0;) {
        assert_same(record, game);
        assert_int_equal(qi_go_record_seek(record, i), QI_OK);
        while (qi_go_steps(game) > (i ? entries[i - 1].step : 0))
            qi_go_undo(game);
    }
    assert_int_equal(qi_go_hash(qi_go_record_position(record)), 0);
    qi_go_free(game);
}

static void entries_have_the_verdicts_of_play(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        const qi_go_rules rules = {(qi_go_repetition)(seed % 4), seed % 3 == 0};
        uint64_t random = seed;
        qi_go_record *record;
        assert_int_equal(qi_go_record_new(SIDE, SIDE, &rules, NULL, &record), QI_OK);
        for (int i = 0; i < ENTRIES; i++) {
            assert_int_equal(add_any(record, &random), QI_OK);
            if (below(&random, 8) == 0)
                qi_go_record_seek(record, below(&random, (uint32_t)qi_go_record_count(record) + 1));
            if (below(&random, 50) == 0)
                qi_go_record_cut(record, qi_go_record_count(record) - below(&random, 9) % 4);
        }
        assert_replays(record);
        qi_go_record_cut(record, ENTRIES / 4);
        assert_replays(record);
        qi_go_record_cut(record, 0);
        assert_int_equal(qi_go_record_count(record), 0);
        assert_int_equal(add_any(record, &random), QI_OK);
        assert_replays(record);
        qi_go_record_free(record);
    }
}

/* What cannot be an entry is refused, and changes nothing. */
static void setups_are_checked(void **state)
{
    (void)state;
    qi_go_record *record;
    assert_int_equal(qi_go_record_new(0, 3, NULL, NULL, &record), QI_BAD_ARGUMENT);
    assert_int_equal(qi_go_record_new(SIDE, SIDE, NULL, NULL, &record), QI_OK);
    const qi_stone off = {POINTS, QI_BLACK}, wall = {0, QI_WALL}, good = {0, QI_BLACK};
    assert_int_equal(qi_go_record_add_setup(record, &off, 1, QI_EMPTY, 0), QI_BAD_ARGUMENT);
    assert_int_equal(qi_go_record_add_setup(record, &wall, 1, QI_EMPTY, 0), QI_BAD_ARGUMENT);
    assert_int_equal(qi_go_record_add_setup(record, &good, 1, QI_WALL, 0), QI_BAD_ARGUMENT);
    assert_int_equal(qi_go_record_count(record), 0);
    assert_int_equal(qi_go_record_add_setup(record, &good, 1, QI_WHITE, 7), QI_OK);
    assert_int_equal(qi_go_record_seek(record, 1), QI_OK);
    assert_int_equal(qi_go_to_move(qi_go_record_position(record)), QI_WHITE);
    assert_int_equal(qi_go_record_entries(record)->source, 7);
    qi_go_record_free(record);
    qi_go_record_free(NULL);
}

/* Whatever finds no memory is as if it had not been asked for. */
static bool collect(void *context, const char *bytes, size_t count)
{
    char *const text = context;
    return strlen(text) + count < SHEET && strncat(text, bytes, count);
}

/* Setups are written as such, in the root at the start of a game, and read again. */
static void setups_are_written(void **state)
{
    (void)state;
    qi_go_record *record;
    char text[SHEET] = "", again[SHEET] = "";
    const qi_stone start[] = {{0, QI_BLACK}, {1, QI_BLACK}, {1, QI_WHITE}},
                   later[] = {{0, QI_EMPTY}};
    const qi_stone dead[] = {{0, QI_WHITE}, {1, QI_BLACK}, {SIDE, QI_BLACK}};
    assert_int_equal(qi_go_record_new(SIDE, SIDE, NULL, NULL, &record), QI_OK);
    assert_int_equal(qi_go_record_add_setup(record, start, 3, QI_WHITE, 0), QI_OK);
    assert_int_equal(qi_go_record_add(record, (qi_move){2, QI_WHITE}, 0), QI_OK);
    assert_int_equal(qi_go_record_add_setup(record, later, 1, QI_EMPTY, 0), QI_OK);
    assert_int_equal(qi_go_record_add_setup(record, dead, 3, QI_EMPTY, 0), QI_OK); /* refused */
    assert_int_equal(qi_go_record_add(record, (qi_move){QI_NO_POINT, QI_BLACK}, 0), QI_OK);
    assert_int_equal(qi_go_record_seek(record, SIZE_MAX), QI_OK);
    assert_int_equal(qi_go_write_sgf(record, collect, text), QI_OK);
    assert_non_null(strstr(text, "AB[aa]AW[ba]PL[W];W[ca];AE[aa]C[refused: setup: "));
    assert_non_null(strstr(text, ";B[])"));

    qi_go_record *other;
    qi_sgf *sgf;
    qi_sgf_walk walk;
    qi_go_sgf_reading reading = {.text = text};
    assert_int_equal(qi_go_record_new(SIDE, SIDE, NULL, NULL, &other), QI_OK);
    assert_int_equal(qi_sgf_parse(text, strlen(text), NULL, &sgf, NULL), QI_OK);
    assert_int_equal(qi_sgf_walk_start(sgf, qi_sgf_first_game(sgf), &walk, NULL), QI_OK);
    reading.record = other;
    assert_int_equal(qi_go_read_sgf(&reading, &walk, SIZE_MAX, NULL), QI_OK);
    assert_int_equal(qi_go_record_count(other), 4); /* without what was refused */
    for (qi_point i = 0; i < POINTS; i++)
        assert_int_equal(qi_go_at(qi_go_record_position(other), i),
                         qi_go_at(qi_go_record_position(record), i));
    assert_int_equal(qi_go_write_sgf(other, collect, again), QI_OK);
    assert_null(strstr(again, "refused"));
    qi_sgf_free(sgf);
    qi_go_record_free(other);
    qi_go_record_free(record);
}

static void without_memory_nothing_changes(void **state)
{
    (void)state;
    for (int memory = 0; memory < 40; memory++) {
        stingy from = {.left = memory};
        const qi_allocator allocator = stingy_allocator(&from);
        qi_go_record *record;
        uint64_t random = 1;
        if (qi_go_record_new(SIDE, SIDE, NULL, &allocator, &record) != QI_OK) {
            assert_int_equal(from.out, 0);
            continue;
        }
        for (int i = 0; i < ENTRIES; i++) {
            const size_t count = qi_go_record_count(record);
            const qi_result result = add_any(record, &random);
            assert_int_equal(qi_go_record_count(record), count + (result == QI_OK));
            qi_go_record_seek(record, SIZE_MAX);
        }
        from.left = 0; /* going back needs none */
        const size_t place = qi_go_record_place(record);
        assert_int_equal(qi_go_record_seek(record, place / 2), QI_OK);
        from.left = -1;
        assert_replays(record);
        qi_go_record_free(record);
        assert_int_equal(from.out, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_texts_are_located),
        cmocka_unit_test(good_texts_are_read),
        cmocka_unit_test(moves_are_written_as_they_are_read),
        cmocka_unit_test(outputs_are_judged),
        cmocka_unit_test(many_refusals_are_kept),
        cmocka_unit_test(entries_have_the_verdicts_of_play),
        cmocka_unit_test(setups_are_checked),
        cmocka_unit_test(setups_are_written),
        cmocka_unit_test(without_memory_nothing_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
