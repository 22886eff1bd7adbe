/*
 * qi/nogo.h - NoGo (不围棋).
 *
 * Black and White take turns to put a stone on an empty point. Stones of one colour that touch
 * along the lines form a group; the empty points next to a group are its liberties. No move may
 * leave any group, of either colour, without a liberty. A player without a legal move loses.
 *
 * A qi_nogo is one position: a board of any size up to QI_NOGO_MAX_SIDE on a side and the colour
 * to move. It takes 5 bytes per point.
 *
 *     qi_nogo *position;
 *     if (qi_nogo_new(9, 9, NULL, &position) == QI_OK) {
 *         qi_nogo_play(position, QI_BLACK, qi_nogo_point(position, 4, 4), NULL);
 *         qi_nogo_free(position);
 *     }
 */
#ifndef QI_NOGO_H
#define QI_NOGO_H

#include <qi/base.h>

#ifdef __cplusplus
extern "C" {
#endif

#define QI_NOGO_MAX_SIDE 20000U
#define QI_NOGO_SEARCH_MAX_SIDE 25U /* for searches, networks, batches and pools */

typedef struct qi_nogo qi_nogo;

/* ---- making positions --------------------------------------------------------------------- */

/* An empty board, Black to move. QI_BAD_ARGUMENT unless 1 <= rows, columns <=
 * QI_NOGO_MAX_SIDE. */
QI_API qi_result qi_nogo_new(uint32_t rows, uint32_t columns, const qi_allocator *allocator,
                             qi_nogo **position);

/* How to read a board; flags may be or-ed together. */
enum {
    QI_NOGO_HOLES = 1,    /* accept '#', a point that is not part of the board */
    QI_NOGO_ANY_COUNT = 2 /* accept unequal numbers of stones (the caller sets who moves) */
};

/* Reads the problem's text: "n" or "rows columns" on the first line, then one line per row of 'X'
 * (Black), 'O' (White) and '.' (empty); "\r\n" and a missing last newline are accepted, blank
 * lines after the board too. Black is to move.
 * QI_BAD_TEXT: `error` (which may be NULL) says where and why; among the reasons are a group
 * without a liberty and, without QI_NOGO_ANY_COUNT, unequal numbers of stones. */
QI_API qi_result qi_nogo_parse(const char *text, size_t length, unsigned flags,
                               const qi_allocator *allocator, qi_nogo **position,
                               qi_text_error *error);

/* An independent copy. QI_NO_MEMORY. */
QI_API qi_result qi_nogo_copy(const qi_nogo *position, const qi_allocator *allocator,
                              qi_nogo **copy);

/* Frees a position; NULL is allowed. */
QI_API void qi_nogo_free(qi_nogo *position);

/* Changes the position without a move: puts stones, removes them, makes holes as 'hollow' boards
 * have them; afterwards `to_move` moves, also when `count` is 0. When a point is named twice the
 * last one counts. QI_BAD_ARGUMENT (nothing was changed): a point off the board, an invalid colour,
 * or a group left without liberties; `wrong`, when not NULL, gets the point in question, which for
 * a group is its first stone in reading order, and QI_NO_POINT if `to_move` is not a player.
 * QI_NO_MEMORY: nothing was changed. O(points). */
QI_API qi_result qi_nogo_set_up(qi_nogo *position, const qi_stone *stones, size_t count,
                                qi_colour to_move, qi_point *wrong);

/* Writes the position as the text that qi_nogo_parse reads ("rows columns" only where they differ,
 * '#' for holes; see "Writers" in qi/base.h). The text does not say who is to move. */
QI_API size_t qi_nogo_write(const qi_nogo *position, char *text, size_t capacity);

/* A position in one line, much as FEN has those of chess: "x.o/3/._.:o".
 *
 *   - The rows from the top, with '/' between them. A row has 'x' for Black, 'o' for White, '_' for
 *     a hole, and '.' or a number for one or more empty points.
 *   - ':' and the side to move, 'x' or 'o'.
 *
 * The line holds all that a position consists of, for boards of any size. A shell needs no quotes
 * around it. */

/* Reads such a line; white space may follow it. QI_BAD_TEXT: `error` (which may be NULL) says at
 * which column and why, as qi_nogo_parse does. */
QI_API qi_result qi_nogo_parse_line(const char *text, size_t length, const qi_allocator *allocator,
                                    qi_nogo **position, qi_text_error *error);

/* Writes the position as such a line without a line end; two or more empty points become a number.
 * The longest line of a board with r rows and c columns has r * (c + 1) + 1 characters. */
QI_API size_t qi_nogo_write_line(const qi_nogo *position, char *text, size_t capacity);

/* ---- asking ------------------------------------------------------------------------------- */

/* The size of the board. */
QI_API uint32_t qi_nogo_rows(const qi_nogo *position);
QI_API uint32_t qi_nogo_columns(const qi_nogo *position);

/* The point in a row and a column, both from 0; QI_NO_POINT when off the board. */
QI_API qi_point qi_nogo_point(const qi_nogo *position, uint32_t row, uint32_t column);

/* The state of a point; QI_WALL for a hole or a point off the board. */
QI_API qi_colour qi_nogo_at(const qi_nogo *position, qi_point point);

/* The known outcome of a game for one side: the colour to move unless said otherwise. */
typedef enum qi_nogo_outcome {
    QI_NOGO_LOST = -1,   /* proved: the opponent wins whatever it plays */
    QI_NOGO_UNKNOWN = 0, /* not proved yet */
    QI_NOGO_WON = 1      /* proved: it wins with best play */
} qi_nogo_outcome;

/* The states of all points in reading order, a byte each: rows * columns of them. */
QI_API void qi_nogo_points(const qi_nogo *position, uint8_t *states);

/* The colour to move. qi_nogo_set_up changes it. */
QI_API qi_colour qi_nogo_to_move(const qi_nogo *position);

/* Why a move is legal or not. */
typedef enum qi_nogo_verdict {
    QI_NOGO_LEGAL = 0, /* the move is allowed */
    QI_NOGO_OFF_BOARD, /* the point is outside the board or a hole */
    QI_NOGO_OCCUPIED,  /* the point holds a stone */
    QI_NOGO_CAPTURE,   /* it would take the last liberty of a group of the opponent */
    QI_NOGO_SUICIDE,   /* the new stone and the groups it joins would have no liberty */
    /* Only in qi/nogo_record.h: */
    QI_NOGO_CENTRE /* this game's rules forbid the centre as the first move */
} qi_nogo_verdict;

/* One English phrase for a verdict, e.g. "the point is occupied". */
QI_API const char *qi_nogo_verdict_text(qi_nogo_verdict verdict);

/* Whether `colour` may play at `point`, to move or not. `group`, when not NULL, gets a stone of
 * the group that would be left without liberties (QI_NOGO_CAPTURE: a stone of the opponent's next
 * to the point; QI_NOGO_SUICIDE: the point itself), else QI_NO_POINT. Constant time, apart from a
 * step or two to find each group. */
QI_API qi_nogo_verdict qi_nogo_judge(const qi_nogo *position, qi_colour colour, qi_point point,
                                     qi_point *group);

/* Writes the legal points of a colour in reading order, at most `capacity` of them, and returns
 * how many there are in all. `points` may be NULL when capacity is 0. */
QI_API size_t qi_nogo_legal(const qi_nogo *position, qi_colour colour, qi_point *points,
                            size_t capacity);

/* The stone that represents the group of a stone: two stones have the same one exactly if they are
 * in the same group. It changes as groups grow. QI_NO_POINT for a point without a stone. */
QI_API qi_point qi_nogo_group(const qi_nogo *position, qi_point point);

/* Counts the stones and liberties of the group at `point`; both 0 when there is no stone. When
 * `stones` or `liberties` is not NULL it gets up to `capacity` points, in no particular order.
 * Walks the group. */
QI_API qi_group_size qi_nogo_measure_group(const qi_nogo *position, qi_point point,
                                           qi_point *stones, qi_point *liberties, size_t capacity);

/* ---- playing ------------------------------------------------------------------------------ */

/* Plays a stone of `colour` if that is legal; the other colour is then to move. On any other
 * verdict nothing changes and `group` is as in qi_nogo_judge. */
QI_API qi_nogo_verdict qi_nogo_play(qi_nogo *position, qi_colour colour, qi_point point,
                                    qi_point *group);

/* How to choose moves when a game is played to its end. */
typedef enum qi_nogo_policy {
    QI_NOGO_FIRST, /* the first legal point in reading order */
    QI_NOGO_RANDOM /* uniformly among the legal points, each step independent */
} qi_nogo_policy;

/* Gets the moves of a game in order, in batches; the colours alternate over all batches. The
 * position must not be used meanwhile. Returning false ends the simulation with QI_STOPPED. */
typedef bool qi_nogo_sink(void *context, const qi_point *moves, size_t count);

/* Plays the game from the present position to its end, and passes every move to `sink` (which may
 * be NULL). Afterwards the colour to move has no legal move: it has lost. The game is the same for
 * the same position, policy and seed on every machine. O(points) time; QI_NOGO_RANDOM takes up to 9
 * more bytes per point while it runs. QI_NO_MEMORY: nothing was played. */
QI_API qi_result qi_nogo_simulate(qi_nogo *position, qi_nogo_policy policy, uint64_t seed,
                                  qi_nogo_sink *sink, void *context);

#ifdef __cplusplus
}
#endif
#endif
