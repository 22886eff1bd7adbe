/*
 * qi/nogo_playouts.h - random games of NoGo by the million.
 *
 * This header may still change from one version to the next.
 */
#ifndef QI_NOGO_PLAYOUTS_H
#define QI_NOGO_PLAYOUTS_H

#include <qi/nogo_record.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Plays as qi_nogo_simulate does, and writes the game as the problem asks for it: a line "row
 * column", from 1, for each move, then "-1 -1". QI_STOPPED: the sink returned false. */
QI_API qi_result qi_nogo_simulate_text(qi_nogo *position, qi_nogo_policy policy, uint64_t seed,
                                       qi_sink *sink, void *context);

/* Plays the game out from the present place as qi_nogo_simulate does, instead of what followed. The
 * place stays. QI_NO_MEMORY: what followed is forgotten. */
QI_API qi_result qi_nogo_record_play_out(qi_nogo_record *record, qi_nogo_policy policy,
                                         uint64_t seed);

/* ---- playouts ----------------------------------------------------------------------------- */

/* The results of many games. */
typedef struct qi_nogo_stats {
    uint64_t games;
    uint64_t black_wins; /* White won the others */
    uint64_t moves;      /* of all games together */
} qi_nogo_stats;

/* How to compute playouts on boards of up to 11 x 11 points. Every path plays the same games;
 * larger boards have only one. */
typedef enum qi_nogo_path {
    QI_NOGO_BEST_PATH, /* the fastest on this machine */
    QI_NOGO_PORTABLE,  /* plain C */
    QI_NOGO_AVX2,
    QI_NOGO_AVX512 /* with VBMI2 and VPOPCNTDQ: since Ice Lake and Zen 4 */
} qi_nogo_path;

/* Called several times a second with the results so far; false ends the call with QI_STOPPED. */
typedef bool qi_nogo_playouts_watch(void *context, const qi_nogo_stats *done);

/* How to play them; all zero is the default. */
typedef struct qi_nogo_playouts_options {
    size_t size; /* see "Sizes" in qi/base.h */
    qi_nogo_path path;
    uint32_t threads; /* see qi/base.h; the result is the same for any number of them */
    qi_nogo_playouts_watch *watch;
    void *context; /* of the watch */
    const qi_host *host;
    uint64_t first; /* the number of the first game, as in qi_nogo_playouts_part */
} qi_nogo_playouts_options;

/* Plays `count` independent games from a position to their end, every move uniform over the legal
 * ones, and counts how they ended; the position is not changed. The games are the same for the same
 * position, count and seed on every machine. `options` may be NULL. QI_BAD_ARGUMENT for too many
 * threads or a wrong host; QI_UNSUPPORTED: there is no such path here; QI_NO_MEMORY; QI_STOPPED. On
 * boards of up to 11 x 11 points one core plays one to two million games a second from the empty 9
 * x 9 board. */
QI_API qi_result qi_nogo_playouts(const qi_nogo *position, uint64_t count, uint64_t seed,
                                  const qi_nogo_playouts_options *options, qi_nogo_stats *stats);

/* How the games with one first move ended; it counts as a move of each. */
typedef struct qi_nogo_first_move {
    qi_point point;
    qi_nogo_stats stats;
} qi_nogo_first_move;

/* Plays `count` games after each legal move, and sorts the moves: the best first, equal ones in
 * reading order. Every move has a seed of its own. `move_count` is what qi_nogo_legal says, else
 * QI_BAD_ARGUMENT, and `element` is the caller's sizeof(qi_nogo_first_move). `sum` gets all games
 * together; the watch is called with those so far. Fails as qi_nogo_playouts. */
QI_API qi_result qi_nogo_playouts_by_move(const qi_nogo *position, uint64_t count, uint64_t seed,
                                          const qi_nogo_playouts_options *options,
                                          qi_nogo_first_move *moves, size_t move_count,
                                          size_t element, qi_nogo_stats *sum);

/* Plays a part of the games: numbers first .. first+count-1 of those the seed stands for, and adds
 * to `stats`. Parts may be played in any order and by different threads, each with its own copy
 * of the position; the sums are those of the whole. QI_UNSUPPORTED: there is no such path here.
 * QI_NO_MEMORY: some games were left out. */
QI_API qi_result qi_nogo_playouts_part(const qi_nogo *position, qi_nogo_path path, uint64_t first,
                                       uint64_t count, uint64_t seed, qi_nogo_stats *stats);

#ifdef __cplusplus
}
#endif
#endif
