#include "cli/lab/lab.h"

#include <qi/go.h>
#include <qi/maze.h>
#include <qi/nogo.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What the command line asks for. */
typedef struct stress_options {
    uint64_t count, seed, first, jobs, time_limit, memory_limit, output_limit;
    uint64_t moves_max, side_max;
    cli_board_size size;
    double seconds, shrink_seconds;
    const char *family, *against, *folder, *input;
    bool count_given, seconds_given, no_shrink;
} stress_options;

/* ---- the command that repeats a case ------------------------------------------------------- */

static void put_quoted(lab_text *text, const char *word)
{
    if (*word && strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                              "_-+=./,:@%") == strlen(word)) {
        lab_puts(text, word);
        return;
    }
    lab_putc(text, '\'');
    for (; *word; word++)
        if (*word == '\'')
            lab_puts(text, "'\\''");
        else
            lab_putc(text, *word);
    lab_putc(text, '\'');
}

/* Only what differs from the defaults is said. */
static void put_command(lab_text *text, const lab_game *game, const stress_options *options,
                        uint64_t index, char **program)
{
    const lab_request usual = cli_lab_default(game, true);
    lab_printf(text, "qi %s stress", game->name);
    if (options->input) {
        lab_puts(text, " --input ");
        put_quoted(text, options->input);
    } else {
        lab_printf(text, " --seed %llu --first %llu --count 1", (unsigned long long)options->seed,
                   (unsigned long long)index);
    }
    if (game == &lab_maze) {
        if (options->side_max != usual.rows)
            lab_printf(text, " --size-max %llu", (unsigned long long)options->side_max);
    } else if (options->size.rows != usual.rows || options->size.columns != usual.columns) {
        lab_printf(text, " --%s %ux%u", game == &lab_go ? "size" : "size-max", options->size.rows,
                   options->size.columns);
    }
    if (game == &lab_go && options->moves_max != usual.moves)
        lab_printf(text, " --moves-max %llu", (unsigned long long)options->moves_max);
    if (options->family)
        lab_printf(text, " --family %s", options->family);
    if (options->time_limit != 2000)
        lab_printf(text, " --time-limit %llu", (unsigned long long)options->time_limit);
    if (options->memory_limit != 1024)
        lab_printf(text, " --memory-limit %llu", (unsigned long long)options->memory_limit);
    if (options->output_limit != 64)
        lab_printf(text, " --output-limit %llu", (unsigned long long)options->output_limit);
    if (options->against) {
        lab_puts(text, " --against ");
        put_quoted(text, options->against);
    }
    lab_puts(text, " --");
    for (; *program; program++) {
        lab_putc(text, ' ');
        put_quoted(text, *program);
    }
}

/* ---- running ------------------------------------------------------------------------------ */

/* Waits a fiftieth of a second or for a signal that asks to end; true for the latter. */
static bool wait_a_little(const sigset_t *signals)
{
    const struct timespec moment = {0, 20000000};
    return sigtimedwait(signals, NULL, &moment) > 0;
}

typedef struct shrink_watch {
    cli_progress *progress;
    const lab_game *game;
    const sigset_t *signals;
    atomic_bool *stop;
} shrink_watch;

static void tell_shrinking(void *context, const lab_shrinking *so_far, const lab_case *it)
{
    const shrink_watch *const watch = context;
    const struct timespec at_once = {0, 0};
    lab_end_orphans(NULL, 0);
    if (sigtimedwait(watch->signals, NULL, &at_once) > 0)
        atomic_store(watch->stop, true);
    if (!cli_progress_due(watch->progress))
        return;
    lab_text size = {0};
    watch->game->describe(it, &size);
    cli_progress_line(watch->progress, "shrinking: %llu runs, now %s",
                      (unsigned long long)so_far->tried, size.bytes ? size.bytes : "");
    lab_text_free(&size);
}

/* What came of it. */
typedef struct stress_outcome {
    uint64_t cases, index;
    double seconds;
    bool failed, interrupted;
    lab_case it;
    lab_failure failure;
} stress_outcome;

static bool run_cases(const lab_setup *setup, const stress_options *options,
                      const sigset_t *signals, cli_progress *progress, stress_outcome *outcome)
{
    const bool counted = options->count_given || !options->seconds_given;
    lab_campaign *const campaign = lab_campaign_start(
        setup, options->first, counted ? options->count : UINT64_MAX, (unsigned)options->jobs);
    if (!campaign)
        return false;
    const double start = cli_clock();
    lab_tally tally;
    do {
        if (wait_a_little(signals)) {
            outcome->interrupted = true;
            lab_campaign_stop(campaign);
        }
        if (options->seconds_given && cli_clock() - start > options->seconds)
            lab_campaign_stop(campaign);
        lab_campaign_sweep(campaign);
        lab_campaign_tally(campaign, &tally);
        if (cli_progress_due(progress))
            cli_progress_line(
                progress, "%llu cases, %.0f a second, up to %llu %s, %s",
                (unsigned long long)tally.cases, (double)tally.cases / (cli_clock() - start + 1e-9),
                (unsigned long long)tally.largest, setup->game == &lab_go ? "moves" : "rows",
                tally.failed ? "a failure" : "no failure");
    } while (!tally.finished);
    outcome->failed = lab_campaign_end(campaign, &outcome->index, &outcome->it, &outcome->failure);
    outcome->cases = tally.cases;
    outcome->seconds = cli_clock() - start;
    lab_end_orphans(NULL, 0);
    return true;
}

/* Runs the one input of a file. CLI_GO_ON, or CLI_BAD with the reason told. */
static int run_input(const cli_spec *spec, const lab_setup *setup, const stress_options *options,
                     stress_outcome *outcome)
{
    cli_input input;
    const int status = cli_read(spec, options->input, &input);
    if (status != CLI_GO_ON)
        return status;
    qi_text_error error = {0};
    outcome->it = (lab_case){.rows = setup->most.rows, .columns = setup->most.columns};
    const bool good = setup->game->read(&outcome->it, input.text, input.length, &error);
    cli_input_free(&input);
    if (!good)
        return error.line ? cli_fail_text(options->input, &error)
                          : cli_fail(spec, "%s", qi_result_text(QI_NO_MEMORY));
    lab_bench bench = {0};
    lab_examine(setup, &outcome->it, &bench, &outcome->failure);
    lab_bench_free(&bench);
    lab_end_orphans(NULL, 0);
    outcome->failed = outcome->failure.kind != LAB_PASSED;
    outcome->cases = !outcome->failed;
    return CLI_GO_ON;
}

/* Whether the slow referee gives the same answer as the engine that judged. Cases too large for it
 * are taken on trust. */
static bool oracle_agrees(const lab_setup *setup, const lab_case *it, const lab_text *input)
{
    enum { MOST_POINTS = 400, MOST_MOVES = 5000 };
    if (it->rows * it->columns > MOST_POINTS || it->move_count > MOST_MOVES)
        return true;
    lab_text ours = {0};
    lab_text theirs = {0};
    const bool agrees = setup->game->answer(it, input->bytes, input->length, &ours) &&
                        setup->game->oracle(it, input->bytes, input->length, &theirs) &&
                        ours.length == theirs.length &&
                        memcmp(ours.bytes, theirs.bytes, ours.length) == 0;
    lab_text_free(&ours);
    lab_text_free(&theirs);
    return agrees;
}

/* Makes the failure small, tells it and saves it. */
static int report(const cli_spec *spec, const lab_setup *setup, const stress_options *options,
                  const sigset_t *signals, cli_progress *progress, char **program,
                  stress_outcome *outcome)
{
    atomic_bool stop = false;
    lab_bench bench = {.stop = &stop};
    lab_text was = {0};
    lab_text command = {0};
    setup->game->describe(&outcome->it, &was);
    put_command(&command, setup->game, options, outcome->index, program);
    lab_finding finding = {.setup = setup,
                           .it = &outcome->it,
                           .failure = &outcome->failure,
                           .bench = &bench,
                           .index = options->input ? UINT64_MAX : outcome->index,
                           .was = was.bytes,
                           .command = command.bytes};
    shrink_watch watch = {progress, setup->game, signals, &stop};
    if (!options->no_shrink && !outcome->interrupted && outcome->failure.kind != LAB_BROKEN)
        finding.shrinking = lab_shrink(setup, &outcome->it, &outcome->failure, &bench,
                                       options->shrink_seconds, tell_shrinking, &watch);
    cli_progress_end(progress);
    atomic_store(&stop, false);
    /* Once more, for the outputs; a program that does not fail twice on one input is told of. */
    lab_failure again;
    lab_examine(setup, &outcome->it, &bench, &again);
    cli_out out;
    cli_out_stdout(&out);
    cli_lab_tell(&out, &finding, cli_use_colour(CLI_COLOUR_AUTO));
    if (again.kind != outcome->failure.kind)
        cli_text(&out, "The same input did not fail again: the program is not deterministic.\n");
    if (!oracle_agrees(setup, &outcome->it, &bench.input))
        cli_text(&out,
                 "qi's engine and its slow referee disagree here: the mistake may be qi's own.\n");
    int status = cli_lab_save(spec, &finding, options->folder);
    lab_end_orphans(NULL, 0);
    if (status == CLI_GO_ON) {
        cli_printf(&out, "\nSaved in %s: input.txt expected.txt got.txt %sreport.md case.svg\n",
                   options->folder, setup->against ? "got2.txt " : "");
        status = CLI_NO;
    }
    cli_printf(&out, "Again: %s\n", command.bytes);
    lab_text_free(&was);
    lab_text_free(&command);
    lab_bench_free(&bench);
    return cli_out_close(spec, &out, status);
}

static int stress(const cli_spec *spec, const lab_setup *setup, const stress_options *options,
                  char **program)
{
    /* Signals are asked for, not handled: blocked in every thread, taken by sigtimedwait. */
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    signal(SIGPIPE, SIG_IGN);
    lab_adopt_orphans();
    cli_progress progress;
    cli_progress_start(&progress);
    stress_outcome outcome = {0};
    if (options->input) {
        const int ran = run_input(spec, setup, options, &outcome);
        if (ran != CLI_GO_ON) {
            lab_case_free(&outcome.it);
            return ran;
        }
    } else if (!run_cases(setup, options, &signals, &progress, &outcome)) {
        return cli_fail(spec, "%s", qi_result_text(QI_NO_MEMORY));
    }
    cli_progress_end(&progress);
    int status = CLI_DONE;
    if (outcome.failed && outcome.failure.kind == LAB_BROKEN)
        status = cli_fail(spec, "cannot run '%s': %s", program[0],
                          strerror(outcome.failure.run.code ? outcome.failure.run.code : ENOMEM));
    else if (outcome.failed)
        status = report(spec, setup, options, &signals, &progress, program, &outcome);
    else
        printf("%llu case%s, no failure%s\n", (unsigned long long)outcome.cases,
               outcome.cases == 1 ? "" : "s", outcome.interrupted ? " (interrupted)" : "");
    fflush(stdout);
    if (outcome.seconds > 0)
        fprintf(stderr, "%.1f s, %.0f cases a second\n", outcome.seconds,
                (double)outcome.cases / outcome.seconds);
    lab_case_free(&outcome.it);
    return status;
}

/* ---- the command line --------------------------------------------------------------------- */

/* Splits a command at its blanks, in place; the list is the caller's to free. */
static char **split_words(char *command)
{
    char **const words = calloc(strlen(command) / 2 + 2, sizeof *words);
    size_t count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(command, " \t", &rest); words && word;
         word = strtok_r(NULL, " \t", &rest))
        words[count++] = word;
    return words;
}

static int find_program(const cli_spec *spec, lab_program *program, char **argv)
{
    if (argv[0] && lab_program_find(program, argv))
        return CLI_GO_ON;
    return cli_fail(spec, "cannot run '%s': %s", argv[0] ? argv[0] : "",
                    strerror(argv[0] ? errno : ENOENT));
}

static int run_stress(const cli_spec *spec, const lab_game *game, const stress_options *options,
                      char **argv)
{
    lab_setup setup = {.game = game,
                       .most = cli_lab_default(game, true),
                       .seed = options->seed,
                       .limits = {.seconds = 1e-3 * (double)options->time_limit,
                                  .memory = options->memory_limit << 20,
                                  .output = options->output_limit << 20}};
    if (!cli_lab_find_family(spec, game, options->family, &setup.family))
        return CLI_BAD;
    setup.most.rows = game == &lab_maze ? (uint32_t)options->side_max : options->size.rows;
    setup.most.columns = game == &lab_maze ? (uint32_t)options->side_max : options->size.columns;
    setup.most.moves = (uint32_t)options->moves_max;
    lab_program program = {0};
    lab_program against = {0};
    char *const other = options->against ? strdup(options->against) : NULL;
    char **const other_words = other ? split_words(other) : NULL;
    int status = find_program(spec, &program, argv);
    if (status == CLI_GO_ON && other_words)
        status = find_program(spec, &against, other_words);
    setup.program = &program;
    setup.against = other_words ? &against : NULL;
    if (status == CLI_GO_ON)
        status = stress(spec, &setup, options, argv);
    lab_program_free(&program);
    lab_program_free(&against);
    free(other_words);
    free(other);
    return status;
}

int cli_lab_stress(const lab_game *game, int argc, char **argv)
{
    const lab_request usual = cli_lab_default(game, true);
    const bool is_go = game == &lab_go;
    const bool is_maze = game == &lab_maze;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    char folder[32];
    snprintf(folder, sizeof folder, "failure-%s", game->name);
    stress_options options = {.count = 10000,
                              .seed = 1,
                              .jobs = cores > 0 ? (uint64_t)cores : 1,
                              .time_limit = 2000,
                              .memory_limit = 1024,
                              .output_limit = 64,
                              .moves_max = usual.moves,
                              .side_max = usual.rows,
                              .size = {usual.rows, usual.columns},
                              .shrink_seconds = 60,
                              .folder = folder};
    const cli_option table[] = {
        {.name = "count",
         .kind = CLI_NUMBER,
         .value = &options.count,
         .argument = "N",
         .given = &options.count_given,
         .help = "so many cases (default 10000, unless --time is given)"},
        {.name = "time",
         .kind = CLI_SECONDS,
         .value = &options.seconds,
         .argument = "T",
         .given = &options.seconds_given,
         .help = "for so long, e.g. 30s or 5m"},
        is_maze
            ? (cli_option){.name = "size-max",
                           .kind = CLI_NUMBER,
                           .value = &options.side_max,
                           .argument = "N",
                           .min = QI_MAZE_LEAST_SIDE,
                           .max = 100,
                           .help = "cells on a side at most (default 9)"}
            : (cli_option){.name = is_go ? "size" : "size-max",
                           .kind = CLI_BOARD,
                           .value = &options.size,
                           .argument = "N|RxC",
                           .min = 1,
                           .max = is_go ? QI_GO_MOST_SIDE : 2000,
                           .help = is_go ? "the board the program plays on (default 19)"
                                         : "the largest board (default 9); RxC: rectangles too"},
        {.name = "family",
         .kind = CLI_TEXT,
         .value = &options.family,
         .argument = "NAME",
         .help = "only this kind of input (default: all in turn)"},
        {.name = "seed",
         .kind = CLI_NUMBER,
         .value = &options.seed,
         .argument = "S",
         .help = "another seed, other cases (default 1)"},
        {.name = "first",
         .kind = CLI_NUMBER,
         .value = &options.first,
         .argument = "I",
         .help = "begin with case number I (default 0); sizes grow with the number"},
        {.name = "jobs",
         .kind = CLI_NUMBER,
         .value = &options.jobs,
         .argument = "J",
         .min = 1,
         .max = 256,
         .help = "programs at a time (default: one per core)"},
        {.name = "time-limit",
         .kind = CLI_NUMBER,
         .value = &options.time_limit,
         .argument = "MS",
         .min = 1,
         .max = 3600000,
         .help = "CPU time for a run in milliseconds (default 2000)"},
        {.name = "memory-limit",
         .kind = CLI_NUMBER,
         .value = &options.memory_limit,
         .argument = "MB",
         .min = 1,
         .max = 1 << 20,
         .help = "memory for a run (default 1024)"},
        {.name = "output-limit",
         .kind = CLI_NUMBER,
         .value = &options.output_limit,
         .argument = "MB",
         .min = 1,
         .max = 4096,
         .help = "output of a run (default 64)"},
        {.name = "against",
         .kind = CLI_TEXT,
         .value = &options.against,
         .argument = "PROGRAM2",
         .help = game == &lab_nogo ? "run and judge a second program too (words split at blanks)"
                                   : "compare with a second program (words split at blanks)"},
        {.name = "input",
         .kind = CLI_TEXT,
         .value = &options.input,
         .argument = "FILE",
         .help = "only this input, made smaller if the program fails on it"},
        {.name = "out",
         .kind = CLI_TEXT,
         .value = &options.folder,
         .argument = "DIR",
         .help = "where a failure is saved (default: failure-GAME)"},
        {.name = "shrink-time",
         .kind = CLI_SECONDS,
         .value = &options.shrink_seconds,
         .argument = "T",
         .help = "stop making a failure smaller after T (default 60s)"},
        {.name = "no-shrink",
         .kind = CLI_FLAG,
         .value = &options.no_shrink,
         .help = "keep the failing case as it is"},
        {.name = is_go ? "moves-max" : NULL,
         .kind = CLI_NUMBER,
         .value = &options.moves_max,
         .argument = "N",
         .min = 1,
         .max = 100000,
         .help = "moves in a case at most (default 200)"},
        {0}};
    char command[32];
    snprintf(command, sizeof command, "qi %s stress", game->name);
    lab_text more = {0};
    cli_lab_families(game, &more);
    const cli_spec spec = {
        .command = command,
        .operands = "-- PROGRAM [ARGUMENT]...",
        .description =
            "Runs PROGRAM on generated inputs, small ones first, and judges what it prints: wrong\n"
            "answers, crashes, exit statuses other than 0, too much time, memory or output. The "
            "first\n"
            "failure is made as small as possible, shown and saved. Exit status 1 when there is "
            "one.\n",
        .options = table,
        .more = more.bytes,
        .min_operands = 1,
        .max_operands = -1};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status == CLI_GO_ON)
        status = run_stress(&spec, game, &options, argv + first);
    lab_text_free(&more);
    return status;
}
