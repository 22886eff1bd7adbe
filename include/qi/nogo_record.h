/*
 * qi/nogo_record.h - a game of NoGo that is being played: where it began, its moves, its result.
 *
 * A qi_nogo_record has a starting position, moves, and a place among them: the position after so
 * many of the moves. Moves can be taken back and played again; a new move replaces what followed.
 * It is read from and written as SGF.
 *
 *     qi_nogo_record *record;
 *     if (qi_nogo_record_new(start, NULL, &record) == QI_OK) {
 *         qi_nogo_record_play(record, QI_BLACK, 40, NULL, NULL);
 *         qi_nogo_record_seek(record, 0);
 *         qi_nogo_record_write(record, sink, NULL);
 *         qi_nogo_record_free(record);
 *     }
 *
 * Colours. Whoever played before, `colour` plays now; nothing asks for turns. To move is the
 * opponent of who moved last, at the start who the starting position says.
 *
 * Results. A game is over when the colour to move has no legal move: it has lost. In SGF that is
 * RE[B+] or RE[W+], a win without a score; a resignation is RE[B+R], a loss on time RE[B+T], and
 * an illegal move, a pass or a crash RE[B+F].
 */
#ifndef QI_NOGO_RECORD_H
#define QI_NOGO_RECORD_H

#include <qi/nogo.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qi_nogo_record qi_nogo_record;

/* ---- making records ----------------------------------------------------------------------- */

/* A game that begins at `start`, which is copied. QI_NO_MEMORY. */
QI_API qi_result qi_nogo_record_new(const qi_nogo *start, const qi_allocator *allocator,
                                    qi_nogo_record **record);

/* Frees a record; NULL is allowed. */
QI_API void qi_nogo_record_free(qi_nogo_record *record);

/* Starts over from another position, which is copied: moves and result are forgotten, names and
 * comment stay. QI_NO_MEMORY: nothing was changed. */
QI_API qi_result qi_nogo_record_restart(qi_nogo_record *record, const qi_nogo *start);

/* ---- moves -------------------------------------------------------------------------------- */

/* The position where the game began, and the one at the present place. They are the record's. */
QI_API const qi_nogo *qi_nogo_record_start(const qi_nogo_record *record);
QI_API const qi_nogo *qi_nogo_record_position(const qi_nogo_record *record);

/* The number of moves, and how many of them lead to the present place. */
QI_API size_t qi_nogo_record_count(const qi_nogo_record *record);
QI_API size_t qi_nogo_record_place(const qi_nogo_record *record);

/* The qi_nogo_record_count moves; NULL if that is 0. Valid until the record changes. */
QI_API const qi_move *qi_nogo_record_moves(const qi_nogo_record *record);

/* qi_nogo_judge for the present place; also knows whether the centre is forbidden. */
QI_API qi_nogo_verdict qi_nogo_record_judge(const qi_nogo_record *record, qi_colour colour,
                                            qi_point point, qi_point *group);

/* Plays at the present place if that is legal; what followed and a result that was set are
 * forgotten. QI_BAD_ARGUMENT: it is not legal. QI_NO_MEMORY. Nothing was changed then. `verdict`
 * and `group`, which may be NULL, get what qi_nogo_record_judge says, whatever the result. */
QI_API qi_result qi_nogo_record_play(qi_nogo_record *record, qi_colour colour, qi_point point,
                                     qi_nogo_verdict *verdict, qi_point *group);

/* Goes to the place after the first `place` moves, or after the last if there are fewer.
 * Takes time in proportion to the moves between. */
QI_API void qi_nogo_record_seek(qi_nogo_record *record, size_t place);

/* Forgets the moves after the present place, and a result that was set if there were any. */
QI_API void qi_nogo_record_cut(qi_nogo_record *record);

/* ---- the result --------------------------------------------------------------------------- */

/* How a game ended. */
typedef enum qi_nogo_end {
    QI_NOGO_NOT_OVER = 0,
    QI_NOGO_BY_NO_MOVE,     /* the loser is to move and has no legal move */
    QI_NOGO_BY_RESIGNATION, /* the loser resigned */
    QI_NOGO_BY_TIME,        /* the loser's time was up */
    QI_NOGO_BY_FORFEIT,     /* the loser played an illegal move, passed or went away */
    QI_NOGO_BY_UNKNOWN      /* the record that was read does not say how */
} qi_nogo_end;

/* How the game ended after its last move, wherever the place is; `winner`, when not NULL, gets who
 * won, or QI_EMPTY. That the colour to move has no legal move counts before what was set. */
QI_API qi_nogo_end qi_nogo_record_result(const qi_nogo_record *record, qi_colour *winner);

/* Says how the game ended after its last move. QI_BAD_ARGUMENT: nobody won, or by
 * QI_NOGO_BY_NO_MOVE (the board says that). QI_NOGO_NOT_OVER clears it. */
QI_API qi_result qi_nogo_record_set_result(qi_nogo_record *record, qi_nogo_end end,
                                           qi_colour winner);

/* ---- names -------------------------------------------------------------------------------- */

/* A player's name, or for QI_EMPTY the comment on the game, in UTF-8; "" if absent. Valid until it
 * is set. */
QI_API const char *qi_nogo_record_name(const qi_nogo_record *record, qi_colour colour);

/* Sets it; the text is copied. QI_NO_MEMORY: the old text stays. QI_BAD_ARGUMENT: QI_WALL. */
QI_API qi_result qi_nogo_record_set_name(qi_nogo_record *record, qi_colour colour,
                                         const char *name);

/* ---- SGF ---------------------------------------------------------------------------------- */

/* Writes the whole game, wherever the place is: GM[1] and RU[NoGo], the names that are set, the
 * result (RE), the comment (GC), the stones of the starting position, PL[W] when White moves first,
 * and the moves. SGF has no holes: the comment's first line is then "hollow" and the holes, such as
 * "hollow D4 E5". QI_TOO_LARGE: a side is longer than QI_SGF_MAX_SIDE. QI_STOPPED: the sink
 * returned false. QI_NO_MEMORY. */
QI_API qi_result qi_nogo_record_write(const qi_nogo_record *record, qi_sink *sink, void *context);

/* Reads the main line of the first game of an SGF text, at most `max_moves` moves; the place is at
 * the end. A setup after moves counts as a new start. Who is to move at the start is what PL says,
 * else who moves first, else White after handicap stones and Black after none; where it ends before
 * a move because of `max_moves`, PL or that move says whose turn it is. Holes are read as they are
 * written. QI_BAD_TEXT: `error` (which may be NULL) says where and why. When it is only that a move
 * is illegal, `verdict` (which may be NULL) says why, and `*record` is the game before that move
 * all the same; otherwise `verdict` gets QI_NOGO_LEGAL and `*record` NULL. QI_NO_MEMORY. */
QI_API qi_result qi_nogo_record_parse(const char *text, size_t length, size_t max_moves,
                                      const qi_allocator *allocator, qi_nogo_record **record,
                                      qi_nogo_verdict *verdict, qi_text_error *error);

#ifdef __cplusplus
}
#endif
#endif
