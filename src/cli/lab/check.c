/* 'qi GAME check --as': the verdicts of testlib's and ICPC's conventions. */
#include "cli/lab/lab.h"
#include "lab/verdict.h"

#include <string.h>

const char *const cli_conventions[] = {"testlib", "icpc", NULL};

typedef struct convention_files {
    cli_input input, output, answer;
} convention_files;

static void free_files(convention_files *files)
{
    cli_input_free(&files->input);
    cli_input_free(&files->output);
    cli_input_free(&files->answer);
}

static qi_lab_piece piece_of(const cli_input *input)
{
    return (qi_lab_piece){input->text, input->length};
}

static void decide(qi_lab_problem problem, const convention_files *files, qi_lab_verdict *verdict)
{
    static qi_lab_verdict_of *const verdicts[] = {[QI_LAB_NOGO] = qi_lab_nogo_verdict,
                                                  [QI_LAB_GO] = qi_lab_go_verdict,
                                                  [QI_LAB_MAZE] = qi_lab_maze_verdict};
    qi_lab_decide(verdicts[problem], piece_of(&files->input), piece_of(&files->output),
                  piece_of(&files->answer), verdict);
}

static int as_testlib(const cli_spec *spec, qi_lab_problem problem, int count, char **operands)
{
    enum { FAIL = 3 };
    if (count > 3) {
        cli_fail(spec, "found '%s', expected INPUT OUTPUT [ANSWER] for --as testlib", operands[3]);
        return FAIL;
    }
    convention_files files = {0};
    int status = FAIL;
    if (cli_read(spec, operands[0], &files.input) == CLI_GO_ON &&
        cli_read(spec, operands[1], &files.output) == CLI_GO_ON &&
        (count < 3 || cli_read(spec, operands[2], &files.answer) == CLI_GO_ON)) {
        qi_lab_verdict verdict = {0};
        decide(problem, &files, &verdict);
        char text[sizeof verdict.sentence + 32];
        qi_lab_testlib_text(&verdict, QI_LAB_FULL_POINTS, text, sizeof text);
        cli_show_error(text);
        fputs("\n", stderr);
        status = qi_lab_testlib_status(&verdict);
    }
    free_files(&files);
    return status;
}

/* Writes one file of the feedback. */
static bool say(const cli_spec *spec, const char *folder, const char *name, const char *text)
{
    qi_buffer path = {0};
    qi_buffer_printf(&path, "%s/%s", folder, name);
    static cli_out out;
    bool good = !path.failed && cli_out_open(spec, path.bytes, &out) == CLI_GO_ON;
    if (good) {
        cli_text(&out, text);
        cli_text(&out, "\n");
        good = cli_out_close(spec, &out, CLI_GO_ON) == CLI_GO_ON;
    }
    qi_buffer_free(&path);
    return good;
}

static int as_icpc(const cli_spec *spec, qi_lab_problem problem, int count, char **operands)
{
    const bool plain = count == 4 && strcmp(operands[3], "pass-fail") == 0;
    if (count < 3 || (count == 4 && !plain))
        return cli_fail(spec,
                        "found %s, expected INPUT ANSWER FEEDBACK_DIR [pass-fail] for --as icpc",
                        count < 3 ? "two operands" : operands[3]);
    const bool scores = problem == QI_LAB_NOGO && !plain;
    convention_files files = {0};
    int status = CLI_BAD;
    if (cli_read(spec, operands[0], &files.input) == CLI_GO_ON &&
        cli_read(spec, operands[1], &files.answer) == CLI_GO_ON &&
        cli_read(spec, "-", &files.output) == CLI_GO_ON) {
        qi_lab_verdict verdict = {0};
        decide(problem, &files, &verdict);
        status = qi_lab_icpc_status(&verdict, scores);
        char points[16];
        snprintf(points, sizeof points, "%u", verdict.points);
        if (!say(spec, operands[2], "judgemessage.txt", verdict.sentence) ||
            (scores && status == 42 && !say(spec, operands[2], "score.txt", points)))
            status = CLI_BAD;
    }
    free_files(&files);
    return status;
}

int cli_parse_check(const cli_spec *spec, qi_lab_problem problem, const int *as, int argc,
                    char **argv, int *first)
{
    const int status = cli_parse(spec, argc, argv, first);
    if (status != CLI_GO_ON || *as < 0)
        return status;
    return (*as == 0 ? as_testlib : as_icpc)(spec, problem, argc - *first, argv + *first);
}

int cli_check_operands(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strncmp(argv[i], "--as", 4) == 0)
            return 4;
    return 2;
}
