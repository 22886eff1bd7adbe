#include "nogo/solve/endings.h"

#include "base/hash.h"
#include "nogo/solve/bucket.h"

static const char title[] = "qi nogo endings\n";

enum {
    ENDINGS_FORMAT = 1, /* another one when the keys mean something else */
    TITLE_BYTES = sizeof title - 1,
    /* Buckets that an entry may be in, from its home on: so many stand behind the last home. */
    ENDINGS_REACH = 32,
    /* Three quarters of the places are taken. */
    ENDINGS_ROOM = 4,
    ENDINGS_TAKEN = 3
};

typedef struct endings_head {
    char title[TITLE_BYTES];
    uint64_t format, entries, buckets, digest;
} endings_head;

static uint64_t digest_buckets(const endings_head *head, const solve_bucket *bucket)
{
    uint64_t digest = qi_digest(qi_digest(QI_DIGEST_START, head->entries), head->buckets);
    for (uint64_t i = 0; i < head->buckets; i++)
        for (unsigned e = 0; e < SOLVE_BUCKET; e++)
            digest = qi_digest(digest ^ bucket[i].entry[e].word[0], bucket[i].entry[e].word[1]);
    return digest;
}

/* Whether all entries of a table can be ones. */
static bool are_endings(const endings_head *head, const solve_bucket *bucket)
{
    uint64_t entries = 0;
    for (uint64_t i = 0; i < head->buckets; i++)
        for (unsigned e = 0; e < SOLVE_BUCKET; e++) {
            const solve_key *entry = &bucket[i].entry[e];
            const unsigned outcome = (unsigned)(entry->word[1] & OUTCOME_MASK);
            if (outcome > SOLVE_WIN || (outcome && !is_ending(entry)))
                return false;
            entries += outcome != 0;
        }
    return entries == head->entries;
}

qi_result qi_solve_endings_open(solve_endings *endings, const void *bytes, size_t length)
{
    const endings_head *const head = (const endings_head *)bytes;
    if ((uintptr_t)bytes % sizeof(uint64_t) != 0 || length < sizeof *head ||
        memcmp(head->title, title, TITLE_BYTES) != 0 || head->format != ENDINGS_FORMAT ||
        head->buckets != (length - sizeof *head) / sizeof(solve_bucket) ||
        head->buckets * sizeof(solve_bucket) != length - sizeof *head ||
        head->buckets < ENDINGS_REACH || head->buckets - ENDINGS_REACH >= UINT32_MAX)
        return QI_BAD_ARGUMENT;
    const solve_bucket *const bucket = (const solve_bucket *)(head + 1);
    if (head->digest != digest_buckets(head, bucket) || !are_endings(head, bucket))
        return QI_BAD_ARGUMENT;
    *endings = (solve_endings){bucket, (uint32_t)(head->buckets - ENDINGS_REACH + 1)};
    return QI_OK;
}

static const solve_bucket *home_of(const solve_endings *endings, uint64_t hash)
{
    return endings->bucket + ((hash >> 32) * endings->homes >> 32);
}

void qi_solve_endings_fetch(const solve_endings *endings, uint64_t hash)
{
    __builtin_prefetch(home_of(endings, hash));
}

static bool is_full(const solve_bucket *bucket)
{
    return bucket->entry[SOLVE_BUCKET - 1].word[1] & OUTCOME_MASK;
}

solve_outcome qi_solve_endings_find(const solve_endings *endings, const solve_key *key,
                                    uint64_t hash)
{
    const solve_bucket *bucket = home_of(endings, hash);
    solve_outcome outcome = find_in_bucket(bucket, key);
    for (unsigned i = 1; outcome == SOLVE_UNKNOWN && i < ENDINGS_REACH && is_full(bucket); i++)
        outcome = find_in_bucket(++bucket, key);
    return outcome;
}

/* ---- writing -------------------------------------------------------------------------------- */

typedef struct endings_maker {
    endings_head head;
    solve_endings made;
    solve_bucket *bucket; /* those of `made`; NULL while the entries are counted */
} endings_maker;

/* Puts an ending into the first free place that it may have. What finds none is left out, and what
 * is there already, too. */
static bool take_ending(void *context, const solve_key *entry)
{
    endings_maker *const maker = (endings_maker *)context;
    if (!is_ending(entry))
        return true;
    if (!maker->bucket) {
        maker->head.entries++;
        return true;
    }
    solve_bucket *bucket = maker->bucket + (home_of(&maker->made, hash_key(entry)) - maker->bucket);
    for (unsigned i = 0; i < ENDINGS_REACH * SOLVE_BUCKET; i++) {
        solve_key *const place = &bucket[i / SOLVE_BUCKET].entry[i % SOLVE_BUCKET];
        const bool taken = place->word[1] & OUTCOME_MASK;
        if (taken && !same_key(place, entry))
            continue;
        maker->head.entries += !taken;
        *place = *entry;
        break;
    }
    return true;
}

/* The endings that a table has, and those that it was given. */
static void take_endings(endings_maker *maker, const solve_table *table)
{
    qi_solve_table_each(table, 0, take_ending, maker);
    const solve_endings *const given = &table->endings;
    for (size_t i = 0; given->bucket && i < (size_t)given->homes + ENDINGS_REACH - 1; i++)
        for (unsigned e = 0; e < SOLVE_BUCKET; e++)
            if (given->bucket[i].entry[e].word[1] & OUTCOME_MASK)
                take_ending(maker, &given->bucket[i].entry[e]);
}

qi_result qi_solve_endings_write(const solve_table *table, const qi_allocator *allocator,
                                 qi_sink *sink, void *context, uint64_t *count)
{
    endings_maker maker = {.head = {.format = ENDINGS_FORMAT}};
    memcpy(maker.head.title, title, TITLE_BYTES);
    take_endings(&maker, table);
    const uint64_t homes =
        maker.head.entries / SOLVE_BUCKET / ENDINGS_TAKEN * ENDINGS_ROOM + ENDINGS_ROOM;
    maker.head.buckets = homes + ENDINGS_REACH - 1;
    if (homes > UINT32_MAX || maker.head.buckets > SIZE_MAX / sizeof(solve_bucket))
        return QI_NO_MEMORY;
    const size_t bytes = (size_t)maker.head.buckets * sizeof(solve_bucket);
    maker.bucket = (solve_bucket *)qi_allocate(allocator, bytes);
    if (!maker.bucket)
        return QI_NO_MEMORY;
    memset(maker.bucket, 0, bytes);
    maker.made = (solve_endings){maker.bucket, (uint32_t)homes};
    maker.head.entries = 0;
    take_endings(&maker, table);
    maker.head.digest = digest_buckets(&maker.head, maker.bucket);
    const bool good = sink(context, (const char *)&maker.head, sizeof maker.head) &&
                      sink(context, (const char *)maker.bucket, bytes);
    qi_release(allocator, maker.bucket);
    if (count)
        *count = maker.head.entries;
    return good ? QI_OK : QI_STOPPED;
}
