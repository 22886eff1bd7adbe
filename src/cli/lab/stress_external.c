/* qi stress: any problem, given a generator and a program that answers. */
#include "cli/lab/lab.h"
#include "cli/verbs.h"
#include "lab/external.h"

#include <errno.h>
#include <string.h>

typedef struct external_options {
    stress_options common;
    const char *generate, *answer, *check, *validate;
    int convention;
    uint64_t size;
} external_options;

static const char *const conventions[] = {"testlib", "icpc", NULL};

/* Shows the beginning of a text. */
static void show(cli_out *out, const char *title, const qi_buffer *text)
{
    enum { MAX = 600 };
    cli_printf(out, "%s:\n", title);
    for (size_t i = 0; i < text->length && i < MAX;) {
        char shown[QI_SHOWN_BYTES];
        i += qi_show_character(text->bytes + i, text->length - i, true, shown);
        cli_write(out, shown, strlen(shown));
    }
    if (text->length > MAX)
        cli_text(out, "...\n");
    else if (text->bytes && text->length && text->bytes[text->length - 1] != '\n')
        cli_text(out, "\n");
}

static void show_texts(cli_out *out, const qi_lab_failure_report *report, cli_medium medium)
{
    (void)medium;
    show(out, "input", &report->bench->input);
    show(out, "expected", &report->bench->expected);
    show(out, "got", &report->bench->output);
}

static const struct cli_lab lab = {.game = &qi_lab_external_game, .draw = show_texts};

static int run_external(const cli_spec *spec, const external_options *options, char **argv)
{
    const stress_options *const common = &options->common;
    if (!options->generate || !options->answer)
        return cli_fail(spec, "--generate and --brute are needed");
    cli_program scratch = {.folder = cli_make_temporary()};
    if (!scratch.folder)
        return cli_fail(spec, "cannot make a folder: %s", strerror(errno));
    const qi_lab_limits limits = {.seconds = 1e-3 * (double)common->time_limit,
                                  .memory = common->memory_limit,
                                  .output = STRESS_MAX_OUTPUT};
    stress_run run = {
        .spec = spec,
        .lab = &lab,
        .options = common,
        .words = argv,
        .commands = {options->generate, options->answer, options->check, options->validate},
        .setup = {.game = lab.game, .seed = common->seed, .limits = limits}};
    const qi_lab_external external = {
        .generate = &run.helpers[STRESS_GENERATE].program,
        .answer = &run.helpers[STRESS_ANSWER].program,
        .check = options->check ? &run.helpers[STRESS_CHECK].program : NULL,
        .validate = options->validate ? &run.helpers[STRESS_VALIDATE].program : NULL,
        .convention = (qi_lab_convention)options->convention,
        .folder = scratch.folder,
        .size = (uint32_t)options->size,
        .limits = limits};
    run.setup.external = &external;
    const int status = stress_to_the_end(&run);
    cli_program_close(&scratch); /* empties and removes the folder */
    return status;
}

int cli_stress(int argc, char **argv)
{
    external_options options = {.common = {.jobs = 1, .counted = true}};
    stress_options *const of = &options.common;
    const cli_option table[] = {
        opt_text("generate", "GEN", &options.generate, NULL,
                 "prints an input; gets a seed and a size as its last arguments"),
        opt_text("brute", "PROGRAM", &options.answer, NULL,
                 "a slow but correct program to compare against"),
        opt_text("check", "CHECKER", &options.check, NULL,
                 "judges outputs (default: their words are compared)"),
        opt_aside(opt_number("count", "N", &of->count, "1000", 0, 0, "number of cases")),
        opt_aside(opt_given(&of->timed, opt_seconds("time", "T", &of->seconds, NULL,
                                                    "stop after this long, e.g. 30s or 5m"))),
        opt_choice("check-as", "HOW", &options.convention, "testlib", conventions,
                   "convention of the checker: testlib or icpc"),
        opt_text("validate", "V", &options.validate, NULL,
                 "accepts valid inputs with exit status 0 or 42"),
        opt_number("size", "N", &options.size, "100", 1, 1000000000, "largest size"),
        opt_milliseconds("time-limit", &of->time_limit, "2s", 1, 3600000, "CPU time of a run"),
        CLI_STRESS_MEMORY(*of, "1G"),
        CLI_STRESS_COMPILE(*of),
        opt_flag("sandbox", &of->sandbox,
                 "run PROGRAM by bubblewrap: no network, nothing written, a private /tmp"),
        CLI_STRESS_REPORT(*of, "failure", "60s"),
        CLI_STRESS_PART(*of),
        {0}};
    const cli_spec spec = {
        .command = "qi stress",
        .operands = "-- PROGRAM [ARGUMENT]...",
        .description =
            "Runs PROGRAM on inputs of any problem. GEN SEED SIZE prints an input, --brute "
            "answers\n"
            "it, and the outputs are compared word by word, or judged by CHECKER. The first\n"
            "failure is made small without knowing the format: smaller sizes, fewer lines, words\n"
            "and letters, smaller numbers, as far as V accepts them. Commands may be sources.\n",
        .options = table,
        .json = &of->json,
        .min_operands = 1,
        .max_operands = -1};
    int first;
    const int status = cli_parse(&spec, argc, argv, &first);
    return status == CLI_GO_ON ? run_external(&spec, &options, argv + first) : status;
}
