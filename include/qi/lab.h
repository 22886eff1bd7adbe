/*
 * qi/lab.h - inputs for the three problems, right outputs, and a validator.
 *
 * This header may still change from one version to the next.
 *
 * An input belongs to a family: "snake" is one group winding through a NoGo board, "ko" a Go game
 * full of kos. The same family, request, seed and index give the same input on every machine. Every
 * input is valid, so any output for it can be judged.
 *
 *     qi_lab_text input;
 *     if (qi_lab_generate(QI_NOGO, "snake", NULL, seed, 0, NULL, &input) == QI_OK) {
 *         try_my_program(input.bytes, input.length); (qi/judge.h judges what it prints)
 *         qi_lab_free_text(&input, NULL);
 *     }
 *
 * Everything here may be called by several threads at once.
 */
#ifndef QI_LAB_H
#define QI_LAB_H

#include <qi/judge.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A text that the library made. A null byte follows it. The caller frees it, with the allocator it
 * came from; a text of all zero may be freed too. */
typedef struct qi_lab_text {
    char *bytes;
    size_t length;
} qi_lab_text;

/* Frees a text and makes it all zero; `allocator` is the one that it was made with. */
QI_API void qi_lab_free_text(qi_lab_text *text, const qi_allocator *allocator);

/* ---- inputs ------------------------------------------------------------------------------- */

/* The name of a problem's family number `index`, from 0; NULL when there are no more. `purpose`,
 * when not NULL, gets one line on what such inputs are good for. */
QI_API const char *qi_lab_family_name(qi_problem problem, size_t index, const char **purpose);

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
QI_API qi_result qi_lab_default_request(qi_problem problem, qi_lab_request *request);

/* Makes an input in the problem's own format. `family` NULL: any, by the seed or in turn; `request`
 * NULL: the default. QI_BAD_ARGUMENT: no such problem or family, a request of a wrong size or out
 * of bounds (a side that the problem's own header does not allow, a maze that is not square, a
 * percentage above 100, more than 1,000,000 moves or 100,000 games). QI_NO_MEMORY. */
QI_API qi_result qi_lab_generate(qi_problem problem, const char *family,
                                 const qi_lab_request *request, uint64_t seed, uint64_t index,
                                 const qi_allocator *allocator, qi_lab_text *input);

/* Whether an input is exactly what the problem's statement allows: its limits (NoGo n <= 600; 100
 * games of 2000 moves on 19 x 19; mazes from 3 x 3 to 25 x 25) and its grammar to the byte. One
 * blank between words and none elsewhere, no leading zeros, "\n" after every line and nothing after
 * the last: the readers of the games accept more. QI_BAD_TEXT: `error`, when not NULL, has the
 * first place that is wrong. QI_BAD_ARGUMENT: no such problem. QI_NO_MEMORY. */
QI_API qi_result qi_lab_validate(qi_problem problem, const char *input, size_t length,
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
QI_API qi_result qi_lab_answer(qi_problem problem, qi_lab_reference reference,
                               const qi_lab_request *request, const char *input, size_t length,
                               const qi_allocator *allocator, qi_lab_text *output,
                               qi_text_error *error);

#ifdef __cplusplus
}
#endif
#endif
