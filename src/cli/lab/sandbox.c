/* Programs that are not trusted: run by bubblewrap, where it is installed. */
#include "cli/lab/lab.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A sandboxed program has: no network, no other processes, a system that is read only,
 * folders of its own for what is temporary. When we end, it ends with all that it started. Root's
 * programs run as nobody, which takes their capabilities: without a name space of users, for in one
 * of those nobody would be root again to all files. Bubblewrap lets nobody gain rights. */
static const char *const own_users[] = {"--unshare-all", NULL};
static const char *const as_nobody[] = {"--unshare-ipc", "--unshare-pid",        "--unshare-net",
                                        "--unshare-uts", "--unshare-cgroup-try", NULL};
static const char *const system_part[] = {
    "--ro-bind", "/",         "/",          "--dev",    "/dev", "--proc", "/proc", "--ro-bind-try",
    "/proc/sys", "/proc/sys", "--clearenv", "--setenv", "HOME", "/tmp",   NULL};
static const char *const change_user[] = {"setpriv", "--reuid",        "65534", "--regid",
                                          "65534",   "--clear-groups", NULL};
static const char *const variables[] = {"PATH", "LANG", "TERM"};
/* The folders that are replaced by empty ones, and in which there may be files; of all that the
 * memory limit is, each holds this part. */
static const struct {
    const char *path;
    unsigned part;
    const char *mode;
} replaced[] = {{"/tmp/", 2, "1777"},
                {"/var/tmp/", 4, "1777"},
                {"/dev/shm/", 4, "1777"},
                {"/run/", 1024, "0755"}};
enum { REPLACED = sizeof replaced / sizeof *replaced, UNREADABLE = 9, COVER_BYTES = 1 << 16 };

/* Words of a command, that are added one by one. */
typedef struct word_list {
    char **words; /* ends with NULL */
    size_t count;
    bool failed; /* for want of memory */
} word_list;

static void add(word_list *list, const char *word)
{
    char **const words = realloc(list->words, (list->count + 2) * sizeof *words);
    if (words) {
        list->words = words;
        words[list->count] = strdup(word);
        list->failed |= !words[list->count];
        words[list->count += words[list->count] != NULL] = NULL;
    } else {
        list->failed = true;
    }
}

static void add_all(word_list *list, const char *const *words)
{
    while (*words)
        add(list, *words++);
}

/* Puts an empty folder over one, unless there is one already. */
static void cover(word_list *list, const char *path, const char *mode, uint64_t bytes)
{
    char size[32];
    for (size_t i = 1; i < list->count; i++)
        if (strcmp(list->words[i - 1], "--tmpfs") == 0 && strcmp(list->words[i], path) == 0)
            return;
    snprintf(size, sizeof size, "%llu", (unsigned long long)(bytes > 1 << 12 ? bytes : 1 << 12));
    add_all(list, (const char *[]){"--perms", mode, "--size", size, "--tmpfs", path, NULL});
}

/* The length of the first folder on the way that others than its owner may not pass, with its
 * slash, or 0. */
static size_t find_closed(char *path)
{
    struct stat about;
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool closed = stat(path, &about) == 0 && !(about.st_mode & S_IXOTH);
        *slash = '/';
        if (closed)
            return (size_t)(slash - path) + 1;
    }
    return 0;
}

/* Shows a folder, or the folder of a file, if it lies in one that the sandbox replaces or, for
 * root, in one that is closed to nobody; of a file that lies there itself, nothing else. `path` is
 * absolute, and may be changed. */
static void show(word_list *list, char *path)
{
    size_t length = 0;
    for (size_t i = 0; i < REPLACED; i++)
        if (strncmp(path, replaced[i].path, strlen(replaced[i].path)) == 0)
            length = strlen(replaced[i].path);
    if (!length && geteuid() == 0 && (length = find_closed(path)) != 0) {
        path[length - 1] = '\0';
        cover(list, path, "0755", COVER_BYTES);
        path[length - 1] = '/';
    }
    if (!length)
        return;
    struct stat about;
    char *const last = strrchr(path, '/');
    if (stat(path, &about) == 0 && !S_ISDIR(about.st_mode) && last >= path + length)
        *last = '\0';
    for (char *slash = strchr(path + length, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        add_all(list, (const char *[]){"--perms", "0755", "--dir", path, NULL});
        *slash = '/';
    }
    add_all(list, (const char *[]){"--ro-bind", path, path, NULL});
}

/* Shows the file a word names in the sandbox, at its own path and, behind a link, also under this
 * name. */
static void show_file(word_list *list, const char *word)
{
    char path[PATH_MAX];
    if (!realpath(word, path))
        return;
    const bool linked = *word == '/' && strcmp(word, path) != 0 && !strstr(word, "/../");
    show(list, path);
    snprintf(path, sizeof path, "%s", word);
    if (linked)
        show(list, path);
}

/* The words before those of the program, which stay the program's. */
static word_list wrap(const cli_program *program)
{
    const bool root = geteuid() == 0;
    word_list list = {0};
    add_all(&list, (const char *[]){"bwrap", "--die-with-parent", "--new-session", NULL});
    add_all(&list, root ? as_nobody : own_users);
    add_all(&list, system_part);
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        if (getenv(variables[i]))
            add_all(&list, (const char *[]){"--setenv", variables[i], getenv(variables[i]), NULL});
    for (size_t i = 0; i < REPLACED; i++) {
        char path[16];
        snprintf(path, sizeof path, "%.*s", (int)strlen(replaced[i].path) - 1, replaced[i].path);
        cover(&list, path, replaced[i].mode, program->memory / replaced[i].part);
    }
    add_all(&list, (const char *[]){"--remount-ro", "/dev", NULL});
    char here[PATH_MAX];
    if (getcwd(here, sizeof here))
        show_file(&list, here);
    if (program->folder)
        show_file(&list, program->folder);
    show_file(&list, program->program.path);
    for (size_t i = 1; program->words[i]; i++)
        show_file(&list, program->words[i]);
    add(&list, "--");
    if (root)
        add_all(&list, change_user);
    return list;
}

/* Tries whether bubblewrap may do here what is asked of it, and whether the program and the files
 * that its arguments name can be read there. */
static int try(const cli_spec *spec, const char *path, word_list *list, const cli_program *program)
{
    const qi_lab_limits limits = {.seconds = 10, .memory = 1 << 30, .output = 1 << 16};
    const size_t count = list->count;
    add_all(list, (const char *[]){"sh", "-c",
                                   "for f; do test -r \"$f\" || { echo \"$f\"; exit 9; }; done",
                                   "sh", program->program.path, NULL});
    for (size_t i = 1; program->words[i]; i++)
        if (access(program->words[i], R_OK) == 0)
            add(list, program->words[i]);
    if (list->failed)
        return cli_fail_with(spec, QI_NO_MEMORY);
    const qi_lab_program bubblewrap = {(char *)path, list->words, true};
    qi_buffer output = {0}, talk = {0};
    const qi_lab_run_result run =
        qi_lab_run(&bubblewrap, &limits, "", 0, &output, &talk, NULL, NULL);
    int status = CLI_GO_ON;
    if (run.ending == QI_LAB_EXITED && run.code == UNREADABLE)
        status = cli_fail(spec, "--sandbox: root's programs run as nobody, who may not read '%.*s'",
                          (int)strcspn(qi_buffer_text(&output), "\n"), qi_buffer_text(&output));
    else if (run.ending != QI_LAB_ENDED)
        status = cli_fail(spec, "--sandbox: bwrap does not work here: %.*s",
                          (int)strcspn(qi_buffer_text(&talk), "\n"), qi_buffer_text(&talk));
    qi_buffer_free(&output);
    qi_buffer_free(&talk);
    while (list->count > count) {
        free(list->words[--list->count]);
        list->words[list->count] = NULL;
    }
    return status;
}

int cli_sandbox(const cli_spec *spec, cli_program *program)
{
    char *name[] = {"bwrap", NULL};
    qi_lab_program bubblewrap;
    if (!qi_lab_program_find(&bubblewrap, name))
        return cli_fail(spec, "--sandbox needs bubblewrap: there is no 'bwrap' (%s)",
                        strerror(errno));
    word_list list = wrap(program);
    int status = list.failed ? cli_fail_with(spec, QI_NO_MEMORY)
                             : try(spec, bubblewrap.path, &list, program);
    if (status == CLI_GO_ON) {
        add(&list, program->program.path);
        for (size_t i = 1; program->words[i]; i++)
            add(&list, program->words[i]);
        if (list.failed)
            status = cli_fail_with(spec, QI_NO_MEMORY);
    }
    if (status != CLI_GO_ON) {
        cli_words_free(list.words);
        qi_lab_program_free(&bubblewrap);
        return status;
    }
    qi_lab_program_free(&program->program);
    cli_words_free(program->words);
    program->words = list.words;
    program->program = (qi_lab_program){bubblewrap.path, list.words, true};
    return CLI_GO_ON;
}
