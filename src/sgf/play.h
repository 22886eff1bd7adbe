/*
 * Playing the main line of a game record, move by move.
 */
#ifndef QI_SGF_PLAY_H
#define QI_SGF_PLAY_H

#include <qi/sgf.h>

/* Stones set up before the first move of a main line, or between two moves. */
typedef struct qi_sgf_setup {
    const qi_stone *stones; /* each point once, in the order of the text */
    size_t count;
    const char *at;    /* the last of them in the text; NULL without stones */
    qi_colour to_move; /* by PL; else who moves next; else, at the start, White after handicap
                          stones (HA) and Black after none; else QI_EMPTY */
    bool turn_given;   /* by PL */
} qi_sgf_setup;

/* Callbacks for a main line. Any result but QI_OK ends the call. */
typedef struct qi_sgf_player {
    /* Called at the start, with or without stones, and for stones that are set up later. */
    qi_result (*set_up)(void *context, const qi_sgf_setup *setup);
    qi_result (*move)(void *context, const qi_sgf_event *move);
    /* Called at the end, if PL or the next move says whose turn it is there. */
    void (*turn)(void *context, qi_colour colour);
    /* Called for every value that is no point of the board; the line goes on. After the first
     * QI_SGF_MAX_ERRORS `error` is NULL: finding its place takes time. If this function is NULL
     * such a value ends the call with QI_BAD_TEXT. */
    void (*unread)(void *context, const qi_text_error *error);
} qi_sgf_player;

/* Plays the main line of a walk that was just started, at most `max_moves` moves; what is set up
 * before the next move still counts. QI_STOPPED: there are more moves. */
qi_result qi_sgf_play(qi_sgf_walk *walk, size_t max_moves, const qi_sgf_player *player,
                      void *context, qi_text_error *error);

#endif
