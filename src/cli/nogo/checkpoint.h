/*
 * What solvers have proved, kept in files.
 *
 * One machine writes one file (qi_nogo_write_facts). Several write a part each, FILE.0.0, FILE.0.1
 * and so on, and then rank 0 writes FILE, a list of the parts:
 *
 *     qi nogo parts 1
 *     set 0
 *     parts 2
 *     part 0 facts 1234 bytes 19800
 *     part 1 facts 1201 bytes 19272
 *     digest 0123456789abcdef
 *
 * The next time the parts are FILE.1.0, FILE.1.1 and so on, and only when the new list is in its
 * place the old parts go; so what FILE names is whole whenever the job is killed. Any number of
 * ranks, and a single process, can continue from either kind of file.
 */
#ifndef QI_CLI_NOGO_CHECKPOINT_H
#define QI_CLI_NOGO_CHECKPOINT_H

#include "cli/cli.h"
#include "cluster/cluster.h"

typedef struct nogo_checkpoint {
    const cli_spec *spec;
    const char *path; /* NULL: nothing is kept */
    qi_nogo_solver *solver;
    cluster_team *team;
    cluster_pool pool;
    int set;        /* of the parts that FILE names; -1: it names none */
    uint32_t parts; /* how many */
} nogo_checkpoint;

/* Whether anything of this board can be kept. Returns CLI_GO_ON, or CLI_BAD after explaining why
 * not. */
int nogo_checkpoint_accept(const nogo_checkpoint *kept, const qi_nogo *game);
/* Together: learns what the files hold; a FILE that does not exist holds nothing. Returns
 * CLI_GO_ON, or CLI_BAD after explaining why. */
int nogo_checkpoint_load(nogo_checkpoint *kept);
/* Together: writes what is known. Returns as above; then the old files stand. */
int nogo_checkpoint_save(nogo_checkpoint *kept);

#endif
