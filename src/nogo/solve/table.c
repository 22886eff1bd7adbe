/* The table of proved positions. */
#include "nogo/solve/table.h"

#include "base/fast.h"
#include "base/memory.h"
#include "base/workers.h"

enum {
    MIN_BASE = 256,
    MIN_USED = 16 /* one place in so many is used before the table grows for facts that are read */
};

/* The data of an entry: bits 0-1 the outcome (0: no entry), bits 2-7 the binary logarithm of the
 * effort. */
enum { OUTCOME_MASK = 3, EFFORT_SHIFT = 2, EFFORT_MASK = 63 };
#define DATA_MASK (((uint64_t)1 << SOLVE_DATA_BITS) - 1)

static uint64_t hash_key(const solve_key *key)
{
    uint64_t h = (key->word[0] ^ key->word[0] >> 32) * 0x9e3779b97f4a7c15U;
    h = (h ^ (h >> 29) ^ (key->word[1] & ~DATA_MASK)) * 0xd6e8feb86659fd93U;
    h = (h ^ (h >> 32)) * 0xc2b2ae3d27d4eb4fU;
    return h ^ (h >> 29);
}

static bool same_key(const solve_key *a, const solve_key *b)
{
    return ((a->word[0] ^ b->word[0]) | ((a->word[1] ^ b->word[1]) & ~DATA_MASK)) == 0;
}

static solve_outcome find_in_bucket(const solve_bucket *bucket, const solve_key *key)
{
    uint64_t data = 0;
    for (unsigned i = 0; i < SOLVE_BUCKET; i++)
        if (same_key(&bucket->entry[i], key))
            data = bucket->entry[i].word[1];
    return (solve_outcome)(data & OUTCOME_MASK);
}

uint32_t qi_solve_key_board(const solve_key *key)
{
    const unsigned kind = (unsigned)(key->word[1] >> 62);
    const uint64_t board =
        key->word[1] >> SOLVE_DATA_BITS & (((uint64_t)1 << SOLVE_BOARD_BITS) - 1);
    return kind == SOLVE_KEY_STONES || kind == SOLVE_KEY_STONES_WHITE ? (uint32_t)board : 0;
}

/* Where one of the 2^n copies of `base` buckets begins. */
static solve_bucket *copy_of(const solve_table *table, uint32_t copy)
{
    if (copy == 0)
        return table->segment[0];
    const unsigned top = 31U - (unsigned)__builtin_clz(copy);
    return table->segment[top + 1] + (size_t)(copy - ((uint32_t)1 << top)) * table->base;
}

/* The high half of the hash picks one of `base` buckets, the low bits one of the 2^n copies of
 * that range the table has grown to. Doubling adds one low bit, so an entry stays or moves to the
 * new half. */
static solve_bucket *bucket_of(const solve_table *table, uint64_t hash)
{
    const uint32_t within = (uint32_t)(((hash >> 32) * table->base) >> 32);
    const uint32_t copy = (uint32_t)hash & (((uint32_t)1 << (table->segments - 1)) - 1);
    return copy_of(table, copy) + within;
}

/* How many entries fit. */
static uint64_t capacity(const solve_table *table)
{
    return ((uint64_t)table->base << (table->segments - 1)) * SOLVE_BUCKET;
}

/* Adds room for as many buckets again; what is in it is not defined yet. */
static bool add_segment(solve_table *table)
{
    const unsigned index = table->segments;
    const size_t buckets = index == 0 ? table->base : (size_t)table->base << (index - 1);
    void *block = qi_allocate_array(&table->allocator, buckets + 1, sizeof(solve_bucket));
    if (!block)
        return false;
    qi_prefer_huge_pages(block, (buckets + 1) * sizeof(solve_bucket));
    table->block[index] = block;
    const size_t beyond = (size_t)((uintptr_t)block % SOLVE_LINE);
    table->segment[index] = (solve_bucket *)((char *)block + (beyond ? SOLVE_LINE - beyond : 0));
    table->segments++;
    return true;
}

qi_result qi_solve_table_open(solve_table *table, size_t memory, const qi_allocator *allocator)
{
    memset(table, 0, sizeof *table);
    table->allocator = *allocator;
    /* Every segment takes one bucket more for alignment. */
    size_t buckets = memory / sizeof(solve_bucket);
    if (buckets < MIN_BASE + SOLVE_SEGMENTS)
        return QI_BAD_ARGUMENT;
    buckets -= SOLVE_SEGMENTS;
    table->max_segments = 1;
    while (buckets / 2 >= MIN_BASE && table->max_segments < SOLVE_SEGMENTS - 1) {
        buckets /= 2;
        table->max_segments++;
    }
    table->base = buckets > UINT32_MAX ? UINT32_MAX : (uint32_t)buckets;
    do {
        if (!add_segment(table))
            return QI_NO_MEMORY;
    } while (!QI_HAS_FAST(QI_FAST_GROWTH) && table->segments < table->max_segments);
    qi_solve_table_clear(table);
    return QI_OK;
}

void qi_solve_table_close(solve_table *table)
{
    for (unsigned i = 0; i < table->segments; i++)
        qi_release(&table->allocator, table->block[i]);
    memset(table, 0, sizeof *table);
}

/* Enlarging the table is divided into parts: of some of the 2^n copies of `base` buckets each. */
enum { PART_COPIES = 16 };

/* Moves what belongs there from a copy to the last segment, and writes all of its buckets. */
static void divide_copy(const solve_table *table, uint32_t copy, uint32_t copies)
{
    solve_bucket *old = copy_of(table, copy), *fresh = copy_of(table, copies + copy);
    for (uint32_t i = 0; i < table->base; i++) {
        unsigned stay = 0, go = 0;
        solve_bucket kept = {0}, moved = {0};
        for (unsigned e = 0; e < SOLVE_BUCKET; e++) {
            const solve_key *entry = &old[i].entry[e];
            if (!(entry->word[1] & OUTCOME_MASK))
                continue;
            if (hash_key(entry) & copies)
                moved.entry[go++] = *entry;
            else
                kept.entry[stay++] = *entry;
        }
        old[i] = kept;
        fresh[i] = moved;
    }
}

/* Takes parts of the work of enlarging the table until no part is left. */
static void divide_parts(solve_table *table)
{
    const uint32_t copies = (uint32_t)1 << (table->segments - 2);
    uint32_t part;
    while ((part = __atomic_fetch_add(&table->taken, 1, __ATOMIC_RELAXED)) < table->parts) {
        const uint32_t from = part * PART_COPIES;
        for (uint32_t copy = from; copy < from + PART_COPIES && copy < copies; copy++)
            divide_copy(table, copy, copies);
    }
}

/* Makes room to double the table, and ready the parts of the work that remains. Without memory the
 * table stays as it is. */
static bool begin_to_grow(solve_table *table)
{
    if (!add_segment(table)) {
        table->max_segments = table->segments;
        return false;
    }
    table->parts = (((uint32_t)1 << (table->segments - 2)) + PART_COPIES - 1) / PART_COPIES;
    table->taken = 0;
    return true;
}

static void grow(solve_table *table)
{
    if (begin_to_grow(table))
        divide_parts(table);
}

void qi_solve_table_clear(solve_table *table)
{
    for (unsigned i = 0; i < table->segments; i++) {
        const size_t buckets = i == 0 ? table->base : (size_t)table->base << (i - 1);
        memset(table->segment[i], 0, buckets * sizeof(solve_bucket));
    }
    table->entries = 0;
}

/* ---- sharing -------------------------------------------------------------------------------- */

/* A shared table samples one entry in COUNTED and scales up, so that threads rarely contend for the
 * counter. */
enum { COUNTED = 64, COUNTED_SHIFT = 24, MIN_SHARED = 1 << 16 };

/* Whether this machine reads and writes 16 bytes that are aligned in one piece. Intel and AMD
 * promise it of all processors with AVX. */
static bool moves_entries_whole(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx");
#else
    return false;
#endif
}

void qi_solve_table_share(solve_table *table, unsigned sharers)
{
    /* The count is only an estimate: of many entries a good one. */
    while (table->segments < table->max_segments && capacity(table) < MIN_SHARED)
        grow(table);
    table->whole = moves_entries_whole();
    table->sharers = sharers;
}

void qi_solve_table_leave(solve_table *table)
{
    __atomic_fetch_sub(&table->sharers, 1, __ATOMIC_SEQ_CST);
}

void qi_solve_table_share_fixed(solve_table *table, unsigned sharers)
{
    /* Room for a while. */
    while (table->segments < table->max_segments && table->entries > capacity(table) / 8)
        grow(table);
    qi_solve_table_share(table, sharers);
    table->fixed = true;
}

void qi_solve_table_part(solve_table *table)
{
    table->sharers = 0;
    table->fixed = false;
}

static bool is_shared(const solve_table *table)
{
    return __atomic_load_n(&table->sharers, __ATOMIC_RELAXED) != 0;
}

/* How far the enlarging of a shared table has come: one waits for all others to stand aside; they
 * may help; no more may begin to help. */
enum { NOT_GROWING, GROWING_ALONE, GROWING_TOGETHER, GROWING_ENDS };

static uint32_t growth(const solve_table *table)
{
    return __atomic_load_n(&table->growing, __ATOMIC_SEQ_CST);
}

static void help_to_grow(solve_table *table)
{
    __atomic_fetch_add(&table->helping, 1, __ATOMIC_SEQ_CST);
    if (growth(table) == GROWING_TOGETHER)
        divide_parts(table);
    __atomic_fetch_sub(&table->helping, 1, __ATOMIC_SEQ_CST);
}

/* A search that has counted itself as standing aside uses the table again only after it has taken
 * itself off that count and seen that nobody wants to enlarge the table. Both sides use
 * sequentially consistent operations, so at least one of them sees what the other did; the same
 * holds for those that help and the one that ends it. */
void qi_solve_table_step_aside(solve_table *table)
{
    while (growth(table) != NOT_GROWING) {
        __atomic_fetch_add(&table->aside, 1, __ATOMIC_SEQ_CST);
        for (bool helped = false; growth(table) != NOT_GROWING;) {
            if (helped || growth(table) != GROWING_TOGETHER) {
                qi_thread_yield();
                continue;
            }
            help_to_grow(table);
            helped = true;
        }
        __atomic_fetch_sub(&table->aside, 1, __ATOMIC_SEQ_CST);
    }
}

/* Doubles a shared table while all others stand aside and help, unless another search is doing
 * it. */
static void grow_shared(solve_table *table)
{
    uint32_t idle = NOT_GROWING;
    if (!__atomic_compare_exchange_n(&table->growing, &idle, GROWING_ALONE, false, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST)) {
        qi_solve_table_step_aside(table);
        return;
    }
    while (__atomic_load_n(&table->aside, __ATOMIC_SEQ_CST) + 1 <
           __atomic_load_n(&table->sharers, __ATOMIC_SEQ_CST))
        qi_thread_yield();
    if (begin_to_grow(table)) {
        __atomic_store_n(&table->growing, GROWING_TOGETHER, __ATOMIC_SEQ_CST);
        divide_parts(table);
        __atomic_store_n(&table->growing, GROWING_ENDS, __ATOMIC_SEQ_CST);
        while (__atomic_load_n(&table->helping, __ATOMIC_SEQ_CST))
            qi_thread_yield();
    }
    __atomic_store_n(&table->growing, NOT_GROWING, __ATOMIC_SEQ_CST);
}

static uint32_t *stripe_of(solve_table *table, const solve_bucket *bucket)
{
    return &table->turn[(uintptr_t)bucket / sizeof *bucket % SOLVE_STRIPES];
}

static solve_bucket read_guarded(solve_table *table, const solve_bucket *bucket)
{
    const uint32_t *stripe = stripe_of(table, bucket);
    for (;;) {
        solve_bucket copy;
        const uint32_t turn = __atomic_load_n(stripe, __ATOMIC_ACQUIRE);
        for (unsigned i = 0; i < SOLVE_BUCKET; i++)
            for (unsigned w = 0; w < 2; w++)
                copy.entry[i].word[w] =
                    __atomic_load_n(&bucket->entry[i].word[w], __ATOMIC_ACQUIRE);
        if (!(turn & 1) && turn == __atomic_load_n(stripe, __ATOMIC_RELAXED))
            return copy;
    }
}

/* One instruction each. */
static void write_whole(solve_key *entry, const solve_key *value)
{
#if defined(__x86_64__)
    typedef uint64_t pair __attribute__((vector_size(sizeof *value), may_alias));
    __asm__ volatile("movdqa %1, %0" : "=m"(*entry) : "x"(*(const pair *)value));
#else
    *entry = *value;
#endif
}

static solve_bucket read_whole(const solve_bucket *bucket)
{
#if defined(__x86_64__)
    typedef uint64_t pair __attribute__((vector_size(sizeof *bucket->entry), may_alias));
    _Alignas(pair) solve_bucket copy;
    for (unsigned i = 0; i < SOLVE_BUCKET; i++)
        __asm__ volatile("movdqa %1, %0" : "=x"(*(pair *)&copy.entry[i]) : "m"(bucket->entry[i]));
    return copy;
#else
    return *bucket;
#endif
}

static solve_bucket read_shared(solve_table *table, const solve_bucket *bucket)
{
    return table->whole ? read_whole(bucket) : read_guarded(table, bucket);
}

/* ---- finding and storing -------------------------------------------------------------------- */

solve_bucket *qi_solve_table_fetch(const solve_table *table, const solve_key *key)
{
    solve_bucket *bucket = bucket_of(table, hash_key(key));
    __builtin_prefetch(bucket);
    return bucket;
}

solve_outcome qi_solve_table_find(solve_table *table, const solve_bucket *bucket,
                                  const solve_key *key)
{
    if (!QI_HAS_FAST(QI_FAST_TABLE))
        return SOLVE_UNKNOWN;
    if (!is_shared(table))
        return find_in_bucket(bucket, key);
    const solve_bucket copy = read_shared(table, bucket);
    return find_in_bucket(&copy, key);
}

/* Where in a bucket an entry goes: its old place, a free one (setting *fresh), or that of the
 * cheapest. */
static unsigned place_in(const solve_bucket *bucket, const solve_key *entry, bool *fresh)
{
    unsigned worst = 0;
    uint64_t min = EFFORT_MASK + 1;
    *fresh = false;
    for (unsigned i = 0; i < SOLVE_BUCKET; i++) {
        const uint64_t data = bucket->entry[i].word[1];
        *fresh = !(data & OUTCOME_MASK);
        if (*fresh || same_key(&bucket->entry[i], entry))
            return i;
        if ((data >> EFFORT_SHIFT & EFFORT_MASK) < min) {
            min = data >> EFFORT_SHIFT & EFFORT_MASK;
            worst = i;
        }
    }
    return worst;
}

static void put(solve_table *table, const solve_key *entry)
{
    solve_bucket *bucket = bucket_of(table, hash_key(entry));
    bool fresh;
    const unsigned place = place_in(bucket, entry, &fresh);
    bucket->entry[place] = *entry;
    table->entries += fresh;
}

/* Writes an entry while the turn of its stripe is odd. These writes are releases, and reads are
 * acquires: a reader that sees any of them also sees that the turn is odd or has changed. Returns
 * whether the entry is new. */
static bool write_guarded(solve_table *table, solve_bucket *bucket, const solve_key *value)
{
    uint32_t *const stripe = stripe_of(table, bucket);
    uint32_t turn = __atomic_load_n(stripe, __ATOMIC_RELAXED) & ~1U;
    while (!__atomic_compare_exchange_n(stripe, &turn, turn + 1, true, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED))
        turn &= ~1U;
    bool fresh;
    solve_key *const entry = &bucket->entry[place_in(bucket, value, &fresh)];
    for (unsigned i = 0; i < 2; i++)
        __atomic_store_n(&entry->word[i], value->word[i], __ATOMIC_RELEASE);
    __atomic_store_n(stripe, turn + 2, __ATOMIC_RELEASE);
    return fresh;
}

static void put_shared(solve_table *table, const solve_key *entry)
{
    const uint64_t hash = hash_key(entry);
    solve_bucket *bucket = bucket_of(table, hash);
    bool fresh;
    if (table->whole) {
        /* Of two that write in the same place at once, one is forgotten. */
        const solve_bucket copy = read_whole(bucket);
        write_whole(&bucket->entry[place_in(&copy, entry, &fresh)], entry);
    } else {
        fresh = write_guarded(table, bucket, entry);
    }
    if (fresh && (hash >> COUNTED_SHIFT) % COUNTED == 0)
        __atomic_fetch_add(&table->entries, COUNTED, __ATOMIC_RELAXED);
}

/* Whether the table is half full and may grow. */
static bool is_tight(const solve_table *table)
{
    return !table->fixed && table->segments < table->max_segments &&
           qi_solve_table_entries(table) > capacity(table) / 2;
}

void qi_solve_table_store(solve_table *table, const solve_key *key, solve_outcome outcome,
                          uint64_t effort)
{
    solve_key entry = *key;
    const uint64_t level = 63U - (unsigned)__builtin_clzll(effort | 1);
    entry.word[1] = (entry.word[1] & ~DATA_MASK) | (uint64_t)outcome | level << EFFORT_SHIFT;
    if (!is_shared(table)) {
        if (is_tight(table))
            grow(table);
        put(table, &entry);
        return;
    }
    while (is_tight(table))
        grow_shared(table);
    put_shared(table, &entry);
}

uint32_t qi_solve_table_effort(const solve_key *entry)
{
    const unsigned level = (unsigned)(entry->word[1] >> EFFORT_SHIFT & EFFORT_MASK);
    return (uint32_t)1 << (level < 31 ? level : 31);
}

uint64_t qi_solve_table_bytes(const solve_table *table)
{
    return ((uint64_t)table->base << (table->segments - 1)) * sizeof(solve_bucket);
}

uint64_t qi_solve_table_entries(const solve_table *table)
{
    return __atomic_load_n(&table->entries, __ATOMIC_RELAXED);
}

bool qi_solve_table_each(const solve_table *table, unsigned min, solve_table_visit *visit,
                         void *context)
{
    for (unsigned s = 0; s < table->segments; s++) {
        const size_t buckets = s == 0 ? table->base : (size_t)table->base << (s - 1);
        for (size_t i = 0; i < buckets; i++)
            for (unsigned e = 0; e < SOLVE_BUCKET; e++) {
                const solve_key *entry = &table->segment[s][i].entry[e];
                if (!(entry->word[1] & OUTCOME_MASK))
                    break;
                if ((entry->word[1] >> EFFORT_SHIFT & EFFORT_MASK) >= min && !visit(context, entry))
                    return false;
            }
    }
    return true;
}

/* Whether the entry would take the place of another. */
static bool displaces(const solve_table *table, const solve_key *entry)
{
    const solve_bucket *bucket = bucket_of(table, hash_key(entry));
    bool fresh;
    const unsigned place = place_in(bucket, entry, &fresh);
    return !fresh && !same_key(&bucket->entry[place], entry);
}

/* An entry from outside was expensive, and so are those around it: the table, if it may, grows
 * before it forgets one, unless hardly any of it is used. */
bool qi_solve_table_put(solve_table *table, const solve_key *entry)
{
    const uint64_t outcome = entry->word[1] & OUTCOME_MASK;
    if (outcome != SOLVE_LOSS && outcome != SOLVE_WIN)
        return false;
    while (!is_shared(table) && table->segments < table->max_segments &&
           table->entries > capacity(table) / MIN_USED && displaces(table, entry))
        grow(table);
    qi_solve_table_store(table, entry, (solve_outcome)outcome,
                         (uint64_t)1 << (entry->word[1] >> EFFORT_SHIFT & EFFORT_MASK));
    return true;
}
