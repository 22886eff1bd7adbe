/* Programs that are not trusted: run by bubblewrap, where it is installed. */
#include "cli/lab/lab.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* No network, no other processes, a system that is read only, folders of its own for what is
 * temporary. When we end, it ends with all that it started. */
static const char *const options[] = {
    "bwrap", "--die-with-parent", "--unshare-all", "--new-session", "--ro-bind", "/", "/", "--dev",
    "/dev", "--proc", "/proc",
    /* Root may write there without any capability. */
    "--ro-bind-try", "/proc/sys", "/proc/sys", "--tmpfs", "/tmp", "--tmpfs", "/var/tmp", "--tmpfs",
    "/run", "--cap-drop", "ALL"};
enum { OPTIONS = sizeof options / sizeof *options, PER_FILE = 6, AT_THE_END = 4 };
/* The folders that the options replace, and in which there may be files. */
static const char *const replaced[] = {"/tmp/", "/var/tmp/", "/run/", "/dev/shm/"};

static bool add(char **words, size_t *count, const char *word)
{
    words[*count] = strdup(word);
    return words[(*count)++] != NULL;
}

/* Shows a folder, or the folder of a file, if it lies in one that the sandbox replaces; of a file
 * that lies there itself, nothing else. `path` is absolute, and may be changed. */
static bool show(char **words, size_t *count, char *path)
{
    size_t length = 0;
    for (size_t i = 0; i < sizeof replaced / sizeof *replaced; i++)
        if (strncmp(path, replaced[i], strlen(replaced[i])) == 0)
            length = strlen(replaced[i]);
    if (!length)
        return true;
    struct stat about;
    char *const slash = strrchr(path, '/');
    if (stat(path, &about) == 0 && !S_ISDIR(about.st_mode) && slash >= path + length)
        *slash = '\0';
    return add(words, count, "--ro-bind") && add(words, count, path) && add(words, count, path);
}

/* What a word names is shown in the sandbox, where it lies and, when that is behind a link, under
 * this name, too. */
static bool show_file(char **words, size_t *count, const char *word)
{
    char path[PATH_MAX];
    if (!realpath(word, path))
        return true;
    const bool linked = *word == '/' && strcmp(word, path) != 0 && !strstr(word, "/../");
    if (!show(words, count, path))
        return false;
    snprintf(path, sizeof path, "%s", word);
    return !linked || show(words, count, path);
}

/* The words of bubblewrap before those of the program, which stay the program's. */
static char **wrap(const cli_program *program, size_t *count)
{
    size_t given = 0;
    while (program->words[given])
        given++;
    char **const words =
        calloc(OPTIONS + PER_FILE * (given + 3) + AT_THE_END + given + 1, sizeof *words);
    bool good = words != NULL;
    *count = 0;
    for (size_t i = 0; good && i < OPTIONS; i++)
        good = add(words, count, options[i]);
    char here[PATH_MAX];
    if (good && getcwd(here, sizeof here))
        good = show_file(words, count, here);
    if (good && program->folder)
        good = show_file(words, count, program->folder);
    good = good && show_file(words, count, program->program.path);
    for (size_t i = 1; good && i < given; i++)
        good = show_file(words, count, program->words[i]);
    good = good && add(words, count, "--");
    if (!good)
        cli_words_free(words);
    return good ? words : NULL;
}

/* Tries whether bubblewrap may do here what is asked of it. */
static int try(const cli_spec *spec, const char *path, char **words, size_t count)
{
    const qi_lab_limits limits = {.seconds = 10, .memory = 1 << 30, .output = 1 << 16};
    char *last[2] = {words[count], words[count + 1]};
    words[count] = "true";
    words[count + 1] = NULL;
    const qi_lab_program bubblewrap = {(char *)path, words, false};
    qi_buffer output = {0}, talk = {0};
    const qi_lab_run_result run =
        qi_lab_run(&bubblewrap, &limits, "", 0, &output, &talk, NULL, NULL);
    words[count] = last[0];
    words[count + 1] = last[1];
    int status = CLI_GO_ON;
    if (run.ending != QI_LAB_ENDED)
        status = cli_fail(spec, "--sandbox: bwrap does not work here: %.*s",
                          (int)strcspn(qi_buffer_text(&talk), "\n"), qi_buffer_text(&talk));
    qi_buffer_free(&output);
    qi_buffer_free(&talk);
    return status;
}

int cli_sandbox(const cli_spec *spec, cli_program *program)
{
    char *name[] = {"bwrap", NULL};
    qi_lab_program bubblewrap;
    if (!qi_lab_program_find(&bubblewrap, name))
        return cli_fail(spec, "--sandbox needs bubblewrap: there is no 'bwrap' (%s)",
                        strerror(errno));
    size_t count;
    char **const words = wrap(program, &count);
    if (!words) {
        qi_lab_program_free(&bubblewrap);
        return cli_fail_with(spec, QI_NO_MEMORY);
    }
    const int status = try(spec, bubblewrap.path, words, count);
    if (status != CLI_GO_ON) {
        cli_words_free(words);
        qi_lab_program_free(&bubblewrap);
        return status;
    }
    /* The program's own words move behind. */
    words[count] = program->program.path;
    for (size_t i = 1; program->words[i]; i++)
        words[count + i] = program->words[i];
    free(program->words[0]);
    free(program->words);
    program->words = words;
    program->program = (qi_lab_program){bubblewrap.path, words, true};
    return CLI_GO_ON;
}
