#include "cli/letters.h"

#include <stdlib.h>
#include <string.h>

void cli_letters_start(cli_letters *letters)
{
    *letters = (cli_letters){.bell = {UINT64_MAX, 0, 0}};
    letters->last = &letters->first;
    pthread_mutex_init(&letters->lock, NULL);
}

void cli_letters_end(cli_letters *letters)
{
    cluster_bell_end(&letters->bell);
    for (cli_letter *rest; (rest = cli_letters_take(letters));)
        free(rest);
    pthread_mutex_destroy(&letters->lock);
}

void cli_letters_put(cli_letters *letters, const void *head, size_t head_length, const void *body,
                     size_t body_length)
{
    cli_letter *const fresh = malloc(sizeof *fresh + head_length + body_length);
    if (!fresh) {
        cluster_fail(qi_result_text(QI_NO_MEMORY));
        return;
    }
    fresh->next = NULL;
    fresh->length = head_length + body_length;
    memcpy(fresh->bytes, head, head_length);
    if (body_length)
        memcpy(fresh->bytes + head_length, body, body_length);
    pthread_mutex_lock(&letters->lock);
    *letters->last = fresh;
    letters->last = &fresh->next;
    pthread_mutex_unlock(&letters->lock);
}

cli_letter *cli_letters_take(cli_letters *letters)
{
    pthread_mutex_lock(&letters->lock);
    cli_letter *const mine = letters->first;
    if (mine) {
        letters->first = mine->next;
        if (!letters->first)
            letters->last = &letters->first;
    }
    pthread_mutex_unlock(&letters->lock);
    return mine;
}

bool cli_letters_send(cli_letters *letters)
{
    for (cli_letter *mine; (mine = cli_letters_take(letters));) {
        cluster_send(mine->bytes, mine->length);
        free(mine);
    }
    cluster_hear(&letters->bell);
    return letters->bell.least != 0;
}

void cli_letters_stop(cli_letters *letters)
{
    if (letters->bell.least != 0)
        cluster_ring(&letters->bell, 0);
}
