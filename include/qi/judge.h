/*
 * qi/judge.h - whether what a program has printed is right, and if not, why.
 *
 *     qi_verdict verdict = {.size = sizeof verdict};
 *     if (qi_judge(QI_MAZE, NULL, input, input_length, output, output_length, NULL, &verdict,
 *                  NULL) == QI_OK)
 *         puts(verdict.right ? "right" : verdict.sentence);
 *
 * Any number of threads may judge at once.
 */
#ifndef QI_JUDGE_H
#define QI_JUDGE_H

#include <qi/go.h>
#include <qi/maze.h>
#include <qi/nogo.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The three problems. */
typedef enum qi_problem { QI_NOGO, QI_GO, QI_MAZE } qi_problem;

/* The first fault of an output. */
typedef enum qi_fault {
    QI_FAULT_NONE = 0,      /* it is right */
    QI_FAULT_NOT_A_MOVE,    /* NoGo: a line that is not two integers */
    QI_FAULT_ILLEGAL_MOVE,  /* NoGo: `reason` says why */
    QI_FAULT_NOT_OVER,      /* NoGo: "-1 -1", although `legal` may still be played */
    QI_FAULT_NO_END_LINE,   /* NoGo: the game is over, but "-1 -1" is missing */
    QI_FAULT_WRONG_REASON,  /* Go: not the right "miss" for a refused move */
    QI_FAULT_WRONG_ROW,     /* Go: not the right row of the final board */
    QI_FAULT_ENDS_TOO_SOON, /* NoGo, Go: the output ends before this line */
    QI_FAULT_WRONG_COUNT,   /* maze: not the right number, or more than that */
    QI_FAULT_WRONG_WALK,    /* walks: one breaks a rule, or its line is not true */
    QI_FAULT_TEXT_AFTER_END /* NoGo, Go: there is text after the end */
} qi_fault;

/* How to judge; all zero is the default. */
typedef struct qi_judging {
    size_t size;            /* see "Sizes" in qi/base.h */
    uint32_t rows, columns; /* Go: of the board, which the input does not say; 0: 19 */
    qi_go_rules rules;      /* Go */
    qi_nogo *position;      /* NoGo: where the game begins, instead of an input, which may then be
                               NULL; the correct moves are played on it. NULL: the input */
    const qi_maze *maze;    /* the same for a maze, which does not change */
    bool walks;             /* maze: the output is not the number but walks, as
                               qi_maze_walks_write writes them, each with or without its cells */
} qi_judging;

/* A verdict. What a problem or a fault does not have is zero, or QI_NO_POINT. */
typedef struct qi_verdict {
    size_t size; /* see "Sizes" in qi/base.h */
    bool right;
    qi_fault fault;
    uint64_t line;      /* of the output, from 1: the first wrong one; 0 when it is about none */
    char sentence[384]; /* the fault, or what is right, in English, with no final newline */
    qi_message message; /* the same, to be translated; of walks without "line 3: " */
    qi_point mark;      /* the point in question */
    size_t after;       /* how many moves had been played there, those of earlier games included */
    unsigned reason;    /* why that move is refused: a qi_nogo_verdict or a qi_go_verdict */
    char expected[64];  /* Go, maze: the right line, without its end; "" at the end of the output */
    char found[96];     /* Go, maze: the line that is there, cut if it is long */

    uint64_t correct_lines; /* NoGo: leading lines that belong to a correct game */
    uint32_t score;         /* NoGo: the marks for a game that is not complete: the number of
                               decimal digits of correct_lines, 0 for none */
    qi_colour to_move;      /* NoGo: whose move the wrong line is; the loser of a right game */
    qi_point last;          /* NoGo: the last correct move */
    qi_point group;         /* NoGo: a stone of the group that would have no liberty */
    qi_point legal;         /* NoGo: a legal move that remains */

    uint64_t game;       /* Go: from 1; when it is right, the number of games */
    uint64_t move;       /* Go: the refused move that the line should report, from 1 in its game */
    uint64_t input_line; /* Go: of that move */
    uint32_t row;        /* Go: of the board, from 1 */

    uint32_t walks; /* walks: good ones before the first fault */
} qi_verdict;

/* Judges an output for an input, in time linear in both. For NoGo every complete legal game is
 * right; for Go and mazes there is one right output. `how` NULL: the default. Fills in `verdict`,
 * whose size the caller sets; it holds nothing to be freed. QI_BAD_TEXT: the input is malformed
 * (walks: the output), and `error`, when not NULL, says where and why. QI_BAD_ARGUMENT: no such
 * problem or board, or a wrong size. QI_NO_MEMORY. */
QI_API qi_result qi_judge(qi_problem problem, const qi_judging *how, const char *input,
                          size_t input_length, const char *output, size_t output_length,
                          const qi_allocator *allocator, qi_verdict *verdict, qi_text_error *error);

#ifdef __cplusplus
}
#endif
#endif
