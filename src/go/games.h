/* Whole texts of games, the problem's and SGF: read, recorded and answered. */
#ifndef QI_GO_GAMES_H
#define QI_GO_GAMES_H

#include <qi/go.h>
#include <qi/go_record.h>

/* ---- judging a program's output ------------------------------------------------------------- */

/* A fault of an output. */
typedef enum qi_go_fault {
    QI_GO_CORRECT = 0,
    QI_GO_WRONG_REASON,  /* a refused move: the line does not say the right "miss" */
    QI_GO_WRONG_ROW,     /* the line is not the right row of the final board */
    QI_GO_ENDS_TOO_SOON, /* the output ends before this line */
    QI_GO_TEXT_AFTER_END /* there is text after the last board */
} qi_go_fault;

/* The first wrong line of an output, or that all of it is right. */
typedef struct qi_go_report {
    qi_go_fault fault;
    uint64_t line;  /* of the output, from 1; 0 when it is correct */
    uint64_t moves; /* of all games, before the line in question */
    uint64_t game;  /* from 1; when it is correct, the number of games */
    uint64_t move;  /* the refused move that the line should report, from 1 within its game; 0 if it
                       should be a row or the end */
    uint64_t input_line; /* of that move */
    qi_move what;        /* that move */
    qi_go_verdict verdict;
    uint64_t repeated_line; /* QI_GO_SUPERKO: the input's line of the move whose position would come
                               back; 0 for the empty board */
    uint32_t row;           /* of the board, from 1; else 0 */
    uint32_t column;        /* the first one that differs in a row, from 1; else 0 */
    uint32_t columns;       /* of the board */
    char expected[64];      /* the right line, without its end; "" at the end of the output */
    char found[96];         /* the line that is there, cut if it is long */
} qi_go_report;

/* Compares an output with what a replay of `input` gives. Lines may end with blanks and "\r", the
 * last one may lack its newline, and blank lines may follow. QI_BAD_TEXT: the input is malformed,
 * `error` says how. */
qi_result qi_go_check(const char *input, size_t input_length, const char *output,
                      size_t output_length, uint32_t rows, uint32_t columns,
                      const qi_go_rules *rules, const qi_allocator *allocator, qi_go_report *report,
                      qi_text_error *error);

/* What a report means, in one sentence. */
qi_message qi_go_explain_message(const qi_go_report *report);

/* Makes the record's game the next one of an input; the source of an entry is its line there.
 * QI_STOPPED: there are no more games. */
typedef qi_result qi_go_next_game(void *context, qi_go_record *record);

/* qi_go_check, for games that need not be read from a text. */
qi_result qi_go_check_games(qi_go_next_game *next, void *context, const char *output, size_t length,
                            uint32_t rows, uint32_t columns, const qi_go_rules *rules,
                            const qi_allocator *allocator, qi_go_report *report);

/* Back to the empty board and an empty history, keeping the memory for the next game: constant
 * time for a board of a given size, however long the game was. */
void qi_go_clear(qi_go *game);

/* The number of stones of a colour on the board. O(points). */
uint32_t qi_go_stones(const qi_go *game, qi_colour colour);

/* A 64-bit hash of the stones on the board: equal positions of boards of equal size have equal
 * hashes, on every machine; 0 for the empty board. */
uint64_t qi_go_hash(const qi_go *game);

/* The size of the history. It grows in proportion to the number of steps. */
typedef struct qi_go_memory {
    uint32_t positions; /* remembered, the present one included */
    uint64_t used;      /* bytes that hold them */
    uint64_t held;      /* bytes taken from the allocator for the whole game */
} qi_go_memory;

qi_go_memory qi_go_measure_memory(const qi_go *game);

/* ---- replaying ---------------------------------------------------------------------------- */

/* A move of a list that was refused. */
typedef struct qi_go_refusal {
    size_t index; /* in the list, from 0 */
    qi_move move;
    qi_go_verdict verdict;
    uint32_t repeated; /* QI_GO_SUPERKO: the step whose position would come back; else UINT32_MAX */
} qi_go_refusal;

/* Gets every refused move in order. Returning false ends the replay with QI_STOPPED. */
typedef bool qi_go_refused(void *context, const qi_go_refusal *refusal);

/* Plays `count` moves from where the game stands, ignoring those that are refused; `refused` may be
 * NULL. Passes are passed. QI_NO_MEMORY, QI_STOPPED: the moves up to there were played. */
qi_result qi_go_replay(qi_go *game, const qi_move *moves, size_t count, qi_go_refused *refused,
                       void *context);

#endif
