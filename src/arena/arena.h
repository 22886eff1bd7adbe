/*
 * Matches between NoGo engines that speak GTP.
 *
 * A slow, independent referee (src/lab/oracle) watches every game: an engine that plays an illegal
 * move, crashes, keeps silent, passes or takes too long loses that game, and the reason is kept.
 */
#ifndef QI_ARENA_ARENA_H
#define QI_ARENA_ARENA_H

#include "base/buffer.h"
#include "base/numbers.h"

#include <qi/nogo_record.h>

#include <stdatomic.h>

enum { ARENA_MOST_SIDE = 25, ARENA_MOST_MOVES = ARENA_MOST_SIDE * ARENA_MOST_SIDE };

typedef struct arena_engine {
    const char *name;    /* unique */
    const char *command; /* run by the shell */
} arena_engine;

enum { ARENA_MOST_ENGINES = 64, ARENA_MOST_GAMES = 1000000 /* of a pairing */ };

/* ---- engines (engines.c) ------------------------------------------------------------------ */

typedef struct arena_engines {
    arena_engine list[ARENA_MOST_ENGINES];
    uint32_t count;
} arena_engines;

/* Adds an engine given as "NAME=COMMAND", "COMMAND" or "@PLAYER[:PLAYOUTS][ OPTIONS]", one of our
 * own, with further options of `qi nogo gtp`: then `program` is the path of qi, and `seconds` what
 * it may think for a move unless PLAYOUTS says how much. False when there is no memory. */
bool arena_add_engine(arena_engines *all, const char *word, const char *program, double seconds);
/* Adds an engine whose name and command were recorded; it will not be started. */
bool arena_add_recorded(arena_engines *all, const char *name, const char *command);
void arena_free_engines(arena_engines *all);

/* Copies a text as qi_string_show shows it. */
void arena_escape(const char *text, char *to, size_t capacity);

typedef struct arena_settings {
    uint32_t size;
    double seconds;    /* for a move, told to the engine when GTP can say it */
    double grace;      /* how late a move may come */
    uint32_t openings; /* random moves before the engines play */
    uint64_t seed;     /* of the openings */
} arena_settings;

/* How a game ended. */
typedef enum arena_end {
    ARENA_NO_MOVE,  /* the loser has no legal move */
    ARENA_RESIGNED, /* the loser resigned */
    ARENA_ILLEGAL,  /* the loser played an illegal move */
    ARENA_PASSED,   /* the loser passed although it had a legal move */
    ARENA_TOO_SLOW, /* the loser did not answer in time */
    ARENA_CRASHED,  /* the loser ended or closed its output */
    ARENA_BABBLED,  /* the loser answered something that is no move, or refused a command */
    ARENA_STOPPED   /* no result: the match was interrupted */
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

/* ---- one game (game.c) -------------------------------------------------------------------- */

/* Plays a game whose number, opening and players are set, and fills in the rest; a record that is
 * there is used again, and is to be freed in the end. Ends early, with ARENA_STOPPED, when `*stop`
 * becomes true. */
void arena_play(const arena_settings *settings, const arena_engine *engines, arena_game *game,
                const atomic_bool *stop);

/* Starts an engine, asks its first question and ends it. False, with one phrase in `why`,
 * when it cannot be played with. */
bool arena_try_engine(const arena_settings *settings, const arena_engine *engine,
                      const atomic_bool *stop, qi_buffer *why);

/* ---- the plan (plan.c) -------------------------------------------------------------------- */

/* Who plays whom, in which order: openings in turn, and for each opening every pairing, twice with
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
/* How many games are to be played here, and whether one of the plan is. */
uint32_t arena_plan_due(const arena_plan *plan);
static inline bool arena_plan_has(const arena_plan *plan, uint32_t number)
{
    return qi_shard_has(plan->shard, number / 2);
}
/* Sets the number, opening and players of a game of the plan. */
void arena_plan_game(const arena_plan *plan, uint32_t number, arena_game *game);

/* ---- ratings (rating.c) ------------------------------------------------------------------- */

typedef struct arena_score {
    uint32_t engines;
    uint32_t won[ARENA_MOST_ENGINES][ARENA_MOST_ENGINES]; /* [i][j]: i's wins against j */
    /* [i][k], i < k: of the pairs of games with one opening, how often i won none, one or both. */
    uint32_t pairs[ARENA_MOST_ENGINES][ARENA_MOST_ENGINES][3];
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

#endif
