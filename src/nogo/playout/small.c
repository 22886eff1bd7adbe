/* Small boards as sets of points. */
#include "nogo/playout/small.h"

bool qi_small_fits(uint32_t rows, uint32_t columns)
{
    return rows <= QI_SMALL_SIDE && columns <= QI_SMALL_SIDE;
}

qi_mask qi_small_beside(const qi_small_frame *frame, qi_mask set)
{
    const qi_mask inner = frame->inner;
    const qi_mask vertical =
        qi_mask_or(qi_mask_up(set, frame->columns), qi_mask_down(set, frame->columns));
    const qi_mask horizontal = qi_mask_or(qi_mask_up(qi_mask_and(set, inner), 1),
                                          qi_mask_and(qi_mask_down(set, 1), inner));
    return qi_mask_and(qi_mask_or(vertical, horizontal), frame->board);
}

qi_mask qi_small_group(const qi_small_frame *frame, const qi_small *position, uint32_t stone)
{
    const qi_mask own = position->stones[!qi_mask_has(position->stones[0], stone)];
    qi_mask group = qi_mask_point(stone);
    for (;;) {
        const qi_mask grown = qi_mask_or(group, qi_mask_and(qi_small_beside(frame, group), own));
        if (qi_mask_same(grown, group))
            return group;
        group = grown;
    }
}

/* The stones of a side whose group has just one liberty. */
static qi_mask lone_stones(const qi_small_frame *frame, const qi_small *position, uint32_t side)
{
    const qi_mask empty = qi_small_empty(frame, position);
    qi_mask lone = qi_mask_none();
    for (qi_mask left = position->stones[side]; qi_mask_any(left);) {
        const qi_mask group = qi_small_group(frame, position, qi_mask_first(left));
        if (qi_mask_count(qi_mask_and(qi_small_beside(frame, group), empty)) == 1)
            lone = qi_mask_or(lone, group);
        left = qi_mask_without(left, group);
    }
    return lone;
}

/*
 * A point is illegal for a side when it is the one liberty of an opponent's group (a capture), or
 * when it is next to neither an empty point nor a group of the side with another liberty (suicide).
 */
static void find_legal(const qi_small_frame *frame, qi_small *position)
{
    const qi_mask empty = qi_small_empty(frame, position);
    const qi_mask lone[2] = {lone_stones(frame, position, 0), lone_stones(frame, position, 1)};
    for (uint32_t side = 0; side < 2; side++) {
        const qi_mask safe = qi_mask_without(position->stones[side], lone[side]);
        const qi_mask breathes = qi_small_beside(frame, qi_mask_or(empty, safe));
        const qi_mask captures = qi_small_beside(frame, lone[!side]);
        position->legal[side] = qi_mask_without(qi_mask_and(empty, breathes), captures);
    }
}

void qi_small_read(const qi_nogo *from, qi_small_frame *frame, qi_small *position)
{
    *frame = (qi_small_frame){.rows = qi_nogo_rows(from), .columns = qi_nogo_columns(from)};
    *position = (qi_small){.stones = {qi_mask_none(), qi_mask_none()}};
    const uint32_t points = frame->rows * frame->columns;
    for (uint32_t p = 0; p < points; p++) {
        const qi_mask point = qi_mask_point(p);
        const qi_colour colour = qi_nogo_at(from, p);
        if (colour != QI_WALL)
            frame->board = qi_mask_or(frame->board, point);
        if (p % frame->columns + 1 < frame->columns)
            frame->inner = qi_mask_or(frame->inner, point);
        if (colour == QI_BLACK || colour == QI_WHITE) {
            qi_mask *const stones = &position->stones[qi_small_side(colour)];
            *stones = qi_mask_or(*stones, point);
        }
    }
    for (uint32_t p = 0; p < points; p++)
        frame->neighbours[p] = qi_small_beside(frame, qi_mask_point(p));
    find_legal(frame, position);
}
