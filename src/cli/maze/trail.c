#include "cli/maze/maze.h"

#include <stdlib.h>

static const char letters[] = "NESW"; /* in the order of qi_maze_direction */

/* Makes room for `length` + 1 cells; what was there is lost. */
static bool make_room(maze_trail *trail, size_t length)
{
    free(trail->cells);
    trail->cells = malloc((length + 1) * sizeof *trail->cells);
    return trail->cells;
}

bool maze_trail_take(maze_trail *trail, const qi_maze_walks *walks, qi_maze_board board)
{
    trail->board = board;
    trail->length = qi_maze_walks_length(walks, board);
    return make_room(trail, trail->length) &&
           qi_maze_walks_path(walks, board, trail->cells, (size_t)trail->length + 1) == QI_OK;
}

bool maze_trail_walk(maze_trail *trail, const char *steps, size_t count, qi_maze_step_result *last)
{
    if (!make_room(trail, count))
        return false;
    qi_maze_walker walker;
    qi_maze_begin(trail->maze, &walker);
    trail->cells[0] = walker.at;
    *last = QI_MAZE_WALKED;
    for (size_t i = 0; i < count; i++) {
        unsigned direction = QI_MAZE_NORTH;
        while (letters[direction] != steps[i])
            direction++;
        *last = qi_maze_step(trail->maze, &walker, (qi_maze_direction)direction);
        if (*last == QI_MAZE_BLOCKED || *last == QI_MAZE_OVER)
            break;
        trail->cells[walker.steps] = walker.at;
    }
    trail->length = walker.steps;
    trail->board = walker.board;
    return true;
}

maze_steps maze_follow(const maze_trail *trail)
{
    maze_steps steps = {.trail = trail};
    qi_maze_begin(trail->maze, &steps.walker);
    return steps;
}

bool maze_next_step(maze_steps *steps)
{
    const maze_trail *const trail = steps->trail;
    if (steps->walker.steps == trail->length)
        return false;
    const qi_point from = steps->walker.at, to = trail->cells[steps->walker.steps + 1];
    const qi_maze_direction direction = to + 1 == from   ? QI_MAZE_WEST
                                        : to == from + 1 ? QI_MAZE_EAST
                                        : to < from      ? QI_MAZE_NORTH
                                                         : QI_MAZE_SOUTH;
    const qi_maze_step_result result = qi_maze_step(trail->maze, &steps->walker, direction);
    steps->direction = letters[direction];
    steps->move[0] = '\0';
    if (result == QI_MAZE_WROTE || result == QI_MAZE_WON)
        maze_move_name(qi_maze_at(trail->maze, to), steps->move);
    return true;
}

qi_maze_board maze_nearest(const qi_maze_walks *walks)
{
    const qi_maze_set *boards = qi_maze_walks_boards(walks);
    qi_maze_board nearest = qi_maze_set_next(boards, QI_MAZE_NO_BOARD);
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
