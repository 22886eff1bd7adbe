/* What the NoGo verbs share. */
#ifndef QI_CLI_NOGO_NOGO_H
#define QI_CLI_NOGO_NOGO_H

#include "cli/json.h"
#include "cli/picture.h"

#include <qi/nogo.h>

/* Which board, and how to read it: the options --position, --to-move and --holes. */
typedef struct nogo_reading {
    const char *line; /* of --position, or NULL */
    int to_move;      /* index into nogo_colour_choices */
    bool to_move_given;
    bool holes;
} nogo_reading;

extern const char *const nogo_colour_choices[]; /* "X", "O" */

/* The options for a verb's table; `reading` is a nogo_reading. */
#define NOGO_POSITION_OPTION(reading)                                                              \
    opt_text("position", "LINE", &(reading).line, NULL,                                            \
             "this position, in one line, instead of a board (docs/formats.md)")
#define NOGO_READING_OPTIONS(reading)                                                              \
    NOGO_POSITION_OPTION(reading),                                                                 \
        opt_given(&(reading).to_move_given,                                                        \
                  opt_choice("to-move", "X|O", &(reading).to_move, "X", nogo_colour_choices,       \
                             "the side to move; needed when the numbers of stones differ")),       \
        opt_flag("holes", &(reading).holes,                                                        \
                 "accept '#' in the board, for a point that is not part of it")

/* Reads the position of --position or, without it, the board at `path`. Returns CLI_GO_ON, or
 * CLI_BAD after explaining why. */
int nogo_read(const cli_spec *spec, const char *path, const nogo_reading *reading, qi_nogo **game);

/* Explains that a board is larger than `most` on a side. Returns CLI_GO_ON if it is not, else
 * CLI_BAD. */
int nogo_check_side(const cli_spec *spec, const qi_nogo *game, uint32_t most);

/* The position in one line, to be freed; NULL without memory. */
char *nogo_line(const qi_nogo *game);
/* The same for JSON. */
json_t *nogo_position_json(const qi_nogo *game);
/* "X" or "O". */
const char *nogo_letter(qi_colour colour);

/* What the referee says of the moves in a file. */
typedef struct nogo_judgement {
    const char *name; /* of the file */
    qi_nogo_report report;
    qi_message message;
} nogo_judgement;

/* Plays the moves of a file, and judges them. Returns CLI_GO_ON, or CLI_BAD after explaining why.
 */
int nogo_judge(const cli_spec *spec, const char *path, qi_nogo *game, nogo_judgement *judgement);

/* How many empty points are legal for both colours, for one, and for neither. */
typedef struct nogo_legal_counts {
    uint32_t both, black, white, neither;
} nogo_legal_counts;

/* Draws the stones, and marks who may play on the empty points. */
nogo_legal_counts nogo_mark_points(const qi_nogo *game, picture *drawing);

#endif
