/* Formats of packages: each is a folder of problems/formats, and what its package.txt says is done
 * here (problems/formats/README.md). */
#include "cli/lab/package.h"

#include <string.h>

const char *const package_format_names[] = {"icpc", "polygon", "hydro", "luogu", NULL};

/* ---- package.txt ------------------------------------------------------------------------------
 */

enum { MOST_WORDS = 6 };

typedef struct line {
    char words[MOST_WORDS][PACKAGE_WORD]; /* "" where there is no more */
} line;

/* A file of the format, or one of all formats. */
static package_source find_of_format(const package *it, const char *name)
{
    char path[2 * PACKAGE_WORD];
    snprintf(path, sizeof path, "formats/%s/%s", it->format, name);
    const package_source own = package_file(path);
    snprintf(path, sizeof path, "formats/%s", name);
    return own.length ? own : package_file(path);
}

/* Reads the next line that begins with this word. *at is NULL before the first. */
static bool next_line(const package *it, const char *word, const char **at, line *to)
{
    if (!*at)
        *at = find_of_format(it, "package.txt").bytes;
    while (**at) {
        *to = (line){0};
        for (int i = 0; i < MOST_WORDS && **at != '\n'; i++) {
            const size_t length = strcspn(*at, " \n");
            snprintf(to->words[i], PACKAGE_WORD, "%.*s", (int)length, *at);
            *at += length + ((*at)[length] == ' ');
        }
        *at += strcspn(*at, "\n") + 1;
        if (strcmp(to->words[0], word) == 0)
            return true;
    }
    return false;
}

bool package_setting(const package *it, const char *name, char value[PACKAGE_WORD])
{
    line set;
    for (const char *at = NULL; next_line(it, "set", &at, &set);)
        if (strcmp(set.words[1], name) == 0) {
            memcpy(value, set.words[2], PACKAGE_WORD);
            return true;
        }
    return false;
}

void package_add_called(const package_scope *scope, const char *name, qi_buffer *out)
{
    line call;
    package_scope inside = *scope;
    for (const char *at = NULL; next_line(scope->it, "call", &at, &call);)
        if (strcmp(call.words[1], name) == 0 &&
            (!*call.words[3] || package_enter(&inside, call.words[3], 0))) {
            qi_buffer_add_text(out, call.words[2]);
            return;
        }
    qi_buffer_add_text(out, name);
}

bool package_add_test_path(const package *it, const package_test *test, bool answer, qi_buffer *out)
{
    line tests;
    const size_t before = out->length;
    const package_scope scope = {.it = it, .test = test};
    for (const char *at = NULL; next_line(it, "test", &at, &tests);)
        if ((strcmp(tests.words[3], "samples") == 0) == package_is_sample(test)) {
            const char *const path = tests.words[answer ? 2 : 1];
            package_expand(&scope, path, strlen(path), out);
        }
    return out->length > before;
}

package_source package_find_in(const package_scope *scope, const char *name)
{
    char path[2 * PACKAGE_WORD];
    snprintf(path, sizeof path, "%s/%s", scope->language ? scope->language : "", name);
    const package_source translated = package_find(scope->it->game, path);
    return translated.length ? translated : package_find(scope->it->game, name);
}

/* ---- files ------------------------------------------------------------------------------------
 */

static const char testlib_line[] = "#include \"testlib.h\"\n";

/* A program written for testlib.h. Judges without it get our part of it inside. */
static void add_program(const package *it, const package_source *source, const char *include,
                        qi_buffer *out)
{
    const package_source ours = package_file("formats/small_testlib.h");
    char points[PACKAGE_WORD], unused[PACKAGE_WORD];
    qi_buffer_add(out, source->bytes, (size_t)(include - source->bytes));
    if (it->scores && package_setting(it, "full_points", points))
        qi_buffer_printf(out, "#define FULL_POINTS %s\n", points);
    if (package_setting(it, "testlib", unused)) {
        qi_buffer_add_text(out, include);
    } else {
        qi_buffer_add_text(out, "#define ICPC\n");
        qi_buffer_add(out, ours.bytes, ours.length);
        qi_buffer_add_text(out, include + strlen(testlib_line));
    }
}

/* Adds what a source of package.txt stands for. */
static void add_source(const package_scope *scope, const char *name, qi_buffer *out)
{
    const package_source template = find_of_format(scope->it, name);
    const package_source source =
        strcmp(name, "solution") == 0 ? *scope->solution : package_find_in(scope, name);
    const char *const include = strstr(source.bytes, testlib_line);
    if (template.length)
        package_expand(scope, template.bytes, template.length, out);
    else if (strcmp(name, "input") == 0 || strcmp(name, "answer") == 0)
        package_add_sample(scope, *name == 'a', out);
    else if (include)
        add_program(scope->it, &source, include, out);
    else
        qi_buffer_add(out, source.bytes, source.length);
}

/* Writes a file once for every element of the lists. */
static bool write_file(const package_scope *scope, const line *file, int list)
{
    bool good = true;
    if (list < MOST_WORDS && *file->words[list]) {
        package_scope inside = *scope;
        for (int i = 0; good && package_enter(&inside, file->words[list], i); i++)
            good = write_file(&inside, file, list + 1);
        return good;
    }
    qi_buffer path = {0}, source = {0}, text = {0};
    package_expand(scope, file->words[1], strlen(file->words[1]), &path);
    package_expand(scope, file->words[2], strlen(file->words[2]), &source);
    qi_buffer_add_char(&path, '\0');
    qi_buffer_add_char(&source, '\0');
    good = !path.failed && !source.failed;
    if (good)
        add_source(scope, source.bytes, &text);
    good = good && !text.failed;
    if (good)
        good = package_write(scope->it, path.bytes, qi_buffer_text(&text), text.length);
    else
        cli_fail_with(scope->it->spec, QI_NO_MEMORY);
    qi_buffer_free(&path);
    qi_buffer_free(&source);
    qi_buffer_free(&text);
    return good;
}

bool package_write_files(const package *it)
{
    line file;
    const package_scope scope = {.it = it};
    for (const char *at = NULL; next_line(it, "file", &at, &file);)
        if (!write_file(&scope, &file, 3))
            return false;
    const line manifest = {{"file", PACKAGE_MANIFEST, PACKAGE_MANIFEST}};
    return write_file(&scope, &manifest, 3);
}
