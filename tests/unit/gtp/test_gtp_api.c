/* include/qi/gtp.h as a user of the library sees it: streams, memory, files, interruption. */
#include "check.h"
#include "gtp/session.h"

#include "check_memory.h"
#include "gtp_sheet.h"
#include "test_clock.h"

#include <qi/nogo_search.h>

#include <sched.h>
#include <unistd.h>
#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#define pipe(ends) _pipe(ends, 4096, _O_BINARY)
#endif

/* ---- streams ------------------------------------------------------------------------------ */

/* A text that comes in pieces of a given size, and then fails if `breaks`. */
typedef struct script {
    const char *text;
    size_t piece;
    bool breaks;
} script;

static bool read_script(void *context, char *bytes, size_t capacity, size_t *count)
{
    script *from = context;
    const size_t left = strlen(from->text);
    *count = left < from->piece ? left : from->piece;
    assert_true(*count <= capacity);
    memcpy(bytes, from->text, *count);
    from->text += *count;
    return *count || !from->breaks;
}

static void any_source_is_served(void **state)
{
    (void)state;
    qi_nogo_player *player = random_player(1);
    for (size_t piece = 1; piece < 40; piece++) {
        clear_paper();
        qi_gtp *session = open_nogo(3, 3, player, NULL);
        script from = {"1 play b a1\n2 gogui-rules_board\nquery_boardsize", piece, false};
        assert_int_equal(qi_gtp_serve(session, read_script, &from), QI_OK);
        assert_string_equal(paper.text, "=1\n\n=2 . . .\n. . .\nX . .\n\n= 3\n\n");
        assert_false(qi_gtp_feed(session, "name\n", 5)); /* it is over */
        qi_gtp_free(session);
        clear_paper();
        session = open_go(3, 3, 1);
        from = (script){"name\nquit\nname\n", piece, true};
        assert_int_equal(qi_gtp_serve(session, read_script, &from), QI_OK);
        assert_string_equal(paper.text, "= qi go\n\n=\n\n");
        qi_gtp_free(session);
        clear_paper();
        session = open_go(3, 3, 1);
        from = (script){"name\n", piece, true};
        assert_int_equal(qi_gtp_serve(session, read_script, &from), QI_STOPPED);
        assert_string_equal(paper.text, "= qi go\n\n");
        qi_gtp_free(session);
    }
    qi_nogo_player_free(player);
    qi_gtp_free(NULL);
}

static void sessions_are_made_as_asked(void **state)
{
    (void)state;
    qi_gtp *session;
    qi_nogo *start;
    qi_nogo_player *player = random_player(1);
    assert_int_equal(qi_gtp_new_nogo(&(qi_gtp_nogo_options){.size = sizeof(qi_gtp_nogo_options)},
                                     write_on, &paper, NULL, &session),
                     QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_new(26, 3, NULL, &start), QI_OK);
    qi_gtp_engine engine = {.size = sizeof engine};
    qi_gtp_player_engine(player, &engine);
    qi_gtp_nogo_options options = {.size = sizeof options, .engine = &engine, .start = start};
    assert_int_equal(qi_gtp_new_nogo(&options, write_on, &paper, NULL, &session), QI_TOO_LARGE);
    qi_nogo_free(start);
    const qi_gtp_go_options large = {.size = sizeof large, .rows = 3, .columns = 26};
    assert_int_equal(qi_gtp_new_go(&large, write_on, &paper, NULL, &session), QI_BAD_ARGUMENT);
    /* The usual boards; the centre may be forbidden, and files too. */
    clear_paper();
    assert_int_equal(qi_gtp_new_go(NULL, write_on, &paper, NULL, &session), QI_OK);
    qi_gtp_feed(session, "query_boardsize\n", 16);
    qi_gtp_free(session);
    options = (qi_gtp_nogo_options){.size = sizeof(qi_gtp_nogo_options),
                                    .engine = &engine,
                                    .no_centre_first = true,
                                    .no_files = true};
    assert_int_equal(qi_gtp_new_nogo(&options, write_on, &paper, NULL, &session), QI_OK);
    const char input[] = "query_boardsize\nplay b e5\nplay b d4\nplay w e5\nloadsgf x\nprintsgf x\n"
                         "clear_board\nis_legal b e5\n";
    qi_gtp_feed(session, input, strlen(input));
    assert_string_equal(paper.text,
                        "= 19\n\n= 9\n\n? illegal move: centre\n\n=\n\n=\n\n"
                        "? cannot load file: files are not allowed here\n\n"
                        "? cannot write file: files are not allowed here\n\n=\n\n= 0\n\n");
    qi_gtp_free(session);
    qi_nogo_player_free(player);
}

/* A loss that is proved is resigned, and the record says so until the game goes on. */
static void resignations_are_kept(void **state)
{
    (void)state;
    qi_nogo_player *player;
    const qi_nogo_player_options options = {.size = sizeof options,
                                            .engine = QI_NOGO_STRONG,
                                            .playouts = 1000,
                                            .memory = (size_t)16 << 20};
    assert_int_equal(qi_nogo_player_new(&options, NULL, &player), QI_OK);
    clear_paper();
    qi_gtp *session = open_nogo(2, 3, player, NULL);
    const char input[] = "reg_genmove b\nprintsgf\ngenmove b\nprintsgf\nplay b a1\nprintsgf\n";
    qi_gtp_feed(session, input, strlen(input));
#define HEAD "= (;FF[4]GM[1]CA[UTF-8]AP[qi:" QI_VERSION "]SZ[3:2]RU[NoGo]"
    assert_string_equal(paper.text, "= resign\n\n" HEAD ")\n\n= resign\n\n" HEAD "RE[W+R])\n\n"
                                    "=\n\n" HEAD ";B[ab])\n\n");
    qi_gtp_free(session);
    qi_nogo_player_free(player);
}

/* ---- interruption ------------------------------------------------------------------------- */

/* While the program's stop is set, commands that think answer at once; then again in full. */
static void commands_are_stopped_by_the_program(void **state)
{
    (void)state;
    enum { PLAYOUTS = 20 };
    qi_nogo_player *player;
    const qi_nogo_player_options options = {.size = sizeof options,
                                            .engine = QI_NOGO_PLAYOUTS,
                                            .playouts = PLAYOUTS,
                                            .memory = (size_t)16 << 20};
    assert_int_equal(qi_nogo_player_new(&options, NULL, &player), QI_OK);
    test_clock time;
    test_clock_start(&time, 1);
    qi_gtp *session = open_nogo_on(&time.host, 9, 9, player, NULL);
    static const char *const lines[] = {"reg_genmove b\n", "lz-genmove_analyze b\nundo\n"};
    for (int round = 0; round < 4; round++) {
        qi_stop_set(&time.stop);
        clear_paper();
        qi_gtp_feed(session, lines[round % 2], strlen(lines[round % 2]));
        assert_int_equal(qi_nogo_player_thought(player), 0);
        qi_gtp_feed(session, "analyze 100000\n", 15); /* no line waits that would end it */
        assert_int_equal(count_replies(paper.text), 2 + round % 2);
        qi_stop_clear(&time.stop);
        qi_gtp_feed(session, "clear_board\nreg_genmove b\n", 26);
        assert_in_range(qi_nogo_player_thought(player), PLAYOUTS, PLAYOUTS + 1);
    }
    qi_gtp_free(session);
    qi_nogo_player_free(player);
}

typedef struct endless {
    qi_stop *stop;
    int input;
} endless;

/* Thinks until it is stopped, which it asks for itself; then ends the session. */
static qi_result ask_to_be_stopped(void *context, const qi_gtp_question *question, qi_point *move)
{
    const endless *const self = context;
    assert_false(qi_stop_is_set(question->host->stop));
    qi_stop_set(self->stop);
    while (!qi_stop_is_set(question->host->stop))
        sched_yield();
    assert_int_equal(write(self->input, "quit\n", 5), 5);
    qi_nogo_legal(question->nogo, question->colour, move, 1);
    return QI_STOPPED;
}

/* The program's stop holds for a descriptor, too, where a line can interrupt as well. */
static void a_served_descriptor_is_stopped_by_the_program(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    test_clock time;
    test_clock_start(&time, 1);
    endless self = {&time.stop, ends[1]};
    const qi_gtp_engine engine = {.size = sizeof engine,
                                  .description = "endless",
                                  .choose = ask_to_be_stopped,
                                  .context = &self,
                                  .interruptible = true};
    qi_gtp *session = open_nogo_on(&time.host, 3, 3, NULL, &engine);
    clear_paper();
    assert_int_equal(write(ends[1], "genmove b\n", 10), 10);
    qi_gtp_serve_descriptor(session, ends[0]);
    assert_string_equal(paper.text, "= A3\n\n=\n\n");
    assert_true(qi_stop_is_set(&time.stop));
    qi_gtp_free(session);
    close(ends[0]);
    close(ends[1]);
}

/* ---- memory ------------------------------------------------------------------------------- */

static const char session_text[] =
    "boardsize 5\nplay b c3\nplay w c2\nundo\nlist_legal\nshowboard\nprintsgf\n"
    "gogui-play_sequence b a1 w b2\nclear_board\ngenmove b\nquit\n";

static qi_result serve_once(bool go, const qi_allocator *allocator)
{
    qi_gtp *session;
    qi_nogo_player *player = random_player(1);
    qi_gtp_engine engine = {.size = sizeof engine};
    qi_gtp_player_engine(player, &engine);
    const qi_gtp_nogo_options options = {.size = sizeof options, .engine = &engine};
    clear_paper();
    const qi_result result = go ? qi_gtp_new_go(NULL, write_on, &paper, allocator, &session)
                                : qi_gtp_new_nogo(&options, write_on, &paper, allocator, &session);
    if (result == QI_OK) {
        qi_gtp_feed(session, session_text, strlen(session_text));
        qi_gtp_feed(session, NULL, 0);
        qi_gtp_free(session);
    }
    qi_nogo_player_free(player);
    return result;
}

/* Whichever block is refused, once or from then on, nothing is lost and nothing breaks. */
static void memory_may_fail_at_any_time(void **state)
{
    (void)state;
    for (int go = 0; go < 2; go++) {
        check_memory whole = {0};
        const qi_allocator all = check_allocator(&whole);
        assert_int_equal(serve_once(go, &all), QI_OK);
        assert_int_equal(whole.held, 0);
        assert_true(whole.asked > 10);
        assert_int_equal(count_replies(paper.text), 11);
        for (size_t fail = 1; fail <= whole.asked; fail++)
            for (int rest = 0; rest < 2; rest++) {
                check_memory memory = {.fail = fail, .refusal = rest ? CHECK_FROM : CHECK_ONE};
                const qi_allocator allocator = check_allocator(&memory);
                const qi_result result = serve_once(go, &allocator);
                assert_true(result == QI_OK || result == QI_NO_MEMORY);
                assert_int_equal(memory.held, 0);
            }
    }
}

/* Takes one of many moves back with `memory` blocks to be had, then writes the game. */
static void undo_with(int memory)
{
    stingy from = {.left = -1};
    const qi_allocator allocator = stingy_allocator(&from);
    const qi_gtp_go_options options = {.size = sizeof options, .rows = 19, .columns = 19};
    qi_gtp *session;
    assert_int_equal(qi_gtp_new_go(&options, write_on, &paper, &allocator, &session), QI_OK);
    for (int i = 0; i < 2000; i++)
        qi_gtp_feed(session, i % 2 ? "play w pass\n" : "play b pass\n", 12);
    clear_paper();
    from.left = memory;
    qi_gtp_feed(session, "undo\n", 5);
    from.left = -1;
    qi_gtp_feed(session, "undo\nprintsgf\n", 14);
    qi_gtp_free(session);
    assert_int_equal(from.out, 0);
}

/* Undo takes moves back whether there is memory or not, and counts what it took. */
static void undo_needs_no_memory(void **state)
{
    (void)state;
    undo_with(-1);
    char *const enough = strdup(paper.text);
    assert_non_null(enough);
    assert_memory_equal(enough, "=\n\n=\n\n= (;", 10);
    for (int memory = 0; memory < 12; memory++) {
        undo_with(memory);
        assert_string_equal(paper.text, enough);
    }
    free(enough);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_source_is_served),
        cmocka_unit_test(sessions_are_made_as_asked),
        cmocka_unit_test(resignations_are_kept),
        cmocka_unit_test(commands_are_stopped_by_the_program),
        cmocka_unit_test(a_served_descriptor_is_stopped_by_the_program),
        cmocka_unit_test(memory_may_fail_at_any_time),
        cmocka_unit_test(undo_needs_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
