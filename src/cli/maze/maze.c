/* qi maze: its verbs, what they share, and its part of the laboratory. */
#include "cli/maze/maze.h"
#include "cli/lab/lab.h"
#include "cli/verbs.h"

#include <qi/maze_steps.h>

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
    if (qi_maze_side(maze) > QI_MAZE_WALK_MAX_SIDE)
        return cli_fail(spec, "the maze is %u cells on a side; walks are found in mazes up to %u",
                        qi_maze_side(maze), QI_MAZE_WALK_MAX_SIDE);
    const qi_result result = qi_maze_walks_new(maze, wanted, walks);
    return result == QI_OK ? CLI_GO_ON : cli_fail_with(spec, result);
}

json_t *maze_board_json(const char *board)
{
    json_t *rows = json_array();
    for (size_t row = 0; row < 3; row++)
        json_array_append_new(rows, json_stringn(board + 3 * row, 3));
    return rows;
}

int maze_read_board(const cli_spec *spec, const char *text, qi_maze_set *wanted)
{
    qi_maze_board board;
    qi_text_error error;
    char found[CLI_SENTENCE], expected[CLI_SENTENCE];
    if (qi_maze_board_parse(text, strlen(text), &board, &error) != QI_OK)
        return cli_fail(spec, "--board %s: found %s, expected %s", text,
                        cli_sentence(&error.found_message, found, sizeof found),
                        cli_sentence(&error.expected_message, expected, sizeof expected));
    if (!qi_maze_board_lines(board))
        return cli_fail(spec, "--board: found '%s', expected a board with MOO or OOM in a line",
                        text);
    qi_maze_set_add(wanted, board);
    return CLI_GO_ON;
}

/* ---- the game ----------------------------------------------------------------------------- */

static int lab_options(cli_lab_verb verb, cli_lab_wishes *wishes, cli_option *table)
{
    int count = 0;
    if (verb == CLI_GENERATE) {
        table[count++] = opt_number("size", "N", &wishes->side, "9", QI_MAZE_MIN_SIDE,
                                    QI_MAZE_MAX_SIDE, "side of the maze in cells, with its border");
        table[count++] =
            opt_number("walls", "P", &wishes->walls, NULL, 0, 100,
                       "percentage of walls among the inner cells (default: by the family)");
        table[count++] =
            opt_number("cells", "P", &wishes->cells, NULL, 0, 100,
                       "percentage of moves among the open cells (default: by the family)");
    } else if (verb == CLI_STRESS) {
        table[count++] = opt_range("size", "MIN-MAX", &wishes->range, QI_MAZE_MIN_SIDE, 100,
                                   "sides of the maze, in cells (default: up to 25)");
    }
    return count;
}

static const struct cli_lab lab = {&qi_lab_maze, lab_options, maze_draw_failure};

static const cli_verb verbs[] = {
    {"count", "count or list the winning boards that can be reached", .run = cli_maze_count},
    {"walk", "find shortest walks to winning boards", .run = cli_maze_walk},
    {"check", "judge a count, or walks", .run = cli_maze_check},
    {"show", "draw a maze, with a walk on it", .run = cli_maze_show},
    CLI_LAB_VERBS,
    {0}};

const cli_game cli_maze_game = {"maze", "Maze Tac Toe: every winning board that a walk can reach",
                                verbs, &lab};
