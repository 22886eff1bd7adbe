/*
 * qi/nogo_search.h - a tree search for NoGo that finds good moves.
 *
 * A qi_nogo_search keeps a tree of what it has thought about one position. Give it a position,
 * let it think, ask for its opinion; give it the position after the next moves and what it knows
 * about that part of the game is kept.
 *
 *     qi_nogo_search *search;
 *     if (qi_nogo_search_new(NULL, NULL, &search) == QI_OK) {
 *         qi_nogo_search_set(search, game);
 *         qi_nogo_search_think(search, 10000, NULL, NULL);
 *         qi_point move = qi_nogo_search_best(search);
 *         qi_nogo_search_free(search);
 *     }
 *
 * One thread works in a search at a time; qi_nogo_search_run may start more of its own. With one
 * thread the same options, positions and numbers of playouts give the same tree on every machine.
 * Everything here but qi_nogo_search_run is part of the freestanding core.
 */
#ifndef QI_NOGO_SEARCH_H
#define QI_NOGO_SEARCH_H

#include <qi/nogo.h>
#include <qi/nogo_net.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The longest side of a board that can be searched. */
#define QI_NOGO_SEARCH_SIDE 25U

typedef struct qi_nogo_search qi_nogo_search;

/* How positions are judged. */
typedef enum qi_nogo_engine {
    QI_NOGO_STRONG, /* a learnt network (qi/nogo_net.h) values positions and proposes moves */
    QI_NOGO_RAVE,   /* random games that first take the points both may play, and what their moves
                       say about the same moves played at once */
    QI_NOGO_PLAIN,  /* uniformly random games and UCT, nothing else: a yardstick */
    QI_NOGO_POLICY  /* the learnt network's first choice, without any search */
} qi_nogo_engine;

typedef struct qi_nogo_search_options {
    qi_nogo_engine engine;
    /* QI_NOGO_STRONG, QI_NOGO_POLICY: the network, which must live longer; NULL means the one that
     * comes with the library. */
    const qi_nogo_net *net;
    uint64_t seed; /* of the random games */
    /* Bytes the tree may take; 0 means 256 MiB. When it is full the search goes on: it forgets what
     * it looked at least, or adds nothing. At least 1 MiB is taken. From 16 MiB an eighth is the
     * solver's (but for QI_NOGO_PLAIN and QI_NOGO_POLICY). */
    size_t memory;
    bool no_centre_first; /* the first move of a game may not be the centre of the board */
} qi_nogo_search_options;

/* A search with an empty tree and no position. `options` NULL means all zero. QI_BAD_ARGUMENT: no
 * such engine. QI_NO_MEMORY. */
QI_API qi_result qi_nogo_search_new(const qi_nogo_search_options *options,
                                    const qi_allocator *allocator, qi_nogo_search **search);

/* Frees a search; NULL is allowed. */
QI_API void qi_nogo_search_free(qi_nogo_search *search);

/* Sets the position to think about. When it follows from the last one by one move or two, that
 * part of the tree is kept, else the tree is emptied. QI_BAD_ARGUMENT when a side is longer than
 * QI_NOGO_SEARCH_SIDE, QI_NO_MEMORY; the search then has no position. */
QI_API qi_result qi_nogo_search_set(qi_nogo_search *search, const qi_nogo *game);

/* The state of the search. */
typedef struct qi_nogo_search_state {
    uint64_t visits;         /* of the root */
    uint64_t nodes;          /* positions in the tree */
    uint64_t evaluations;    /* positions that a learnt network judged, since the search was made */
    size_t memory;           /* bytes in use by the tree */
    double win_rate;         /* for the side to move, 0 to 1: of the best move; before it has visits
                                what the engine expects of the position */
    qi_nogo_outcome outcome; /* what is proved for the side to move */
} qi_nogo_search_state;

/* Is told now and then how far the search has come; false ends the call with QI_STOPPED. */
typedef bool qi_nogo_search_watch(void *context, const qi_nogo_search_state *state);

/* Thinks until the root has `playouts` visits more than it had (0: no limit), `watch` returns
 * false (it may be NULL if there is a limit), or the outcome of the game is proven. When few points
 * are open the exact solver (qi/nogo_solve.h) is asked first, with some of the limit's time; a loss
 * that it proves does not end the thinking, so that the best move is one hard to refute. QI_STOPPED
 * when `watch` ended it; QI_BAD_ARGUMENT without a position, or without either limit. */
QI_API qi_result qi_nogo_search_think(qi_nogo_search *search, uint64_t playouts,
                                      qi_nogo_search_watch *watch, void *context);

/* Gives the exact solver the turn that it has before so many playouts: for those who think them in
 * pieces. It has no other turn before the position changes unless a piece is larger. */
QI_API void qi_nogo_search_solve(qi_nogo_search *search, uint64_t playouts);

/* When to end a qi_nogo_search_run. */
typedef struct qi_nogo_search_limits {
    double seconds;    /* by the wall clock; 0: no limit */
    uint64_t playouts; /* more visits of the root; 0: no limit */
    bool settled;      /* also end when no other move can become the best any more in the time or
                          the playouts left */
    uint32_t threads;  /* see qi/base.h; they share the tree */
    qi_nogo_search_watch *watch; /* called about every 1/50 s */
    void *context;               /* of the watch */
} qi_nogo_search_limits;

/* Thinks as qi_nogo_search_think does, with a clock and with threads. QI_BAD_ARGUMENT without a
 * position, without any limit or with too many threads; QI_STOPPED when the watch ended it. Not in
 * the freestanding core. */
QI_API qi_result qi_nogo_search_run(qi_nogo_search *search, const qi_nogo_search_limits *limit);

/* How far the search has come. */
QI_API void qi_nogo_search_state_of(const qi_nogo_search *search, qi_nogo_search_state *state);

/* The best move so far; some legal move even before thinking; QI_NO_POINT when there is none. */
QI_API qi_point qi_nogo_search_best(const qi_nogo_search *search);

/* A move of the position and what the search thinks of it. */
typedef struct qi_nogo_candidate {
    qi_point point;
    uint64_t visits;
    /* For the side to move: 1 or 0 when the outcome is proved, else what the visits found, between
     * 0 and 1. Without a proof and without visits there is none: -1. */
    double win_rate;
    qi_nogo_outcome outcome; /* QI_NOGO_WON: playing it wins */
} qi_nogo_candidate;

/* Writes the legal moves, best first, at most `capacity`; returns how many there are. */
QI_API size_t qi_nogo_search_candidates(const qi_nogo_search *search, qi_nogo_candidate *list,
                                        size_t capacity);

/* Writes the line the search expects after `first` (a legal move of the position; it is the first
 * of the line), at most `capacity` moves; returns how many were written. */
QI_API size_t qi_nogo_search_line(const qi_nogo_search *search, qi_point first, qi_point *points,
                                  size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
