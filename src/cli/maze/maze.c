#include "cli/maze/maze.h"

#include <string.h>

int maze_read(const cli_spec *spec, const char *path, qi_maze **maze)
{
    cli_input input;
    const int go_on = cli_read(spec, path, &input);
    if (go_on != CLI_GO_ON)
        return go_on;
    qi_text_error error;
    const qi_result result = qi_maze_parse(input.text, input.length, NULL, maze, &error);
    const int status =
        result == QI_OK ? CLI_GO_ON : cli_fail_result(spec, input.name, result, &error);
    cli_input_free(&input);
    return status;
}

int maze_read_board(const cli_spec *spec, const char *text, qi_maze_board *board)
{
    qi_text_error error;
    if (qi_maze_board_parse(text, strlen(text), board, &error) != QI_OK)
        return cli_fail(spec, "--board %s: found %s, expected %s", text, error.found,
                        error.expected);
    if (!qi_maze_board_wins(*board))
        return cli_fail(spec, "--board: found '%s', expected a board with MOO or OOM in a line",
                        text);
    return CLI_GO_ON;
}
