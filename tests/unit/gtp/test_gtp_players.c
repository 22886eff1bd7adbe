/* GTP: what players are asked, and that they can be interrupted. */
#include "gtp_sheet.h"
#include "test_clock.h"

#include <qi/nogo_search.h>

#include <fcntl.h>
#include <math.h>
#include <sched.h>
#include <unistd.h>

/* ---- players ------------------------------------------------------------------------------ */

typedef struct watcher {
    qi_nogo_clock clock;
    double seconds; /* for a move; 0: no time passes */
    int forgotten, reports;
} watcher;

static qi_result watch(void *context, const qi_gtp_question *question, qi_point *move)
{
    watcher *const me = context;
    me->clock = *question->clock;
    if (me->seconds > 0)
        question->host->wait(question->host->context, me->seconds);
    qi_nogo_legal(question->nogo, question->colour, move, 1);
    return QI_OK;
}

static qi_result report_on(void *context, const qi_gtp_question *question)
{
    assert_true(question->interval == 0.5);
    static const qi_point line[] = {0, 3};
    const qi_gtp_candidate candidates[] = {{0, 12, 0.61238, line, 2}, {1, 3, 0, NULL, 0}};
    watcher *me = context;
    do
        me->reports++;
    while (me->reports < 100 &&
           question->report(question->context, candidates, 2, sizeof(qi_gtp_candidate)));
    return QI_STOPPED;
}

static void forget(void *context)
{
    ((watcher *)context)->forgotten++;
}

static void players_get_the_clock(void **state)
{
    (void)state;
    watcher me = {0};
    const qi_gtp_engine engine = {.size = sizeof engine,
                                  .description = "watches",
                                  .choose = watch,
                                  .analyze = report_on,
                                  .forget = forget,
                                  .context = &me};
    test_clock time;
    test_clock_start(&time, 0);
    qi_gtp *session = open_nogo_on(&time.host, 3, 3, NULL, &engine);
    clear_paper();
    const char first[] = "version\ngenmove b\n";
    qi_gtp_feed(session, first, strlen(first));
    assert_string_equal(paper.text, "= " QI_VERSION " (watches)\n\n= A3\n\n");
    assert_false(me.clock.given);
    const char second[] = "time_settings 100 30 5\ntime_left w 20.5 3\nreg_genmove w\n";
    qi_gtp_feed(session, second, strlen(second));
    assert_true(me.clock.given);
    assert_true(me.clock.left == 20.5 && me.clock.stones == 3 && me.clock.main_time == 100 &&
                me.clock.byo_yomi == 30 && me.clock.byo_yomi_stones == 5);
    /* The time used is subtracted without a command. */
    qi_gtp_feed(session, "reg_genmove w\n", 14);
    assert_true(me.clock.stones == 2 && me.clock.left == 20.5);
    me.seconds = 7;
    qi_gtp_feed(session, "reg_genmove w\nreg_genmove w\n", 28);
    assert_true(me.clock.stones == 5 && me.clock.left == 30);
    qi_gtp_feed(session, "reg_genmove w\n", 14);
    assert_true(me.clock.stones == 4 && fabs(me.clock.left - 23) < 1e-6);
    me.seconds = 0;
    qi_gtp_feed(session, "reg_genmove b\n", 14);
    assert_true(me.clock.stones == 0 && me.clock.left == 100);
    qi_gtp_feed(session, "time_settings 0 30 0\nreg_genmove b\n", 35);
    assert_false(me.clock.given);
    const char third[] = "kgs-time_settings byoyomi 0 10 5\nreg_genmove b\n";
    qi_gtp_feed(session, third, strlen(third));
    assert_true(me.clock.given && me.clock.stones == 1 && me.clock.left == 10);
    qi_gtp_feed(session, "kgs-time_settings none\nreg_genmove b\n", 37);
    assert_false(me.clock.given);
    const int forgotten = me.forgotten;
    qi_gtp_feed(session, "clear_board\n", 12);
    assert_int_equal(me.forgotten, forgotten + 1);
    clear_paper();
    const char wrong[] = "time_settings 1 2\ntime_left b -1 0\nkgs-time_settings odd\n";
    qi_gtp_feed(session, wrong, strlen(wrong));
    assert_string_equal(paper.text,
                        "? syntax error: expected a number of stones, 0 or more\n\n"
                        "? syntax error: expected seconds, 0 or more\n\n"
                        "? syntax error: expected none, absolute, canadian or byoyomi\n\n");
    qi_gtp_free(session);
}

static const qi_nogo_clock *clock_after(qi_gtp *session, watcher *me, const char *lines)
{
    qi_gtp_feed(session, lines, strlen(lines));
    qi_gtp_feed(session, "reg_genmove b\n", 14);
    return &me->clock;
}

/* In KGS's byoyomi the last number of time_left is periods, each for one stone. Nothing left of a
 * main time is the start of the first period. */
static void overtime_is_given_in_two_ways(void **state)
{
    (void)state;
    watcher me = {0};
    const qi_gtp_engine engine = {
        .size = sizeof engine, .description = "watches", .choose = watch, .context = &me};
    qi_gtp *session = open_nogo(3, 3, NULL, &engine);
    const qi_nogo_clock *clock =
        clock_after(session, &me, "kgs-time_settings byoyomi 10 2 5\ntime_left b 1.9 5\n");
    assert_true(clock->left == 1.9 && clock->stones == 1);
    assert_true(qi_nogo_clock_share(clock, 9) > 1.7);
    clock = clock_after(session, &me, "time_left b 7 0\n");
    assert_true(clock->left == 7 && clock->stones == 0);
    clock = clock_after(session, &me, "time_left b 0 0\n");
    assert_true(clock->left == 2 && clock->stones == 1);
    clock = clock_after(session, &me, "time_settings 10 30 5\ntime_left b 0 0\n");
    assert_true(clock->left == 30 && clock->stones == 5);
    clock = clock_after(session, &me, "time_left b 20 4\n");
    assert_true(clock->left == 20 && clock->stones == 4);
    clock = clock_after(session, &me, "time_settings 10 0 0\ntime_left b 0 0\n");
    assert_true(clock->given && clock->left == 0 && clock->stones == 0);
    qi_gtp_free(session);
}

/* Reports three moves and plays the first. */
static qi_result choose_with_progress(void *context, const qi_gtp_question *question,
                                      qi_point *move)
{
    watcher *me = context;
    assert_true(question->interval == 0.25);
    const qi_gtp_candidate candidates[] = {
        {0, 12, 0.6, NULL, 0}, {1, 3, 0.5, NULL, 0}, {2, 1, 0.25, NULL, 0}};
    me->reports++;
    assert_true(question->report(question->context, candidates, 3, sizeof(qi_gtp_candidate)));
    *move = candidates[0].point;
    return QI_OK;
}

static void a_choice_is_reported(void **state)
{
    (void)state;
    watcher me = {0};
    const qi_gtp_engine engine = {.size = sizeof engine,
                                  .description = "x",
                                  .choose = choose_with_progress,
                                  .analyze = report_on,
                                  .context = &me};
    static const struct {
        const char *line, *reply;
    } cases[] = {
        {"lz-genmove_analyze b 25 maxmoves 1\n",
         "=\ninfo move A3 visits 12 winrate 6000 order 0 pv A3\nplay A3\n\n"},
        {"kata-genmove_analyze interval 25 maxmoves 2 b\n",
         "=\ninfo move A3 visits 12 winrate 0.6000 order 0 pv A3 "
         "info move B3 visits 3 winrate 0.5000 order 1 pv B3\nplay A3\n\n"},
        {"kata-genmove_analyze 25 maxmoves 0 rootInfo true\n",
         "=\n rootInfo visits 16 winrate 0.6000\nplay A3\n\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        qi_gtp *session = open_nogo(3, 3, NULL, &engine);
        clear_paper();
        qi_gtp_feed(session, cases[i].line, strlen(cases[i].line));
        assert_string_equal(paper.text, cases[i].reply);
        clear_paper();
        qi_gtp_feed(session, "gogui-rules_side_to_move\n", 25);
        assert_string_equal(paper.text, "= white\n\n");
        qi_gtp_free(session);
    }
    assert_int_equal(me.reports, 3);
}

/* The best move has no visits yet and a later one is refuted, in one report of two. */
static qi_result report_gaps(void *context, const qi_gtp_question *question)
{
    (void)context;
    const qi_gtp_candidate some[] = {{0, 5, 0.5, NULL, 0}, {1, 0, -1, NULL, 0}, {2, 0, 0, NULL, 0}};
    const qi_gtp_candidate none[] = {{3, 0, -1, NULL, 0}, {4, 0, -1, NULL, 0}};
    question->report(question->context, some, 3, sizeof(qi_gtp_candidate));
    question->report(question->context, none, 2, sizeof(qi_gtp_candidate));
    return QI_OK;
}

static void moves_without_a_win_rate_are_not_reported(void **state)
{
    (void)state;
    const qi_gtp_engine engine = {
        .size = sizeof engine, .description = "x", .choose = watch, .analyze = report_gaps};
    qi_gtp *session = open_nogo(3, 3, NULL, &engine);
    clear_paper();
    qi_gtp_feed(session, "kata-analyze b 1 rootInfo true\n", 31);
    assert_string_equal(paper.text, "=\ninfo move A3 visits 5 winrate 0.5000 order 0 pv A3 "
                                    "info move C3 visits 0 winrate 0.0000 order 1 pv C3 "
                                    "rootInfo visits 5 winrate 0.5000\n\n");
    clear_paper();
    qi_gtp_feed(session, "lz-analyze b 1 maxmoves 2\n", 26);
    assert_string_equal(paper.text, "=\ninfo move A3 visits 5 winrate 5000 order 0 pv A3 "
                                    "info move C3 visits 0 winrate 0 order 1 pv C3\n\n");
    qi_gtp_free(session);
}

static void analysis_ends_with_the_next_line(void **state)
{
    (void)state;
    watcher me = {0};
    const qi_gtp_engine engine = {.size = sizeof engine,
                                  .description = "x",
                                  .choose = watch,
                                  .analyze = report_on,
                                  .context = &me};
    qi_gtp *session = open_nogo(3, 3, NULL, &engine);
    clear_paper();
    qi_gtp_feed(session, "3 analyze w 50\nname\n", 20);
    assert_string_equal(paper.text, "=3\ninfo move A3 visits 12 winrate 6124 order 0 pv A3 A2 "
                                    "info move B3 visits 3 winrate 0 order 1 pv B3\n\n"
                                    "= qi nogo\n\n");
    assert_int_equal(me.reports, 1);
    me.reports = 97;
    clear_paper();
    qi_gtp_feed(session, "lz-analyze 50\n", 14);
    assert_int_equal(me.reports, 100);
    assert_int_equal(count_replies(paper.text), 1);
    clear_paper();
    me.reports = 0;
    qi_gtp_feed(session, "kata-analyze w 50\nname\n", 23);
    assert_string_equal(paper.text, "=\ninfo move A3 visits 12 winrate 0.6124 order 0 pv A3 A2 "
                                    "info move B3 visits 3 winrate 0.0000 order 1 pv B3\n\n"
                                    "= qi nogo\n\n");
    clear_paper();
    qi_gtp_feed(session, "analyze x 50\nanalyze b x\n", 25);
    assert_string_equal(paper.text,
                        "? syntax error: expected a colour, hundredths of a second, interval, "
                        "minmoves or maxmoves\n\n"
                        "? syntax error: expected a colour, hundredths of a second, interval, "
                        "minmoves or maxmoves\n\n");
    qi_gtp_free(session);
}

/* ---- interruption ------------------------------------------------------------------------- */

/* An engine that thinks until it is stopped, by lines that somebody writes meanwhile. */
typedef struct thinker {
    int input;                  /* where the lines are written */
    const char *const *writing; /* what is written, a piece at each question */
    int thoughts;
} thinker;

static void write_piece(thinker *me)
{
    const size_t length = strlen(*me->writing);
    assert_int_equal(write(me->input, *me->writing, length), length);
    me->writing++;
}

static qi_result think(void *context, const qi_gtp_question *question, qi_point *move)
{
    thinker *me = context;
    if (*me->writing)
        write_piece(me);
    while (!qi_stop_is_set(question->host->stop))
        sched_yield();
    me->thoughts++;
    qi_nogo_legal(question->nogo, question->colour, move, 1);
    return QI_STOPPED;
}

/* However the lines come, in one piece with the command or while it works, none is lost, and none
 * ends another command than the one before it. */
static void thinking_can_be_interrupted(void **state)
{
    (void)state;
    static const char *const pieces[] = {"genmove b\n# inter",
                                         "rupt\r\nname\ngenmove w\n# interrupt\n1 name\n"
                                         "# interrupt\ngogui-rules_board\nreg_genmove b\n# interru",
                                         "pt\nreg_genmove w\n", "# interrupt\n2 quit\n", NULL};
    int ends[2];
    assert_int_equal(pipe2(ends, O_NONBLOCK), 0); /* as a careless parent may leave it */
    thinker me = {.input = ends[1], .writing = pieces};
    const qi_gtp_engine engine = {.size = sizeof engine,
                                  .description = "thinks",
                                  .choose = think,
                                  .context = &me,
                                  .interruptible = true};
    clear_paper();
    qi_gtp *session = open_nogo(2, 2, NULL, &engine);
    write_piece(&me);
    qi_gtp_serve_descriptor(session, ends[0]);
    close(ends[0]);
    close(ends[1]);
    qi_gtp_free(session);
    assert_int_equal(me.thoughts, 4);
    assert_string_equal(paper.text, "= A2\n\n= qi nogo\n\n= B2\n\n=1 qi nogo\n\n"
                                    "= X O\n. .\n\n= A1\n\n= B1\n\n=2\n\n");
}

/* What was read ahead is more than is fed at once. */
static void an_interrupt_far_ahead_is_seen(void **state)
{
    (void)state;
    static const char first[] = "# interrupt\ngenmove w\n", last[] = "\n# interrupt\nquit\n";
    static char text[40000];
    memset(text, '#', sizeof text - 1);
    memcpy(text, first, sizeof first - 1);
    memcpy(text + sizeof text - sizeof last, last, sizeof last);
    const char *const pieces[] = {"genmove b\n", text, NULL};
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    thinker me = {.input = ends[1], .writing = pieces};
    const qi_gtp_engine engine = {.size = sizeof engine,
                                  .description = "thinks",
                                  .choose = think,
                                  .context = &me,
                                  .interruptible = true};
    clear_paper();
    qi_gtp *session = open_nogo(2, 2, NULL, &engine);
    write_piece(&me);
    qi_gtp_serve_descriptor(session, ends[0]);
    close(ends[0]);
    close(ends[1]);
    qi_gtp_free(session);
    assert_string_equal(paper.text, "= A2\n\n= B2\n\n=\n\n");
}

/* Plays the first legal point, then passes, then resigns. */
static qi_result play_go(void *context, const qi_gtp_question *question, qi_point *move)
{
    watcher *me = context;
    assert_null(question->nogo);
    me->clock = *question->clock;
    if (me->reports == 0)
        qi_go_legal(question->go, question->colour, move, 1);
    else
        *move = me->reports == 1 ? QI_NO_POINT : QI_GTP_RESIGN;
    me->reports++;
    return QI_OK;
}

static void go_may_have_an_engine(void **state)
{
    (void)state;
    watcher me = {0};
    const qi_gtp_engine engine = {.size = sizeof engine,
                                  .description = "first, pass, resign",
                                  .choose = play_go,
                                  .forget = forget,
                                  .context = &me};
    const qi_gtp_go_options options = {
        .size = sizeof options, .rows = 3, .columns = 3, .engine = &engine};
    qi_gtp *session;
    clear_paper();
    assert_int_equal(qi_gtp_new_go(&options, write_on, &paper, NULL, &session), QI_OK);
    const int forgotten = me.forgotten;
    const char lines[] = "version\nplay b a3\ntime_settings 5 0 0\ngenmove w\ngenmove b\n"
                         "genmove w\nknown_command analyze\nclear_board\n";
    qi_gtp_feed(session, lines, strlen(lines));
    assert_string_equal(paper.text, "= " QI_VERSION " (first, pass, resign)\n\n=\n\n=\n\n= B3\n\n"
                                    "= pass\n\n= resign\n\n= false\n\n=\n\n");
    assert_true(me.clock.given && me.clock.main_time == 5);
    assert_int_equal(me.forgotten, forgotten + 1);
    qi_gtp_free(session);
}

/* Every legal point is chosen about equally often (a chi-square test with fixed seeds), and own
 * eyes never. */
static void random_moves_are_uniform(void **state)
{
    (void)state;
    enum { DRAWS = 7000 };
    clear_paper();
    qi_gtp *session = open_go(3, 3, 3);
    /* X X .   Black may play C3, C2 and C1; A2 is an eye of its own.
     * . X .
     * X X . */
    const char setup[] = "play b a3\nplay b b3\nplay b b2\nplay b b1\nplay b a1\n";
    qi_gtp_feed(session, setup, strlen(setup));
    int counts[3] = {0};
    for (int i = 0; i < DRAWS; i++) {
        clear_paper();
        qi_gtp_feed(session, "reg_genmove b\n", 14);
        assert_memory_equal(paper.text, "= C", 3);
        counts[paper.text[3] - '1']++;
    }
    double chi = 0;
    for (int i = 0; i < 3; i++)
        chi += (counts[i] - DRAWS / 3.0) * (counts[i] - DRAWS / 3.0) / (DRAWS / 3.0);
    assert_true(chi < 13.8); /* p = 0.001 with 2 degrees of freedom */
    clear_paper();
    const char rest[] = "play b c1\nplay b c3\nplay b pass\nreg_genmove b\n";
    qi_gtp_feed(session, rest, strlen(rest));
    assert_string_equal(paper.text, "=\n\n=\n\n=\n\n= pass\n\n");
    /* . . .   A1 is no eye: White's stone across can take part of its wall.
     * X O .
     * . X . */
    const char broken[] = "clear_board\nplay b a2\nplay b b1\nplay w b2\n";
    qi_gtp_feed(session, broken, strlen(broken));
    bool filled = false;
    for (int i = 0; i < 1000; i++) {
        clear_paper();
        qi_gtp_feed(session, "reg_genmove b\n", 14);
        filled |= strcmp(paper.text, "= A1\n\n") == 0;
    }
    assert_true(filled);
    qi_gtp_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_get_the_clock),
        cmocka_unit_test(overtime_is_given_in_two_ways),
        cmocka_unit_test(a_choice_is_reported),
        cmocka_unit_test(moves_without_a_win_rate_are_not_reported),
        cmocka_unit_test(analysis_ends_with_the_next_line),
        cmocka_unit_test(thinking_can_be_interrupted),
        cmocka_unit_test(an_interrupt_far_ahead_is_seen),
        cmocka_unit_test(go_may_have_an_engine),
        cmocka_unit_test(random_moves_are_uniform),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
