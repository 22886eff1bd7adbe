/* GTP: how lines are taken and answered, what the commands do, and that nothing ends a session. */
#include "gtp_sheet.h"

#include "gtp/session.h"

#include "base/random.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* ---- helpers ------------------------------------------------------------------------------ */

static void assert_go(uint32_t size, const char *input, const char *output)
{
    clear_paper();
    qi_gtp *session = open_go(size, size, 0);
    qi_gtp_feed(session, input, strlen(input));
    qi_gtp_feed(session, NULL, 0);
    qi_gtp_free(session);
    assert_string_equal(paper.text, output);
}

static void assert_nogo(uint32_t size, const char *input, const char *output)
{
    clear_paper();
    qi_nogo_player *player = random_player(0);
    qi_gtp *session = open_nogo(size, size, player, NULL);
    qi_gtp_feed(session, input, strlen(input));
    qi_gtp_feed(session, NULL, 0);
    qi_gtp_free(session);
    qi_nogo_player_free(player);
    assert_string_equal(paper.text, output);
}

/* ---- lines -------------------------------------------------------------------------------- */

static void lines_are_read_as_the_protocol_says(void **state)
{
    (void)state;
    assert_go(9, "protocol_version\n", "= 2\n\n");
    assert_go(9, "12 protocol_version\n", "=12 2\n\n");
    assert_go(9, "  007\tname \t# a comment\r\n", "=007 qi go\n\n");
    assert_go(9, "\n   \n\t\r\n# nothing\n 1 # only an id\n", "?1 unknown command\n\n");
    assert_go(9, "na\001m\033e\177\n", "= qi go\n\n");
    assert_go(9, "1name\n", "? unknown command\n\n");
    assert_go(9, "4294967296000000000000 name\n", "=4294967296000000000000 qi go\n\n");
    assert_go(9, "-1 name\n", "? unknown command\n\n");
    assert_go(9, "NAME\n", "? unknown command\n\n");
    assert_go(9, "name", "= qi go\n\n"); /* the input ends without a line end */
    assert_go(9, "", "");
    assert_go(9, "1 quit\n2 name\n", "=1\n\n");
    assert_go(9, "5 known_command play\nknown_command fly\nknown_command\n",
              "=5 true\n\n= false\n\n? syntax error: expected the name of a command\n\n");
}

/* The same bytes make the same answers however they are cut. */
static void pieces_make_the_same_answers(void **state)
{
    (void)state;
    const char input[] = "boardsize 5\n1 play b c3\r\n#x\n2 genmove w\nshowboard\n3 undo\n"
                         "gogui-rules_board\nplay b\nquit\nname\n";
    clear_paper();
    qi_gtp *session = open_go(5, 5, 7);
    assert_false(qi_gtp_feed(session, input, strlen(input)));
    qi_gtp_free(session);
    char whole[4096];
    strcpy(whole, paper.text);
    clear_paper();
    session = open_go(5, 5, 7);
    for (const char *at = input; *at; at++)
        qi_gtp_feed(session, at, 1);
    qi_gtp_free(session);
    assert_string_equal(paper.text, whole);
}

static void long_lines_are_no_danger(void **state)
{
    (void)state;
    clear_paper();
    qi_gtp *session = open_go(19, 19, 0);
    char block[1 << 16];
    memset(block, 'x', sizeof block);
    qi_gtp_feed(session, "7 ", 2);
    for (int i = 0; i < 100; i++) /* 6.4 MB */
        assert_true(qi_gtp_feed(session, block, sizeof block));
    qi_gtp_feed(session, "\nname\n", 6);
    assert_string_equal(paper.text,
                        "?7 line too long: expected at most 1048576 bytes\n\n= qi go\n\n");
    clear_paper();
    memset(block, ' ', sizeof block);
    for (int i = 0; i < 100; i++) /* nothing but blanks is no command, however long */
        assert_true(qi_gtp_feed(session, block, sizeof block));
    qi_gtp_feed(session, "\n", 1);
    assert_string_equal(paper.text, "? line too long: expected at most 1048576 bytes\n\n");
    qi_gtp_free(session);
}

/* Whatever comes, every line that is not empty gets exactly one reply, and the session goes on. */
static void every_line_gets_one_reply(void **state)
{
    (void)state;
    static const char *const words[] = {"play",
                                        "genmove",
                                        "b",
                                        "w",
                                        "black",
                                        "A1",
                                        "D4",
                                        "pass",
                                        "Z99",
                                        "undo",
                                        "boardsize",
                                        "5",
                                        "0",
                                        "26",
                                        "showboard",
                                        "komi",
                                        "1e999",
                                        "list_legal",
                                        "is_legal",
                                        "#",
                                        "\x01",
                                        "time_left",
                                        "time_settings",
                                        "gogui-play_sequence",
                                        "printsgf",
                                        "loadsgf",
                                        "/",
                                        "final_score",
                                        "\xff\xfe",
                                        "clear_board",
                                        "-3",
                                        "rectangular_boardsize",
                                        "reg_genmove",
                                        "kgs-time_settings",
                                        "gogui-rules_legal_moves",
                                        "hollow",
                                        "%s%n"};
    enum { WORDS = sizeof words / sizeof *words };
    qi_random random;
    qi_random_seed(&random, 5);
    qi_nogo_player *player = random_player(1);
    qi_gtp *sessions[2] = {open_go(9, 9, 1), open_nogo(9, 9, player, NULL)};
    for (uint64_t lines = test_cases(40000); lines; lines--) {
        char line[256] = "";
        for (uint32_t count = 1 + qi_random_below(&random, 5); count; count--) {
            strcat(line, words[qi_random_below(&random, WORDS)]);
            strcat(line, " ");
        }
        line[strlen(line) - 1] = '\n';
        if (strstr(line, "printsgf ")) /* would write a file */
            continue;
        bool blank = true;
        for (const char *at = line; *at && *at != '#'; at++)
            blank &= (unsigned char)*at <= ' ';
        for (int s = 0; s < 2; s++) {
            clear_paper();
            assert_true(qi_gtp_feed(sessions[s], line, strlen(line)));
            assert_int_equal(count_replies(paper.text), blank ? 0 : 1);
            assert_true(blank || paper.text[0] == '=' || paper.text[0] == '?');
        }
    }
    qi_gtp_free(sessions[0]);
    qi_gtp_free(sessions[1]);
    qi_nogo_player_free(player);
}

static bool say_gaps(qi_gtp *session)
{
    qi_gtp_say(session, "\n\none\n\n\ntwo\n\n");
    return true;
}

/* An empty line would end the reply early. */
static void replies_have_no_empty_lines(void **state)
{
    (void)state;
    static const qi_gtp_command table[] = {{"gaps", say_gaps}, {0}};
    clear_paper();
    qi_gtp *session = open_go(3, 3, 1);
    session->commands[0] = table;
    qi_gtp_feed(session, "4 gaps\n", 7);
    qi_gtp_free(session);
    assert_string_equal(paper.text, "=4\none\ntwo\n\n");
}

static bool refuse(void *context, const char *bytes, size_t count)
{
    (void)context;
    (void)bytes;
    (void)count;
    return false;
}

static void a_reader_that_is_gone_ends_it(void **state)
{
    (void)state;
    qi_gtp *session;
    assert_int_equal(qi_gtp_new_go(NULL, refuse, NULL, NULL, &session), QI_OK);
    assert_false(qi_gtp_feed(session, "name\nname\n", 10));
    qi_gtp_free(session);
}

/* ---- commands ----------------------------------------------------------------------------- */

static void boards_have_1_to_25_lines(void **state)
{
    (void)state;
    assert_go(9,
              "boardsize 26\nboardsize 0\nboardsize nine\nboardsize\nboardsize 9x\n"
              "query_boardsize\nboardsize 25\nplay b Z25\nquery_boardsize\n",
              "? unacceptable size: expected 1 to 25\n\n? unacceptable size: expected 1 to 25\n\n"
              "? syntax error: expected a whole number\n\n"
              "? syntax error: expected a whole number\n\n"
              "? syntax error: expected a whole number\n\n= 9\n\n=\n\n=\n\n= 25\n\n");
    assert_go(9,
              "rectangular_boardsize 3 2\nplay b c1\ngogui-rules_board\ngogui-rules_board_size\n"
              "query_boardsize\nprintsgf\n",
              "=\n\n=\n\n= . . .\n. . X\n\n? the board is not square: 3x2\n\n= 3 2\n\n"
              "= (;FF[4]GM[1]CA[UTF-8]AP[qi:" QI_VERSION "]SZ[3:2]KM[0];B[cb])\n\n");
}

static void moves_are_judged(void **state)
{
    (void)state;
    assert_go(5,
              "play b A1\nplay w a1\nplay white I1\nplay w K1\nplay w a6\nplay w 11\nplay x a2\n"
              "play w\nplay\nplay w a\nplay w pass\nplay B PASS\nis_legal w a1\nis_legal w a2\n"
              "is_legal b pass\nis_legal b q9\n",
              "=\n\n? illegal move: occupied\n\n"
              "? syntax error: expected a vertex such as D4, or pass\n\n"
              "? illegal move: K1 is not on the 5x5 board\n\n"
              "? illegal move: a6 is not on the 5x5 board\n\n"
              "? syntax error: expected a vertex such as D4, or pass\n\n"
              "? syntax error: expected a colour, black or white\n\n"
              "? syntax error: expected a vertex such as D4, or pass\n\n"
              "? syntax error: expected a colour, black or white\n\n"
              "? syntax error: expected a vertex such as D4, or pass\n\n"
              "=\n\n=\n\n= 0\n\n= 1\n\n= 1\n\n"
              "? illegal move: q9 is not on the 5x5 board\n\n");
}

static void suicide_and_superko_have_names(void **state)
{
    (void)state;
    assert_go(5,
              "play b b1\nplay b a2\nplay w a1\nplay b b3\nplay b c2\nplay w c1\nplay w d2\n"
              "play w c3\nplay w b2\nplay b c2\nundo\nplay b c2\ngogui-rules_board\n",
              "=\n\n=\n\n? illegal move: suicide\n\n=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n"
              "? illegal move: superko\n\n=\n\n? illegal move: occupied\n\n"
              "= . . . . .\n. . . . .\n. X O . .\nX . X O .\n. X O . .\n\n");
}

static void other_rules_can_be_chosen(void **state)
{
    (void)state;
    const char input[] = "play b b1\nplay b a2\nplay w a1\ngogui-rules_board\n";
    const qi_gtp_go_options options = {
        .size = sizeof options, .rows = 2, .columns = 2, .rules = {QI_GO_FREE, true}};
    clear_paper();
    qi_gtp *session;
    assert_int_equal(qi_gtp_new_go(&options, write_on, &paper, NULL, &session), QI_OK);
    qi_gtp_feed(session, input, strlen(input));
    qi_gtp_free(session);
    assert_string_equal(paper.text, "=\n\n=\n\n=\n\n= X .\n. X\n\n");
}

static void moves_are_taken_back(void **state)
{
    (void)state;
    assert_go(3,
              "undo\nplay b a1\nplay w b1\nplay w a2\ngogui-rules_board\nundo\ngogui-rules_board\n"
              "gogui-rules_side_to_move\nundo\ngogui-rules_side_to_move\nundo\nundo\n",
              "? cannot undo\n\n=\n\n=\n\n=\n\n= . . .\nO . .\n. O .\n\n=\n\n"
              "= . . .\n. . .\nX O .\n\n= black\n\n=\n\n= white\n\n=\n\n? cannot undo\n\n");
    assert_nogo(3, "play b a1\nplay w c3\nundo\ngogui-rules_board\nundo\nundo\n",
                "=\n\n=\n\n=\n\n= . . .\n. . .\nX . .\n\n=\n\n? cannot undo\n\n");
}

static void sequences_are_all_or_none(void **state)
{
    (void)state;
    assert_go(2,
              "gogui-play_sequence b a1 w b2\ngogui-play_sequence b a2 w a2\n"
              "gogui-play_sequence b a2 w\ngogui-play_sequence b a2 w z9\ngogui-play_sequence\n"
              "gogui-rules_board\n",
              "=\n\n? illegal move: w a2, move 2 of the sequence: occupied\n\n"
              "? syntax error: expected a vertex such as D4, or pass\n\n"
              "? illegal move: move 2 of the sequence: z9 is not on the 2x2 board\n\n=\n\n"
              "= . O\nX .\n\n");
}

static void legal_moves_are_listed(void **state)
{
    (void)state;
    assert_go(2,
              "list_legal b\nplay b a1\nplay b b2\nlist_legal w\nlist_legal\nlist_legal black\n"
              "gogui-rules_legal_moves\nlist_legal x\n",
              "= A2 B2 A1 B1\n\n=\n\n=\n\n=\n\n=\n\n= A2 B1\n\n= pass\n\n"
              "? syntax error: expected a colour, black or white\n\n");
    assert_nogo(2,
                "list_legal\nplay b a1\nlist_legal w\nplay w b2\nlist_legal b\n"
                "gogui-rules_legal_moves\ngogui-rules_final_result\nfinal_score\n"
                "play b a2\ngenmove b\n",
                "= A2 B2 A1 B1\n\n=\n\n= A2 B2 B1\n\n=\n\n= A2 B1\n\n= A2 B1\n\n= not over\n\n"
                "? cannot score: the game is not over\n\n=\n\n= resign\n\n");
}

static void areas_are_scored(void **state)
{
    (void)state;
    assert_go(3,
              "final_score\nplay b b3\nplay b b2\nplay b b1\nfinal_score\nkomi 9\nfinal_score\n"
              "komi 9.5\nfinal_score\nplay w a1\nkomi x\nkomi\nkomi nan\nkomi -2\nget_komi\n"
              "final_score\ngogui-rules_final_result\nplay b pass\nplay w pass\n"
              "gogui-rules_final_result\ngogui-rules_legal_moves\n",
              "= 0\n\n=\n\n=\n\n=\n\n= B+9\n\n=\n\n= 0\n\n=\n\n= W+0.5\n\n=\n\n"
              "? syntax error: expected a number\n\n? syntax error: expected a number\n\n"
              "? syntax error: expected a number\n\n=\n\n= -2\n\n= B+7\n\n= not over\n\n=\n\n"
              "=\n\n= Black wins: B+7\n\n=\n\n");
}

static void handicaps_are_placed(void **state)
{
    (void)state;
    assert_go(9,
              "fixed_handicap 3\nclear_board\nfixed_handicap "
              "5\ngogui-rules_side_to_move\nfixed_handicap 2\nundo\nclear_board\n"
              "place_free_handicap 12\nclear_board\nset_free_handicap a1 b2\ngogui-rules_board\n"
              "boardsize 7\nfixed_handicap 5\nfixed_handicap 1\nfixed_handicap x\n"
              "place_free_handicap 1\nset_free_handicap a1\nset_free_handicap a1 a1\n"
              "set_free_handicap a1 pass\nset_free_handicap a1 b\nquery_boardsize\n",
              "= C3 G7 C7\n\n=\n\n= C3 G7 C7 G3 E5\n\n= white\n\n? board not empty\n\n? cannot "
              "undo\n\n=\n\n"
              "= C3 G7 C7 G3 C5 G5 E3 E7 E5\n\n=\n\n=\n\n"
              "= . . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n"
              ". . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n. X . . . . . . .\n"
              "X . . . . . . . .\n\n=\n\n? invalid number of stones\n\n"
              "? invalid number of stones\n\n? syntax error: expected a number of stones\n\n"
              "? invalid number of stones\n\n? bad vertex list: expected at least 2\n\n"
              "? bad vertex list: a1\n\n? bad vertex list: pass\n\n"
              "? syntax error: expected a vertex such as D4, or pass\n\n= 7\n\n");
}

/* All three reasons of NoGo, and its want of a pass. */
static void nogo_is_judged(void **state)
{
    (void)state;
    assert_nogo(3,
                "play b b1\nplay b a2\nplay w a1\nplay w b2\nplay w b2\nplay w c1\nplay w a3\n"
                "play w pass\nis_legal w pass\ngogui-rules_game_id\n",
                "=\n\n=\n\n? illegal move: suicide\n\n=\n\n? illegal move: occupied\n\n=\n\n"
                "=\n\n=\n\n= 0\n\n= NoGo\n\n");
    assert_nogo(2, "play b a1\nplay w b2\nplay w a2\nplay w b1\nplay b b1\n",
                "=\n\n=\n\n=\n\n? illegal move: capture\n\n? illegal move: capture\n\n");
}

/* Holes are no liberties; they outlive the game and a
 * boardsize that changes nothing, but not another. */
static void boards_may_be_hollow(void **state)
{
    (void)state;
    assert_nogo(3,
                "hollow a1 B2 c3\ngogui-rules_board\nlist_legal b\nplay b b2\nis_legal w c3\n"
                "play b b1\nplay w c1\nplay b c2\nundo\ngogui-rules_board\nclear_board\n"
                "gogui-rules_board\nboardsize 3\ngogui-rules_board\n"
                "rectangular_boardsize 2 3\nrectangular_boardsize 3 3\ngogui-rules_board\n",
                "=\n\n= . . ?\n. ? .\n? . .\n\n= A3 B3 A2 C2 B1 C1\n\n? illegal move: hole\n\n"
                "= 0\n\n=\n\n? illegal move: capture\n\n=\n\n=\n\n= . . ?\n. ? .\n? X .\n\n"
                "=\n\n= . . ?\n. ? .\n? . .\n\n=\n\n= . . ?\n. ? .\n? . .\n\n"
                "=\n\n=\n\n= . . .\n. . .\n. . .\n\n");
    /* The new holes replace the old; a bad list changes nothing. */
    assert_nogo(2,
                "hollow a1\nhollow b1\ngogui-rules_board\nhollow a1 a2 A1\nhollow a1 c1\n"
                "hollow pass\nhollow x\ngogui-rules_board\nhollow\ngogui-rules_board\n",
                "=\n\n=\n\n= . .\n. ?\n\n? bad vertex list: A1\n\n? bad vertex list: c1\n\n"
                "? bad vertex list: pass\n\n? bad vertex list: x\n\n= . .\n. ?\n\n=\n\n"
                "= . .\n. .\n\n");
    assert_nogo(2,
                "play b a1\nhollow b2\nhollow\nundo\nhollow b2\nplay w a1\nloadsgf /\nundo\n"
                "gogui-rules_board\n",
                "=\n\n? board not empty\n\n? board not empty\n\n=\n\n=\n\n=\n\n"
                "? cannot load file: /: Is a directory\n\n=\n\n= . ?\n. .\n\n");
    /* Nothing is left to play on. */
    assert_nogo(1, "hollow A1\nlist_legal b\ngenmove b\nfinal_score\n",
                "=\n\n=\n\n= resign\n\n= W+\n\n");
    assert_go(3, "hollow a1\n", "? unknown command\n\n");
}

/* ---- records ------------------------------------------------------------------------------ */

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void assert_loaded(const char *record, const char *commands, const char *output)
{
    char path[] = "qi-test-gtp-XXXXXX", input[512];
    const int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    write_file(path, record);
    snprintf(input, sizeof input, "loadsgf %s\n%s", path, commands);
    assert_go(9, input, output);
    unlink(path);
}

static void records_are_loaded(void **state)
{
    (void)state;
    assert_loaded("(;SZ[3];B[aa];W[bb](;B[cc])(;B[ca]))",
                  "gogui-rules_board\ngogui-rules_side_to_move\n",
                  "=\n\n= X . .\n. O .\n. . X\n\n= white\n\n");
    assert_loaded("(;SZ[3]AB[aa:ba]AW[cc]PL[W])", "gogui-rules_board\ngogui-rules_side_to_move\n",
                  "=\n\n= X X .\n. . .\n. . O\n\n= white\n\n");
    assert_loaded("(;SZ[3]HA[2]AB[aa][cc])", "gogui-rules_side_to_move\nundo\n",
                  "=\n\n= white\n\n? cannot undo\n\n");
    assert_loaded("(;SZ[3];B[aa];W[bb];AE[aa]AW[cc];B[])",
                  "gogui-rules_board\nundo\ngogui-rules_board\nundo\n",
                  "=\n\n= . . .\n. O .\n. . O\n\n=\n\n= . . .\n. O .\n. . O\n\n"
                  "? cannot undo\n\n");
}

static void records_are_loaded_up_to_a_move(void **state)
{
    (void)state;
    char path[] = "qi-test-gtp-XXXXXX", input[512];
    close(mkstemp(path));
    write_file(path, "(;SZ[2];B[aa];W[bb];B[aa])");
    snprintf(input, sizeof input,
             "loadsgf %s 2\ngogui-rules_board\nloadsgf %s 3\ngogui-rules_board\nloadsgf %s 0\n"
             "loadsgf\n",
             path, path, path);
    assert_go(9, input,
              "=\n\n= X .\n. .\n\n=\n\n= X .\n. O\n\n"
              "? syntax error: expected the number of a move, from 1\n\n"
              "? syntax error: expected a file name\n\n");
    /* The whole record breaks a rule; the game stays as it was. */
    char output[512];
    snprintf(input, sizeof input, "boardsize 3\nplay b a1\nloadsgf %s\ngogui-rules_board\nundo\n",
             path);
    snprintf(output, sizeof output,
             "=\n\n=\n\n? cannot load file: %s:1:23: occupied\n\n= . . .\n. . .\nX . .\n\n=\n\n",
             path);
    assert_go(9, input, output);
    /* A record that is none. */
    write_file(path, "(;SZ[9];B[aa]");
    snprintf(input, sizeof input, "loadsgf %s\n", path);
    snprintf(output, sizeof output,
             "? cannot load file: %s:1:14: found end of input, expected a property, ';', '(' or "
             "')'\n\n",
             path);
    assert_go(9, input, output);
    write_file(path, "(;SZ[37])");
    snprintf(output, sizeof output,
             "? cannot load file: %s: found a 37x37 board, expected at most 25\n\n", path);
    assert_go(9, input, output);
    unlink(path);
    snprintf(output, sizeof output, "? cannot load file: %s: No such file or directory\n\n", path);
    assert_go(9, input, output);
    assert_go(9, "loadsgf /\n", "? cannot load file: /: Is a directory\n\n");
    assert_go(9, "printsgf /\n", "? cannot write file: /: Is a directory\n\n");
}

static void records_come_back(void **state)
{
    (void)state;
    char path[] = "qi-test-gtp-XXXXXX", input[1024];
    close(mkstemp(path));
    snprintf(input, sizeof input,
             "boardsize 3\ngogui-play_sequence b a1 w b2 b c3\nprintsgf %s\nclear_board\n"
             "loadsgf %s\nundo\ngogui-rules_board\nprintsgf\n",
             path, path);
    assert_nogo(9, input,
                "=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n= . . .\n. O .\nX . .\n\n"
                "= (;FF[4]GM[1]CA[UTF-8]AP[qi:" QI_VERSION "]SZ[3]RU[NoGo];B[ac];W[bb])\n\n");
    unlink(path);
    write_file(path, "(;SZ[3];B[aa];W[aa])"); /* is refused: the holes come back too */
    char output[512];
    snprintf(input, sizeof input,
             "boardsize 3\nhollow a3 c1\nplay b b2\nloadsgf %s\nprintsgf\nloadsgf %s 2\n"
             "gogui-rules_board\n",
             path, path);
    snprintf(output, sizeof output,
             "=\n\n=\n\n=\n\n? cannot load file: %s:1:17: occupied\n\n"
             "= (;FF[4]GM[1]CA[UTF-8]AP[qi:" QI_VERSION "]SZ[3]RU[NoGo]GC[hollow A3 C1];B[bb])\n\n"
             "=\n\n= X . .\n. . .\n. . .\n\n",
             path);
    assert_nogo(9, input, output);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_read_as_the_protocol_says),
        cmocka_unit_test(pieces_make_the_same_answers),
        cmocka_unit_test(long_lines_are_no_danger),
        cmocka_unit_test(every_line_gets_one_reply),
        cmocka_unit_test(replies_have_no_empty_lines),
        cmocka_unit_test(a_reader_that_is_gone_ends_it),
        cmocka_unit_test(boards_have_1_to_25_lines),
        cmocka_unit_test(moves_are_judged),
        cmocka_unit_test(suicide_and_superko_have_names),
        cmocka_unit_test(other_rules_can_be_chosen),
        cmocka_unit_test(moves_are_taken_back),
        cmocka_unit_test(sequences_are_all_or_none),
        cmocka_unit_test(legal_moves_are_listed),
        cmocka_unit_test(areas_are_scored),
        cmocka_unit_test(handicaps_are_placed),
        cmocka_unit_test(nogo_is_judged),
        cmocka_unit_test(boards_may_be_hollow),
        cmocka_unit_test(records_are_loaded),
        cmocka_unit_test(records_are_loaded_up_to_a_move),
        cmocka_unit_test(records_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
