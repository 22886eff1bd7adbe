/* The part of `qi nogo simulate` that plays many games and prints how they ended. */
#ifndef QI_CLI_NOGO_PLAYOUTS_H
#define QI_CLI_NOGO_PLAYOUTS_H

#include "cli/nogo/nogo.h"

typedef struct nogo_playouts {
    uint64_t games; /* 0: not asked for */
    uint64_t threads;
    qi_shard shard;
    bool by_move, json;
    const char *svg;
    int path;   /* index into nogo_path_choices */
    int colour; /* cli_colour_mode */
    bool threads_given, path_given, colour_given;
} nogo_playouts;

extern const char *const nogo_path_choices[]; /* in the order of qi_nogo_path */

/* The options for the verb's table; `playouts` is a nogo_playouts. */
#define NOGO_PLAYOUTS_OPTIONS(playouts)                                                            \
    opt_number("playouts", "N", &(playouts).games, NULL, 1, (uint64_t)1 << 48,                     \
               "play N random games and print how they ended"),                                    \
        opt_flag("by-move", &(playouts).by_move,                                                   \
                 "with --playouts: N games after each legal first move"),                          \
        opt_shard(&(playouts).shard,                                                               \
                  "with --playouts: only part K of N of the games; counts of all parts add up"),   \
        opt_given(                                                                                 \
            &(playouts).threads_given,                                                             \
            opt_number("threads", "T", &(playouts).threads, "1", 1, 1024,                          \
                       "with --playouts: number of threads; the result does not depend on it")),   \
        opt_given(                                                                                 \
            &(playouts).path_given,                                                                \
            opt_choice("path", "P", &(playouts).path, "best", nogo_path_choices,                   \
                       "with --playouts: best, portable, avx2 or avx512; all give one result")),   \
        opt_flag("json", &(playouts).json,                                                         \
                 "print the moves, or the counts of --playouts, as JSON"),                         \
        opt_text("svg", "FILE", &(playouts).svg, NULL,                                             \
                 "with --by-move: also draw the win rates on the board into FILE"),                \
        opt_given(&(playouts).colour_given,                                                        \
                  opt_choice("color", "WHEN", &(playouts).colour, "auto", cli_colour_choices,      \
                             "with --by-move: use colours auto, always or never"))

/* Explains options that were given without the one they belong to. Returns CLI_GO_ON or CLI_BAD. */
int nogo_playouts_check(const cli_spec *spec, const nogo_playouts *playouts);

/* Plays from `game` and prints; returns the exit status. */
int nogo_playouts_run(const cli_spec *spec, const qi_nogo *game, const nogo_playouts *playouts,
                      uint64_t seed);

#endif
