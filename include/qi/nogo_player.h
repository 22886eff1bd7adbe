/*
 * qi/nogo_player.h - a player of NoGo: a level, a clock, and one search for the whole game.
 *
 * A player is asked for a move in one position after another. It decides how long to think, keeps
 * what it knows of the game from move to move, may think during the opponent's time, and says when
 * it resigns.
 *
 *     qi_nogo_player *player;
 *     const qi_nogo_player_options options = {.size = sizeof options, .level = 5};
 *     if (qi_nogo_player_new(&options, NULL, &player) == QI_OK) {
 *         qi_nogo_choice choice = {.size = sizeof choice};
 *         if (qi_nogo_player_choose(player, position, QI_BLACK, NULL, &choice) == QI_OK)
 *             play(choice.move);
 *         qi_nogo_player_free(player);
 *     }
 *
 * One thread works with a player at a time. Everything is in the freestanding core. A program that
 * cannot wait, such as a page, lets it think in pieces (qi/nogo_search.h).
 */
#ifndef QI_NOGO_PLAYER_H
#define QI_NOGO_PLAYER_H

#include <qi/nogo.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qi_nogo_player qi_nogo_player;

/* Defined in qi/nogo_search.h and qi/nogo_net.h, which only programs need that bring their own. */
typedef struct qi_nogo_search qi_nogo_search;
typedef struct qi_nogo_evaluator qi_nogo_evaluator;
typedef struct qi_nogo_net qi_nogo_net;

/* ---- levels ------------------------------------------------------------------------------- */

/* How a player judges positions. */
typedef enum qi_nogo_engine {
    QI_NOGO_STRONG,  /* a search with the network */
    QI_NOGO_POLICY,  /* the network's policy, without any search */
    QI_NOGO_PLAYOUTS /* a search with random games, without the exact solver: "UCT" */
} qi_nogo_engine;

/* How strong a player is: how it judges, how long it thinks about a move, and how often it plays
 * another than the best one. */
typedef struct qi_nogo_level {
    qi_nogo_engine engine;
    uint64_t playouts;       /* 0: no limit; QI_NOGO_POLICY makes none */
    double seconds;          /* 0: no limit */
    double temperature;      /* as in qi_nogo_player_options */
    const char *description; /* such as "the network, 100 playouts" */
} qi_nogo_level;

/* The levels, level 1 first and the strongest last; `count` gets how many there are. */
QI_API const qi_nogo_level *qi_nogo_levels(unsigned *count);

/* ---- the clock ---------------------------------------------------------------------------- */

/* A player's time: a main time, then periods of `byo_yomi` seconds, each for `byo_yomi_stones`
 * stones. All zero means no limit. */
typedef struct qi_nogo_clock {
    bool given;                 /* else there is no limit */
    double main_time, byo_yomi; /* in seconds */
    uint32_t byo_yomi_stones;   /* stones to play in each byo_yomi */
    double left;                /* seconds left of the period it is in */
    uint32_t stones;            /* stones still to play in it; 0 in the main time */
} qi_nogo_clock;

/* A clock at the start of a game. Periods of some time for no stones mean no limit, as in GTP. */
QI_API qi_nogo_clock qi_nogo_clock_start(double main_time, double byo_yomi, uint32_t stones);

/* Subtracts the time that a move took. */
QI_API void qi_nogo_clock_use(qi_nogo_clock *clock, double seconds);

/* ---- making players ----------------------------------------------------------------------- */

typedef struct qi_nogo_player_options {
    size_t size;           /* see "Sizes" in qi/base.h */
    unsigned level;        /* as in qi_nogo_levels, from 1; 0: `engine`, and 1 s a move */
    qi_nogo_engine engine; /* of a player without a level */
    uint64_t playouts;     /* for a move; with `seconds` instead of the level's when one is given */
    double seconds;        /* for a move */
    /* 0 plays the best move. Else a move is drawn by its visits, or without a search by its share
     * of the policy, to the power of 1 / temperature: the higher, the weaker. Proved wins are
     * played and proved losses avoided whatever it is. A level has its own. */
    double temperature;
    /* Judges instead of the network or the random games of `engine` and level; copied. NULL: none.
     */
    const qi_nogo_evaluator *evaluator;
    const qi_nogo_net *net; /* as in qi_nogo_search_options */
    uint32_t threads;       /* as in qi/base.h; for _choose, _analyze and pondering */
    size_t memory;          /* of the graph, as in qi_nogo_search_options */
    uint64_t seed;
    bool random;          /* no search: uniformly random legal moves */
    bool no_centre_first; /* the first move of a game may not be the centre of the board */
    bool ponder;          /* think during the opponent's time, in a thread: the allocator must then
                             take calls from two threads at once */
    bool never_resign;    /* play on when the loss is proved */
} qi_nogo_player_options;

/* QI_BAD_ARGUMENT when there is no such level or engine, when the temperature is below 0 or no
 * number, or as in qi_nogo_search_new; QI_NO_MEMORY. */
QI_API qi_result qi_nogo_player_new(const qi_nogo_player_options *options,
                                    const qi_allocator *allocator, qi_nogo_player **player);

/* Frees a player; NULL is allowed. */
QI_API void qi_nogo_player_free(qi_nogo_player *player);

/* Changes the level (from 1). What is known of the game is kept where both levels judge in the same
 * way. QI_BAD_ARGUMENT, QI_NO_MEMORY: the level stays. */
QI_API qi_result qi_nogo_player_set_level(qi_nogo_player *player, unsigned level);

/* ---- choosing and analysing --------------------------------------------------------------- */

/* A player's decision. */
typedef struct qi_nogo_choice {
    size_t size;    /* see "Sizes" in qi/base.h */
    qi_point move;  /* QI_NO_POINT when there is no legal move */
    bool resigns;   /* there is no such move, or the loss is proved and it resigns */
    double seconds; /* that qi_nogo_player_choose took */
    /* Of the position, as in qi_nogo_search_state; zero for a player without a search. */
    uint64_t visits;
    double win_rate;
    qi_nogo_outcome outcome;
} qi_nogo_choice;

/* A move of a position, and what a search thinks of it. */
typedef struct qi_nogo_candidate {
    qi_point point;
    uint64_t visits;
    /* For the side to move: 1 or 0 if the outcome is proved, else the mean of the visits, between
     * 0 and 1; -1 without a proof and without visits. */
    double win_rate;
    qi_nogo_outcome outcome; /* QI_NOGO_WON: playing it wins */
    double policy;           /* its share of the evaluator's policy, 0 to 1 */
} qi_nogo_candidate;

/* What a player thinks just now, for the side to move. Valid during the call that gets it. */
typedef struct qi_nogo_snapshot {
    uint64_t visits;
    double win_rate;
    qi_nogo_outcome outcome;
    const qi_nogo_candidate *moves; /* all legal moves, the best first */
    size_t move_count;
    const qi_point *line; /* how the game might go on, the best move first */
    size_t line_length;
    const qi_nogo_search *search; /* to ask it for more (qi/nogo_search.h) */
} qi_nogo_snapshot;

/* Gets a snapshot. Return false to stop. */
typedef bool qi_nogo_player_report(void *context, const qi_nogo_snapshot *now);

/* How to think about a position; all zero is the default. */
typedef struct qi_nogo_thinking {
    size_t size;                /* see "Sizes" in qi/base.h */
    const qi_nogo_clock *clock; /* of the player's colour, see qi_nogo_player_limits */
    bool endless;    /* think until stopped, whatever the limits, even about what is proved */
    double interval; /* seconds between reports, at least 0.02 */
    /* Called about every `interval` seconds and once at the end, not by a player without a search.
     * NULL: no reports. */
    qi_nogo_player_report *report;
    void *context; /* of the report */
    /* NULL: the system. While a player ponders, the functions and the context must stay valid. */
    const qi_host *host;
} qi_nogo_thinking;

/* Thinks about a position, with `colour` to move whatever the position says, and reports; decides
 * nothing. QI_STOPPED: the host's stop or the report ended it. QI_BAD_ARGUMENT: no player has that
 * colour, or a wrong size; QI_TOO_LARGE: a side is longer than QI_NOGO_SEARCH_MAX_SIDE;
 * QI_UNSUPPORTED: endless without a search, or no clock; QI_NO_MEMORY; QI_BAD_DATA: an evaluator's
 * answer is no number. */
QI_API qi_result qi_nogo_player_analyze(qi_nogo_player *player, const qi_nogo *position,
                                        qi_colour colour, const qi_nogo_thinking *how);

/* Sets the position, thinks, decides, and ponders if it was made to. The clock does not change:
 * subtract choice->seconds with qi_nogo_clock_use. Fails as
 * qi_nogo_player_analyze does. When QI_STOPPED it decides by what it knows; choice->move is
 * QI_NO_POINT, without resigning, only if an evaluator ended the call before anything was known. */
QI_API qi_result qi_nogo_player_choose(qi_nogo_player *player, const qi_nogo *position,
                                       qi_colour colour, const qi_nogo_thinking *how,
                                       qi_nogo_choice *choice);

#ifdef __cplusplus
}
#endif
#endif
