/* Templates of package files: texts with holes, @name@, and parts that are repeated, @#list@ to
 * @/list@. problems/formats/README.md says which there are. */
#include "cli/lab/package.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { TEST_POINTS = 10 }; /* also of a subtask; see problems/nogo/statement.en.md */

/* ---- tests and points ------------------------------------------------------------------------ */

static int secret_tests(const package *it)
{
    return it->plan.count - it->plan.samples;
}

/* How many subtasks, each scored by its worst test, the tests form; 0: every test has points. */
static int joint_subtasks(const package *it)
{
    char most[PACKAGE_WORD];
    if (!it->scores || !package_setting(it, "most_subtasks", most))
        return 0;
    return atoi(most) < secret_tests(it) ? atoi(most) : secret_tests(it);
}

/* The subtask, from 0, of a test that is no sample: the tests in as many equal parts as there may
 * be, or one for every group. */
static int subtask_of(const package *it, const package_test *test)
{
    int subtask = 0;
    if (joint_subtasks(it))
        return (test->number - 1) * joint_subtasks(it) / secret_tests(it);
    for (const package_test *next = test; next->number > 1; next--)
        subtask += strcmp(next->group, next[-1].group) != 0;
    return subtask;
}

static int subtasks(const package *it)
{
    return secret_tests(it) ? subtask_of(it, &it->plan.tests[it->plan.count - 1]) + 1 : 0;
}

/* Without partial scores all tests are worth 100 together. */
static int points_of(const package *it, const package_test *test)
{
    const int count = secret_tests(it);
    return package_is_sample(test) ? 0
           : it->scores            ? TEST_POINTS
                                   : 100 * test->number / count - 100 * (test->number - 1) / count;
}

static int points_of_subtask(const package *it, int subtask)
{
    int points = 0;
    if (joint_subtasks(it))
        return TEST_POINTS;
    for (int i = it->plan.samples; i < it->plan.count; i++)
        if (subtask_of(it, &it->plan.tests[i]) == subtask)
            points += points_of(it, &it->plan.tests[i]);
    return points;
}

/* ---- lists and conditions ---------------------------------------------------------------------
 */

static bool enter_test(package_scope *scope, bool samples, bool secret, int index)
{
    const package *const it = scope->it;
    for (int i = 0; i < it->plan.count; i++) {
        const package_test *const test = &it->plan.tests[i];
        const bool is_sample = package_is_sample(test);
        if ((is_sample ? samples : secret) &&
            (!scope->group || strcmp(scope->group, test->group) == 0) &&
            (!scope->subtask || (!is_sample && subtask_of(it, test) == scope->subtask - 1)) &&
            index-- == 0) {
            scope->test = test;
            scope->group_name = test->group;
            return true;
        }
    }
    return false;
}

static bool enter_group(package_scope *scope, int index)
{
    for (int i = 0; i < scope->it->plan.count; i++) {
        const package_test *const test = &scope->it->plan.tests[i];
        if ((i == 0 || strcmp(test->group, test[-1].group) != 0) && index-- == 0) {
            scope->group = scope->group_name = test->group;
            return true;
        }
    }
    return false;
}

static bool enter_subtask(package_scope *scope, int index)
{
    if (index >= subtasks(scope->it))
        return false;
    scope->subtask = index + 1;
    package_scope first = *scope;
    enter_test(&first, false, true, 0);
    scope->group_name = first.test->group;
    return true;
}

static const char *solution_name(const package *it, const package_source *source)
{
    char prefix[32];
    const int length = snprintf(prefix, sizeof prefix, "%s/solutions/", it->game->name);
    return strncmp(source->name, prefix, (size_t)length) == 0 ? source->name + length : NULL;
}

static bool enter_solution(package_scope *scope, int index)
{
    for (const package_source *source = package_sources; source->name; source++)
        if (solution_name(scope->it, source) && index-- == 0) {
            scope->solution = source;
            return true;
        }
    return false;
}

/* The first accepted solution in C++. */
static bool is_main(const package_scope *scope)
{
    package_scope each = *scope;
    for (int i = 0; enter_solution(&each, i); i++) {
        const char *const name = solution_name(each.it, each.solution);
        if (strncmp(name, "accepted/", 9) == 0 && strcmp(strrchr(name, '.'), ".cpp") == 0)
            return each.solution == scope->solution;
    }
    return false;
}

bool package_enter(package_scope *scope, const char *name, int index)
{
    static const char *const languages[] = {"en", "zh"};
    if (strcmp(name, "languages") == 0) {
        scope->language = index < 2 ? languages[index] : NULL;
        return index < 2;
    }
    if (strcmp(name, "tests") == 0)
        return enter_test(scope, true, true, index);
    if (strcmp(name, "samples") == 0)
        return enter_test(scope, true, false, index);
    if (strcmp(name, "secret") == 0)
        return enter_test(scope, false, true, index);
    if (strcmp(name, "groups") == 0)
        return enter_group(scope, index);
    if (strcmp(name, "subtasks") == 0)
        return enter_subtask(scope, index);
    if (strcmp(name, "solutions") == 0)
        return enter_solution(scope, index);
    char unused[PACKAGE_WORD];
    if (index > 0)
        return false;
    return *name == '^'                   ? !package_enter(scope, name + 1, 0)
           : strcmp(name, "scores") == 0  ? scope->it->scores
           : strcmp(name, "grouped") == 0 ? joint_subtasks(scope->it) > 0
           : strcmp(name, "sample") == 0  ? scope->test && package_is_sample(scope->test)
           : strcmp(name, "main") == 0    ? is_main(scope)
                                          : package_setting(scope->it, name, unused);
}

/* ---- holes -------------------------------------------------------------------------------------
 */

static bool add_number(const package_scope *scope, const char *name, qi_buffer *out)
{
    const package *const it = scope->it;
    const int secret = secret_tests(it);
    const struct {
        const char *name;
        unsigned long long value;
    } numbers[] = {
        {"seconds", it->seconds},
        {"milliseconds", 1000ULL * it->seconds},
        {"memory", it->memory},
        {"memory_kib", (unsigned long long)it->memory << 10},
        {"memory_bytes", (unsigned long long)it->memory << 20},
        {"count", (unsigned)it->plan.count},
        {"secret", (unsigned)secret},
        {"subtasks", (unsigned)subtasks(it)},
        {"full_score",
         (unsigned)(TEST_POINTS * (joint_subtasks(it) ? joint_subtasks(it) : secret))},
        {"sample_score", (unsigned)(TEST_POINTS * it->plan.samples)},
        {"number", scope->test ? (unsigned)scope->test->number : 0},
        {"points", (unsigned)(scope->test ? points_of(it, scope->test)
                                          : points_of_subtask(it, scope->subtask - 1))},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(numbers[i].name, name) == 0) {
            qi_buffer_printf(out, "%llu", numbers[i].value);
            return true;
        }
    return false;
}

void package_add_sample(const package_scope *scope, bool answer, qi_buffer *out)
{
    const package *const it = scope->it;
    const package_source input = package_test_source(it->game, scope->test);
    if (!answer) {
        qi_buffer_add(out, input.bytes, input.length);
        return;
    }
    qi_lab_text output = {0};
    if (qi_lab_answer(it->game->problem, QI_LAB_ENGINE, NULL, input.bytes, input.length, NULL,
                      &output, NULL) == QI_OK)
        qi_buffer_add(out, output.bytes, output.length);
    else
        out->failed = true; /* samples are valid: it was the memory */
    qi_lab_free_text(&output, NULL);
}

static bool add_of_test(const package_scope *scope, const char *name, qi_buffer *out)
{
    const package_test *const test = scope->test;
    if (strcmp(name, "name") == 0)
        qi_buffer_add_text(out, test->name);
    else if (strcmp(name, "describe") == 0)
        qi_buffer_add(out, test->describe.bytes, test->describe.length);
    else if (strcmp(name, "family") == 0)
        qi_buffer_add_text(out, test->family ? test->family->name : "fixed");
    else if (strcmp(name, "purpose") == 0)
        qi_buffer_add_text(out, package_test_purpose(test));
    else if (strcmp(name, "place") == 0)
        qi_buffer_printf(out, "%02d", (int)(test - scope->it->plan.tests) + 1);
    else if (strcmp(name, "path") == 0) {
        if (!package_add_test_path(scope->it, test, false, out))
            qi_buffer_add_text(out, "in the statement");
    } else if (strcmp(name, "input") == 0 || strcmp(name, "answer") == 0) {
        package_add_sample(scope, *name == 'a', out);
        out->length -= !out->failed; /* the last newline */
    } else {
        return false;
    }
    return true;
}

static bool add_of_solution(const package_scope *scope, const char *name, qi_buffer *out)
{
    const char *const path = solution_name(scope->it, scope->solution);
    const char *const file = strchr(path, '/') + 1, *const ending = strrchr(path, '.');
    char folder[64];
    snprintf(folder, sizeof folder, "%.*s", (int)(file - 1 - path), path);
    if (strcmp(name, "file") == 0)
        qi_buffer_add_text(out, file);
    else if (strcmp(name, "folder") == 0)
        qi_buffer_add_text(out, folder);
    else if (strcmp(name, "verdict") == 0)
        package_add_called(scope, folder, out);
    else if (strcmp(name, "type") == 0)
        package_add_called(scope, ending, out);
    else
        return false;
    return true;
}

/* A file of the problem, without its last newline. */
static bool add_file(const package_scope *scope, const char *name, qi_buffer *out)
{
    package_source source = package_find_in(scope, name);
    const bool ends = source.length && source.bytes[source.length - 1] == '\n';
    qi_buffer_add(out, source.bytes, source.length - ends);
    return source.length;
}

static bool add_value(const package_scope *scope, const char *name, qi_buffer *out)
{
    char setting[PACKAGE_WORD];
    const bool is_set = package_setting(scope->it, name, setting);
    const struct {
        const char *name, *text;
    } texts[] = {
        {"game", scope->it->game->name},
        {"maker", scope->it->maker},
        {"language", scope->language},
        {"language_name", scope->language && *scope->language == 'z' ? "chinese" : "english"},
        {"group", scope->group_name},
        {"group_purpose", scope->group_name ? package_group_purpose(scope->group_name) : NULL},
        {name, is_set ? setting : NULL}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].text && strcmp(texts[i].name, name) == 0) {
            qi_buffer_add_text(out, texts[i].text);
            return true;
        }
    return add_number(scope, name, out) || (scope->test && add_of_test(scope, name, out)) ||
           (scope->solution && add_of_solution(scope, name, out)) || add_file(scope, name, out);
}

/* ---- expanding ------------------------------------------------------------------------------- */

enum { LONGEST_NAME = 32 };

/* Reads "@name@" at `at`: the name, or false. */
static bool read_hole(const char *at, const char *end, char name[LONGEST_NAME])
{
    size_t length = 0;
    if (at == end || *at != '@')
        return false;
    for (at++; at < end && length + 1 < LONGEST_NAME; name[length++] = *at++)
        if (*at == '@') {
            name[length] = '\0';
            return length > 0;
        } else if (!isalnum((unsigned char)*at) && !strchr("#/^_.", *at)) {
            return false;
        }
    return false;
}

/* Steps over a hole and, where it begins or ends a part and is alone in its line, over the line's
 * end. */
static const char *after_hole(const char *begin, const char *at, const char *end, const char *name)
{
    const bool starts = at == begin || at[-1] == '\n';
    at += strlen(name) + 2;
    return strchr("#^/", *name) && starts && at < end && *at == '\n' ? at + 1 : at;
}

/* The "@/name@" of the part that begins at `at`. */
static const char *part_end(const char *at, const char *end, const char *name)
{
    int depth = 1;
    char hole[LONGEST_NAME];
    for (; at < end; at++)
        if (read_hole(at, end, hole) && strchr("#^/", *hole) && strcmp(hole + 1, name) == 0 &&
            (depth += *hole == '/' ? -1 : 1) == 0)
            break;
    return at;
}

/* `begin` is where the whole text begins. */
static void expand(const package_scope *scope, const char *begin, const char *at, const char *end,
                   qi_buffer *out)
{
    char name[LONGEST_NAME];
    while (at < end) {
        if (!read_hole(at, end, name)) {
            qi_buffer_add_char(out, *at++);
            continue;
        }
        const char *const next = after_hole(begin, at, end, name);
        if (*name != '#' && *name != '^') {
            if (!add_value(scope, name, out))
                qi_buffer_printf(out, "@%s@", name); /* no hole: an '@' of the text */
            at = next;
            continue;
        }
        const char *const stop = part_end(next, end, name + 1);
        package_scope inside = *scope;
        for (int i = 0; package_enter(&inside, *name == '#' ? name + 1 : name, i); i++)
            expand(&inside, begin, next, stop, out);
        char last[LONGEST_NAME];
        snprintf(last, sizeof last, "/%s", name + 1);
        at = stop < end ? after_hole(begin, stop, end, last) : end;
    }
}

void package_expand(const package_scope *scope, const char *text, size_t length, qi_buffer *out)
{
    expand(scope, text, text, text + length, out);
}
