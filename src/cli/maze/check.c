#include "cli/maze/maze.h"
#include "cli/verbs.h"

/* Compares the number in an output with the right one. */
static int check_count(const cli_spec *spec, const qi_maze *maze, const cli_input *output,
                       bool json)
{
    qi_maze_reach reach;
    const qi_result result = qi_maze_search(maze, &reach);
    if (result != QI_OK)
        return cli_fail_with(spec, result);
    qi_lab_count count = {.expected = reach.winning_count};
    qi_message message;
    const bool good = qi_lab_judge_count(&count, output->text, output->length, &message);
    json_t *const more = json ? json_pack("{s:o,s:I,s:s}", "line", cli_json_number(good ? 0 : 1),
                                          "expected", (json_int_t)count.expected, "got", count.got)
                              : NULL;
    return cli_answer_verdict(spec, good, good ? "correct" : "wrong count", &message, json, more);
}

static int check_walks(const cli_spec *spec, const qi_maze *maze, const cli_input *output,
                       bool json)
{
    qi_maze_verdict verdict;
    qi_text_error error;
    const qi_result result =
        qi_maze_check_walks(maze, output->text, output->length, &verdict, &error);
    if (result != QI_OK)
        return cli_fail_result(spec, output->name, result, &error);
    const bool good = verdict.good;
    char fault[CLI_SENTENCE];
    qi_message_write(&verdict.message, json ? NULL : cli_translator(), NULL, fault, sizeof fault);
    const qi_message message =
        good ? qi_message_of("%u {walk|walks}", verdict.walks)
             : qi_message_of("line %llu: %s", (unsigned long long)verdict.line, fault);
    json_t *const more =
        json ? json_pack("{s:o,s:I}", "line", cli_json_number(good ? 0 : verdict.line), "walks",
                         (json_int_t)verdict.walks)
             : NULL;
    return cli_answer_verdict(spec, good, good ? "correct" : "wrong walk", &message, json, more);
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
        status = (walk ? check_walks : check_count)(&spec, maze, &output, json);
    cli_input_free(&output);
    qi_maze_free(maze);
    return status;
}
