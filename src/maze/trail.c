#include "maze/trail.h"

#include "maze/maze.h"

static const char letters[] = "NESW"; /* in the order of qi_maze_direction */

/* Makes room for `length` + 1 cells; what was there is lost. */
static qi_result make_room(qi_maze_trail *trail, size_t length)
{
    qi_point *const cells = qi_grow(&trail->maze->allocator, trail->cells, 0, length + 1,
                                    &trail->capacity, sizeof *cells);
    if (!cells)
        return QI_NO_MEMORY;
    trail->cells = cells;
    return QI_OK;
}

void qi_maze_trail_free(qi_maze_trail *trail)
{
    if (trail->cells)
        qi_release(&trail->maze->allocator, trail->cells);
    trail->cells = NULL;
    trail->capacity = 0;
}

qi_result qi_maze_trail_take(qi_maze_trail *trail, const qi_maze_walks *walks, qi_maze_board board)
{
    const uint32_t length = qi_maze_walks_length(walks, board);
    if (length == QI_MAZE_NO_WALK)
        return QI_BAD_ARGUMENT;
    const qi_result result = make_room(trail, length);
    if (result != QI_OK)
        return result;
    trail->board = board;
    trail->length = length;
    return qi_maze_walks_path(walks, board, trail->cells, trail->capacity);
}

qi_result qi_maze_trail_claim(qi_maze_trail *trail, const qi_maze_claim *claim,
                              qi_maze_step_result *last)
{
    const qi_result result = make_room(trail, claim->step_count);
    if (result != QI_OK)
        return result;
    qi_maze_walker walker;
    qi_maze_begin(trail->maze, &walker);
    trail->cells[0] = walker.at;
    *last = QI_MAZE_WALKED;
    for (size_t i = 0; i < claim->step_count; i++) {
        unsigned direction = QI_MAZE_NORTH;
        while (letters[direction] != claim->steps[i])
            direction++;
        *last = qi_maze_step(trail->maze, &walker, (qi_maze_direction)direction);
        if (*last == QI_MAZE_BLOCKED || *last == QI_MAZE_OVER)
            break;
        trail->cells[walker.steps] = walker.at;
    }
    trail->length = walker.steps;
    trail->board = walker.board;
    return QI_OK;
}

qi_maze_board qi_maze_nearest(const qi_maze_walks *walks)
{
    const qi_maze_set *boards = qi_maze_walks_boards(walks);
    qi_maze_board nearest = qi_maze_set_first(boards);
    for (qi_maze_board board = nearest; board != QI_MAZE_NO_BOARD;
         board = qi_maze_set_next(boards, board))
        if (qi_maze_walks_length(walks, board) < qi_maze_walks_length(walks, nearest))
            nearest = board;
    return nearest;
}

void qi_maze_move_name(qi_maze_cell cell, char name[4])
{
    name[0] = cell.letter == QI_MAZE_M ? 'M' : 'O';
    name[1] = (char)('1' + cell.square / 3);
    name[2] = (char)('1' + cell.square % 3);
    name[3] = '\0';
}

qi_maze_steps qi_maze_follow(const qi_maze_trail *trail)
{
    qi_maze_steps steps = {.trail = trail};
    qi_maze_begin(trail->maze, &steps.walker);
    return steps;
}

bool qi_maze_next_step(qi_maze_steps *steps)
{
    const qi_maze_trail *const trail = steps->trail;
    if (steps->walker.steps == trail->length)
        return false;
    uint32_t offsets[4];
    qi_maze_offsets(trail->maze->side, offsets);
    const uint32_t by = trail->cells[steps->walker.steps + 1] - steps->walker.at;
    unsigned direction = QI_MAZE_NORTH;
    while (direction < QI_MAZE_WEST && offsets[direction] != by)
        direction++;
    steps->direction = letters[direction];
    const qi_maze_step_result result =
        qi_maze_step(trail->maze, &steps->walker, (qi_maze_direction)direction);
    steps->move[0] = '\0';
    if (result == QI_MAZE_WROTE || result == QI_MAZE_WON)
        qi_maze_move_name(qi_maze_at(trail->maze, steps->walker.at), steps->move);
    return true;
}
