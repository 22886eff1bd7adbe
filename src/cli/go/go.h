/* Shared by the Go verbs. */
#ifndef QI_CLI_GO_GO_H
#define QI_CLI_GO_GO_H

#include "cli/json.h"

#include <qi/go.h>
#include <qi/go_record.h>

/* The board and the rules: the options --size and --rules. */
typedef struct go_options {
    cli_board_size size;
    int rules; /* index into go_rules_choices */
} go_options;

extern const char *const go_rules_choices[]; /* "positional", ..., "none+suicide" */

/* Options for a verb's table; `chosen` is a go_options. */
#define GO_RULES_OPTIONS(chosen)                                                                   \
    opt_choice("rules", "R", &(chosen).rules, "positional", go_rules_choices,                      \
               "what may not repeat: positional, situational, ko or none; with +suicide, suicide " \
               "is allowed")
#define GO_OPTIONS(chosen)                                                                         \
    opt_board("size", &(chosen).size, "19", QI_GO_MAX_SIDE, "size of the board"),                  \
        GO_RULES_OPTIONS(chosen)

qi_go_rules go_rules_of(const go_options *chosen);

/* The stones as rows of 'B', 'W' and '.', and how many stones each side has captured. */
json_t *go_board_json(const qi_go *game);
json_t *go_captures_json(const qi_go *game);

/* A text of games, each read in its turn into a record. */
typedef struct go_text {
    cli_input input;
    qi_go_reader reader;
    qi_go_moves moves;    /* of the game read last */
    qi_go_record *record; /* the same game; its entries' sources are lines */
} go_text;

/* Opens a text and looks through it. Returns CLI_GO_ON, or CLI_BAD after explaining why; it is to
 * be closed in either case. */
int go_open_text(const cli_spec *spec, const char *path, const go_options *chosen, go_text *text);
/* Reads the next game, of which the first `max` moves are recorded. False without memory. */
bool go_read_game(go_text *text, size_t max);
void go_close_text(go_text *text);

/* The reason of a refused entry in words, with the line of the earlier move of a repetition. */
void go_say_reason(const qi_go_record *record, const qi_go_entry *entry, qi_translator *translator,
                   char *text, size_t size);

#endif
