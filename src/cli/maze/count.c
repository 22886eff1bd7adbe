#include "cli/maze/maze.h"
#include "cli/verbs.h"

/* Prints the boards, or adds them to a list. */
static void list_boards(cli_out *out, bool json, json_t *list, const qi_maze_set *boards)
{
    const char *gap = "";
    for (qi_maze_board board = qi_maze_set_first(boards); board != QI_MAZE_NO_BOARD;
         board = qi_maze_set_next(boards, board), gap = "\n") {
        char text[QI_MAZE_SQUARES + 1];
        qi_maze_board_write(board, text, sizeof text);
        if (json)
            json_array_append_new(list, json_string(text));
        else
            cli_printf(out, "%s%.3s\n%.3s\n%.3s\n", gap, text, text + 3, text + 6);
    }
}

int cli_maze_count(int argc, char **argv)
{
    bool list = false, json = false;
    const cli_option options[] = {
        opt_flag("list", &list, "print the boards instead of their number"),
        opt_flag("json", &json, "print {\"count\":...}, with --list also \"boards\""),
        {0}};
    const cli_spec spec = {
        .command = "qi maze count",
        .operands = "[FILE]",
        .description =
            "Counts the winning boards that a walk through the maze can end with.\n" MAZE_FORMAT,
        .options = options,
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
    cli_out out;
    cli_out_stdout(&out);
    json_t *const object =
        json ? json_pack("{s:I}", "count", (json_int_t)reach.winning_count) : NULL;
    json_t *const boards = json && list ? json_array() : NULL;
    if (list)
        list_boards(&out, json, boards, &reach.winning);
    else if (!json)
        cli_printf(&out, "%u\n", reach.winning_count);
    if (json && list)
        json_object_set_new(object, "boards", boards);
    if (json)
        cli_print_json(&out, object);
    return cli_out_close(&spec, &out, CLI_DONE);
}
