/*
 * Tables of endings: what is proved about positions that mean the same on every board (key.h: as
 * graphs and as strings). A search of one board can use those of another.
 *
 * A table is one block of bytes that is only read, so any number of searches can share it:
 *
 *     16 bytes    "qi nogo endings\n"
 *     4 words     ENDINGS_FORMAT, the number of entries, the number of buckets, a digest
 *     buckets     of SOLVE_BUCKET entries, as in the solver's table
 *
 * Words have the byte order of the machine. The hash of a key names its bucket; what does not fit
 * there stands in the next that had room, of some. So a search ends at the first that is not full.
 */
#ifndef QI_NOGO_SOLVE_ENDINGS_H
#define QI_NOGO_SOLVE_ENDINGS_H

#include "nogo/solve/table.h"

#include <qi/nogo_solve.h>

/* Looks at a table in memory, which has to stay. QI_BAD_ARGUMENT: it is none, or damaged. */
qi_result qi_solve_endings_open(solve_endings *endings, const void *bytes, size_t length);

/* Where a key would be; it is prefetched. */
void qi_solve_endings_fetch(const solve_endings *endings, uint64_t hash);
solve_outcome qi_solve_endings_find(const solve_endings *endings, const solve_key *key,
                                    uint64_t hash);

/* Writes the endings that a table has, and those that it was given. */
qi_result qi_solve_endings_write(const solve_table *table, const qi_allocator *allocator,
                                 qi_sink *sink, void *context, uint64_t *count);

#endif
