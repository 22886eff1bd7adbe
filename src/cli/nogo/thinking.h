/* What the verbs with a player share: its options. */
#ifndef QI_CLI_NOGO_THINKING_H
#define QI_CLI_NOGO_THINKING_H

#include "cli/nogo/nogo.h"

#include <qi/nogo_player.h>

/* How to think: the options of NOGO_THINKING_OPTIONS. */
typedef struct nogo_thinking {
    int player; /* index into nogo_player_choices, a qi_nogo_engine */
    double seconds;
    uint64_t level, playouts, threads, memory, seed;
    bool no_centre_first;
    const char *weights; /* a file; NULL: the network that comes with the library */
    int path;            /* a qi_nogo_net_path: how to compute it */
    qi_nogo_net *net;    /* set by nogo_thinking_load; NULL: the library's network */
} nogo_thinking;

extern const char *const nogo_player_choices[]; /* "strong", "policy", ... */
extern const char *const nogo_net_choices[];    /* as qi_nogo_net_path_name */

/* The options for a verb's table; `thinking` is a nogo_thinking, `bytes` the default of --memory.
 */
#define NOGO_THINKING_OPTIONS(thinking, bytes)                                                     \
    opt_seconds("time", "T", &(thinking).seconds, NULL,                                            \
                "time for a move (default: 1s, unless --playouts is given)"),                      \
        opt_number("playouts", "N", &(thinking).playouts, NULL, 1, 0, "playouts for a move"),      \
        opt_number("threads", "N", &(thinking).threads, "1", 1, 256, "number of threads"),         \
        opt_bytes("memory", "SIZE", &(thinking).memory, bytes, "most memory for the search tree"), \
        opt_number("seed", "N", &(thinking).seed, "1", 0, 0, "seed of random games and moves"),    \
        opt_choice("player", "P", &(thinking).player, "strong", nogo_player_choices,               \
                   "strong, policy (no search at all) or playouts (random games)"),                \
        opt_text("weights", "FILE", &(thinking).weights, NULL,                                     \
                 "another network for strong and policy (docs/training.md)"),                      \
        opt_choice("path", "P", &(thinking).path, "best", nogo_net_choices,                        \
                   "how to compute it: best, portable, vector, avx2 or avx512"),                   \
        opt_flag("no-centre-first", &(thinking).no_centre_first,                                   \
                 "forbid the centre as the first move of the game")

#define NOGO_LEVEL_OPTION(thinking, usual, help)                                                   \
    opt_number("level", "N", &(thinking).level, usual, 1, qi_nogo_levels(), help)

/* Reads the network that was asked for, after cli_parse. Returns CLI_GO_ON, or CLI_BAD after
 * explaining why. */
int nogo_thinking_load(const cli_spec *spec, nogo_thinking *thinking);
/* Frees it, when no player needs it any more. */
void nogo_thinking_end(nogo_thinking *thinking);

/* The player as asked for. */
qi_nogo_player_options nogo_thinking_options(const nogo_thinking *thinking);

/* A line for each level, for --help. */
const char *nogo_levels_help(char *text, size_t capacity);

#endif
