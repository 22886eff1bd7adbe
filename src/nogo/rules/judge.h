/*
 * Judging a game that a program has written.
 */
#ifndef QI_NOGO_RULES_JUDGE_H
#define QI_NOGO_RULES_JUDGE_H

#include <qi/nogo.h>

/* A fault of a written game. */
typedef enum qi_nogo_fault {
    QI_NOGO_COMPLETE = 0,   /* nothing: a legal game to its end, then "-1 -1" */
    QI_NOGO_NOT_A_MOVE,     /* a line that is not two integers */
    QI_NOGO_ILLEGAL_MOVE,   /* `verdict` says why */
    QI_NOGO_ENDED_TOO_SOON, /* "-1 -1", but the side to move has a legal move: `point` */
    QI_NOGO_CUT_SHORT,      /* the text ends, but the side to move has a legal move: `point` */
    QI_NOGO_NO_END_LINE,    /* the game is over, but "-1 -1" is missing */
    QI_NOGO_TEXT_AFTER_END  /* there is text after "-1 -1" */
} qi_nogo_fault;

typedef struct qi_nogo_report {
    qi_nogo_fault fault;
    uint64_t correct_lines; /* leading lines that belong to a correct game */
    uint64_t moves;         /* legal moves played */
    qi_point last;          /* the last of them, or QI_NO_POINT */
    uint64_t line;     /* the first wrong line, from 1 (one past the last when one is missing) */
    uint64_t column;   /* where in that line, from 1 */
    qi_colour to_move; /* whose move the wrong line is; the loser of a complete game */
    qi_nogo_verdict verdict;    /* QI_NOGO_ILLEGAL_MOVE: why */
    int64_t row, column_played; /* QI_NOGO_ILLEGAL_MOVE: the move as written, from 1 */
    qi_point group;             /* a stone of the group that would be without liberties, or
                                   QI_NO_POINT */
    qi_point point;             /* a legal move that remains, or QI_NO_POINT */
} qi_nogo_report;

/* Judges a game written as "row column" lines (from 1, the side to move first) that ends with
 * "-1 -1", and plays its correct moves on `position`. Blank lines, "\r\n" and a missing last
 * newline are accepted. Linear in the text and the board. */
void qi_nogo_check(qi_nogo *position, const char *text, size_t length, qi_nogo_report *report);

/* The marks that the problem gives for a game that is not complete: the number of decimal digits of
 * `correct_lines`, 0 for none. */
unsigned qi_nogo_partial_score(uint64_t correct_lines);

/* What a report says, in one sentence, e.g. "line 3: White's move at 2 2 takes the last liberty of
 * the group at 1 2". */
qi_message qi_nogo_explain_message(const qi_nogo *position, const qi_nogo_report *report);

#endif
