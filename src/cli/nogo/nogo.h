/* Shared by the NoGo verbs. */
#ifndef QI_CLI_NOGO_NOGO_H
#define QI_CLI_NOGO_NOGO_H

#include "cli/json.h"
#include "cli/picture.h"

#include <qi/judge.h>
#include <qi/nogo_player.h>

/* Options of reading a board: --position, and --to-move for a file that does not say it. */
typedef struct nogo_reading {
    char *line;  /* NULL: not given */
    int to_move; /* index into nogo_colour_choices */
    bool to_move_given;
} nogo_reading;

extern const char *const nogo_colour_choices[]; /* "X", "O" */

/* The option for a verb's table; `reading` is a nogo_reading. */
#define NOGO_READING_OPTION(reading)                                                               \
    opt_given(&(reading).to_move_given,                                                            \
              opt_choice("to-move", "X|O", &(reading).to_move, "X", nogo_colour_choices,           \
                         "the side to move; needed when the numbers of stones differ"))

/* A paragraph for the end of a verb's description. */
#define NOGO_BOARD_NOTE                                                                            \
    "\nBOARD is a file or a position in one line, such as x2/.o./3:x (docs/formats.md),\n"         \
    "or an SGF file: the position at the end of its game.\n"

/* The same for verbs that answer many positions. */
#define NOGO_LINES_NOTE                                                                            \
    "\nA file of positions, one a line, is answered by a line of JSON each, in order,\n"           \
    "--jobs at a time (default: all cores); limits and --memory are for each.\n"

/* Reads a board: a position in one line, or the file `path`, which may also be a game record, for
 * the position at its end; NULL is standard input. Returns CLI_GO_ON, or CLI_BAD after explaining
 * why. */
int nogo_read(const cli_spec *spec, const char *path, const nogo_reading *reading,
              qi_nogo **position);
/* The same, but a text of positions, one a line, is given back in `lines`, to be freed by
 * cli_input_free, and `position` becomes NULL; else `lines` has no text. */
int nogo_read_lines(const cli_spec *spec, const char *path, const nogo_reading *reading,
                    cli_input *lines, qi_nogo **position);
/* Reads one of these lines; QI_BAD_TEXT also when a side is longer than `max`. */
qi_result nogo_parse_line(const char *line, size_t length, uint32_t max, qi_nogo **position,
                          qi_text_error *error);

/* Explains that a board is larger than `max` on a side. Returns CLI_GO_ON if it is not, else
 * CLI_BAD. */
int nogo_check_side(const cli_spec *spec, const qi_nogo *position, uint32_t max);

/* The position in one line, to be freed; NULL without memory. */
char *nogo_line(const qi_nogo *position);
/* The same for JSON. */
json_t *nogo_position_json(const qi_nogo *position);
/* "won", "lost" or "unknown", for JSON. */
const char *nogo_outcome_name(qi_nogo_outcome outcome);
/* "X" or "O". */
const char *nogo_letter(qi_colour colour);

/* The judge's verdict on the moves in a file. */
typedef struct nogo_verdict {
    const char *name; /* of the file */
    qi_verdict found;
} nogo_verdict;

/* Plays the moves of a file, a text or a game record, and judges them; a record that is `whole`
 * claims that the game is over after them. Returns CLI_GO_ON, or CLI_BAD after explaining why. */
int nogo_judge(const cli_spec *spec, const char *path, qi_nogo *position, bool whole,
               nogo_verdict *verdict);
/* The same for a record alone; `position` becomes where it begins, with its moves played. */
int nogo_judge_record(const cli_spec *spec, const char *path, const nogo_reading *reading,
                      qi_nogo **position, nogo_verdict *verdict);

/* How many empty points are legal for both colours, for one, and for neither. */
typedef struct nogo_legal_counts {
    uint32_t both, black, white, neither;
} nogo_legal_counts;

/* Draws the stones, and marks who may play on the empty points. */
nogo_legal_counts nogo_mark_points(const qi_nogo *position, picture *drawing);

/* ---- verbs with a player ------------------------------------------------------------------ */

/* How to think: the options of NOGO_THINKING_OPTIONS. */
typedef struct nogo_thinking {
    int player; /* index into nogo_player_choices: a qi_nogo_engine, or NOGO_RANDOM */
    double seconds;
    uint64_t level, playouts, threads, memory, seed;
    bool threads_given;
    const char *weights; /* a file; NULL: the network that comes with the library */
    qi_nogo_net *net;    /* set by nogo_thinking_load; NULL: the library's network */
} nogo_thinking;

/* "strong", "policy", "playouts" and, for gtp, "random": legal moves without a search. */
enum { NOGO_RANDOM = QI_NOGO_PLAYOUTS + 1 };
extern const char *const nogo_player_choices[], *const nogo_gtp_player_choices[];

/* The options for a verb's table; `thinking` is a nogo_thinking, `bytes` the default of --memory,
 * `players` and `help` are those of --player. */
#define NOGO_THINKING_OPTIONS(thinking, bytes)                                                     \
    NOGO_THINKING_OPTIONS_OF(thinking, bytes, nogo_player_choices,                                 \
                             "strong, policy (no search at all) or playouts (random games)")
#define NOGO_THINKING_OPTIONS_OF(thinking, bytes, players, help)                                   \
    opt_seconds("time", "T", &(thinking).seconds, NULL,                                            \
                "time for a move (default: 1s, unless --playouts is given)"),                      \
        opt_number("playouts", "N", &(thinking).playouts, NULL, 1, 0, "playouts for a move"),      \
        opt_given(&(thinking).threads_given,                                                       \
                  opt_jobs(&(thinking).threads, "1", 256, "number of threads")),                   \
        opt_bytes("memory", "SIZE", &(thinking).memory, bytes, "most memory for the search tree"), \
        opt_number("seed", "N", &(thinking).seed, "1", 0, 0, "seed of random games and moves"),    \
        opt_choice("player", "P", &(thinking).player, "strong", players, help),                    \
        opt_text("weights", "FILE", &(thinking).weights, NULL,                                     \
                 "another network for strong and policy (docs/training.md)")
#define NOGO_CENTRE_OPTION(forbidden)                                                              \
    opt_flag("no-centre-first", &(forbidden), "forbid the centre as the first move of the game")

#define NOGO_LEVEL_OPTION(thinking, default_value, help)                                           \
    opt_number("level", "N", &(thinking).level, default_value, 1, nogo_max_level(), help)

/* Explains that there is no path of --simd here; returns CLI_BAD. */
int nogo_fail_simd(const cli_spec *spec);

/* Reads the network that was asked for, after cli_parse. Returns CLI_GO_ON, or CLI_BAD after
 * explaining why. */
int nogo_thinking_load(const cli_spec *spec, nogo_thinking *thinking);
/* Frees it, when no player needs it any more. */
void nogo_thinking_end(nogo_thinking *thinking);

/* The player as asked for. */
qi_nogo_player_options nogo_thinking_options(const nogo_thinking *thinking);

/* A line for each level, for --help. */
/* The highest level. */
unsigned nogo_max_level(void);

const char *nogo_levels_help(char *text, size_t capacity);

#endif
