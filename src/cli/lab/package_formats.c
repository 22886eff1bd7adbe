/* The formats of packages: where the files of a problem stand, and what a judge wants to be told.
 */
#include "cli/lab/package.h"

#include <string.h>

#define SMALL_TESTLIB "formats/small_testlib.h"

/* ---- the files that the command carries ----------------------------------------------------- */

static void add_source(const package *it, const char *name, qi_buffer *text)
{
    const package_source source = package_find(it->game, name);
    qi_buffer_add(text, source.bytes, source.length);
}

static void add_in(const package *it, const char *language, const char *name, qi_buffer *text)
{
    char path[64];
    snprintf(path, sizeof path, "%s/%s", language, name);
    add_source(it, path, text);
}

static bool copy(const package *it, const char *name, const char *path)
{
    const package_source source = package_find(it->game, name);
    return package_write(it, path, source.bytes, source.length);
}

/* The checker, the validator or the generator. Judges without testlib.h get our part of it inside.
 */
static bool write_program(const package *it, const char *name, const char *path)
{
    static const char include[] = "#include \"testlib.h\"\n";
    const package_source source = package_find(it->game, name), ours = package_file(SMALL_TESTLIB);
    const char *const place = strstr(source.bytes, include);
    qi_buffer text = {0};
    qi_buffer_add(&text, source.bytes, (size_t)(place - source.bytes));
    if (it->scores)
        qi_buffer_printf(&text, "#define FULL_POINTS %d\n", it->format->full_points);
    if (it->format->has_testlib) {
        qi_buffer_add_text(&text, place);
    } else {
        qi_buffer_add_text(&text, "#define ICPC\n");
        qi_buffer_add(&text, ours.bytes, ours.length);
        qi_buffer_add_text(&text, place + strlen(include));
    }
    return package_write_buffer(it, path, &text);
}

/* Writes a text to a path that was put together; there may be no memory for either. */
static bool write_at(const package *it, const qi_buffer *path, qi_buffer *text)
{
    text->failed = text->failed || path->failed;
    return package_write_buffer(it, path->failed ? "" : path->bytes, text);
}

static bool copy_at(const package *it, const qi_buffer *path, const package_source *source)
{
    qi_buffer text = {0};
    qi_buffer_add(&text, source->bytes, source->length);
    return write_at(it, path, &text);
}

/* Solutions, each under the name of what must become of it. */
static bool write_solutions(const package *it, const char *folder)
{
    char prefix[32];
    const int length = snprintf(prefix, sizeof prefix, "%s/solutions/", it->game->name);
    bool good = true;
    for (const package_source *source = package_sources; source->name && good; source++) {
        if (strncmp(source->name, prefix, (size_t)length) != 0)
            continue;
        const char *name = source->name + length;
        qi_buffer path = {0};
        /* Without scores, a part that is right is wrong. */
        if (!it->scores && strncmp(name, "partially_accepted/", 19) == 0)
            qi_buffer_printf(&path, "%s/wrong_answer/%s", folder, name + 19);
        else
            qi_buffer_printf(&path, "%s/%s", folder, name);
        good = copy_at(it, &path, source);
        qi_buffer_free(&path);
    }
    return good;
}

/* ---- statements -------------------------------------------------------------------------------
 */

/* A sample's input or its answer. */
static void add_sample(const package *it, int number, bool answer, qi_buffer *text)
{
    char name[32];
    snprintf(name, sizeof name, "sample.%d.in", number);
    const package_source input = package_find(it->game, name);
    if (!answer) {
        qi_buffer_add(text, input.bytes, input.length);
        return;
    }
    qi_lab_text output = {0};
    if (qi_lab_answer(it->game->problem, QI_LAB_ENGINE, NULL, input.bytes, input.length, NULL,
                      &output, NULL) == QI_OK)
        qi_buffer_add(text, output.bytes, output.length);
    else
        text->failed = true; /* samples are valid: it was the memory */
    qi_lab_free_text(&output, NULL);
}

enum { GROUP_POINTS = 10 }; /* as a test, see problems/nogo/statement.en.md */

static int secret_tests(const package *it)
{
    return it->plan.count - it->plan.samples;
}

/* The number of groups that the secret tests form; 0: each is scored by itself. */
static int score_groups(const package *it)
{
    const int groups = it->scores ? it->format->score_groups : 0;
    return groups < secret_tests(it) ? groups : secret_tests(it);
}

/* What the tests of this package are worth together. */
static void add_full_score(const package *it, bool chinese, qi_buffer *text)
{
    const int tests = secret_tests(it), groups = score_groups(it);
    if (groups)
        qi_buffer_printf(text,
                         chinese ? "\n%d 个测试点分为 %d 组，每组 %d 分，满分 %d "
                                   "分。每组的得分是组内各测试点得分的最小值。\n"
                                 : "\nThe %d tests form %d groups. Each group is worth %d points, "
                                   "%d in all, and gets the points of its worst test.\n",
                         tests, groups, GROUP_POINTS, GROUP_POINTS * groups);
    else
        qi_buffer_printf(text,
                         chinese ? "\n共有 %d 个测试点，满分 %d 分。\n"
                                 : "\nThere are %d tests: the full score is %d points.\n",
                         tests, GROUP_POINTS * tests);
}

/* Adds a part of the statement up to the first `end`, or all of it; returns the rest. */
static const char *add_until(qi_buffer *text, const char *from, const char *end)
{
    const char *const place = strstr(from, end);
    const size_t length = place ? (size_t)(place - from) : strlen(from);
    qi_buffer_add(text, from, length);
    return from + length;
}

/* The statement in Markdown, with limits and samples. `picture` stands where the statement says
 * "board.svg"; samples are blocks with the names `input` and `output` and their number. */
static bool write_markdown(const package *it, const char *language, const char *picture,
                           const char *path, bool hydro)
{
    const bool chinese = strcmp(language, "zh") == 0;
    qi_buffer text = {0}, statement = {0};
    add_in(it, language, "statement.md", &statement);
    qi_buffer_add_char(&statement, '\0');
    const char *from = statement.failed ? "" : statement.bytes;
    from = add_until(&text, from, "(board.svg)");
    if (*from) {
        qi_buffer_printf(&text, "(%s)", picture);
        from += strlen("(board.svg)");
    }
    from = add_until(&text, from, chinese ? "\n## 说明" : "\n## Notes");
    if (it->scores)
        add_full_score(it, chinese, &text);
    qi_buffer_add_text(&text, from);
    for (int i = 1; i <= it->plan.samples; i++)
        for (int answer = 0; answer < 2; answer++) {
            qi_buffer_printf(&text, chinese ? "\n## 样例%s %d\n\n```" : "\n## Sample %s %d\n\n```",
                             chinese ? (answer ? "输出" : "输入") : (answer ? "output" : "input"),
                             i);
            if (hydro)
                qi_buffer_printf(&text, "%s%d", answer ? "output" : "input", i);
            qi_buffer_add_char(&text, '\n');
            add_sample(it, i, answer, &text);
            qi_buffer_add_text(&text, "```\n");
        }
    qi_buffer_printf(&text,
                     chinese ? "\n## 限制\n\n时间 %u 秒，内存 %u MiB。\n"
                             : "\n## Limits\n\n%u seconds, %u MiB.\n",
                     it->seconds, it->memory);
    text.failed |= statement.failed;
    qi_buffer_free(&statement);
    return package_write_buffer(it, path, &text);
}

static bool write_plain_statements(const package *it)
{
    return write_markdown(it, "en", "board.svg", "statement.en.md", false) &&
           write_markdown(it, "zh", "board.svg", "statement.zh.md", false) &&
           copy(it, "board.svg", "board.svg");
}

/* ---- ICPC ---------------------------------------------------------------------------------- */

static bool write_icpc_latex(const package *it, const char *language, const char *path)
{
    const bool chinese = strcmp(language, "zh") == 0;
    static const char *const titles[][3] = {
        {"input.tex", "Input", "输入格式"},
        {"output.tex", "Output", "输出格式"},
        {"scoring.tex", "Scoring", "评分方式"},
        {"notes.tex", "Notes", "说明"},
    };
    qi_buffer text = {0};
    qi_buffer_add_text(&text, "\\problemname{");
    add_in(it, language, "name", &text);
    qi_buffer_add_text(&text, "}\n\n");
    add_in(it, language, "legend.tex", &text);
    for (int i = 0; i < 4; i++) {
        if (i == 2 && !it->scores)
            continue;
        qi_buffer_printf(&text, "\n\\section*{%s}\n\n", titles[i][chinese ? 2 : 1]);
        add_in(it, language, titles[i][0], &text);
    }
    return package_write_buffer(it, path, &text);
}

static bool write_icpc_yaml(const package *it)
{
    const int secret = secret_tests(it);
    qi_buffer text = {0};
    qi_buffer_add_text(&text, "problem_format_version: legacy\nname: ");
    add_in(it, "en", "name", &text);
    qi_buffer_printf(&text, "\ntype: %s\nvalidation: custom%s\n",
                     it->scores ? "scoring" : "pass-fail", it->scores ? " score" : "");
    qi_buffer_printf(&text, "limits:\n  memory: %u\n  output: 16\n", it->memory);
    bool good = package_write_buffer(it, "problem.yaml", &text);
    qi_buffer ini = {0};
    qi_buffer_add_text(&ini, "name = \"");
    add_in(it, "en", "name", &ini);
    qi_buffer_printf(&ini, "\"\ntimelimit = %u\n", it->seconds);
    good = good && package_write_buffer(it, "domjudge-problem.ini", &ini);
    if (!it->scores)
        return good;
    /* The points of all secret tests are added up. */
    const struct {
        const char *path, *flags;
        int tests;
    } groups[] = {{"data/testdata.yaml", "ignore_sample", secret},
                  {"data/sample/testdata.yaml", "sum accept_if_any_accepted", it->plan.samples},
                  {"data/secret/testdata.yaml", "sum accept_if_any_accepted", secret}};
    for (int i = 0; i < 3 && good; i++) {
        qi_buffer group = {0};
        qi_buffer_printf(&group, "on_reject: continue\ngrader_flags: %s\nrange: 0 %d\n",
                         groups[i].flags, 10 * groups[i].tests);
        good = package_write_buffer(it, groups[i].path, &group);
    }
    return good;
}

static bool finish_icpc(const package *it)
{
    bool good =
        write_icpc_yaml(it) && write_icpc_latex(it, "en", "problem_statement/problem.en.tex") &&
        write_icpc_latex(it, "zh", "problem_statement/problem.zh.tex") &&
        copy(it, "board.png", "problem_statement/board.png") && write_plain_statements(it) &&
        write_program(it, "checker.cpp", "output_validators/checker.cpp") &&
        write_program(it, "validator.cpp", "input_validators/validator.cpp") &&
        write_solutions(it, "submissions");
    for (int i = it->plan.samples; i < it->plan.count && good; i++) {
        const package_test *const test = &it->plan.tests[i];
        qi_buffer path = {0}, text = {0};
        qi_buffer_printf(&path, "data/secret/%s.desc", test->name);
        qi_buffer_printf(&text, "%s; %s: %s\n", test->describe.bytes,
                         test->family ? test->family->name : "fixed", package_test_purpose(test));
        good = write_at(it, &path, &text);
        qi_buffer_free(&path);
    }
    return good;
}

/* ---- Polygon ------------------------------------------------------------------------------- */

static bool write_polygon_sections(const package *it, const char *language, const char *name)
{
    static const char *const parts[] = {"legend", "input", "output", "scoring", "notes"};
    qi_buffer path = {0}, text = {0};
    qi_buffer_printf(&path, "statement-sections/%s/name.tex", name);
    add_in(it, language, "name", &text);
    bool good = write_at(it, &path, &text);
    for (size_t i = 0; i < sizeof parts / sizeof *parts && good; i++) {
        char file[32];
        snprintf(file, sizeof file, "%s.tex", parts[i]);
        qi_buffer section = {0};
        add_in(it, language, file, &section);
        qi_buffer_clear(&path);
        qi_buffer_printf(&path, "statement-sections/%s/%s", name, file);
        good = write_at(it, &path, &section);
    }
    for (int i = 0; i < 2 * it->plan.samples && good; i++) {
        qi_buffer sample = {0};
        add_sample(it, i / 2 + 1, i % 2, &sample);
        qi_buffer_clear(&path);
        qi_buffer_printf(&path, "statement-sections/%s/example.%02d%s", name, i / 2 + 1,
                         i % 2 ? ".a" : "");
        good = write_at(it, &path, &sample);
    }
    qi_buffer_free(&path);
    return good;
}

/* The whole statement in LaTeX for Polygon's olymp.sty. */
static bool write_polygon_statement(const package *it, const char *language, const char *name)
{
    qi_buffer path = {0}, text = {0};
    qi_buffer_add_text(&text, "\\begin{problem}{");
    add_in(it, language, "name", &text);
    qi_buffer_printf(&text, "}{standard input}{standard output}{%u seconds}{%u megabytes}\n\n",
                     it->seconds, it->memory);
    static const char *const parts[][2] = {{"legend.tex", ""},
                                           {"input.tex", "\\InputFile\n"},
                                           {"output.tex", "\\OutputFile\n"},
                                           {"scoring.tex", "\\Scoring\n"},
                                           {"notes.tex", "\\Note\n"}};
    for (int i = 0; i < 5; i++) {
        if (i == 4) {
            qi_buffer_add_text(&text, "\\Examples\n\n\\begin{example}\n");
            for (int k = 1; k <= it->plan.samples; k++)
                qi_buffer_printf(&text, "\\exmpfile{example.%02d}{example.%02d.a}%%\n", k, k);
            qi_buffer_add_text(&text, "\\end{example}\n\n");
        }
        qi_buffer_add_text(&text, parts[i][1]);
        add_in(it, language, parts[i][0], &text);
        qi_buffer_add_char(&text, '\n');
    }
    qi_buffer_add_text(&text, "\\end{problem}\n");
    qi_buffer_printf(&path, "statements/%s/problem.tex", name);
    bool good = write_at(it, &path, &text);
    const package_source picture = package_find(it->game, "board.png");
    static const char *const places[] = {"statements", "statement-sections"};
    for (int i = 0; i < 2 && good; i++) {
        qi_buffer_clear(&path);
        qi_buffer_printf(&path, "%s/%s/board.png", places[i], name);
        good = copy_at(it, &path, &picture);
    }
    qi_buffer_free(&path);
    return good;
}

static void add_polygon_solutions(const package *it, qi_buffer *xml)
{
    char prefix[32];
    const int length = snprintf(prefix, sizeof prefix, "%s/solutions/", it->game->name);
    bool first = true;
    for (const package_source *source = package_sources; source->name; source++) {
        if (strncmp(source->name, prefix, (size_t)length) != 0)
            continue;
        const char *const name = source->name + length, *const ending = strrchr(name, '.');
        const bool is_cpp = strcmp(ending, ".cpp") == 0;
        const char *tag = strncmp(name, "accepted", 8) == 0            ? "accepted"
                          : strncmp(name, "partially", 9) == 0         ? "wrong-answer"
                          : strncmp(name, "time_limit", 10) == 0       ? "time-limit-exceeded"
                          : strcmp(name, "wrong_answer/comma.py") == 0 ? "presentation-error"
                                                                       : "wrong-answer";
        if (first && is_cpp && *tag == 'a') {
            tag = "main";
            first = false;
        }
        qi_buffer_printf(xml,
                         "      <solution tag=\"%s\">\n        <source path=\"solutions/%s\" "
                         "type=\"%s\"/>\n      </solution>\n",
                         tag, name,
                         is_cpp                       ? "cpp.g++17"
                         : strcmp(ending, ".py") == 0 ? "python.3"
                                                      : "c.gcc");
    }
}

static bool write_polygon_xml(const package *it)
{
    qi_buffer xml = {0};
    qi_buffer_printf(&xml,
                     "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"no\"?>\n"
                     "<problem revision=\"1\" short-name=\"%s\">\n  <names>\n"
                     "    <name language=\"english\" value=\"",
                     it->game->name);
    add_in(it, "en", "name", &xml);
    qi_buffer_add_text(&xml, "\"/>\n    <name language=\"chinese\" value=\"");
    add_in(it, "zh", "name", &xml);
    qi_buffer_add_text(&xml, "\"/>\n  </names>\n  <statements>\n");
    static const char *const languages[] = {"english", "chinese"};
    for (int i = 0; i < 2; i++)
        qi_buffer_printf(&xml,
                         "    <statement charset=\"UTF-8\" language=\"%s\" "
                         "path=\"statements/%s/problem.tex\" type=\"application/x-tex\"/>\n",
                         languages[i], languages[i]);
    qi_buffer_printf(&xml,
                     "  </statements>\n  <judging cpu-name=\"\" cpu-speed=\"\" input-file=\"\" "
                     "output-file=\"\">\n    <testset name=\"tests\">\n"
                     "      <time-limit>%u</time-limit>\n      <memory-limit>%llu</memory-limit>\n"
                     "      <test-count>%d</test-count>\n"
                     "      <input-path-pattern>tests/%%02d</input-path-pattern>\n"
                     "      <answer-path-pattern>tests/%%02d.a</answer-path-pattern>\n"
                     "      <tests>\n",
                     1000 * it->seconds, (unsigned long long)it->memory << 20, it->plan.count);
    for (int i = 0; i < it->plan.count; i++) {
        const package_test *const test = &it->plan.tests[i];
        qi_buffer_printf(&xml,
                         "        <test description=\"%s: %s\" group=\"%s\" method=\"manual\"%s",
                         test->name, test->describe.bytes, test->group,
                         package_is_sample(test) ? " sample=\"true\"" : "");
        if (it->scores)
            qi_buffer_printf(&xml, " points=\"%s\"", package_is_sample(test) ? "0.0" : "10.0");
        qi_buffer_add_text(&xml, "/>\n");
    }
    qi_buffer_add_text(&xml, "      </tests>\n      <groups>\n");
    for (int i = 0; i < it->plan.count; i++) {
        const package_test *const test = &it->plan.tests[i];
        if (i == 0 || strcmp(test->group, test[-1].group) != 0)
            qi_buffer_printf(&xml,
                             "        <group feedback-policy=\"complete\" name=\"%s\" "
                             "points-policy=\"each-test\"/>\n",
                             test->group);
    }
    qi_buffer_add_text(&xml, "      </groups>\n    </testset>\n  </judging>\n  <files>\n"
                             "    <resources/>\n    <executables>\n      <executable>\n"
                             "        <source path=\"files/generator.cpp\" type=\"cpp.g++17\"/>\n"
                             "      </executable>\n    </executables>\n  </files>\n  <assets>\n"
                             "    <checker type=\"testlib\">\n"
                             "      <source path=\"files/check.cpp\" type=\"cpp.g++17\"/>\n"
                             "    </checker>\n    <validators>\n      <validator>\n"
                             "        <source path=\"files/validator.cpp\" type=\"cpp.g++17\"/>\n"
                             "      </validator>\n    </validators>\n    <solutions>\n");
    add_polygon_solutions(it, &xml);
    qi_buffer_add_text(&xml, "    </solutions>\n  </assets>\n</problem>\n");
    return package_write_buffer(it, "problem.xml", &xml);
}

static bool finish_polygon(const package *it)
{
    return write_polygon_xml(it) && write_polygon_sections(it, "en", "english") &&
           write_polygon_sections(it, "zh", "chinese") &&
           write_polygon_statement(it, "en", "english") &&
           write_polygon_statement(it, "zh", "chinese") && write_plain_statements(it) &&
           write_program(it, "checker.cpp", "files/check.cpp") &&
           write_program(it, "validator.cpp", "files/validator.cpp") &&
           write_program(it, "generator.cpp", "files/generator.cpp") &&
           write_solutions(it, "solutions");
}

/* ---- Hydro and Luogu ----------------------------------------------------------------------- */

/* Both read "points 0.3" as a fraction of the test's points and round down to whole points: a tenth
 * must be a point. Hydro takes the points of a problem for percent; so its tests are in groups. */

/* What secret test `number` is worth. */
static int points_of(const package *it, int number)
{
    const int count = secret_tests(it);
    return it->scores ? GROUP_POINTS : 100 * number / count - 100 * (number - 1) / count;
}

/* Adds the head of the subtask that begins with secret test `number`, if one begins there. */
static void add_hydro_subtask(const package *it, int number, qi_buffer *config)
{
    const int secret = secret_tests(it), groups = score_groups(it), before = number - 1;
    const package_test *const test = &it->plan.tests[it->plan.samples + before];
    if (groups) {
        if (!before || before * groups / secret != (before - 1) * groups / secret)
            qi_buffer_printf(config, "  - score: %d\n    type: min\n    cases:\n", GROUP_POINTS);
        return;
    }
    if (before && strcmp(test->group, test[-1].group) == 0)
        return;
    int points = 0;
    for (int k = number; k <= secret && strcmp(test[k - number].group, test->group) == 0; k++)
        points += points_of(it, k);
    qi_buffer_printf(config, "  - score: %d # %s\n    type: sum\n    cases:\n", points,
                     test->group);
}

static bool finish_hydro(const package *it)
{
    qi_buffer text = {0}, config = {0};
    qi_buffer_add_text(&text, "title: ");
    add_in(it, "zh", "name", &text);
    qi_buffer_printf(&text, "\ntag:\n  - qi\n  - %s\n", it->game->name);
    qi_buffer_printf(&config,
                     "type: default\ntime: %us\nmemory: %um\nchecker_type: testlib\n"
                     "checker: checker.cc\nsubtasks:\n",
                     it->seconds, it->memory);
    for (int i = 1; i <= secret_tests(it); i++) {
        add_hydro_subtask(it, i, &config);
        qi_buffer_printf(&config,
                         "      - input: %d.in\n        output: %d.out\n        score: %d\n", i, i,
                         points_of(it, i));
    }
    return package_write_buffer(it, "problem.yaml", &text) &&
           package_write_buffer(it, "testdata/config.yaml", &config) &&
           write_markdown(it, "zh", "file://board.svg", "problem_zh.md", true) &&
           write_markdown(it, "en", "file://board.svg", "problem_en.md", true) &&
           copy(it, "board.svg", "additional_file/board.svg") &&
           write_program(it, "checker.cpp", "testdata/checker.cc") &&
           write_program(it, "validator.cpp", "validator.cc") && write_solutions(it, "solutions");
}

static bool finish_luogu(const package *it)
{
    qi_buffer config = {0};
    for (int i = 1; i <= secret_tests(it); i++)
        qi_buffer_printf(
            &config, "%d.in:\n  timeLimit: %u\n  memoryLimit: %u\n  score: %d\n  subtaskId: 0\n", i,
            1000 * it->seconds, 1024 * it->memory, points_of(it, i));
    return package_write_buffer(it, "data/config.yml", &config) && write_plain_statements(it) &&
           write_program(it, "checker.cpp", "data/checker.cpp") &&
           write_program(it, "validator.cpp", "validator.cpp") && write_solutions(it, "solutions");
}

/* ---- the table ----------------------------------------------------------------------------- */

const char *const package_format_names[] = {"icpc", "polygon", "hydro", "luogu", NULL};

const package_format package_formats[] = {
    {"icpc", "data/secret/%s.in", "data/secret/%s.ans", "data/sample/%s.in", "data/sample/%s.ans",
     false, 10, 0, finish_icpc},
    {"polygon", "tests/%n", "tests/%n.a", "tests/%n", "tests/%n.a", true, 10, 0, finish_polygon},
    {"hydro", "testdata/%d.in", "testdata/%d.out", NULL, NULL, true, 1, 10, finish_hydro},
    {"luogu", "data/%d.in", "data/%d.out", NULL, NULL, true, 1, 0, finish_luogu}};
