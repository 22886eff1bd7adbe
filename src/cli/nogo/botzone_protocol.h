/*
 * The Botzone judge's NoGo, 9 x 9, for the command and for the bot of one file (tools/botzone).
 *
 * A turn is a line of JSON: {"requests":[...],"responses":[...]} is the whole game, the opponent's
 * moves and ours; {"x":4,"y":3} is the opponent's move, for a program that was kept running. x is
 * the row and y the column, from 0; -1 -1 is no move.
 */
#ifndef QI_CLI_NOGO_BOTZONE_PROTOCOL_H
#define QI_CLI_NOGO_BOTZONE_PROTOCOL_H

#include <qi/nogo_player.h>

#define QI_BOTZONE_KEEP_RUNNING ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<\n"

typedef enum qi_botzone_fault {
    QI_BOTZONE_GOOD,
    QI_BOTZONE_NO_MEMORY,
    QI_BOTZONE_NO_JSON,
    QI_BOTZONE_NO_MOVE,   /* something else stands where a move should */
    QI_BOTZONE_UNEVEN,    /* not one response less than requests */
    QI_BOTZONE_OFF_BOARD, /* the move at fault is no point of the board */
    QI_BOTZONE_ILLEGAL    /* it is against the rules */
} qi_botzone_fault;

/* A game, all zero to begin with. */
typedef struct qi_botzone {
    qi_nogo *position;
    long row, column; /* of the move at fault */
    qi_nogo_verdict verdict;
} qi_botzone;

/* Brings the position up to date with a turn. */
qi_botzone_fault qi_botzone_take(qi_botzone *game, const char *line);

/* Plays a move, unless it is QI_NO_POINT, and writes it as a line, as snprintf does, with what was
 * thought of it for people who look at the game. */
int qi_botzone_answer(qi_botzone *game, const qi_nogo_choice *choice, char *text, size_t capacity);

void qi_botzone_end(qi_botzone *game);

#endif
