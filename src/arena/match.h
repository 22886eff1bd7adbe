/* A whole match: games played at the same time by threads, results added up. */
#ifndef QI_ARENA_MATCH_H
#define QI_ARENA_MATCH_H

#include "arena/arena.h"
#include "arena/record.h"

#include <pthread.h>

typedef struct arena_totals {
    uint32_t games, faults; /* finished; lost by a fault rather than on the board */
    uint32_t ends[ARENA_STOPPED];
    uint64_t moves;
    double spent[ARENA_MOST_ENGINES];    /* CPU seconds */
    uint64_t played[ARENA_MOST_ENGINES]; /* games */
    uint32_t faulty[ARENA_MOST_ENGINES]; /* games lost by a fault */
    double longest[ARENA_MOST_ENGINES];  /* seconds of the slowest move */
} arena_totals;

typedef struct arena_match {
    /* Set by the caller before arena_run. */
    arena_settings settings;
    const arena_engine *engines;
    arena_plan plan;
    arena_record *record; /* or NULL */
    uint32_t concurrency;
    bool sprt;
    double elo0, elo1;
    atomic_bool stop; /* set it, from a signal handler too, to end the match */
    /* Called after every game, one at a time. */
    void (*report)(void *context, const struct arena_match *match, const arena_game *last);
    void *context;
    /* The results so far; read them in `report` and after arena_run. */
    arena_score score;
    arena_totals totals;
    bool write_failed; /* the record could not be written; the match was ended */
    /* Inside. */
    uint8_t *won; /* by game: 0 not played, else winner's colour */
    uint32_t next;
    pthread_mutex_t lock;
} arena_match;

/* Prepares the inside; false when there is no memory. */
bool arena_match_start(arena_match *match);
/* Counts a game that was played before; `context` is the match, as arena_record_open wants it. */
void arena_match_add(void *context, const arena_game *game);
/* Plays what is left of the plan. */
void arena_run(arena_match *match);
void arena_match_end(arena_match *match);

#endif
