/*
 * The solver's positions: moves, their permanent consequences, and independent regions.
 *
 * Compiled into every engine (see engine_template.h), each time for other machines.
 */
#ifndef QI_NOGO_SOLVE_MOVES_H
#define QI_NOGO_SOLVE_MOVES_H

#include "base/memory.h"
#include "nogo/solve/state.h"

/* A region where only one side has moves is counted if it has at most this many points; a larger
 * one is searched. */
enum { SOLO_POINTS = 4 };

/* ---- neighbours ----------------------------------------------------------------------------- */

/* Moves the points of a set that have a neighbour below them there. */
SOLVE_FN solve_set solve_down(const solve_graph *graph, solve_set set)
{
    if (graph->grid)
        return (set << graph->below) & graph->vertical;
#ifdef SOLVE_BMI
    return __builtin_ia32_pdep_di(__builtin_ia32_pext_di(set, graph->upper), graph->lower);
#else
    solve_set moved = 0; /* the one below is the last of a point's neighbours */
    for (set &= graph->upper; set; set &= set - 1)
        moved |= (solve_set)1 << (63 - __builtin_clzll(graph->adjacent[solve_first(set)]));
    return moved;
#endif
}

/* Moves the points of a set that have a neighbour above them there. */
SOLVE_FN solve_set solve_up(const solve_graph *graph, solve_set set)
{
    if (graph->grid)
        return (set >> graph->below) & graph->vertical;
#ifdef SOLVE_BMI
    return __builtin_ia32_pdep_di(__builtin_ia32_pext_di(set, graph->lower), graph->upper);
#else
    solve_set moved = 0;
    for (set &= graph->lower; set; set &= set - 1) {
        const solve_set beside = graph->adjacent[solve_first(set)];
        moved |= beside & -beside;
    }
    return moved;
#endif
}

/* The neighbours of a set of points. */
SOLVE_FN solve_set solve_beside(const solve_graph *graph, solve_set set)
{
#ifndef SOLVE_BMI
    if (!graph->grid) {
        solve_set beside = 0;
        for (; set; set &= set - 1)
            beside |= graph->adjacent[solve_first(set)];
        return beside;
    }
#endif
    return (((set << 1) & graph->right) | ((set >> 1) & graph->left) | solve_down(graph, set) |
            solve_up(graph, set)) &
           graph->all;
}

/* ---- keeping a state simple ----------------------------------------------------------------- */

SOLVE_FN void remove_group(solve_state *state, unsigned side, unsigned group)
{
    state->liberties[side][group] = state->liberties[side][--state->groups[side]];
}

/* A permanent liberty of a side is a point that the opponent may not play, and that the side may
 * not play either or only with a safe stone. A group next to one always has a liberty, and so will
 * a stone played next to one: both are safe. */
SOLVE_FN void apply_eternal_liberties(const solve_graph *graph, solve_state *state, unsigned side)
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
        near |= solve_beside(graph, fresh);
        state->safe[side] |= near & state->may[side];
    }
}

/* Adds a group, unless another has the same liberties: then they act as one. A group with one
 * liberty is dropped once `last` has been applied: only its owner may play there, and a stone there
 * gains nothing from it. False if there are too many groups. */
SOLVE_FN bool add_group(solve_state *state, unsigned side, solve_set liberties, solve_set *last,
                        solve_set *spare)
{
    const bool idle = solve_single(liberties);
    bool known = idle;
    *last |= solve_if(idle, liberties);
    *spare |= solve_if(!idle, liberties);
    for (unsigned g = 0; g < state->groups[side]; g++)
        known |= state->liberties[side][g] == liberties;
    if (state->groups[side] == SOLVE_GROUPS)
        return known;
    state->liberties[side][state->groups[side]] = liberties;
    state->groups[side] += !known;
    return true;
}

/* Updates who may play where after a move, with all consequences: `last` are the only liberties of
 * groups, `spare` the liberties of groups that have two. */
SOLVE_FN void settle(const solve_graph *graph, solve_state *state, const solve_set last[2],
                     const solve_set spare[2])
{
    const solve_set breath = solve_beside(graph, state->open);
    for (unsigned side = 0; side < 2; side++) {
        state->may[side] &= ~last[!side] & (breath | spare[side] | state->safe[side]);
        state->safe[side] &= state->may[side];
    }
    for (unsigned side = 0; side < 2; side++)
        apply_eternal_liberties(graph, state, side);
    /* Points that became illegal for both have just been applied as permanent liberties. */
    state->open = state->may[0] | state->may[1];
}

/* Copies a state, with only the groups in use. */
SOLVE_FN void solve_copy(solve_state *to, const solve_state *from)
{
    memcpy(to, from, offsetof(solve_state, liberties));
    for (unsigned side = 0; side < 2; side++)
        for (unsigned g = 0; g < from->groups[side]; g++)
            to->liberties[side][g] = from->liberties[side][g];
}

/* Copies the groups of a side that do not have `bit` among their liberties, and lists in `touched`
 * those that have. Returns how many these are. */
SOLVE_FN unsigned part_groups(const solve_state *from, unsigned side, solve_set bit,
                              solve_state *to, solve_set *spare, solve_set touched[SOLVE_GROUPS])
{
    const unsigned groups = from->groups[side];
    unsigned kept = 0, parted = 0;
    solve_set all = 0;
    for (unsigned g = 0; g < groups; g++) {
        const solve_set liberties = from->liberties[side][g];
        const bool touches = (liberties & bit) != 0;
        to->liberties[side][kept] = liberties;
        touched[parted] = liberties;
        kept += !touches;
        parted += touches;
        all |= solve_if(!touches, liberties);
    }
    to->groups[side] = kept;
    *spare = all;
    return parted;
}

/* Plays a point of from->may[side] and stores the new state in `to`. False if there are more groups
 * than fit. */
SOLVE_FN bool solve_play(const solve_graph *graph, const solve_state *from, unsigned side,
                         unsigned point, solve_state *to)
{
    const solve_set bit = (solve_set)1 << point;
    memcpy(to, from, offsetof(solve_state, liberties));
    to->open &= ~bit;
    to->stone[side] |= bit;
    for (unsigned s = 0; s < 2; s++) {
        to->may[s] &= ~bit;
        to->safe[s] &= ~bit;
    }
    solve_set last[2] = {0, 0}, spare[2], touched[SOLVE_GROUPS];
    solve_set joined = graph->adjacent[point] & from->open;
    for (unsigned i = part_groups(from, side, bit, to, &spare[side], touched); i-- > 0;)
        joined |= touched[i];
    joined &= ~bit;
    bool fits = true;
    if (from->safe[side] & bit)
        to->safe[side] |= joined & to->may[side];
    else
        fits = add_group(to, side, joined, &last[side], &spare[side]);
    for (unsigned i = part_groups(from, !side, bit, to, &spare[!side], touched); i-- > 0;)
        fits = add_group(to, !side, touched[i] & ~bit, &last[!side], &spare[!side]) && fits;
    settle(graph, to, last, spare);
    return fits;
}

/* Brings the images of a small board up to date. */
SOLVE_FN void solve_trace(const solve_graph *graph, solve_state *state)
{
    if (graph->points > SOLVE_PACKED || !graph->symmetries)
        return;
    const solve_set fresh = graph->all & ~(state->open | state->imaged);
    state->imaged |= fresh;
    for (solve_set rest = fresh; rest; rest &= rest - 1) {
        const unsigned at = solve_first(rest);
        const unsigned what =
            (unsigned)(2 - 2 * (state->stone[0] >> at & 1) - (state->stone[1] >> at & 1));
        const uint64_t *trace = graph->trace[what][at];
        for (unsigned i = 0; i < SOLVE_SYMMETRIES; i++)
            state->image[i] |= trace[i];
    }
}

/* ---- regions ------------------------------------------------------------------------------ */

/* Points where a stone of some side would not be safe. Two other points do not affect each other: a
 * stone on one neither takes a liberty from the other nor gives it one. */
SOLVE_FN solve_set unsafe_points(const solve_state *state)
{
    return (state->may[0] & ~state->safe[0]) | (state->may[1] & ~state->safe[1]);
}

/* The region of the state that contains a point: what is outside cannot influence it. */
SOLVE_FN solve_set solve_region(const solve_graph *graph, const solve_state *state, unsigned point)
{
    const solve_set unsafe = unsafe_points(state), open = state->open;
    solve_set region = (solve_set)1 << point, before;
    do {
        before = region;
        for (unsigned side = 0; side < 2; side++)
            for (unsigned g = 0; g < state->groups[side]; g++)
                region |= solve_if(state->liberties[side][g] & region, state->liberties[side][g]);
        region |=
            (solve_beside(graph, region) & unsafe) | (solve_beside(graph, region & unsafe) & open);
    } while (region != before && region != open);
    return region;
}

/* Cuts the state down to some of its regions. */
SOLVE_FN void solve_restrict(solve_state *state, solve_set region)
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
SOLVE_FN unsigned solo_moves(const solve_graph *graph, const solve_state *state, unsigned side)
{
    const unsigned max = solve_count(state->may[side]);
    if (max <= 1 || (!unsafe_points(state) && !state->groups[!side]))
        return max;
    unsigned best = 0;
    for (solve_set rest = state->may[side]; rest && best < max; rest &= rest - 1) {
        solve_state next;
        if (!solve_play(graph, state, side, solve_first(rest), &next))
            continue;
        const unsigned moves = 1 + solo_moves(graph, &next, side);
        if (moves > best)
            best = moves;
    }
    return best;
}

SOLVE_FN int solo_value(const solve_graph *graph, const solve_state *state, solve_set region)
{
    const unsigned side = state->may[0] & region ? 0 : 1;
    solve_state alone;
    solve_copy(&alone, state);
    solve_restrict(&alone, region);
    const int moves = (int)solo_moves(graph, &alone, side);
    return side == 0 ? moves : -moves;
}

/* Moves regions that are integers or stars out of the state; returns how many others there are. */
SOLVE_FN unsigned solve_reduce(const solve_graph *graph, solve_position *position)
{
    solve_state *state = &position->state;
    solve_set kept = 0;
    unsigned regions = 0;
    for (solve_set rest = state->open; rest;) {
        const solve_set region = solve_region(graph, state, solve_first(rest));
        rest &= ~region;
        const bool black = (state->may[0] & region) != 0, white = (state->may[1] & region) != 0;
        if (black && white && solve_single(region)) {
            position->star = !position->star;
        } else if (black != white && solve_count(region) <= SOLO_POINTS) {
            position->integer += solo_value(graph, state, region);
        } else {
            kept |= region;
            regions++;
        }
    }
    if (kept != state->open)
        solve_restrict(state, kept);
    return regions;
}

#endif
