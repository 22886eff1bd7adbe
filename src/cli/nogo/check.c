#include "cli/nogo/nogo.h"
#include "cli/verbs.h"

static const char *fault_name(const qi_verdict *verdict)
{
    static const char *const faults[] = {
        [QI_FAULT_NONE] = "complete",           [QI_FAULT_NOT_A_MOVE] = "not two integers",
        [QI_FAULT_NOT_OVER] = "not over",       [QI_FAULT_ENDS_TOO_SOON] = "not over",
        [QI_FAULT_NO_END_LINE] = "end missing", [QI_FAULT_TEXT_AFTER_END] = "text after end"};
    static const char *const reasons[] = {[QI_NOGO_OFF_BOARD] = "off board",
                                          [QI_NOGO_OCCUPIED] = "occupied",
                                          [QI_NOGO_CAPTURE] = "capture",
                                          [QI_NOGO_SUICIDE] = "suicide",
                                          [QI_NOGO_CENTRE] = "centre"};
    return verdict->fault == QI_FAULT_ILLEGAL_MOVE ? reasons[verdict->reason]
                                                   : faults[verdict->fault];
}

static json_t *report_json(const qi_nogo *position, const qi_verdict *found)
{
    const uint32_t columns = qi_nogo_columns(position);
    json_t *const score = found->right ? json_string("full") : json_integer(found->score);
    return json_pack("{s:I, s:I, s:o, s:o, s:o, s:s, s:o, s:o}", "moves", (json_int_t)found->after,
                     "correct_lines", (json_int_t)found->correct_lines, "score", score, "line",
                     cli_json_number(found->line), "position", nogo_position_json(position),
                     "to_move", cli_json_colour(found->to_move), "group",
                     cli_json_point(found->group, columns), "legal_move",
                     cli_json_point(found->legal, columns));
}

static int print_verdict(const cli_spec *spec, const qi_nogo *position, const nogo_verdict *verdict,
                         bool json)
{
    const qi_verdict *const found = &verdict->found;
    const bool complete = found->right;
    cli_out out;
    cli_out_stdout(&out);
    if (complete && !json) {
        char sentence[CLI_SENTENCE];
        cli_printf(&out, "correct: %s; full score\n",
                   cli_sentence(&found->message, sentence, sizeof sentence));
    } else {
        cli_print_verdict(&out, complete, fault_name(found), &found->message, json,
                          json ? report_json(position, found) : NULL);
    }
    if (!complete && !json)
        cli_printf(&out, "correct leading lines: %llu\nscore: %u\n",
                   (unsigned long long)found->correct_lines, found->score);
    return cli_out_close(spec, &out, complete ? CLI_DONE : CLI_NO);
}

/* Whether a text is a board. */
static bool is_board(const char *text, size_t length)
{
    qi_nogo *position = NULL;
    const bool good = qi_nogo_parse(text, length, QI_NOGO_HOLES | QI_NOGO_ANY_COUNT, NULL,
                                    &position, NULL) == QI_OK;
    qi_nogo_free(position);
    return good;
}

int cli_nogo_check(int argc, char **argv)
{
    bool json = false;
    nogo_reading reading = {0};
    const cli_option options[] = {NOGO_READING_OPTION(reading), {0}};
    const cli_spec spec = {
        .command = "qi nogo check",
        .operands = "BOARD MOVES | RECORD",
        .description =
            "Judges whether MOVES, the output of a program, is a legal game from BOARD to\n"
            "its end. If not, prints how many leading lines are right, the score by the\n"
            "problem's rule (the number of digits of that count), and what is wrong with\n"
            "the first wrong line. One of the two files may be '-', standard input.\n"
            "RECORD is an SGF file with both; so may MOVES be one.\n" NOGO_BOARD_NOTE,
        .options = options,
        .json = &json,
        .more = "Exit status: 0 complete, 1 not complete, 2 the input cannot be judged.\n",
        .min_operands = 1,
        .max_operands = 2,
        .position = &reading.line};
    int first;
    qi_nogo *position = NULL;
    nogo_verdict verdict;
    int status = cli_parse(&spec, argc, argv, &first);
    const bool alone = status == CLI_GO_ON && !argv[first + 1];
    if (alone) {
        status = nogo_judge_record(&spec, argv[first], &reading, &position, &verdict);
    } else if (status == CLI_GO_ON) {
        status = nogo_read(&spec, argv[first], &reading, &position);
        if (status == CLI_BAD)
            cli_hint_swapped(&spec, argv[first + 1], is_board);
    }
    if (status == CLI_GO_ON && !alone)
        status = nogo_judge(&spec, argv[first + 1], position, true, &verdict);
    if (status == CLI_GO_ON)
        status = print_verdict(&spec, position, &verdict, json);
    qi_nogo_free(position);
    return status;
}
