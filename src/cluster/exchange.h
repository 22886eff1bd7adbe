/* Records about positions, sent to other ranks in parcels. Nothing here waits. */
#ifndef QI_CLUSTER_EXCHANGE_H
#define QI_CLUSTER_EXCHANGE_H

#include "nogo/solve/table.h"

typedef struct exchange exchange;

/* What a message says that is not about a position. */
typedef struct exchange_word {
    uint64_t question;
    uint64_t result, outcome, move;
} exchange_word;

/* Gets what has arrived. */
typedef struct exchange_reader {
    void *context;
    void (*record)(void *context, uint32_t from, const solve_key *record);
    void (*word)(void *context, uint32_t from, const exchange_word *word);
} exchange_reader;

typedef struct exchange_account {
    uint64_t messages, bytes, records; /* sent */
} exchange_account;

/* NULL without memory. */
exchange *qi_exchange_new(const exchange_reader *reader);
void qi_exchange_free(exchange *box);

/* Parcels that are not full wait for so many attendances; 1 to begin with. */
void qi_exchange_wait(exchange *box, uint32_t attendances);
enum { EXCHANGE_FULL = 32 };
/* Whether so many records go now; *waited counts attendances. */
static inline bool qi_exchange_is_due(uint32_t records, uint32_t patience, uint32_t *waited)
{
    if (records < EXCHANGE_FULL && ++*waited < patience)
        return false;
    *waited = 0;
    return true;
}

/* Leaves a record for a rank; it goes with the next parcel. */
void qi_exchange_put(exchange *box, uint32_t to, const solve_key *record);
/* Sends a word at once. */
void qi_exchange_say(exchange *box, uint32_t to, const exchange_word *word);
/* Reads what has arrived and sends what was left. */
void qi_exchange_attend(exchange *box);
/* Together: the same until nothing is on its way. */
void qi_exchange_settle(exchange *box);

exchange_account qi_exchange_account(const exchange *box);

#endif
