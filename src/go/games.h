/* Whole texts of games, the problem's and SGF: read, recorded and answered. */
#ifndef QI_GO_GAMES_H
#define QI_GO_GAMES_H

#include <qi/go.h>
#include <qi/sgf.h>

/* ---- reading ------------------------------------------------------------------------------ */

/* Reads from a copy of the reader to the end of the text, to know whether it is well-formed. */
qi_result qi_go_look_through(qi_go_reader reader, const qi_allocator *allocator, qi_go_moves *moves,
                             qi_text_error *error);

/* The first `count` moves, judged, instead of what the record held; their sources are their lines,
 * if these were kept. QI_NO_MEMORY. */
qi_result qi_go_record_moves(qi_go_record *record, const qi_go_moves *moves, size_t count);

/* ---- judging an output -------------------------------------------------------------------- */

/* Makes the record's game the next one of an input; the source of an entry is its line there.
 * QI_STOPPED: there are no more games. */
typedef qi_result qi_go_next_game(void *context, qi_go_record *record);

/* qi_go_check, for games that need not be read from a text. */
qi_result qi_go_check_games(qi_go_next_game *next, void *context, const char *output, size_t length,
                            uint32_t rows, uint32_t columns, const qi_go_rules *rules,
                            const qi_allocator *allocator, qi_go_report *report);

/* ---- the problem's answer ----------------------------------------------------------------- */

/* Replays a text with `game`'s board and rules and writes the output that the problem asks for: for
 * each game a line for every refused move, then the final board. Nothing is written before the
 * whole text is known to be well-formed. QI_STOPPED when the sink returned false. */
qi_result qi_go_answer(qi_go *game, const char *text, size_t length, const qi_allocator *allocator,
                       qi_sink *sink, void *context, qi_text_error *error);

/* ---- SGF; not part of the freestanding core ----------------------------------------------- */

/* How a game is read. Set the first members, the rest to zero. */
typedef struct qi_go_sgf_reading {
    qi_go_record *record; /* of the board's size; what it held is dropped */
    const char *text;     /* that was parsed: the entries' sources are offsets in it */
    /* Told of values that are no points of the board, as in qi_sgf_player, or NULL. */
    void (*unread)(void *context, const qi_text_error *error);
    void *context;

    qi_colour turn; /* at the end, if PL or the next move says so; else QI_EMPTY */

    const qi_sgf *sgf;
    qi_text_error *error;
} qi_go_sgf_reading;

/* Replays the main line of a walk that was just started, at most `max_moves` moves, with exact
 * rules; refused moves are entries too. The stones that are set up between two moves are one entry.
 * QI_BAD_TEXT: a setup leaves a group without a liberty, or there is a value that is no point and
 * nobody to tell; the record holds the game before it. QI_STOPPED: there are more moves. */
qi_result qi_go_read_sgf(qi_go_sgf_reading *reading, qi_sgf_walk *walk, size_t max_moves,
                         qi_text_error *error);

/* Writes a record of moves as SGF: those that were played, and the refused ones as comments where
 * they were tried. */
void qi_go_write_sgf(qi_sgf_writer *writer, const qi_go_record *record);

#endif
