/*
 * Matches between NoGo engines that speak GTP.
 *
 * The slow, independent oracle (src/lab/oracle) watches every game: an engine that plays an illegal
 * move, crashes, keeps silent, passes or takes too long loses that game, and the reason is kept.
 */
#ifndef QI_ARENA_ARENA_H
#define QI_ARENA_ARENA_H

#include "base/buffer.h"
#include "base/host.h"
#include "base/numbers.h"
#include "base/workers.h"

#include <qi/nogo_record.h>

enum { ARENA_MAX_SIDE = 25, ARENA_MAX_MOVES = ARENA_MAX_SIDE * ARENA_MAX_SIDE };
enum { ARENA_MAX_ENGINES = 64, ARENA_MAX_GAMES = 1000000 /* of a pairing */ };

/* ---- engines (engines.c) ------------------------------------------------------------------ */

typedef struct arena_engine {
    char *name;    /* unique */
    char *command; /* run by the shell */
} arena_engine;

typedef struct arena_engines {
    arena_engine list[ARENA_MAX_ENGINES];
    uint32_t count;
} arena_engines;

/* Adds an engine given as "NAME=COMMAND", "COMMAND" or "@PLAYER[:PLAYOUTS][ OPTIONS]", one of our
 * own, with further options of `qi nogo gtp`: then `program` is the path of qi, and `seconds` what
 * it may think for a move unless PLAYOUTS says how much. False when there is no memory. */
bool arena_add_engine(arena_engines *all, const char *word, const char *program, double seconds);
/* Adds an engine whose name and command were recorded; it will not be started. */
bool arena_add_recorded(arena_engines *all, const char *name, const char *command);
void arena_free_engines(arena_engines *all);

/* Copies a text as qi_put_shown shows it. */
void arena_escape(const char *text, char *to, size_t capacity);

/* ---- games -------------------------------------------------------------------------------- */

typedef struct arena_settings {
    uint32_t size;
    double seconds;    /* for a move, sent to the engine if GTP can express it */
    double grace;      /* how late a move may come */
    uint32_t openings; /* random moves before the engines play */
    uint64_t seed;     /* of the openings */
    uint64_t memory;   /* bytes that an engine may take; 0: any number */
} arena_settings;

/* How a game ended. */
typedef enum arena_end {
    ARENA_NO_MOVE,   /* the loser has no legal move */
    ARENA_RESIGNED,  /* the loser resigned */
    ARENA_ILLEGAL,   /* the loser played an illegal move */
    ARENA_PASSED,    /* the loser passed although it had a legal move */
    ARENA_TOO_SLOW,  /* the loser did not answer in time */
    ARENA_CRASHED,   /* the loser ended or closed its output */
    ARENA_BABBLED,   /* the loser answered something that is no move, or refused a command */
    ARENA_TOO_LARGE, /* the loser took too much memory */
    ARENA_STOPPED    /* no result: the match was interrupted */
} arena_end;

extern const char *const arena_end_names[]; /* "no move", "resigned", ... */

typedef struct arena_game {
    uint32_t number;    /* in the plan */
    uint32_t opening;   /* games with the same number have the same opening */
    uint32_t player[3]; /* engine by colour: [QI_BLACK], [QI_WHITE] */
    qi_colour winner;   /* QI_EMPTY when stopped */
    arena_end end;
    int error;         /* errno when it was stopped by a failure of our own, else 0 */
    char reason[200];  /* one English phrase, in UTF-8 whatever an engine said */
    qi_message why;    /* the same, to be translated; not of a game that was read */
    double longest[3]; /* seconds of the slowest move, by colour */
    double spent[3];   /* CPU seconds of the engine's process, by colour */
    uint32_t moves;
    qi_nogo_record *record; /* the whole game, the opening included */
} arena_game;

/* The pairings in order of play: openings in turn, and for each opening every pairing, twice with
 * colours changed. */
typedef struct arena_plan {
    uint32_t engines;
    uint32_t pairings;
    uint32_t games; /* in all */
    bool gauntlet;  /* only pairings with engine 0 */
    qi_shard shard; /* of the pairs of games with one opening: those to play here */
} arena_plan;

/* `games` for each pairing, rounded up to an even number; all of them are to be played here. */
arena_plan arena_make_plan(uint32_t engines, uint32_t games, bool gauntlet);
/* How many games are to be played here. */
uint32_t arena_plan_due(const arena_plan *plan);
/* Sets the number, opening and players of a game of the plan. */
void arena_plan_game(const arena_plan *plan, uint32_t number, arena_game *game);

/* ---- ratings (rating.c) ------------------------------------------------------------------- */

typedef struct arena_score {
    uint32_t engines;
    uint32_t won[ARENA_MAX_ENGINES][ARENA_MAX_ENGINES]; /* [i][j]: i's wins against j */
    /* [i][k], i < k: of the pairs of games with one opening, how often i won none, one or both. */
    uint32_t pairs[ARENA_MAX_ENGINES][ARENA_MAX_ENGINES][3];
} arena_score;

typedef struct arena_rating {
    double elo, error; /* the mean of all is 0; half the width of the 95 % interval */
} arena_rating;

/* The ratings that make the results most likely (each pairing that was played counts as one more
 * game won half by each, so that no rating is infinite). */
void arena_rate(const arena_score *score, arena_rating *ratings);

/* The logarithm of how much likelier the pairs are if engine 0 is `elo1` stronger than if it is
 * `elo0` stronger; 0 before the first pair. */
double arena_log_likelihood_ratio(const uint32_t pairs[3], double elo0, double elo1);
/* Where a sequential test with 5 % error of each kind stops. */
#define ARENA_SPRT_BOUND 2.94443897916644 /* log(0.95 / 0.05) */

/* ---- a match (match.c) -------------------------------------------------------------------- */

typedef struct arena_totals {
    uint32_t games, faults; /* finished; lost by a fault rather than on the board */
    uint32_t again;         /* added once more, which does not count */
    uint32_t ends[ARENA_STOPPED];
    uint64_t moves;
    double spent[ARENA_MAX_ENGINES];    /* CPU seconds */
    uint64_t played[ARENA_MAX_ENGINES]; /* games */
    uint32_t faulty[ARENA_MAX_ENGINES]; /* games lost by a fault */
    double longest[ARENA_MAX_ENGINES];  /* seconds of the slowest move */
} arena_totals;

typedef struct arena_match {
    /* Set by the caller. */
    arena_settings settings;
    arena_engines engines;
    arena_plan plan;
    uint32_t concurrency;
    bool sprt;
    double elo0, elo1;
    const qi_host *host; /* NULL: see qi_host */
    /* Called after every game, one at a time. */
    void (*report)(void *context, const struct arena_match *match, const arena_game *last);
    void *context; /* of `report` */
    /* The results so far; read them in `report` and after arena_run. */
    arena_score score;
    arena_totals totals;
    int write_error; /* errno when the record could not be written, which ended the match */
    int own_error;   /* errno when want of descriptors, processes or memory ended the match */
    /* Inside. */
    const char *folder; /* of the record, or NULL */
    int log;            /* descriptor of its games.jsonl */
    qi_buffer damaged;  /* a line for each line of a record that is wrong and was left out */
    uint8_t *won;       /* by game: 0 not played, else winner's colour */
    uint32_t room;      /* capacity of `won` */
    uint32_t next;
    qi_stop over; /* no more games, and those that are played end */
    qi_mutex lock;
} arena_match;

/* Frees everything, whatever became of the match. */
void arena_match_end(arena_match *match);
/* Whether a game counts already. */
static inline bool arena_has_game(const arena_match *match, uint32_t number)
{
    return number < match->room && match->won[number];
}
/* Counts a game that was played; of one that counts already only that it came again. False when
 * there is no memory. */
bool arena_match_add(arena_match *match, const arena_game *game);
/* Cuts the plan to the rounds of which games count. */
void arena_cut_plan(arena_match *match);
/* Plays what is left of the part of the plan that is to be played here. QI_STOPPED: the host's stop
 * was set, or `write_error` or `own_error` says why. QI_NO_MEMORY: nothing was played. */
qi_result arena_run(arena_match *match);

/* Plays a game whose number, opening and players are set, and fills in the rest; a record that is
 * there is used again, and is to be freed in the end. Ends early, with ARENA_STOPPED, when the
 * match is over (game.c). */
void arena_play(const arena_match *match, arena_game *game);
/* Starts an engine, asks its first question and ends it. False, with one phrase in `why`, when it
 * cannot be played with; a host that stops blames nobody. */
bool arena_try_engine(const arena_match *match, const arena_engine *engine, qi_buffer *why);

/* ---- its folder (record.c): a line of JSON for each finished game, so that the match can be
 * continued, and an SGF record of each --------------------------------------------------------- */

/* Opens or makes the folder, and adds the games that were finished in it; those of an earlier run
 * must be of the same match. A line that is wrong is left out and named in `match->damaged`; its
 * game is played again. False, with one sentence in `why`, if this fails. */
bool arena_record_open(arena_match *match, const char *folder, qi_buffer *why);
/* Keeps a finished game, with its record as SGF; false if it cannot be written. */
bool arena_record_game(const arena_match *match, const arena_game *game, const qi_buffer *sgf);
void arena_record_close(arena_match *match);

/* Adds the games of a record without changing it: a folder, or the games.jsonl in it. The first one
 * that is read, while there are no engines, sets settings, engines and plan, with `games` of each
 * pairing; 0: as many as the record has. Later ones must be of the same match. The plan's shard
 * becomes the record's. Returns as arena_record_open. */
bool arena_record_read(arena_match *match, const char *path, uint32_t games, qi_buffer *why);

/* ---- the results (rating.c) --------------------------------------------------------------- */

/* The results of an engine. */
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
 * False at the end. */
bool arena_next_pairing(const arena_match *match, arena_pairing *pairing);

#endif
