/* A game of Go being made, move by move: what the families share. */
#ifndef QI_LAB_GENERATE_GO_H
#define QI_LAB_GENERATE_GO_H

#include "lab/games.h"
#include "lab/oracle/go.h"

typedef struct qi_lab_go_maker {
    qi_random *random;
    qi_lab_case *it;
    qi_oracle_go board;
    uint32_t left; /* moves still allowed */
    bool black;
    bool good;
} qi_lab_go_maker;

/* Begins the next game of a case. False when there is no memory; end it in any case. */
bool qi_lab_go_begin(qi_lab_go_maker *make, qi_random *random, const qi_lab_request *request,
                     qi_lab_case *it, qi_oracle_go_ko ko);
bool qi_lab_go_end(qi_lab_go_maker *make);

static inline qi_colour qi_lab_go_colour(const qi_lab_go_maker *make)
{
    return make->black ? QI_BLACK : QI_WHITE;
}

/* Adds the next move, legal or not. */
void qi_lab_go_move(qi_lab_go_maker *make, qi_point point);
/* A point of the board, and one near the last moves. */
qi_point qi_lab_go_anywhere(qi_lab_go_maker *make);
qi_point qi_lab_go_nearby(qi_lab_go_maker *make);

/* The family of games that bring two positions to one weak hash (generate_collide.c). */
bool qi_lab_go_collide(qi_random *random, const qi_lab_request *request, qi_lab_case *it);

#endif
