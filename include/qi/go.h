/*
 * qi/go.h - Go (围棋): replay of moves with exact rules.
 *
 * A move puts a stone on an empty point. Groups of the opponent that have no liberty then are
 * captured; if the new stone's own group still has none, the move is suicide. By default suicide is
 * forbidden, and so is every move after which the whole board looks as it did at any earlier time
 * (positional superko), however long ago. Both are options.
 *
 * A qi_go is one game: a board, and everything that happened on it. Every position is remembered
 * and compared exactly: a hash finds candidates, but stones decide. A move is remembered as what it
 * changed, in about 20 bytes, so a game may have as many moves as fit in
 * memory, at most 4,294,967,294. Any move can be taken back.
 *
 *     qi_go *game;
 *     if (qi_go_new(19, 19, NULL, NULL, &game) == QI_OK) {
 *         qi_go_play(game, QI_BLACK, qi_go_point(game, 3, 15), NULL, NULL);
 *         qi_go_free(game);
 *     }
 *
 * Steps. The position at the start is step 0; every move, pass and setup that is carried out adds
 * one. Refused moves are not steps.
 *
 * Colours. Any colour may play at any time; turns are not enforced.
 *
 * Threads. A function that takes a const qi_go writes nothing into it: any number of threads may
 * ask about one game at once, as long as none changes it.
 */
#ifndef QI_GO_H
#define QI_GO_H

#include <qi/base.h>

#ifdef __cplusplus
extern "C" {
#endif

#define QI_GO_MAX_SIDE 52U

typedef struct qi_go qi_go;

/* ---- making games ------------------------------------------------------------------------- */

/* Which repetitions are forbidden. */
typedef enum qi_go_repetition {
    QI_GO_POSITIONAL = 0, /* no earlier position may come back */
    QI_GO_SITUATIONAL,    /* no earlier position may come back with the same player to move */
    QI_GO_SIMPLE_KO,      /* the position before the last step may not come back */
    QI_GO_FREE            /* everything may repeat */
} qi_go_repetition;

/* All zero is the default: positional superko, suicide forbidden. */
typedef struct qi_go_rules {
    qi_go_repetition repetition;
    bool suicide; /* suicide is legal: it removes the player's own group */
} qi_go_rules;

/* An empty board. `rules` may be NULL for the default. QI_BAD_ARGUMENT unless 1 <= rows, columns
 * <= QI_GO_MAX_SIDE. Free with qi_go_free. */
QI_API qi_result qi_go_new(uint32_t rows, uint32_t columns, const qi_go_rules *rules,
                           const qi_allocator *allocator, qi_go **game);

/* An independent copy, history included. QI_NO_MEMORY. */
QI_API qi_result qi_go_copy(const qi_go *game, const qi_allocator *allocator, qi_go **copy);

/* Frees a game; NULL is allowed. */
QI_API void qi_go_free(qi_go *game);

/* ---- asking ------------------------------------------------------------------------------- */

/* The size of the board. */
QI_API uint32_t qi_go_rows(const qi_go *game);
QI_API uint32_t qi_go_columns(const qi_go *game);

/* The point in a row and a column, both from 0; QI_NO_POINT when off the board. */
QI_API qi_point qi_go_point(const qi_go *game, uint32_t row, uint32_t column);

/* The state of a point; QI_WALL for a point off the board. */
QI_API qi_colour qi_go_at(const qi_go *game, qi_point point);

/* The opponent of the player who moved or passed last; Black at the start; after a setup what
 * qi_go_set_up said. This is the player that situational superko means. */
QI_API qi_colour qi_go_to_move(const qi_go *game);

/* How many stones `colour` has captured (its opponent's suicides included). */
QI_API uint64_t qi_go_captures(const qi_go *game, qi_colour colour);

/* The stone that represents the group of a stone: two stones have the same one exactly if they are
 * in the same group. It changes as groups grow. QI_NO_POINT for a point without a stone. */
QI_API qi_point qi_go_group(const qi_go *game, qi_point point);

/* Counts the stones and liberties of the group at `point`; both 0 when there is no stone. When
 * `stones` or `liberties` is not NULL it gets up to `capacity` points, in no particular order.
 * Walks the group. */
QI_API qi_group_size qi_go_measure_group(const qi_go *game, qi_point point, qi_point *stones,
                                         qi_point *liberties, size_t capacity);

/* ---- playing ------------------------------------------------------------------------------ */

/* The verdict on a move. The reasons are checked in this order; 1 to 3 are the numbers that the
 * problem's text gives them. */
typedef enum qi_go_verdict {
    QI_GO_OK = 0,       /* it is legal (judge), it was played (play) */
    QI_GO_OCCUPIED = 1, /* the point holds a stone */
    QI_GO_SUICIDE = 2,  /* the new stone's group would have no liberty, and nothing is captured */
    QI_GO_SUPERKO = 3,  /* a forbidden repetition, by whatever rule is in force */
    QI_GO_OFF_BOARD = 4 /* no such point, or a colour that is neither Black nor White */
} qi_go_verdict;

/* One English phrase for a verdict, e.g. "the point is occupied". */
QI_API const char *qi_go_verdict_text(qi_go_verdict verdict);

/* Whether `colour` may play at `point`. `repeated`, when not NULL, gets the first step after which
 * the board was the same for QI_GO_SUPERKO, and else UINT32_MAX. */
QI_API qi_go_verdict qi_go_judge(const qi_go *game, qi_colour colour, qi_point point,
                                 uint32_t *repeated);

/* Plays a stone of `colour` if that is legal.
 * QI_BAD_ARGUMENT: it is not. QI_NO_MEMORY: it is, but the history cannot grow. Nothing was changed
 * then. `verdict` and `repeated`, which may be NULL, get what qi_go_judge says, whatever the
 * result. */
QI_API qi_result qi_go_play(qi_go *game, qi_colour colour, qi_point point, qi_go_verdict *verdict,
                            uint32_t *repeated);

/* Passes; always legal. QI_NO_MEMORY: nothing was changed. */
QI_API qi_result qi_go_pass(qi_go *game, qi_colour colour);

/* Changes the board without a move, as one step that can be taken back; afterwards `to_move` moves.
 * The new position counts as an earlier position like any other. When a point is named twice the
 * last one counts. QI_BAD_ARGUMENT (nothing was changed): a point off the board, a colour that is
 * none of QI_EMPTY, QI_BLACK and QI_WHITE, or a group left without liberties; `wrong`, when not
 * NULL, gets the point in question. QI_NO_MEMORY: nothing was changed. */
QI_API qi_result qi_go_set_up(qi_go *game, const qi_stone *stones, size_t count, qi_colour to_move,
                              qi_point *wrong);

/* Takes the last step back. False at step 0. Needs no memory. */
QI_API bool qi_go_undo(qi_go *game);

/* Writes the legal points of a colour in reading order, at most `capacity` of them, and returns
 * how many there are in all. `points` may be NULL when capacity is 0. */
QI_API size_t qi_go_legal(const qi_go *game, qi_colour colour, qi_point *points, size_t capacity);

/* ---- looking back ------------------------------------------------------------------------- */

/* How many steps were made; also the number of the last one. */
QI_API uint32_t qi_go_steps(const qi_go *game);

/* The kind of a step. */
typedef enum qi_go_step_kind { QI_GO_MOVE, QI_GO_PASS, QI_GO_SETUP } qi_go_step_kind;

typedef struct qi_go_step {
    qi_go_step_kind kind;
    qi_move move;      /* of a setup: QI_NO_POINT and the opponent of who is to move */
    uint32_t captured; /* stones removed from the board; for a setup, points changed */
} qi_go_step;

/* Describes step `number`, from 1. QI_BAD_ARGUMENT if there is no such step. `changed`, if not
 * NULL, gets up to `capacity` of the points counted by `captured`. The last steps take constant
 * time, others O(points). */
QI_API qi_result qi_go_step_at(const qi_go *game, uint32_t number, qi_go_step *step,
                               qi_point *changed, size_t capacity);

/* ---- writing ------------------------------------------------------------------------------ */

/* Writes one line per row of 'B', 'W' and '.', each ended by a newline: rows * (columns + 1) bytes
 * in all (see "Writers" in qi/base.h). */
QI_API size_t qi_go_write_board(const qi_go *game, char *text, size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
