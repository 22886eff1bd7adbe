/*
 * The solver's memory: exact keys of positions and the table of what is proved about them.
 *
 * A key holds the whole description of a position, so two positions with one key are the same and
 * no answer can be wrong through a collision. A position of few open points is described as a
 * graph, its points in an order that does not depend on where they lie: positions that differ only
 * in place, shape or stones already forgotten share a key. A larger one is described by its stones
 * on the board, whichever symmetric image is the least. The side to move always counts as the
 * first, so a position and its colour-reversed twin share a key too.
 */
#ifndef QI_NOGO_SOLVE_TABLE_H
#define QI_NOGO_SOLVE_TABLE_H

#include "base/memory.h"
#include "nogo/solve_state.h"

/* 176 bits; the low SOLVE_DATA_BITS of the last word are free for the table. */
typedef struct solve_key {
    uint64_t word[3];
} solve_key;

enum { SOLVE_DATA_BITS = 16 };

/* `board` tells boards apart whose stones must not be compared; below 2^32. */
void qi_solve_key(const solve_graph *graph, uint32_t board, const solve_position *position,
                  unsigned side, solve_key *key);

/* The `board` of a key, 0 for a key that does not depend on it. */
uint32_t qi_solve_key_board(const solve_key *key);

/* What is known of the side to move. */
typedef enum solve_outcome { SOLVE_UNKNOWN = 0, SOLVE_LOSS = 1, SOLVE_WIN = 2 } solve_outcome;

enum { SOLVE_BUCKET = 5, SOLVE_SEGMENTS = 32 };

/* Two cache lines. */
typedef struct solve_bucket {
    solve_key entry[SOLVE_BUCKET];
    uint64_t lock; /* taken only when the table is shared */
} solve_bucket;

/* Starts small and doubles up to its limit; when full it forgets what was cheapest to prove. */
typedef struct solve_table {
    qi_allocator allocator;
    solve_bucket *segment[SOLVE_SEGMENTS]; /* 0: `base` buckets; i: base << (i - 1) */
    void *block[SOLVE_SEGMENTS];           /* as allocated, before alignment */
    unsigned segments, most_segments;
    uint32_t base;
    uint64_t entries;
    bool shared;
} solve_table;

/* Never more than `memory` bytes. */
qi_result qi_solve_table_open(solve_table *table, size_t memory, const qi_allocator *allocator);
void qi_solve_table_close(solve_table *table);
/* Takes all the memory at once; a shared table cannot grow. */
void qi_solve_table_share(solve_table *table);

void qi_solve_table_fetch(const solve_table *table, const solve_key *key); /* a hint */
solve_outcome qi_solve_table_find(solve_table *table, const solve_key *key);
/* `effort`: positions searched for this answer. */
void qi_solve_table_store(solve_table *table, const solve_key *key, solve_outcome outcome,
                          uint64_t effort);

uint64_t qi_solve_table_bytes(const solve_table *table);

/* Calls `visit` with every entry whose effort was at least 2^`least`; stops when it says false. */
typedef bool solve_table_visit(void *context, const solve_key *entry);
bool qi_solve_table_each(const solve_table *table, unsigned least, solve_table_visit *visit,
                         void *context);
/* Puts an entry seen by qi_solve_table_each back. False when it cannot be one. */
bool qi_solve_table_put(solve_table *table, const solve_key *entry);

#endif
