/* Counting a group's stones and true liberties by walking it. */
#include "nogo/rules/position.h"

/* Marks live in the colour bytes while a walk lasts and are taken off again. */
enum { MARK = 0x80 };

/* Takes the marks off everything that the walk reached: `count` stones, each with neighbours. */
static void unmark(const qi_nogo *game, const uint32_t *stones, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t neighbour[4];
        qi_nogo_neighbours(game, stones[i], neighbour);
        game->colour[stones[i]] &= (uint8_t)~MARK;
        for (int k = 0; k < 4; k++)
            game->colour[neighbour[k]] &= (uint8_t)~MARK;
    }
}

qi_result qi_nogo_measure_group(const qi_nogo *game, qi_point point, qi_nogo_group_size *size,
                                qi_point *liberties, size_t capacity)
{
    *size = (qi_nogo_group_size){0, 0};
    const qi_colour colour = qi_nogo_at(game, point);
    if (colour != QI_BLACK && colour != QI_WHITE)
        return QI_OK;
    size_t room = 64;
    uint32_t *stones = qi_allocate_array(&game->allocator, room, sizeof *stones);
    if (!stones)
        return QI_NO_MEMORY;

    stones[0] = qi_nogo_cell(game, point);
    game->colour[stones[0]] |= MARK;
    size_t found = 1;
    for (size_t i = 0; i < found; i++) {
        if (room - found < 4) {
            uint32_t *more = qi_allocate_array(&game->allocator, room * 2, sizeof *more);
            if (!more) {
                unmark(game, stones, found);
                qi_release(&game->allocator, stones);
                *size = (qi_nogo_group_size){0, 0};
                return QI_NO_MEMORY;
            }
            memcpy(more, stones, found * sizeof *more);
            qi_release(&game->allocator, stones);
            stones = more;
            room *= 2;
        }
        uint32_t neighbour[4];
        qi_nogo_neighbours(game, stones[i], neighbour);
        for (int k = 0; k < 4; k++) {
            const uint32_t next = neighbour[k];
            if (game->colour[next] == colour) {
                game->colour[next] |= MARK;
                stones[found++] = next;
            } else if (game->colour[next] == QI_EMPTY) {
                game->colour[next] |= MARK;
                if (size->liberties < capacity)
                    liberties[size->liberties] = qi_nogo_point_of_cell(game, next);
                size->liberties++;
            }
        }
    }
    size->stones = (uint32_t)found;
    unmark(game, stones, found);
    qi_release(&game->allocator, stones);
    return QI_OK;
}
