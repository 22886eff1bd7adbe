/* Game records: places, results and SGF, held against games that are played again from the start by
 * the oracle. */
#include "check.h"

#include "base/random.h"
#include "lab/oracle/nogo.h"
#include "nogo/play/record.h"
#include "nogo/rules/position.h"

#include <qi/nogo_playouts.h>
#include <qi/nogo_record.h>

#include <stdio.h>
#include <string.h>

enum { MAX_SIDE = 6, MAX_POINTS = MAX_SIDE * MAX_SIDE };

static const char head[] = "(;FF[4]GM[1]CA[UTF-8]AP[qi:" QI_VERSION "]";

/* ---- a sheet for SGF ---------------------------------------------------------------------- */

typedef struct sheet {
    char text[1 << 14];
    size_t length, max;
} sheet;

static bool write_on(void *context, const char *bytes, size_t count)
{
    sheet *on = context;
    assert_true(count < sizeof on->text - on->length);
    if (on->length + count > on->max)
        return false;
    memcpy(on->text + on->length, bytes, count);
    on->length += count;
    on->text[on->length] = '\0';
    return true;
}

static const char *written(const qi_nogo_record *record)
{
    static sheet paper;
    paper.length = 0;
    paper.max = SIZE_MAX;
    assert_int_equal(qi_nogo_record_write(record, write_on, &paper), QI_OK);
    return paper.text;
}

static qi_nogo_record *empty_record(uint32_t rows, uint32_t columns)
{
    qi_nogo *start;
    qi_nogo_record *record;
    assert_int_equal(qi_nogo_new(rows, columns, NULL, &start), QI_OK);
    assert_int_equal(qi_nogo_record_new(start, NULL, &record), QI_OK);
    qi_nogo_free(start);
    return record;
}

static void assert_written(const qi_nogo_record *record, const char *rest)
{
    char expected[512];
    snprintf(expected, sizeof expected, "%s%s\n", head, rest);
    /* Line breaks between values are the writer's business. */
    char flat[1 << 14];
    size_t used = 0;
    for (const char *at = written(record); *at; at++)
        if (*at != '\n' || used == 0 || flat[used - 1] != ']')
            flat[used++] = *at;
    flat[used] = '\0';
    assert_string_equal(flat, expected);
}

/* ---- by hand ------------------------------------------------------------------------------ */

static void places_and_results(void **state)
{
    (void)state;
    qi_nogo_record *record = empty_record(1, 3);
    qi_colour winner;
    assert_int_equal(qi_nogo_record_result(record, &winner), QI_NOGO_NOT_OVER);
    assert_int_equal(winner, QI_EMPTY);
    assert_null(qi_nogo_record_moves(record));
    assert_written(record, "SZ[3:1]RU[NoGo])");
    assert_int_equal(qi_nogo_record_play(record, QI_BLACK, 0, NULL, NULL), QI_OK);
    assert_int_equal(qi_nogo_record_set_result(record, QI_NOGO_BY_TIME, QI_BLACK), QI_OK);
    assert_written(record, "SZ[3:1]RU[NoGo]RE[B+T];B[aa])");
    qi_point group;
    qi_nogo_verdict verdict;
    assert_int_equal(qi_nogo_record_play(record, QI_WHITE, 1, &verdict, &group), QI_BAD_ARGUMENT);
    assert_int_equal(verdict, QI_NOGO_CAPTURE);
    assert_int_equal(group, 0);
    assert_int_equal(qi_nogo_record_result(record, NULL), QI_NOGO_BY_TIME);
    assert_int_equal(qi_nogo_record_play(record, QI_WHITE, 2, NULL, NULL), QI_OK);
    /* Black cannot move, whatever anybody says. */
    assert_int_equal(qi_nogo_record_set_result(record, QI_NOGO_BY_RESIGNATION, QI_BLACK), QI_OK);
    assert_int_equal(qi_nogo_record_result(record, &winner), QI_NOGO_BY_NO_MOVE);
    assert_int_equal(winner, QI_WHITE);
    assert_written(record, "SZ[3:1]RU[NoGo]RE[W+];B[aa];W[ca])");
    qi_nogo_record_seek(record, 0);
    assert_int_equal(qi_nogo_record_place(record), 0);
    assert_int_equal(qi_nogo_record_count(record), 2);
    assert_int_equal(qi_nogo_record_result(record, &winner), QI_NOGO_BY_NO_MOVE);
    assert_written(record, "SZ[3:1]RU[NoGo]RE[W+];B[aa];W[ca])");
    assert_int_equal(qi_nogo_stones(qi_nogo_record_position(record), QI_BLACK), 0);
    qi_nogo_record_seek(record, 1);
    qi_nogo_record_cut(record);
    assert_int_equal(qi_nogo_record_result(record, NULL), QI_NOGO_NOT_OVER);
    assert_written(record, "SZ[3:1]RU[NoGo];B[aa])");
    static const struct {
        qi_nogo_end end;
        const char *text;
    } ends[] = {{QI_NOGO_BY_RESIGNATION, "SZ[3:1]RU[NoGo]RE[W+R];B[aa])"},
                {QI_NOGO_BY_TIME, "SZ[3:1]RU[NoGo]RE[W+T];B[aa])"},
                {QI_NOGO_BY_FORFEIT, "SZ[3:1]RU[NoGo]RE[W+F];B[aa])"},
                {QI_NOGO_BY_UNKNOWN, "SZ[3:1]RU[NoGo]RE[W+];B[aa])"},
                {QI_NOGO_NOT_OVER, "SZ[3:1]RU[NoGo];B[aa])"}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        assert_int_equal(qi_nogo_record_set_result(record, ends[i].end, QI_WHITE), QI_OK);
        assert_written(record, ends[i].text);
    }
    assert_int_equal(qi_nogo_record_set_result(record, QI_NOGO_BY_NO_MOVE, QI_WHITE),
                     QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_record_set_result(record, QI_NOGO_BY_TIME, QI_EMPTY), QI_BAD_ARGUMENT);
    qi_nogo_record_free(record);
    qi_nogo_record_free(NULL);
}

static void the_first_stone_may_be_kept_from_the_centre(void **state)
{
    (void)state;
    qi_nogo_record *record = empty_record(3, 5);
    qi_nogo_record_forbid_centre(record, true);
    qi_point group = 1;
    assert_int_equal(qi_nogo_record_judge(record, QI_BLACK, 7, &group), QI_NOGO_CENTRE);
    assert_int_equal(group, QI_NO_POINT);
    qi_nogo_verdict verdict;
    assert_int_equal(qi_nogo_record_play(record, QI_BLACK, 7, &verdict, NULL), QI_BAD_ARGUMENT);
    assert_int_equal(verdict, QI_NOGO_CENTRE);
    assert_int_equal(qi_nogo_record_count(record), 0);
    assert_int_equal(qi_nogo_record_play(record, QI_BLACK, 6, NULL, NULL), QI_OK);
    assert_int_equal(qi_nogo_record_play(record, QI_WHITE, 7, NULL, NULL), QI_OK);
    qi_nogo_record_seek(record, 0);
    assert_int_equal(qi_nogo_record_judge(record, QI_BLACK, 7, NULL), QI_NOGO_CENTRE);
    qi_nogo_record_forbid_centre(record, false);
    assert_int_equal(qi_nogo_record_judge(record, QI_BLACK, 7, NULL), QI_NOGO_LEGAL);
    qi_nogo_record_free(record);
    record = empty_record(4, 5); /* which has no centre */
    qi_nogo_record_forbid_centre(record, true);
    for (qi_point point = 0; point < 20; point++)
        assert_int_equal(qi_nogo_record_judge(record, QI_BLACK, point, NULL), QI_NOGO_LEGAL);
    qi_nogo_record_free(record);
}

static void names_setup_and_turn_are_written(void **state)
{
    (void)state;
    qi_nogo *start;
    const char text[] = "2 3\nX.#\n.O#\n";
    assert_int_equal(
        qi_nogo_parse(text, strlen(text), QI_NOGO_HOLES | QI_NOGO_ANY_COUNT, NULL, &start, NULL),
        QI_OK);
    qi_nogo_set_to_move(start, QI_WHITE);
    qi_nogo_record *record;
    assert_int_equal(qi_nogo_record_new(start, NULL, &record), QI_OK);
    assert_string_equal(qi_nogo_record_name(record, QI_BLACK), "");
    assert_string_equal(qi_nogo_record_name(record, QI_WALL), "");
    assert_string_equal(qi_nogo_record_name(record, QI_EMPTY), "");
    assert_int_equal(qi_nogo_record_set_name(record, QI_BLACK, "a ] b \\"), QI_OK);
    assert_int_equal(qi_nogo_record_set_name(record, QI_BLACK, "[x]"), QI_OK);
    assert_int_equal(qi_nogo_record_set_name(record, QI_WALL, "x"), QI_BAD_ARGUMENT);
    assert_written(record, "SZ[3:2]RU[NoGo]PB[[x\\]]GC[hollow C2 C1]AB[aa]AW[bb]PL[W])");
    assert_int_equal(qi_nogo_record_set_name(record, QI_WHITE, "W"), QI_OK);
    assert_int_equal(qi_nogo_record_set_name(record, QI_EMPTY, "one\ntwo"), QI_OK);
    assert_written(record, "SZ[3:2]RU[NoGo]PB[[x\\]]PW[W]GC[hollow C2 C1\none\ntwo]AB[aa]AW[bb]"
                           "PL[W])");
    /* Who moves first counts, whoever was to move. */
    assert_int_equal(qi_nogo_record_play(record, QI_BLACK, 1, NULL, NULL), QI_OK);
    assert_written(record,
                   "SZ[3:2]RU[NoGo]PB[[x\\]]PW[W]RE[B+]GC[hollow C2 C1\none\ntwo]AB[aa]AW[bb]"
                   ";B[ba])");
    /* A new start keeps the names. */
    qi_nogo_free(start);
    assert_int_equal(qi_nogo_new(1, 1, NULL, &start), QI_OK);
    assert_int_equal(qi_nogo_record_restart(record, start), QI_OK);
    assert_written(record, "SZ[1]RU[NoGo]PB[[x\\]]PW[W]RE[W+]GC[one\ntwo])");
    qi_nogo_free(start);
    qi_nogo_record_free(record);
    record = empty_record(53, 1);
    sheet paper = {.max = SIZE_MAX};
    assert_int_equal(qi_nogo_record_write(record, write_on, &paper), QI_TOO_LARGE);
    assert_int_equal(paper.length, 0);
    qi_nogo_record_free(record);
}

/* ---- random games ------------------------------------------------------------------------- */

static const char *const remarks[] = {"",           "hollow",      "hollow A1",   "hollow A1 A1",
                                      "hollow Q99", "hollow be",   "\nhollow A1", "\n\n",
                                      "x]y\\z:",    "one\ntwo\n3", "hollow \n",   "白方认输"};
enum { REMARKS = sizeof remarks / sizeof *remarks };

/* The position of the record must be the start with the first `place` moves, and know the rules. */
static void compare_with_replay(const qi_nogo_record *record)
{
    const qi_nogo *start = qi_nogo_record_start(record), *now = qi_nogo_record_position(record);
    const qi_move *moves = qi_nogo_record_moves(record);
    const size_t place = qi_nogo_record_place(record);
    qi_oracle_nogo oracle;
    assert_true(qi_oracle_nogo_start(&oracle, qi_nogo_rows(start), qi_nogo_columns(start), NULL));
    const qi_point points = oracle.rows * oracle.columns;
    qi_nogo_points(start, oracle.cells);
    for (size_t i = 0; i < place; i++)
        oracle.cells[moves[i].point] = (uint8_t)moves[i].colour;
    assert_int_equal(qi_nogo_to_move(now),
                     place ? qi_opponent(moves[place - 1].colour) : qi_nogo_to_move(start));
    uint32_t stones[4] = {0};
    for (qi_point point = 0; point < points; point++) {
        stones[oracle.cells[point]]++;
        assert_int_equal(qi_nogo_at(now, point), oracle.cells[point]);
        for (int colour = QI_BLACK; colour <= QI_WHITE; colour++)
            assert_int_equal(qi_nogo_record_judge(record, (qi_colour)colour, point, NULL),
                             qi_oracle_nogo_judge(&oracle, (qi_colour)colour, point).verdict);
    }
    assert_int_equal(qi_nogo_stones(now, QI_BLACK), stones[QI_BLACK]);
    assert_int_equal(qi_nogo_stones(now, QI_WHITE), stones[QI_WHITE]);
    /* The result belongs to the end, wherever the place is. */
    for (size_t i = place; i < qi_nogo_record_count(record); i++)
        oracle.cells[moves[i].point] = (uint8_t)moves[i].colour;
    const size_t count = qi_nogo_record_count(record);
    const qi_colour last = count ? qi_opponent(moves[count - 1].colour) : qi_nogo_to_move(start);
    qi_point legal[MAX_POINTS];
    qi_colour winner;
    const qi_nogo_end end = qi_nogo_record_result(record, &winner);
    assert_int_equal(end == QI_NOGO_BY_NO_MOVE, !qi_oracle_nogo_legal(&oracle, last, legal));
    if (end == QI_NOGO_BY_NO_MOVE)
        assert_int_equal(winner, qi_opponent(last));
    qi_oracle_nogo_end(&oracle);
}

/* Two records have the same game. */
static void compare_records(const qi_nogo_record *a, const qi_nogo_record *b)
{
    uint8_t points[2][MAX_POINTS];
    qi_colour winners[2];
    const qi_nogo *starts[] = {qi_nogo_record_start(a), qi_nogo_record_start(b)};
    assert_int_equal(qi_nogo_rows(starts[0]), qi_nogo_rows(starts[1]));
    assert_int_equal(qi_nogo_columns(starts[0]), qi_nogo_columns(starts[1]));
    qi_nogo_points(starts[0], points[0]);
    qi_nogo_points(starts[1], points[1]);
    assert_memory_equal(points[0], points[1],
                        qi_nogo_rows(starts[0]) * (size_t)qi_nogo_columns(starts[0]));
    assert_int_equal(qi_nogo_record_count(a), qi_nogo_record_count(b));
    for (size_t i = 0; i < qi_nogo_record_count(a); i++) {
        assert_int_equal(qi_nogo_record_moves(a)[i].colour, qi_nogo_record_moves(b)[i].colour);
        assert_int_equal(qi_nogo_record_moves(a)[i].point, qi_nogo_record_moves(b)[i].point);
    }
    assert_int_equal(qi_nogo_record_result(a, &winners[0]), qi_nogo_record_result(b, &winners[1]));
    assert_int_equal(winners[0], winners[1]);
    assert_string_equal(qi_nogo_record_name(a, QI_EMPTY), qi_nogo_record_name(b, QI_EMPTY));
    for (int colour = QI_BLACK; colour <= QI_WHITE; colour++)
        assert_string_equal(qi_nogo_record_name(a, (qi_colour)colour),
                            qi_nogo_record_name(b, (qi_colour)colour));
}

static void read_back(const qi_nogo_record *record)
{
    char text[1 << 14];
    snprintf(text, sizeof text, "%s", written(record));
    qi_nogo_record *again;
    qi_nogo_verdict verdict;
    qi_text_error error = {0};
    const qi_result result =
        qi_nogo_record_parse(text, strlen(text), SIZE_MAX, NULL, &again, &verdict, &error);
    if (result != QI_OK)
        print_error("%s\n%s, expected %s\n", text, error.found, error.expected);
    assert_int_equal(result, QI_OK);
    assert_int_equal(verdict, QI_NOGO_LEGAL);
    compare_records(record, again);
    assert_string_equal(written(again), text);
    qi_nogo_record_free(again);
}

static qi_nogo_record *random_start(qi_random *random)
{
    const uint32_t rows = 1 + qi_random_below(random, MAX_SIDE),
                   columns = 1 + qi_random_below(random, MAX_SIDE);
    qi_nogo *start;
    assert_int_equal(qi_nogo_new(rows, columns, NULL, &start), QI_OK);
    for (uint32_t tries = qi_random_below(random, 12); tries; tries--) {
        const qi_stone stone = {qi_random_below(random, rows * columns),
                                (qi_colour)qi_random_below(random, 4)};
        qi_nogo_set_up(start, &stone, 1, qi_random_below(random, 2) ? QI_BLACK : QI_WHITE, NULL);
    }
    qi_nogo_record *record;
    assert_int_equal(qi_nogo_record_new(start, NULL, &record), QI_OK);
    qi_nogo_free(start);
    if (qi_random_below(random, 2))
        assert_int_equal(
            qi_nogo_record_set_name(record, QI_EMPTY, remarks[qi_random_below(random, REMARKS)]),
            QI_OK);
    return record;
}

/* One step of a game: a move of anybody's, a change of place, a cut, a playout, a result. */
static void step(qi_nogo_record *record, qi_random *random)
{
    const qi_nogo *now = qi_nogo_record_position(record);
    const size_t place = qi_nogo_record_place(record), count = qi_nogo_record_count(record);
    const uint32_t kind = qi_random_below(random, 16);
    if (kind == 0) {
        qi_nogo_record_seek(record, qi_random_below(random, (uint32_t)count + 2));
    } else if (kind == 1 && place > 0) {
        qi_nogo_record_seek(record, place - 1);
    } else if (kind == 2) {
        qi_nogo_record_cut(record);
    } else if (kind == 3 && qi_random_below(random, 4) == 0) {
        const qi_nogo_policy policy = qi_random_below(random, 2) ? QI_NOGO_FIRST : QI_NOGO_RANDOM;
        assert_int_equal(qi_nogo_record_play_out(record, policy, qi_random_next(random)), QI_OK);
        assert_int_equal(qi_nogo_record_place(record), place);
        assert_int_equal(qi_nogo_record_result(record, NULL), QI_NOGO_BY_NO_MOVE);
    } else if (kind == 4) {
        static const qi_nogo_end ends[] = {QI_NOGO_NOT_OVER, QI_NOGO_BY_RESIGNATION,
                                           QI_NOGO_BY_TIME, QI_NOGO_BY_FORFEIT, QI_NOGO_BY_UNKNOWN};
        assert_int_equal(
            qi_nogo_record_set_result(record, ends[qi_random_below(random, 5)],
                                      qi_random_below(random, 2) ? QI_BLACK : QI_WHITE),
            QI_OK);
    } else {
        const uint32_t points = qi_nogo_rows(now) * qi_nogo_columns(now);
        qi_colour colour = qi_nogo_to_move(now);
        if (qi_random_below(random, 8) == 0)
            colour = qi_opponent(colour);
        const qi_result result =
            qi_nogo_record_play(record, colour, qi_random_below(random, points + 1), NULL, NULL);
        assert_int_equal(qi_nogo_record_place(record), place + (result == QI_OK));
        assert_int_equal(qi_nogo_record_count(record), result == QI_OK ? place + 1 : count);
    }
}

static void random_games_agree_with_replays(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 13);
    for (uint64_t game = test_cases(3000); game; game--) {
        qi_nogo_record *record = random_start(&random);
        for (uint32_t steps = qi_random_below(&random, 60); steps; steps--) {
            step(record, &random);
            compare_with_replay(record);
        }
        read_back(record);
        qi_nogo_record_free(record);
    }
}

/* ---- reading ------------------------------------------------------------------------------ */

typedef struct read_case {
    const char *sgf;
    qi_result result;
    qi_nogo_verdict verdict;
    const char *again; /* how the game that was read is written, or NULL */
    uint64_t line, column;
} read_case;

static const read_case cases[] = {
    {"(;SZ[3];B[aa];W[bb](;B[cc])(;B[ca]))", QI_OK, 0, "SZ[3]RU[NoGo];B[aa];W[bb];B[cc])", 0, 0},
    {"(;SZ[3]AB[aa:ba]AW[cc]PL[W])", QI_OK, 0, "SZ[3]RU[NoGo]AB[aa][ba]AW[cc]PL[W])", 0, 0},
    {"(;SZ[3];W[aa];B[bb])", QI_OK, 0, "SZ[3]RU[NoGo]PL[W];W[aa];B[bb])", 0, 0},
    {"(;SZ[3]HA[2]AB[aa][cc])", QI_OK, 0, "SZ[3]RU[NoGo]AB[aa][cc]PL[W])", 0, 0},
    {"(;SZ[3]HA[1]AB[aa][cc])", QI_OK, 0, "SZ[3]RU[NoGo]AB[aa][cc])", 0, 0},
    /* A setup after moves is a new start. */
    {"(;SZ[3];B[aa];W[bb];AE[aa]AW[cc];B[ca])", QI_OK, 0, "SZ[3]RU[NoGo]AW[bb][cc];B[ca])", 0, 0},
    {"(;SZ[3];B[aa];AE[aa])", QI_OK, 0, "SZ[3]RU[NoGo]PL[W])", 0, 0},
    {"(;SZ[3];B[aa];AE[aa]PL[B])", QI_OK, 0, "SZ[3]RU[NoGo])", 0, 0},
    /* Results; the board knows better. */
    {"(;SZ[3]RE[B+Resign];B[aa])", QI_OK, 0, "SZ[3]RU[NoGo]RE[B+R];B[aa])", 0, 0},
    {"(;SZ[3]RE[W+Time];B[aa])", QI_OK, 0, "SZ[3]RU[NoGo]RE[W+T];B[aa])", 0, 0},
    {"(;SZ[3]RE[W+3.5];B[aa])", QI_OK, 0, "SZ[3]RU[NoGo]RE[W+];B[aa])", 0, 0},
    {"(;SZ[3]RE[?];B[aa])", QI_OK, 0, "SZ[3]RU[NoGo];B[aa])", 0, 0},
    {"(;SZ[3:1]RE[B+R];B[aa];W[ca])", QI_OK, 0, "SZ[3:1]RU[NoGo]RE[W+];B[aa];W[ca])", 0, 0},
    /* Holes, names and comments. */
    {"(;SZ[3]GC[hollow A1 b2];B[aa])", QI_OK, 0, "SZ[3]RU[NoGo]GC[hollow B2 A1];B[aa])", 0, 0},
    {"(;SZ[2]GC[hollow C1];B[aa])", QI_OK, 0, "SZ[2]RU[NoGo]GC[\nhollow C1];B[aa])", 0, 0},
    {"(;SZ[2]PB[a\nb]PW[c\\]])", QI_OK, 0, "SZ[2]RU[NoGo]PB[a b]PW[c\\]])", 0, 0},
    /* What is wrong. */
    {"(;SZ[3]\n;B[aa];W[aa];B[bb])", QI_BAD_TEXT, QI_NOGO_OCCUPIED, "SZ[3]RU[NoGo];B[aa])", 2, 10},
    {"(;SZ[3];B[aa];W[])", QI_BAD_TEXT, QI_NOGO_OFF_BOARD, "SZ[3]RU[NoGo];B[aa])", 1, 17},
    {"(;SZ[1];B[aa])", QI_BAD_TEXT, QI_NOGO_SUICIDE, "SZ[1]RU[NoGo]RE[W+])", 1, 11},
    {"(;SZ[2]GC[hollow A1];B[ab])", QI_BAD_TEXT, QI_NOGO_OFF_BOARD, "SZ[2]RU[NoGo]GC[hollow A1])",
     1, 24},
    {"(;SZ[2]AB[aa]AW[ab][ba];B[bb])", QI_BAD_TEXT, 0, NULL, 1, 21},
    {"(;SZ[2];B[aa];W[zz])", QI_BAD_TEXT, 0, NULL, 1, 17},
    {"(;SZ[2];B[aa];AW[ab][ba])", QI_BAD_TEXT, 0, NULL, 1, 22},
    {"(;SZ[53])", QI_BAD_TEXT, 0, NULL, 1, 6},
    {"(;GM[2])", QI_BAD_TEXT, 0, NULL, 1, 6},
    {"(;SZ[9]", QI_BAD_TEXT, 0, NULL, 1, 8},
    {"", QI_BAD_TEXT, 0, NULL, 1, 1},
};

static void records_are_read_as_they_are_meant(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const read_case *c = &cases[i];
        qi_nogo_record *record;
        qi_nogo_verdict verdict;
        qi_text_error error = {0};
        const qi_result result =
            qi_nogo_record_parse(c->sgf, strlen(c->sgf), SIZE_MAX, NULL, &record, &verdict, &error);
        if (result != c->result || verdict != c->verdict || error.line != c->line ||
            error.column != c->column)
            print_error("%s: %llu:%llu: %s, expected %s\n", c->sgf, (unsigned long long)error.line,
                        (unsigned long long)error.column, error.found, error.expected);
        assert_int_equal(result, c->result);
        assert_int_equal(verdict, c->verdict);
        assert_int_equal(error.line, c->line);
        assert_int_equal(error.column, c->column);
        assert_int_equal(!record, !c->again);
        if (record)
            assert_written(record, c->again);
        qi_nogo_record_free(record);
        /* A callback is optional. */
        assert_int_equal(
            qi_nogo_record_parse(c->sgf, strlen(c->sgf), SIZE_MAX, NULL, &record, NULL, NULL),
            c->result);
        qi_nogo_record_free(record);
    }
    /* Up to a move; the result belongs to the whole. */
    static const char sgf[] = "(;SZ[3]RE[B+R];B[aa];W[aa])";
    qi_nogo_record *record;
    assert_int_equal(qi_nogo_record_parse(sgf, strlen(sgf), 1, NULL, &record, NULL, NULL), QI_OK);
    assert_written(record, "SZ[3]RU[NoGo];B[aa])");
    assert_int_equal(qi_nogo_record_place(record), 1);
    qi_nogo_record_free(record);
}

/* Records with bytes changed, left out or doubled: read or refused, and what is read is a game. */
static void hostile_records_do_no_harm(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 99);
    uint64_t good = 0;
    const uint64_t all = test_cases(30000);
    for (uint64_t i = 0; i < all; i++) {
        char text[200];
        const read_case *c = &cases[qi_random_below(&random, sizeof cases / sizeof *cases)];
        size_t length = strlen(c->sgf);
        memcpy(text, c->sgf, length);
        for (uint32_t changes = 1 + qi_random_below(&random, 4); length && changes; changes--) {
            static const char bytes[] = "()[];:\\BWAPLERGCSZabt129 \n\0\xff";
            const size_t at = qi_random_below(&random, (uint32_t)length);
            const char byte = bytes[qi_random_below(&random, sizeof bytes)];
            const uint32_t kind = qi_random_below(&random, 3);
            if (kind == 0) {
                text[at] = byte;
            } else if (kind == 1) {
                memmove(text + at, text + at + 1, --length - at);
            } else if (length + 1 < sizeof text) {
                memmove(text + at + 1, text + at, length++ - at);
                text[at] = byte;
            }
        }
        qi_nogo_record *record;
        qi_nogo_verdict verdict;
        qi_text_error error;
        const qi_result result =
            qi_nogo_record_parse(text, length, SIZE_MAX, NULL, &record, &verdict, &error);
        assert_true(result == QI_OK || result == QI_BAD_TEXT);
        if (result == QI_OK)
            assert_non_null(record);
        if (result == QI_BAD_TEXT)
            assert_int_equal(verdict != QI_NOGO_LEGAL, record != NULL);
        good += result == QI_OK;
        if (record)
            written(record);
        qi_nogo_record_free(record);
    }
    assert_in_range(good, all / 20, all - all / 20);
}

/* ---- memory and sinks --------------------------------------------------------------------- */

static void running_out_of_memory_loses_nothing(void **state)
{
    (void)state;
    static const char sgf[] = "(;SZ[3]PB[a]PW[b]GC[hollow A1\nc]AB[aa];W[cc];B[ba])";
    bool done = false;
    for (int left = 0; !done; left++) {
        assert_in_range(left, 0, 60);
        stingy from = {left, 0};
        const qi_allocator allocator = stingy_allocator(&from);
        qi_nogo_record *record;
        qi_result result =
            qi_nogo_record_parse(sgf, strlen(sgf), SIZE_MAX, &allocator, &record, NULL, NULL);
        if (result == QI_OK) {
            sheet paper = {.max = SIZE_MAX};
            result = qi_nogo_record_write(record, write_on, &paper);
            if (result == QI_OK &&
                (result = qi_nogo_record_play_out(record, QI_NOGO_RANDOM, 1)) == QI_OK)
                done = qi_nogo_record_set_name(record, QI_EMPTY, "x") == QI_OK;
        }
        if (!done)
            assert_true(result == QI_NO_MEMORY || result == QI_OK);
        if (record)
            compare_with_replay(record);
        qi_nogo_record_free(record);
        assert_int_equal(from.out, 0);
    }
}

static void a_sink_can_stop_the_writing(void **state)
{
    (void)state;
    qi_nogo_record *record = empty_record(5, 5);
    assert_int_equal(qi_nogo_record_play_out(record, QI_NOGO_FIRST, 0), QI_OK);
    const size_t whole = strlen(written(record));
    for (size_t max = 0; max < whole; max += 7) {
        sheet paper = {.max = max};
        assert_int_equal(qi_nogo_record_write(record, write_on, &paper), QI_STOPPED);
        assert_true(paper.length <= max);
    }
    qi_nogo_record_free(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_and_results),
        cmocka_unit_test(the_first_stone_may_be_kept_from_the_centre),
        cmocka_unit_test(names_setup_and_turn_are_written),
        cmocka_unit_test(random_games_agree_with_replays),
        cmocka_unit_test(records_are_read_as_they_are_meant),
        cmocka_unit_test(hostile_records_do_no_harm),
        cmocka_unit_test(running_out_of_memory_loses_nothing),
        cmocka_unit_test(a_sink_can_stop_the_writing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
