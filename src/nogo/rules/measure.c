/* Counting a group's stones and true liberties by walking it. The walk needs no memory: while it
 * lasts, the colour byte of a cell holds a mark and, for a stone, where the walk came from. */
#include "nogo/rules/position.h"

enum { MARK = 0x80, FROM = 4, DIRECTIONS = 4, START = 4 };

/* The way back from a step in direction `d`, in the order of qi_nogo_neighbours. */
static unsigned back(unsigned d)
{
    return DIRECTIONS - 1 - d;
}

/* Removes the marks of the walk by walking again: it enters marked stones and restores their plain
 * colour. */
static void unmark(uint8_t *colours, uint32_t first, uint8_t colour, const uint32_t step[4])
{
    uint32_t cell = first;
    unsigned direction = 0;
    colours[cell] = (uint8_t)(colour | START << FROM);
    for (;;) {
        if (direction < DIRECTIONS) {
            const uint32_t next = cell + step[direction];
            if (colours[next] == MARK) {
                colours[next] = QI_EMPTY;
            } else if (colours[next] == (MARK | colour)) {
                colours[next] = (uint8_t)(colour | back(direction) << FROM);
                cell = next;
                direction = 0;
                continue;
            }
            direction++;
        } else {
            const unsigned from = colours[cell] >> FROM;
            colours[cell] = colour;
            if (from == START)
                return;
            cell += step[from];
            direction = back(from) + 1;
        }
    }
}

qi_group_size qi_nogo_measure_group(const qi_nogo *game, qi_point point, qi_point *stones,
                                    qi_point *liberties, size_t capacity)
{
    qi_group_size size = {0, 0};
    const uint8_t colour = (uint8_t)qi_nogo_at(game, point);
    if (colour != QI_BLACK && colour != QI_WHITE)
        return size;
    /* Distances to the neighbours; those upwards wrap around. */
    uint32_t step[4];
    qi_nogo_neighbours(game, 0, step);
    uint8_t *const colours = game->colour;
    const uint32_t first = qi_nogo_cell(game, point);
    uint32_t cell = first;
    unsigned direction = 0;
    colours[cell] = (uint8_t)(MARK | START << FROM | colour);
    for (;;) {
        if (direction == 0) {
            if (stones && size.stones < capacity)
                stones[size.stones] = qi_nogo_point_of_cell(game, cell);
            size.stones++;
        }
        for (; direction < DIRECTIONS; direction++) {
            const uint32_t next = cell + step[direction];
            if (colours[next] == colour)
                break;
            if (colours[next] == QI_EMPTY) {
                colours[next] = MARK;
                if (liberties && size.liberties < capacity)
                    liberties[size.liberties] = qi_nogo_point_of_cell(game, next);
                size.liberties++;
            }
        }
        if (direction < DIRECTIONS) {
            cell += step[direction];
            colours[cell] = (uint8_t)(MARK | back(direction) << FROM | colour);
            direction = 0;
            continue;
        }
        const unsigned from = (colours[cell] & (MARK - 1U)) >> FROM;
        colours[cell] = MARK | colour;
        if (from == START)
            break;
        cell += step[from];
        direction = back(from) + 1;
    }
    unmark(colours, first, colour, step);
    return size;
}
