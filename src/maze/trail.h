/*
 * Walks as text, one line a walk:
 *
 *     ......OOM 5 SEEEE O32 M33 O31
 *
 * the board it ends with, its length, its steps (N, E, S, W) and the moves made on the way, in
 * order. It may be followed by its cells, one line each: the step's number from 0, the row and the
 * column from 1, and the move if one was made there.
 */
#ifndef QI_MAZE_TRAIL_H
#define QI_MAZE_TRAIL_H

#include "base/text.h"
#include <qi/maze.h>
#include <qi/maze_steps.h>

/* A line of a walk; only its form has been checked. */
typedef struct qi_maze_claim {
    uint64_t line; /* where it stands in the text */
    char board[QI_MAZE_SQUARES + 1];
    int64_t length;
    const char *steps; /* letters N, E, S, W */
    size_t step_count;
    unsigned move_count;
    char moves[QI_MAZE_SQUARES][4];
} qi_maze_claim;

/* A line of a cell. */
typedef struct qi_maze_cell_claim {
    uint64_t line;
    int64_t step, row, column;
    char move[4]; /* "" for none */
} qi_maze_cell_claim;

/* Reads the line of a walk at the scanner, and goes to the next line that is not blank. */
qi_result qi_maze_read_claim(qi_scanner *scanner, qi_maze_claim *claim, qi_text_error *error);

/* Whether the scanner is at the line of a cell. */
bool qi_maze_at_cell_claim(const qi_scanner *scanner);
/* Reads it, and goes on as above. */
qi_result qi_maze_read_cell_claim(qi_scanner *scanner, qi_maze_cell_claim *claim,
                                  qi_text_error *error);

/* ---- judging walks ------------------------------------------------------------------------ */

typedef struct qi_maze_verdict {
    bool good;          /* every walk follows the rules, and every line is true */
    uint32_t walks;     /* good walks before the first fault */
    uint64_t line;      /* of the first fault */
    char fault[160];    /* the fault there */
    qi_message message; /* the same, to be translated */
} qi_maze_verdict;

/* Judges walks as qi_maze_walks_write writes them; each line may be followed by the walk's cells,
 * one line each: the number of the step from 0, row and column from 1, and the move made there if
 * any. Uses only the plain rules, not the search; it does not check whether a walk is shortest.
 * QI_BAD_TEXT: a line is not of that form. */
qi_result qi_maze_check_walks(const qi_maze *maze, const char *text, size_t length,
                              qi_maze_verdict *verdict, qi_text_error *error);

#endif
