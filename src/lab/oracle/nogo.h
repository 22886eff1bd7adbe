/*
 * The oracle of NoGo: every question is answered by flood fill from nothing but the stones.
 *
 * It is written from the rules alone and shares no code with the engine in src/nogo (only the words
 * for colours and verdicts), so that the two can be compared.
 */
#ifndef QI_LAB_ORACLE_NOGO_H
#define QI_LAB_ORACLE_NOGO_H

#include "base/buffer.h"

#include <qi/nogo.h>

/* One position; cells[row * columns + column] is a qi_colour, QI_WALL for a hole. The caller may
 * read and write every field. */
typedef struct qi_oracle_nogo {
    uint32_t rows, columns;
    uint8_t *cells;
    qi_allocator memory;
    uint32_t *work; /* scratch of the flood fill: a stack, then the marks */
    uint32_t mark;
} qi_oracle_nogo;

/* An empty board; false when there is no memory. `allocator` may be NULL. */
bool qi_oracle_nogo_start(qi_oracle_nogo *board, uint32_t rows, uint32_t columns,
                          const qi_allocator *allocator);
void qi_oracle_nogo_end(qi_oracle_nogo *board);
/* Reads the problem's text ("n" or "rows columns", then the rows; 'X', 'O', '.', '#'). False when
 * it is not of that form. No rule is checked. End it in any case. */
bool qi_oracle_nogo_read(qi_oracle_nogo *board, const char *text, size_t length,
                         const qi_allocator *allocator);

/* The size of the group at a point (0 without a stone); `liberties`, when not NULL, gets the
 * number of distinct empty points next to it. */
uint32_t qi_oracle_nogo_group(qi_oracle_nogo *board, qi_point point, uint32_t *liberties);

/* The effect of a move. A move can take the last liberty of several groups and of its own at
 * once; the verdict then names the capture. */
typedef struct qi_oracle_nogo_move {
    qi_nogo_verdict verdict;
    bool suicide;        /* the new stone's own group would have no liberty */
    int captures;        /* how many of the next two are filled, at most 4 */
    qi_point victims[4]; /* for each opponent's group left without a liberty: its stone next to
                            the point, in the order up, left, right, down; one per group */
} qi_oracle_nogo_move;

/* Judges a move of `colour` at `point`. The board is the same afterwards. */
qi_oracle_nogo_move qi_oracle_nogo_judge(qi_oracle_nogo *board, qi_colour colour, qi_point point);

/* The legal points of a colour in reading order; `points` has room for rows * columns. */
uint32_t qi_oracle_nogo_legal(qi_oracle_nogo *board, qi_colour colour, qi_point *points);

/* The first stone in reading order whose group has no liberty, or QI_NO_POINT. */
qi_point qi_oracle_nogo_dead(qi_oracle_nogo *board);

/* Whether `colour`, to move, wins against any play: plain minimax, for a dozen empty points. */
bool qi_oracle_nogo_wins(qi_oracle_nogo *board, qi_colour colour);

/* Answers the problem's input with the game in which both always play the first legal point in
 * reading order, using the memory of the output. False if the text is not a valid input or there is
 * no memory. */
bool qi_oracle_nogo_answer(const char *text, size_t length, qi_buffer *output);

#endif
