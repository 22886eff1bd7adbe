/* Small boards as sets of points: reading them, playing, keeping the legal points. */
#include "nogo/small.h"

#include "base/random.h"

bool qi_small_fits(uint32_t rows, uint32_t columns)
{
    return rows <= QI_SMALL_SIDE && columns <= QI_SMALL_SIDE;
}

/* The group of a stone and its liberties. */
typedef struct group {
    qi_mask stones, liberties;
} group;

static group group_at(const qi_small_frame *frame, const qi_small *position, uint32_t side,
                      uint32_t point)
{
    const qi_mask own = position->stones[side];
    group found = {qi_mask_point(point), qi_mask_none()};
    qi_mask reach = qi_mask_none();
    for (qi_mask next = found.stones; qi_mask_any(next);) {
        const uint32_t stone = qi_mask_take(&next);
        reach = qi_mask_or(reach, frame->neighbours[stone]);
        const qi_mask more =
            qi_mask_without(qi_mask_and(frame->neighbours[stone], own), found.stones);
        found.stones = qi_mask_or(found.stones, more);
        next = qi_mask_or(next, more);
    }
    found.liberties = qi_mask_without(reach, qi_mask_or(position->stones[0], position->stones[1]));
    return found;
}

static bool is_legal(const qi_small_frame *frame, const qi_small *position, uint32_t side,
                     uint32_t point)
{
    const qi_mask near = frame->neighbours[point];
    qi_mask enemies = qi_mask_and(near, position->stones[!side]);
    while (qi_mask_any(enemies)) {
        const group enemy = group_at(frame, position, !side, qi_mask_take(&enemies));
        if (qi_mask_count(enemy.liberties) == 1)
            return false;
    }
    qi_small after = *position;
    after.stones[side] = qi_mask_or(after.stones[side], qi_mask_point(point));
    return qi_mask_any(group_at(frame, &after, side, point).liberties);
}

/* Once illegal always illegal, so only points that were legal need a new look. */
static void update_legal(const qi_small_frame *frame, qi_small *position)
{
    for (uint32_t side = 0; side < 2; side++) {
        for (qi_mask left = position->legal[side]; qi_mask_any(left);) {
            const uint32_t point = qi_mask_take(&left);
            if (!is_legal(frame, position, side, point))
                position->legal[side] =
                    qi_mask_without(position->legal[side], qi_mask_point(point));
        }
    }
}

void qi_small_read(const qi_nogo *game, qi_small_frame *frame, qi_small *position)
{
    *frame = (qi_small_frame){.rows = qi_nogo_rows(game), .columns = qi_nogo_columns(game)};
    *position = (qi_small){0};
    const uint32_t points = frame->rows * frame->columns;
    for (uint32_t p = 0; p < points; p++) {
        const qi_colour colour = qi_nogo_at(game, p);
        if (colour == QI_WALL)
            continue;
        frame->board = qi_mask_or(frame->board, qi_mask_point(p));
        qi_mask *set =
            colour == QI_EMPTY ? &position->legal[0] : &position->stones[qi_small_side(colour)];
        *set = qi_mask_or(*set, qi_mask_point(p));
    }
    position->legal[1] = position->legal[0];
    for (uint32_t p = 0; p < points; p++) {
        const uint32_t column = p % frame->columns;
        qi_mask near = qi_mask_none();
        if (column > 0)
            near = qi_mask_or(near, qi_mask_point(p - 1));
        if (column + 1 < frame->columns)
            near = qi_mask_or(near, qi_mask_point(p + 1));
        if (p >= frame->columns)
            near = qi_mask_or(near, qi_mask_point(p - frame->columns));
        if (p + frame->columns < points)
            near = qi_mask_or(near, qi_mask_point(p + frame->columns));
        frame->neighbours[p] = qi_mask_and(near, frame->board);
    }
    update_legal(frame, position);
}

void qi_small_play(const qi_small_frame *frame, qi_small *position, qi_colour colour,
                   uint32_t point)
{
    const qi_mask stone = qi_mask_point(point);
    const uint32_t side = qi_small_side(colour);
    position->stones[side] = qi_mask_or(position->stones[side], stone);
    position->legal[0] = qi_mask_without(position->legal[0], stone);
    position->legal[1] = qi_mask_without(position->legal[1], stone);
    update_legal(frame, position);
}

/* Exactly uniform over 0 .. bound-1. */
static uint32_t below(uint64_t *random, uint32_t bound)
{
    const uint32_t threshold = (uint32_t)(0U - bound) % bound;
    uint64_t product;
    do
        product = (qi_splitmix64(random) >> 32) * bound;
    while ((uint32_t)product < threshold);
    return (uint32_t)(product >> 32);
}

void qi_small_playout(const qi_small_frame *frame, qi_small *position, qi_colour colour,
                      qi_small_policy policy, uint64_t *random, qi_small_result *result)
{
    *result = (qi_small_result){.moves = 0};
    for (;; colour = qi_opponent(colour)) {
        const uint32_t side = qi_small_side(colour);
        const qi_mask shared = qi_mask_and(position->legal[0], position->legal[1]);
        const bool first_phase = policy == QI_SMALL_SHARED_FIRST && qi_mask_any(shared);
        qi_mask choice = first_phase ? shared : position->legal[side];
        if (!qi_mask_any(choice))
            break;
        for (uint32_t skip = below(random, qi_mask_count(choice)); skip > 0; skip--)
            qi_mask_take(&choice);
        const uint32_t point = qi_mask_first(choice);
        if (first_phase || policy == QI_SMALL_UNIFORM)
            result->taken[side] = qi_mask_or(result->taken[side], qi_mask_point(point));
        qi_small_play(frame, position, colour, point);
        result->moves++;
    }
    result->winner = qi_opponent(colour);
}
