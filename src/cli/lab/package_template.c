/* The files of a package but its tests. Each format is a folder of problems/formats, whose
 * package.txt says what it holds; files are made from templates, texts with holes, @name@, and
 * parts that are repeated, @#list@ to @/list@. problems/formats/README.md says which there are. */
#include "cli/lab/package.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WORD = 80 }; /* bytes of a word in package.txt */

/* The scope of a template: at first the package, inside lists their elements, too. */
typedef struct place {
    const package *it;
    const char *language; /* "en" */
    const package_test *test;
    const qi_lab_family *family;
    const package_source *solution;
    const char *group;      /* tests are those of this group */
    int subtask;            /* tests are those of this one, from 1; 0: all */
    const char *group_name; /* of the test, or of the subtask's first */
} place;

const char *const package_format_names[] = {"icpc",  "icpc-2025-09", "polygon", "hydro",
                                            "luogu", "uoj",          "hustoj",  NULL};

/* ---- package.txt ------------------------------------------------------------------------------
 */

enum { MAX_WORDS = 6 };

typedef struct line {
    char words[MAX_WORDS][MAX_WORD]; /* "" where there is no more */
} line;

/* A file of the format, or one of all formats. */
static package_source find_of_format(const package *it, const char *name)
{
    char path[2 * MAX_WORD];
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
        for (int i = 0; i < MAX_WORDS && **at != '\n'; i++) {
            const size_t length = strcspn(*at, " \n");
            snprintf(to->words[i], MAX_WORD, "%.*s", (int)length, *at);
            *at += length + ((*at)[length] == ' ');
        }
        *at += strcspn(*at, "\n") + 1;
        if (strcmp(to->words[0], word) == 0)
            return true;
    }
    return false;
}

static bool setting(const package *it, const char *name, char value[MAX_WORD])
{
    line set;
    for (const char *at = NULL; next_line(it, "set", &at, &set);)
        if (strcmp(set.words[1], name) == 0) {
            memcpy(value, set.words[2], MAX_WORD);
            return true;
        }
    return false;
}

bool package_is_pass_fail(const char *format)
{
    const package it = {.format = format};
    char unused[MAX_WORD];
    return setting(&it, "pass_fail", unused);
}

enum { TEST_POINTS = 10 }; /* also of a subtask; see problems/nogo/statement.en.md */

/* ---- tests and points ------------------------------------------------------------------------ */

static bool is_of_full_size(const package_test *test)
{
    return strcmp(test->group, "worst") == 0 || strcmp(test->group, "full") == 0;
}

static int secret_tests(const package *it)
{
    return it->plan.count - it->plan.samples;
}

/* How many subtasks, each scored by its worst test, the tests form; 0: every test has points. */
static int joint_subtasks(const package *it)
{
    char max[MAX_WORD];
    if (!it->scores || !setting(it, "most_subtasks", max))
        return 0;
    return atoi(max) < secret_tests(it) ? atoi(max) : secret_tests(it);
}

/* The subtask, from 0, of a test that is no sample: the tests in as many equal parts as there may
 * be, or one for every group. */
static int subtask_of(const package *it, const package_test *test)
{
    int subtask = 0;
    const int joint = joint_subtasks(it), tests = secret_tests(it);
    if (joint && tests)
        return (test->number - 1) * joint / tests;
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

/* Judges may limit the time of all tests together: then the limit of the tests that are not of full
 * size is what the others leave. */
static unsigned milliseconds_of(const package *it, const package_test *test)
{
    char most[MAX_WORD];
    const unsigned default_limit = 1000 * it->seconds;
    const unsigned secret = (unsigned)secret_tests(it);
    if (!setting(it, "most_seconds", most) ||
        default_limit * secret <= 1000 * (unsigned)atoi(most) || is_of_full_size(test))
        return default_limit;
    unsigned large = 0;
    for (int i = it->plan.samples; i < it->plan.count; i++)
        large += is_of_full_size(&it->plan.tests[i]);
    const unsigned left = (1000 * (unsigned)atoi(most) - default_limit * large) / (secret - large);
    return left < default_limit ? left / 100 * 100 : default_limit;
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

static bool enter_test(place *in, bool samples, bool secret, int index)
{
    const package *const it = in->it;
    for (int i = 0; i < it->plan.count; i++) {
        const package_test *const test = &it->plan.tests[i];
        const bool is_sample = package_is_sample(test);
        if ((is_sample ? samples : secret) && (!in->group || strcmp(in->group, test->group) == 0) &&
            (!in->subtask || (!is_sample && subtask_of(it, test) == in->subtask - 1)) &&
            index-- == 0) {
            in->test = test;
            in->group_name = test->group;
            return true;
        }
    }
    return false;
}

static bool enter_group(place *in, int index)
{
    for (int i = 0; i < in->it->plan.count; i++) {
        const package_test *const test = &in->it->plan.tests[i];
        if ((i == 0 || strcmp(test->group, test[-1].group) != 0) && index-- == 0) {
            in->group = in->group_name = test->group;
            return true;
        }
    }
    return false;
}

static bool enter_subtask(place *in, int index)
{
    if (index >= subtasks(in->it))
        return false;
    in->subtask = index + 1;
    place first = *in;
    if (enter_test(&first, false, true, 0))
        in->group_name = first.test->group;
    return true;
}

/* The families of which another seed makes another input. */
static bool enter_family(place *in, int index)
{
    for (const qi_lab_family *each = in->it->game->families; each->name; each++)
        if (strcmp(each->name, "empty") != 0 && index-- == 0) {
            in->family = each;
            return true;
        }
    return false;
}

static const char *solution_name(const package *it, const package_source *source)
{
    char prefix[32];
    const int length = snprintf(prefix, sizeof prefix, "%s/solutions/", it->game->name);
    return strncmp(source->name, prefix, (size_t)length) == 0 ? source->name + length : NULL;
}

static bool enter_solution(place *in, int index)
{
    for (const package_source *source = package_sources; source->name; source++)
        if (solution_name(in->it, source) && index-- == 0) {
            in->solution = source;
            return true;
        }
    return false;
}

/* The first accepted solution in C++. */
static bool is_main(const place *in)
{
    place each = *in;
    for (int i = 0; enter_solution(&each, i); i++) {
        const char *const name = solution_name(each.it, each.solution);
        if (strncmp(name, "accepted/", 9) == 0 && strcmp(strrchr(name, '.'), ".cpp") == 0)
            return each.solution == in->solution;
    }
    return false;
}

static bool enter(place *in, const char *name, int index)
{
    static const char *const languages[] = {"en", "zh"};
    if (strcmp(name, "languages") == 0) {
        in->language = index < 2 ? languages[index] : NULL;
        return index < 2;
    }
    if (strcmp(name, "families") == 0)
        return enter_family(in, index);
    if (strcmp(name, "tests") == 0)
        return enter_test(in, true, true, index);
    if (strcmp(name, "samples") == 0)
        return enter_test(in, true, false, index);
    if (strcmp(name, "secret") == 0)
        return enter_test(in, false, true, index);
    if (strcmp(name, "groups") == 0)
        return enter_group(in, index);
    if (strcmp(name, "subtasks") == 0)
        return enter_subtask(in, index);
    if (strcmp(name, "solutions") == 0)
        return enter_solution(in, index);
    char unused[MAX_WORD];
    if (index > 0)
        return false;
    return *name == '^'                   ? !enter(in, name + 1, 0)
           : strcmp(name, "scores") == 0  ? in->it->scores
           : strcmp(name, "kills") == 0   ? in->it->kills
           : strcmp(name, "grouped") == 0 ? joint_subtasks(in->it) > 0
           : strcmp(name, "sample") == 0  ? in->test && package_is_sample(in->test)
           : strcmp(name, "first") == 0   ? in->test && in->test->number == 1
           : strcmp(name, "main") == 0    ? is_main(in)
                                          : setting(in->it, name, unused);
}

static bool add_called(const place *in, const char *name, qi_buffer *out)
{
    line call;
    place inside = *in;
    for (const char *at = NULL; next_line(in->it, "call", &at, &call);)
        if (strcmp(call.words[1], name) == 0 &&
            (!*call.words[3] || enter(&inside, call.words[3], 0)))
            return qi_buffer_add_text(out, call.words[2]);
    return qi_buffer_add_text(out, name);
}

static package_source find_in(const place *in, const char *name)
{
    char path[2 * MAX_WORD];
    snprintf(path, sizeof path, "%s/%s", in->language ? in->language : "", name);
    const package_source translated = package_find(in->it->game, path);
    return translated.length ? translated : package_find(in->it->game, name);
}

/* ---- holes -------------------------------------------------------------------------------------
 */

/* Of the tests of a subtask. */
static int last_number(const place *in)
{
    place each = *in;
    for (int i = 0; enter_test(&each, false, true, i);)
        i++;
    return each.test ? each.test->number : 0;
}

static bool add_number(const place *in, const char *name, qi_buffer *out)
{
    const package *const it = in->it;
    const int secret = secret_tests(it);
    const struct {
        const char *name;
        unsigned long long value;
    } numbers[] = {
        {"seconds", it->seconds},
        {"milliseconds", in->test ? milliseconds_of(it, in->test) : 1000ULL * it->seconds},
        {"memory", it->memory},
        {"memory_kib", (unsigned long long)it->memory << 10},
        {"memory_bytes", (unsigned long long)it->memory << 20},
        {"count", (unsigned)it->plan.count},
        {"secret", (unsigned)secret},
        {"subtasks", (unsigned)subtasks(it)},
        {"full_score",
         (unsigned)(TEST_POINTS * (joint_subtasks(it) ? joint_subtasks(it) : secret))},
        {"sample_count", (unsigned)it->plan.samples},
        {"subtask", (unsigned)in->subtask},
        {"last_number", (unsigned)last_number(in)},
        {"sample_score", (unsigned)(TEST_POINTS * it->plan.samples)},
        {"number", in->test ? (unsigned)in->test->number : 0},
        {"points",
         (unsigned)(in->test ? points_of(it, in->test) : points_of_subtask(it, in->subtask - 1))},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(numbers[i].name, name) == 0) {
            qi_buffer_printf(out, "%llu", numbers[i].value);
            return true;
        }
    return false;
}

static void add_text_of_test(const package *it, const package_test *test, bool answer,
                             qi_buffer *out)
{
    qi_buffer made = {0};
    package_source input = package_test_source(it->game, test);
    if (test->family && package_make_input(it->game, test, it->seed, &made))
        input = (package_source){.bytes = made.bytes, .length = made.length};
    qi_lab_text output = {0};
    if (!answer)
        qi_buffer_add(out, input.bytes, input.length);
    else if (qi_lab_answer(it->game->problem, QI_LAB_ENGINE, NULL, input.bytes, input.length, NULL,
                           &output, NULL) == QI_OK)
        qi_buffer_add(out, output.bytes, output.length);
    else
        out->failed = true; /* tests are valid: it was the memory */
    out->failed = out->failed || made.failed;
    qi_lab_free_text(&output, NULL);
    qi_buffer_free(&made);
}

static bool add_of_test(const place *in, const char *name, qi_buffer *out)
{
    const package_test *const test = in->test;
    if (strcmp(name, "place") == 0)
        qi_buffer_printf(out, "%02d", (int)(test - in->it->plan.tests) + 1);
    else if (strcmp(name, "path") == 0) {
        if (!package_add_test_path(in->it, test, false, out))
            qi_buffer_add_text(out,
                               package_is_sample(test) ? "in the statement" : "in the XML file");
    } else if (strcmp(name, "input") == 0 || strcmp(name, "answer") == 0) {
        add_text_of_test(in->it, test, *name == 'a', out);
        out->length -= !out->failed; /* the last newline */
    } else {
        return false;
    }
    return true;
}

static bool add_of_solution(const place *in, const char *name, qi_buffer *out)
{
    const char *const path = solution_name(in->it, in->solution);
    const char *const file = strchr(path, '/') + 1;
    char folder[64];
    snprintf(folder, sizeof folder, "%.*s", (int)(file - 1 - path), path);
    if (strcmp(name, "file") == 0)
        return qi_buffer_add_text(out, file);
    if (strcmp(name, "text") == 0)
        return qi_buffer_add(out, in->solution->bytes, in->solution->length);
    if (strcmp(name, "folder") == 0)
        return qi_buffer_add_text(out, folder);
    if (strcmp(name, "verdict") == 0)
        return add_called(in, folder, out);
    return strcmp(name, "type") == 0 && add_called(in, strrchr(path, '.'), out);
}

static const char testlib_line[] = "#include \"testlib.h\"\n";

/* A program written for testlib.h. Judges without it get our part of it inside. */
static void add_program(const package *it, const package_source *source, const char *include,
                        qi_buffer *out)
{
    const package_source ours = package_file("formats/small_testlib.h");
    char value[MAX_WORD];
    qi_buffer_add(out, source->bytes, (size_t)(include - source->bytes));
    if (it->scores && setting(it, "full_points", value))
        qi_buffer_printf(out, "#define FULL_POINTS %s\n", value);
    if (setting(it, "chinese", value))
        qi_buffer_add_text(out, "#define CHINESE\n");
    if (setting(it, "testlib", value)) {
        qi_buffer_add_text(out, include);
        return;
    }
    if (setting(it, "convention", value)) {
        qi_buffer_add_text(out, "#define ");
        qi_buffer_add_text(out, value);
        qi_buffer_add_char(out, '\n');
    }
    qi_buffer_add(out, ours.bytes, ours.length);
    qi_buffer_add_text(out, include + strlen(testlib_line));
}

/* A file of the problem, without its last newline. */
static bool add_file(const place *in, const char *name, qi_buffer *out)
{
    package_source source = find_in(in, name);
    const char *const include = strstr(source.bytes, testlib_line);
    if (include)
        add_program(in->it, &source, include, out);
    else
        qi_buffer_add(out, source.bytes, source.length);
    out->length -= !out->failed && source.length && source.bytes[source.length - 1] == '\n';
    return source.length;
}

static bool add_value(const place *in, const char *name, qi_buffer *out)
{
    char value[MAX_WORD];
    const bool is_set = setting(in->it, name, value);
    const struct {
        const char *name, *text;
    } texts[] = {{"game", in->it->game->name},
                 {"maker", in->it->maker},
                 {"language", in->language},
                 {"language_name", in->language && *in->language == 'z' ? "chinese" : "english"},
                 {"name", in->test ? in->test->name : NULL},
                 {"describe", in->test ? qi_buffer_text(&in->test->describe) : NULL},
                 {"family", in->family         ? in->family->name
                            : !in->test        ? NULL
                            : in->test->family ? in->test->family->name
                                               : "fixed"},
                 {"small_size", in->it->game->schedule->counts_moves ? "3 40" : "7"},
                 {"purpose", in->test ? package_test_purpose(in->test) : NULL},
                 {"group", in->group_name},
                 {"group_purpose", in->group_name ? package_group_purpose(in->group_name) : NULL},
                 {name, is_set ? value : NULL}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].text && strcmp(texts[i].name, name) == 0) {
            qi_buffer_add_text(out, texts[i].text);
            return true;
        }
    return add_number(in, name, out) || (in->test && add_of_test(in, name, out)) ||
           (in->solution && add_of_solution(in, name, out)) || add_file(in, name, out);
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
static void expand(const place *in, const char *begin, const char *at, const char *end,
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
            if (!add_value(in, name, out))
                qi_buffer_printf(out, "@%s@", name); /* no hole: an '@' of the text */
            at = next;
            continue;
        }
        const char *const stop = part_end(next, end, name + 1);
        place inside = *in;
        for (int i = 0; enter(&inside, *name == '#' ? name + 1 : name, i); i++)
            expand(&inside, begin, next, stop, out);
        char last[LONGEST_NAME];
        snprintf(last, sizeof last, "/%s", name + 1);
        at = stop < end ? after_hole(begin, stop, end, last) : end;
    }
}

static void expand_text(const place *in, const char *text, size_t length, qi_buffer *out)
{
    expand(in, text, text, text + length, out);
}

bool package_add_test_path(const package *it, const package_test *test, bool answer, qi_buffer *out)
{
    line tests;
    const size_t before = out->length;
    const place all = {.it = it, .test = test};
    for (const char *at = NULL; next_line(it, "test", &at, &tests);)
        if ((strcmp(tests.words[3], "samples") == 0) == package_is_sample(test)) {
            const char *const path = tests.words[answer ? 2 : 1];
            expand_text(&all, path, strlen(path), out);
        }
    return out->length > before;
}

/* ---- files ------------------------------------------------------------------------------------
 */

/* Adds what a source of package.txt stands for. */
static void add_source(const place *in, const char *name, qi_buffer *out)
{
    const package_source template = find_of_format(in->it, name);
    const bool is_solution = in->solution && strcmp(name, "solution") == 0;
    const package_source source = is_solution ? *in->solution : find_in(in, name);
    const char *const include = strstr(source.bytes, testlib_line);
    if (template.length)
        expand_text(in, template.bytes, template.length, out);
    else if (in->test && (strcmp(name, "input") == 0 || strcmp(name, "answer") == 0))
        add_text_of_test(in->it, in->test, *name == 'a', out);
    else if (include)
        add_program(in->it, &source, include, out);
    else
        qi_buffer_add(out, source.bytes, source.length);
}

/* Writes a file once for every element of the lists. */
static bool write_file(const place *in, const line *file, int list)
{
    bool good = true;
    if (list < MAX_WORDS && *file->words[list]) {
        place inside = *in;
        for (int i = 0; good && enter(&inside, file->words[list], i); i++)
            good = write_file(&inside, file, list + 1);
        return good;
    }
    qi_buffer path = {0}, source = {0}, text = {0};
    expand_text(in, file->words[1], strlen(file->words[1]), &path);
    expand_text(in, file->words[2], strlen(file->words[2]), &source);
    qi_buffer_add_char(&path, '\0');
    qi_buffer_add_char(&source, '\0');
    good = !path.failed && !source.failed;
    if (good)
        add_source(in, source.bytes, &text);
    good = good && !text.failed;
    if (good)
        good = package_write(in->it, path.bytes, qi_buffer_text(&text), text.length);
    else
        cli_fail_with(in->it->spec, QI_NO_MEMORY);
    qi_buffer_free(&path);
    qi_buffer_free(&source);
    qi_buffer_free(&text);
    return good;
}

bool package_write_files(const package *it)
{
    line file;
    const place all = {.it = it};
    for (const char *at = NULL; next_line(it, "file", &at, &file);)
        if (!write_file(&all, &file, 3))
            return false;
    const line manifest = {{"file", PACKAGE_MANIFEST, PACKAGE_MANIFEST}};
    return write_file(&all, &manifest, 3);
}
