/* Files that take the place of others whole, or not at all. */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"

/* Each test is in a folder of its own. */
static int enter(void **state)
{
    char folder[1024];
    const char *const base = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/qi-test-XXXXXX", base && *base ? base : P_tmpdir);
    const bool good = mkdtemp(folder) && chdir(folder) == 0 && (*state = strdup(folder));
    return good ? 0 : -1;
}

/* An empty folder, or the test has left something. */
static int leave(void **state)
{
    const bool good = chdir("/") == 0 && rmdir(*state) == 0;
    free(*state);
    return good ? 0 : -1;
}

static bool write_to(const char *path)
{
    qi_file file;
    return qi_file_open(&file, path) && qi_file_write(&file, "new\n", 4) && qi_file_keep(&file);
}

static void a_place_that_is_taken_meanwhile_is_left_alone(void **state)
{
    (void)state;
    qi_file file;
    assert_true(qi_file_open(&file, "t"));
    assert_true(qi_file_write(&file, "new\n", 4));
    assert_int_equal(mkdir("t", 0777), 0);
    assert_false(qi_file_keep(&file));
    assert_int_equal(file.error, EISDIR);
    assert_int_equal(rmdir("t"), 0);
}

static void a_missing_folder_is_an_error(void **state)
{
    (void)state;
    qi_file file;
    assert_int_equal(mkdir("folder", 0777), 0);
    assert_true(qi_file_open(&file, "folder/t"));
    if (*file.fresh) /* where no file is without a name */
        assert_int_equal(unlink(file.fresh), 0);
    assert_int_equal(rmdir("folder"), 0);
    assert_false(qi_file_keep(&file));
    assert_int_equal(file.error, ENOENT);
    assert_false(qi_file_open(&file, "folder/t"));
    assert_int_equal(file.error, ENOENT);
    assert_false(write_to("."));
}

static void an_older_file_stands_until_the_end(void **state)
{
    (void)state;
    qi_file file;
    struct stat status;
    assert_true(write_to("t"));
    assert_int_equal(chmod("t", 0600), 0);
    assert_true(qi_file_open(&file, "t"));
    assert_true(qi_file_write(&file, "much newer\n", 11));
    assert_true(stat("t", &status) == 0 && status.st_size == 4);
    qi_file_drop(&file);
    assert_true(stat("t", &status) == 0 && status.st_size == 4);
    assert_true(qi_file_open(&file, "t"));
    assert_true(qi_file_write(&file, "much newer\n", 11));
    assert_true(qi_file_keep(&file));
    assert_true(stat("t", &status) == 0 && status.st_size == 11);
    assert_int_equal(status.st_mode & 0777, 0600);
    assert_int_equal(unlink("t"), 0);
}

/* The reader of a pipe that takes nothing until it is full. */
static void a_pipe_that_does_not_wait_is_waited_for(void **state)
{
    (void)state;
    enum { COUNT = 1 << 18 };
    static char bytes[COUNT];
    int ends[2];
    assert_int_equal(pipe2(ends, O_NONBLOCK), 0);
    fflush(stdout);
    const pid_t writer = fork();
    assert_true(writer >= 0);
    if (writer == 0)
        exit(qi_write_all(ends[1], bytes, COUNT) == 0 ? 0 : 1);
    close(ends[1]);
    usleep(20000);
    size_t total = 0;
    ssize_t got;
    while ((got = read(ends[0], bytes, COUNT)) > 0 || (got < 0 && errno == EAGAIN))
        total += got > 0 ? (size_t)got : 0;
    assert_int_equal(total, COUNT);
    int status;
    assert_int_equal(waitpid(writer, &status, 0), writer);
    assert_int_equal(status, 0);
    close(ends[0]);
}

static void a_full_device_is_an_error(void **state)
{
    (void)state;
    qi_file file;
    assert_true(qi_file_open(&file, "/dev/full"));
    assert_false(qi_file_write(&file, "new\n", 4));
    assert_false(qi_file_write(&file, "", 0));
    assert_false(qi_file_keep(&file));
    assert_int_equal(file.error, ENOSPC);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_place_that_is_taken_meanwhile_is_left_alone, enter,
                                        leave),
        cmocka_unit_test_setup_teardown(a_missing_folder_is_an_error, enter, leave),
        cmocka_unit_test_setup_teardown(an_older_file_stands_until_the_end, enter, leave),
        cmocka_unit_test(a_pipe_that_does_not_wait_is_waited_for),
        cmocka_unit_test(a_full_device_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
