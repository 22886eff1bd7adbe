/*
 * The order in which moves are tried.
 *
 * A move is judged by the position it leads to. Its features are: for each point, who may play it,
 * who is safe there, how many neighbours are open, and how many groups of each side have it as a
 * liberty; for each group, the kinds of its liberties; pairs of neighbouring points, by their
 * kinds; the integer, the star, and the number of points. A small network learnt from solved
 * positions turns them into a score (nogo/weights has its tables and their recipes). It uses
 * integers, so the order, and with it the number of positions searched, is the same everywhere.
 */
#ifndef QI_NOGO_SOLVE_ORDER_H
#define QI_NOGO_SOLVE_ORDER_H

#include "nogo/solve/key.h"
#include "nogo/solve/order_net.h"

/* The number of open neighbours of all points at once: 0, 1, 2, or 3 and more, in two bits. */
SOLVE_FN void count_neighbours(const solve_graph *graph, solve_set open, solve_set *low,
                               solve_set *high)
{
    const solve_set a = (open << 1) & graph->right, b = (open >> 1) & graph->left;
    const solve_set c = solve_down(graph, open), d = solve_up(graph, open);
    const solve_set ab = a & b, cd = c & d, odd_ab = a ^ b, odd_cd = c ^ d;
    *low = (odd_ab ^ odd_cd) | (ab & cd);
    *high = ab | cd | (odd_ab & odd_cd);
}

SOLVE_FN unsigned capped(unsigned value, unsigned max)
{
    return value < max ? value : max;
}

/* Lists the features of the groups. `once` and `twice` become the points that are a liberty of at
 * least one and of at least two groups of [0] `side`, [1] the opponent. */
SOLVE_FN unsigned list_group_features(const solve_state *state, unsigned side, solve_set once[2],
                                      solve_set twice[2], uint16_t *feature)
{
    const solve_set both = state->may[0] & state->may[1];
    unsigned count = 0;
    for (unsigned s = 0; s < 2; s++) {
        const unsigned from = s == 0 ? side : !side;
        once[s] = twice[s] = 0;
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
    return count;
}

/* Takes up to eight points off a set; bit i of a point's byte is set if it is in plane[i]. */
SOLVE_FN octet gather(const solve_set *plane, unsigned planes, solve_set *points)
{
    octet bytes = 0;
#ifdef SOLVE_BMI
    for (unsigned i = 0; i < planes; i++)
        bytes |= spread(squeeze(plane[i], *points)) << i;
    *points = __builtin_ia32_pdep_di(~(uint64_t)255, *points);
#else
    for (unsigned at = 0; *points && at < 64; *points &= *points - 1, at += 8)
        for (unsigned i = 0; i < planes; i++)
            bytes |= (octet)(plane[i] >> solve_first(*points) & 1) << (at + i);
#endif
    return bytes;
}

/* Lists the kind of every point, from bits of nine sets. */
SOLVE_FN unsigned list_point_features(const solve_set plane[9], solve_set open, uint16_t *feature)
{
    unsigned done = 0;
    for (solve_set rest = open, again = open; rest; done += 8) {
        const octet low = gather(plane, 8, &rest), high = gather(plane + 8, 1, &again);
        const point_lanes kinds = widen(low) | widen(high) << 8;
        memcpy(feature + done, &kinds, sizeof kinds);
    }
    return solve_count(open);
}

/* The kinds of two points each, the greater first. */
SOLVE_FN octet pair_kinds(octet a, octet b)
{
    const octet not_less = ((((a | EACH_BYTE << 7) - b) >> 7) & EACH_BYTE) * 255;
    const octet swap = (a ^ b) & ~not_less;
    return (a ^ swap) << 3 | (b ^ swap);
}

/* Lists pairs of points; `first` has the first of each, `others` the kinds of the second, there. */
SOLVE_FN unsigned list_pair_features(kind_planes kinds, kind_planes others, solve_set first,
                                     uint16_t *feature)
{
    const solve_set plane[3] = {kinds.low, kinds.middle, kinds.high};
    const solve_set other[3] = {others.low, others.middle, others.high};
    unsigned done = 0;
    for (solve_set rest = first, again = first; rest; done += 8) {
        const octet pairs = pair_kinds(gather(plane, 3, &rest), gather(other, 3, &again));
        const point_lanes numbers = widen(pairs) + (SOLVE_POINT_KINDS + SOLVE_GROUP_KINDS);
        memcpy(feature + done, &numbers, sizeof numbers);
    }
    return solve_count(first);
}

/* Lists all features but the integer, as `side` sees them, and returns how many there are. */
SOLVE_FN unsigned solve_features(const solve_graph *graph, const solve_position *position,
                                 unsigned side, uint16_t feature[SOLVE_MAX_FEATURES])
{
    const solve_state *state = &position->state;
    const solve_set open = state->open, unsafe = unsafe_points(state);
    const kind_planes kinds = solve_kinds(state, side);
    solve_set once[2], twice[2], low, high;
    unsigned count = list_group_features(state, side, once, twice, feature);
    count_neighbours(graph, open, &low, &high);
    const solve_set plane[9] = {kinds.low, kinds.middle, kinds.high, low,     high,
                                once[0],   twice[0],     once[1],    twice[1]};
    count += list_point_features(plane, open, feature + count);
    const solve_set across = open & open >> 1 & graph->left & (unsafe | unsafe >> 1);
    const kind_planes right = {kinds.low >> 1, kinds.middle >> 1, kinds.high >> 1};
    count += list_pair_features(kinds, right, across, feature + count);
    const solve_set down = open & solve_up(graph, open) & (unsafe | solve_up(graph, unsafe));
    const kind_planes below = {solve_up(graph, kinds.low), solve_up(graph, kinds.middle),
                               solve_up(graph, kinds.high)};
    count += list_pair_features(kinds, below, down, feature + count);
    const unsigned left = SOLVE_LEFT + capped(solve_count(open), SOLVE_MAX_LEFT - 1);
    feature[count++] = (uint16_t)left;
    const int margin = (int)solve_count(state->may[side]) - (int)solve_count(state->may[!side]) +
                       (side == 0 ? position->integer : -position->integer) + 8;
    const unsigned both = solve_count(state->may[0] & state->may[1]);
    feature[count++] = (uint16_t)(SOLVE_BALANCE + 17 * capped(both, 15) +
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
SOLVE_FN int32_t solve_score(const solve_graph *graph, const solve_net *net,
                             const solve_position *position, unsigned side)
{
    if (!QI_HAS_FAST(QI_FAST_ORDER))
        return 0;
    uint16_t feature[SOLVE_MAX_FEATURES];
    const unsigned count = solve_features(graph, position, side, feature);
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
    /* Of two moves that are equally likely to win, the one that leaves fewer replies is cheaper to
     * prove. */
    return score - SOLVE_ANSWER_COST * (int32_t)solve_count(position->state.may[!side]);
}

#endif
