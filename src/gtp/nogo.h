/*
 * NoGo behind GTP, and what a player of NoGo is.
 *
 * A player chooses moves; the session keeps the game. The position comes with every question, so a
 * player need not be told about moves and undo; one that keeps a tree finds out itself whether the
 * new position follows from the last.
 */
#ifndef QI_GTP_NOGO_H
#define QI_GTP_NOGO_H

#include "gtp/game.h"
#include "gtp/gtp.h"
#include <qi/nogo.h>

/* What a player thinks of one move. */
typedef struct nogo_candidate {
    qi_point point;
    uint64_t visits;
    double winrate;       /* of the player to move, 0 to 1 */
    const qi_point *line; /* how the game might go on, `point` first; may be NULL */
    size_t line_length;
} nogo_candidate;

/* Gets what a player thinks by now, the best first. Returning false ends the analysis. */
typedef bool nogo_report(void *context, const nogo_candidate *candidates, size_t count);

typedef struct nogo_player nogo_player;

typedef struct nogo_player_kind {
    const char *description; /* for the command `version`, e.g. "uniformly random legal moves" */
    /* Chooses a legal move for `colour`, who has at least one. `clock->given` false: no limit but
     * the player's own. Anything but QI_OK is told to the controller as an error. */
    qi_result (*choose)(nogo_player *player, const qi_nogo *position, qi_colour colour,
                        const gtp_clock *clock, qi_point *move);
    /* Thinks about the position and calls `report` about every `interval` seconds, also when
     * there is nothing new, until it returns false. NULL: this player cannot. */
    qi_result (*analyze)(nogo_player *player, const qi_nogo *position, qi_colour colour,
                         double interval, nogo_report *report, void *context);
    /* Called from another thread: makes the `choose` that is under way, or about to start, answer
     * soon. May be called more than once. NULL: this player does not think long. */
    void (*stop)(nogo_player *player);
    /* A new game begins: what is known of the last may be forgotten. May be NULL. */
    void (*forget)(nogo_player *player);
    void (*release)(nogo_player *player);
} nogo_player_kind;

/* The first member of every player. */
struct nogo_player {
    const nogo_player_kind *kind;
};

/* Uniformly random legal moves; NULL without memory. Free with player->kind->release. */
nogo_player *nogo_random_player(uint64_t seed);

/* A session with an empty board of at most 25 lines; NULL without memory. The player is still the
 * caller's and must live as long as the session. */
gtp_session *gtp_nogo_open(uint32_t rows, uint32_t columns, nogo_player *player, gtp_sink *sink,
                           void *context);
void gtp_nogo_close(gtp_session *session);

#endif
