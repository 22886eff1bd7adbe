#include "base/clock.h"
#include "base/processes.h"
#include "cli/json.h"
#include "cli/lab/lab.h"
#include "lab/growth.h"
#include "lab/schedule.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What the command line asks for. */
typedef struct stress_options {
    uint64_t count, seed, first, jobs, time_limit, memory_limit, output_limit;
    double seconds, shrink_seconds;
    qi_shard shard;
    const char *family, *against, *brute, *compile, *folder, *input;
    bool count_given, seconds_given, no_shrink, sandbox, json;
    int limits;
    cli_lab_wishes wishes; /* 0 where the limits say it */
} stress_options;

/* One run of the verb. */
typedef struct stress_run {
    const cli_spec *spec;
    const cli_room *room;
    const stress_options *options;
    qi_lab_setup setup;
    char **program; /* as it was given */
    cli_watch *watch;
    cli_progress progress;
    /* The outcome. */
    uint64_t cases, index, memory;
    double elapsed, cpu_seconds;
    qi_lab_tally tally; /* of generated cases */
    bool failed;
    qi_lab_case it;
    qi_lab_failure failure;
} stress_run;

/* ---- running ------------------------------------------------------------------------------ */

static bool is_interrupted(const stress_run *run)
{
    return atomic_load(&run->watch->stop);
}

static void tell_shrinking(void *context, const qi_lab_shrinking *so_far, const qi_lab_case *it)
{
    stress_run *const run = context;
    qi_processes_end_orphans(NULL, 0);
    if (!cli_progress_due(&run->progress))
        return;
    qi_buffer size = {0};
    run->setup.game->describe(it, &size);
    cli_progress_line(&run->progress, "shrinking: %llu runs, now %s",
                      (unsigned long long)so_far->tried, size.bytes ? size.bytes : "");
    qi_buffer_free(&size);
}

/* Returns CLI_GO_ON, or CLI_BAD after explaining why. */
static int run_cases(stress_run *run)
{
    const stress_options *const options = run->options;
    const bool counted = options->count_given || !options->seconds_given;
    const uint64_t end = counted && options->count <= UINT64_MAX - options->first
                             ? options->first + options->count
                             : UINT64_MAX;
    qi_lab_campaign *const campaign = qi_lab_campaign_start(
        &run->setup, options->first, end, options->shard, (unsigned)options->jobs);
    if (!campaign)
        return cli_fail_with(run->spec, QI_NO_MEMORY);
    const double start = qi_seconds();
    qi_lab_tally tally;
    do {
        const struct timespec moment = {0, 20000000};
        nanosleep(&moment, NULL);
        if (is_interrupted(run))
            qi_lab_campaign_stop(campaign);
        if (options->seconds_given && qi_seconds() - start > options->seconds)
            qi_lab_campaign_stop(campaign);
        qi_lab_campaign_sweep(campaign);
        qi_lab_campaign_tally(campaign, &tally);
        const uint64_t expected = counted ? options->count / options->shard.parts : 0;
        cli_progress_set(&run->progress, (double)tally.cases, (double)expected,
                         options->seconds_given ? options->seconds : 0);
        if (cli_progress_due(&run->progress))
            cli_progress_line(&run->progress, "%llu cases, %.0f a second, up to %llu %s, %s",
                              (unsigned long long)tally.cases,
                              (double)tally.cases / (qi_seconds() - start + 1e-9),
                              (unsigned long long)tally.largest, run->setup.game->grows,
                              tally.failed ? "a failure" : "no failure");
    } while (!tally.finished);
    run->failed = qi_lab_campaign_end(campaign, &run->index, &run->it, &run->failure);
    run->tally = tally;
    run->cases = tally.cases;
    run->cpu_seconds = tally.seconds;
    run->memory = tally.memory;
    run->elapsed = qi_seconds() - start;
    qi_processes_end_orphans(NULL, 0);
    return CLI_GO_ON;
}

/* Reads the input of a file, before signals are caught: it may be a pipe on which nothing comes.
 * Returns CLI_GO_ON, or CLI_BAD after explaining why. */
static int read_input(stress_run *run)
{
    cli_input input;
    const qi_lab_setup *const setup = &run->setup;
    const int status = cli_read(run->spec, run->options->input, &input);
    if (status != CLI_GO_ON)
        return status;
    qi_text_error error = {0};
    run->it = (qi_lab_case){.rows = setup->most.rows, .columns = setup->most.columns};
    const qi_result result = setup->game->read(&run->it, input.text, input.length, &error);
    cli_input_free(&input);
    if (result != QI_OK)
        return cli_fail_result(run->spec, run->options->input, result, &error);
    return CLI_GO_ON;
}

static void run_input(stress_run *run)
{
    qi_lab_bench bench = {.stop = &run->watch->stop};
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
    cli_repeat(run->spec, which, run->program, text);
}

/* What a run took. */
static void put_use(cli_out *out, double seconds, uint64_t memory, bool below)
{
    cli_printf(out, "%.3f s of CPU time, %s%.1f MB\n", seconds, below ? "at most " : "",
               (double)memory / (1 << 20));
}

static bool is_large(const stress_run *run)
{
    const size_t size = run->it.cells ? run->it.rows : run->it.move_count;
    return size > run->setup.game->schedule->small;
}

/* Makes the failing case small. */
static qi_lab_shrinking shrink(stress_run *run, qi_lab_bench *bench)
{
    const stress_options *const options = run->options;
    const qi_lab_setup *const setup = &run->setup;
    qi_lab_shrinking shrinking = {0};
    const qi_lab_failure *const failure = &run->failure;
    const bool slow = failure->kind == QI_LAB_TIME && failure->which == 1 && !failure->run.asleep;
    /* Of a program that is slow the size is what matters, unless it never ends. */
    if (slow && !options->input && is_large(run) &&
        qi_lab_find_slow_size(setup, run->index, &run->it, &run->failure, bench,
                              options->shrink_seconds, &shrinking) &&
        is_large(run))
        return shrinking;
    if (slow)
        run->failure.judgement = (qi_lab_judgement){.mark = QI_NO_POINT};
    return qi_lab_shrink(setup, &run->it, &run->failure, bench, options->shrink_seconds,
                         run->cpu_seconds, tell_shrinking, run);
}

/* The last line that a program wrote to stderr before it crashed or gave up. */
static void put_last_words(const stress_run *run, const qi_buffer *talk, qi_buffer *sentence)
{
    enum { MOST = 200 };
    if (run->failure.kind != QI_LAB_CRASH && run->failure.kind != QI_LAB_EXIT)
        return;
    size_t end = talk->length;
    while (end && strchr(" \t\r\n", talk->bytes[end - 1]))
        end--;
    size_t start = end;
    while (start && talk->bytes[start - 1] != '\n')
        start--;
    if (end > start) {
        qi_buffer_add_text(sentence, "; its last words: ");
        qi_buffer_show(sentence, talk->bytes + start, end - start < MOST ? end - start : MOST,
                       false);
    }
}

static void print_finding(const stress_run *run, cli_out *out, const qi_lab_finding *finding,
                          const char *headline, const char *sentence, const qi_lab_failure *again,
                          bool again_same)
{
    cli_printf(out, "%s\n\n", headline ? headline : "");
    run->room->lab->draw(out, finding, cli_use_colour(CLI_COLOUR_AUTO) ? CLI_COLOURED : CLI_PLAIN);
    cli_printf(out, "\n%s\n", sentence ? sentence : "");
    if (!is_interrupted(run))
        put_use(out, again->run.cpu_seconds, again->run.memory, again->run.memory_below);
    if (!again_same)
        cli_text(out, "The same input did not fail again: the program is not deterministic.\n");
    if (!qi_lab_oracle_agrees(finding))
        cli_text(out,
                 "qi's engine and its slow referee disagree here: the mistake may be qi's own.\n");
}

static json_t *finding_json(const stress_run *run, const qi_lab_finding *finding,
                            const char *sentence, const qi_lab_failure *again, bool again_same)
{
    const qi_buffer *input = &finding->bench->input;
    json_t *json =
        json_pack("{s:b, s:I, s:s, s:o, s:o, s:f, s:I, s:b, s:o, s:o}", "failed", 1, "cases",
                  (json_int_t)run->cases, "kind", qi_lab_kind_text(run->failure.kind), "sentence",
                  cli_json_text(sentence ? sentence : ""), "input",
                  cli_json_bytes(input->bytes, input->length), "cpu_seconds",
                  cli_json_seconds(again->run.cpu_seconds), "memory", (json_int_t)again->run.memory,
                  "deterministic", again_same, "folder", cli_json_text(run->options->folder),
                  "again", finding->command ? cli_json_text(finding->command) : NULL);
    if (!run->options->input)
        json_object_set_new(json, "case", json_integer((json_int_t)run->index));
    return json;
}

/* Shrinks the failure, prints it and saves it. */
static int report(stress_run *run)
{
    const stress_options *const options = run->options;
    const qi_lab_setup *const setup = &run->setup;
    qi_lab_bench bench = {.stop = &run->watch->stop};
    qi_buffer was = {0}, command = {0}, headline = {0}, sentence = {0};
    setup->game->describe(&run->it, &was);
    put_command(run, &command);
    qi_lab_finding finding = {.setup = setup,
                              .it = &run->it,
                              .failure = &run->failure,
                              .bench = &bench,
                              .index = options->input ? UINT64_MAX : run->index,
                              .was = was.bytes,
                              .command = command.bytes};
    if (!options->no_shrink && !is_interrupted(run))
        finding.shrinking = shrink(run, &bench);
    cli_progress_end(&run->progress);
    /* Run it once more to have the outputs and what it says (sanitizers and assertions say more
     * than a signal), and to notice a program that does not fail every time. Who wants to end does
     * not wait for it. */
    qi_lab_failure again;
    bench.heard = run->failure.which;
    bench.once = run->failure.kind == QI_LAB_TIME;
    qi_lab_examine(setup, &run->it, &bench, &again);
    qi_lab_finding_headline(&finding, &headline);
    qi_lab_explain(&run->failure, &sentence);
    put_last_words(run, &bench.talk, &sentence);
    const bool again_same =
        is_interrupted(run) || again.kind == run->failure.kind || finding.shrinking.by_size;
    int status = cli_lab_save(run->spec, run->room, &finding, options->folder);
    qi_processes_end_orphans(NULL, 0);
    cli_out out;
    cli_out_stdout(&out);
    if (options->json) {
        cli_print_json(&out, finding_json(run, &finding, sentence.bytes, &again, again_same));
    } else {
        print_finding(run, &out, &finding, headline.bytes, sentence.bytes, &again, again_same);
        if (status == CLI_GO_ON)
            cli_printf(&out, "\nSaved in %s: input.txt expected.txt got.txt %sreport.md case.svg\n",
                       options->folder, setup->against ? "got2.txt " : "");
        cli_printf(&out, "Again: %s\n", finding.command);
    }
    if (status == CLI_GO_ON)
        status = CLI_NO;
    qi_buffer_free(&was);
    qi_buffer_free(&headline);
    qi_buffer_free(&sentence);
    qi_buffer_free(&command);
    qi_lab_bench_free(&bench);
    return cli_out_close(run->spec, &out, status);
}

/* What was tried, by families. */
static void put_table(cli_out *out, const stress_run *run)
{
    const qi_lab_tally *const tally = &run->tally;
    cli_printf(out, "\nfamily          cases  largest  CPU time     memory\n");
    for (size_t i = 0; i < tally->family_count; i++) {
        const qi_lab_family_tally *const one = &tally->families[i];
        if (one->cases)
            cli_printf(out, "%-10s %10llu %8llu %7.3f s %7.1f MB\n", one->family->name,
                       (unsigned long long)one->cases, (unsigned long long)one->largest,
                       one->seconds, (double)one->memory / (1 << 20));
    }
}

static int tell_success(const stress_run *run)
{
    cli_out out;
    cli_out_stdout(&out);
    if (run->options->json) {
        cli_print_json(&out, json_pack("{s:b, s:I, s:b, s:f, s:I}", "failed", 0, "cases",
                                       (json_int_t)run->cases, "interrupted", is_interrupted(run),
                                       "cpu_seconds", cli_json_seconds(run->cpu_seconds), "memory",
                                       (json_int_t)run->memory));
        return cli_out_close(run->spec, &out, CLI_DONE);
    }
    cli_lab_put_success(&out, run->cases, is_interrupted(run));
    if (run->cases) {
        cli_text(&out, "at most ");
        put_use(&out, run->cpu_seconds, run->memory, false);
        if (!run->options->input)
            put_table(&out, run);
    }
    if (!is_interrupted(run) && run->cases && cli_lab_mark_stale(run->options->folder, run->cases))
        cli_printf(&out, "%s is of an earlier failure: its report says so now\n",
                   run->options->folder);
    return cli_out_close(run->spec, &out, CLI_DONE);
}

static int stress(stress_run *run)
{
    cli_progress_start(&run->progress);
    int status = CLI_GO_ON;
    if (run->options->input)
        run_input(run);
    else
        status = run_cases(run);
    cli_progress_end(&run->progress);
    if (status == CLI_GO_ON) {
        if (run->failed && run->failure.kind == QI_LAB_BROKEN)
            status = cli_fail(run->spec, "cannot run '%s': %s", run->program[0],
                              strerror(run->failure.run.code ? run->failure.run.code : ENOMEM));
        else if (run->failed)
            status = report(run);
        else
            status = tell_success(run);
        if (run->elapsed > 0)
            cli_remark("%.1f s, %.0f cases a second\n", run->elapsed,
                       (double)run->cases / run->elapsed);
    }
    return status;
}

/* ---- the command line --------------------------------------------------------------------- */

static const char *const limits_choices[] = {"problem", "none", NULL};
enum { LIMITS_PROBLEM };

/* The largest sizes: those asked for, else the statement's or what is called small. */
static qi_lab_request largest(const qi_lab_game *game, const stress_options *options)
{
    enum { MOST_MOVES = 1000000 };
    const qi_lab_schedule *const schedule = game->schedule;
    const cli_lab_wishes *const wishes = &options->wishes;
    const bool problem = options->limits == LIMITS_PROBLEM;
    const uint32_t usual = problem ? schedule->largest : schedule->small;
    qi_lab_request most = cli_lab_request(wishes);
    most.games = QI_LAB_ANY;
    if (schedule->counts_moves) {
        most.moves = wishes->moves ? (uint32_t)wishes->moves : usual;
        uint64_t games = wishes->games ? wishes->games : problem ? (uint64_t)schedule->games : 1;
        if (games > MOST_MOVES / most.moves)
            games = MOST_MOVES / most.moves;
        most.games = games > 1 ? (int)games : QI_LAB_ANY;
    }
    most.rows = wishes->side ? (uint32_t)wishes->side : wishes->size.rows;
    most.columns = wishes->side ? (uint32_t)wishes->side : wishes->size.columns;
    if (!most.rows)
        most.rows = most.columns = usual;
    return most;
}

/* In seconds. */
static double time_limit(const qi_lab_game *game, const stress_options *options)
{
    enum { PATIENT = 10 };
    if (options->time_limit)
        return 1e-3 * (double)options->time_limit;
    return options->limits == LIMITS_PROBLEM ? game->schedule->seconds : PATIENT;
}

static int run_stress(const cli_spec *spec, const cli_room *room, const stress_options *options,
                      char **argv)
{
    stress_run run = {.spec = spec,
                      .room = room,
                      .options = options,
                      .program = argv,
                      .setup = {.game = room->lab->game,
                                .most = largest(room->lab->game, options),
                                .seed = options->seed,
                                .limits = {.seconds = time_limit(room->lab->game, options),
                                           .memory = options->memory_limit << 20,
                                           .output = options->output_limit << 20}}};
    if (!cli_lab_find_family(spec, room->lab->game, options->family, &run.setup.family))
        return CLI_BAD;
    int status = options->input ? read_input(&run) : CLI_GO_ON;
    cli_watch watch;
    cli_lab_begin(&watch);
    run.watch = &watch;
    cli_program program = {.stop = &watch.stop, .sandbox = options->sandbox};
    cli_program other = program;
    const char *const command = options->brute ? options->brute : options->against;
    if (options->brute && options->against)
        status = cli_fail(spec, "--brute and --against: only one second program can be run");
    else if (options->brute && room->lab->game->many_right)
        status = cli_fail(spec, "--brute: this problem has many right outputs, which cannot be "
                                "compared; --against judges both");
    if (status == CLI_GO_ON)
        status = cli_program_open(spec, argv, options->compile, &program);
    if (status == CLI_GO_ON && command)
        status = cli_program_open_command(spec, command, &other);
    run.setup.program = &program.program;
    run.setup.against = command ? &other.program : NULL;
    run.setup.trusted = options->brute != NULL;
    if (status == CLI_GO_ON)
        status = stress(&run);
    cli_program_close(&program);
    cli_program_close(&other);
    qi_lab_case_free(&run.it);
    return cli_lab_end(&watch, status);
}

int cli_lab_stress(const cli_room *room, int argc, char **argv)
{
    const qi_lab_game *const game = room->lab->game;
    char folder[32], command[32];
    snprintf(folder, sizeof folder, "failure-%s", room->name);
    snprintf(command, sizeof command, "qi %s stress", room->name);
    stress_options options = {.jobs = cli_cores(), .wishes = cli_lab_no_wishes()};
    options.wishes.side = options.wishes.moves = options.wishes.games = 0;
    cli_option table[CLI_LAB_OPTIONS + 22] = {{0}};
    const int own = room->lab->options(CLI_STRESS, &options.wishes, table);
    const cli_option common[] = {
        opt_text("family", "NAME", &options.family, NULL,
                 "only inputs of this family (default: all in turn)"),
        opt_aside(
            opt_given(&options.count_given, opt_number("count", "N", &options.count, "10000", 0, 0,
                                                       "number of cases, unless --time is given"))),
        opt_aside(
            opt_given(&options.seconds_given, opt_seconds("time", "T", &options.seconds, NULL,
                                                          "run for this long, e.g. 30s or 5m"))),
        opt_aside(opt_number("seed", "S", &options.seed, "1", 0, 0, "seed of the cases")),
        opt_aside(opt_number("first", "I", &options.first, "0", 0, 0,
                             "start with case number I; later cases are larger")),
        opt_aside(opt_shard(&options.shard, "only part K of N of the cases, for several machines")),
        opt_aside(opt_number("jobs", "J", &options.jobs, NULL, 1, 256,
                             "programs to run at a time (default: one per core)")),
        opt_choice("limits", "WHICH", &options.limits, "problem", limits_choices,
                   "sizes and time of the problem's statement, or none: small inputs only"),
        opt_milliseconds("time-limit", &options.time_limit, NULL, 1, 3600000,
                         "CPU time of a run, in milliseconds or such as 1.5s (default: 2000)"),
        opt_number("memory-limit", "MB", &options.memory_limit, "1024", 1, 1 << 20,
                   "memory of a run, in MB"),
        opt_number("output-limit", "MB", &options.output_limit, "64", 1, 4096,
                   "output of a run, in MB"),
        opt_text("against", "PROGRAM2", &options.against, NULL,
                 "run and judge a second program too, and compare the two"),
        opt_text("brute", "PROGRAM2", &options.brute, NULL,
                 "compare with a second program, slow maybe, that is trusted"),
        opt_text("compile", "COMMAND", &options.compile, NULL,
                 "compile PROGRAM, a source: 'g++ -O2 -o {out} {in}' (default: by its ending)"),
        opt_flag("sandbox", &options.sandbox,
                 "run programs by bubblewrap: no network, nothing written, a private /tmp"),
        opt_text("input", "FILE", &options.input, NULL,
                 "run only this input, and shrink it if the program fails"),
        opt_aside(opt_text("out", "DIR", &options.folder, folder, "folder to save a failure in")),
        opt_aside(opt_seconds("shrink-time", "T", &options.shrink_seconds, "20s",
                              "stop shrinking a failure after T")),
        opt_aside(opt_flag("no-shrink", &options.no_shrink, "do not shrink the failing case")),
        opt_aside(opt_flag("json", &options.json, "print what was found as one line of JSON"))};
    memcpy(table + own, common, sizeof common);
    qi_buffer more = {0};
    cli_lab_families(game, &more);
    const cli_spec spec = {
        .command = command,
        .operands = "-- PROGRAM [ARGUMENT]...",
        .description =
            "Runs PROGRAM on generated inputs, most of them small, some as large as the\n"
            "problem's statement allows, and judges what it prints: wrong answers, crashes,\n"
            "exit statuses other than 0, too much time, memory or output. The first failure\n"
            "is made as small as possible, shown and saved; the exit status is then 1.\n",
        .options = table,
        .more = more.bytes,
        .min_operands = 1,
        .max_operands = -1};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status == CLI_GO_ON)
        status = run_stress(&spec, room, &options, argv + first);
    qi_buffer_free(&more);
    return status;
}
