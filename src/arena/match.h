/* A whole match: threads play games at the same time, and the results are added up. */
#ifndef QI_ARENA_MATCH_H
#define QI_ARENA_MATCH_H

#include "arena/arena.h"
#include "arena/record.h"

#include "base/workers.h"

typedef struct arena_totals {
    uint32_t games, faults; /* finished; lost by a fault rather than on the board */
    uint32_t again;         /* added once more, which does not count */
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
    atomic_bool *stop; /* set it to end the match */
    /* Called after every game, one at a time. */
    void (*report)(void *context, const struct arena_match *match, const arena_game *last);
    void *context;
    /* The results so far; read them in `report` and after arena_run. */
    arena_score score;
    arena_totals totals;
    int write_error; /* errno when the record could not be written, which ended the match */
    int own_error;   /* errno when want of descriptors, processes or memory ended the match */
    /* Inside. */
    uint8_t *won; /* by game: 0 not played, else winner's colour */
    uint32_t next;
    qi_mutex lock;
} arena_match;

/* Prepares the match; false if there is no memory. */
bool arena_match_start(arena_match *match);
/* Counts a game that was played before; `context` is the match, as arena_record_open wants it. */
void arena_match_add(void *context, const arena_game *game);
/* Plays what is left of the part of the plan that is to be played here. */
void arena_run(arena_match *match);
void arena_match_end(arena_match *match);

/* ---- the results (table.c) ---------------------------------------------------------------- */

/* What an engine has done. */
typedef struct arena_row {
    const char *name;
    uint32_t games, won, faults;
    double spent;        /* CPU seconds in all games */
    double slowest;      /* move, in seconds */
    arena_rating rating; /* only in a table */
} arena_row;

arena_row arena_row_of(const arena_match *match, uint32_t engine);
/* A row for each engine, and their numbers in the order of their strength. */
void arena_make_table(const arena_match *match, arena_row *rows, uint32_t *order);

/* Two engines that have played each other. */
typedef struct arena_pairing {
    uint32_t first, second; /* engines, first < second */
    uint32_t won, lost;     /* by the first */
    uint32_t pairs[3];      /* of games with one opening, of which it won none, one or both */
    qi_interval share;      /* of the first */
} arena_pairing;

/* The next pairing that has been played after the one in `pairing`, which is all zero at first.
 * False when there is none. */
bool arena_next_pairing(const arena_match *match, arena_pairing *pairing);

#endif
