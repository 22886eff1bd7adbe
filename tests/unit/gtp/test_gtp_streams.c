/* GTP: streams that a careless controller might send. Good streams are mutated, word by word and
 * byte by byte, and fed in pieces: every line has one reply of the right form, and the board stays
 * one that the rules allow. */
#include "gtp_sheet.h"

#include "base/random.h"

#include <ctype.h>

/* One good session of each game; the lines are the stuff of the mutants. */
static const char *const stuff[] = {
    "boardsize 5\nclear_board\nkomi 6.5\nplay b C3\nplay w D4\ngenmove b\nundo\nshowboard\n",
    "time_settings 60 10 5\ntime_left b 30 0\nreg_genmove w\nlist_legal b\nis_legal w A1\n",
    "gogui-play_sequence b A1 w B2 b C1 w pass\ngg-undo 2\ngogui-rules_board\nlist_stones w\n",
    "gogui-setup b A1 w C3 e B2\ngogui-setup_player w\ngogui-rules_side_to_move\nfinal_score\n",
    "hollow C3 B2\nboardsize 5\nplay b B2\ngogui-rules_legal_moves\ngogui-rules_final_result\n",
    "1 set_free_handicap C3 D4\n2 get_handicap\n3 printsgf\n4 fixed_handicap 2\nfinal_status_list "
    "dead\n",
    "kgs-time_settings byoyomi 10 5 3\ntime_left w 4.5 2\n",
    "rectangular_boardsize 3 4\nquery_boardsize\ngogui-rules_captured_count\nknown_command "
    "play\ncputime\n",
    "lz-analyze b interval 20 maxmoves 2\nkata-analyze w maxmoves 1 interval 20\n"
    "lz-genmove_analyze w 10\nkata-genmove_analyze minmoves 2 rootInfo true\n",
    "name\nversion\nprotocol_version\nlist_commands\nloadsgf none\n# a comment\n\n"};
enum { STUFF = sizeof stuff / sizeof *stuff, LONGEST = 4096 };

/* A stream of whole lines of the stuff. */
static size_t compose(qi_random *random, char *stream)
{
    size_t length = 0;
    for (uint32_t lines = 3 + qi_random_below(random, 30); lines; lines--) {
        const char *at = stuff[qi_random_below(random, STUFF)];
        for (uint32_t skip = qi_random_below(random, 8); skip; skip--) {
            const char *next = strchr(at, '\n');
            if (!next[1])
                break;
            at = next + 1;
        }
        const size_t count = (size_t)(strchr(at, '\n') - at) + 1;
        memcpy(stream + length, at, count);
        length += count;
    }
    return length;
}

/* One change: a byte becomes another, goes, or a piece is doubled or moved. */
static size_t mutate(qi_random *random, char *stream, size_t length)
{
    const uint32_t at = qi_random_below(random, (uint32_t)length);
    const uint32_t max = (uint32_t)(length - at) < 12 ? (uint32_t)(length - at) : 12;
    const uint32_t count = 1 + qi_random_below(random, max);
    switch (qi_random_below(random, 5)) {
    case 0:
        stream[at] = (char)qi_random_below(random, 256);
        return length;
    case 1:
        stream[at] = " \n#0A-"[qi_random_below(random, 6)];
        return length;
    case 2:
        memmove(stream + at, stream + at + count, length - at - count);
        return length - count;
    case 3:
        if (length + count > LONGEST)
            return length;
        memmove(stream + at + count, stream + at, length - at);
        return length + count;
    default: {
        const uint32_t to = qi_random_below(random, (uint32_t)(length - count + 1));
        memmove(stream + to, stream + at, count);
        return length;
    }
    }
}

/* How many replies a stream must get: one for every line with a word before a comment, up to quit.
 */
static bool has_reply(const char *line, size_t length)
{
    for (size_t i = 0; i < length && line[i] != '#'; i++)
        if (line[i] != ' ' && line[i] != '\t' && (unsigned char)line[i] > ' ' && line[i] != 0x7f)
            return true;
    return false;
}

/* Every group of the reported board has a liberty, by flood fill. */
static void assert_alive(const char *board)
{
    char grid[32][32] = {{0}};
    int rows = 0, columns = 0;
    for (int column = 0; *board && !(board[0] == '\n' && board[1] == '\n'); board++) {
        if (*board == '\n') {
            rows++;
            column = 0;
        } else if (*board != ' ') {
            grid[rows + 1][++column] = *board;
            columns = column > columns ? column : columns;
        }
    }
    rows++;
    /* A stone beside an empty point breathes; so does a stone beside one of its colour that does.
     */
    for (bool changed = true; changed;) {
        changed = false;
        for (int r = 1; r <= rows; r++)
            for (int c = 1; c <= columns; c++) {
                const char stone = grid[r][c], around[] = {grid[r - 1][c], grid[r + 1][c],
                                                           grid[r][c - 1], grid[r][c + 1]};
                for (int i = 0; i < 4 && isupper((unsigned char)stone); i++)
                    if (around[i] == '.' || around[i] == tolower((unsigned char)stone)) {
                        grid[r][c] = (char)tolower((unsigned char)stone);
                        changed = true;
                        break;
                    }
            }
    }
    for (int r = 1; r <= rows; r++)
        for (int c = 1; c <= columns; c++)
            assert_false(isupper((unsigned char)grid[r][c]));
}

static void assert_replies(const char *text, size_t expected)
{
    size_t replies = 0;
    for (const char *at = text; *at; replies++) {
        assert_true(*at == '=' || *at == '?');
        const char *end = strstr(at, "\n\n");
        assert_non_null(end);
        at = end + 2;
    }
    assert_int_equal(replies, expected);
}

static void feed_in_pieces(qi_random *random, qi_gtp *session, const char *stream, size_t length)
{
    for (size_t at = 0; at < length;) {
        const size_t piece = 1 + qi_random_below(random, 64);
        const size_t count = piece < length - at ? piece : length - at;
        assert_true(qi_gtp_feed(session, stream + at, count));
        at += count;
    }
}

/* Lines that would touch files or end the session are left out. */
static size_t keep_harmless(char *stream, size_t length, size_t *replies)
{
    size_t kept = 0;
    *replies = 0;
    for (size_t at = 0; at < length;) {
        const char *end = memchr(stream + at, '\n', length - at);
        const size_t count = end ? (size_t)(end - stream) - at + 1 : length - at;
        char line[LONGEST + 1];
        memcpy(line, stream + at, count);
        line[count] = '\0';
        if (end && !strstr(line, "sgf") && !strstr(line, "quit") && strlen(line) == count) {
            *replies += has_reply(line, count - 1);
            memmove(stream + kept, stream + at, count);
            kept += count;
        }
        at += count;
    }
    return kept;
}

/* An engine that thinks of the first legal move, once. */
static qi_result first(void *context, const qi_gtp_question *question, qi_point *move)
{
    (void)context;
    assert_true(question->interval >= 0);
    qi_nogo_legal(question->nogo, question->colour, move, 1);
    if (question->report)
        question->report(question->context, &(qi_gtp_candidate){*move, 1, 0.5, move, 1}, 1,
                         sizeof(qi_gtp_candidate));
    return QI_OK;
}

static qi_result think_of_first(void *context, const qi_gtp_question *question)
{
    qi_point move;
    return first(context, question, &move);
}

static void mutants_do_no_harm(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 19);
    const qi_gtp_engine engine = {.size = sizeof engine,
                                  .description = "thinks of the first move",
                                  .choose = first,
                                  .analyze = think_of_first};
    for (uint64_t streams = test_cases(1000); streams; streams--) {
        char stream[LONGEST + 64];
        size_t length = compose(&random, stream), replies;
        for (uint32_t changes = qi_random_below(&random, 12); changes && length; changes--)
            length = mutate(&random, stream, length);
        length = keep_harmless(stream, length, &replies);
        qi_nogo_player *player = random_player(streams);
        qi_gtp *sessions[3] = {open_go(5, 5, streams), open_nogo(5, 5, player, NULL),
                               open_nogo(5, 5, NULL, &engine)};
        for (int i = 0; i < 3; i++) {
            clear_paper();
            feed_in_pieces(&random, sessions[i], stream, length);
            assert_replies(paper.text, replies);
            clear_paper();
            qi_gtp_feed(sessions[i], "gogui-rules_board\n", 18);
            assert_memory_equal(paper.text, "= ", 2);
            assert_alive(paper.text + 2);
            qi_gtp_free(sessions[i]);
        }
        qi_nogo_player_free(player);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(mutants_do_no_harm)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
