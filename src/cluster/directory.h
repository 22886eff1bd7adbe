/* At the home of positions: which ranks are searching them. */
#ifndef QI_CLUSTER_DIRECTORY_H
#define QI_CLUSTER_DIRECTORY_H

#include "nogo/solve/table.h"

/* More ranks at one position are only counted. */
enum { DIRECTORY_NAMED = 13, DIRECTORY_WAYS = 8, DIRECTORY_SETS = 512 };

typedef struct directory_entry {
    solve_key key; /* with zeros in the table's bits */
    uint32_t stamp;
    uint16_t count; /* of ranks, 0 for a free entry */
    uint16_t rank[DIRECTORY_NAMED];
} directory_entry;

/* All zeros to begin with. What has been there longest is forgotten when a set is full: its ranks
 * are then told nothing, and find out for themselves. */
typedef struct directory {
    uint32_t stamp;
    directory_entry entry[DIRECTORY_SETS][DIRECTORY_WAYS];
} directory;

/* The ranks at a position, or NULL when there are none. */
directory_entry *qi_directory_find(directory *all, const solve_key *key);
/* Adds a rank; returns how many others are there. */
unsigned qi_directory_enter(directory *all, const solve_key *key, uint16_t rank);
/* Takes a rank off. */
void qi_directory_leave(directory *all, const solve_key *key, uint16_t rank);

#endif
