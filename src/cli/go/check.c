#include "cli/go/go.h"
#include "cli/verbs.h"

#include <qi/judge.h>

static json_t *report_json(const qi_verdict *report)
{
    const bool expects = !report->right && report->fault != QI_FAULT_TEXT_AFTER_END;
    const bool finds = !report->right && report->fault != QI_FAULT_ENDS_TOO_SOON;
    return json_pack("{s:o, s:I, s:o, s:o, s:o, s:s?, s:s?}", "line", cli_json_number(report->line),
                     "game", (json_int_t)report->game, "move", cli_json_number(report->move),
                     "input_line", cli_json_number(report->input_line), "row",
                     cli_json_number(report->row), "expected", expects ? report->expected : NULL,
                     "found", finds ? report->found : NULL);
}

/* Judges `output` and prints the verdict. */
static int judge(const cli_spec *spec, const go_options *chosen, const cli_input *input,
                 const cli_input *output, bool json)
{
    static const char *const faults[] = {[QI_FAULT_NONE] = "correct",
                                         [QI_FAULT_WRONG_REASON] = "wrong miss",
                                         [QI_FAULT_WRONG_ROW] = "wrong row",
                                         [QI_FAULT_ENDS_TOO_SOON] = "ends too soon",
                                         [QI_FAULT_TEXT_AFTER_END] = "text after end"};
    const qi_judging how = {.size = sizeof how,
                            .rows = chosen->size.rows,
                            .columns = chosen->size.columns,
                            .rules = go_rules_of(chosen)};
    qi_verdict verdict = {.size = sizeof verdict};
    qi_text_error error;
    const qi_result result = qi_judge(QI_GO, &how, input->text, input->length, output->text,
                                      output->length, NULL, &verdict, &error);
    if (result != QI_OK)
        return cli_fail_result(spec, input->name, result, &error);
    return cli_answer_verdict(spec, verdict.right, faults[verdict.fault], &verdict.message, json,
                              json ? report_json(&verdict) : NULL);
}

/* Whether a text is games. */
static bool is_games(const char *text, size_t length)
{
    qi_go_reader reader;
    qi_go_moves moves = {0};
    qi_result result =
        qi_go_read(&reader, text, length, QI_GO_MAX_SIDE, QI_GO_MAX_SIDE, true, NULL);
    if (result == QI_OK)
        result = qi_go_look_through(reader, NULL, &moves, NULL);
    qi_go_free_moves(&moves, NULL);
    return result == QI_OK;
}

int cli_go_check(int argc, char **argv)
{
    bool json = false;
    go_options chosen = {0};
    const cli_option options[] = {GO_OPTIONS(chosen), {0}};
    const cli_spec spec = {
        .command = "qi go check",
        .operands = "INPUT OUTPUT",
        .description =
            "Judges whether OUTPUT is what a correct program prints for the games in INPUT.\n"
            "If not, names the first line that differs, and why. One of the two files may be\n"
            "'-', standard input.\n",
        .options = options,
        .json = &json,
        .more = "Exit status: 0 correct, 1 not correct, 2 the input cannot be judged.\n",
        .min_operands = 2,
        .max_operands = 2};
    int first;
    cli_input input = {0}, output = {0};
    int status = cli_parse(&spec, argc, argv, &first);
    if (status == CLI_GO_ON)
        status = cli_read(&spec, argv[first], &input);
    if (status == CLI_GO_ON)
        status = cli_read(&spec, argv[first + 1], &output);
    if (status == CLI_GO_ON)
        status = judge(&spec, &chosen, &input, &output, json);
    if (status == CLI_BAD && input.text)
        cli_hint_swapped(&spec, argv[first + 1], is_games);
    cli_input_free(&input);
    cli_input_free(&output);
    return status;
}
