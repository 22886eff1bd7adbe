/* qi stress: any problem, given a generator and a program that answers. */
#include "base/clock.h"
#include "base/processes.h"
#include "base/text.h"
#include "cli/json.h"
#include "cli/lab/lab.h"
#include "cli/verbs.h"
#include "lab/finding.h"
#include "lab/generic.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct any_options {
    const char *generate, *answer, *check, *validate, *compile, *folder;
    int convention;
    uint64_t count, seed, first, size, time_limit, memory_limit;
    double seconds, shrink_seconds;
    qi_shard shard;
    bool no_shrink, sandbox, json;
} any_options;

static const char *const conventions[] = {"testlib", "icpc", NULL};

/* The programs besides the one that is tested. */
enum { GENERATE, ANSWER, CHECK, VALIDATE, HELPERS };

static void put_use(cli_out *out, const qi_lab_any_case *it)
{
    cli_printf(out, "%.3f s of CPU time, %s%.1f MB\n", it->run.cpu_seconds,
               it->run.memory_below ? "at most " : "", (double)it->run.memory / (1 << 20));
}

/* Where a failure comes from, for its report. */
typedef struct origin {
    const qi_lab_any_problem *problem;
    const char *headline, *command;
} origin;

/* All of it on one page. */
static void write_report(const origin *from, const qi_lab_any_case *it, qi_buffer *text)
{
    qi_buffer talk = {0};
    qi_lab_any_listen(from->problem, it, &talk);
    qi_buffer_printf(text, "# %s\n\n%s.\n\nAgain:\n\n    %s\n", from->headline, it->sentence,
                     from->command);
    qi_lab_report_block(text, "Input (input.txt)", &it->input);
    qi_lab_report_block(text, "The right output (expected.txt)", &it->expected);
    qi_lab_report_block(text, "What the program printed (got.txt)", &it->output);
    if (talk.length)
        qi_lab_report_block(text, "What it wrote to stderr", &talk);
    qi_buffer_free(&talk);
}

static int save(const cli_spec *spec, const char *folder, const qi_lab_any_case *it,
                const origin *from)
{
    qi_buffer text = {0};
    write_report(from, it, &text);
    const struct {
        const char *name;
        const qi_buffer *text;
    } files[] = {{"input.txt", &it->input},
                 {"expected.txt", &it->expected},
                 {"got.txt", &it->output},
                 {"report.md", &text}};
    int status = CLI_GO_ON;
    if (text.failed)
        status = cli_fail_with(spec, QI_NO_MEMORY);
    else if (!cli_make_folder(folder))
        status = cli_fail(spec, "cannot make the folder '%s': %s", folder, strerror(errno));
    for (size_t i = 0; i < sizeof files / sizeof *files && status == CLI_GO_ON; i++) {
        qi_buffer path = {0};
        cli_out out;
        qi_buffer_printf(&path, "%s/%s", folder, files[i].name);
        status =
            path.failed ? cli_fail_with(spec, QI_NO_MEMORY) : cli_out_open(spec, path.bytes, &out);
        if (status == CLI_GO_ON) {
            cli_write(&out, files[i].text->bytes ? files[i].text->bytes : "",
                      files[i].text->length);
            status = cli_out_close(spec, &out, CLI_GO_ON);
        }
        qi_buffer_free(&path);
    }
    qi_buffer_free(&text);
    return status;
}

/* Shows the beginning of a text. */
static void show(cli_out *out, const char *title, const qi_buffer *text)
{
    enum { MOST = 600 };
    cli_printf(out, "%s:\n", title);
    for (size_t i = 0; i < text->length && i < MOST;) {
        char shown[QI_SHOWN_BYTES];
        i += qi_show_character(text->bytes + i, text->length - i, true, shown);
        cli_text(out, shown);
    }
    if (text->length > MOST)
        cli_text(out, "...\n");
    else if (text->bytes && text->length && text->bytes[text->length - 1] != '\n')
        cli_text(out, "\n");
}

static json_t *case_json(const any_options *options, uint64_t cases, uint64_t index,
                         const qi_lab_any_case *it)
{
    return json_pack("{s:b, s:I, s:I, s:s, s:o, s:o, s:o, s:o, s:f, s:I, s:o}", "failed", 1,
                     "cases", (json_int_t)cases, "case", (json_int_t)index, "kind",
                     qi_lab_kind_text(it->kind), "sentence", cli_json_text(it->sentence), "input",
                     cli_json_bytes(it->input.bytes, it->input.length), "expected",
                     cli_json_bytes(it->expected.bytes, it->expected.length), "got",
                     cli_json_bytes(it->output.bytes, it->output.length), "cpu_seconds",
                     cli_json_seconds(it->run.cpu_seconds), "memory", (json_int_t)it->run.memory,
                     "folder", cli_json_text(options->folder));
}

/* One line: the kind of failure, the input's size, and what it was shrunk from. */
static void put_headline(uint64_t index, size_t was, const qi_lab_shrinking *shrinking,
                         const qi_lab_any_case *it, qi_buffer *text)
{
    qi_buffer_printf(text, "%s: case %llu, an input of %zu bytes", qi_lab_kind_text(it->kind),
                     (unsigned long long)index, it->input.length);
    if (shrinking->tried)
        qi_buffer_printf(text, "; shrunk from %zu (%llu runs%s)", was,
                         (unsigned long long)shrinking->tried,
                         shrinking->complete ? "" : ", not to the end");
}

static int report(const cli_spec *spec, const any_options *options,
                  const qi_lab_any_problem *problem, char **program, uint64_t cases, uint64_t index,
                  uint64_t size, qi_lab_any_case *it)
{
    const size_t was = it->input.length;
    qi_lab_shrinking shrinking = {0};
    if (!options->no_shrink)
        shrinking = qi_lab_any_shrink(problem, size, it, options->shrink_seconds);
    char which[96];
    snprintf(which, sizeof which, " --seed %llu --first %llu --count 1",
             (unsigned long long)options->seed, (unsigned long long)index);
    qi_buffer headline = {0}, command = {0};
    put_headline(index, was, &shrinking, it, &headline);
    cli_repeat(spec, which, program, &command);
    if (headline.failed || command.failed) {
        qi_buffer_free(&headline);
        qi_buffer_free(&command);
        return cli_fail_with(spec, QI_NO_MEMORY);
    }
    const origin from = {problem, headline.bytes, command.bytes};
    cli_out out;
    cli_out_stdout(&out);
    int status = save(spec, options->folder, it, &from);
    if (options->json) {
        cli_print_json(&out, case_json(options, cases, index, it));
    } else {
        cli_printf(&out, "%s\n\n", from.headline);
        show(&out, "input", &it->input);
        show(&out, "expected", &it->expected);
        show(&out, "got", &it->output);
        cli_printf(&out, "\n%s\n", it->sentence);
        put_use(&out, it);
        if (status == CLI_GO_ON)
            cli_printf(&out, "\nSaved in %s: input.txt expected.txt got.txt report.md\n",
                       options->folder);
        cli_printf(&out, "Again: %s\n", from.command);
    }
    qi_buffer_free(&headline);
    qi_buffer_free(&command);
    return cli_out_close(spec, &out, status == CLI_GO_ON ? CLI_NO : status);
}

/* Small sizes first, and more and more large ones among them. */
static uint64_t size_at(uint64_t index, uint64_t seed, uint64_t most)
{
    enum { FIRST = 4, DOUBLES_EVERY = 16 };
    const uint64_t doublings = index / DOUBLES_EVERY < 40 ? index / DOUBLES_EVERY : 40;
    uint64_t limit = (uint64_t)FIRST << doublings;
    if (limit > most)
        limit = most;
    qi_random random;
    qi_lab_case_random(&random, seed, index);
    return 1 + qi_random_below(&random, (uint32_t)limit);
}

/* What was tried of sizes with one number of digits. */
typedef struct size_tally {
    uint64_t cases;
    size_t largest; /* input, in bytes */
    double seconds; /* of CPU time, and bytes of memory: the most that a run took */
    uint64_t memory;
} size_tally;

enum { DIGITS = 10 }; /* --size-max has at most so many */

static void count_case(size_tally *tally, uint64_t size, const qi_lab_any_case *it)
{
    for (; size >= 10; size /= 10)
        tally++;
    tally->cases++;
    if (it->input.length > tally->largest)
        tally->largest = it->input.length;
    if (it->run.cpu_seconds > tally->seconds)
        tally->seconds = it->run.cpu_seconds;
    if (it->run.memory > tally->memory)
        tally->memory = it->run.memory;
}

static void put_table(cli_out *out, const size_tally *tally)
{
    cli_printf(out, "\nsize            cases       largest  CPU time     memory\n");
    uint64_t from = 1;
    for (int i = 0; i < DIGITS; i++, from *= 10) {
        const size_tally *const one = &tally[i];
        char sizes[48];
        snprintf(sizes, sizeof sizes, "%llu-%llu", (unsigned long long)from,
                 (unsigned long long)(10 * from - 1));
        if (one->cases)
            cli_printf(out, "%-10s %10llu %11zu B %7.3f s %7.1f MB\n", sizes,
                       (unsigned long long)one->cases, one->largest, one->seconds,
                       (double)one->memory / (1 << 20));
    }
}

static int run_cases(const cli_spec *spec, const any_options *options, qi_lab_any_problem *problem,
                     char **program)
{
    const double start = qi_seconds();
    uint64_t cases = 0;
    size_tally tally[DIGITS] = {{0}};
    int status = CLI_GO_ON;
    cli_progress progress;
    cli_progress_start(&progress);
    for (uint64_t at = 0; status == CLI_GO_ON && at < options->count; at++) {
        if (options->seconds > 0 && qi_seconds() - start > options->seconds)
            break;
        const uint64_t index = options->first + at;
        if (!qi_shard_has(options->shard, index))
            continue;
        const uint64_t size = size_at(index, options->seed, options->size);
        qi_lab_any_case it = {0};
        if (qi_lab_any_generate(problem, options->seed + index, size, &it))
            qi_lab_any_examine(problem, &it);
        qi_processes_end_orphans(NULL, 0);
        const bool stopped = atomic_load(problem->stop);
        if (stopped && it.kind == QI_LAB_BROKEN) {
            qi_lab_any_free(&it);
            break;
        }
        const uint64_t expected = options->count / options->shard.parts;
        cli_progress_set(&progress, (double)cases, (double)expected, options->seconds);
        if (cli_progress_due(&progress))
            cli_progress_line(&progress, "%llu cases, no failure", (unsigned long long)cases);
        if (it.kind == QI_LAB_BROKEN) {
            status = cli_fail(spec, "case %llu (seed %llu, size %llu): %s",
                              (unsigned long long)index, (unsigned long long)options->seed + index,
                              (unsigned long long)size, it.sentence);
        } else if (it.kind != QI_LAB_PASSED) {
            cli_progress_end(&progress);
            status = report(spec, options, problem, program, cases, index, size, &it);
        } else {
            count_case(tally, size, &it);
            cases++;
        }
        qi_lab_any_free(&it);
        if (stopped)
            break;
    }
    cli_progress_end(&progress);
    if (status != CLI_GO_ON)
        return status;
    cli_out out;
    cli_out_stdout(&out);
    if (options->json)
        cli_print_json(&out, json_pack("{s:b, s:I, s:b}", "failed", 0, "cases", (json_int_t)cases,
                                       "interrupted", (int)atomic_load(problem->stop)));
    else
        cli_lab_put_success(&out, cases, atomic_load(problem->stop));
    if (!options->json && cases)
        put_table(&out, tally);
    if (!atomic_load(problem->stop) && cases && cli_lab_mark_stale(options->folder, cases) &&
        !options->json)
        cli_printf(&out, "%s is of an earlier failure: its report says so now\n", options->folder);
    return cli_out_close(spec, &out, CLI_DONE);
}

static int run_any(const cli_spec *spec, const any_options *options, char **argv)
{
    const char *const commands[HELPERS] = {options->generate, options->answer, options->check,
                                           options->validate};
    cli_watch watch;
    cli_program program = {.stop = &watch.stop, .sandbox = options->sandbox};
    cli_program helpers[HELPERS] = {0};
    char *folder = NULL;
    int status = options->generate && options->answer
                     ? CLI_GO_ON
                     : cli_fail(spec, "--generate and --answer are needed");
    if (status == CLI_GO_ON && !(folder = cli_make_temporary()))
        return cli_fail(spec, "cannot make a folder: %s", strerror(errno));
    cli_lab_begin(&watch);
    if (status == CLI_GO_ON)
        status = cli_program_open(spec, argv, options->compile, &program);
    for (int i = 0; i < HELPERS && status == CLI_GO_ON; i++)
        if (commands[i]) {
            helpers[i].stop = &watch.stop;
            status = cli_program_open_command(spec, commands[i], &helpers[i]);
        }
    qi_lab_any_problem problem = {.program = &program.program,
                                  .generate = &helpers[GENERATE].program,
                                  .answer = &helpers[ANSWER].program,
                                  .check = options->check ? &helpers[CHECK].program : NULL,
                                  .validate = options->validate ? &helpers[VALIDATE].program : NULL,
                                  .convention = (qi_lab_convention)options->convention,
                                  .folder = folder,
                                  .stop = &watch.stop,
                                  .limits = {.seconds = 1e-3 * (double)options->time_limit,
                                             .memory = options->memory_limit << 20,
                                             .output = 64 << 20}};
    if (status == CLI_GO_ON)
        status = run_cases(spec, options, &problem, argv);
    cli_program_close(&program);
    for (int i = 0; i < HELPERS; i++)
        cli_program_close(&helpers[i]);
    cli_program scratch = {.folder = folder}; /* emptied, removed and freed */
    cli_program_close(&scratch);
    return cli_lab_end(&watch, status);
}

int cli_stress(int argc, char **argv)
{
    any_options options = {0};
    const cli_option table[] = {
        opt_text("generate", "GEN", &options.generate, NULL,
                 "prints an input; gets a seed and a size as its last arguments"),
        opt_text("answer", "BRUTE", &options.answer, NULL, "answers an input, slowly but rightly"),
        opt_text("check", "CHECKER", &options.check, NULL,
                 "judges outputs (default: their words are compared)"),
        opt_choice("check-as", "HOW", &options.convention, "testlib", conventions,
                   "convention of the checker: testlib or icpc"),
        opt_text("validate", "V", &options.validate, NULL,
                 "accepts valid inputs with exit status 0 or 42"),
        opt_text("compile", "COMMAND", &options.compile, NULL,
                 "compile PROGRAM, a source: 'g++ -O2 -o {out} {in}' (default: by its ending)"),
        opt_aside(opt_number("count", "N", &options.count, "1000", 0, 0, "number of cases")),
        opt_aside(opt_seconds("time", "T", &options.seconds, NULL,
                              "stop after this long, e.g. 30s or 5m")),
        opt_aside(opt_number("seed", "S", &options.seed, "1", 0, 0, "seed of the cases")),
        opt_aside(opt_number("first", "I", &options.first, "0", 0, 0,
                             "start with case number I; later cases are larger")),
        opt_aside(opt_shard(&options.shard, "only part K of N of the cases, for several machines")),
        opt_number("size-max", "N", &options.size, "100", 1, 1000000000, "largest size"),
        opt_milliseconds("time-limit", &options.time_limit, "2000", 1, 3600000,
                         "CPU time of a run, in milliseconds or such as 1.5s"),
        opt_number("memory-limit", "MB", &options.memory_limit, "1024", 1, 1 << 20,
                   "memory of a run, in MB"),
        opt_flag("sandbox", &options.sandbox,
                 "run PROGRAM by bubblewrap: no network, nothing written, a private /tmp"),
        opt_aside(
            opt_text("out", "DIR", &options.folder, "failure", "folder to save a failure in")),
        opt_aside(opt_seconds("shrink-time", "T", &options.shrink_seconds, "60s",
                              "stop shrinking a failure after T")),
        opt_aside(opt_flag("no-shrink", &options.no_shrink, "do not shrink the failing case")),
        opt_aside(opt_flag("json", &options.json, "print what was found as one line of JSON")),
        {0}};
    const cli_spec spec = {
        .command = "qi stress",
        .operands = "-- PROGRAM [ARGUMENT]...",
        .description =
            "Runs PROGRAM on inputs of any problem. GEN SEED SIZE prints an input, BRUTE answers\n"
            "it, and the outputs are compared word by word, or judged by CHECKER. The first\n"
            "failure is made small without knowing the format: smaller sizes, fewer lines, words\n"
            "and letters, smaller numbers, as far as V accepts them. Commands may be sources.\n",
        .options = table,
        .min_operands = 1,
        .max_operands = -1};
    int first;
    const int status = cli_parse(&spec, argc, argv, &first);
    return status == CLI_GO_ON ? run_any(&spec, &options, argv + first) : status;
}
