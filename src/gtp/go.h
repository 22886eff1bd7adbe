/* The record of a game of Go behind GTP: where it began, its moves, and the board. */
#ifndef QI_GTP_GO_H
#define QI_GTP_GO_H

#include "gtp/game.h"

typedef struct qi_gtp_go_record {
    const qi_allocator *allocator;
    qi_go_rules rules;
    qi_go *board;
    qi_gtp_start start;
    qi_gtp_move *moves;
    size_t count, capacity;
    /* Whose turn it is after so many moves, when it need not be the opponent of who moved last. */
    qi_colour turn; /* QI_EMPTY: always is */
    size_t turn_count;
} qi_gtp_go_record;

void qi_gtp_go_clean(qi_gtp_go_record *record);
/* Each gives NULL when done, else why not. */
const char *qi_gtp_go_begin(qi_gtp_go_record *record, const qi_gtp_start *start);
const char *qi_gtp_go_play(qi_gtp_go_record *record, qi_gtp_move move);
/* Takes moves back until there are `count`. */
void qi_gtp_go_undo(qi_gtp_go_record *record, size_t count);
/* Why a move is illegal, or NULL. */
const char *qi_gtp_go_reason(const qi_gtp_go_record *record, qi_go_verdict verdict);
qi_colour qi_gtp_go_to_move(const qi_gtp_go_record *record);

/* What a file tells beside the moves. */
typedef struct qi_gtp_go_header {
    bool has_komi; /* else the file tells none */
    double komi;
    uint32_t handicap; /* 0: none */
} qi_gtp_go_header;

/* Reads the main line of the first game of a text, up to `most` moves, into a record that has its
 * allocator and rules; false when it cannot, and the reply is an error. */
bool qi_gtp_go_load(qi_gtp_go_record *record, qi_gtp *session, const char *path, const char *text,
                    size_t length, size_t most, qi_gtp_go_header *header);
/* Writes the game; `result` is for RE, or NULL. */
qi_result qi_gtp_go_write(const qi_gtp_go_record *record, const qi_gtp_go_header *header,
                          const char *result, qi_sink *sink, void *context);

#endif
