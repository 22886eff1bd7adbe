#include "cli/maze/maze.h"
#include "cli/language.h"

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

int maze_find_walks(const cli_spec *spec, const qi_maze *maze, const qi_maze_set *wanted,
                    qi_maze_walks **walks)
{
    if (qi_maze_side(maze) > QI_MAZE_MOST_WALK_SIDE)
        return cli_fail(spec, "the maze is %u cells on a side; walks are found in mazes up to %u",
                        qi_maze_side(maze), QI_MAZE_MOST_WALK_SIDE);
    const qi_result result = qi_maze_walks_new(maze, wanted, walks);
    return result == QI_OK ? CLI_GO_ON : cli_fail_with(spec, result);
}

int maze_read_board(const cli_spec *spec, const char *text, qi_maze_board *board)
{
    qi_text_error error;
    char found[CLI_SENTENCE], expected[CLI_SENTENCE];
    if (qi_maze_board_parse(text, strlen(text), board, &error) != QI_OK)
        return cli_fail(spec, "--board %s: found %s, expected %s", text,
                        cli_sentence(&error.found_message, found, sizeof found),
                        cli_sentence(&error.expected_message, expected, sizeof expected));
    if (!qi_maze_board_wins(*board))
        return cli_fail(spec, "--board: found '%s', expected a board with MOO or OOM in a line",
                        text);
    return CLI_GO_ON;
}
