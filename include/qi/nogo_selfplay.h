/*
 * qi/nogo_selfplay.h - many games of NoGo at once, for learning.
 *
 * This header may still change from one version to the next.
 *
 * Two things, both for boards of one size a handle:
 *
 *   - a batch: a plain environment for any learner. It keeps `games` positions; one asks for legal
 *     moves and planes, chooses, steps.
 *   - a pool: self-play by Gumbel AlphaZero. It keeps `games` games with a small tree each. A step
 *     takes a network's answer about one position of every game and comes back with the next
 *     position of every game that the network must judge; finished games leave training samples.
 *     In match mode two networks play each other instead.
 *
 * All arrays are flat, belong to the caller and are in C order, so that NumPy arrays can be passed
 * as they are (python/qigames). `area` is rows * columns; a point is row * columns
 * + column; game comes first everywhere. 0 in an option means its default.
 *
 * Positions. A position is given as QI_NOGO_PLANES sets of points, for the side to move:
 *
 *     0  its own stones                     4  stones of groups with one liberty
 *     1  the other's stones                 5  stones of groups with two liberties
 *     2  points it may play                 6  stones of groups with three liberties
 *     3  points the other may play          7  points of the board
 *
 * Packed, each set takes ceil(area / 8) bytes, point i is bit i % 8 of byte i / 8, unused bits are
 * 0: uint8[QI_NOGO_PLANES][ceil(area / 8)]. In Python:
 *
 *     bits = numpy.unpackbits(planes, axis=-1, bitorder="little")[..., :area]
 *
 * One handle from one thread at a time; a pool has threads of its own.
 */
#ifndef QI_NOGO_SELFPLAY_H
#define QI_NOGO_SELFPLAY_H

#include <qi/nogo.h>

#ifdef __cplusplus
extern "C" {
#endif

#define QI_NOGO_PLANES 8U
#define QI_NOGO_NO_MOVE 65535U  /* a uint16 that stands for no move */
#define QI_NOGO_NO_SEAT 255U    /* in match mode: nobody, the position is not to be judged */
#define QI_NOGO_UNFINISHED 255U /* in match mode: the game is not over yet */

/* ---- the environment ---------------------------------------------------------------------- */

typedef struct qi_nogo_batch qi_nogo_batch;

/* `games` empty boards, Black to move. QI_BAD_ARGUMENT unless both sides are 1 to
 * QI_NOGO_SEARCH_MAX_SIDE and games is at least 1; QI_NO_MEMORY. */
QI_API qi_result qi_nogo_batch_new(uint32_t rows, uint32_t columns, uint32_t games,
                                   const qi_allocator *allocator, qi_nogo_batch **batch);

/* Frees a batch; NULL is allowed. */
QI_API void qi_nogo_batch_free(qi_nogo_batch *batch);

/* Empties the boards whose byte in `mask` (uint8[games]) is not 0; NULL: all of them. The `done` of
 * a step can be given as it is. */
QI_API void qi_nogo_batch_reset(qi_nogo_batch *batch, const uint8_t *mask);

/* Sets one game to a position, which is copied. QI_BAD_ARGUMENT: there is no such game, or the
 * board has another size; QI_NO_MEMORY. Nothing was changed then. */
QI_API qi_result qi_nogo_batch_set(qi_nogo_batch *batch, uint32_t game, const qi_nogo *position);

/* Writes 1 where the side to move may play and 0 elsewhere: uint8[games][area]. */
QI_API void qi_nogo_batch_legal(const qi_nogo_batch *batch, uint8_t *legal);

/* Writes who is to move, 1 Black or 2 White: uint8[games]. */
QI_API void qi_nogo_batch_to_move(const qi_nogo_batch *batch, uint8_t *colour);

/* Plays one move in every game: `moves` is uint16[games], QI_NOGO_NO_MOVE leaves a game as it is.
 * done (uint8[games]) gets 1 where the game is over, else 0; reward (int8[games]), for the side
 * that moved, 1 where this move won the game, else 0: who moves last wins, so nobody ever gets -1
 * for a move of its own. Either may be NULL.
 * QI_BAD_ARGUMENT: a move is illegal; nothing was played. A game that is over has no legal move. */
QI_API qi_result qi_nogo_batch_step(qi_nogo_batch *batch, const uint16_t *moves, uint8_t *done,
                                    int8_t *reward);

/* Writes the positions: packed, uint8[games][QI_NOGO_PLANES][ceil(area / 8)], and as numbers 0 and
 * 1, float[games][QI_NOGO_PLANES][area]. Either may be NULL. */
QI_API void qi_nogo_batch_planes(const qi_nogo_batch *batch, uint8_t *packed, float *numbers);

/* ---- self-play ---------------------------------------------------------------------------- */

/*
 * The search. Every move of a game is searched anew by a number of visits. At the root the
 * `candidates` moves with the largest log policy + Gumbel noise share the visits by sequential
 * halving; the survivor is played. Below the root a visit goes where the improved policy exceeds
 * the share of visits most. The improved policy is softmax(log policy + s(q)), s(q) = (visit_offset
 * + most visits of a move) * value_scale * (q + 1) / 2, where a move without visits has the mixed
 * value of Gumbel MuZero as its q.
 * Endings that counting decides are exact leaves and need no network; proofs travel up the tree.
 *
 * Everything is a function of the options and the network's answers: the same on any number of
 * threads, and with any compiler that does not contract or reorder floating point (-std=c17).
 */

/* How a game continues once counting has decided its position. */
typedef enum qi_nogo_decided {
    QI_NOGO_DECIDED_FINISH = 0, /* no samples any more, no network: the winner fills its sure points
                                   and the loser its own, so that owners and length are known */
    QI_NOGO_DECIDED_PLAY,       /* moves by the network's policy alone (the winner's among its sure
                                   points); samples without policy_weight */
    QI_NOGO_DECIDED_SEARCH      /* as before: searched; leaves are mostly exact, so that a move
                                   takes few evaluations */
} qi_nogo_decided;

typedef struct qi_nogo_pool_options {
    size_t size; /* see "Sizes" in qi/base.h */
    uint64_t seed;
    uint32_t rows, columns;     /* 1 to QI_NOGO_SEARCH_MAX_SIDE, at least two points */
    uint32_t games;             /* games at once; even in match mode */
    uint32_t threads;           /* see qi/base.h; the calling thread is one of them */
    uint32_t visits;            /* a move that is searched in full; 0: 32. At most 60,000. With 1
                                   visit the move is the policy's first choice (plus noise) */
    uint32_t fast_visits;       /* a move that is searched briefly; 0: 8 */
    float full_share;           /* the share of moves searched in full, drawn at random; only these
                                   have policy_weight. 0: all */
    uint32_t candidates;        /* at the root; 0: 16 */
    float visit_offset;         /* 0: 50 */
    float value_scale;          /* 0: 1 */
    float noise;                /* scale of the Gumbel noise; 0: 1, in match mode none. Negative:
                                   none */
    uint32_t noise_moves;       /* the noise has a say in which move is played (not only in which
                                   are looked at) up to this move of the game; 0: always */
    uint32_t opening_min;       /* every game begins with a random number of random moves, */
    uint32_t opening_max;       /* between these two (uniform); as many as leave the game open */
    uint32_t first_opening_max; /* the first game of every slot draws its opening from opening_min
                                   to this if it is more, so that games do not end all at once */
    uint32_t exact_points;      /* ask the solver about a game's positions with at most this
                                   many points either side may play (at most 48); 0: never */
    uint32_t exact_nodes;       /* the solver's limit for a position; 0: 500 */
    uint32_t decided;           /* qi_nogo_decided; not in match mode, which always finishes */
    uint32_t sample_capacity;   /* finished samples kept until they are taken; when there is no room
                                   the oldest are dropped. 0: 65,536 + 8 * games */
    uint32_t match;             /* 1: match mode */
    uint32_t match_pairs;       /* pairs of games to play in all; 0: games / 2 */
    uint32_t match_visits;      /* visits of seat 1; 0: the same as seat 0's `visits` */
} qi_nogo_pool_options;

typedef struct qi_nogo_pool qi_nogo_pool;

/* A pool with its threads. QI_BAD_ARGUMENT when an option is outside its range, or a wrong size;
 * QI_NO_MEMORY. It takes about games * (visits + area / 2) * area * 4 bytes. */
QI_API qi_result qi_nogo_pool_new(const qi_nogo_pool_options *options,
                                  const qi_allocator *allocator, qi_nogo_pool **pool);

/* Ends the threads and frees a pool; NULL is allowed. */
QI_API void qi_nogo_pool_free(qi_nogo_pool *pool);

/* Goes on with every game until it needs the network again.
 *   policy  float[games][area]: the network's logits for the positions of the last step; what
 *           stands at illegal points is ignored.
 *   value   float[games]: in -1 .. 1, good for the side to move; anything beyond is cut off.
 *   planes  uint8[games][position_bytes]: gets the next positions.
 *   seat    uint8[games], may be NULL: gets which network must judge each of them: always 0 in
 *           self-play; in match mode 0, 1, or QI_NOGO_NO_SEAT when the slot has no game left (its
 *           planes are then all 0 and its answer is ignored).
 * `policy` and `value` are NULL at the first step, and only then; QI_BAD_ARGUMENT otherwise. */
QI_API qi_result qi_nogo_pool_step(qi_nogo_pool *pool, const float *policy, const float *value,
                                   uint8_t *planes, uint8_t *seat);

/* Changes the search from each game's next move on; 0 keeps what was. QI_BAD_ARGUMENT: more than
 * the pool was made for (the larger of `visits` and `match_visits`, and of `fast_visits`), or
 * full_share outside 0 .. 1. */
QI_API qi_result qi_nogo_pool_tune(qi_nogo_pool *pool, uint32_t visits, uint32_t fast_visits,
                                   float full_share);

/* ---- samples ------------------------------------------------------------------------------ */

/* Where to put samples; any of these may be NULL. All is seen from the side to move.
 * The positions of a game follow each other without gap, first to last; the random opening is not
 * among them. */
typedef struct qi_nogo_samples {
    uint8_t *planes;        /* [n][position_bytes] */
    uint16_t *policy;       /* [n][area] the improved policy, sum 65,535, 0 at illegal points; all 0
                               without policy_weight */
    uint8_t *policy_weight; /* [n] 1 when the move was searched in full, else 0; also 0 when every
                               move is proved lost: there is nothing to learn */
    int8_t *result;         /* [n] 1 or -1: proved if `exact`; else as the game's next proved
                               position says, or its end */
    uint8_t *exact;         /* [n] 1 when the result is proved: by counting, by the solver or by the
                               tree */
    float *search_value;    /* [n] -1 .. 1: the expected q of the improved policy; without a search
                               the network's value; 1 or -1 when proved */
    uint8_t *owner;         /* [n][area] at the end of the game: 1 a stone of the side to move, 2 of
                               the other, 0 neither; an empty point that the winner may still play
                               is its own */
    uint16_t *moves_left;   /* [n] to the end of the game, this one included */
    uint16_t *move;         /* [n] the move that was played */
    uint16_t *reply;        /* [n] the other's next move, QI_NOGO_NO_MOVE when there was none or the
                               game was only being finished (QI_NOGO_DECIDED_FINISH) */
    uint16_t *ply;          /* [n] stones on the board */
    uint64_t *game;         /* [n] a number that is the game's own in this pool */
} qi_nogo_samples;

/* Takes up to `capacity` samples out, oldest first (by step, then by game), and returns how many.
 * `to` NULL: takes none, and returns how many are waiting. */
QI_API size_t qi_nogo_pool_samples(qi_nogo_pool *pool, size_t capacity, const qi_nogo_samples *to);

/* Numbers since the pool was made. */
typedef struct qi_nogo_pool_stats {
    size_t size;          /* see "Sizes" in qi/base.h */
    uint64_t games;       /* finished */
    uint64_t black_wins;  /* of them */
    uint64_t moves;       /* of finished games, opening and finishing included */
    uint64_t evaluations; /* positions given to the network */
    uint64_t exact;       /* visits that ended in a proved position instead */
    uint64_t searches;    /* moves searched, full or fast */
    uint64_t counted;     /* games whose end was decided by counting */
    uint64_t solved;      /* positions decided by the solver */
    uint64_t solver_nodes;
    uint64_t samples; /* made */
    uint64_t dropped; /* of them, for want of room */
    uint64_t waiting; /* games that ask the network just now */
} qi_nogo_pool_stats;

/* QI_BAD_ARGUMENT: the size of `stats`. */
QI_API qi_result qi_nogo_pool_stats_of(const qi_nogo_pool *pool, qi_nogo_pool_stats *stats);

/* ---- matches ------------------------------------------------------------------------------ */

/*
 * In match mode exactly `match_pairs` pairs of games are played, then the slots fall idle
 * (`waiting` becomes 0). The two games of a pair begin with the same random opening, which depends
 * on the seed and the pair alone; in the first seat 0 is Black, in the second seat 1. Each seat
 * searches with its own network only. There are no samples.
 */

/* Writes who won, uint8[match_pairs][2]: for each pair the winner's seat in the game where seat 0
 * is Black, then in the one where seat 1 is Black; QI_NOGO_UNFINISHED when not over. */
QI_API void qi_nogo_pool_results(const qi_nogo_pool *pool, uint8_t *winner);

#ifdef __cplusplus
}
#endif
#endif
