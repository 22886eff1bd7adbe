/*
 * Several searches that share the table.
 *
 * They go through the same tree. Where all moves must be searched because the position is lost,
 * each takes one that nobody is searching. Where one move will do because the position is won, they
 * all search the most promising one, until it has failed, and part further down. Which of both a
 * position is they guess by those solved lately. Who has solved a position that others are
 * searching too tells them; they then give up what lies below it.
 *
 * Compiled into every engine (see engine_template.h).
 */
#ifndef QI_NOGO_SOLVE_CROWD_H
#define QI_NOGO_SOLVE_CROWD_H

#include "nogo/solve/search.h"

enum {
    CROWD_POINTS = 9,  /* smaller positions are not worth sharing with other threads */
    CROWD_FAILED = 2,  /* after so many failed moves a position looks lost */
    CROWD_NODES = 256, /* positions between checks whether other processes have solved ours, */
    PEER_NODES = 64,   /* and between their messages */
    CROWD_AWAY = 10000 /* in units of the score: most that a child counts less for its home */
};

/* What the table knows about a position. */
SOLVE_FN solve_outcome solve_recall(solve_search *search, const solve_key *key)
{
    return qi_solve_table_find(search->table, qi_solve_table_fetch(search->table, key), key);
}

/* How many other processes were searching a position when it was last told. */
SOLVE_FN unsigned others_at(const solve_peers *peers, const solve_key *key)
{
    return __atomic_load_n(&peers->others[qi_solve_mark(key)], __ATOMIC_RELAXED);
}

/* The number of threads that are searching a position. */
SOLVE_FN uint8_t *busy_at(const solve_search *search, const solve_key *key)
{
    return &search->crowd->busy[qi_solve_mark(key)];
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
        __atomic_fetch_add(&search->crowd->news, 1, __ATOMIC_RELEASE);
    const int now = outcome == SOLVE_WIN ? SOLVE_FARED : -SOLVE_FARED;
    search->won[stones] = (int16_t)(search->won[stones] + (now - search->won[stones]) / 8);
}

/* Whether searches part at a position after so many stones, of which so many moves have failed: it
 * is likely to be lost, like those two moves later and unlike the next ones, or looks it by now. */
SOLVE_FN bool parts_at(const solve_search *search, unsigned stones, unsigned failed)
{
    const int16_t *won = search->won + stones;
    return search->crowd && (failed >= CROWD_FAILED || won[0] - won[1] + won[2] < 0);
}

/* Checks whether others have solved a position on the path. */
SOLVE_FN void look_around(solve_search *search)
{
    solve_crowd *const crowd = search->crowd;
    const solve_peers *const peers = crowd->peers;
    bool told = false;
    qi_solve_table_step_aside(search->table);
    if (peers && search->nodes % PEER_NODES == 0 && !peers->attend(peers->context, &told))
        search->stopped = true;
    if (told)
        __atomic_fetch_add(&crowd->news, 1, __ATOMIC_RELEASE);
    const uint32_t news = __atomic_load_n(&crowd->news, __ATOMIC_ACQUIRE);
    if (news == search->news && !(peers && search->nodes % CROWD_NODES == 0))
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

/* How much a process wants a child where searches part: those that belong to it come first, then
 * those of the next process, so that no two go the same way at the same time. */
SOLVE_FN int64_t appeal(const solve_search *search, const solve_child *child)
{
    const solve_peers *const peers = search->crowd->peers;
    if (!peers)
        return child->score;
    const uint32_t home = qi_solve_home(&child->key, peers->count);
    const uint32_t away = (home + peers->count - peers->number) % peers->count;
    return child->score - (int64_t)CROWD_AWAY * away / peers->count;
}

/* Of the children that nobody is searching, as far as it is known, the best that comes after
 * `last` in their order; NULL when there is none. */
SOLVE_FN solve_child *next_lonely(const solve_search *search, size_t first, const solve_child *last)
{
    const solve_peers *const peers = search->crowd->peers;
    const int64_t least = last ? appeal(search, last) : 0;
    solve_child *lonely = NULL;
    int64_t most = 0;
    for (size_t i = first; i < search->top; i++) {
        solve_child *child = &search->stack[i];
        if (child->score == SOLVE_DONE)
            continue;
        const int64_t now = appeal(search, child);
        const bool after = !last || now < least || (now == least && child > last);
        if (after && (!lonely || now > most) &&
            !__atomic_load_n(busy_at(search, &child->key), __ATOMIC_RELAXED) &&
            !(peers && others_at(peers, &child->key))) {
            lonely = child;
            most = now;
        }
    }
    return lonely;
}

/* The undecided child that the fewest threads are searching, of several the most wanted. */
SOLVE_FN solve_child *loneliest_child(const solve_search *search, size_t first)
{
    solve_child *best = NULL;
    unsigned fewest = UINT8_MAX;
    int64_t most = 0;
    for (size_t i = first; i < search->top; i++) {
        solve_child *child = &search->stack[i];
        if (child->score == SOLVE_DONE)
            continue;
        const unsigned busy = __atomic_load_n(busy_at(search, &child->key), __ATOMIC_RELAXED);
        const int64_t now = appeal(search, child);
        if (!best || busy < fewest || (busy == fewest && now > most)) {
            best = child;
            fewest = busy;
            most = now;
        }
    }
    return best;
}

/* The child to search next, NULL when all are done: the best, or, where searches part, the best
 * that nobody is searching; one of several processes that are here leaves `skip` of them to those
 * that came before it. */
SOLVE_FN solve_child *pick(const solve_search *search, size_t first, bool apart, unsigned skip)
{
    if (!apart)
        return best_child(search, first);
    solve_child *lonely = next_lonely(search, first, NULL);
    for (; skip && lonely; skip--) {
        solve_child *const next = next_lonely(search, first, lonely);
        lonely = next ? next : next_lonely(search, first, NULL);
    }
    return lonely ? lonely : loneliest_child(search, first);
}

/* Whether other processes are told about a position with these points. */
SOLVE_FN const solve_peers *peers_at(const solve_search *search, solve_set open)
{
    const solve_peers *const peers = search->crowd ? search->crowd->peers : NULL;
    return peers && solve_count(open) >= __atomic_load_n(peers->points, __ATOMIC_RELAXED) ? peers
                                                                                          : NULL;
}

#endif
