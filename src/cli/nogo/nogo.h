/* What the NoGo verbs share. */
#ifndef QI_CLI_NOGO_NOGO_H
#define QI_CLI_NOGO_NOGO_H

#include "cli/cli.h"
#include "cli/picture.h"

#include <qi/nogo.h>

/* How to read a board: the options --to-move and --holes. */
typedef struct nogo_reading {
    int to_move; /* index into nogo_colour_choices */
    bool to_move_given;
    bool holes;
} nogo_reading;

extern const char *const nogo_colour_choices[]; /* "X", "O" */

/* The two options for a verb's table; `reading` is a nogo_reading. */
#define NOGO_READING_OPTIONS(reading)                                                              \
    opt_given(&(reading).to_move_given,                                                            \
              opt_choice("to-move", "X|O", &(reading).to_move, "X", nogo_colour_choices,           \
                         "the side to move; needed when the numbers of stones differ")),           \
        opt_flag("holes", &(reading).holes,                                                        \
                 "accept '#' in the board, for a point that is not part of it")

/* Reads a board. Returns CLI_GO_ON, or CLI_BAD after explaining why. */
int nogo_read(const cli_spec *spec, const char *path, const nogo_reading *reading, qi_nogo **game);

/* Reads the value of --position, a position in one line. Returns likewise. */
int nogo_read_line(const cli_spec *spec, const char *line, qi_nogo **game);

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
