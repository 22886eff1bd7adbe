/* What a call has from its surroundings: a stop that none can miss, a clock that a test moves by
 * hand. */
#include "check.h"

#include "base/host.h"

#include <signal.h>

typedef struct virtual_clock {
    double now;
    int waits;
} virtual_clock;

static double read_clock(void *context)
{
    return ((virtual_clock *)context)->now;
}

static void move_clock(void *context, double seconds)
{
    virtual_clock *const clock = context;
    assert_true(seconds > 0);
    clock->now += seconds;
    clock->waits++;
}

static void a_stop_stays_set_until_its_owner_clears_it(void **state)
{
    (void)state;
    qi_stop stop = {0};
    const qi_host host = {.size = sizeof host, .stop = &stop};
    assert_false(qi_stop_is_set(&stop));
    assert_false(qi_host_stops(NULL));
    for (int turn = 0; turn < 2; turn++) {
        assert_false(qi_host_stops(&host));
        qi_stop_set(&stop);
        qi_stop_set(&stop); /* as good as once */
        assert_true(qi_host_stops(&host));
        qi_host_wait(&host, 1e9); /* not at all */
        assert_true(qi_stop_is_set(&stop));
        qi_stop_clear(&stop);
    }
}

static qi_stop stop_of_signals; /* a handler knows only globals */

static void handle(int number)
{
    (void)number;
    qi_stop_set(&stop_of_signals);
}

static void a_signal_handler_may_set_it(void **state)
{
    (void)state;
    signal(SIGTERM, handle);
    raise(SIGTERM);
    signal(SIGTERM, SIG_DFL);
    assert_true(qi_stop_is_set(&stop_of_signals));
}

static void a_clock_of_the_hosts_is_the_only_one(void **state)
{
    (void)state;
    virtual_clock clock = {.now = 5};
    const qi_host host = {
        .size = sizeof host, .context = &clock, .seconds = read_clock, .wait = move_clock};
    qi_host_wait(&host, 3600);
    assert_true(clock.now >= 3605 && clock.now < 3605.1);
    assert_true(clock.waits > 1000); /* an hour, and it looked at the stop all the time */
    assert_true(qi_host_seconds(&host) == clock.now);
    assert_true(qi_host_seconds(NULL) > 0);
}

static void hosts_are_whole(void **state)
{
    (void)state;
    qi_host host = {0};
    assert_true(qi_host_is_complete(NULL));
    assert_false(qi_host_is_complete(&host));
    host.size = sizeof host;
    assert_true(qi_host_is_complete(&host));
    host.join = (void (*)(void *, void *))1; /* without a start */
    assert_false(qi_host_is_complete(&host));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stop_stays_set_until_its_owner_clears_it),
        cmocka_unit_test(a_signal_handler_may_set_it),
        cmocka_unit_test(a_clock_of_the_hosts_is_the_only_one),
        cmocka_unit_test(hosts_are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
