#include "cli/maze/maze.h"
#include "cli/verbs.h"

#include <qi/judge.h>

/* Judges the number or the walks in `output`. */
static int judge(const cli_spec *spec, const qi_maze *maze, bool walks, const cli_input *output,
                 bool json)
{
    const qi_judging how = {.size = sizeof how, .maze = maze, .walks = walks};
    qi_verdict found = {.size = sizeof found};
    qi_text_error error;
    const qi_result result =
        qi_judge(QI_MAZE, &how, NULL, 0, output->text, output->length, NULL, &found, &error);
    if (result != QI_OK)
        return cli_fail_result(spec, output->name, result, &error);
    const uint64_t line = found.right ? 0 : walks ? found.line : 1;
    json_t *more = NULL;
    if (json && walks)
        more =
            json_pack("{s:o,s:I}", "line", cli_json_number(line), "count", (json_int_t)found.walks);
    else if (json)
        more = json_pack("{s:o,s:s,s:o}", "line", cli_json_number(line), "expected", found.expected,
                         "found", cli_json_plain(found.found));
    qi_message message = found.message;
    if (!found.right && walks) {
        char fault[CLI_SENTENCE];
        qi_message_write(&found.message, json ? NULL : cli_translator(), NULL, fault, sizeof fault);
        message = qi_message_of("line %llu: %s", (unsigned long long)found.line, fault);
    }
    return cli_answer_verdict(spec, found.right,
                              found.right ? "correct"
                              : walks     ? "wrong walk"
                                          : "wrong count",
                              &message, json, more);
}

/* Whether a text is a maze. */
static bool is_maze(const char *text, size_t length)
{
    qi_maze *maze = NULL;
    const bool good = qi_maze_parse(text, length, NULL, &maze, NULL) == QI_OK;
    qi_maze_free(maze);
    return good;
}

int cli_maze_check(int argc, char **argv)
{
    bool walk = false, json = false;
    const cli_option options[] = {
        opt_flag("walk", &walk, "OUTPUT holds walks, as 'qi maze walk' prints them"), {0}};
    const cli_spec spec = {
        .command = "qi maze check",
        .operands = "INPUT OUTPUT",
        .description =
            "Judges whether OUTPUT is the right count for the maze INPUT or, with --walk,\n"
            "whether the walks in OUTPUT follow the rules and state their lengths, moves,\n"
            "cells and boards correctly. The exit status is 1 if not.\n",
        .options = options,
        .json = &json,
        .more = "One of the two files may be '-', standard input.\n",
        .min_operands = 2,
        .max_operands = 2};
    int first;
    qi_maze *maze = NULL;
    cli_input output = {0};
    int status = cli_parse(&spec, argc, argv, &first);
    if (status == CLI_GO_ON) {
        status = maze_read(&spec, argv[first], &maze);
        if (status == CLI_BAD)
            cli_hint_swapped(&spec, argv[first + 1], is_maze);
    }
    if (status == CLI_GO_ON)
        status = cli_read(&spec, argv[first + 1], &output);
    if (status == CLI_GO_ON)
        status = judge(&spec, maze, walk, &output, json);
    cli_input_free(&output);
    qi_maze_free(maze);
    return status;
}
