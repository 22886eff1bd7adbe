/* The solver's memory: the table of what is proved about positions, by their exact keys. */
#ifndef QI_NOGO_SOLVE_TABLE_H
#define QI_NOGO_SOLVE_TABLE_H

#include "base/memory.h"
#include "nogo/solve/state.h"

/* The low SOLVE_DATA_BITS of the last word are free for the table. */
typedef struct solve_key {
    uint64_t word[2];
} solve_key;

enum { SOLVE_DATA_BITS = 8, SOLVE_BOARD_BITS = 14 };

typedef enum solve_key_kind {
    SOLVE_KEY_STONES,
    SOLVE_KEY_STONES_WHITE, /* White moves, and the colours cannot be reversed */
    SOLVE_KEY_GRAPH,
    SOLVE_KEY_LINE
} solve_key_kind;

/* The board of a key, 0 for a key that does not depend on it. */
uint32_t qi_solve_key_board(const solve_key *key);

/* The known outcome for the side to move. */
typedef enum solve_outcome { SOLVE_UNKNOWN = 0, SOLVE_LOSS = 1, SOLVE_WIN = 2 } solve_outcome;

enum { SOLVE_BUCKET = 4, SOLVE_SEGMENTS = 32, SOLVE_STRIPES = 2048, SOLVE_LINE = 64 };

/* A cache line. */
typedef struct solve_bucket {
    solve_key entry[SOLVE_BUCKET];
} solve_bucket;

/*
 * Starts small and doubles up to its limit; when full it forgets what was cheapest to prove.
 *
 * Searches that share a table take no lock where the machine reads and writes an entry in one
 * piece. Elsewhere `turn` guards many buckets each: a writer makes it odd, writes, and makes it
 * even again; a reader reads again when it was odd or has changed meanwhile. Either way nobody ever
 * believes an entry that was only half written.
 *
 * What every search reads all the time stands apart from what some write, so that nobody waits for
 * a cache line.
 */
typedef struct solve_table {
    qi_allocator allocator;
    solve_bucket *segment[SOLVE_SEGMENTS]; /* 0: `base` buckets; i: base << (i - 1) */
    void *block[SOLVE_SEGMENTS];           /* as allocated, before alignment */
    unsigned segments, max_segments;
    uint32_t base;
    bool fixed;       /* it may not grow now */
    bool whole;       /* entries are read and written in one piece */
    uint32_t sharers; /* how many searches use it, if they are several */
    uint32_t growing; /* whether one of them is about to enlarge it (see table.c) */
    char apart[SOLVE_LINE];
    uint64_t entries; /* of a shared table an estimate */
    char apart_too[SOLVE_LINE];
    uint32_t aside,
        helping;           /* searches that have stepped aside for that, those that help with it */
    uint32_t parts, taken; /* of the work of enlarging it */
    char apart_from_turns[SOLVE_LINE];
    uint32_t turn[SOLVE_STRIPES];
} solve_table;

/* Never more than `memory` bytes. */
qi_result qi_solve_table_open(solve_table *table, size_t memory, const qi_allocator *allocator);
void qi_solve_table_close(solve_table *table);
/* From now on `sharers` searches use the table at once, each until it leaves. */
void qi_solve_table_share(solve_table *table, unsigned sharers);
void qi_solve_table_leave(solve_table *table);
/* The same for searches that do other things in between and cannot step aside: the table keeps its
 * size until the last one calls qi_solve_table_part. */
void qi_solve_table_share_fixed(solve_table *table, unsigned sharers);
void qi_solve_table_part(solve_table *table);
/* To be called often by every search that shares the table, while it holds no bucket: lets another
 * enlarge it, and helps. */
void qi_solve_table_step_aside(solve_table *table);
/* Forgets everything; not while it is shared. */
void qi_solve_table_clear(solve_table *table);

/* Where a key belongs, valid until the next qi_solve_table_store or _step_aside; it is
 * prefetched. */
solve_bucket *qi_solve_table_fetch(const solve_table *table, const solve_key *key);
solve_outcome qi_solve_table_find(solve_table *table, const solve_bucket *bucket,
                                  const solve_key *key);
/* `effort`: positions searched for this answer. */
void qi_solve_table_store(solve_table *table, const solve_key *key, solve_outcome outcome,
                          uint64_t effort);

/* The effort an entry took, as its power of two. */
uint32_t qi_solve_table_effort(const solve_key *entry);

uint64_t qi_solve_table_bytes(const solve_table *table);
uint64_t qi_solve_table_entries(const solve_table *table);

/* Calls `visit` with every entry whose effort was at least 2^`min`; stops when it says false. */
typedef bool solve_table_visit(void *context, const solve_key *entry);
bool qi_solve_table_each(const solve_table *table, unsigned min, solve_table_visit *visit,
                         void *context);
/* Puts an entry seen by qi_solve_table_each back. False when it cannot be one. */
bool qi_solve_table_put(solve_table *table, const solve_key *entry);

#endif
