/* The part of `qi nogo simulate` that plays many games and tells how they ended. */
#ifndef QI_CLI_NOGO_PLAYOUTS_H
#define QI_CLI_NOGO_PLAYOUTS_H

#include "cli/nogo/nogo.h"

typedef struct nogo_playouts {
    uint64_t games; /* 0: not asked for */
    uint64_t threads;
    bool by_move, json;
    const char *svg;
    int path;   /* index into nogo_path_choices */
    int colour; /* cli_colour_mode */
    bool threads_given, path_given, colour_given;
} nogo_playouts;

extern const char *const nogo_path_choices[]; /* in the order of qi_nogo_path */

/* The options for the verb's table; `playouts` is a nogo_playouts. */
#define NOGO_PLAYOUTS_OPTIONS(playouts)                                                            \
    {.name = "playouts",                                                                           \
     .kind = CLI_NUMBER,                                                                           \
     .value = &(playouts).games,                                                                   \
     .argument = "N",                                                                              \
     .min = 1,                                                                                     \
     .max = (uint64_t)1 << 48,                                                                     \
     .help = "play N random games and tell how they ended, instead of one game's moves"},          \
        {.name = "by-move",                                                                        \
         .kind = CLI_FLAG,                                                                         \
         .value = &(playouts).by_move,                                                             \
         .help = "with --playouts: N games for every legal first move"},                           \
        {.name = "threads",                                                                        \
         .kind = CLI_NUMBER,                                                                       \
         .value = &(playouts).threads,                                                             \
         .argument = "T",                                                                          \
         .min = 1,                                                                                 \
         .max = 1024,                                                                              \
         .given = &(playouts).threads_given,                                                       \
         .help = "with --playouts: threads (default 1); the result is the same for any number"},   \
        {.name = "path",                                                                           \
         .kind = CLI_CHOICE,                                                                       \
         .value = &(playouts).path,                                                                \
         .argument = "P",                                                                          \
         .choices = nogo_path_choices,                                                             \
         .given = &(playouts).path_given,                                                          \
         .help = "with --playouts: best (default), portable, avx2, avx512; same result"},          \
        {.name = "json",                                                                           \
         .kind = CLI_FLAG,                                                                         \
         .value = &(playouts).json,                                                                \
         .help = "with --playouts: one line of JSON"},                                             \
        {.name = "svg",                                                                            \
         .kind = CLI_TEXT,                                                                         \
         .value = &(playouts).svg,                                                                 \
         .argument = "FILE",                                                                       \
         .help = "with --by-move: also draw the win rates on the board into FILE"},                \
    {                                                                                              \
        .name = "color", .kind = CLI_CHOICE, .value = &(playouts).colour, .argument = "WHEN",      \
        .choices = cli_colour_choices, .given = &(playouts).colour_given,                          \
        .help = "with --by-move: auto (default), always, never"                                    \
    }

/* Explains options that were given without the one they belong to: CLI_GO_ON or CLI_BAD. */
int nogo_playouts_check(const cli_spec *spec, const nogo_playouts *playouts);

/* Plays from `game` and prints; returns the exit status. */
int nogo_playouts_run(const cli_spec *spec, const qi_nogo *game, const nogo_playouts *playouts,
                      uint64_t seed);

#endif
