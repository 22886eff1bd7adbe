/* Shared by the oracles: words of a text, and flood fill. */
#ifndef QI_LAB_ORACLE_ORACLE_H
#define QI_LAB_ORACLE_ORACLE_H

#include <qi/base.h>

typedef struct qi_oracle_text {
    const char *at, *end;
} qi_oracle_text;

/* Whether the text goes on without a blank. */
static inline bool qi_oracle_in_word(const qi_oracle_text *text)
{
    const char c = text->at < text->end ? *text->at : ' ';
    return c != ' ' && c != '\t' && c != '\r' && c != '\n';
}

/* The first character of the next word, which is left there; 0 at the end. */
char qi_oracle_peek(qi_oracle_text *text);
/* Reads a number that is a word; false for anything else, and above ten digits. */
bool qi_oracle_number(qi_oracle_text *text, uint64_t *value);

/* A board as the flood fill sees it: `cells` are qi_colour; `work` has room for two numbers a
 * point, the second half of them for marks, all at most `*mark`. */
typedef struct qi_oracle_board {
    uint32_t rows, columns;
    const uint8_t *cells;
    uint32_t *work, *mark;
} qi_oracle_board;

/* The neighbours of a point: up, left, right, down; returns how many there are. */
int qi_oracle_neighbours(uint32_t rows, uint32_t columns, qi_point point, qi_point next[4]);
/* The size of the group at a point, 0 without a stone: its stones are work[0 .. size-1] afterwards,
 * and they and its liberties carry the mark. `liberties`, when not NULL, gets the number of
 * distinct empty points next to it. */
uint32_t qi_oracle_group(const qi_oracle_board *board, qi_point point, uint32_t *liberties);

#endif
