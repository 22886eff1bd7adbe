/* Main lines that are played, and games that are written. */
#include "check.h"
#include "sgf_sheet.h"
#include "sgf_tree.h"

#include "base/random.h"
#include "base/text.h"
#include "sgf/play.h"
#include "sgf/tree.h"
#include "sgf/writer.h"

#include <stdarg.h>
#include <stdio.h>

/* ==== Main lines that are played: what is set up together, and who is to move. ==== */

typedef struct story {
    char text[1 << 12];
    size_t used;
    size_t unread, placed;
} story;

static void add_event(story *to, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    to->used +=
        (size_t)vsnprintf(to->text + to->used, sizeof to->text - to->used, format, arguments);
    va_end(arguments);
}

/* "set +2 -5 W!;": White becomes 2, 5 becomes empty, White is to move as PL says. */
static qi_result set_up(void *context, const qi_sgf_setup *setup)
{
    add_event(context, "set");
    for (size_t i = 0; i < setup->count; i++)
        add_event(context, " %c%u", "-BW"[setup->stones[i].colour], setup -> stones[i].point);
    add_event(context, " %c%s;", "?BW"[setup->to_move], setup -> turn_given ? "!" : "");
    assert_true((setup->at != NULL) == (setup->count > 0));
    return QI_OK;
}

static qi_result play(void *context, const qi_sgf_event *move)
{
    if (move->point == 8)
        return QI_NO_MEMORY;
    add_event(context, "%c", "?BW"[move->colour]);
    if (move->point != QI_NO_POINT)
        add_event(context, "%u", move->point);
    add_event(context, ";");
    return QI_OK;
}

static void set_turn(void *context, qi_colour colour)
{
    add_event(context, "turn %c;", "?BW"[colour]);
}

static void leave_out(void *context, const qi_text_error *error)
{
    story *to = context;
    to->unread++;
    to->placed += error != NULL;
}

static void assert_played(const char *text, size_t max, qi_result expected, const char *events)
{
    static const qi_sgf_player player = {set_up, play, set_turn, NULL};
    story seen = {.used = 0};
    qi_sgf *sgf = parsed(text);
    qi_sgf_walk walk;
    qi_text_error error;
    assert_int_equal(qi_sgf_walk_start(sgf, qi_sgf_first_game(sgf), &walk, &error), QI_OK);
    assert_int_equal(qi_sgf_play(&walk, max, &player, &seen, &error), expected);
    assert_string_equal(seen.text, events);
    qi_sgf_free(sgf);
}

static void the_side_to_move_is_reported(void **state)
{
    (void)state;
    assert_played("(;SZ[3])", SIZE_MAX, QI_OK, "set B;");
    assert_played("(;SZ[3]HA[2])", SIZE_MAX, QI_OK, "set W;");
    assert_played("(;SZ[3]HA[2];B[aa])", SIZE_MAX, QI_OK, "set B;B0;");
    assert_played("(;SZ[3]PL[W]HA[1];B[])", SIZE_MAX, QI_OK, "set W!;B;");
    assert_played("(;SZ[3];W[aa];PL[W])", SIZE_MAX, QI_OK, "set W;W0;turn W;");
    assert_played("(;SZ[3]PL[W])", SIZE_MAX, QI_OK, "set W!;turn W;");
}

static void stones_between_moves_are_one_setup(void **state)
{
    (void)state;
    assert_played("(;SZ[3]AB[ba][aa];AW[aa]AE[ca];B[bb];AE[bb];W[])", SIZE_MAX, QI_OK,
                  "set B1 W0 -2 B;B4;set -4 W;W;");
    assert_played("(;SZ[3];B[aa];AW[bb];AB[bb])", SIZE_MAX, QI_OK, "set B;B0;set B4 ?;");
    assert_played("(;SZ[3];B[aa];AW[bb];W[cc])", SIZE_MAX, QI_NO_MEMORY, "set B;B0;set W4 W;");
}

static void lines_are_cut(void **state)
{
    (void)state;
    const char line[] = "(;SZ[3];B[aa];W[bb];AE[aa];B[ca])";
    assert_played(line, 0, QI_STOPPED, "set B;turn B;");
    assert_played(line, 1, QI_STOPPED, "set B;B0;turn W;");
    assert_played(line, 2, QI_STOPPED, "set B;B0;W4;set -0 B;turn B;");
    assert_played(line, 3, QI_OK, "set B;B0;W4;set -0 B;B2;");
    assert_played("(;SZ[3]PL[B];W[aa])", 0, QI_STOPPED, "set B!;turn B;");
}

/* A value that cannot be read ends the line, or is left out if a callback reports it. */
static void bad_values_end_it_or_are_skipped(void **state)
{
    (void)state;
    static const qi_sgf_player player = {set_up, play, set_turn, leave_out};
    enum { BAD = 150 };
    char text[BAD * 8 + 64];
    size_t length = (size_t)sprintf(text, "(;SZ[3];B[aa]");
    for (int i = 0; i < BAD; i++)
        length += (size_t)sprintf(text + length, ";W[xx]");
    sprintf(text + length, ";W[ba])");
    assert_played(text, SIZE_MAX, QI_BAD_TEXT, "set B;B0;");
    story seen = {.used = 0};
    qi_sgf *sgf = parsed(text);
    qi_sgf_walk walk;
    assert_int_equal(qi_sgf_walk_start(sgf, qi_sgf_first_game(sgf), &walk, NULL), QI_OK);
    assert_int_equal(qi_sgf_play(&walk, SIZE_MAX, &player, &seen, NULL), QI_OK);
    assert_string_equal(seen.text, "set B;B0;W1;");
    assert_int_equal(seen.unread, BAD);
    assert_int_equal(seen.placed, QI_SGF_MAX_ERRORS);
    qi_sgf_free(sgf);
}

/* ==== Writing SGF, running out of memory, and noise. ==== */

/* ---- writing ------------------------------------------------------------------------------ */

static void games_are_written(void **state)
{
    (void)state;
    sheet paper = {.length = 0};
    qi_sgf_writer writer = {.sink = write_on, .context = &paper};
    const uint8_t points[6] = {QI_BLACK, QI_EMPTY, QI_WHITE, QI_WALL, QI_EMPTY, QI_BLACK};
    qi_sgf_start_game(&writer, 2, 3, "NoGo");
    qi_sgf_write_setup(&writer, points, 2, 3);
    qi_sgf_write_move(&writer, QI_WHITE, 4, 3);
    qi_sgf_write_text(&writer, "C", "a\\b]c[", 6);
    qi_sgf_write_move(&writer, QI_BLACK, QI_NO_POINT, 3);
    qi_sgf_close(&writer);
    assert_string_equal(paper.text,
                        "(;FF[4]GM[1]CA[UTF-8]AP[qi:" QI_VERSION "]SZ[3:2]RU[NoGo]AB[aa][cb]AW[ca]"
                        ";W[bb]C[a\\\\b\\]c[]\n;B[])\n");
    assert_false(writer.failed);
}

static bool refuse(void *context, const char *bytes, size_t count)
{
    (void)bytes;
    int *calls = context;
    (*calls)++;
    return count == 0;
}

static void a_sink_that_refuses_ends_the_writing(void **state)
{
    (void)state;
    int calls = 0;
    qi_sgf_writer writer = {.sink = refuse, .context = &calls};
    qi_sgf_start_game(&writer, 9, 9, NULL);
    qi_sgf_write_move(&writer, QI_BLACK, 0, 9);
    qi_sgf_close(&writer);
    assert_true(writer.failed);
    assert_int_equal(calls, 1);
}

static void assert_same_trees(const qi_sgf *left, const qi_sgf *right, qi_sgf_node node)
{
    assert_int_equal(qi_sgf_parent(left, node), qi_sgf_parent(right, node));
    assert_int_equal(qi_sgf_child(left, node), qi_sgf_child(right, node));
    assert_int_equal(qi_sgf_sibling(left, node), qi_sgf_sibling(right, node));
    static const char *const names[] = {"AB", "B", "W", "C", "KGSDE"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        for (size_t index = 0;; index++) {
            qi_sgf_value mine, theirs;
            const bool here = qi_sgf_find(left, node, names[n], index, &mine);
            assert_int_equal(here, qi_sgf_find(right, node, names[n], index, &theirs));
            if (!here)
                break;
            assert_int_equal(mine.length, theirs.length);
            assert_memory_equal(mine.text, theirs.text, mine.length);
        }
}

static void written_again_is_the_same(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "(;)",
        "(;FF[4]AB[aa][bb:cc]C[x\\]\r\n y];B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[ff]))",
        "(;B[aa](;W[bb])(;W[cc](;B[dd])(;B[ee](;W[ff]))))(;KGSDE[1][2][3])\n(;C[](;C[]))",
        "(;B[aa](;W[bb](;B[cc])))(;(;(;)(;))(;))",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        qi_sgf *sgf = parsed(texts[i]);
        sheet paper = {.length = 0};
        write_sgf_tree(sgf, write_on, &paper);
        qi_sgf *again = parsed(paper.text);
        assert_int_equal(qi_sgf_games(again), qi_sgf_games(sgf));
        size_t nodes = 0;
        for (const char *at = texts[i]; *at; at++)
            nodes += *at == ';';
        for (qi_sgf_node node = 0; node < nodes; node++)
            assert_same_trees(sgf, again, node);
        qi_sgf_free(again);
        qi_sgf_free(sgf);
    }
}

/* A random game with setup and comments reads back as it was written. */
static void random_games_come_back(void **state)
{
    (void)state;
    enum { MOVES = 60 };
    qi_random random;
    qi_random_seed(&random, 3);
    static sheet paper;
    for (uint64_t games = test_cases(2000); games; games--) {
        const uint32_t rows = 1 + qi_random_below(&random, 52),
                       columns = 1 + qi_random_below(&random, 52);
        uint8_t setup[52 * 52] = {0};
        size_t stones = 0;
        qi_point moves[MOVES];
        char comments[MOVES][24];
        paper.length = 0;
        qi_sgf_writer writer = {.sink = write_on, .context = &paper};
        qi_sgf_start_game(&writer, rows, columns, NULL);
        for (uint32_t i = 0; i < rows * columns; i++)
            if (qi_random_below(&random, 8) == 0)
                stones += (setup[i] = (uint8_t)(1 + qi_random_below(&random, 2))) != 0;
        qi_sgf_write_setup(&writer, setup, rows, columns);
        for (uint32_t m = 0; m < MOVES; m++) {
            const uint32_t draw = qi_random_below(&random, rows * columns + 1);
            moves[m] = draw ? draw - 1 : QI_NO_POINT;
            qi_sgf_write_move(&writer, m % 2 ? QI_WHITE : QI_BLACK, moves[m], columns);
            const uint32_t length = qi_random_below(&random, sizeof *comments);
            for (uint32_t i = 0; i < length; i++)
                comments[m][i] = "ab\\]\n[;() \xe6"[qi_random_below(&random, 11)];
            comments[m][length] = '\0';
            qi_sgf_write_text(&writer, "C", comments[m], length);
        }
        qi_sgf_close(&writer);

        qi_sgf *sgf = parsed(paper.text);
        qi_sgf_walk walk;
        qi_sgf_event event;
        assert_int_equal(qi_sgf_walk_start(sgf, 0, &walk, NULL), QI_OK);
        assert_int_equal(walk.rows, rows);
        assert_int_equal(walk.columns, columns);
        for (; stones; stones--) {
            assert_int_equal(qi_sgf_walk_next(&walk, &event, NULL), QI_OK);
            assert_int_equal(event.kind, QI_SGF_SETUP);
            assert_int_equal(setup[event.point], event.colour);
            setup[event.point] = QI_EMPTY; /* reported once */
        }
        for (uint32_t m = 0; m < MOVES; m++) {
            assert_int_equal(qi_sgf_walk_next(&walk, &event, NULL), QI_OK);
            assert_int_equal(event.kind, QI_SGF_MOVE);
            assert_int_equal(event.colour, m % 2 ? QI_WHITE : QI_BLACK);
            assert_int_equal(event.point, moves[m]);
            qi_sgf_value value;
            char comment[64];
            assert_true(qi_sgf_find(sgf, event.node, "C", 0, &value));
            qi_sgf_decode(value, QI_SGF_TEXT, comment, sizeof comment);
            assert_string_equal(comment, comments[m]);
        }
        assert_int_equal(qi_sgf_walk_next(&walk, &event, NULL), QI_OK);
        assert_int_equal(event.kind, QI_SGF_END);
        qi_sgf_free(sgf);
    }
}

/* ---- memory and noise --------------------------------------------------------------------- */

static void running_out_of_memory_is_reported(void **state)
{
    (void)state;
    const char text[] = "(;B[aa](;W[bb]))";
    for (int blocks = 0; blocks < 4; blocks++) {
        stingy from = {blocks, 0};
        const qi_allocator allocator = stingy_allocator(&from);
        qi_sgf *sgf;
        assert_int_equal(qi_sgf_parse(text, strlen(text), &allocator, &sgf, NULL), QI_NO_MEMORY);
        assert_int_equal(from.out, 0);
    }
    stingy from = {4, 0};
    const qi_allocator allocator = stingy_allocator(&from);
    qi_sgf *sgf;
    assert_int_equal(qi_sgf_parse(text, strlen(text), &allocator, &sgf, NULL), QI_OK);
    qi_sgf_free(sgf);
    assert_int_equal(from.out, 0);
}

/* Any text of SGF's own characters is either read, and then can be walked and written, or refused;
 * the sanitizers watch. The text is in a block of its own length, without a terminator. */
static void noise_is_harmless(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 4);
    uint64_t good = 0;
    for (uint64_t texts = test_cases(300000); texts; texts--) {
        static const char letters[] = "(((;;;;)))BWABAESZ[[[]]]\\a:9\n";
        const uint32_t length = qi_random_below(&random, 24);
        char *text = malloc(length ? length : 1);
        for (uint32_t i = 0; i < length; i++)
            text[i] = letters[qi_random_below(&random, sizeof letters - 1)];
        if (length > 4 && qi_random_below(&random, 2)) {
            memcpy(text, "(;", 2);
            text[length - 1] = ')';
        }
        qi_sgf *sgf;
        qi_text_error error;
        if (qi_sgf_parse(text, length, NULL, &sgf, &error) == QI_OK) {
            good++;
            qi_sgf_walk walk;
            qi_sgf_event event = {.kind = QI_SGF_MOVE};
            if (qi_sgf_walk_start(sgf, 0, &walk, &error) == QI_OK)
                do
                    qi_sgf_walk_next(&walk, &event, &error);
                while (event.kind != QI_SGF_END);
            static sheet paper;
            paper.length = 0;
            write_sgf_tree(sgf, write_on, &paper);
            qi_sgf *again = parsed(paper.text);
            assert_int_equal(qi_sgf_games(sgf), qi_sgf_games(again));
            qi_sgf_free(again);
            qi_sgf_free(sgf);
        }
        free(text);
    }
    assert_true(good > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_side_to_move_is_reported),
        cmocka_unit_test(stones_between_moves_are_one_setup),
        cmocka_unit_test(lines_are_cut),
        cmocka_unit_test(bad_values_end_it_or_are_skipped),
        cmocka_unit_test(games_are_written),
        cmocka_unit_test(a_sink_that_refuses_ends_the_writing),
        cmocka_unit_test(written_again_is_the_same),
        cmocka_unit_test(random_games_come_back),
        cmocka_unit_test(running_out_of_memory_is_reported),
        cmocka_unit_test(noise_is_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
