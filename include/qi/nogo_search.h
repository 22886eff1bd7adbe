/*
 * qi/nogo_search.h - a search for NoGo that finds good moves, with an evaluator that you may bring.
 *
 * This header may still change from one version to the next.
 *
 * A qi_nogo_search keeps a graph of what it has thought about one position. Give it a position,
 * let it think, ask for its opinion; give it the position after the next moves and what it knows
 * about that part of the game is kept.
 *
 *     qi_nogo_search *search;
 *     if (qi_nogo_search_new(NULL, NULL, &search) == QI_OK) {
 *         qi_nogo_search_set(search, position);
 *         const qi_nogo_search_limits limits = {.size = sizeof limits, .playouts = 10000};
 *         qi_nogo_search_think(search, &limits);
 *         qi_nogo_candidate best;
 *         qi_nogo_search_candidates(search, &best, 1, sizeof best);
 *         qi_nogo_search_free(search);
 *     }
 *
 * What a search calls proved is as sure as its hashes. The graph knows a position by 64 bits: among
 * n positions two share a hash with a probability below n^2 / 2^65, 3 * 10^-8 for a million. The
 * solver it asks compares whole positions, but on a board of more than 48 points hashes of 110 bits
 * (below n^2 / 2^111). qi_nogo_solve compares whole positions on every board.
 *
 * One thread works in a search at a time; thinking may start more of its own. With one thread the
 * same options, positions and numbers of playouts give the same graph on every machine.
 * Everything here is part of the freestanding core.
 */
#ifndef QI_NOGO_SEARCH_H
#define QI_NOGO_SEARCH_H

#include <qi/nogo_net.h>
#include <qi/nogo_player.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- evaluators: who judges positions ------------------------------------------------------ */

/* A position that an evaluator is asked about. Valid during the call only. */
typedef struct qi_nogo_leaf qi_nogo_leaf;

/* The size of its board. */
QI_API void qi_nogo_leaf_size(const qi_nogo_leaf *leaf, uint32_t *rows, uint32_t *columns);

/* Writes the network's input planes for the side to move (qi/nogo_net.h); leaves rows beyond the
 * board as they are. */
QI_API void qi_nogo_leaf_planes(const qi_nogo_leaf *leaf, qi_nogo_planes *planes);

/* The same packed as in the samples of qi/nogo_selfplay.h: QI_PLANE_COUNT planes, one after
 * another, of (rows * columns + 7) / 8 bytes; point i is bit i % 8 of byte i / 8. */
QI_API void qi_nogo_leaf_pack(const qi_nogo_leaf *leaf, uint8_t *packed);

/* An evaluator's opinion of a position, for the side to move. */
typedef struct qi_nogo_estimate {
    /* How good a move on each point is: logits, of which the search takes the softmax over the
     * legal moves, in 256ths and from -128 to 128. Entry row * columns + column is a point's; those
     * of points that are not legal are not read. */
    float policy[QI_NOGO_SEARCH_MAX_SIDE * QI_NOGO_SEARCH_MAX_SIDE];
    float value; /* the chance of winning, 0 to 1 */
} qi_nogo_estimate;

/* The parameters an evaluator is prepared for. */
typedef struct qi_nogo_evaluator_setup {
    uint32_t rows, columns; /* of the boards that it will be asked about */
    uint64_t seed;          /* of the search */
    const qi_allocator *allocator;
} qi_nogo_evaluator_setup;

#define QI_NOGO_MAX_BATCH 1024U

/*
 * Judges positions for a search. The library has two, the network and random games; a program may
 * bring its own, such as a network of another architecture, and play, analyse and train with the
 * search and the solver of the library. examples/evaluator.c is a whole engine.
 *
 * It is asked only about positions in which the side to move has a legal move. For a position of
 * which it is asked again it should give the same answer.
 */
struct qi_nogo_evaluator {
    size_t size;   /* see "Sizes" in qi/base.h */
    void *context; /* must live as long as the search */
    /* Answers about `count` positions, 1 to `batch`. Any result but QI_OK ends the thinking, which
     * returns it and keeps earlier results. An answer with a NaN, or a value outside 0 to 1, ends
     * it with QI_BAD_DATA. `thread` is what `enter` made, or `context` without it. */
    qi_result (*evaluate)(void *thread, const qi_nogo_leaf *const *leaves, uint32_t count,
                          qi_nogo_estimate *estimates);
    /* Prepares a thread of the search for a size of board: sets `*thread` to whatever `evaluate` is
     * to be given in that thread. Always called in the thread that uses the search, also for the
     * others. NULL: there is nothing to prepare. */
    qi_result (*enter)(void *context, const qi_nogo_evaluator_setup *setup, void **thread);
    void (*leave)(void *thread); /* ends what a successful `enter` made; may be NULL */
    uint32_t batch;              /* maximal number of positions per call; 0 means 1, at most
                                    QI_NOGO_MAX_BATCH. A large batch is weaker at the same number of playouts:
                                    its positions are chosen before anything is known of the others */
    bool one_thread; /* call `evaluate` in one thread at a time, although the search has several */
    bool no_solver;  /* neither the exact solver nor counting of endings helps: for weak players */
};

/* ---- the search --------------------------------------------------------------------------- */

typedef struct qi_nogo_search_options {
    size_t size; /* see "Sizes" in qi/base.h */
    /* Evaluates positions; copied. NULL means the network. */
    const qi_nogo_evaluator *evaluator;
    /* The network, which must live longer; NULL means the one that comes with the library. */
    const qi_nogo_net *net;
    uint64_t seed; /* for the evaluator; the network has no use for it */
    /* Bytes the graph may take; 0 means 256 MiB. When it is full the search goes on: it forgets
     * what it looked at least, or adds nothing. At least 1 MiB is taken. From 16 MiB an eighth is
     * the solver's, unless the evaluator wants none. */
    size_t memory;
    bool no_centre_first; /* the first move of a game may not be the centre of the board */
} qi_nogo_search_options;

/* A search with an empty graph and no position. QI_BAD_ARGUMENT: a wrong size, or an
 * evaluator that cannot evaluate or whose batch is too large. QI_NO_MEMORY. */
QI_API qi_result qi_nogo_search_new(const qi_nogo_search_options *options,
                                    const qi_allocator *allocator, qi_nogo_search **search);

/* Frees a search; NULL is allowed. */
QI_API void qi_nogo_search_free(qi_nogo_search *search);

/* Sets the position to think about. When it follows from the last one by one move or two, that
 * part of the graph is kept, else the graph is emptied and the evaluator asked about the position.
 * QI_TOO_LARGE when a side is longer than QI_NOGO_SEARCH_MAX_SIDE, QI_NO_MEMORY, or what the
 * evaluator fails with; the search then has no position. */
QI_API qi_result qi_nogo_search_set(qi_nogo_search *search, const qi_nogo *position);

/* The state of the search. */
typedef struct qi_nogo_search_state {
    size_t size;             /* see "Sizes" in qi/base.h */
    uint64_t visits;         /* of the root: one to evaluate it, one for every playout */
    uint64_t nodes;          /* positions in the graph */
    uint64_t evaluations;    /* positions that the evaluator judged, since the search was made */
    size_t memory;           /* bytes in use by the graph */
    double win_rate;         /* for the side to move, 0 to 1: of the best move; before it has visits
                                what the evaluator expects of the position */
    qi_nogo_outcome outcome; /* proved for the side to move */
} qi_nogo_search_state;

/* Progress callback. Return false to stop; the call then returns QI_STOPPED. */
typedef bool qi_nogo_search_watch(void *context, const qi_nogo_search_state *state);

/* How long to think, and with what. At least one of the limits or the host's stop must be given. */
typedef struct qi_nogo_search_limits {
    size_t size;       /* see "Sizes" in qi/base.h */
    double seconds;    /* 0: no limit */
    uint64_t playouts; /* more visits of the root; 0: no limit */
    bool settled;      /* also end when no other move can become the best any more in the time or
                          the playouts left */
    uint32_t threads;  /* see qi/base.h; they share the graph */
    qi_nogo_search_watch *watch; /* called about every 1/50 s */
    void *context;               /* of the watch */
    const qi_host *host;
} qi_nogo_search_limits;

/* Thinks until a limit is reached, the watch or the host's stop ends it, or the outcome of the game
 * is proved. When few points are open the exact solver (qi/nogo_solve.h) is asked first, with some
 * of the limit's time; a loss that it proves does not end the thinking, so that the best move is
 * one hard to refute. QI_STOPPED; QI_BAD_ARGUMENT without a position or any limit, with too many
 * threads, a wrong host or size; QI_UNSUPPORTED: in the freestanding core seconds and the watch
 * need the clock of a host; or what the evaluator fails with. */
QI_API qi_result qi_nogo_search_think(qi_nogo_search *search, const qi_nogo_search_limits *limits);

/* How far the search has come. NULL, the search of a player without one, reads here and in the
 * three functions below as a search without a position. QI_BAD_ARGUMENT: the size. */
QI_API qi_result qi_nogo_search_state_of(const qi_nogo_search *search, qi_nogo_search_state *state);

/* Writes the legal moves, best first, at most `capacity` of `element` bytes each, which is the
 * caller's sizeof(qi_nogo_candidate); returns how many there are. */
QI_API size_t qi_nogo_search_candidates(const qi_nogo_search *search, qi_nogo_candidate *list,
                                        size_t capacity, size_t element);

/* Writes the line the search expects after `first` (a legal move of the position; it is the first
 * of the line), at most `capacity` moves; returns how many were written. */
QI_API size_t qi_nogo_search_line(const qi_nogo_search *search, qi_point first, qi_point *points,
                                  size_t capacity);

/* ---- a player in pieces -------------------------------------------------------------------- */

/* Sets the position, with `colour` to move whatever the position says. What is
 * known is kept when the position follows from the last by a move or two. QI_TOO_LARGE: a side
 * is longer than QI_NOGO_SEARCH_MAX_SIDE. QI_BAD_ARGUMENT: no player has that colour. QI_NO_MEMORY.
 */
QI_API qi_result qi_nogo_player_set_position(qi_nogo_player *player, const qi_nogo *position,
                                             qi_colour colour);

/* When to stop thinking about the current position; 0 is no limit, but never both. A clock (NULL or
 * without a limit: none) holds instead of other limits in time; playouts that were asked for, or
 * that the level says, still end the thinking. */
typedef struct qi_nogo_player_limit {
    uint64_t playouts;
    double seconds;
} qi_nogo_player_limit;

/* The limits of the player, its level and the clock, which may be NULL. */
QI_API qi_nogo_player_limit qi_nogo_player_limits(const qi_nogo_player *player,
                                                  const qi_nogo_clock *clock);

/* Thinks on by at most `playouts` playouts. Before the first piece the exact solver has its turn,
 * as if all the playouts up to `expected` were thought at once (see qi_nogo_search_think). True
 * when thinking on is of no use: the outcome is proved, or there is nothing to choose. */
QI_API bool qi_nogo_player_think(qi_nogo_player *player, uint64_t playouts, uint64_t expected);

/* Playouts since the position was set. */
QI_API uint64_t qi_nogo_player_thought(const qi_nogo_player *player);

/* The search, to ask it for candidates and lines; NULL for a player without one. */
QI_API const qi_nogo_search *qi_nogo_player_search(const qi_nogo_player *player);

/* The decision in the current position, after whatever thinking was done. QI_BAD_ARGUMENT: the
 * size. */
QI_API qi_result qi_nogo_player_decide(qi_nogo_player *player, qi_nogo_choice *choice);

/* How many seconds a player should think about its next move, `open` points being legal for either
 * colour, so that the time lasts: at least 0.005. In a main time more is spent early than late:
 * nearly all of it by the time few enough points are open for the outcome to be proved. */
QI_API double qi_nogo_clock_share(const qi_nogo_clock *clock, uint32_t open);

#ifdef __cplusplus
}
#endif
#endif
