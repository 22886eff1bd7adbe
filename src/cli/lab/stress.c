#include "base/host.h"
#include "base/processes.h"
#include "cli/json.h"
#include "cli/lab/lab.h"
#include "lab/games.h"

#include <errno.h>
#include <string.h>

/* ---- running ------------------------------------------------------------------------------ */

static bool is_interrupted(const stress_run *run)
{
    return qi_stop_is_set(&run->watch.stop);
}

static void show_shrinking(void *context, const qi_lab_shrinking *so_far, const qi_lab_case *it)
{
    stress_run *const run = context;
    qi_processes_end_orphans(NULL, 0);
    if (!cli_progress_due(&run->progress))
        return;
    char size[CLI_SENTENCE];
    const qi_message message = run->setup.game->describe(it);
    cli_progress_line(&run->progress, "shrinking: %llu {run|runs}, now %s",
                      (unsigned long long)so_far->tried, cli_sentence(&message, size, sizeof size));
}

/* Draws the progress; false when the time is up. */
static bool report_tally(void *context, const qi_lab_tally *tally)
{
    stress_run *const run = context;
    const stress_options *const options = run->options;
    const uint64_t expected = options->counted ? options->count / options->shard.parts : 0;
    const double elapsed = qi_seconds() - run->started;
    cli_progress_set(&run->progress, (double)tally->cases, (double)expected,
                     options->timed ? options->seconds : 0);
    if (cli_progress_due(&run->progress))
        cli_progress_line(&run->progress, "%llu cases, %.0f a second, up to %llu %s, %s",
                          (unsigned long long)tally->cases, (double)tally->cases / (elapsed + 1e-9),
                          (unsigned long long)tally->largest, run->setup.game->grows,
                          tally->failed ? "a failure" : "no failure");
    return !options->timed || elapsed <= options->seconds;
}

/* Returns CLI_GO_ON, or CLI_BAD after explaining why. */
static int run_cases(stress_run *run)
{
    const stress_options *const options = run->options;
    const uint64_t end = options->counted && options->count <= UINT64_MAX - options->first
                             ? options->first + options->count
                             : UINT64_MAX;
    const qi_lab_cases cases = {options->first, end, options->shard, (unsigned)options->jobs};
    const qi_host host = {.size = sizeof host, .stop = &run->watch.stop};
    qi_lab_outcome outcome;
    run->started = qi_seconds();
    errno = 0;
    if (qi_lab_campaign(&run->setup, &cases, &host, report_tally, run, &outcome) == QI_NO_MEMORY)
        return cli_fail_cases(run->spec);
    run->failed = outcome.tally.failed;
    run->index = outcome.index;
    run->it = outcome.it;
    run->failure = outcome.failure;
    run->tally = outcome.tally;
    run->cases = outcome.tally.cases;
    run->cpu_seconds = outcome.tally.seconds;
    run->memory = outcome.tally.memory;
    run->elapsed = qi_seconds() - run->started;
    return CLI_GO_ON;
}

static void run_input(stress_run *run)
{
    qi_lab_bench bench = {.stop = &run->watch.stop};
    qi_lab_examine(&run->setup, &run->it, &bench, &run->failure);
    qi_lab_bench_free(&bench);
    qi_processes_end_orphans(NULL, 0);
    run->failed = run->failure.kind != QI_LAB_PASSED && run->failure.run.ending != QI_LAB_STOPPED;
    run->cases = run->failure.kind == QI_LAB_PASSED;
    run->cpu_seconds = run->failure.run.cpu_seconds;
    run->memory = run->failure.run.memory;
}

/* The command that repeats the case. */
static void put_command(const stress_run *run, qi_buffer *text)
{
    char which[96] = "";
    if (!run->options->input)
        snprintf(which, sizeof which, " --seed %llu --first %llu --count 1",
                 (unsigned long long)run->options->seed, (unsigned long long)run->index);
    cli_repeat(run->spec, which, run->words, text);
}

/* The time and memory of a run. */
static void put_use(cli_out *out, const char *format, double seconds, uint64_t memory)
{
    cli_printf(out, format, seconds, (double)memory / (1 << 20));
}

static bool is_large(const stress_run *run)
{
    const qi_lab_schedule *const schedule = run->setup.game->schedule;
    return schedule && qi_lab_case_size(&run->it) > schedule->small;
}

/* Makes the failing case small. */
static qi_lab_shrinking shrink(stress_run *run, qi_lab_bench *bench)
{
    const stress_options *const options = run->options;
    const qi_lab_setup *const setup = &run->setup;
    qi_lab_shrinking shrinking = {0};
    const qi_lab_failure *const failure = &run->failure;
    const bool slow =
        failure->kind == QI_LAB_TIME && failure->which == 1 && !qi_lab_run_was_idle(&failure->run);
    /* Of a program that is slow the size is what matters, unless it never ends. */
    if (slow && !options->input && is_large(run) &&
        qi_lab_find_slow_size(setup, run->index, &run->it, &run->failure, bench,
                              options->shrink_seconds, &shrinking) &&
        is_large(run))
        return shrinking;
    if (slow)
        run->failure.verdict = qi_lab_no_verdict();
    return qi_lab_shrink(setup, &run->it, &run->failure, bench, options->shrink_seconds,
                         run->cpu_seconds, show_shrinking, run);
}

/* The last line that a program wrote to stderr before it crashed or gave up. */
static void put_last_words(const stress_run *run, const qi_buffer *talk, qi_buffer *sentence)
{
    enum { MAX = 200 };
    if (run->failure.kind != QI_LAB_CRASH && run->failure.kind != QI_LAB_EXIT)
        return;
    size_t end = talk->length;
    while (end && strchr(" \t\r\n", talk->bytes[end - 1]))
        end--;
    size_t start = end;
    while (start && talk->bytes[start - 1] != '\n')
        start--;
    if (end > start) {
        qi_buffer_say_text(sentence, "; its last words: ");
        qi_buffer_show(sentence, talk->bytes + start, end - start < MAX ? end - start : MAX, false);
    }
}

static void print_report(const stress_run *run, cli_out *out, const qi_lab_failure_report *report,
                         const char *headline, const char *sentence, const qi_lab_failure *again,
                         bool again_same)
{
    cli_printf(out, "%s\n\n", headline);
    run->lab->draw(out, report, cli_use_colour() ? CLI_COLOURED : CLI_PLAIN);
    cli_printf(out, "\n%s\n", sentence);
    if (!is_interrupted(run))
        put_use(out,
                again->run.memory_below ? "%.3f s of CPU time, at most %.1f MB\n"
                                        : "%.3f s of CPU time, %.1f MB\n",
                again->run.cpu_seconds, again->run.memory);
    if (!again_same)
        cli_text(out, "The same input did not fail again: the program is not deterministic.\n");
    if (!qi_lab_oracle_agrees(report))
        cli_text(out, "qi's engine and its oracle disagree here: the mistake may be qi's own.\n");
}

static json_t *report_json(const stress_run *run, const qi_lab_failure_report *report,
                           const char *sentence, const qi_lab_failure *again, bool again_same)
{
    const qi_buffer *input = &report->bench->input;
    json_t *json =
        json_pack("{s:b, s:I, s:s, s:o, s:o, s:f, s:I, s:b, s:o, s:o}", "failed", 1, "cases",
                  (json_int_t)run->cases, "kind", qi_lab_kind_text(run->failure.kind), "message",
                  cli_json_text(sentence), "input", cli_json_bytes(input->bytes, input->length),
                  "cpu_seconds", again->run.cpu_seconds, "memory", (json_int_t)again->run.memory,
                  "deterministic", again_same, "folder", cli_json_text(run->options->folder),
                  "again", cli_json_text(report->command));
    if (run->failure.run.limit)
        json_object_set_new(json, "limit", json_string(qi_lab_limit_name(run->failure.run.limit)));
    if (!run->options->input)
        json_object_set_new(json, "case", json_integer((json_int_t)run->index));
    const qi_lab_bench *const bench = report->bench;
    if (run->setup.external) {
        json_object_set_new(json, "expected",
                            cli_json_bytes(bench->expected.bytes, bench->expected.length));
        json_object_set_new(json, "found",
                            cli_json_bytes(bench->output.bytes, bench->output.length));
    }
    return json;
}

static void put_saved(const stress_run *run, cli_out *out)
{
    const char *const folder = run->options->folder;
    if (run->setup.external)
        cli_printf(out, "\nSaved in %s: input.txt expected.txt got.txt report.md\n", folder);
    else
        cli_printf(out, "\nSaved in %s: input.txt expected.txt got.txt %sreport.md case.svg\n",
                   folder, run->setup.against ? "got2.txt " : "");
}

/* The program or, of a problem of the user's own, one of its programs could not be run. */
static int fail_broken(const stress_run *run, const qi_lab_failure *failure)
{
    if (!run->setup.external)
        return cli_fail(run->spec, "cannot run '%s': %s", run->words[0],
                        qi_start_error(failure->run.code ? failure->run.code : ENOMEM));
    qi_buffer sentence = {.translator = cli_translator()};
    qi_lab_explain(failure, &sentence);
    const int status =
        cli_fail(run->spec, "case %llu (seed %llu, size %u): %s", (unsigned long long)run->index,
                 (unsigned long long)run->options->seed + run->index, run->it.rows,
                 qi_buffer_text(&sentence));
    qi_buffer_free(&sentence);
    return status;
}

/* Prints what was found and saves it. */
static int print_and_save(const stress_run *run, const qi_lab_failure_report *report,
                          const qi_lab_failure *again)
{
    const bool broken = again->kind == QI_LAB_BROKEN && !is_interrupted(run);
    const bool again_same = again->kind == QI_LAB_BROKEN || again->kind == run->failure.kind ||
                            report->shrinking.by_size;
    qi_translator *const translator = run->options->json ? NULL : cli_translator();
    qi_buffer headline = {.translator = translator}, sentence = {.translator = translator};
    qi_lab_report_headline(report, &headline);
    qi_lab_explain(&run->failure, &sentence);
    put_last_words(run, &report->bench->talk, &sentence);
    int status = CLI_BAD;
    cli_out out;
    cli_out_stdout(&out);
    if (headline.failed || sentence.failed || !report->command) {
        cli_fail_with(run->spec, QI_NO_MEMORY);
    } else {
        status = broken ? fail_broken(run, again) : CLI_GO_ON;
        if (status == CLI_GO_ON)
            status = cli_lab_save(run->spec, run->lab, report, run->options->folder);
        if (run->options->json) {
            cli_print_json(&out, report_json(run, report, sentence.bytes, again, again_same));
        } else {
            print_report(run, &out, report, headline.bytes, sentence.bytes, again, again_same);
            if (status == CLI_GO_ON)
                put_saved(run, &out);
            cli_printf(&out, "Again: %s\n", report->command);
        }
    }
    qi_processes_end_orphans(NULL, 0);
    qi_buffer_free(&headline);
    qi_buffer_free(&sentence);
    return cli_out_close(run->spec, &out, status == CLI_GO_ON ? CLI_NO : status);
}

/* Shrinks the failure, and runs it once more to have the outputs and what it says (sanitizers and
 * assertions say more than a signal), and to notice a program that does not fail every time. Who
 * wants to end does not wait for it. */
static int report_failure(stress_run *run)
{
    const stress_options *const options = run->options;
    const qi_lab_setup *const setup = &run->setup;
    qi_lab_bench bench = {.stop = &run->watch.stop};
    qi_buffer was = {.translator = cli_translator()}, command = {0};
    const qi_message before = setup->external ? qi_message_of("%zu", run->it.text.length)
                                              : setup->game->describe(&run->it);
    qi_buffer_say_message(&was, &before);
    put_command(run, &command);
    qi_lab_failure_report report = {.setup = setup,
                                    .it = &run->it,
                                    .failure = &run->failure,
                                    .bench = &bench,
                                    .index = options->input ? UINT64_MAX : run->index,
                                    .was = qi_buffer_text(&was),
                                    .command = command.failed ? NULL : command.bytes};
    if (options->shrink_seconds > 0 && !is_interrupted(run))
        report.shrinking = shrink(run, &bench);
    cli_progress_end(&run->progress);
    qi_lab_failure again;
    bench.heard = run->failure.which;
    bench.once = run->failure.kind == QI_LAB_TIME;
    qi_lab_examine(setup, &run->it, &bench, &again);
    const int status = print_and_save(run, &report, &again);
    qi_buffer_free(&was);
    qi_buffer_free(&command);
    qi_lab_bench_free(&bench);
    return status;
}

/* The cases tried, by families. */
static void put_table(cli_out *out, const stress_run *run)
{
    const qi_lab_tally *const tally = &run->tally;
    const bool bytes = run->setup.external;
    cli_text(out, bytes ? "\nsize            cases       largest  CPU time     memory\n"
                        : "\nfamily          cases  largest  CPU time     memory\n");
    for (size_t i = 0; i < tally->family_count; i++) {
        const qi_lab_family_tally *const one = &tally->families[i];
        if (!one->cases)
            continue;
        char name[16]; /* not translated */
        cli_write(out, name, (size_t)snprintf(name, sizeof name, "%-10s", one->family->name));
        cli_printf(
            out, bytes ? " %10llu %11llu B %7.3f s %7.1f MB\n" : " %10llu %8llu %7.3f s %7.1f MB\n",
            (unsigned long long)one->cases, (unsigned long long)one->largest, one->seconds,
            (double)one->memory / (1 << 20));
    }
}

/* "120 cases, no failure" */
static void put_cases(cli_out *out, const stress_run *run)
{
    if (run->cases)
        cli_printf(out, "%llu {case|cases}, no failure%s\n", (unsigned long long)run->cases,
                   is_interrupted(run) ? " (interrupted)" : "");
    else
        cli_printf(out, "no case was run to its end%s\n",
                   is_interrupted(run) ? " (interrupted)" : "");
}

static int report_success(const stress_run *run)
{
    cli_out out;
    cli_out_stdout(&out);
    if (run->options->json) {
        cli_print_json(&out, json_pack("{s:b, s:I, s:b, s:f, s:I}", "failed", 0, "cases",
                                       (json_int_t)run->cases, "interrupted", is_interrupted(run),
                                       "cpu_seconds", run->cpu_seconds, "memory",
                                       (json_int_t)run->memory));
        return cli_out_close(run->spec, &out, CLI_DONE);
    }
    put_cases(&out, run);
    if (run->cases && !run->setup.external)
        put_use(&out, "at most %.3f s of CPU time, %.1f MB\n", run->cpu_seconds, run->memory);
    if (run->cases && !run->options->input)
        put_table(&out, run);
    if (!is_interrupted(run) && run->cases && cli_lab_mark_stale(run->options->folder, run->cases))
        cli_printf(&out, "%s is of an earlier failure: its report says so now\n",
                   run->options->folder);
    return cli_out_close(run->spec, &out, CLI_DONE);
}

static int run_and_report(stress_run *run)
{
    cli_progress_start(&run->progress);
    int status = CLI_GO_ON;
    if (run->options->input)
        run_input(run);
    else
        status = run_cases(run);
    cli_progress_end(&run->progress);
    if (status != CLI_GO_ON)
        return status;
    if (run->failed && run->failure.kind == QI_LAB_BROKEN)
        status = fail_broken(run, &run->failure);
    else if (run->failed)
        status = report_failure(run);
    else
        status = report_success(run);
    if (run->elapsed > 0 && !run->setup.external)
        cli_remark("%.1f s, %.0f cases a second\n", run->elapsed,
                   (double)run->cases / run->elapsed);
    return status;
}

int stress_to_the_end(stress_run *run)
{
    const stress_options *const options = run->options;
    qi_processes_adopt();
    cli_watch_start(&run->watch);
    run->program = (cli_program){
        .stop = &run->watch.stop, .sandbox = options->sandbox, .memory = options->memory_limit};
    run->setup.program = &run->program.program;
    int status = cli_program_open(run->spec, run->words, options->compile, &run->program);
    for (int i = 0; i < STRESS_HELPERS; i++) {
        run->helpers[i] = (cli_program){.stop = &run->watch.stop,
                                        .sandbox = options->sandbox && !run->setup.external,
                                        .memory = options->memory_limit};
        if (status == CLI_GO_ON && run->commands[i])
            status = cli_program_open_command(run->spec, run->commands[i], &run->helpers[i]);
    }
    if (status == CLI_GO_ON)
        status = run_and_report(run);
    qi_lab_case_free(&run->it);
    cli_program_close(&run->program);
    for (int i = 0; i < STRESS_HELPERS; i++)
        cli_program_close(&run->helpers[i]);
    qi_processes_end_orphans(NULL, 0);
    return cli_watch_end(&run->watch, status);
}
