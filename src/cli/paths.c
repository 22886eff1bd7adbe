#include "cli/paths.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static bool add(cli_paths *paths, size_t *capacity, const char *path)
{
    if (paths->count == *capacity) {
        const size_t larger = *capacity ? 2 * *capacity : 64;
        char **list = realloc(paths->list, larger * sizeof *list);
        if (!list)
            return false;
        paths->list = list;
        *capacity = larger;
    }
    char *copy = strdup(path);
    if (!copy)
        return false;
    paths->list[paths->count++] = copy;
    return true;
}

static bool ends_with(const char *name, size_t length, const char *suffix)
{
    const size_t wanted = strlen(suffix);
    return length >= wanted && strcasecmp(name + length - wanted, suffix) == 0;
}

typedef struct search {
    const cli_spec *spec;
    const char *suffix;
    cli_paths *paths;
    size_t capacity;
} search;

static int look_at(search *about, const char *path, bool named);

static int fail_errno(const search *about, const char *path)
{
    return cli_fail(about->spec, "cannot read '%s': %s", path, strerror(errno));
}

static int by_name(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

/* "FOLDER/NAME"; the caller frees it. */
static char *join(const char *path, const char *name)
{
    const size_t length = strlen(path);
    char *joined = malloc(length + strlen(name) + 2);
    if (joined)
        sprintf(joined, "%s%s%s", path, length && path[length - 1] == '/' ? "" : "/", name);
    return joined;
}

/* The names in a folder, sorted. False with errno. */
static bool list_names(const char *path, cli_paths *names)
{
    size_t capacity = 0;
    DIR *opened = opendir(path);
    if (!opened)
        return false;
    const struct dirent *entry;
    bool good = true;
    /* Every stream is read by one thread only. */
    while (good && (errno = 0, entry = readdir(opened)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            good = add(names, &capacity, entry->d_name);
    const int error = good ? errno : ENOMEM;
    closedir(opened);
    errno = error;
    if (names->count)
        qsort(names->list, names->count, sizeof *names->list, by_name);
    return error == 0;
}

static int look_into(search *about, const char *path)
{
    cli_paths names = {0};
    int status = list_names(path, &names) ? CLI_GO_ON : fail_errno(about, path);
    for (size_t i = 0; i < names.count; i++) {
        char *inner = join(path, names.list[i]);
        const int found =
            inner ? look_at(about, inner, false) : cli_fail_with(about->spec, QI_NO_MEMORY);
        if (found != CLI_GO_ON)
            status = found;
        free(inner);
    }
    cli_free_paths(&names);
    return status;
}

static bool is_link(const char *path)
{
#ifdef S_ISLNK
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
#else
    (void)path;
    return false;
#endif
}

/* A file, which counts when it was named itself or has the suffix, or a folder and everything below
 * it. A link to a folder is followed only when it was named itself: it may lead anywhere. */
static int look_at(search *about, const char *path, bool named)
{
    struct stat status;
    const bool there = stat(path, &status) == 0;
    if (there && S_ISDIR(status.st_mode))
        return named || !is_link(path) ? look_into(about, path) : CLI_GO_ON;
    if (!there && (named || errno != ENOENT)) /* a link to nothing is a file that cannot be read */
        return fail_errno(about, path);
    if ((named || ends_with(path, strlen(path), about->suffix)) &&
        !add(about->paths, &about->capacity, path))
        return cli_fail_with(about->spec, QI_NO_MEMORY);
    return CLI_GO_ON;
}

int cli_find_files(const cli_spec *spec, char **operands, int count, const char *suffix,
                   cli_paths *paths)
{
    *paths = (cli_paths){0};
    search about = {.spec = spec, .suffix = suffix, .paths = paths};
    int status = CLI_GO_ON;
    for (int i = 0; i < count; i++) {
        int found = CLI_GO_ON;
        if (strcmp(operands[i], "-") != 0)
            found = look_at(&about, operands[i], true);
        else if (!add(paths, &about.capacity, operands[i]))
            found = cli_fail_with(spec, QI_NO_MEMORY);
        if (found != CLI_GO_ON)
            status = found;
    }
    return status;
}

void cli_free_paths(cli_paths *paths)
{
    for (size_t i = 0; i < paths->count; i++)
        free(paths->list[i]);
    free(paths->list);
    *paths = (cli_paths){0};
}
