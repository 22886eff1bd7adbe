/* Whole texts of games: read, replayed and answered. Only the answer is part of the freestanding
 * core. */
#ifndef QI_GO_GAMES_H
#define QI_GO_GAMES_H

#include <qi/go.h>

/* ---- reading ------------------------------------------------------------------------------ */

/* Reads from a copy of the reader to the end of the text, to know whether it is well-formed. */
qi_result qi_go_look_through(qi_go_reader reader, const qi_allocator *allocator, qi_go_moves *moves,
                             qi_text_error *error);

/* The first `count` moves, judged, instead of what the record held; their sources are their lines,
 * if these were kept. QI_NO_MEMORY. */
qi_result qi_go_record_moves(qi_go_record *record, const qi_go_moves *moves, size_t count);

/* All games of a text. */
typedef struct qi_go_games {
    qi_go_moves *records;
    size_t count;
} qi_go_games;

/* Reads all games of a text; `lines` asks for the line of every move. Nothing is kept on failure.
 */
qi_result qi_go_read_games(const char *text, size_t length, uint32_t rows, uint32_t columns,
                           bool lines, qi_go_games *games, qi_text_error *error);
void qi_go_free_games(qi_go_games *games);

/* ---- replaying ---------------------------------------------------------------------------- */

/* The moves of one replay that were refused; all zero at first. */
typedef struct qi_go_refusals {
    qi_go_refusal *list;
    size_t count, capacity;
} qi_go_refusals;

void qi_go_free_refusals(qi_go_refusals *refusals);

/* Clears the board and plays the first `count` moves of a record. */
qi_result qi_go_replay_record(qi_go *game, const qi_go_moves *record, size_t count,
                              qi_go_refusals *refusals);

/* "B 3 4". `text` holds at least QI_GO_LONGEST_LINE bytes. */
const char *qi_go_move_text(qi_go_move move, uint32_t columns, char *text);

/* The reason of a refusal in words; for a repetition it names the line of the earlier move, so the
 * record must have its lines. */
void qi_go_reason_text(const qi_go_moves *record, const qi_go_refusals *refusals,
                       const qi_go_refusal *refusal, char *text, size_t size);

/* ---- the problem's answer ----------------------------------------------------------------- */

/* Replays a text with `game`'s board and rules and writes the output that the problem asks for: for
 * each game a line for every refused move, then the final board. Nothing is written before the
 * whole text is known to be well-formed. QI_STOPPED when the sink returned false. */
qi_result qi_go_answer(qi_go *game, const char *text, size_t length, const qi_allocator *allocator,
                       qi_sink *sink, void *context, qi_text_error *error);

#endif
