/* SGF: what the reader accepts, and what the main line reports. */
#include "check.h"

#include "base/text.h"
#include "sgf/tree.h"
#include "sgf_sheet.h"
#include "sgf_tree.h"

#include <stdio.h>
#include <string.h>

/* ---- helpers ------------------------------------------------------------------------------ */

/* The events of the first game as text: "B 3 4;" (row and column from 0), "W pass;", "+B 0 0;",
 * "- 0 0;", "turn W;", and "!line:column found" for an error. */
static void list_events(const char *text, char *story, size_t capacity)
{
    static const char *const names[] = {"", "B", "W"};
    qi_sgf *sgf = parsed(text);
    qi_sgf_walk walk;
    qi_sgf_event event;
    qi_text_error error;
    size_t used = 0;
    story[0] = '\0';
    qi_result result = qi_sgf_walk_start(sgf, qi_sgf_first_game(sgf), &walk, &error);
    if (result == QI_OK)
        used += (size_t)snprintf(story, capacity, "%ux%u;", walk.rows, walk.columns);
    for (;;) {
        if (result == QI_OK)
            result = qi_sgf_walk_next(&walk, &event, &error);
        if (result != QI_OK) {
            snprintf(story + used, capacity - used, "!%d:%d %s", (int)error.line, (int)error.column,
                     error.found);
            break;
        }
        if (event.kind == QI_SGF_END)
            break;
        const char *name = names[event.colour];
        const unsigned row = event.point / walk.columns, column = event.point % walk.columns;
        if (event.kind == QI_SGF_TURN)
            used += (size_t)snprintf(story + used, capacity - used, "turn %s;", name);
        else if (event.point == QI_NO_POINT)
            used += (size_t)snprintf(story + used, capacity - used, "%s pass;", name);
        else
            used += (size_t)snprintf(story + used, capacity - used, "%s%s %u %u;",
                                     event.kind == QI_SGF_MOVE ? ""
                                     : event.colour            ? "+"
                                                               : "-",
                                     name, row, column);
    }
    qi_sgf_free(sgf);
}

static void assert_story(const char *text, const char *expected)
{
    char story[2048];
    list_events(text, story, sizeof story);
    assert_string_equal(story, expected);
}

/* ---- the main line ------------------------------------------------------------------------ */

static void main_line_is_the_first_child(void **state)
{
    (void)state;
    assert_story("(;FF[4]GM[1]SZ[9];B[aa](;W[ba];B[ab](;W[ii])(;W[hh]))(;W[cc];B[dd]))",
                 "9x9;B 0 0;W 0 1;B 1 0;W 8 8;");
}

static void sizes_are_read(void **state)
{
    (void)state;
    assert_story("(;)", "19x19;");
    assert_story("(;SZ[1])", "1x1;");
    assert_story("(;SZ[52];B[ZZ];W[aA])", "52x52;B 51 51;W 26 0;");
    assert_story("(;SZ[19:13];B[sm])", "13x19;B 12 18;");
    assert_story("(;SZ[ 9\n])", "9x9;");
    static const char *const bad[] = {"(;SZ[0])",   "(;SZ[53])",  "(;SZ[])",      "(;SZ[19:])",
                                      "(;SZ[9x9])", "(;SZ[-9])",  "(;SZ[9:9:9])", "(;SZ[nine])",
                                      "(;SZ[9 9])", "(;SZ[9:53])"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char story[256];
        list_events(bad[i], story, sizeof story);
        assert_memory_equal(story, "!1:6 SZ[", 8);
    }
}

static void other_games_are_refused(void **state)
{
    (void)state;
    assert_story("(;GM[ 1 ]RU[NoGo]SZ[2])", "2x2;");
    assert_story("(;GM[2])", "!1:6 GM[2]");
    assert_story("(;GM[11])", "!1:6 GM[11]");
    assert_story("(;GM[])", "!1:6 GM[]");
}

static void tt_is_a_pass_up_to_19(void **state)
{
    (void)state;
    assert_story("(;SZ[19];B[];W[tt];B[ ])", "19x19;B pass;W pass;B pass;");
    assert_story("(;SZ[21];B[];W[tt])", "21x21;B pass;W 19 19;");
    assert_story("(;SZ[9:20];B[tt])", "20x9;!1:14 B[tt]");
}

static void setup_and_rectangles(void **state)
{
    (void)state;
    assert_story("(;SZ[5]AB[aa][ca:db]AW[ee]PL[W];AE[aa]AB[bb:bb];PL[black])",
                 "5x5;+B 0 0;+B 0 2;+B 0 3;+B 1 2;+B 1 3;+W 4 4;turn W;- 0 0;+B 1 1;turn B;");
    assert_story("(;SZ[3]AW[cb:bc])", "3x3;+W 1 1;+W 1 2;+W 2 1;+W 2 2;"); /* other corners */
    assert_story("(;SZ[3]AW[bc:cb])", "3x3;+W 1 1;+W 1 2;+W 2 1;+W 2 2;");
    assert_story("(;SZ[3]AW[aa:dd])", "3x3;!1:11 AW[aa:dd]");
    assert_story("(;SZ[3]AE[])", "3x3;!1:11 AE[]");
    assert_story("(;SZ[3]AB[aa:])", "3x3;!1:11 AB[aa:]");
    assert_story("(;SZ[3]PL[x])", "3x3;!1:11 PL[x]");
}

static void points_off_the_board_are_named(void **state)
{
    (void)state;
    assert_story("(;SZ[9];B[aa]\n;W[aj])", "9x9;B 0 0;!2:4 W[aj]");
    assert_story("(;SZ[9];B[a])", "9x9;!1:11 B[a]");
    assert_story("(;SZ[9];B[a0])", "9x9;!1:11 B[a0]");
    assert_story("(;SZ[9];B[aa][bb])", "9x9;B 0 0;!1:15 B[bb]");
    assert_story("(;B[a\x01xxxxxxxxxxxxxxxxxxxxxxxxxxx])",
                 "19x19;!1:5 B[a?xxxxxxxxxxxxxxxxxxxxxx...]");
    /* The walk goes on behind an error. */
    qi_sgf *sgf = parsed("(;B[!!];W[aa])");
    qi_sgf_walk walk;
    qi_sgf_event event;
    assert_int_equal(qi_sgf_walk_start(sgf, 0, &walk, NULL), QI_OK);
    assert_int_equal(qi_sgf_walk_next(&walk, &event, NULL), QI_BAD_TEXT);
    assert_int_equal(qi_sgf_walk_next(&walk, &event, NULL), QI_OK);
    assert_int_equal(event.colour, QI_WHITE);
    uint64_t line, column;
    qi_sgf_place(sgf, event.at, &line, &column);
    assert_int_equal(line, 1);
    assert_int_equal(column, 11);
    qi_sgf_free(sgf);
}

static void every_node_reports_its_events(void **state)
{
    (void)state;
    qi_sgf *sgf = parsed("(;SZ[9]AB[aa:ba];B[cc](;W[dd];B[ee])(;W[ff]C[other]))");
    qi_sgf_walk walk;
    qi_sgf_event event;
    assert_int_equal(qi_sgf_walk_start(sgf, 0, &walk, NULL), QI_OK);
    const qi_sgf_node other = qi_sgf_sibling(sgf, qi_sgf_child(sgf, qi_sgf_child(sgf, 0)));
    assert_int_equal(qi_sgf_walk_next(&walk, &event, NULL), QI_OK); /* in the rectangle */
    qi_sgf_walk_node(&walk, other);
    assert_int_equal(qi_sgf_walk_next(&walk, &event, NULL), QI_OK);
    assert_int_equal(event.kind, QI_SGF_MOVE);
    assert_int_equal(event.point, 5 * 9 + 5);
    assert_int_equal(event.node, other);
    assert_int_equal(qi_sgf_walk_next(&walk, &event, NULL), QI_OK);
    assert_int_equal(event.kind, QI_SGF_END);
    qi_sgf_walk_node(&walk, qi_sgf_child(sgf, 0)); /* its children are not walked */
    assert_int_equal(qi_sgf_walk_next(&walk, &event, NULL), QI_OK);
    assert_int_equal(event.point, 2 * 9 + 2);
    assert_int_equal(qi_sgf_walk_next(&walk, &event, NULL), QI_OK);
    assert_int_equal(event.kind, QI_SGF_END);
    qi_sgf_free(sgf);
}

static void every_property_can_be_asked_for(void **state)
{
    (void)state;
    qi_sgf *sgf = parsed("(;SZ[9]Xyz[1][a\\]b];LB[aa:A][bb:B])");
    qi_sgf_value name;
    size_t values;
    assert_true(qi_sgf_property(sgf, 0, 1, &name, &values));
    assert_int_equal(name.length, 3);
    assert_memory_equal(name.text, "Xyz", 3);
    assert_int_equal(values, 2);
    const qi_sgf_value second = qi_sgf_property_value(sgf, 0, 1, 1);
    assert_int_equal(second.length, 4);
    assert_memory_equal(second.text, "a\\]b", 4);
    assert_false(qi_sgf_property(sgf, 0, 2, &name, &values));
    assert_true(qi_sgf_property(sgf, 1, 0, &name, &values));
    assert_memory_equal(name.text, "LB", 2);
    assert_memory_equal(qi_sgf_property_value(sgf, 1, 0, 1).text, "bb:B", 4);
    qi_sgf_free(sgf);
}

/* ---- the form ----------------------------------------------------------------------------- */

static void old_and_odd_forms_are_read(void **state)
{
    (void)state;
    assert_story("(;GaMe[1]SiZe[9]Black[aa]White[bb]AddBlack[cc])", "9x9;B 0 0;W 1 1;+B 2 2;");
    assert_story("\xef\xbb\xbf(;SZ[9];B[aa])", "9x9;B 0 0;");
    assert_story("From: me (you)\r\n\r\n( ;SZ[9]\r\n; B [aa]\r\n; W\t[bb] )\r\n",
                 "9x9;B 0 0;W 1 1;");
    assert_story("(;C[a (comment; with \\] brackets [\\\\];B[aa])", "19x19;B 0 0;");
    assert_story("(;X1[y]KGSDE[][]Z[a:b];B[aa])", "19x19;B 0 0;");
    assert_story("(;B[aa];)", "19x19;B 0 0;");
}

static void collections_have_many_games(void **state)
{
    (void)state;
    qi_sgf *sgf = parsed("(;C[a])\n(;C[b](;C[x])(;C[y]))(;C[c])\n");
    assert_int_equal(qi_sgf_games(sgf), 3);
    char names[8] = "";
    for (qi_sgf_node game = qi_sgf_first_game(sgf); game != QI_SGF_NO_NODE;
         game = qi_sgf_sibling(sgf, game)) {
        qi_sgf_value value;
        assert_true(qi_sgf_find(sgf, game, "C", 0, &value));
        assert_false(qi_sgf_find(sgf, game, "C", 1, &value));
        assert_false(qi_sgf_find(sgf, game, "CC", 0, &value));
        strncat(names, value.text, 1);
        assert_int_equal(qi_sgf_parent(sgf, game), QI_SGF_NO_NODE);
    }
    assert_string_equal(names, "abc");
    const qi_sgf_node second = qi_sgf_sibling(sgf, 0), x = qi_sgf_child(sgf, second),
                      y = qi_sgf_sibling(sgf, x);
    assert_int_equal(qi_sgf_parent(sgf, y), second);
    assert_int_equal(qi_sgf_sibling(sgf, y), QI_SGF_NO_NODE);
    assert_int_equal(qi_sgf_child(sgf, y), QI_SGF_NO_NODE);
    qi_sgf_free(sgf);
}

static void malformed_text_is_placed(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line, column;
        const char *found, *expected;
    } cases[] = {
        {"", 1, 1, "end of input", "'(' and ';' that start a game"},
        {" \n ", 2, 2, "end of input", "'(' and ';' that start a game"},
        {"hello", 1, 1, "'hello'", "'(' and ';' that start a game"},
        {"\xef\xbb\xbfhello", 1, 4, "'hello'", "'(' and ';' that start a game"},
        {"()", 1, 2, "')'", "';' that starts a node"},
        {"(B[aa])", 1, 2, "'B'", "';' that starts a node"},
        {"((;B[aa]))", 1, 2, "'('", "';' that starts a node"},
        {"(;B[aa]", 1, 8, "end of input", "a property, ';', '(' or ')'"},
        {"(;B[aa];\n\n  ?", 3, 3, "'?'", "a property, ';', '(' or ')'"},
        {"\xff\xfe(", 1, 1, "a text in UTF-16", "SGF in UTF-8"},
        {"\xfe\xff", 1, 1, "a text in UTF-16", "SGF in UTF-8"},
        {"[Header]\nLang=JPN\n", 1, 1, "a record in the Nihon Ki-in's UGF", "SGF in UTF-8"},
        {"(;B[aa](;W[bb]);B[cc])", 1, 16, "';'", "'(' or ')'"},
        {"(;B[aa](;W[bb])C[cc])", 1, 16, "'C'", "'(' or ')'"},
        {"(;B;W[aa])", 1, 4, "';'", "'[' and a value of the property"},
        {"(;B", 1, 4, "end of input", "'[' and a value of the property"},
        {"(;C[\r\nabc\\]\r\n)", 3, 2, "end of input",
         "']' that closes the value opened at line 1, column 4"},
        {"(;C[a\\", 1, 7, "end of input", "']' that closes the value opened at line 1, column 4"},
        {"(;9[a])", 1, 3, "'9'", "a property, ';', '(' or ')'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        qi_sgf *sgf;
        qi_text_error error;
        const size_t length = strlen(cases[i].text);
        assert_int_equal(qi_sgf_parse(cases[i].text, length, NULL, &sgf, &error), QI_BAD_TEXT);
        assert_string_equal(error.found, cases[i].found);
        assert_string_equal(error.expected, cases[i].expected);
        assert_int_equal(error.line, cases[i].line);
        assert_int_equal(error.column, cases[i].column);
        assert_int_equal(qi_sgf_parse(cases[i].text, length, NULL, &sgf, NULL), QI_BAD_TEXT);
    }
}

/* What the reader makes of a text: the number of games, then each piece that was left out, as
 * "place:found" with a ! before a game that was lost. */
static void assert_gaps(const char *text, size_t length, const char *expected)
{
    qi_sgf *sgf = NULL;
    char story[512];
    assert_int_equal(qi_sgf_parse(text, length, NULL, &sgf, NULL), QI_OK);
    size_t used = (size_t)snprintf(story, sizeof story, "%zu", qi_sgf_games(sgf)), counted = 0;
    for (size_t i = 0; i < qi_sgf_gaps(sgf); i++) {
        const qi_sgf_gap gap = qi_sgf_gap_at(sgf, i);
        used += (size_t)snprintf(story + used, sizeof story - used, " %s%d:%d:%s",
                                 gap.is_game ? "!" : "", (int)gap.why.line, (int)gap.why.column,
                                 gap.why.found);
        assert_true(gap.piece.text >= text && gap.piece.text + gap.piece.length <= text + length);
    }
    for (qi_sgf_node game = qi_sgf_first_game(sgf); game != QI_SGF_NO_NODE;
         game = qi_sgf_sibling(sgf, game))
        counted++;
    assert_int_equal(counted, qi_sgf_games(sgf));
    assert_string_equal(story, expected);
    sheet *written = calloc(1, sizeof *written), *again = calloc(1, sizeof *again);
    write_sgf_tree(sgf, write_on, written);
    qi_sgf_free(sgf);
    sgf = parsed(written->text);
    assert_int_equal(qi_sgf_gaps(sgf), 0);
    assert_int_equal(qi_sgf_games(sgf), counted);
    write_sgf_tree(sgf, write_on, again);
    assert_string_equal(written->text, again->text);
    qi_sgf_free(sgf);
    free(written);
    free(again);
}

static void unreadable_text_loses_no_complete_game(void **state)
{
    (void)state;
    static const struct {
        const char *text, *story;
    } cases[] = {
        {"(;B[aa])", "1"},
        {"(;B[aa]))", "1 1:9:')'"},
        {"(;B[aa]) x", "1 1:10:'x'"},
        {"(;B[aa])\n---\n", "1 2:1:'---'"},
        {"(;B[aa])\n\x1a", "1 2:1:byte 0x1a"},
        {"(;B[aa])) (;W[bb])\n)", "2 1:9:')' 2:1:')'"},
        {"(;B[aa]) (c) 1999 (;W[bb])", "2 1:10:'('"},
        {"(;B[aa])(;W[bb](;B[cc])(;B[dd]", "1 !1:31:end of input"},
        {"(;B[aa])(;W[bb];C[open", "1 !1:23:end of input"},
        {"(;B[aa])(;W[bb])(;C;)(;W[cc])", "2 !1:20:';'"},
        {"(;B[aa]) - (;", "1 1:10:'-' !1:14:end of input"},
        {"(;B[aa])(", "1 1:9:'('"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_gaps(cases[i].text, strlen(cases[i].text), cases[i].story);
    assert_gaps("(;B[aa])\0\0", 10, "1 1:9:byte 0x00");
}

static void names_without_capitals_and_vertices_are_read(void **state)
{
    (void)state;
    assert_story("(;sz[9]ab[aa];b[ba];Black[ca];w[R2])", "9x9;+B 0 0;B 0 1;B 0 2;!1:33 W[R2]");
    assert_story("(;SZ[19];B[R16];W[q4];B[J10];W[I9])", "19x19;B 3 16;W 15 15;B 9 8;!1:32 W[I9]");
    assert_story("(;SZ[19:13];B[T13];W[A1])", "13x19;B 0 18;W 12 0;");
    assert_story("(;SZ[5]AB[A1:B2][C3])", "5x5;+B 3 0;+B 3 1;+B 4 0;+B 4 1;+B 2 2;");
}

static void deep_nesting_is_no_danger(void **state)
{
    (void)state;
    const size_t depth = 1000000;
    char *text = malloc(3 * depth + 1);
    for (size_t i = 0; i < depth; i++) {
        text[2 * i] = '(';
        text[2 * i + 1] = ';';
    }
    memset(text + 2 * depth, ')', depth);
    qi_sgf *sgf;
    assert_int_equal(qi_sgf_parse(text, 3 * depth - 1, NULL, &sgf, NULL), QI_BAD_TEXT);
    assert_int_equal(qi_sgf_parse(text, 3 * depth, NULL, &sgf, NULL), QI_OK);
    qi_sgf_walk walk;
    qi_sgf_event event;
    assert_int_equal(qi_sgf_walk_start(sgf, 0, &walk, NULL), QI_OK);
    assert_int_equal(qi_sgf_walk_next(&walk, &event, NULL), QI_OK);
    assert_int_equal(event.kind, QI_SGF_END);
    qi_sgf_free(sgf);
    free(text);
}

/* ---- texts -------------------------------------------------------------------------------- */

static void texts_are_decoded(void **state)
{
    (void)state;
    static const struct {
        const char *written, *text, *simple;
    } cases[] = {
        {"plain", "plain", "plain"},
        {"a\\]b\\\\c\\:d", "a]b\\c:d", "a]b\\c:d"},
        {"soft\\\nbreak", "softbreak", "softbreak"},
        {"soft\\\r\nbreak", "softbreak", "softbreak"},
        {"soft\\\n\rbreak", "softbreak", "softbreak"},
        {"hard\nbreak", "hard\nbreak", "hard break"},
        {"hard\r\nbreak", "hard\nbreak", "hard break"},
        {"hard\rbreak", "hard\nbreak", "hard break"},
        {"two\n\nbreaks", "two\n\nbreaks", "two  breaks"},
        {"tab\tand\\\ttab", "tab and tab", "tab and tab"},
        {"end\\", "end", "end"},
        {"\xe6\xb0\x94", "\xe6\xb0\x94", "\xe6\xb0\x94"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const qi_sgf_value value = {cases[i].written, strlen(cases[i].written)};
        char buffer[64];
        assert_int_equal(qi_sgf_decode(value, QI_SGF_TEXT, buffer, sizeof buffer),
                         strlen(cases[i].text));
        assert_string_equal(buffer, cases[i].text);
        assert_int_equal(qi_sgf_decode(value, QI_SGF_SIMPLE_TEXT, NULL, 0),
                         strlen(cases[i].simple));
        qi_sgf_decode(value, QI_SGF_SIMPLE_TEXT, buffer, sizeof buffer);
        assert_string_equal(buffer, cases[i].simple);
        qi_sgf_decode(value, QI_SGF_TEXT, buffer, 3);
        assert_true(strlen(buffer) <= 2);
        assert_memory_equal(buffer, cases[i].text, strlen(buffer));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(main_line_is_the_first_child),
        cmocka_unit_test(every_node_reports_its_events),
        cmocka_unit_test(every_property_can_be_asked_for),
        cmocka_unit_test(sizes_are_read),
        cmocka_unit_test(other_games_are_refused),
        cmocka_unit_test(tt_is_a_pass_up_to_19),
        cmocka_unit_test(setup_and_rectangles),
        cmocka_unit_test(points_off_the_board_are_named),
        cmocka_unit_test(old_and_odd_forms_are_read),
        cmocka_unit_test(collections_have_many_games),
        cmocka_unit_test(malformed_text_is_placed),
        cmocka_unit_test(unreadable_text_loses_no_complete_game),
        cmocka_unit_test(names_without_capitals_and_vertices_are_read),
        cmocka_unit_test(deep_nesting_is_no_danger),
        cmocka_unit_test(texts_are_decoded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
