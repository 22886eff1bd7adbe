/*
 * Who wins a position: depth-first search with a table of everything proved so far.
 *
 * A position counts as a sum of regions, an integer and perhaps a star.
 *
 * This header and those it includes are the solver's inner loops. They are compiled once for any
 * machine (plain.c) and once for processors with BMI2 (bmi.c); the answers and the
 * numbers of positions are the same.
 */
#ifndef QI_NOGO_SOLVE_ENGINE_TEMPLATE_H
#define QI_NOGO_SOLVE_ENGINE_TEMPLATE_H

#include "nogo/solve/order.h"
#include "nogo/solve/shared_search.h"

enum {
    POLL_NODES = 4096,
    LAG = 2,           /* children made between prefetching a child's entry and reading it */
    FARED_WEIGHT = 3,  /* in units of the score: how a move fared counts up to 3/8 logit */
    CLAIM_NODES = 1024 /* a thread claims this many of the remaining nodes at a time */
};

SOLVE_FN unsigned stones_of(const solve_state *state)
{
    return solve_count(state->stone[0] | state->stone[1]);
}

SOLVE_FN solve_outcome opposite(solve_outcome outcome)
{
    return outcome == SOLVE_WIN ? SOLVE_LOSS : outcome == SOLVE_LOSS ? SOLVE_WIN : SOLVE_UNKNOWN;
}

/* A game known to be at least `low` and at most `high` (as Black sees it), plus perhaps a star. */
SOLVE_FN solve_outcome judge_bounds(int low, int high, bool star, unsigned side)
{
    if (side == 1) {
        const int swap = low;
        low = -high;
        high = -swap;
    }
    /* As the mover sees it. If the game is at least zero and there is a star, take the star and be
     * second in a game of at least zero. If it is at most zero and there is no star, the second
     * player wins or the opponent is ahead anyway. */
    if (low > 0 || (low == 0 && star))
        return SOLVE_WIN;
    if (high < 0 || (high == 0 && !star))
        return SOLVE_LOSS;
    return SOLVE_UNKNOWN;
}

/* By counting: a side cannot make more moves than there are points it may play. */
SOLVE_FN solve_outcome judge_counts(const solve_position *position, unsigned side)
{
    const int black = (int)solve_count(position->state.may[0]);
    const int white = (int)solve_count(position->state.may[1]);
    return judge_bounds(position->integer - white, position->integer + black, position->star, side);
}

SOLVE_FN solve_outcome expand(solve_search *search, const solve_position *position, unsigned side,
                              const solve_key *key);
SOLVE_FN solve_outcome solve_again(solve_search *search, const solve_position *position,
                                   unsigned side, const solve_key *key);

SOLVE_FN solve_outcome solve_visit(solve_search *search, solve_position *position, unsigned side)
{
    solve_outcome outcome = judge_counts(position, side);
    if (outcome != SOLVE_UNKNOWN)
        return outcome;
    solve_key key;
    solve_make_key(&search->graph, search->board, position, side, &key);
    outcome = solve_recall(search, &key);
    return outcome != SOLVE_UNKNOWN ? outcome : expand(search, position, side, &key);
}

/* ---- searching ------------------------------------------------------------------------------ */

/* With several threads, claims a share of the nodes that the limit leaves; false if there are
 * none. */
SOLVE_FN bool claim_nodes(solve_search *search)
{
    if (!search->shared)
        return false;
    uint64_t *const left = &search->shared->nodes;
    uint64_t nodes = __atomic_load_n(left, __ATOMIC_RELAXED), share;
    do {
        share = nodes < CLAIM_NODES ? nodes : CLAIM_NODES;
    } while (share && !__atomic_compare_exchange_n(left, &nodes, nodes - share, true,
                                                   __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    search->max_nodes += share;
    return share > 0;
}

/* Of the children at some place of the stack, how many are decided. */
SOLVE_FN uint32_t count_decided(const solve_search *search, size_t first, size_t count)
{
    uint32_t decided = 0;
    for (size_t i = first; i < first + count && i < search->top; i++)
        decided += search->stack[i].score == SOLVE_DONE;
    return decided;
}

/* Whether the host and the caller let the search go on. */
SOLVE_FN bool go_on(const solve_search *search, const solve_position *position)
{
    if (qi_host_stops(search->host))
        return false;
    if (!search->caller)
        return true;
    const qi_nogo_solve_progress progress = {
        .nodes = search->nodes,
        .moves = search->root_moves,
        .done = search->root_done,
        .replies = search->root_replies,
        .replied = count_decided(search, search->root_moves, search->root_replies),
        .depth = stones_of(&position->state) - search->root_stones,
        .table_bytes = qi_solve_table_bytes(search->table),
        .entries = qi_solve_table_entries(search->table)};
    return search->caller(search->caller_context, &progress);
}

SOLVE_FN bool limit_reached(solve_search *search, const solve_position *position)
{
    search->nodes++;
    if (search->nodes > search->max_nodes && !claim_nodes(search))
        search->stopped = true;
    if (search->nodes % POLL_NODES == 0 && !go_on(search, position))
        search->stopped = search->ended = true;
    if (search->shared)
        look_around(search);
    return search->stopped || search->solved;
}

/* Looks up children whose entries were prefetched at least LAG children ago. Returns whether one is
 * known to be lost for the opponent. */
SOLVE_FN bool look_up(solve_search *search, size_t *next, size_t end)
{
    for (; *next < end; ++*next) {
        solve_child *child = &search->stack[*next];
        const solve_outcome outcome =
            qi_solve_table_find(search->table, child->bucket, &child->key);
        if (outcome == SOLVE_LOSS) {
            search->last_won = child->point;
            return true;
        }
        child->score = outcome == SOLVE_WIN ? SOLVE_DONE : SOLVE_OPEN;
    }
    return false;
}

/* Keeps a child that has just been made on top of the stack. Returns whether the position is known
 * to be won. */
SOLVE_FN bool take_in(solve_search *search, size_t *next, unsigned side)
{
    solve_child *child = &search->stack[search->top];
    const solve_outcome outcome = judge_counts(&child->position, !side);
    if (outcome != SOLVE_UNKNOWN) {
        search->last_won = child->point;
        return outcome == SOLVE_LOSS;
    }
    solve_make_key(&search->graph, search->board, &child->position, !side, &child->key);
    child->bucket = qi_solve_table_fetch(search->table, &child->key);
    search->top++;
    return search->top >= *next + LAG && look_up(search, next, *next + 1);
}

/* A child that differs only in the integer or the star. */
SOLVE_FN solve_position *tempo_child(solve_search *search, const solve_position *position)
{
    solve_child *child = &search->stack[search->top];
    child->point = SOLVE_POINTS;
    child->position.integer = position->integer;
    child->position.star = position->star;
    solve_copy(&child->position.state, &position->state);
    return &child->position;
}

/* Makes the position that follows a move on top of the stack. */
SOLVE_FN bool make_child(solve_search *search, const solve_position *position, unsigned side,
                         unsigned point)
{
    solve_child *child = &search->stack[search->top];
    child->point = point;
    child->position.integer = position->integer;
    child->position.star = position->star;
    if (!solve_play(&search->graph, &position->state, side, point, &child->position.state)) {
        search->stopped = true;
        return false;
    }
    solve_reduce(&search->graph, &child->position);
    return true;
}

/* Puts the children of a position on the stack; true as soon as one is known to be lost for the
 * opponent. The move that won last with as many stones comes first, then the points that both may
 * play. */
SOLVE_FN bool make_children(solve_search *search, const solve_position *position, unsigned side)
{
    size_t next = search->top;
    const solve_set mine = position->state.may[side], both = mine & position->state.may[!side];
    const solve_set recent = mine & search->recent[stones_of(&position->state)];
    const solve_set turn[3] = {recent, both & ~recent, mine & ~(both | recent)};
    if (search->stack_size - search->top < solve_count(mine) + 2) {
        search->stopped = true;
        return false;
    }
    for (unsigned i = 0; i < 3; i++)
        for (solve_set rest = turn[i]; rest; rest &= rest - 1)
            if (!make_child(search, position, side, solve_first(rest)))
                return false;
            else if (take_in(search, &next, side))
                return true;
    if (position->star) {
        tempo_child(search, position)->star = false;
        if (take_in(search, &next, side))
            return true;
    }
    if (side == 0 ? position->integer > 0 : position->integer < 0) {
        tempo_child(search, position)->integer += side == 0 ? -1 : 1;
        if (take_in(search, &next, side))
            return true;
    }
    return look_up(search, &next, search->top);
}

/* Scores the undecided children, by the network and by how their moves did before; a single child
 * needs no score. */
SOLVE_FN void score_children(solve_search *search, size_t first, unsigned side,
                             const int16_t *fared)
{
    unsigned undecided = 0;
    for (size_t i = first; i < search->top; i++)
        undecided += search->stack[i].score != SOLVE_DONE;
    for (size_t i = first; i < search->top && undecided > 1; i++) {
        solve_child *child = &search->stack[i];
        if (child->score == SOLVE_DONE)
            continue;
        child->score = solve_score(&search->graph, &search->net, &child->position, side) +
                       FARED_WEIGHT * fared[child->point];
    }
}

SOLVE_FN solve_outcome search_children(solve_search *search, const solve_position *position,
                                       size_t first, unsigned side)
{
    const unsigned stones = stones_of(&position->state);
    int16_t *const fared = search->fared[stones];
    solve_child *child;
    score_children(search, first, side, fared);
    if (first == search->root_moves)
        search->root_replies = (uint32_t)(search->top - first);
    unsigned failed = 0;
    while ((child = pick(search, first, parts_at(search, stones, failed)))) {
        /* The search of earlier moves may have decided this one. */
        solve_outcome outcome = failed ? solve_recall(search, &child->key) : SOLVE_UNKNOWN;
        if (outcome == SOLVE_UNKNOWN)
            outcome = expand(search, &child->position, !side, &child->key);
        if (outcome == SOLVE_UNKNOWN)
            return SOLVE_UNKNOWN;
        const int now = outcome == SOLVE_LOSS ? SOLVE_FARED : -SOLVE_FARED;
        if (QI_HAS_FAST(QI_FAST_HISTORY))
            fared[child->point] = (int16_t)(fared[child->point] + (now - fared[child->point]) / 8);
        if (outcome == SOLVE_LOSS)
            return SOLVE_WIN;
        child->score = SOLVE_DONE;
        failed++;
    }
    return SOLVE_LOSS;
}

/* Searches a position; unknown if the search was stopped or another thread solved a position on the
 * path. */
SOLVE_FN solve_outcome search_position(solve_search *search, const solve_position *position,
                                       unsigned side)
{
    const size_t first = search->top;
    const unsigned stones = stones_of(&position->state);
    solve_outcome outcome = SOLVE_UNKNOWN;
    if (make_children(search, position, side)) {
        outcome = SOLVE_WIN;
        if (QI_HAS_FAST(QI_FAST_HISTORY) && search->last_won < SOLVE_POINTS)
            search->recent[stones] = (solve_set)1 << search->last_won;
    } else if (!search->stopped) {
        outcome = search_children(search, position, first, side);
    }
    if (search->watch && outcome == SOLVE_WIN && search->top > first + 1)
        search->watch(search, position, side);
    search->top = first;
    return outcome;
}

SOLVE_FN solve_outcome expand(solve_search *search, const solve_position *position, unsigned side,
                              const solve_key *key)
{
    if (limit_reached(search, position))
        return SOLVE_UNKNOWN;
    const uint64_t before = search->nodes;
    const bool announced = search->shared && search->depth < SOLVE_PATH &&
                           solve_count(position->state.open) >= MIN_SHARED_POINTS;
    if (announced)
        enter(search, key);
    const solve_outcome outcome = search_position(search, position, side);
    if (outcome != SOLVE_UNKNOWN)
        qi_solve_table_store(search->table, key, outcome, search->nodes - before + 1);
    if (announced)
        leave(search, key, stones_of(&position->state), outcome);
    if (outcome == SOLVE_UNKNOWN && !search->stopped && !search->solved)
        return solve_again(search, position, side, key);
    return outcome;
}

/* The outcome of a position that another thread has solved. */
SOLVE_FN solve_outcome solve_again(solve_search *search, const solve_position *position,
                                   unsigned side, const solve_key *key)
{
    const solve_outcome outcome = solve_recall(search, key);
    /* The table may have forgotten it. */
    return outcome != SOLVE_UNKNOWN ? outcome : expand(search, position, side, key);
}

/* Solves every first move in turn, best first, until one wins; where the search `recalls`, one
 * that is known to win is taken at once. */
SOLVE_FN solve_outcome search_root(solve_search *search, const solve_state *state, unsigned side,
                                   unsigned *move)
{
    const solve_position position = {.state = *state};
    for (solve_set rest = state->may[side]; rest; rest &= rest - 1) {
        if (!make_child(search, &position, side, solve_first(rest)))
            return SOLVE_UNKNOWN;
        solve_child *child = &search->stack[search->top++];
        child->score = solve_score(&search->graph, &search->net, &child->position, side);
        solve_make_key(&search->graph, search->board, &child->position, !side, &child->key);
        if (search->recalls && solve_recall(search, &child->key) == SOLVE_LOSS) {
            *move = child->point;
            return SOLVE_WIN;
        }
    }
    search->root_moves = (uint32_t)search->top;
    solve_child *child;
    while ((child = pick(search, 0, parts_at(search, search->root_stones, search->root_done)))) {
        const solve_outcome outcome = solve_visit(search, &child->position, !side);
        if (outcome != SOLVE_WIN) {
            *move = child->point;
            return opposite(outcome);
        }
        child->score = SOLVE_DONE;
        search->root_done++;
    }
    return SOLVE_LOSS;
}

SOLVE_FN solve_outcome solve_root(solve_search *search, const solve_state *state, unsigned side,
                                  unsigned *move)
{
    search->top = search->depth = search->solved = 0;
    search->root_stones = stones_of(state);
    search->root_moves = search->root_done = search->root_replies = 0;
    solve_position position = {0};
    solve_copy(&position.state, state);
    const unsigned regions = solve_reduce(&search->graph, &position);
    /* A sum is better searched as a whole, and a loss needs no move. */
    if (regions != 1) {
        const solve_outcome outcome = solve_visit(search, &position, side);
        if (outcome != SOLVE_WIN)
            return outcome;
    }
    if (regions != 1 || !search->recalls)
        return search_root(search, state, side, move);
    solve_key key;
    solve_make_key(&search->graph, search->board, &position, side, &key);
    const solve_outcome known = solve_recall(search, &key);
    if (known == SOLVE_LOSS)
        return SOLVE_LOSS;
    const solve_outcome outcome = search_root(search, state, side, move);
    if (known == SOLVE_UNKNOWN && outcome != SOLVE_UNKNOWN)
        qi_solve_table_store(search->table, &key, outcome, search->nodes + 1);
    return outcome;
}

#endif
