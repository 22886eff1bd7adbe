/* The order in which moves are tried. */
#include "nogo/solve_order.h"

#include "nogo/solve_search.h"
#include "nogo/solve_weights.h"

/* Who may play and who is safe, 0 .. 7, as `side` sees it. */
static unsigned point_kind(const solve_state *state, unsigned side, solve_set bit)
{
    const unsigned own = (state->safe[side] & bit) != 0, other = (state->safe[!side] & bit) != 0;
    if (!(state->may[!side] & bit))
        return 4 + own;
    if (!(state->may[side] & bit))
        return 6 + other;
    return own + 2 * other;
}

unsigned qi_solve_features(const solve_graph *graph, const solve_state *state, unsigned side,
                           uint16_t kind[SOLVE_MOST_FEATURES])
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
            kind[count++] = (uint16_t)(SOLVE_POINT_KINDS + 3 * s + (size < 4 ? size - 2 : 2));
        }
    }
    for (solve_set rest = state->open; rest; rest &= rest - 1) {
        const solve_set bit = rest & -rest;
        const unsigned near = solve_count(graph->adjacent[solve_first(rest)] & state->open);
        unsigned index = point_kind(state, side, bit) * 4 + (near < 3 ? near : 3);
        for (unsigned s = 0; s < 2; s++)
            index = index * 3 + ((once[s] & bit) != 0) + ((twice[s] & bit) != 0);
        kind[count++] = (uint16_t)index;
    }
    return count;
}

int32_t qi_solve_score(const solve_graph *graph, const solve_position *position, unsigned side)
{
    const solve_state *state = &position->state;
    const int16_t *weight = solve_weights[solve_phase(state)];
    uint16_t kind[SOLVE_MOST_FEATURES];
    const unsigned count = qi_solve_features(graph, state, side, kind);
    int32_t score = 0;
    for (unsigned i = 0; i < count; i++)
        score += weight[kind[i]];
    score += weight[SOLVE_AHEAD] * (side == 0 ? position->integer : -position->integer);
    if (position->star)
        score += weight[SOLVE_STAR];
    if (solve_count(state->may[0] & state->may[1]) % 2)
        score += weight[SOLVE_ODD];
    /* Of two moves as likely to win, the one that leaves fewer answers is cheaper to prove. */
    return score - SOLVE_ANSWER_COST * (int32_t)solve_count(state->may[!side]);
}
