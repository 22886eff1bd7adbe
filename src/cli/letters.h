/* What the threads of all ranks (cluster/cluster.h) have found, on its way to rank 0. */
#ifndef QI_CLI_LETTERS_H
#define QI_CLI_LETTERS_H

#include "cluster/cluster.h"

#include <pthread.h>

/* One of them. */
typedef struct cli_letter {
    struct cli_letter *next;
    size_t length;
    char bytes[];
} cli_letter;

typedef struct cli_letters {
    cluster_bell bell; /* rank 0 rings it to end the work */
    pthread_mutex_t lock;
    cli_letter *first, **last; /* of this rank, oldest first */
} cli_letters;

void cli_letters_start(cli_letters *letters);
/* Together: frees what is left. */
void cli_letters_end(cli_letters *letters);

/* Called by any thread: keeps a letter of two parts. Without memory the job ends. */
void cli_letters_put(cli_letters *letters, const void *head, size_t head_length, const void *body,
                     size_t body_length);
/* The oldest one, to be freed by the caller, or NULL. */
cli_letter *cli_letters_take(cli_letters *letters);

/* The main thread of another rank: sends all of them to rank 0, which gets them by cluster_receive.
 * False when rank 0 wants no more. */
bool cli_letters_send(cli_letters *letters);
/* The main thread of rank 0: the others need not go on. */
void cli_letters_stop(cli_letters *letters);

#endif
