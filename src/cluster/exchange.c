#include "cluster/exchange.h"

#include "cluster/cluster.h"

#include <mpi.h>
#include <stdlib.h>

/* Small enough to be sent at once by any transport, large enough to be worth a message. */
enum { PARCEL = 126, MOST_PENDING = 256, FIRST_ROOM = 16 };
enum { TAG_RECORDS = 1, TAG_WORD = 2 };

/* A message under way. */
typedef struct parcel {
    struct parcel *next;
    MPI_Request request;
    union {
        solve_key record[PARCEL];
        exchange_word word;
    };
} parcel;

/* What is left for a rank. */
typedef struct outbox {
    solve_key *record;
    uint32_t count, room;
    uint32_t waited; /* attendances */
} outbox;

struct exchange {
    exchange_reader reader;
    uint32_t size, patience;
    outbox *out;     /* of each rank */
    uint32_t *dirty; /* ranks for which something was left */
    uint32_t dirty_count;
    parcel *pending, *spare;
    uint32_t pending_count;
    uint64_t received; /* messages */
    uint64_t sent;
    exchange_account account;
};

exchange *qi_exchange_new(const exchange_reader *reader)
{
    exchange *const box = calloc(1, sizeof *box);
    if (!box)
        return NULL;
    box->reader = *reader;
    box->size = cluster_size();
    box->patience = 1;
    box->out = calloc(box->size, sizeof *box->out);
    box->dirty = calloc(box->size, sizeof *box->dirty);
    if (box->out && box->dirty)
        return box;
    qi_exchange_free(box);
    return NULL;
}

static void free_parcels(parcel *list)
{
    while (list) {
        parcel *const next = list->next;
        free(list);
        list = next;
    }
}

void qi_exchange_free(exchange *box)
{
    if (!box)
        return;
    for (uint32_t i = 0; box->out && i < box->size; i++)
        free(box->out[i].record);
    free_parcels(box->pending);
    free_parcels(box->spare);
    free(box->out);
    free(box->dirty);
    free(box);
}

/* ---- sending -------------------------------------------------------------------------------- */

static parcel *new_parcel(exchange *box)
{
    parcel *fresh = box->spare;
    if (fresh)
        box->spare = fresh->next;
    else
        fresh = malloc(sizeof *fresh);
    if (!fresh)
        cluster_fail(qi_result_text(QI_NO_MEMORY));
    return fresh;
}

static void send_parcel(exchange *box, parcel *full, size_t bytes, uint32_t to, int tag)
{
    MPI_Isend(full->record, (int)bytes, MPI_BYTE, (int)to, tag, MPI_COMM_WORLD, &full->request);
    full->next = box->pending;
    box->pending = full;
    box->pending_count++;
    box->sent++;
}

/* Takes back the parcels that have left. */
static void collect(exchange *box)
{
    for (parcel **at = &box->pending; *at;) {
        parcel *const it = *at;
        int done;
        MPI_Test(&it->request, &done, MPI_STATUS_IGNORE);
        if (!done) {
            at = &it->next;
            continue;
        }
        *at = it->next;
        it->next = box->spare;
        box->spare = it;
        box->pending_count--;
    }
}

/* Sends what was left, unless too much is still on its way. */
static void flush(exchange *box)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < box->dirty_count; i++) {
        const uint32_t to = box->dirty[i];
        outbox *const out = &box->out[to];
        uint32_t at = 0;
        const bool due = qi_exchange_is_due(out->count, box->patience, &out->waited);
        while (due && at < out->count && box->pending_count < MOST_PENDING) {
            const uint32_t count = out->count - at < PARCEL ? out->count - at : PARCEL;
            const size_t bytes = count * sizeof *out->record;
            parcel *const full = new_parcel(box);
            memcpy(full->record, out->record + at, bytes);
            send_parcel(box, full, bytes, to, TAG_RECORDS);
            box->account.messages++;
            box->account.bytes += bytes;
            box->account.records += count;
            at += count;
        }
        out->count -= at;
        memmove(out->record, out->record + at, out->count * sizeof *out->record);
        if (out->count)
            box->dirty[kept++] = to;
    }
    box->dirty_count = kept;
}

void qi_exchange_put(exchange *box, uint32_t to, const solve_key *record)
{
    outbox *const out = &box->out[to];
    if (out->count == out->room) {
        const uint32_t room = out->room ? 2 * out->room : FIRST_ROOM;
        solve_key *const more = realloc(out->record, room * sizeof *more);
        if (!more)
            cluster_fail(qi_result_text(QI_NO_MEMORY));
        out->record = more;
        out->room = room;
    }
    if (!out->count)
        box->dirty[box->dirty_count++] = to;
    out->record[out->count++] = *record;
}

void qi_exchange_say(exchange *box, uint32_t to, const exchange_word *word)
{
    parcel *const full = new_parcel(box);
    full->word = *word;
    send_parcel(box, full, sizeof *word, to, TAG_WORD);
}

void qi_exchange_wait(exchange *box, uint32_t attendances)
{
    box->patience = attendances;
}

/* ---- receiving ------------------------------------------------------------------------------ */

static void receive(exchange *box)
{
    for (;;) {
        int there;
        MPI_Message message;
        MPI_Status status;
        MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &message, &status);
        if (!there)
            return;
        union {
            solve_key record[PARCEL];
            exchange_word word;
        } in;
        int bytes;
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        if ((size_t)bytes > sizeof in)
            cluster_fail("found a message that is too long");
        MPI_Mrecv(&in, bytes, MPI_BYTE, &message, MPI_STATUS_IGNORE);
        box->received++;
        const uint32_t from = (uint32_t)status.MPI_SOURCE;
        if (status.MPI_TAG == TAG_WORD)
            box->reader.word(box->reader.context, from, &in.word);
        else
            for (size_t i = 0; i < (size_t)bytes / sizeof *in.record; i++)
                box->reader.record(box->reader.context, from, &in.record[i]);
    }
}

void qi_exchange_attend(exchange *box)
{
    receive(box);
    flush(box);
    if (box->pending)
        collect(box);
}

void qi_exchange_settle(exchange *box)
{
    for (;;) {
        do {
            qi_exchange_attend(box);
        } while (box->pending || box->dirty_count);
        uint64_t all[2] = {box->sent, box->received};
        cluster_add(all, 2);
        if (all[0] == all[1])
            return;
    }
}

exchange_account qi_exchange_account(const exchange *box)
{
    return box->account;
}
