/* Whole texts of games, the problem's and SGF: read, recorded and answered. */
#ifndef QI_GO_GAMES_H
#define QI_GO_GAMES_H

#include <qi/go.h>

/* ---- judging an output -------------------------------------------------------------------- */

/* Makes the record's game the next one of an input; the source of an entry is its line there.
 * QI_STOPPED: there are no more games. */
typedef qi_result qi_go_next_game(void *context, qi_go_record *record);

/* qi_go_check, for games that need not be read from a text. */
qi_result qi_go_check_games(qi_go_next_game *next, void *context, const char *output, size_t length,
                            uint32_t rows, uint32_t columns, const qi_go_rules *rules,
                            const qi_allocator *allocator, qi_go_report *report);

#endif
