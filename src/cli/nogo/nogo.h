/* What the NoGo verbs share. */
#ifndef QI_CLI_NOGO_NOGO_H
#define QI_CLI_NOGO_NOGO_H

#include "cli/cli.h"
#include "cli/picture.h"

#include <qi/nogo.h>

/* How a board is to be read: the options --to-move and --holes. */
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

/* Reads a board. CLI_GO_ON, or CLI_BAD with the reason told. */
int nogo_read(const cli_spec *spec, const char *path, const nogo_reading *reading, qi_nogo **game);

/* How many empty points are legal for whom. */
typedef struct nogo_legal_counts {
    uint32_t both, black, white, neither;
} nogo_legal_counts;

/* Draws the stones, and marks on the empty points who may play there. */
nogo_legal_counts nogo_mark_points(const qi_nogo *game, picture *drawing);

#endif
