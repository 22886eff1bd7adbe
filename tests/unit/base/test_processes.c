/* Programs that are started, and the guard that ends what they leave. */
#include "check.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/processes.h"

static pid_t start(char *const *argv)
{
    const qi_start how = {.path = argv[0], .argv = argv, .descriptors = {-1, -1, -1}};
    return qi_processes_start(&how);
}

static void a_missing_program_is_an_error(void **state)
{
    (void)state;
    char *const argv[] = {"/does/not/exist", NULL};
    errno = 0;
    assert_int_equal(start(argv), -1);
    assert_int_equal(errno, ENOENT);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static void a_stopped_program_is_noticed_woken_and_killed(void **state)
{
    (void)state;
    char *const argv[] = {"/bin/sh", "-c", "kill -STOP $$; sleep 100; :", NULL};
    const pid_t shell = start(argv);
    assert_true(shell > 0);
    qi_use use;
    do
        qi_processes_measure(shell, true, &use);
    while (!use.stopped);
    assert_int_equal(use.processes, 1);
    assert_true(use.memory > 0);
    assert_false(use.awake);
    do {
        qi_processes_wake(shell);
        qi_processes_measure(shell, false, &use);
    } while (use.processes < 2);
    assert_false(use.stopped);
    qi_descendants below;
    qi_processes_note(shell, &below);
    assert_int_equal(below.count, 1);
    qi_processes_end_noted(&below);
    qi_processes_end_below(shell);
    kill(shell, SIGKILL);
    int status;
    assert_int_equal(waitpid(shell, &status, 0), shell);
    qi_processes_measure(shell, false, &use);
    assert_int_equal(use.processes, 0);
}

/* In a group that is sent SIGINT all the time, and blocks it: how many of the programs die of it.
 */
static int count_interrupted(void)
{
    enum { PROGRAMS = 500 };
    char *const argv[] = {"/bin/true", NULL};
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    sigprocmask(SIG_BLOCK, &interrupt, NULL);
    setpgid(0, 0);
    const pid_t storm = fork();
    while (storm == 0)
        kill(0, SIGINT);
    int dead = 0, status = 0;
    for (int i = 0; i < PROGRAMS; i++) {
        const pid_t program = start(argv);
        dead += program < 0 || waitpid(program, &status, 0) != program || status;
    }
    kill(storm, SIGKILL);
    waitpid(storm, NULL, 0);
    return dead;
}

static void no_signal_to_the_group_ends_a_program_that_starts(void **state)
{
    (void)state;
    fflush(stdout);
    const pid_t group = fork();
    assert_true(group >= 0);
    if (group == 0)
        _exit(count_interrupted() > 0);
    int status = 0;
    assert_int_equal(waitpid(group, &status, 0), group);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* What runs below the guard. */
typedef void work(void);

static void leave_a_daemon(void)
{
    if (fork() == 0) {
        setsid();
        if (fork() == 0)
            pause();
        _exit(0);
    }
    wait(NULL);
    _exit(7);
}

static void end_by_a_signal(void)
{
    raise(SIGKILL);
}

static void wait_for_a_signal(void)
{
    kill(getppid(), SIGHUP); /* which the guard passes on */
    for (;;)
        pause();
}

/* Runs it below a guard of its own. The pipe is at its end when nothing of it is alive. Returns the
 * guard's status. */
static int guard(work *what)
{
    int alive[2];
    assert_int_equal(pipe(alive), 0);
    fflush(stdout);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(alive[0]);
        qi_processes_guard();
        what();
    }
    close(alive[1]);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    char byte;
    assert_int_equal(read(alive[0], &byte, 1), 0);
    close(alive[0]);
    return status;
}

static void the_guard_ends_what_is_left(void **state)
{
    (void)state;
    const int status = guard(leave_a_daemon);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 7);
}

static void the_guard_ends_as_the_work_did(void **state)
{
    (void)state;
    int status = guard(end_by_a_signal);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGKILL);
    status = guard(wait_for_a_signal);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGHUP);
}

/* What Linux keeps and an emulator of it may not: qemu-user 7.2 keeps neither. */

static bool vfork_shares_memory(void)
{
    volatile bool seen = false;
    const pid_t child = vfork(); /* NOLINT(clang-analyzer-security.insecureAPI.vfork) */
    if (child == 0) {
        seen = true; /* NOLINT(clang-analyzer-unix.Vfork) */
        _exit(0);
    }
    waitpid(child, NULL, 0);
    return seen;
}

static bool orphans_can_be_had(void)
{
    int ours;
    return prctl(PR_GET_CHILD_SUBREAPER, &ours) == 0 && prctl(PR_SET_CHILD_SUBREAPER, ours) == 0;
}

/* Under an emulator (QI_TEST_EMULATED), a test is left out by name when what it needs is not
 * kept; on Linux itself it then fails. */
int main(void)
{
    static const struct {
        struct CMUnitTest test;
        bool (*kept)(void);
        const char *what;
    } all[] = {
        {cmocka_unit_test(a_missing_program_is_an_error), vfork_shares_memory,
         "vfork shares no memory"},
        {cmocka_unit_test(a_stopped_program_is_noticed_woken_and_killed), NULL, NULL},
        {cmocka_unit_test(no_signal_to_the_group_ends_a_program_that_starts), NULL, NULL},
        {cmocka_unit_test(the_guard_ends_what_is_left), orphans_can_be_had,
         "prctl refuses PR_SET_CHILD_SUBREAPER"},
        {cmocka_unit_test(the_guard_ends_as_the_work_did), NULL, NULL},
    };
    enum { COUNT = sizeof all / sizeof *all };
    struct CMUnitTest tests[COUNT];
    size_t count = 0;
    for (size_t i = 0; i < COUNT; i++)
        if (getenv("QI_TEST_EMULATED") && all[i].kept && !all[i].kept())
            printf("# left out: %s: %s\n", all[i].test.name, all[i].what);
        else
            tests[count++] = all[i].test;
    return _cmocka_run_group_tests("tests", tests, count, NULL, NULL);
}
