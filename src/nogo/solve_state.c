/* The solver's positions: moves, what follows from them for ever, and independent regions. */
#include "nogo/solve_state.h"

#include "base/memory.h"

/* A region where only one side has moves is counted out up to this many points; a larger one is
 * left to the search. */
enum { SOLO_POINTS = 4 };

/* ---- keeping a state simple ----------------------------------------------------------------- */

static void remove_group(solve_state *state, unsigned side, unsigned group)
{
    state->liberties[side][group] = state->liberties[side][--state->groups[side]];
}

/* An eternal liberty of a side is a point the opponent may not play and that the side may not play
 * either, or only with a stone that is safe. A group next to one never lacks a liberty, nor will
 * a stone put next to one: both are safe. */
static void apply_eternal_liberties(const solve_graph *graph, solve_state *state, unsigned side)
{
    for (;;) {
        solve_set fresh = state->open & ~state->may[!side] &
                          (state->safe[side] | ~state->may[side]) & ~state->eyes[side];
        if (!fresh)
            return;
        state->eyes[side] |= fresh;
        solve_set near = 0;
        for (unsigned g = 0; g < state->groups[side];) {
            if (state->liberties[side][g] & fresh) {
                near |= state->liberties[side][g];
                remove_group(state, side, g);
            } else {
                g++;
            }
        }
        for (; fresh; fresh &= fresh - 1)
            near |= graph->adjacent[solve_first(fresh)];
        state->safe[side] |= near & state->may[side];
    }
}

/* A group with one liberty has had its effect: nobody but its owner may play there, and a stone
 * there gains nothing from it. Groups with the same liberties act as one. */
static void drop_idle_groups(solve_state *state, unsigned side)
{
    solve_set *liberties = state->liberties[side];
    for (unsigned g = 0; g < state->groups[side];) {
        bool idle = solve_single(liberties[g]);
        for (unsigned other = 0; other < g && !idle; other++)
            idle = liberties[other] == liberties[g];
        if (idle)
            remove_group(state, side, g);
        else
            g++;
    }
}

/* Brings who may play where up to date after a move, and all that follows from it. */
static void settle(const solve_graph *graph, solve_state *state)
{
    solve_set last[2] = {0, 0}, spare[2] = {0, 0};
    for (unsigned side = 0; side < 2; side++)
        for (unsigned g = 0; g < state->groups[side]; g++) {
            const solve_set liberties = state->liberties[side][g];
            *(solve_single(liberties) ? &last[side] : &spare[side]) |= liberties;
        }
    for (unsigned side = 0; side < 2; side++) {
        state->may[side] &= ~last[!side] & (state->breath | spare[side] | state->safe[side]);
        state->safe[side] &= state->may[side];
    }
    for (unsigned side = 0; side < 2; side++) {
        apply_eternal_liberties(graph, state, side);
        drop_idle_groups(state, side);
    }
    /* Points that became illegal for both have just been applied as eternal liberties. */
    state->open = state->may[0] | state->may[1];
}

void qi_solve_copy(solve_state *to, const solve_state *from)
{
    memcpy(to, from, offsetof(solve_state, liberties));
    for (unsigned side = 0; side < 2; side++)
        for (unsigned g = 0; g < from->groups[side]; g++)
            to->liberties[side][g] = from->liberties[side][g];
}

bool qi_solve_play(const solve_graph *graph, const solve_state *from, unsigned side, unsigned point,
                   solve_state *to)
{
    const solve_set bit = (solve_set)1 << point;
    const solve_set near = graph->adjacent[point] & from->open;
    const bool safe = (from->safe[side] & bit) != 0;
    memcpy(to, from, offsetof(solve_state, liberties));
    to->open &= ~bit;
    to->stone[side] |= bit;
    for (unsigned s = 0; s < 2; s++) {
        to->may[s] &= ~bit;
        to->safe[s] &= ~bit;
    }
    for (solve_set rest = near; rest; rest &= rest - 1)
        if (!(graph->adjacent[solve_first(rest)] & to->open))
            to->breath &= ~(rest & -rest);

    solve_set joined = near;
    unsigned kept = 0;
    for (unsigned g = 0; g < from->groups[side]; g++) {
        if (from->liberties[side][g] & bit)
            joined |= from->liberties[side][g];
        else
            to->liberties[side][kept++] = from->liberties[side][g];
    }
    for (unsigned g = 0; g < from->groups[!side]; g++)
        to->liberties[!side][g] = from->liberties[!side][g] & ~bit;
    if (safe) {
        to->safe[side] |= joined & to->may[side];
    } else {
        if (kept == SOLVE_GROUPS)
            return false;
        to->liberties[side][kept++] = joined & ~bit;
    }
    to->groups[side] = kept;
    settle(graph, to);
    return true;
}

/* ---- regions ------------------------------------------------------------------------------ */

/* Points where a stone of somebody's would not be safe. Between two other points nothing passes:
 * a stone on one takes nothing from the other and gives it nothing. */
static solve_set unsafe_points(const solve_state *state)
{
    return (state->may[0] & ~state->safe[0]) | (state->may[1] & ~state->safe[1]);
}

solve_set qi_solve_region(const solve_graph *graph, const solve_state *state, unsigned point)
{
    const solve_set unsafe = unsafe_points(state);
    solve_set region = (solve_set)1 << point, fresh = region;
    while (fresh) {
        solve_set reached = 0;
        for (unsigned side = 0; side < 2; side++)
            for (unsigned g = 0; g < state->groups[side]; g++)
                if (state->liberties[side][g] & fresh)
                    reached |= state->liberties[side][g];
        for (; fresh; fresh &= fresh - 1) {
            const solve_set bit = fresh & -fresh;
            reached |= graph->adjacent[solve_first(fresh)] & (unsafe & bit ? state->open : unsafe);
        }
        fresh = reached & ~region;
        region |= fresh;
    }
    return region;
}

void qi_solve_restrict(solve_state *state, solve_set region)
{
    state->open &= region;
    for (unsigned side = 0; side < 2; side++) {
        state->may[side] &= region;
        state->safe[side] &= region;
        for (unsigned g = 0; g < state->groups[side];) {
            if (state->liberties[side][g] & region)
                g++;
            else
                remove_group(state, side, g);
        }
    }
}

/* The most moves a side can make in a row; only that side has moves. */
static unsigned solo_moves(const solve_graph *graph, const solve_state *state, unsigned side)
{
    const unsigned most = solve_count(state->may[side]);
    if (most <= 1 || (!unsafe_points(state) && !state->groups[!side]))
        return most;
    unsigned best = 0;
    for (solve_set rest = state->may[side]; rest && best < most; rest &= rest - 1) {
        solve_state next;
        if (!qi_solve_play(graph, state, side, solve_first(rest), &next))
            continue;
        const unsigned moves = 1 + solo_moves(graph, &next, side);
        if (moves > best)
            best = moves;
    }
    return best;
}

static int solo_value(const solve_graph *graph, const solve_state *state, solve_set region)
{
    const unsigned side = state->may[0] & region ? 0 : 1;
    solve_state alone;
    qi_solve_copy(&alone, state);
    qi_solve_restrict(&alone, region);
    const int moves = (int)solo_moves(graph, &alone, side);
    return side == 0 ? moves : -moves;
}

void qi_solve_reduce(const solve_graph *graph, solve_position *position)
{
    solve_state *state = &position->state;
    solve_set kept = 0;
    position->regions = 0;
    for (solve_set rest = state->open; rest;) {
        const solve_set region = qi_solve_region(graph, state, solve_first(rest));
        rest &= ~region;
        const bool black = (state->may[0] & region) != 0, white = (state->may[1] & region) != 0;
        if (black && white && solve_single(region)) {
            position->star = !position->star;
        } else if (black != white && solve_count(region) <= SOLO_POINTS) {
            position->integer += solo_value(graph, state, region);
        } else {
            kept |= region;
            position->regions++;
        }
    }
    if (kept != state->open)
        qi_solve_restrict(state, kept);
}

/* ---- from a game ---------------------------------------------------------------------------- */

static void find_symmetries(const qi_nogo *game, solve_graph *graph)
{
    const uint32_t rows = qi_nogo_rows(game), columns = qi_nogo_columns(game);
    graph->symmetries = 0;
    for (unsigned turn = 0; turn < SOLVE_SYMMETRIES; turn++) {
        if ((turn & 4) && rows != columns)
            continue;
        uint8_t *image = graph->image[graph->symmetries];
        bool onto_itself = true;
        for (qi_point point = 0; point < rows * columns; point++) {
            uint32_t row = point / columns, column = point % columns;
            if (turn & 4) {
                const uint32_t swap = row;
                row = column;
                column = swap;
            }
            row = turn & 1 ? rows - 1 - row : row;
            column = turn & 2 ? columns - 1 - column : column;
            const qi_point to = row * columns + column;
            image[point] = (uint8_t)to;
            onto_itself = onto_itself &&
                          (qi_nogo_at(game, point) == QI_WALL) == (qi_nogo_at(game, to) == QI_WALL);
        }
        if (onto_itself)
            graph->symmetries++;
    }
}

/* The bit of a point of the board, or SOLVE_POINTS. */
static unsigned bit_of(const solve_graph *graph, qi_point point)
{
    if (point < graph->points && graph->place[point] == point)
        return point;
    for (unsigned bit = 0; bit < graph->points; bit++)
        if (graph->place[bit] == point)
            return bit;
    return SOLVE_POINTS;
}

static unsigned neighbours(const qi_nogo *game, qi_point point, qi_point near[4])
{
    const uint32_t columns = qi_nogo_columns(game);
    const uint32_t row = point / columns, column = point % columns;
    const qi_point around[4] = {row ? point - columns : QI_NO_POINT,
                                column ? point - 1 : QI_NO_POINT,
                                column + 1 < columns ? point + 1 : QI_NO_POINT,
                                row + 1 < qi_nogo_rows(game) ? point + columns : QI_NO_POINT};
    unsigned count = 0;
    for (unsigned i = 0; i < 4; i++)
        if (around[i] != QI_NO_POINT)
            near[count++] = around[i];
    return count;
}

static bool may_play(const qi_nogo *game, unsigned side, qi_point point)
{
    const qi_colour colour = side == 0 ? QI_BLACK : QI_WHITE;
    return qi_nogo_judge(game, colour, point, NULL) == QI_NOGO_LEGAL;
}

/* Adds a group: its liberties, or its safety when nobody may play one of them. */
static bool load_group(const qi_nogo *game, qi_point stone, qi_point *scratch, size_t room,
                       const solve_graph *graph, solve_state *state)
{
    const unsigned side = qi_nogo_at(game, stone) == QI_BLACK ? 0 : 1;
    qi_nogo_group_size size;
    if (qi_nogo_measure_group(game, stone, &size, scratch, room) != QI_OK)
        return false;
    solve_set liberties = 0;
    bool safe = false;
    for (uint32_t i = 0; i < size.liberties; i++) {
        const unsigned bit = bit_of(graph, scratch[i]);
        if (bit < SOLVE_POINTS && ((state->open >> bit) & 1))
            liberties |= (solve_set)1 << bit;
        else
            safe = true;
    }
    if (safe) {
        state->safe[side] |= liberties;
        return true;
    }
    if (state->groups[side] == SOLVE_GROUPS)
        return false;
    state->liberties[side][state->groups[side]++] = liberties;
    return true;
}

qi_result qi_solve_load(const qi_nogo *game, qi_point *scratch, solve_graph *graph,
                        solve_state *state)
{
    const size_t points = (size_t)qi_nogo_rows(game) * qi_nogo_columns(game);
    const bool whole = points <= SOLVE_POINTS;
    memset(graph, 0, sizeof *graph);
    memset(state, 0, sizeof *state);
    if (whole)
        find_symmetries(game, graph);
    for (qi_point point = 0; point < points; point++) {
        const qi_colour at = qi_nogo_at(game, point);
        bool may[2] = {false, false};
        for (unsigned side = 0; side < 2 && at == QI_EMPTY; side++)
            may[side] = may_play(game, side, point);
        if (!whole && !may[0] && !may[1])
            continue;
        if (graph->points == SOLVE_POINTS)
            return QI_UNSUPPORTED;
        const unsigned bit = graph->points++;
        graph->place[bit] = point;
        for (unsigned side = 0; side < 2; side++)
            if (may[side])
                state->may[side] |= (solve_set)1 << bit;
        if (at == QI_BLACK || at == QI_WHITE)
            state->stone[at == QI_BLACK ? 0 : 1] |= (solve_set)1 << bit;
    }
    state->open = state->may[0] | state->may[1];
    for (unsigned bit = 0; bit < graph->points; bit++) {
        if (qi_nogo_at(game, graph->place[bit]) == QI_WALL)
            continue;
        qi_point near[4];
        for (unsigned i = neighbours(game, graph->place[bit], near); i-- > 0;) {
            const unsigned other = bit_of(graph, near[i]);
            if (qi_nogo_at(game, near[i]) == QI_WALL)
                continue;
            if (other < SOLVE_POINTS)
                graph->adjacent[bit] |= (solve_set)1 << other;
            /* An empty point nobody may play is a liberty for ever. */
            if (qi_nogo_at(game, near[i]) == QI_EMPTY &&
                (other == SOLVE_POINTS || !((state->open >> other) & 1)))
                for (unsigned side = 0; side < 2; side++)
                    state->safe[side] |= (solve_set)1 << bit;
        }
        if (graph->adjacent[bit] & state->open)
            state->breath |= (solve_set)1 << bit;
    }
    for (qi_point point = 0; point < points; point++)
        if (qi_nogo_group(game, point) == point &&
            !load_group(game, point, scratch, points, graph, state))
            return QI_UNSUPPORTED;
    for (unsigned side = 0; side < 2; side++)
        state->safe[side] &= state->may[side];
    settle(graph, state);
    return QI_OK;
}
