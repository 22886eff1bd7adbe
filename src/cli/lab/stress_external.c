/* qi stress: any problem, given a generator and a program that answers. */
#include "cli/lab/stress.h"
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

/* The programs besides the one that is tested. */
enum { GENERATE, ANSWER, CHECK, VALIDATE, HELPERS };

/* Shows the beginning of a text. */
static void show(cli_out *out, const char *title, const qi_buffer *text)
{
    enum { MOST = 600 };
    cli_printf(out, "%s:\n", title);
    for (size_t i = 0; i < text->length && i < MOST;) {
        char shown[QI_SHOWN_BYTES];
        i += qi_show_character(text->bytes + i, text->length - i, true, shown);
        cli_write(out, shown, strlen(shown));
    }
    if (text->length > MOST)
        cli_text(out, "...\n");
    else if (text->bytes && text->length && text->bytes[text->length - 1] != '\n')
        cli_text(out, "\n");
}

static void show_texts(cli_out *out, const qi_lab_finding *finding, cli_medium medium)
{
    (void)medium;
    show(out, "input", &finding->bench->input);
    show(out, "expected", &finding->bench->expected);
    show(out, "got", &finding->bench->output);
}

static const struct cli_lab lab = {.game = &qi_lab_external_game, .draw = show_texts};

static int run_external(const cli_spec *spec, const external_options *options, char **argv)
{
    const stress_options *const common = &options->common;
    const char *const commands[HELPERS] = {options->generate, options->answer, options->check,
                                           options->validate};
    cli_watch watch;
    cli_program program = {.stop = &watch.stop, .sandbox = common->sandbox};
    cli_program helpers[HELPERS] = {0};
    char *folder = NULL;
    int status = options->generate && options->answer
                     ? CLI_GO_ON
                     : cli_fail(spec, "--generate and --answer are needed");
    if (status == CLI_GO_ON && !(folder = cli_make_temporary()))
        return cli_fail(spec, "cannot make a folder: %s", strerror(errno));
    cli_lab_begin(&watch);
    if (status == CLI_GO_ON)
        status = cli_program_open(spec, argv, common->compile, &program);
    for (int i = 0; i < HELPERS && status == CLI_GO_ON; i++)
        if (commands[i]) {
            helpers[i].stop = &watch.stop;
            status = cli_program_open_command(spec, commands[i], &helpers[i]);
        }
    const qi_lab_limits limits = {.seconds = 1e-3 * (double)common->time_limit,
                                  .memory = common->memory_limit << 20,
                                  .output = 64 << 20};
    const qi_lab_external external = {.generate = &helpers[GENERATE].program,
                                      .answer = &helpers[ANSWER].program,
                                      .check = options->check ? &helpers[CHECK].program : NULL,
                                      .validate =
                                          options->validate ? &helpers[VALIDATE].program : NULL,
                                      .convention = (qi_lab_convention)options->convention,
                                      .folder = folder,
                                      .size = (uint32_t)options->size,
                                      .limits = limits};
    stress_run run = {.spec = spec,
                      .lab = &lab,
                      .options = common,
                      .program = argv,
                      .setup = {.game = lab.game,
                                .external = &external,
                                .seed = common->seed,
                                .limits = limits,
                                .program = &program.program},
                      .watch = &watch};
    if (status == CLI_GO_ON)
        status = stress_to_the_end(&run);
    qi_lab_case_free(&run.it);
    cli_program_close(&program);
    for (int i = 0; i < HELPERS; i++)
        cli_program_close(&helpers[i]);
    cli_program scratch = {.folder = folder}; /* emptied, removed and freed */
    cli_program_close(&scratch);
    return cli_lab_end(&watch, status);
}

int cli_stress(int argc, char **argv)
{
    external_options options = {.common = {.jobs = 1, .counted = true}};
    stress_options *const of = &options.common;
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
        CLI_STRESS_COMPILE(*of),
        opt_aside(opt_number("count", "N", &of->count, "1000", 0, 0, "number of cases")),
        opt_aside(opt_given(&of->timed, opt_seconds("time", "T", &of->seconds, NULL,
                                                    "stop after this long, e.g. 30s or 5m"))),
        CLI_STRESS_PART(*of),
        opt_number("size-max", "N", &options.size, "100", 1, 1000000000, "largest size"),
        opt_milliseconds("time-limit", &of->time_limit, "2000", 1, 3600000,
                         "CPU time of a run, in milliseconds or such as 1.5s"),
        CLI_STRESS_MEMORY(*of),
        opt_flag("sandbox", &of->sandbox,
                 "run PROGRAM by bubblewrap: no network, nothing written, a private /tmp"),
        CLI_STRESS_REPORT(*of, "failure", "60s"),
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
    return status == CLI_GO_ON ? run_external(&spec, &options, argv + first) : status;
}
