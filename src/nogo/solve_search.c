/*
 * Who wins a position: depth-first search with a table of everything proved so far.
 *
 * A position counts as a sum of regions, an integer and perhaps a star. Before searching a sum of
 * several regions, the small ones are compared with integers by the same search; that may replace
 * them by numbers or decide the sum.
 */
#include "nogo/solve_search.h"

enum {
    POLL_NODES = 4096,
    SOLVE_DONE = INT32_MIN,
    COMPARED_POINTS = 5 /* larger regions of a sum cost more to compare than it saves */
};

static solve_outcome opposite(solve_outcome outcome)
{
    return outcome == SOLVE_WIN ? SOLVE_LOSS : outcome == SOLVE_LOSS ? SOLVE_WIN : SOLVE_UNKNOWN;
}

/* A game known to be at least `low` and at most `high` (as Black sees it), plus perhaps a star. */
static solve_outcome judge_bounds(int low, int high, bool star, unsigned side)
{
    if (side == 1) {
        const int swap = low;
        low = -high;
        high = -swap;
    }
    /* The mover's view. Zero or more and a star to take: take it and be second in zero or more.
     * Zero or less and no star: the second player wins or the opponent is ahead anyway. */
    if (low > 0 || (low == 0 && star))
        return SOLVE_WIN;
    if (high < 0 || (high == 0 && !star))
        return SOLVE_LOSS;
    return SOLVE_UNKNOWN;
}

/* By counting: a side cannot make more moves than there are points it may play. */
static solve_outcome judge_counts(const solve_position *position, unsigned side)
{
    const int black = (int)solve_count(position->state.may[0]);
    const int white = (int)solve_count(position->state.may[1]);
    return judge_bounds(position->integer - white, position->integer + black, position->star, side);
}

static solve_outcome expand(solve_search *search, const solve_position *position, unsigned side,
                            const solve_key *key);

solve_outcome qi_solve_visit(solve_search *search, const solve_position *position, unsigned side)
{
    solve_outcome outcome = judge_counts(position, side);
    if (outcome != SOLVE_UNKNOWN)
        return outcome;
    solve_key key;
    qi_solve_key(&search->graph, search->board, position, side, &key);
    outcome = qi_solve_table_find(search->table, &key);
    return outcome != SOLVE_UNKNOWN ? outcome : expand(search, position, side, &key);
}

/* ---- sums of regions ------------------------------------------------------------------------ */

/* Whether a region (its integer is 0, no star) is at least n: White, moving first in the region
 * less n, loses. */
static solve_outcome at_least(solve_search *search, solve_position *region, int n)
{
    region->integer = -n;
    return qi_solve_visit(search, region, 1);
}

static solve_outcome at_most(solve_search *search, solve_position *region, int n)
{
    region->integer = -n;
    return qi_solve_visit(search, region, 0);
}

/* The integers nearest below and above a region. False when the search was stopped. */
static bool enclose(solve_search *search, solve_position *region, int *low, int *high)
{
    int n = 0;
    solve_outcome outcome = at_least(search, region, 0);
    if (outcome == SOLVE_LOSS) {
        while ((outcome = at_least(search, region, n + 1)) == SOLVE_LOSS)
            n++;
    } else {
        while (outcome == SOLVE_WIN)
            outcome = at_least(search, region, --n);
    }
    *low = n;
    while (outcome != SOLVE_UNKNOWN && (outcome = at_most(search, region, n)) == SOLVE_WIN)
        n++;
    *high = n;
    return outcome != SOLVE_UNKNOWN;
}

/* Looks at the regions one by one. Decides the sum, or leaves in `rest` a sum of fewer regions
 * (returning SOLVE_UNKNOWN with *simpler set), or finds nothing. */
static solve_outcome judge_regions(solve_search *search, const solve_position *position,
                                   unsigned side, solve_position *rest, bool *simpler)
{
    const solve_graph *graph = &search->graph;
    int low = position->integer, high = low, whole = 0;
    solve_set settled = 0;
    for (solve_set left = position->state.open; left;) {
        const solve_set points = qi_solve_region(graph, &position->state, solve_first(left));
        left &= ~points;
        solve_position region = {.regions = 1};
        qi_solve_copy(&region.state, &position->state);
        qi_solve_restrict(&region.state, points);
        if (solve_count(points) > COMPARED_POINTS) {
            low -= SOLVE_POINTS;
            high += SOLVE_POINTS;
            continue;
        }
        int below, above;
        if (!enclose(search, &region, &below, &above))
            return SOLVE_UNKNOWN;
        low += below;
        high += above;
        if (below == above) {
            settled |= points;
            whole += below;
            rest->regions--;
        }
    }
    const solve_outcome outcome = judge_bounds(low, high, position->star, side);
    if (outcome == SOLVE_UNKNOWN && settled) {
        qi_solve_copy(&rest->state, &position->state);
        qi_solve_restrict(&rest->state, position->state.open & ~settled);
        rest->integer = position->integer + whole;
        rest->star = position->star;
        *simpler = true;
    }
    return outcome;
}

/* ---- searching ------------------------------------------------------------------------------ */

static bool limit_reached(solve_search *search, const solve_position *position)
{
    search->nodes++;
    if (search->most_nodes && search->nodes > search->most_nodes)
        search->stopped = true;
    if (search->stop && search->nodes % POLL_NODES == 0) {
        const qi_nogo_solve_progress progress = {
            .nodes = search->nodes,
            .moves = search->root_moves,
            .done = search->root_done,
            .depth = solve_count(position->state.stone[0] | position->state.stone[1]) -
                     search->root_stones,
            .table_bytes = qi_solve_table_bytes(search->table),
            .entries = search->table->entries};
        if (search->stop(search->stop_context, &progress))
            search->stopped = true;
    }
    return search->stopped;
}

/* Children wait one turn between the making of their key and the look into the table, so that the
 * memory has arrived when it is needed. */
typedef struct waiting {
    solve_child *child;
    bool won; /* a child was found lost for the opponent */
} waiting;

static void look_up(solve_search *search, waiting *wait, unsigned side)
{
    solve_child *child = wait->child;
    wait->child = NULL;
    if (!child)
        return;
    const solve_outcome outcome = qi_solve_table_find(search->table, &child->key);
    wait->won = wait->won || outcome == SOLVE_LOSS;
    if (outcome != SOLVE_UNKNOWN)
        return;
    child->score = qi_solve_score(&search->graph, &child->position, side);
    if (search->noise) {
        search->noise = search->noise * 1664525U + 1013904223U;
        child->score += (int32_t)(search->noise >> 26);
    }
}

/* Takes in a child that has just been made on top of the stack. Returns whether the position is
 * known to be won. */
static bool take_in(solve_search *search, waiting *wait, unsigned side)
{
    solve_child *child = &search->stack[search->top];
    const solve_outcome outcome = judge_counts(&child->position, !side);
    if (outcome != SOLVE_UNKNOWN)
        return outcome == SOLVE_LOSS;
    qi_solve_key(&search->graph, search->board, &child->position, !side, &child->key);
    qi_solve_table_fetch(search->table, &child->key);
    child->score = SOLVE_DONE; /* until it is looked up */
    search->top++;
    look_up(search, wait, side);
    wait->child = child;
    return wait->won;
}

/* A child that differs only in the integer or the star. */
static solve_position *tempo_child(solve_search *search, const solve_position *position)
{
    solve_child *child = &search->stack[search->top];
    child->point = SOLVE_POINTS;
    child->position.integer = position->integer;
    child->position.star = position->star;
    child->position.regions = position->regions;
    qi_solve_copy(&child->position.state, &position->state);
    return &child->position;
}

/* Puts the children of a position on the stack; true as soon as one is known to be lost for the
 * opponent. */
static bool make_children(solve_search *search, const solve_position *position, unsigned side)
{
    waiting wait = {NULL, false};
    if (search->stack_size - search->top < solve_count(position->state.may[side]) + 2) {
        search->stopped = true;
        return false;
    }
    for (solve_set rest = position->state.may[side]; rest; rest &= rest - 1) {
        solve_child *child = &search->stack[search->top];
        child->point = solve_first(rest);
        child->position.integer = position->integer;
        child->position.star = position->star;
        if (!qi_solve_play(&search->graph, &position->state, side, child->point,
                           &child->position.state)) {
            search->stopped = true;
            return false;
        }
        qi_solve_reduce(&search->graph, &child->position);
        if (take_in(search, &wait, side))
            return true;
    }
    if (position->star) {
        tempo_child(search, position)->star = false;
        if (take_in(search, &wait, side))
            return true;
    }
    if (side == 0 ? position->integer > 0 : position->integer < 0) {
        tempo_child(search, position)->integer += side == 0 ? -1 : 1;
        if (take_in(search, &wait, side))
            return true;
    }
    look_up(search, &wait, side);
    return wait.won;
}

/* The undecided child that looks best, or NULL when all are done. */
static solve_child *pick(solve_search *search, size_t first)
{
    solve_child *best = NULL;
    for (size_t i = first; i < search->top; i++) {
        solve_child *child = &search->stack[i];
        if (child->score != SOLVE_DONE && (!best || child->score > best->score))
            best = child;
    }
    return best;
}

static solve_outcome search_children(solve_search *search, size_t first, unsigned side)
{
    solve_child *child;
    while ((child = pick(search, first))) {
        /* Searching a brother may have decided it meanwhile. */
        solve_outcome outcome = qi_solve_table_find(search->table, &child->key);
        if (outcome == SOLVE_UNKNOWN)
            outcome = expand(search, &child->position, !side, &child->key);
        if (outcome != SOLVE_WIN)
            return opposite(outcome);
        child->score = SOLVE_DONE;
    }
    return SOLVE_LOSS;
}

static solve_outcome expand(solve_search *search, const solve_position *position, unsigned side,
                            const solve_key *key)
{
    if (limit_reached(search, position))
        return SOLVE_UNKNOWN;
    const uint64_t before = search->nodes;
    solve_outcome outcome = SOLVE_UNKNOWN;
    if (position->regions > 1) {
        solve_position rest = {.regions = position->regions};
        bool simpler = false;
        outcome = judge_regions(search, position, side, &rest, &simpler);
        if (search->stopped)
            return SOLVE_UNKNOWN;
        if (simpler) {
            outcome = qi_solve_visit(search, &rest, side);
            if (outcome == SOLVE_UNKNOWN)
                return SOLVE_UNKNOWN;
        }
    }
    if (outcome == SOLVE_UNKNOWN) {
        const size_t first = search->top;
        if (make_children(search, position, side))
            outcome = SOLVE_WIN;
        else if (!search->stopped)
            outcome = search_children(search, first, side);
        if (search->watch && outcome == SOLVE_WIN && search->top > first + 1)
            search->watch(search, position, side);
        search->top = first;
    }
    if (outcome != SOLVE_UNKNOWN)
        qi_solve_table_store(search->table, key, outcome, search->nodes - before + 1);
    return outcome;
}

/* Solves every first move in turn, best first, until one wins. */
static solve_outcome search_root(solve_search *search, const solve_state *state, unsigned side,
                                 unsigned *move)
{
    for (solve_set rest = state->may[side]; rest; rest &= rest - 1) {
        solve_child *child = &search->stack[search->top];
        child->point = solve_first(rest);
        child->position.integer = 0;
        child->position.star = false;
        if (!qi_solve_play(&search->graph, state, side, child->point, &child->position.state)) {
            search->stopped = true;
            return SOLVE_UNKNOWN;
        }
        qi_solve_reduce(&search->graph, &child->position);
        child->score = qi_solve_score(&search->graph, &child->position, side);
        search->top++;
    }
    search->root_moves = (uint32_t)search->top;
    solve_child *child;
    while ((child = pick(search, 0))) {
        const solve_outcome outcome = qi_solve_visit(search, &child->position, !side);
        if (outcome != SOLVE_WIN) {
            *move = child->point;
            return opposite(outcome);
        }
        child->score = SOLVE_DONE;
        search->root_done++;
    }
    return SOLVE_LOSS;
}

solve_outcome qi_solve_root(solve_search *search, const solve_state *state, unsigned side,
                            unsigned *move)
{
    search->top = 0;
    search->root_stones = solve_count(state->stone[0] | state->stone[1]);
    search->root_moves = search->root_done = 0;
    solve_position position = {0};
    qi_solve_copy(&position.state, state);
    qi_solve_reduce(&search->graph, &position);
    /* A sum is better judged as a whole; and a loss needs no move. */
    if (position.regions != 1) {
        const solve_outcome outcome = qi_solve_visit(search, &position, side);
        if (outcome != SOLVE_WIN)
            return outcome;
    }
    return search_root(search, state, side, move);
}

size_t qi_solve_stack(unsigned points)
{
    /* A level has at most a child for every point, the star and the integer; every move takes a
     * point, or a unit of the integer that was a point before, or the star. Comparing a region
     * with an integer adds at most as many units as it has points. */
    return ((size_t)2 * points + 3) * (points + 2);
}
