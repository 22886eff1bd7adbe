/* Whole texts of games: read, recorded and answered. */
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

/* "B 3 4", of a move that is not a pass. `text` holds at least QI_GO_LONGEST_LINE bytes. */
const char *qi_go_move_text(qi_move move, uint32_t columns, char *text);

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

#endif
