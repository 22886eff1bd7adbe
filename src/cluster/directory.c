#include "cluster/directory.h"

static solve_key plain(const solve_key *key)
{
    return (solve_key){{key->word[0], key->word[1] >> SOLVE_DATA_BITS << SOLVE_DATA_BITS}};
}

static directory_entry *set_of(directory *all, const solve_key *key)
{
    const uint64_t hash = (key->word[0] ^ key->word[1] << 7) * 0xd6e8feb86659fd93U >> 40;
    return all->entry[hash % DIRECTORY_SETS];
}

directory_entry *qi_directory_find(directory *all, const solve_key *key)
{
    const solve_key wanted = plain(key);
    directory_entry *const set = set_of(all, &wanted);
    for (unsigned i = 0; i < DIRECTORY_WAYS; i++)
        if (set[i].count && set[i].key.word[0] == wanted.word[0] &&
            set[i].key.word[1] == wanted.word[1])
            return &set[i];
    return NULL;
}

/* A free entry, or the oldest. */
static directory_entry *make_room(directory *all, const solve_key *key)
{
    const solve_key wanted = plain(key);
    directory_entry *const set = set_of(all, &wanted), *oldest = set;
    for (unsigned i = 0; i < DIRECTORY_WAYS && oldest->count; i++)
        if (!set[i].count || all->stamp - set[i].stamp > all->stamp - oldest->stamp)
            oldest = &set[i];
    *oldest = (directory_entry){.key = wanted, .stamp = all->stamp++};
    return oldest;
}

/* Where a named rank stands, or DIRECTORY_NAMED. */
static unsigned place_of(const directory_entry *entry, uint16_t rank)
{
    for (unsigned i = 0; i < entry->count && i < DIRECTORY_NAMED; i++)
        if (entry->rank[i] == rank)
            return i;
    return DIRECTORY_NAMED;
}

unsigned qi_directory_enter(directory *all, const solve_key *key, uint16_t rank)
{
    directory_entry *entry = qi_directory_find(all, key);
    if (!entry)
        entry = make_room(all, key);
    else if (place_of(entry, rank) < DIRECTORY_NAMED)
        return entry->count - 1U; /* a second thread */
    if (entry->count < DIRECTORY_NAMED)
        entry->rank[entry->count] = rank;
    if (entry->count < UINT16_MAX)
        entry->count++;
    return entry->count - 1U;
}

void qi_directory_leave(directory *all, const solve_key *key, uint16_t rank)
{
    directory_entry *const entry = qi_directory_find(all, key);
    if (!entry)
        return;
    const unsigned place = place_of(entry, rank);
    if (place == DIRECTORY_NAMED && entry->count <= DIRECTORY_NAMED)
        return;
    entry->count--;
    /* The last named one takes the place. */
    if (place < DIRECTORY_NAMED && entry->count < DIRECTORY_NAMED)
        entry->rank[place] = entry->rank[entry->count];
}
