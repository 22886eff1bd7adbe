/* What the Go verbs share. */
#ifndef QI_CLI_GO_GO_H
#define QI_CLI_GO_GO_H

#include "cli/cli.h"

#include <qi/go.h>

/* ---- options ------------------------------------------------------------------------------ */

/* The board and the rules: the options --size, --rules and --suicide. */
typedef struct go_options {
    cli_board_size size;
    int repetition; /* a qi_go_repetition: index into go_rules_choices */
    bool suicide;
} go_options;

#define GO_STANDARD                                                                                \
    (go_options)                                                                                   \
    {                                                                                              \
        .size = { 19, 19 }                                                                         \
    }

extern const char *const go_rules_choices[]; /* "positional", "situational", "ko", "none" */

/* The three options for a verb's table; `chosen` is a go_options. */
#define GO_OPTIONS(chosen)                                                                         \
    {.name = "size",                                                                               \
     .kind = CLI_BOARD,                                                                            \
     .value = &(chosen).size,                                                                      \
     .argument = "N|RxC",                                                                          \
     .min = 1,                                                                                     \
     .max = QI_GO_MOST_SIDE,                                                                       \
     .help = "the board: N rows and columns, or R rows and C columns (default 19)"},               \
        {.name = "rules",                                                                          \
         .kind = CLI_CHOICE,                                                                       \
         .value = &(chosen).repetition,                                                            \
         .argument = "R",                                                                          \
         .choices = go_rules_choices,                                                              \
         .help = "repetition: positional (default), situational, ko or none"},                     \
    {                                                                                              \
        .name = "suicide", .kind = CLI_FLAG, .value = &(chosen).suicide,                           \
        .help = "suicide is a legal move: it takes one's own group off"                            \
    }

qi_go_rules go_rules_of(const go_options *chosen);

/* An empty board of the chosen kind; NULL when memory is out, which has been told. */
qi_go *go_new_game(const cli_spec *spec, const go_options *chosen);

/* ---- games from a text -------------------------------------------------------------------- */

/* A whole text of games, read and found well-formed. */
typedef struct go_games {
    cli_input input;
    qi_go_record *records;
    size_t count;
} go_games;

/* Reads all games; `lines` asks for the line of every move. CLI_GO_ON, or CLI_BAD with the reason
 * told. */
int go_read_games(const cli_spec *spec, const char *path, const go_options *chosen, bool lines,
                  go_games *games);
void go_free_games(go_games *games);

/* The moves of one replay that were refused; all zero at first. */
typedef struct go_refusals {
    qi_go_refusal *list;
    size_t count, capacity;
} go_refusals;

/* Clears the board and plays the first `count` moves of a record. */
qi_result go_replay_record(qi_go *game, const qi_go_record *record, size_t count,
                           go_refusals *refusals);

/* "B 3 4" for a move of a record. `text` holds at least QI_GO_LONGEST_LINE bytes. */
const char *go_move_text(qi_go_move move, uint32_t columns, char *text);

/* The reason of a refusal in words, naming the line of the earlier move for a repetition. The
 * record must have its lines. */
void go_reason_text(const qi_go_record *record, const go_refusals *refusals,
                    const qi_go_refusal *refusal, char *text, size_t size);

/* ---- game records (go_sgf_write.c) -------------------------------------------------------- */

/* Writes a game as SGF: the moves that were played, and the refused ones as comments where they
 * were tried. */
void go_write_sgf(cli_out *out, const qi_go_record *record, const go_options *chosen,
                  const go_refusals *refusals);

/* ---- statistics --------------------------------------------------------------------------- */

typedef struct go_totals {
    uint64_t games, moves;
    uint64_t verdicts[QI_GO_NO_MEMORY + 1]; /* of the refused moves */
    qi_go_memory largest;                   /* the history of the longest game */
} go_totals;

/* Adds a game of `moves` moves that was just replayed; its refusals are counted by the caller. */
void go_count_game(go_totals *totals, const qi_go *game, size_t moves);

/* ---- the ways to answer ------------------------------------------------------------------- */

/* Replays a text and prints the problem's own output (go_plain.c). Returns the exit status. */
int go_replay_plain(const cli_spec *spec, const char *path, const go_options *chosen,
                    go_totals *totals);

#endif
