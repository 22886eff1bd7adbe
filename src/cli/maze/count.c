#include "cli/maze/maze.h"
#include "cli/verbs.h"

static void print_boards(cli_out *out, const qi_maze_set *boards)
{
    bool first = true;
    for (qi_maze_board board = qi_maze_set_first(boards); board != QI_MAZE_NO_BOARD;
         board = qi_maze_set_next(boards, board)) {
        char text[QI_MAZE_SQUARES + 1];
        qi_maze_board_write(board, text, sizeof text);
        cli_printf(out, "%s%.3s\n%.3s\n%.3s\n", first ? "" : "\n", text, text + 3, text + 6);
        first = false;
    }
}

static void print_json(cli_out *out, const qi_maze_reach *reach, bool list)
{
    json_t *object = json_pack("{s:I}", "count", (json_int_t)reach->winning_count);
    if (list) {
        json_t *boards = json_array();
        for (qi_maze_board board = qi_maze_set_first(&reach->winning); board != QI_MAZE_NO_BOARD;
             board = qi_maze_set_next(&reach->winning, board)) {
            char text[QI_MAZE_SQUARES + 1];
            qi_maze_board_write(board, text, sizeof text);
            json_array_append_new(boards, json_string(text));
        }
        json_object_set_new(object, "boards", boards);
    }
    cli_print_json(out, object);
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
    const int go_on = cli_parse(&spec, argc, argv, &first);
    if (go_on != CLI_GO_ON)
        return go_on;

    qi_maze *maze;
    const int read = maze_read(&spec, argv[first], &maze);
    if (read != CLI_GO_ON)
        return read;
    qi_maze_reach reach;
    const qi_result result = qi_maze_search(maze, &reach);
    qi_maze_free(maze);
    if (result != QI_OK)
        return cli_fail_with(&spec, result);

    cli_out out;
    cli_out_stdout(&out);
    if (json)
        print_json(&out, &reach, list);
    else if (list)
        print_boards(&out, &reach.winning);
    else
        cli_printf(&out, "%u\n", reach.winning_count);
    return cli_out_close(&spec, &out, CLI_DONE);
}
