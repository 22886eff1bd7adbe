#include "cli/paths.h"

#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

static int by_name(const FTSENT **left, const FTSENT **right)
{
    return strcmp((*left)->fts_name, (*right)->fts_name);
}

/* Adds a file that was named itself, or the files in a folder and below it. */
static int look_at(const cli_spec *spec, char *operand, const char *suffix, cli_paths *paths,
                   size_t *capacity)
{
    char *const roots[] = {operand, NULL};
    FTS *walk = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, by_name);
    if (!walk)
        return cli_fail(spec, "cannot read '%s': %s", operand, strerror(errno));
    int status = CLI_GO_ON;
    FTSENT *entry;
    while ((entry = fts_read(walk))) {
        switch (entry->fts_info) {
        case FTS_D:
        case FTS_DP:
            break;
        case FTS_NS:
        case FTS_DNR:
        case FTS_ERR:
            status =
                cli_fail(spec, "cannot read '%s': %s", entry->fts_path, strerror(entry->fts_errno));
            break;
        case FTS_DC:
            status = cli_fail(spec, "'%s' contains itself", entry->fts_path);
            break;
        default:
            if ((entry->fts_level == FTS_ROOTLEVEL ||
                 ends_with(entry->fts_name, entry->fts_namelen, suffix)) &&
                !add(paths, capacity, entry->fts_path))
                status = cli_fail_with(spec, QI_NO_MEMORY);
        }
    }
    fts_close(walk);
    return status;
}

int cli_find_files(const cli_spec *spec, char **operands, int count, const char *suffix,
                   cli_paths *paths)
{
    *paths = (cli_paths){0};
    size_t capacity = 0;
    int status = CLI_GO_ON;
    for (int i = 0; i < count; i++) {
        int found = CLI_GO_ON;
        if (strcmp(operands[i], "-") != 0)
            found = look_at(spec, operands[i], suffix, paths, &capacity);
        else if (!add(paths, &capacity, operands[i]))
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
