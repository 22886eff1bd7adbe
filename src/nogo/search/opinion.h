/* What a search thinks of the moves of a position. */
#ifndef QI_NOGO_SEARCH_OPINION_H
#define QI_NOGO_SEARCH_OPINION_H

#include <qi/nogo.h>

typedef struct qi_search_move {
    uint32_t node; /* the position behind the move, in the graph; 0: none */
    uint32_t visits;
    float value; /* for the side that moves, 0 to 1; without visits or a proof a guess */
    float share; /* its share of the policy; tells moves alike apart */
    uint16_t cell;
    int8_t outcome; /* qi_nogo_outcome for the side that moves */
} qi_search_move;

/* Whether one move is a better choice than another: proven wins, then visits, then the policy;
 * proven losses last, the one that took longest to refute first. */
static inline bool qi_search_better(const qi_search_move *a, const qi_search_move *b)
{
    if (a->outcome != b->outcome)
        return a->outcome > b->outcome;
    if (a->visits != b->visits)
        return a->visits > b->visits;
    return a->share > b->share;
}

/* The best of a list; NULL of none. Of moves that are alike the first. */
static inline const qi_search_move *qi_search_best_of(const qi_search_move *list, uint32_t count)
{
    const qi_search_move *best = NULL;
    for (uint32_t i = 0; i < count; i++)
        if (!best || qi_search_better(&list[i], best))
            best = &list[i];
    return best;
}

#endif
