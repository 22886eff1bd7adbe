#include "base/text.h"
#include "cli/maze.h"
#include "cli/verbs.h"

#include <string.h>

/* Compares the one number that an output should hold with the right one. */
static int check_count(const cli_spec *spec, const qi_maze *maze, const cli_input *output)
{
    qi_maze_reach reach;
    const qi_result result = qi_maze_search(maze, &reach);
    if (result != QI_OK)
        return cli_fail(spec, "%s", qi_result_text(result));
    qi_scanner scanner = qi_scan(output->text, output->length);
    qi_skip_space(&scanner);
    qi_scanner start = scanner;
    qi_text_error error;
    int64_t got;
    if (!qi_scan_integer(&scanner, &got)) {
        qi_text_fail(&start, &error, "");
        printf("wrong: expected %u, got %s\n", reach.winning_count, error.found);
        return CLI_NO;
    }
    if (qi_scan_end(&scanner, &error) != QI_OK) {
        printf("wrong: expected %u and nothing more, got %s after the number\n",
               reach.winning_count, error.found);
        return CLI_NO;
    }
    if (got != reach.winning_count) {
        printf("wrong: expected %u, got %lld\n", reach.winning_count, (long long)got);
        return CLI_NO;
    }
    printf("right: %u\n", reach.winning_count);
    return CLI_DONE;
}

static int check_walks(const cli_spec *spec, const qi_maze *maze, const cli_input *output)
{
    qi_maze_verdict verdict;
    qi_text_error error;
    const qi_result result =
        qi_maze_check_walks(maze, output->text, output->length, &verdict, &error);
    if (result != QI_OK)
        return cli_fail_result(spec, output->name, result, &error);
    if (!verdict.good) {
        printf("wrong: line %llu: %s\n", (unsigned long long)verdict.line, verdict.fault);
        return CLI_NO;
    }
    printf("right: %u walk%s\n", verdict.walks, verdict.walks == 1 ? "" : "s");
    return CLI_DONE;
}

int cli_maze_check(int argc, char **argv)
{
    bool walk = false;
    const cli_option options[] = {{.name = "walk",
                                   .kind = CLI_FLAG,
                                   .value = &walk,
                                   .help = "OUTPUT holds walks, as 'qi maze walk' prints them"},
                                  {0}};
    const cli_spec spec = {
        .command = "qi maze check",
        .operands = "INPUT OUTPUT",
        .description =
            "Says whether OUTPUT is the right count for the maze INPUT or, with --walk,\n"
            "whether the walks in OUTPUT keep the rules and say the truth about their\n"
            "lengths, moves, cells and boards. Exit status 1 when not.\n",
        .options = options,
        .more = "Either file may be '-', standard input.\n",
        .min_operands = 2,
        .max_operands = 2};
    int first;
    const int go_on = cli_parse(&spec, argc, argv, &first);
    if (go_on != CLI_GO_ON)
        return go_on;
    qi_maze *maze;
    int status = maze_read(&spec, argv[first], &maze);
    if (status != CLI_GO_ON)
        return status;
    cli_input output;
    status = cli_read(&spec, argv[first + 1], &output);
    if (status == CLI_GO_ON) {
        status = walk ? check_walks(&spec, maze, &output) : check_count(&spec, maze, &output);
        cli_input_free(&output);
    }
    qi_maze_free(maze);
    return status;
}
