/*
 * qi/lab.h - inputs for the three problems, right outputs, a validator, and a judge of outputs.
 *
 * An input belongs to a family: "snake" is one group winding through a NoGo board, "ko" a Go game
 * full of kos. The same family, request, seed and index give the same input on every machine. Every
 * input is valid, so any output for it can be judged.
 *
 *     qi_lab_text input, output;
 *     qi_lab_verdict verdict = {.size = sizeof verdict};
 *     for (uint64_t index = 0; index < 1000; index++) {
 *         qi_lab_generate(QI_LAB_NOGO, NULL, NULL, seed, index, NULL, &input);
 *         output = ask_my_program(input);
 *         qi_lab_judge(QI_LAB_NOGO, NULL, input.bytes, input.length, output.bytes, output.length,
 *                      NULL, &verdict, NULL);
 *         if (!verdict.right)
 *             puts(verdict.sentence);
 *         qi_lab_free_text(&input, NULL);
 *     }
 *
 * Everything here may be called by several threads at once.
 */
#ifndef QI_LAB_H
#define QI_LAB_H

#include <qi/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum qi_lab_problem { QI_LAB_NOGO, QI_LAB_GO, QI_LAB_MAZE } qi_lab_problem;

/* A text that the library made. A null byte follows it. The caller frees it, with the allocator it
 * came from; a text of all zero may be freed too. */
typedef struct qi_lab_text {
    char *bytes;
    size_t length;
} qi_lab_text;

QI_API void qi_lab_free_text(qi_lab_text *text, const qi_allocator *allocator);

/* ---- inputs ------------------------------------------------------------------------------- */

/* The name of a problem's family number `index`, from 0; NULL when there are no more. `purpose`,
 * when not NULL, gets one line on what such inputs are good for. */
QI_API const char *qi_lab_family_name(qi_lab_problem problem, size_t index, const char **purpose);

/* Leaves a choice to the family. */
#define QI_LAB_ANY (-1)

/* A request for an input. Start from qi_lab_default_request. */
typedef struct qi_lab_request {
    size_t size;            /* see "Sizes" in qi/base.h */
    uint32_t rows, columns; /* of the board; a maze is a square, its border included */
    uint32_t moves;         /* Go: in all games together, at most */
    int fill;               /* NoGo: percent of the points with stones, or QI_LAB_ANY */
    int walls;              /* maze: percent of the inner cells that are walls, or QI_LAB_ANY */
    int move_cells;         /* maze: percent of the open cells that force a move, or QI_LAB_ANY */
    int games; /* Go: number of games, of the family "several"; QI_LAB_ANY: as the family likes */
    bool growing; /* for a series of tests: the sizes above are the largest (`moves` those of one
                     game), most inputs are small, from number 50 (Go: 150) on some have full
                     size, and the families take turns */
    uint32_t min_size; /* growing: at least this many rows, or moves of Go; 0: no minimum */
} qi_lab_request;

/* Fills in NoGo on 9 x 9, Go on 19 x 19 with 300 moves, a maze of 9 x 9; everything else left open.
 * QI_BAD_ARGUMENT: the size of the request. */
QI_API qi_result qi_lab_default_request(qi_lab_problem problem, qi_lab_request *request);

/* Makes an input in the problem's own format. `family` NULL: any, by the seed or in turn; `request`
 * NULL: the default. QI_BAD_ARGUMENT: no such problem or family, a request of a wrong size or out
 * of bounds (a side that the problem's own header does not allow, a maze that is not square, a
 * percentage above 100, more than 1,000,000 moves or 100,000 games). QI_NO_MEMORY. */
QI_API qi_result qi_lab_generate(qi_lab_problem problem, const char *family,
                                 const qi_lab_request *request, uint64_t seed, uint64_t index,
                                 const qi_allocator *allocator, qi_lab_text *input);

/* Whether an input is exactly what the problem's statement allows: its limits (NoGo n <= 600; 100
 * games of 2000 moves on 19 x 19; mazes from 3 x 3 to 25 x 25) and its grammar to the byte. One
 * blank between words and none elsewhere, no leading zeros, "\n" after every line and nothing after
 * the last: the readers of the games accept more. QI_BAD_TEXT: `error`, when not NULL, has the
 * first place that is wrong. QI_BAD_ARGUMENT: no such problem. QI_NO_MEMORY. */
QI_API qi_result qi_lab_validate(qi_lab_problem problem, const char *input, size_t length,
                                 const qi_allocator *allocator, qi_text_error *error);

/* ---- outputs ------------------------------------------------------------------------------ */

/* The implementation that answers. The two share no code, so that they can be compared. */
typedef enum qi_lab_reference {
    QI_LAB_ENGINE, /* the fast engine */
    QI_LAB_ORACLE  /* the slow oracle, written only to be right; for small inputs */
} qi_lab_reference;

/* The right output for an input; NoGo has many, and this is the one in which both play the first
 * legal point. The input of Go does not contain the size of the board: `request` does, and NULL
 * means 19 x 19. QI_BAD_TEXT: the input is not valid; `error`, when not NULL, says where and why.
 * QI_BAD_ARGUMENT: no such problem or board, or a request of a wrong size. QI_NO_MEMORY. */
QI_API qi_result qi_lab_answer(qi_lab_problem problem, qi_lab_reference reference,
                               const qi_lab_request *request, const char *input, size_t length,
                               const qi_allocator *allocator, qi_lab_text *output,
                               qi_text_error *error);

/* A judge's verdict on an output. */
typedef struct qi_lab_verdict {
    size_t size; /* see "Sizes" in qi/base.h */
    bool right;
    uint64_t line;      /* of the output, from 1: the first wrong one; 0 when it is about none */
    char sentence[384]; /* the fault, in English, with no final newline */
    qi_message message; /* the same, to be translated */
    qi_point mark;      /* the point in question, or QI_NO_POINT */
    size_t after;       /* how many moves had been played there, those of earlier games included */
} qi_lab_verdict;

/* Judges an output for an input. For NoGo every complete legal game is right; for Go and mazes
 * there is one right output. Fails as qi_lab_answer does, and QI_BAD_ARGUMENT: the verdict's size.
 */
QI_API qi_result qi_lab_judge(qi_lab_problem problem, const qi_lab_request *request,
                              const char *input, size_t input_length, const char *output,
                              size_t output_length, const qi_allocator *allocator,
                              qi_lab_verdict *verdict, qi_text_error *error);

#ifdef __cplusplus
}
#endif
#endif
