/*
 * The order in which moves are tried.
 *
 * A move is judged by what it leaves: the points, each by who may play it, who is safe there, how
 * many neighbours are open and how many groups of each side breathe through it; the groups, by what
 * kinds of liberties they have; neighbouring points, by their kinds; the integer, the star, and how
 * many points there are. A small network learnt from solved positions turns that into a score
 * (tools/learn-order.c writes solve_narrow.c and solve_wide.c). It calculates with integers, so
 * that the order and with it the number of positions searched is the same everywhere.
 */
#ifndef QI_NOGO_SOLVE_ORDER_H
#define QI_NOGO_SOLVE_ORDER_H

#include "nogo/solve_key.h"
#include "nogo/solve_net.h"

/* The number of open neighbours of all points at once: 0, 1, 2, or 3 and more, in two bits. */
SOLVE_FN void count_neighbours(const solve_graph *graph, solve_set open, solve_set *low,
                               solve_set *high)
{
    *low = *high = 0;
    if (!graph->grid) {
        for (solve_set rest = open; rest; rest &= rest - 1) {
            const unsigned near = solve_count(graph->adjacent[solve_first(rest)] & open);
            *low |= near & 1 || near > 3 ? rest & -rest : 0;
            *high |= near > 1 ? rest & -rest : 0;
        }
        return;
    }
    const solve_set a = (open << 1) & graph->right, b = (open >> 1) & graph->left;
    const solve_set c = (open << graph->below) & graph->vertical,
                    d = (open >> graph->below) & graph->vertical;
    const solve_set ab = a & b, cd = c & d, odd_ab = a ^ b, odd_cd = c ^ d;
    *low = (odd_ab ^ odd_cd) | (ab & cd);
    *high = ab | cd | (odd_ab & odd_cd);
}

/* The kind of a point, 0 .. 7. */
SOLVE_FN unsigned kind_at(kind_planes kind, unsigned at)
{
    return (unsigned)((kind.low >> at & 1) | (kind.middle >> at & 1) << 1 |
                      (kind.high >> at & 1) << 2);
}

SOLVE_FN unsigned capped(unsigned value, unsigned most)
{
    return value < most ? value : most;
}

/* Lists all features but the integer, as `side` sees them, and returns how many there are. */
SOLVE_FN unsigned solve_features(const solve_graph *graph, const solve_position *position,
                                 unsigned side, uint16_t feature[SOLVE_MOST_FEATURES])
{
    const solve_state *state = &position->state;
    unsigned count = 0;
    solve_set once[2] = {0, 0}, twice[2] = {0, 0};
    const solve_set both = state->may[0] & state->may[1];
    for (unsigned s = 0; s < 2; s++) {
        const unsigned from = s == 0 ? side : !side;
        for (unsigned g = 0; g < state->groups[from]; g++) {
            const solve_set liberties = state->liberties[from][g];
            twice[s] |= once[s] & liberties;
            once[s] |= liberties;
            const unsigned shared = solve_count(liberties & both),
                           mine = solve_count(liberties & ~both & state->may[side]),
                           theirs = solve_count(liberties & ~both & state->may[!side]);
            feature[count++] = (uint16_t)(SOLVE_POINT_KINDS + 64 * s + 16 * capped(mine, 3) +
                                          4 * capped(theirs, 3) + capped(shared, 3));
        }
    }
    const kind_planes kinds = solve_kinds(state, side);
    const solve_set unsafe = unsafe_points(state);
    solve_set low, high;
    count_neighbours(graph, state->open, &low, &high);
    for (solve_set rest = state->open; rest; rest &= rest - 1) {
        const unsigned at = solve_first(rest), kind = kind_at(kinds, at);
        const unsigned near = (unsigned)((low >> at & 1) | (high >> at & 1) << 1);
        const unsigned mine = (unsigned)((once[0] >> at & 1) + (twice[0] >> at & 1));
        const unsigned theirs = (unsigned)((once[1] >> at & 1) + (twice[1] >> at & 1));
        feature[count++] = (uint16_t)(((kind * 4 + near) * 3 + mine) * 3 + theirs);
        solve_set beside =
            graph->adjacent[at] & rest & (unsafe | solve_if(unsafe >> at & 1, state->open));
        for (; beside; beside &= beside - 1) {
            const unsigned other = kind_at(kinds, solve_first(beside));
            const unsigned more = kind > other ? kind : other, less = kind > other ? other : kind;
            feature[count++] =
                (uint16_t)(SOLVE_POINT_KINDS + SOLVE_GROUP_KINDS + more * (more + 1) / 2 + less);
        }
    }
    const unsigned left = SOLVE_LEFT + capped(solve_count(state->open), SOLVE_MOST_LEFT - 1);
    feature[count++] = (uint16_t)left;
    const int margin = (int)solve_count(state->may[side]) - (int)solve_count(state->may[!side]) +
                       (side == 0 ? position->integer : -position->integer) + 8;
    feature[count++] = (uint16_t)(SOLVE_BALANCE + 17 * capped(solve_count(both), 15) +
                                  (margin < 0 ? 0 : capped((unsigned)margin, 16)));
    if (position->star)
        feature[count++] = SOLVE_STAR;
    return count;
}

/* As many hidden units as the machine adds at once. */
#ifdef SOLVE_BMI
enum { NET_LANES = 16 };
#else
enum { NET_LANES = 8 };
#endif
typedef int16_t net_lanes __attribute__((vector_size(2 * NET_LANES), may_alias));

/* How good a position is for `side`, which has just moved. */
SOLVE_FN int32_t solve_score(const solve_graph *graph, const solve_position *position,
                             unsigned side)
{
    uint16_t feature[SOLVE_MOST_FEATURES];
    const unsigned count = solve_features(graph, position, side, feature);
    const solve_net *net = graph->narrow ? &qi_solve_narrow : &qi_solve_wide;
    const int ahead = side == 0 ? position->integer : -position->integer;
    int32_t score = net->direct[SOLVE_AHEAD] * ahead;
    net_lanes sum[SOLVE_HIDDEN / NET_LANES];
    const net_lanes *row = (const net_lanes *)net->hidden[SOLVE_AHEAD];
    for (unsigned j = 0; j < SOLVE_HIDDEN / NET_LANES; j++)
        sum[j] = row[j] * (int16_t)ahead;
    for (unsigned i = 0; i < count; i++) {
        row = (const net_lanes *)net->hidden[feature[i]];
        for (unsigned j = 0; j < SOLVE_HIDDEN / NET_LANES; j++)
            sum[j] += row[j];
        score += net->direct[feature[i]];
    }
    int16_t unit[SOLVE_HIDDEN];
    memcpy(unit, sum, sizeof unit);
    for (unsigned j = 0; j < SOLVE_HIDDEN; j++) {
        const int16_t floored = unit[j] > 0 ? unit[j] : 0;
        score += net->output[j] * (floored < SOLVE_NET_ONE ? floored : SOLVE_NET_ONE);
    }
    /* Of two moves as likely to win, the one that leaves fewer answers is cheaper to prove. */
    return score - SOLVE_ANSWER_COST * (int32_t)solve_count(position->state.may[!side]);
}

#endif
