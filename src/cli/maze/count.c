#include "cli/maze/maze.h"
#include "cli/verbs.h"

static void print_boards(cli_answer *answer, const qi_maze_set *boards)
{
    json_t *const list = json_array();
    const char *gap = "";
    for (qi_maze_board board = qi_maze_set_next(boards, QI_MAZE_NO_BOARD);
         board != QI_MAZE_NO_BOARD; board = qi_maze_set_next(boards, board), gap = "\n") {
        char text[QI_MAZE_SQUARES + 1];
        qi_maze_board_write(board, text, sizeof text);
        cli_answer_add(answer, list, NULL, maze_board_json(text), "%s%.3s\n%.3s\n%.3s\n", gap, text,
                       text + 3, text + 6);
    }
    cli_answer_add(answer, NULL, "boards", list, NULL);
}

int cli_maze_count(int argc, char **argv)
{
    bool list = false, json = false;
    const cli_option options[] = {
        opt_flag("list", &list, "print the boards instead of their number"), {0}};
    const cli_spec spec = {
        .command = "qi maze count",
        .operands = "[FILE]",
        .description =
            "Counts the winning boards that a walk through the maze can end with.\n" MAZE_FORMAT,
        .options = options,
        .json = &json,
        .more = "Boards are listed in the order of their texts: '.' comes before 'M', 'M' before\n"
                "'O'.\n",
        .max_operands = 1};
    int first;
    qi_maze *maze;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status == CLI_GO_ON)
        status = maze_read(&spec, argv[first], &maze);
    if (status != CLI_GO_ON)
        return status;
    qi_maze_reach reach;
    const qi_result result = qi_maze_search(maze, &reach);
    qi_maze_free(maze);
    if (result != QI_OK)
        return cli_fail_with(&spec, result);
    cli_answer answer;
    cli_answer_start(&answer, json);
    const unsigned count = reach.winning_count;
    cli_answer_add(&answer, NULL, "count", json_integer(count), list ? NULL : "%u\n", count);
    if (list)
        print_boards(&answer, &reach.winning);
    return cli_answer_end(&spec, &answer, CLI_DONE);
}
