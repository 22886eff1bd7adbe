/* qi GAME stress. */
#include "cli/lab/lab.h"

#include <string.h>

static const char *const limits_choices[] = {"problem", "none", NULL};
enum { LIMITS_PROBLEM };

/* Values of the command line's options. */
typedef struct game_options {
    stress_options common;
    const char *family, *brute;
    int limits;
    cli_lab_wishes wishes;
} game_options;

/* The largest sizes: those asked for, else the statement's or what is called small. */
static qi_lab_request largest(const qi_lab_game *game, const game_options *options)
{
    enum { MAX_MOVES = 1000000 };
    const qi_lab_schedule *const schedule = game->schedule;
    const cli_lab_wishes *const wishes = &options->wishes;
    const bool problem = options->limits == LIMITS_PROBLEM;
    const uint32_t default_size = problem ? schedule->largest : schedule->small;
    const cli_range *const range = &wishes->range;
    qi_lab_request max = cli_lab_request(wishes);
    max.games = QI_LAB_ANY;
    if (schedule->counts_moves) {
        max.moves = range->rows ? range->rows : default_size;
        uint64_t games = wishes->games ? wishes->games : problem ? (uint64_t)schedule->games : 1;
        if (games > MAX_MOVES / max.moves)
            games = MAX_MOVES / max.moves;
        max.games = games > 1 ? (int)games : QI_LAB_ANY;
    } else {
        max.rows = range->rows ? range->rows : default_size;
        max.columns = range->rows ? range->columns : default_size;
    }
    return max;
}

/* In seconds. */
static double time_limit(const qi_lab_game *game, const game_options *options)
{
    enum { GENEROUS_SECONDS = 10 };
    if (options->common.time_limit)
        return 1e-3 * (double)options->common.time_limit;
    return options->limits == LIMITS_PROBLEM ? game->schedule->seconds : GENEROUS_SECONDS;
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
    run->it = (qi_lab_case){.rows = setup->max.rows, .columns = setup->max.columns};
    const qi_result result = setup->game->read(&run->it, input.text, input.length, &error);
    cli_input_free(&input);
    if (result == QI_OK)
        return CLI_GO_ON;
    qi_lab_case_free(&run->it);
    return cli_fail_result(run->spec, run->options->input, result, &error);
}

static int run_game(const cli_spec *spec, const cli_game *parent, const game_options *options,
                    char **argv)
{
    const stress_options *const common = &options->common;
    const qi_lab_game *const game = parent->lab->game;
    stress_run run = {.spec = spec,
                      .lab = parent->lab,
                      .options = common,
                      .words = argv,
                      .commands = {options->brute},
                      .setup = {.game = game,
                                .max = largest(game, options),
                                .seed = common->seed,
                                .limits = {.seconds = time_limit(game, options),
                                           .memory = common->memory_limit,
                                           .output = STRESS_MAX_OUTPUT}}};
    if (options->brute)
        run.setup.against = &run.helpers[STRESS_OTHER].program;
    if (options->family)
        run.setup.family = qi_lab_find_family(game, options->family);
    const int status = common->input ? read_input(&run) : CLI_GO_ON;
    return status == CLI_GO_ON ? stress_to_the_end(&run) : status;
}

int cli_lab_stress(const cli_game *parent, int argc, char **argv)
{
    const qi_lab_game *const game = parent->lab->game;
    char folder[32], command[32];
    snprintf(folder, sizeof folder, "failure-%s", parent->name);
    snprintf(command, sizeof command, "qi %s stress", parent->name);
    game_options options = {.common = {.jobs = cli_cores()}, .wishes = cli_lab_no_wishes()};
    stress_options *const of = &options.common;
    bool count_given = false;
    options.wishes.games = 0;
    cli_lab_family_names names;
    cli_option table[CLI_LAB_OPTIONS + 20] = {
        opt_aside(opt_given(&count_given, opt_number("count", "N", &of->count, "10000", 0, 0,
                                                     "number of cases, unless --time is given"))),
        opt_aside(opt_given(&of->timed, opt_seconds("time", "T", &of->seconds, NULL,
                                                    "run for this long, e.g. 30s or 5m")))};
    const int own = 2 + parent->lab->options(CLI_STRESS, &options.wishes, table + 2);
    const cli_option common[] = {
        opt_text("brute", "PROGRAM", &options.brute, NULL,
                 "a slow but correct program to compare against"),
        opt_text("input", "FILE", &of->input, NULL,
                 "run only this input, and shrink it if the program fails"),
        cli_lab_family_option(game, &names, &options.family,
                              "only inputs of this family (default: all in turn)"),
        opt_choice("limits", "WHICH", &options.limits, "problem", limits_choices,
                   "sizes and time of the problem's statement, or none: small inputs only"),
        opt_milliseconds("time-limit", &of->time_limit, NULL, 1, 3600000,
                         "CPU time of a run (default: by --limits)"),
        CLI_STRESS_MEMORY(*of, "256M"),
        opt_aside(
            opt_jobs(&of->jobs, NULL, 256, "programs to run at a time (default: one per core)")),
        CLI_STRESS_COMPILE(*of),
        opt_flag("sandbox", &of->sandbox,
                 "run programs by bubblewrap: no network, nothing written, a private /tmp"),
        CLI_STRESS_REPORT(*of, folder, "20s"),
        CLI_STRESS_PART(*of)};
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
        .json = &of->json,
        .more = more.bytes,
        .min_operands = 1,
        .max_operands = -1};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    of->counted = count_given || !of->timed;
    if (status == CLI_GO_ON)
        status = run_game(&spec, parent, &options, argv + first);
    qi_buffer_free(&more);
    return status;
}
