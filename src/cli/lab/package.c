#include "cli/lab/package.h"
#include "base/numbers.h"
#include "lab/lab.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define STAMP "unfinished.txt"

/* ---- files ---------------------------------------------------------------------------------- */

/* The system takes no longer paths; false with errno. */
static bool join_path(const package *it, const char *path, char whole[PATH_MAX])
{
    const bool fits = snprintf(whole, PATH_MAX, "%s/%s", it->folder, path) < PATH_MAX;
    if (!fits)
        errno = ENAMETOOLONG;
    return fits;
}

static int fail_path(const package *it, const char *what, const char *path)
{
    return cli_fail(it->spec, "cannot %s '%s/%s': %s", what, it->folder, path, strerror(errno));
}

bool package_write(const package *it, const char *path, const char *bytes, size_t length)
{
    char whole[PATH_MAX];
    bool good = join_path(it, path, whole);
    if (good) {
        char *const slash = strrchr(whole, '/');
        *slash = '\0';
        good = cli_make_folder(whole);
        *slash = '/';
    }
    if (!good) {
        fail_path(it, "make the folder of", path);
        return false;
    }
    qi_file file;
    if (qi_file_open(&file, whole)) {
        qi_file_write(&file, bytes, length);
        if (qi_file_keep(&file))
            return true;
    }
    errno = file.error;
    fail_path(it, "write", path);
    return false;
}

/* ---- the folder ------------------------------------------------------------------------------ */

/* Whether a file of the package begins with this line. */
static bool begins_with(const package *it, const char *path, const char *line)
{
    char first[512] = "", whole[PATH_MAX];
    const int file = join_path(it, path, whole) ? open(whole, O_RDONLY | O_CLOEXEC) : -1;
    if (file >= 0) {
        const ssize_t length = read(file, first, sizeof first - 1);
        first[length < 0 ? 0 : length] = '\0';
        close(file);
    }
    return strncmp(first, line, strlen(line)) == 0;
}

static bool is_empty(const char *folder)
{
    DIR *const entries = opendir(folder);
    bool empty = entries != NULL;
    const struct dirent *entry;
    while (empty && (entry = readdir(entries)) != NULL) /* NOLINT(concurrency-mt-unsafe) */
        empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
    if (entries)
        closedir(entries);
    return empty;
}

/* Makes the folder, or finds in it what an earlier run of the same command has left. */
static bool open_folder(const package *it)
{
    if (!cli_make_folder(it->folder)) {
        cli_fail(it->spec, "cannot make the folder '%s': %s", it->folder, strerror(errno));
        return false;
    }
    char stamp[512];
    snprintf(stamp, sizeof stamp, "<!-- %s -->\n", it->maker);
    if (is_empty(it->folder) || begins_with(it, STAMP, stamp) ||
        begins_with(it, PACKAGE_MANIFEST, stamp))
        return package_write(it, STAMP, stamp, strlen(stamp));
    cli_fail(it->spec,
             "found other files in '%s', expected a new or empty folder, or the one in which "
             "'%s' was interrupted",
             it->folder, it->maker);
    return false;
}

/* ---- tests -----------------------------------------------------------------------------------
 */

/* Hashes the fixed tests, so that no generated one repeats any of them. */
static void hash_fixed(const package *it)
{
    for (int i = 0; i < it->plan.count; i++) {
        package_test *const test = &it->plan.tests[i];
        if (test->family)
            continue;
        const package_source source = package_test_source(it->game, test);
        test->hash = qi_digest_text(QI_DIGEST_START, source.bytes, source.length);
    }
}

static bool is_double(const package *it, const package_test *test)
{
    for (int i = 0; i < it->plan.count; i++)
        if (&it->plan.tests[i] != test && it->plan.tests[i].hash == test->hash)
            return true;
    return false;
}

static bool make_input(const package *it, package_test *test, qi_buffer *input)
{
    enum { TRIES = 50, STRIDE = 1000 };
    if (!test->family) {
        const package_source source = package_test_source(it->game, test);
        qi_buffer_clear(input);
        qi_buffer_add(input, source.bytes, source.length);
        return !input->failed;
    }
    for (int i = 0; i < TRIES; i++, test->index += STRIDE) {
        if (!package_make_input(it->game, test, it->seed, input))
            return false;
        test->hash = qi_digest_text(QI_DIGEST_START, input->bytes, input->length);
        if (!is_double(it, test))
            return true;
        /* Hardly any boards of this size are left: take a larger one. */
        qi_lab_request_resize(it->game->schedule, &test->request,
                              qi_lab_request_size(it->game->schedule, &test->request) + 1);
        if (!it->game->schedule->counts_moves)
            test->request.columns = test->request.rows;
    }
    return true;
}

/* Whether a file of the package is there; files are written whole. */
static bool is_there(const package *it, const char *path)
{
    char whole[PATH_MAX];
    struct stat file;
    return join_path(it, path, whole) && stat(whole, &file) == 0;
}

/* Writes input and answer, where they are not there yet. */
static bool write_files(const package *it, const package_test *test, const qi_buffer *input,
                        const qi_buffer *answer)
{
    bool good = true;
    qi_buffer path = {0};
    for (int i = 0; i < 2 && good; i++) {
        const qi_buffer *const text = i ? answer : input;
        qi_buffer_clear(&path);
        package_add_test_path(it, test, i, &path);
        if (path.failed)
            good = cli_fail_with(it->spec, QI_NO_MEMORY) == CLI_GO_ON;
        else if (path.length && !is_there(it, path.bytes))
            good = package_write(it, path.bytes, text->bytes, text->length);
    }
    qi_buffer_free(&path);
    return good;
}

static bool write_test(const package *it, package_test *test)
{
    qi_buffer input = {0}, answer = {0};
    qi_lab_case read = {.rows = 19, .columns = 19};
    qi_text_error error;
    qi_result result = QI_NO_MEMORY;
    if (make_input(it, test, &input))
        result = qi_lab_validate(it->game->problem, input.bytes, input.length, NULL, &error);
    if (result == QI_OK)
        result = it->game->read(&read, input.bytes, input.length, &error);
    if (result == QI_OK) {
        const qi_message size = it->game->describe(&read);
        qi_buffer_say_message(&test->describe, &size);
        const bool answered = it->game->answer(&read, &answer);
        result = answered && !test->describe.failed ? QI_OK : QI_NO_MEMORY;
    }
    bool good = result == QI_OK;
    if (good)
        good = write_files(it, test, &input, &answer);
    else
        cli_fail_result(it->spec, test->name, result, &error);
    test->size = input.length + answer.length;
    qi_lab_case_free(&read);
    qi_buffer_free(&input);
    qi_buffer_free(&answer);
    return good;
}

/* ---- the verb ----------------------------------------------------------------------------------
 */

static int write_package(package *it)
{
    if (!open_folder(it))
        return CLI_BAD;
    hash_fixed(it);
    cli_progress progress;
    cli_progress_start(&progress);
    size_t bytes = 0;
    bool good = true;
    for (int i = 0; i < it->plan.count && good; i++) {
        cli_progress_set(&progress, i, it->plan.count, 0);
        if (cli_progress_due(&progress))
            cli_progress_line(&progress, "test %d of %d: %s", i + 1, it->plan.count,
                              it->plan.tests[i].name);
        good = write_test(it, &it->plan.tests[i]);
        bytes += it->plan.tests[i].size;
    }
    cli_progress_end(&progress);
    good = good && package_write_files(it);
    if (!good)
        return CLI_BAD;
    char stamp[PATH_MAX];
    if (!join_path(it, STAMP, stamp) || unlink(stamp) != 0)
        return fail_path(it, "remove", STAMP);
    char line[256];
    const int length =
        snprintf(line, sizeof line, "%d tests, %.1f MB\n", it->plan.count, (double)bytes / 1e6);
    return cli_print(it->spec, line, (size_t)length, CLI_DONE);
}

int cli_lab_package(const cli_game *parent, int argc, char **argv)
{
    int format = 0;
    uint64_t seed = 1, tests = 0;
    bool pass_fail = false;
    const char *folder = NULL;
    const qi_problem problem = parent->lab->game->problem;
    const cli_option options[] = {
        opt_choice("format", "FORMAT", &format, "icpc", package_format_names,
                   "icpc (Kattis, DOMjudge), icpc-2025-09, polygon, hydro, luogu, uoj or hustoj"),
        opt_output("DIR", &folder, NULL, "the folder to write"),
        opt_number("seed", "S", &seed, "1", 0, 0, "seed of the tests"),
        opt_number("tests", "N", &tests, "0", 0, 1000, "most tests of a group; 0: all of them"),
        problem == QI_NOGO
            ? opt_flag("pass-fail", &pass_fail, "icpc: right or wrong, without partial scores")
            : (cli_option){0},
        {0}};
    char command[32];
    snprintf(command, sizeof command, "qi %s package", parent->name);
    const cli_spec spec = {
        .command = command,
        .description =
            "Writes the problem for a judge: statements in English and Chinese, tests with\n"
            "answers, a checker, a validator, and solutions that must pass or fail. A seed gives\n"
            "the same files on every machine. A run that was interrupted goes on where it was.\n",
        .options = options};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status != CLI_GO_ON)
        return status;
    if (!folder)
        return cli_fail(&spec, "found no folder, expected -o DIR");
    qi_buffer maker = {0};
    qi_buffer_printf(&maker, "%s --format %s --seed %llu --tests %llu%s", command,
                     package_format_names[format], (unsigned long long)seed,
                     (unsigned long long)tests, pass_fail ? " --pass-fail" : "");
    const char *const name = package_format_names[format];
    package it = {.spec = &spec,
                  .game = parent->lab->game,
                  .format = name,
                  .folder = folder,
                  .seed = seed,
                  .scores = problem == QI_NOGO && !pass_fail && !package_is_pass_fail(name),
                  .seconds = parent->lab->game->schedule->seconds,
                  .kills = seed == 1 && tests == 0,
                  .memory = 256,
                  .maker = maker.bytes};
    if (maker.failed || !package_make_plan(it.game, tests, &it.plan))
        status = cli_fail_with(&spec, QI_NO_MEMORY);
    else
        status = write_package(&it);
    package_free_plan(&it.plan);
    qi_buffer_free(&maker);
    return status;
}
