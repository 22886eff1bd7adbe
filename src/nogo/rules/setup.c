/* Positions from points, and points from positions. */
#include "nogo/rules/position.h"

/* Sets one point; returns what was there. */
static uint8_t change(qi_nogo *game, qi_point point, uint8_t colour)
{
    uint8_t *cell = &game->colour[qi_nogo_cell(game, point)];
    const uint8_t before = *cell;
    game->stones[before]--;
    game->stones[colour]++;
    *cell = colour;
    return before;
}

/* The first entry of a setup that is no point of the board or no colour; `count` when all are. */
static size_t find_wrong(const qi_nogo *game, const qi_stone *stones, size_t count)
{
    size_t i = 0;
    while (i < count && stones[i].point < game->rows * game->columns &&
           (unsigned)stones[i].colour <= QI_WALL)
        i++;
    return i;
}

qi_result qi_nogo_set_up(qi_nogo *game, const qi_stone *stones, size_t count, qi_colour to_move,
                         qi_point *wrong)
{
    qi_point ignored = QI_NO_POINT;
    wrong = wrong ? wrong : &ignored;
    *wrong = QI_NO_POINT;
    const size_t bad = find_wrong(game, stones, count);
    if (bad < count)
        *wrong = stones[bad].point;
    if (bad < count || (to_move != QI_BLACK && to_move != QI_WHITE))
        return QI_BAD_ARGUMENT;
    uint8_t *before = (uint8_t *)qi_allocate(&game->allocator, count);
    if (!before)
        return QI_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        before[i] = change(game, stones[i].point, (uint8_t)stones[i].colour);
    const uint32_t breathless = qi_nogo_restore_groups(game);
    if (breathless) {
        *wrong = qi_nogo_point_of_cell(game, breathless);
        for (size_t i = count; i-- > 0;)
            change(game, stones[i].point, before[i]);
        qi_nogo_forget_groups(game);
    } else {
        game->to_move = to_move;
    }
    qi_release(&game->allocator, before);
    return breathless ? QI_BAD_ARGUMENT : QI_OK;
}

void qi_nogo_points(const qi_nogo *game, uint8_t *states)
{
    for (size_t row = 0; row < game->rows; row++)
        memcpy(states + row * game->columns, game->colour + (row + 1) * game->stride + 1,
               game->columns);
}
