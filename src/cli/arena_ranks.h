/* A match played by all ranks (cluster/cluster.h). */
#ifndef QI_CLI_ARENA_RANKS_H
#define QI_CLI_ARENA_RANKS_H

#include "arena/match.h"

/* Together: plays what is left of the match, of which rank 0 knows what has been played. Rank 0
 * keeps and counts all games; the others send theirs as soon as they have ended. */
void arena_run_by_ranks(arena_match *match);

#endif
