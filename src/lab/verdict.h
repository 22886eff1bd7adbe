/*
 * What a judge says of a program's output: the verdicts of testlib's and of ICPC's convention, and
 * the points of a part that is right. `qi GAME check --as` and the checkers of the packages are
 * made from this. Each game is alone in its file, because a package holds one of them.
 */
#ifndef QI_LAB_VERDICT_H
#define QI_LAB_VERDICT_H

#include <qi/base.h>

typedef enum qi_lab_ruling {
    QI_RULED_ACCEPTED,
    QI_RULED_WRONG,     /* it can be read, and is wrong */
    QI_RULED_MALFORMED, /* it cannot be read where it first goes wrong, ends there, or goes on */
    QI_RULED_POINTS,    /* a part of it is right and is worth points */
    QI_RULED_CANNOT /* the fault is not the program's: a bad input, a wrong answer of the judge */
} qi_lab_ruling;

typedef struct qi_lab_verdict {
    qi_lab_ruling kind;
    unsigned points;    /* of QI_LAB_FULL_POINTS; 0 but for QI_RULED_POINTS and QI_RULED_ACCEPTED */
    char sentence[384]; /* why, in English, with no final newline */
} qi_lab_verdict;

/* What a right output of a problem with partial scores is worth. */
enum { QI_LAB_FULL_POINTS = 10 };

typedef struct qi_lab_piece {
    const char *bytes;
    size_t length;
} qi_lab_piece;

typedef void qi_lab_verdict_of(qi_lab_piece input, qi_lab_piece output, qi_lab_verdict *verdict);

qi_lab_verdict_of qi_lab_nogo_verdict, qi_lab_go_verdict, qi_lab_maze_verdict;

enum { QI_LAB_GOT = 96 }; /* see qi_lab_report */
/* Whether an output of the maze holds the right number and nothing else. `got` names what stands
 * there, `sentence` says it all: the number when it is right, else "expected 8, got 6". */
qi_lab_ruling qi_lab_judge_count(uint32_t expected, const char *output, size_t length,
                                 char got[QI_LAB_GOT], char *sentence, size_t capacity);

/* The verdict on an output; and QI_RULED_CANNOT when the judge's own answer (empty: there is none)
 * does not pass. */
void qi_lab_decide(qi_lab_verdict_of *verdict_of, qi_lab_piece input, qi_lab_piece output,
                   qi_lab_piece answer, qi_lab_verdict *verdict);

/* QI_RULED_CANNOT, with the words for a result, and for QI_BAD_TEXT where the input is wrong. */
void qi_lab_cannot(qi_lab_verdict *verdict, qi_result result, const qi_text_error *error);

/* testlib's convention: the exit status (0, 1, 2, 7 for points, 3), and what goes to stderr. Points
 * are out of `full`: 10 gives "points 3 ...", 1 gives "points 0.3 ...". */
int qi_lab_testlib_status(const qi_lab_verdict *verdict);
void qi_lab_testlib_text(const qi_lab_verdict *verdict, unsigned full, char *text, size_t size);

/* ICPC's convention: the exit status (42, 43; 1 for QI_RULED_CANNOT). Where scores count, a part
 * that is right is accepted with its points. */
int qi_lab_icpc_status(const qi_lab_verdict *verdict, bool scores);

#endif
