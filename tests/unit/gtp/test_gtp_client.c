/* The client's end of GTP, against engines that answer, stall, flood, die and leave children. */
#include "check.h"

#include "base/host.h"
#include "gtp/client.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>

/* Long enough for any machine: such waits end when the engine does its part. */
enum { LONG = 60 };

/* Whether orphans become children of this process; qemu-user 7.2 refuses to make them so. */
static bool adopts;

/* Everybody in the engine's group has ended. Its orphans become children of this process (see
 * main), which takes them in at once; where they do not, somebody else does in a while. */
static void assert_nobody_left(pid_t group)
{
    for (int tries = 0; tries < 6000; tries++) {
        if (waitpid(-group, NULL, WNOHANG) < 0 && errno == ECHILD &&
            (adopts || kill(-group, 0) != 0)) {
            assert_int_equal(kill(-group, 0), -1);
            assert_int_equal(errno, ESRCH);
            return;
        }
        const struct timespec pause = {0, 1000000};
        nanosleep(&pause, NULL);
    }
    fail_msg("a process of the engine's group is left");
}

static qi_gtp_client *started(const char *command, qi_gtp_client_talk talk)
{
    qi_gtp_client *client = qi_gtp_client_start(command, talk);
    assert_non_null(client);
    return client;
}

static void ended(qi_gtp_client *client, double seconds, bool killed)
{
    const pid_t group = qi_gtp_client_group(client);
    qi_gtp_client_end_report report;
    qi_gtp_client_end(client, seconds, &report);
    assert_int_equal(report.killed, killed);
    assert_true(report.cpu_seconds >= 0);
    assert_nobody_left(group);
}

/* A small engine: answers `ok` with its arguments, refuses `no`, ends at `quit`. */
static const char engine[] =
    "while read -r word rest; do case $word in ok) printf '=12 \\t%s\\r\\n\\r\\n' \"$rest\";; "
    "lines) printf '=\\none\\ntwo\\n\\n';; empty) printf '=\\n\\n';; "
    "chat) printf 'hello\\n\\n= chat\\n\\n';; "
    "no) printf '? unknown command\\n\\n';; quit) printf '=\\n\\n'; exit 3;; "
    "talk) echo \"said $rest\" >&2; printf '=\\n\\n';; *) printf '= %s\\n\\n' \"$word\";; "
    "esac; done";

static void answers_come_back(void **state)
{
    (void)state;
    qi_gtp_client *client = started(engine, GTP_TALK_KEEP);
    const char *reply;
    assert_int_equal(qi_gtp_client_ask(client, LONG, &reply, "ok %s %d", "b", 4), GTP_ANSWERED);
    assert_string_equal(reply, "b 4");
    assert_int_equal(qi_gtp_client_ask(client, LONG, &reply, "lines"), GTP_ANSWERED);
    assert_string_equal(reply, "one\ntwo");
    assert_int_equal(qi_gtp_client_ask(client, LONG, &reply, "empty"), GTP_ANSWERED);
    assert_string_equal(reply, "");
    assert_int_equal(qi_gtp_client_ask(client, LONG, &reply, "no"), GTP_REFUSED);
    assert_string_equal(reply, "unknown command");
    assert_int_equal(qi_gtp_client_ask(client, LONG, &reply, "chat"), GTP_ANSWERED);
    assert_string_equal(reply, "chat");
    assert_int_equal(qi_gtp_client_ask(client, LONG, NULL, "talk about it"), GTP_ANSWERED);
    assert_int_equal(qi_gtp_client_ask(client, LONG, &reply, "x"), GTP_ANSWERED);
    assert_string_equal(reply, "x");
    assert_string_equal(qi_gtp_client_talk_of(client), "said about it\n");
    const pid_t group = qi_gtp_client_group(client);
    qi_gtp_client_end_report report;
    qi_gtp_client_end(client, LONG, &report);
    assert_false(report.killed);
    assert_true(WIFEXITED(report.status));
    assert_int_equal(WEXITSTATUS(report.status), 3);
    assert_nobody_left(group);
}

static void long_lines_and_answers_pass(void **state)
{
    (void)state;
    qi_gtp_client *client =
        started("while read -r line; do printf '= %s\\n\\n' \"$line\"; done", GTP_TALK_DROP);
    enum { LENGTH = 200000 }; /* more than a pipe holds */
    char *line = malloc(LENGTH + 1);
    memset(line, 'x', LENGTH);
    line[LENGTH] = '\0';
    for (int i = 0; i < 3; i++) {
        const char *reply;
        assert_int_equal(qi_gtp_client_ask(client, LONG, &reply, "%s", line), GTP_ANSWERED);
        assert_string_equal(reply, line);
    }
    free(line);
    ended(client, LONG, false);
}

static void a_silent_engine_times_out(void **state)
{
    (void)state;
    qi_gtp_client *client =
        started("trap '' TERM INT HUP; cat >/dev/null; sleep 1000", GTP_TALK_DROP);
    const char *reply;
    assert_int_equal(qi_gtp_client_ask(client, 0.05, &reply, "name"), GTP_TIMED_OUT);
    assert_string_equal(reply, "");
    assert_int_equal(qi_gtp_client_ask(client, LONG, &reply, "name"), GTP_TIMED_OUT);
    ended(client, 0.05, true);
}

static void an_echo_is_not_an_answer(void **state)
{
    (void)state;
    qi_gtp_client *client = started("cat", GTP_TALK_DROP);
    assert_int_equal(qi_gtp_client_ask(client, 0.05, NULL, "name"), GTP_TIMED_OUT);
    ended(client, LONG, false);
}

static void an_engine_that_ends_is_gone(void **state)
{
    (void)state;
    static const char *const commands[] = {"exit 0",
                                           "qi-no-such-program",
                                           "read -r line; exit 1",
                                           "exec <&-; exec >&-; sleep 1000",
                                           "read -r line; printf '= half a reply\\n'",
                                           "kill -KILL $$"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        qi_gtp_client *client = started(commands[i], GTP_TALK_KEEP);
        const char *reply;
        assert_int_equal(qi_gtp_client_ask(client, LONG, &reply, "name"), GTP_GONE);
        assert_string_equal(reply, "");
        assert_int_equal(qi_gtp_client_ask(client, LONG, NULL, "name"), GTP_GONE);
        if (i == 1)
            assert_non_null(strstr(qi_gtp_client_talk_of(client), "not found"));
        ended(client, i == 3 ? 0.05 : LONG, i == 3);
    }
}

/* The last answer counts, even if the engine is gone before it is read. */
static void last_words_are_heard(void **state)
{
    (void)state;
    qi_gtp_client *client = started("printf '= first\\n\\n= last\\n\\n'", GTP_TALK_DROP);
    const char *reply;
    assert_int_equal(qi_gtp_client_ask(client, LONG, &reply, "a"), GTP_ANSWERED);
    assert_string_equal(reply, "first");
    assert_int_equal(qi_gtp_client_ask(client, LONG, &reply, "b"), GTP_ANSWERED);
    assert_string_equal(reply, "last");
    assert_int_equal(qi_gtp_client_ask(client, LONG, &reply, "c"), GTP_GONE);
    ended(client, LONG, false);
}

static void a_flood_of_output_is_not_an_answer(void **state)
{
    (void)state;
    qi_gtp_client *client = started("printf '= '; exec yes", GTP_TALK_DROP);
    assert_int_equal(qi_gtp_client_ask(client, LONG, NULL, "name"), GTP_FLOODED);
    ended(client, 0.05, true);
    client = started("exec yes ''", GTP_TALK_DROP); /* empty lines for ever are no answer either */
    assert_int_equal(qi_gtp_client_ask(client, 0.05, NULL, "name"), GTP_TIMED_OUT);
    ended(client, 0.05, true);
    client = started("yes >&2 & sleep 1000", GTP_TALK_KEEP);
    assert_int_equal(qi_gtp_client_ask(client, 0.05, NULL, "name"), GTP_TIMED_OUT);
    assert_true(strlen(qi_gtp_client_talk_of(client)) <= 4096);
    ended(client, 0.05, true);
}

/* Children of the engine end with it, whether it ends by itself or is killed. */
static void children_end_too(void **state)
{
    (void)state;
    qi_gtp_client *client =
        started("sleep 1000 & sleep 1000 & read -r x; printf '=\\n\\n'; read -r x", GTP_TALK_DROP);
    assert_int_equal(qi_gtp_client_ask(client, LONG, NULL, "name"), GTP_ANSWERED);
    ended(client, LONG, false);
    client = started("trap '' TERM; (sleep 1000; true) & wait; sleep 1000", GTP_TALK_DROP);
    ended(client, 0.02, true);
}

/* Writing to an engine that is gone raises no SIGPIPE: this process would have ended. */
static void writing_to_a_gone_engine_raises_no_signal(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) {
        qi_gtp_client *client = started("exec <&-; printf '=\\n\\n'; sleep 1000", GTP_TALK_DROP);
        assert_int_equal(qi_gtp_client_ask(client, LONG, NULL, "a"), GTP_ANSWERED);
        assert_int_equal(qi_gtp_client_ask(client, 0.02, NULL, "b"), GTP_TIMED_OUT);
        ended(client, 0, true);
    }
    sigset_t waiting;
    sigpending(&waiting);
    assert_int_equal(sigismember(&waiting, SIGPIPE), 0);
    qi_gtp_client_end(NULL, 1, NULL);
}

/* Waiting for an engine that reads no more takes no work. */
static void waiting_is_idle(void **state)
{
    (void)state;
    qi_gtp_client *client = started("exec <&-; printf '=\\n\\n'; sleep 1000", GTP_TALK_KEEP);
    assert_int_equal(qi_gtp_client_ask(client, LONG, NULL, "a"), GTP_ANSWERED);
    const double before = qi_cpu_seconds();
    assert_int_equal(qi_gtp_client_ask(client, 0.4, NULL, "b"), GTP_TIMED_OUT);
    assert_true(qi_cpu_seconds() - before < 0.05);
    ended(client, 0, true);
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_come_back),
        cmocka_unit_test(long_lines_and_answers_pass),
        cmocka_unit_test(a_silent_engine_times_out),
        cmocka_unit_test(an_echo_is_not_an_answer),
        cmocka_unit_test(an_engine_that_ends_is_gone),
        cmocka_unit_test(last_words_are_heard),
        cmocka_unit_test(a_flood_of_output_is_not_an_answer),
        cmocka_unit_test(children_end_too),
        cmocka_unit_test(writing_to_a_gone_engine_raises_no_signal),
        cmocka_unit_test(waiting_is_idle),
    };
    adopts = prctl(PR_SET_CHILD_SUBREAPER, 1) == 0 || !getenv("QI_TEST_EMULATED");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
