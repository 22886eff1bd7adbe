#include "cli/json.h"
#include "cli/language.h"
#include "cli/maze/maze.h"
#include "cli/verbs.h"

/* The result of a check. */
typedef struct outcome {
    bool good;
    char text[CLI_SENTENCE]; /* a sentence */
    json_t *json;            /* the same in detail; NULL if there is no memory */
} outcome;

/* Compares the number in an output with the right one. */
static int check_count(const cli_spec *spec, const qi_maze *maze, const cli_input *output,
                       qi_translator *translator, outcome *is)
{
    qi_maze_reach reach;
    const qi_result result = qi_maze_search(maze, &reach);
    if (result != QI_OK)
        return cli_fail_with(spec, result);
    qi_lab_count count = {.expected = reach.winning_count};
    qi_message message;
    is->good = qi_lab_judge_count(&count, output->text, output->length, &message);
    qi_message_write(&message, translator, NULL, is->text, sizeof is->text);
    is->json = json_pack("{s:b,s:s,s:s,s:o,s:I,s:s}", "ok", is->good, "reason",
                         is->good ? "correct" : "wrong count", "message", is->text, "line",
                         is->good ? json_null() : json_integer(1), "expected",
                         (json_int_t)count.expected, "got", count.got);
    return CLI_GO_ON;
}

static int check_walks(const cli_spec *spec, const qi_maze *maze, const cli_input *output,
                       qi_translator *translator, outcome *is)
{
    qi_maze_verdict verdict;
    qi_text_error error;
    const qi_result result =
        qi_maze_check_walks(maze, output->text, output->length, &verdict, &error);
    if (result != QI_OK)
        return cli_fail_result(spec, output->name, result, &error);
    is->good = verdict.good;
    char fault[CLI_SENTENCE];
    qi_message_write(&verdict.message, translator, NULL, fault, sizeof fault);
    qi_buffer text = {.translator = translator};
    if (verdict.good)
        qi_buffer_say(&text, "%u {walk|walks}", verdict.walks);
    else
        qi_buffer_say(&text, "line %llu: %s", (unsigned long long)verdict.line, fault);
    snprintf(is->text, sizeof is->text, "%s", text.bytes ? text.bytes : "");
    qi_buffer_free(&text);
    is->json = json_pack("{s:b,s:s,s:s,s:o,s:I}", "ok", verdict.good, "reason",
                         verdict.good ? "correct" : "wrong walk", "message", is->text, "line",
                         verdict.good ? json_null() : json_integer((json_int_t)verdict.line),
                         "walks", (json_int_t)verdict.walks);
    return CLI_GO_ON;
}

int cli_maze_check(int argc, char **argv)
{
    bool walk = false, json = false;
    const cli_option options[] = {
        opt_flag("walk", &walk, "OUTPUT holds walks, as 'qi maze walk' prints them"),
        opt_flag("json", &json, "print one JSON object instead of text"),
        {0}};
    const cli_spec spec = {
        .command = "qi maze check",
        .operands = "INPUT OUTPUT",
        .description =
            "Judges whether OUTPUT is the right count for the maze INPUT or, with --walk,\n"
            "whether the walks in OUTPUT follow the rules and state their lengths, moves,\n"
            "cells and boards correctly. The exit status is 1 if not.\n",
        .options = options,
        .more = "One of the two files may be '-', standard input.\n",
        .min_operands = 2,
        .max_operands = 2};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status != CLI_GO_ON)
        return status;
    qi_maze *maze;
    status = maze_read(&spec, argv[first], &maze);
    if (status != CLI_GO_ON)
        return status;
    cli_input output;
    status = cli_read(&spec, argv[first + 1], &output);
    if (status == CLI_GO_ON) {
        outcome is = {0};
        qi_translator *const translator = json ? NULL : cli_translator();
        status = walk ? check_walks(&spec, maze, &output, translator, &is)
                      : check_count(&spec, maze, &output, translator, &is);
        cli_input_free(&output);
        if (status == CLI_GO_ON)
            status = cli_print_verdict(&spec, is.good, is.text, json,
                                       json ? json_incref(is.json) : NULL);
        json_decref(is.json);
    }
    qi_maze_free(maze);
    return status;
}
