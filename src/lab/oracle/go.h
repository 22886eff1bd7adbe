/*
 * The oracle of Go: flood fill for liberties, and every whole position of the game kept and
 * compared byte by byte for repetition.
 *
 * It is written from the rules alone and shares no code with the engine in src/go, so that the two
 * can be compared.
 */
#ifndef QI_LAB_ORACLE_GO_H
#define QI_LAB_ORACLE_GO_H

#include "base/buffer.h"

#include <qi/base.h>

typedef enum qi_oracle_go_ko {
    QI_ORACLE_GO_POSITIONAL,  /* no earlier position may come again */
    QI_ORACLE_GO_SITUATIONAL, /* no earlier position may come again after a move of the same
                                 colour; the start counts as standing after a move of White */
    QI_ORACLE_GO_SIMPLE,      /* the position before the last move may not come again */
    QI_ORACLE_GO_FREE         /* any position may come again */
} qi_oracle_go_ko;

typedef enum qi_oracle_go_verdict {
    QI_ORACLE_GO_OK,
    QI_ORACLE_GO_OCCUPIED, /* the point holds a stone: "miss 1" */
    QI_ORACLE_GO_SUICIDE,  /* no capture, and the new stone's group has no liberty: "miss 2" */
    QI_ORACLE_GO_SUPERKO,  /* the position would repeat an earlier one: "miss 3" */
    QI_ORACLE_GO_OFF_BOARD
} qi_oracle_go_verdict;

typedef struct qi_oracle_go {
    uint32_t rows, columns;
    qi_oracle_go_ko ko;
    bool suicide_allowed; /* a group without liberties is then removed after the move */
    uint8_t *cells;       /* cells[row * columns + column] is a qi_colour; only to be read */
    qi_allocator memory;
    uint64_t tries; /* calls of qi_oracle_go_play so far */
    /* The positions so far: the start, then one after each accepted move. */
    uint8_t *history;
    uint8_t *movers;   /* who made each position */
    uint64_t *made_by; /* the number of the try that made each, from 1; 0 for the start */
    size_t positions;  /* one more than the accepted moves */
    size_t capacity[3];
    uint32_t *work; /* scratch of the flood fill */
    uint32_t mark;
} qi_oracle_go;

/* An empty board. False when there is no memory; end it in any case. */
bool qi_oracle_go_start(qi_oracle_go *game, uint32_t rows, uint32_t columns, qi_oracle_go_ko ko,
                        bool suicide_allowed, const qi_allocator *allocator);
void qi_oracle_go_end(qi_oracle_go *game);

typedef struct qi_oracle_go_move {
    qi_oracle_go_verdict verdict;
    uint32_t captured;     /* stones of the opponent it removes; set for a move refused for
                              repetition too */
    uint32_t own_removed;  /* own stones removed by an allowed suicide */
    size_t repeated;       /* QI_ORACLE_GO_SUPERKO: how many accepted moves had been played when
                              the position stood first (0: it is the start) */
    uint64_t repeated_try; /* the same, counting refused moves too */
    bool no_memory;        /* the history could not grow; nothing was played */
} qi_oracle_go_move;

/* Plays a stone, or refuses it: a refused move changes nothing but `tries`. */
qi_oracle_go_move qi_oracle_go_play(qi_oracle_go *game, qi_colour colour, qi_point point);
/* The same question, without playing; `tries` stays. */
qi_oracle_go_move qi_oracle_go_judge(qi_oracle_go *game, qi_colour colour, qi_point point);

/* Takes the last accepted move back; false at the start. */
bool qi_oracle_go_undo(qi_oracle_go *game);

/* The size of the group at a point (0 without a stone); `liberties`, when not NULL, gets the
 * number of distinct empty points next to it. */
uint32_t qi_oracle_go_group(qi_oracle_go *game, qi_point point, uint32_t *liberties);

/* Answers the problem's input, for boards of a given size, using the memory of the output. False if
 * the text is not a valid input or there is no memory. */
bool qi_oracle_go_answer(const char *text, size_t length, uint32_t rows, uint32_t columns,
                         qi_buffer *output);

#endif
