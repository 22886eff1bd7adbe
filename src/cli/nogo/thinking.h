/* What the verbs that search share: options, levels and how to name moves. */
#ifndef QI_CLI_NOGO_THINKING_H
#define QI_CLI_NOGO_THINKING_H

#include "cli/nogo/nogo.h"

#include <qi/nogo_search.h>

/* How to think: the options of NOGO_THINKING_OPTIONS. */
typedef struct nogo_thinking {
    int player; /* index into nogo_player_choices, a qi_nogo_engine */
    double seconds;
    uint64_t playouts, threads, memory, seed;
    bool no_centre_first;
} nogo_thinking;

extern const char *const nogo_player_choices[]; /* "strong", "classic", ... */

#define NOGO_THINKING_DEFAULTS                                                                     \
    {                                                                                              \
        .threads = 1, .memory = (uint64_t)512 << 20, .seed = 1                                     \
    }

/* The options for a verb's table; `thinking` is a nogo_thinking. */
#define NOGO_THINKING_OPTIONS(thinking)                                                            \
    {.name = "time",                                                                               \
     .kind = CLI_SECONDS,                                                                          \
     .value = &(thinking).seconds,                                                                 \
     .argument = "T",                                                                              \
     .help = "think that long about a move (default 1 s without --playouts)"},                     \
        {.name = "playouts",                                                                       \
         .kind = CLI_NUMBER,                                                                       \
         .value = &(thinking).playouts,                                                            \
         .argument = "N",                                                                          \
         .help = "think that many playouts about a move",                                          \
         .min = 1},                                                                                \
        {.name = "threads",                                                                        \
         .kind = CLI_NUMBER,                                                                       \
         .value = &(thinking).threads,                                                             \
         .argument = "N",                                                                          \
         .help = "threads to think with (default 1)",                                              \
         .min = 1,                                                                                 \
         .max = 256},                                                                              \
        {.name = "memory",                                                                         \
         .kind = CLI_BYTES,                                                                        \
         .value = &(thinking).memory,                                                              \
         .argument = "SIZE",                                                                       \
         .help = "the most memory for the tree (default 512M)"},                                   \
        {.name = "seed",                                                                           \
         .kind = CLI_NUMBER,                                                                       \
         .value = &(thinking).seed,                                                                \
         .argument = "N",                                                                          \
         .help = "seed of the random games (default 1)"},                                          \
        {.name = "player",                                                                         \
         .kind = CLI_CHOICE,                                                                       \
         .value = &(thinking).player,                                                              \
         .argument = "P",                                                                          \
         .choices = nogo_player_choices,                                                           \
         .help = "strong (default), classic, rave, plain, or policy (no search at all)"},          \
    {                                                                                              \
        .name = "no-centre-first", .kind = CLI_FLAG, .value = &(thinking).no_centre_first,         \
        .help = "the game's first move may not be the centre"                                      \
    }

/* A search as asked for; QI_NO_MEMORY. */
qi_result nogo_thinking_start(const nogo_thinking *thinking, qi_nogo_search **search);
/* When to stop thinking about one move. */
qi_nogo_search_limits nogo_thinking_limit(const nogo_thinking *thinking);

#endif
