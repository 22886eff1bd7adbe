/*
 * Several searches that share the table.
 *
 * They go through the same tree. Where all moves must be searched because the position is lost,
 * each takes one that nobody is searching. Where one move will do because the position is won, they
 * all search the most promising one, until it has failed, and part further down. Which of both a
 * position is, they guess from those solved lately. A search that solves a position others are
 * searching too notifies them; they then abandon the subtree below it.
 *
 * Compiled into every engine (see engine_template.h).
 */
#ifndef QI_NOGO_SOLVE_SHARED_SEARCH_H
#define QI_NOGO_SOLVE_SHARED_SEARCH_H

#include "nogo/solve/search.h"

enum {
    MIN_SHARED_POINTS = 9, /* smaller positions are not worth sharing with other threads */
    LOST_AFTER_FAILED = 2  /* failed moves after which a position looks lost */
};

/* Returns the outcome of a position in the table. */
SOLVE_FN solve_outcome solve_recall(solve_search *search, const solve_key *key)
{
    return qi_solve_table_find(search->table, qi_solve_table_fetch(search->table, key), key);
}

/* The number of threads that are searching a position. */
SOLVE_FN uint8_t *busy_at(const solve_search *search, const solve_key *key)
{
    return &search->shared->busy[qi_solve_mark(key)];
}

SOLVE_FN void enter(solve_search *search, const solve_key *key)
{
    __atomic_fetch_add(busy_at(search, key), 1, __ATOMIC_RELAXED);
    search->path[search->depth++] = key;
}

SOLVE_FN void leave(solve_search *search, const solve_key *key, unsigned stones,
                    solve_outcome outcome)
{
    const unsigned busy = __atomic_fetch_sub(busy_at(search, key), 1, __ATOMIC_RELAXED);
    search->depth--;
    if (search->solved > search->depth)
        search->solved = 0;
    if (outcome == SOLVE_UNKNOWN)
        return;
    if (busy > 1)
        __atomic_fetch_add(&search->shared->news, 1, __ATOMIC_RELEASE);
    const int now = outcome == SOLVE_WIN ? SOLVE_FARED : -SOLVE_FARED;
    search->won[stones] = (int16_t)(search->won[stones] + (now - search->won[stones]) / 8);
}

/* Whether searches part at a position after `stones` stones, `failed` of whose moves failed: it is
 * likely to be lost, like those two moves later and unlike the next ones, or looks it by now. */
SOLVE_FN bool parts_at(const solve_search *search, unsigned stones, unsigned failed)
{
    const int16_t *won = search->won + stones;
    return search->shared && (failed >= LOST_AFTER_FAILED || won[0] - won[1] + won[2] < 0);
}

/* Checks whether others have solved a position on the path. */
SOLVE_FN void look_around(solve_search *search)
{
    qi_solve_table_step_aside(search->table);
    const uint32_t news = __atomic_load_n(&search->shared->news, __ATOMIC_ACQUIRE);
    if (news == search->news)
        return;
    search->news = news;
    for (unsigned i = 0; i < search->depth && !search->solved; i++)
        if (solve_recall(search, search->path[i]) != SOLVE_UNKNOWN)
            search->solved = i + 1;
}

/* ---- choosing a move ------------------------------------------------------------------------ */

/* The undecided child that looks best, or NULL when all are done. */
SOLVE_FN solve_child *best_child(const solve_search *search, size_t first)
{
    solve_child *best = NULL;
    for (size_t i = first; i < search->top; i++) {
        solve_child *child = &search->stack[i];
        if (child->score != SOLVE_DONE && (!best || child->score > best->score))
            best = child;
    }
    return best;
}

/* The undecided child that the fewest threads are searching, of several the best. */
SOLVE_FN solve_child *loneliest_child(const solve_search *search, size_t first)
{
    solve_child *best = NULL;
    unsigned fewest = UINT8_MAX;
    for (size_t i = first; i < search->top; i++) {
        solve_child *child = &search->stack[i];
        if (child->score == SOLVE_DONE)
            continue;
        const unsigned busy = __atomic_load_n(busy_at(search, &child->key), __ATOMIC_RELAXED);
        if (!best || busy < fewest || (busy == fewest && child->score > best->score)) {
            best = child;
            fewest = busy;
        }
    }
    return best;
}

/* The child to search next, NULL when all are done: the best, or, where searches part, the one that
 * the fewest threads are searching. */
SOLVE_FN solve_child *pick(const solve_search *search, size_t first, bool apart)
{
    return apart ? loneliest_child(search, first) : best_child(search, first);
}

#endif
