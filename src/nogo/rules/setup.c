/* Positions from points, and points from positions. */
#include "nogo/rules/position.h"

/* Sets one point; returns what was there. */
static uint8_t change(qi_nogo *position, qi_point point, uint8_t colour)
{
    uint8_t *cell = &position->colour[qi_nogo_cell(position, point)];
    const uint8_t before = *cell;
    position->stones[before]--;
    position->stones[colour]++;
    *cell = colour;
    return before;
}

/* The first entry of a setup that is no point of the board or no colour; `count` when all are. */
static size_t find_wrong(const qi_nogo *position, const qi_stone *stones, size_t count)
{
    size_t i = 0;
    while (i < count && stones[i].point < position->rows * position->columns &&
           (unsigned)stones[i].colour <= QI_WALL)
        i++;
    return i;
}

qi_result qi_nogo_set_up(qi_nogo *position, const qi_stone *stones, size_t count, qi_colour to_move,
                         qi_point *wrong)
{
    qi_point ignored = QI_NO_POINT;
    wrong = wrong ? wrong : &ignored;
    *wrong = QI_NO_POINT;
    const size_t bad = find_wrong(position, stones, count);
    if (bad < count)
        *wrong = stones[bad].point;
    if (bad < count || (to_move != QI_BLACK && to_move != QI_WHITE))
        return QI_BAD_ARGUMENT;
    uint8_t *before = (uint8_t *)qi_allocate(&position->allocator, count);
    if (!before)
        return QI_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        before[i] = change(position, stones[i].point, (uint8_t)stones[i].colour);
    const uint32_t breathless = qi_nogo_restore_groups(position);
    if (breathless) {
        *wrong = qi_nogo_point_of_cell(position, breathless);
        for (size_t i = count; i-- > 0;)
            change(position, stones[i].point, before[i]);
        qi_nogo_forget_groups(position);
    } else {
        position->to_move = to_move;
    }
    qi_release(&position->allocator, before);
    return breathless ? QI_BAD_ARGUMENT : QI_OK;
}

void qi_nogo_points(const qi_nogo *position, uint8_t *states)
{
    for (size_t row = 0; row < position->rows; row++)
        memcpy(states + row * position->columns,
               position->colour + (row + 1) * position->stride + 1, position->columns);
}
