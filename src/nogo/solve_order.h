/*
 * The order in which moves are tried.
 *
 * What it is judged by: the points left, each by who may play it, who is safe there, how many
 * neighbours are open and how many groups of each side breathe through it; and the groups by their
 * number of liberties. Every such feature has a weight, learnt from solved positions
 * (tools/learn-order.c writes solve_weights.h).
 */
#ifndef QI_NOGO_SOLVE_ORDER_H
#define QI_NOGO_SOLVE_ORDER_H

#include "nogo/solve_key.h"
#include "nogo/solve_weights.h"

/* Which set of weights applies. */
SOLVE_FN unsigned solve_phase(const solve_state *state)
{
    static const uint8_t phase[17] = {0, 0, 0, 0, 0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 7};
    const unsigned points = solve_count(state->open);
    return phase[points < 16 ? points : 16];
}

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

/* Lists the kinds of all points and groups, as `side` sees them, and returns how many. */
SOLVE_FN unsigned solve_features(const solve_graph *graph, const solve_state *state, unsigned side,
                                 uint16_t feature[SOLVE_MOST_FEATURES])
{
    unsigned count = 0;
    solve_set once[2] = {0, 0}, twice[2] = {0, 0};
    for (unsigned s = 0; s < 2; s++) {
        const unsigned from = s == 0 ? side : !side;
        for (unsigned g = 0; g < state->groups[from]; g++) {
            const solve_set liberties = state->liberties[from][g];
            twice[s] |= once[s] & liberties;
            once[s] |= liberties;
            const unsigned size = solve_count(liberties);
            feature[count++] = (uint16_t)(SOLVE_POINT_KINDS + 3 * s + (size < 4 ? size - 2 : 2));
        }
    }
    const kind_planes kind = solve_kinds(state, side);
    solve_set low, high;
    count_neighbours(graph, state->open, &low, &high);
    for (solve_set rest = state->open; rest; rest &= rest - 1) {
        const unsigned at = solve_first(rest);
        const unsigned point = (unsigned)((kind.low >> at & 1) | (kind.middle >> at & 1) << 1 |
                                          (kind.high >> at & 1) << 2);
        const unsigned near = (unsigned)((low >> at & 1) | (high >> at & 1) << 1);
        const unsigned mine = (unsigned)((once[0] >> at & 1) + (twice[0] >> at & 1));
        const unsigned theirs = (unsigned)((once[1] >> at & 1) + (twice[1] >> at & 1));
        feature[count++] = (uint16_t)(((point * 4 + near) * 3 + mine) * 3 + theirs);
    }
    return count;
}

/* How good a position is for `side`, which has just moved. */
SOLVE_FN int32_t solve_score(const solve_graph *graph, const solve_position *position,
                             unsigned side)
{
    const solve_state *state = &position->state;
    const int16_t *weight = solve_weights[solve_phase(state)];
    uint16_t feature[SOLVE_MOST_FEATURES];
    const unsigned count = solve_features(graph, state, side, feature);
    int32_t score = 0;
    for (unsigned i = 0; i < count; i++)
        score += weight[feature[i]];
    score += weight[SOLVE_AHEAD] * (side == 0 ? position->integer : -position->integer);
    if (position->star)
        score += weight[SOLVE_STAR];
    if (solve_count(state->may[0] & state->may[1]) % 2)
        score += weight[SOLVE_ODD];
    /* Of two moves as likely to win, the one that leaves fewer answers is cheaper to prove. */
    return score - SOLVE_ANSWER_COST * (int32_t)solve_count(state->may[!side]);
}

#endif
