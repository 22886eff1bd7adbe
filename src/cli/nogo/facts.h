/* What a solver has proved, kept in a file (qi_nogo_write_facts). */
#ifndef QI_CLI_NOGO_FACTS_H
#define QI_CLI_NOGO_FACTS_H

#include "cli/nogo/nogo.h"

#include <qi/nogo_solve.h>

typedef struct nogo_checkpoint {
    const cli_spec *spec;
    const char *path; /* NULL: nothing is kept */
    qi_nogo_solver *solver;
} nogo_checkpoint;

/* Whether there are facts about this board, as `option` needs. Returns CLI_GO_ON, or CLI_BAD after
 * explaining why not. */
int nogo_checkpoint_accept(const nogo_checkpoint *kept, const char *option, const qi_nogo *game);
/* Learns what the file holds; one that does not exist holds nothing. Returns CLI_GO_ON, or CLI_BAD
 * after explaining why. */
int nogo_checkpoint_load(const nogo_checkpoint *kept);
/* Learns what several files hold; the list ends with NULL. Those that do not exist are named. */
int nogo_checkpoint_join(const nogo_checkpoint *kept, char *const *paths);
/* Writes what is known. Returns as above; then the old file stands. */
int nogo_checkpoint_save(const nogo_checkpoint *kept);

/* Prints up to `most` positions, one a line, and adds the positions searched for that to `nodes`.
 * Returns CLI_NO if there are any, CLI_GO_ON if the solver knows the answer, and CLI_BAD after
 * explaining what went wrong. */
int nogo_tell_pieces(const cli_spec *spec, cli_answer *answer, qi_nogo_solver *solver,
                     const qi_nogo *game, uint64_t most, uint64_t *nodes);

#endif
