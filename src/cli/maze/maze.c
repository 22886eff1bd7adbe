#include "cli/maze/maze.h"

#include <stdlib.h>
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

int maze_take_walk(const cli_spec *spec, const qi_maze_walks *walks, qi_maze_board board,
                   maze_walk *walk)
{
    walk->board = board;
    walk->length = qi_maze_walks_length(walks, board);
    if (walk->capacity <= walk->length) {
        const size_t capacity = 2 * ((size_t)walk->length + 1);
        qi_point *larger = realloc(walk->cells, capacity * sizeof *larger);
        if (!larger)
            return cli_fail(spec, "%s", qi_result_text(QI_NO_MEMORY));
        walk->cells = larger;
        walk->capacity = capacity;
    }
    const qi_result result = qi_maze_walks_path(walks, board, walk->cells, walk->capacity);
    return result == QI_OK ? CLI_GO_ON : cli_fail(spec, "%s", qi_result_text(result));
}

qi_maze_board maze_nearest(const qi_maze_walks *walks)
{
    const qi_maze_set *boards = qi_maze_walks_boards(walks);
    qi_maze_board nearest = qi_maze_set_first(boards);
    for (qi_maze_board board = nearest; board != QI_MAZE_NO_BOARD;
         board = qi_maze_set_next(boards, board))
        if (qi_maze_walks_length(walks, board) < qi_maze_walks_length(walks, nearest))
            nearest = board;
    return nearest;
}

void maze_move_name(qi_maze_cell cell, char name[4])
{
    name[0] = cell.letter == QI_MAZE_M ? 'M' : 'O';
    name[1] = (char)('1' + cell.square / 3);
    name[2] = (char)('1' + cell.square % 3);
    name[3] = '\0';
}

maze_steps maze_follow(const qi_maze *maze, const maze_walk *walk)
{
    maze_steps steps = {.maze = maze, .walk = walk};
    qi_maze_begin(maze, &steps.walker);
    return steps;
}

bool maze_next_step(maze_steps *steps)
{
    if (steps->walker.steps == steps->walk->length)
        return false;
    const qi_point by = steps->walk->cells[steps->walker.steps + 1] - steps->walker.at;
    const qi_maze_direction direction = by == 1                           ? QI_MAZE_EAST
                                        : by == qi_maze_side(steps->maze) ? QI_MAZE_SOUTH
                                        : by == (qi_point)-1              ? QI_MAZE_WEST
                                                                          : QI_MAZE_NORTH;
    steps->direction = "NESW"[direction];
    const qi_maze_step_result result = qi_maze_step(steps->maze, &steps->walker, direction);
    steps->move[0] = '\0';
    if (result == QI_MAZE_WROTE || result == QI_MAZE_WON)
        maze_move_name(qi_maze_at(steps->maze, steps->walker.at), steps->move);
    return true;
}
