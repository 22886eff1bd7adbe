#include "cli/json.h"
#include "cli/language.h"
#include "cli/nogo/nogo.h"
#include "cli/verbs.h"

static const char *fault_name(const qi_nogo_report *report)
{
    static const char *const faults[] = {
        [QI_NOGO_COMPLETE] = "complete",       [QI_NOGO_NOT_A_MOVE] = "not two integers",
        [QI_NOGO_ENDED_TOO_SOON] = "not over", [QI_NOGO_CUT_SHORT] = "not over",
        [QI_NOGO_NO_END_LINE] = "end missing", [QI_NOGO_TEXT_AFTER_END] = "text after end"};
    static const char *const verdicts[] = {[QI_NOGO_OFF_BOARD] = "off board",
                                           [QI_NOGO_OCCUPIED] = "occupied",
                                           [QI_NOGO_CAPTURE] = "capture",
                                           [QI_NOGO_SUICIDE] = "suicide",
                                           [QI_NOGO_CENTRE] = "centre"};
    return report->fault == QI_NOGO_ILLEGAL_MOVE ? verdicts[report->verdict]
                                                 : faults[report->fault];
}

/* [row, column] from 1, or null. */
static json_t *json_point(const qi_nogo *game, qi_point point)
{
    if (point == QI_NO_POINT)
        return json_null();
    const uint32_t width = qi_nogo_columns(game);
    return json_pack("[i, i]", (int)(point / width) + 1, (int)(point % width) + 1);
}

static json_t *report_as_json(const qi_nogo *game, const qi_nogo_report *report,
                              const char *sentence)
{
    const bool complete = report->fault == QI_NOGO_COMPLETE;
    json_t *score =
        complete ? json_string("full") : json_integer(qi_nogo_partial_score(report->correct_lines));
    json_t *line = complete ? json_null() : json_integer((json_int_t)report->line);
    return json_pack("{s:b, s:s, s:s, s:I, s:I, s:o, s:o, s:s, s:o, s:o}", "ok", complete, "reason",
                     fault_name(report), "message", sentence, "moves", (json_int_t)report->moves,
                     "correct_lines", (json_int_t)report->correct_lines, "score", score, "line",
                     line, "to_move", report->to_move == QI_BLACK ? "X" : "O", "group",
                     json_point(game, report->group), "legal", json_point(game, report->point));
}

static int print_judgement(const cli_spec *spec, const qi_nogo *game,
                           const nogo_judgement *judgement, bool json)
{
    const qi_nogo_report *report = &judgement->report;
    char sentence[CLI_SENTENCE];
    qi_message_write(&judgement->message, json ? NULL : cli_translator(), NULL, sentence,
                     sizeof sentence);
    const bool complete = report->fault == QI_NOGO_COMPLETE;
    cli_out out;
    cli_out_stdout(&out);
    if (json)
        cli_print_json(&out, report_as_json(game, report, sentence));
    else if (complete)
        cli_printf(&out, "correct: %s; full score\n", sentence);
    else
        cli_printf(&out, "wrong: %s\ncorrect leading lines: %llu\nscore: %u\n", sentence,
                   (unsigned long long)report->correct_lines,
                   qi_nogo_partial_score(report->correct_lines));
    return cli_out_close(spec, &out, complete ? CLI_DONE : CLI_NO);
}

int cli_nogo_check(int argc, char **argv)
{
    bool json = false;
    nogo_reading reading = {0};
    const cli_option options[] = {opt_flag("json", &json, "print one JSON object instead of text"),
                                  NOGO_READING_OPTIONS(reading),
                                  {0}};
    const cli_spec spec = {
        .command = "qi nogo check",
        .operands = "BOARD MOVES",
        .description =
            "Judges whether MOVES, the output of a program, is a legal game from BOARD to\n"
            "its end. If not, tells how many leading lines are right, the score by the\n"
            "problem's rule (the number of digits of that count), and what is wrong with\n"
            "the first wrong line. One of the two files may be '-', standard input.\n",
        .options = options,
        .more = "Exit status: 0 complete, 1 not complete, 2 the input cannot be judged.\n"
                "\n"
                "Example:\n"
                "  my-program < board.txt | qi nogo check board.txt -\n",
        .min_operands = 2,
        .max_operands = 2};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status != CLI_GO_ON)
        return status;
    qi_nogo *game;
    status = nogo_read(&spec, argv[first], &reading, &game);
    if (status != CLI_GO_ON)
        return status;
    nogo_judgement judgement;
    status = nogo_judge(&spec, argv[first + 1], game, &judgement);
    if (status == CLI_GO_ON)
        status = print_judgement(&spec, game, &judgement, json);
    qi_nogo_free(game);
    return status;
}
