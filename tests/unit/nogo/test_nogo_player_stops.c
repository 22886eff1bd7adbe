/* Reports, stops and pondering of the player, on a clock that nobody waits for. */
#include "nogo/play/player.h"
#include "nogo_players.h"

#include <pthread.h>

/* ---- reports and stops ---------------------------------------------------------------------- */

/* Counts, and ends the call at the last. */
typedef struct ear {
    int reports, last;
    qi_stop *stop; /* to be set at the last; NULL: the report ends the call itself */
} ear;

static bool listen(void *context, const qi_nogo_snapshot *now)
{
    ear *const self = context;
    qi_nogo_candidate best;
    assert_int_equal(qi_nogo_search_candidates(now->search, &best, 1, sizeof(qi_nogo_candidate)),
                     now->move_count);
    assert_true(now->moves[0].point == best.point && now->line[0] == best.point);
    const bool last = ++self->reports == self->last;
    if (last && self->stop)
        qi_stop_set(self->stop);
    return !last || self->stop;
}

/* Far more than can ever be made: a call whose stop is lost does not return. */
static const uint64_t ENDLESS = 1000000000000000;

typedef enum call { RUN, CHOOSE, ANALYZE, CALLS } call;

static qi_result make_call(call which, qi_nogo_player *player, const qi_nogo *position,
                           const test_clock *time, double interval, ear *to)
{
    qi_nogo_thinking how = think_by(time, NULL);
    how.endless = which == ANALYZE;
    how.interval = interval;
    how.report = listen;
    how.context = to;
    if (which != CHOOSE)
        return qi_nogo_player_run(player, &how);
    qi_nogo_choice choice = {.size = sizeof choice};
    const qi_result result = qi_nogo_player_choose(player, position, QI_BLACK, &how, &choice);
    assert_int_equal(qi_nogo_judge(position, QI_BLACK, choice.move, NULL), QI_NOGO_LEGAL);
    return result;
}

static void reports_come_every_interval(void **state)
{
    (void)state;
    qi_nogo *position = empty_board(9, 9);
    qi_nogo_player *player = seat((qi_nogo_player_options){
        .size = sizeof(qi_nogo_player_options), .engine = QI_NOGO_PLAYOUTS, .seconds = 2});
    test_clock time;
    test_clock_start(&time, MILLISECOND);
    ear whole = {0};
    assert_int_equal(make_call(CHOOSE, player, position, &time, 0.25, &whole), QI_OK);
    assert_in_range(whole.reports, 7, 9); /* the last at the end */
    for (int which = RUN; which < CALLS; which++) {
        ear third = {.last = 3};
        const uint64_t start = time.now;
        assert_int_equal(make_call((call)which, player, position, &time, 0.25, &third), QI_STOPPED);
        assert_int_equal(third.reports, 3);
        assert_in_range(time.now - start, 750 * MILLISECOND, 1000 * MILLISECOND);
    }
    /* An analysis goes on when all is proved; then it waits instead of thinking. */
    qi_nogo *small = board_from("1 3\n...\n");
    assert_int_equal(qi_nogo_player_set_position(player, small, QI_BLACK), QI_OK);
    ear tenth = {.last = 10};
    const uint64_t start = time.now;
    assert_int_equal(make_call(ANALYZE, player, small, &time, 1, &tenth), QI_STOPPED);
    assert_in_range(time.now - start, 10000 * MILLISECOND, 10200 * MILLISECOND);
    qi_nogo_player_free(player);
    qi_nogo_free(small);
    qi_nogo_free(position);
}

static void a_stop_ends_calls_until_it_is_cleared(void **state)
{
    (void)state;
    qi_nogo *position = empty_board(9, 9);
    qi_nogo_player *player =
        seat((qi_nogo_player_options){.size = sizeof(qi_nogo_player_options), .playouts = ENDLESS});
    test_clock time;
    test_clock_start(&time, 1);
    qi_stop_set(&time.stop);
    assert_int_equal(qi_nogo_player_set_position(player, position, QI_BLACK), QI_OK);
    for (int which = RUN; which < CALLS; which++)
        for (int again = 0; again < 2; again++) {
            ear to = {0};
            assert_int_equal(make_call((call)which, player, position, &time, 1e6, &to), QI_STOPPED);
            assert_int_equal(to.reports, which != ANALYZE);
            assert_int_equal(qi_nogo_player_thought(player), 0);
        }
    qi_nogo_player_free(player);
    player = seat((qi_nogo_player_options){.size = sizeof(qi_nogo_player_options), .playouts = 50});
    const qi_nogo_thinking how = think_by(&time, NULL);
    qi_nogo_choice choice = {.size = sizeof choice};
    assert_int_equal(qi_nogo_player_choose(player, position, QI_BLACK, &how, &choice), QI_STOPPED);
    assert_int_equal(qi_nogo_player_thought(player), 0);
    qi_stop_clear(&time.stop);
    assert_int_equal(qi_nogo_player_choose(player, position, QI_BLACK, &how, &choice), QI_OK);
    assert_int_equal(qi_nogo_player_thought(player), 50);
    const qi_nogo_thinking wrong = {.size = 0};
    assert_int_equal(qi_nogo_player_choose(player, position, QI_BLACK, &wrong, &choice),
                     QI_BAD_ARGUMENT);
    qi_nogo_player_free(player);
    qi_nogo_free(position);
}

/* Sets its stop at one of its readings. */
static double read_and_stop(void *context)
{
    test_clock *const clock = context;
    if (clock->readings == clock->tick)
        qi_stop_set(&clock->stop);
    __atomic_fetch_add(&clock->readings, 1, __ATOMIC_RELAXED);
    return 0; /* so no time limit ends anything */
}

/* From before the position is faced until long after the thinking began. */
static void a_stop_ends_the_call_whenever_it_comes(void **state)
{
    (void)state;
    qi_nogo *position = empty_board(19, 19);
    for (uint32_t threads = 1; threads <= 2; threads++) {
        qi_nogo_player *player =
            seat((qi_nogo_player_options){.size = sizeof(qi_nogo_player_options),
                                          .engine = QI_NOGO_PLAYOUTS,
                                          .playouts = ENDLESS,
                                          .threads = threads});
        assert_int_equal(qi_nogo_player_set_position(player, position, QI_BLACK), QI_OK);
        for (uint64_t moment = 0; moment < 60; moment++) {
            test_clock time;
            test_clock_start(&time, moment);
            time.host.seconds = read_and_stop;
            ear to = {0};
            assert_int_equal(make_call((call)(moment % ANALYZE), player, position, &time, 1e6, &to),
                             QI_STOPPED);
        }
        qi_nogo_player_free(player);
    }
    qi_nogo_free(position);
}

static void a_stop_may_come_from_a_report(void **state)
{
    (void)state;
    qi_nogo *position = empty_board(9, 9);
    qi_nogo_player *player =
        seat((qi_nogo_player_options){.size = sizeof(qi_nogo_player_options), .playouts = ENDLESS});
    test_clock time;
    test_clock_start(&time, MILLISECOND);
    assert_int_equal(qi_nogo_player_set_position(player, position, QI_BLACK), QI_OK);
    for (int which = RUN; which < CALLS; which++) {
        ear to = {.last = 1, .stop = &time.stop};
        assert_int_equal(make_call((call)which, player, position, &time, 0, &to), QI_STOPPED);
        qi_stop_clear(&time.stop);
    }
    qi_nogo_player_free(player);
    qi_nogo_free(position);
}

typedef struct endless_call {
    qi_nogo_player *player;
    test_clock *time;
    qi_result result;
} endless_call;

static void *call_endlessly(void *context)
{
    endless_call *const self = context;
    const qi_nogo_thinking how = think_by(self->time, NULL);
    self->result = qi_nogo_player_run(self->player, &how);
    return NULL;
}

/* The thread that calls may not even have begun. */
static void a_stop_may_come_from_another_thread(void **state)
{
    (void)state;
    qi_nogo *position = empty_board(19, 19);
    test_clock time;
    endless_call self = {.player =
                             seat((qi_nogo_player_options){.size = sizeof(qi_nogo_player_options),
                                                           .engine = QI_NOGO_PLAYOUTS,
                                                           .playouts = ENDLESS}),
                         .time = &time};
    assert_int_equal(qi_nogo_player_set_position(self.player, position, QI_BLACK), QI_OK);
    for (int round = 0; round < 100; round++) {
        pthread_t thread;
        test_clock_start(&time, 1);
        assert_int_equal(pthread_create(&thread, NULL, call_endlessly, &self), 0);
        qi_stop_set(&time.stop);
        pthread_join(thread, NULL);
        assert_int_equal(self.result, QI_STOPPED);
    }
    qi_nogo_player_free(self.player);
    qi_nogo_free(position);
}

/* ---- pondering ------------------------------------------------------------------------------ */

/* A host that says when another thread has thought for a while. */
typedef struct ponder_host {
    qi_host host;
    pthread_t caller;
    pthread_mutex_t lock;
    pthread_cond_t enough;
    int readings;
} ponder_host;

enum { A_WHILE = 300 }; /* readings of the clock, at least one a playout */

static double count_readings(void *context)
{
    ponder_host *const self = context;
    if (!pthread_equal(pthread_self(), self->caller)) {
        pthread_mutex_lock(&self->lock);
        if (++self->readings == A_WHILE)
            pthread_cond_signal(&self->enough);
        pthread_mutex_unlock(&self->lock);
    }
    return 0;
}

static void wait_until_it_has_pondered(ponder_host *self)
{
    pthread_mutex_lock(&self->lock);
    while (self->readings < A_WHILE)
        pthread_cond_wait(&self->enough, &self->lock);
    self->readings = 0;
    pthread_mutex_unlock(&self->lock);
}

static void a_player_ponders_until_it_is_asked(void **state)
{
    (void)state;
    qi_nogo *position = empty_board(9, 9);
    qi_nogo_player *player = seat((qi_nogo_player_options){
        .size = sizeof(qi_nogo_player_options), .playouts = 10, .ponder = true});
    ponder_host self = {.caller = pthread_self(),
                        .lock = PTHREAD_MUTEX_INITIALIZER,
                        .enough = PTHREAD_COND_INITIALIZER};
    self.host = (qi_host){.size = sizeof self.host, .context = &self, .seconds = count_readings};
    qi_nogo_search_state now = {.size = sizeof now};
    qi_nogo_choice choice = {.size = sizeof choice};
    {
        qi_stop stop = {0};
        qi_host host = self.host; /* and its stop need not outlast the call */
        host.stop = &stop;
        const qi_nogo_thinking how = {.size = sizeof how, .host = &host};
        assert_int_equal(qi_nogo_player_choose(player, position, QI_BLACK, &how, &choice), QI_OK);
        qi_stop_set(&stop);
    }
    wait_until_it_has_pondered(&self);
    qi_nogo_player_stop_pondering(player);
    qi_nogo_search_state_of(qi_nogo_player_search(player), &now);
    assert_true(now.visits >= 100); /* of White's position, about which nobody asked */
    const qi_nogo_thinking how = {.size = sizeof how, .host = &self.host};
    assert_int_equal(qi_nogo_player_choose(player, position, QI_BLACK, &how, &choice), QI_OK);
    wait_until_it_has_pondered(&self);
    assert_int_equal(qi_nogo_player_set_level(player, 1), QI_OK);
    assert_int_equal(qi_nogo_player_choose(player, position, QI_BLACK, &how, &choice), QI_OK);
    wait_until_it_has_pondered(&self);
    assert_int_equal(qi_nogo_player_run(player, &how), QI_OK); /* of the position it pondered */
    assert_int_equal(qi_nogo_player_choose(player, position, QI_BLACK, &how, &choice), QI_OK);
    qi_nogo_player_free(player); /* while it ponders */
    qi_nogo_free(position);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reports_come_every_interval),
        cmocka_unit_test(a_stop_ends_calls_until_it_is_cleared),
        cmocka_unit_test(a_stop_ends_the_call_whenever_it_comes),
        cmocka_unit_test(a_stop_may_come_from_a_report),
        cmocka_unit_test(a_stop_may_come_from_another_thread),
        cmocka_unit_test(a_player_ponders_until_it_is_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
