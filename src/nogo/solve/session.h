/*
 * Many questions about one game.
 *
 * qi_nogo_solve reads a whole position every time, and on boards too large for a graph of their own
 * what it proves about one position says nothing about the next. A session reads the position at
 * which it starts; everything it is asked later is a line of moves from there, so all questions
 * share what was proved and how moves fared.
 */
#ifndef QI_NOGO_SOLVE_SESSION_H
#define QI_NOGO_SOLVE_SESSION_H

#include "nogo/solve/search.h"

enum { SOLVE_SIDE = 25 }; /* the longest side of a board in a session */

typedef struct solve_session {
    qi_nogo_solver *solver;
    solve_search search;
    solve_state state; /* of the game as played so far */
    unsigned side;     /* to move in it */
    bool ready;
    solve_child *own_stack;               /* of a session that joined; else NULL */
    uint8_t bit[SOLVE_SIDE * SOLVE_SIDE]; /* of a point, or SOLVE_POINTS */
} solve_session;

/* Starts at a position; false, and not `ready`, when the solver cannot take it. */
bool qi_solve_session_start(solve_session *session, qi_nogo_solver *solver,
                            const qi_nogo *position);

/* Plays a legal move for good; false, and no longer `ready`, when the solver cannot follow. */
bool qi_solve_session_play(solve_session *session, qi_point point);

/* One question: who wins after a line of legal moves. */
typedef struct solve_question {
    const qi_point *moves;
    uint32_t count;
    uint64_t nodes; /* search at most this many positions */
    qi_nogo_solve_watch *watch;
    void *context; /* of the watch */
} solve_question;

/* The outcome for the side to move after the line; solution->nodes are those of this question. */
void qi_solve_session_ask(solve_session *session, const solve_question *question,
                          qi_nogo_solution *solution);

/* ---- threads -------------------------------------------------------------------------------
 *
 * Sessions of several threads can share the table of one; it does not grow meanwhile. */

/* From now on `sharers` sessions, this one among them, may be asked at once. */
void qi_solve_session_share(solve_session *session, uint32_t sharers);
/* A session of the same game for another thread; what it takes does not
 * count as the solver's memory. False without memory. */
bool qi_solve_session_join(const solve_session *session, solve_session *other);
void qi_solve_session_leave(solve_session *other);
/* When all others have left. */
void qi_solve_session_alone(solve_session *session);

#endif
