/*
 * qi/go_record.h - games of Go with every move that was tried: records, the text of the problem,
 * SGF.
 *
 * This header may still change from one version to the next.
 */
#ifndef QI_GO_RECORD_H
#define QI_GO_RECORD_H

#include <qi/go.h>
#include <qi/sgf.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The rules that the game was made with. */
QI_API qi_go_rules qi_go_rules_of(const qi_go *game);

/* ---- records ------------------------------------------------------------------------------ */

/* A game with every move that was tried: a list of entries, and a place among them. The position is
 * the one after the first `place` entries, from an empty board. An entry is carried out and judged
 * when the place moves past it; one that is refused changes nothing. There are no variations:
 * entries are added at the end. */
typedef struct qi_go_record qi_go_record;

typedef struct qi_go_entry {
    qi_go_step_kind kind;
    qi_move move;          /* of a setup: QI_NO_POINT, and who is to move; QI_EMPTY: as before */
    uint32_t first, count; /* of a setup: its stones in qi_go_record_stones */
    qi_go_verdict verdict; /* of a setup: QI_GO_SUICIDE if a group would have no liberty */
    uint32_t repeated; /* QI_GO_SUPERKO: the step whose position would come back; else UINT32_MAX */
    uint32_t step;     /* the number of steps made, this entry included */
    uint64_t source;   /* the caller's: the line of a text, say */
} qi_go_entry;

/* An empty record. Fails as qi_go_new does. Free with qi_go_record_free. */
QI_API qi_result qi_go_record_new(uint32_t rows, uint32_t columns, const qi_go_rules *rules,
                                  const qi_allocator *allocator, qi_go_record **record);

/* Frees a record; NULL is allowed. */
QI_API void qi_go_record_free(qi_go_record *record);

/* Adds a move (QI_NO_POINT: a pass) after the last entry. The place stays. QI_NO_MEMORY: nothing
 * was changed; there may be fewer than 4,294,967,295 entries. */
QI_API qi_result qi_go_record_add(qi_go_record *record, qi_move move, uint64_t source);

/* Adds a setup, as in qi_go_set_up; `to_move` QI_EMPTY: whose turn it is stays. Without stones and
 * without a colour to move it changes nothing and is not a step. QI_BAD_ARGUMENT (a point off the
 * board, or no such colour), QI_NO_MEMORY: nothing was changed. */
QI_API qi_result qi_go_record_add_setup(qi_go_record *record, const qi_stone *stones,
                                        uint32_t count, qi_colour to_move, uint64_t source);

/* Moves the place, at most to the end. Takes time in proportion to the entries between. Going back
 * needs no memory. QI_NO_MEMORY: the place is before the first entry that found none. */
QI_API qi_result qi_go_record_seek(qi_go_record *record, size_t place);

/* Drops the entries from index `count` on, keeping the memory. The place moves there if it was
 * behind. Dropping all of them takes constant time. */
QI_API void qi_go_record_cut(qi_go_record *record, size_t count);

/* The position at the place. It is the record's, and changes with it. */
QI_API const qi_go *qi_go_record_position(const qi_go_record *record);

/* How many entries there are, and how many of them are before the place. */
QI_API size_t qi_go_record_count(const qi_go_record *record);
QI_API size_t qi_go_record_place(const qi_go_record *record);

/* The entries, and the stones of all setups. They stay where they are until one is added. */
QI_API const qi_go_entry *qi_go_record_entries(const qi_go_record *record);
QI_API const qi_stone *qi_go_record_stones(const qi_go_record *record);

/* The index of the entry that made a step (from 1 to that of the position). Constant time. */
QI_API size_t qi_go_record_index_of_step(const qi_go_record *record, uint32_t step);

/* ---- the problem's text ------------------------------------------------------------------- */

/* The text: the number of games on a line; for each game the number of its moves on a line, then
 * one line "B x y" or "W x y" per move, row x and column y from 1, the top left corner first.
 * Blank lines, blanks around words and "\r\n" are accepted, and so is a missing last newline. */

/* A reader of such a text. Only `games` is for the caller. */
typedef struct qi_go_reader {
    uint64_t games; /* as the text promises */
    uint64_t games_read;
    uint32_t rows, columns;
    bool keep_lines;
    const char *at, *end, *line_start;
    uint64_t line;
} qi_go_reader;

/* The moves of one game. All zero at first; may be read into again and again, and is freed with
 * qi_go_free_moves. */
typedef struct qi_go_moves {
    qi_move *list;
    uint64_t *lines; /* of each move, from 1; only when asked for, else NULL */
    size_t count;
    size_t capacity;
} qi_go_moves;

/* Starts reading a text for boards of the given size, which must stay where it is. `keep_lines`
 * asks for the line of every move. QI_BAD_TEXT: `error` (which may be NULL) says where and why. */
QI_API qi_result qi_go_read(qi_go_reader *reader, const char *text, size_t length, uint32_t rows,
                            uint32_t columns, bool keep_lines, qi_text_error *error);

/* Reads the next game into `moves`. QI_STOPPED when all games have been read and nothing but
 * white space follows; QI_BAD_TEXT when more follows, or anything else is wrong. */
QI_API qi_result qi_go_read_game(qi_go_reader *reader, const qi_allocator *allocator,
                                 qi_go_moves *moves, qi_text_error *error);

/* Frees the list and makes it all zero. `allocator` is the one that it was read with. */
QI_API void qi_go_free_moves(qi_go_moves *moves, const qi_allocator *allocator);

#define QI_GO_MOVE_CAPACITY 8U

/* Writes a move as the text does, but without a newline: "B 3 4". QI_GO_MOVE_CAPACITY bytes are
 * enough. The text has no passes: for a pass nothing is written. */
QI_API size_t qi_go_write_move(qi_move move, uint32_t columns, char *text, size_t capacity);

/* Reads from a copy of the reader to the end of the text, to know whether it is well-formed. */
QI_API qi_result qi_go_look_through(qi_go_reader reader, const qi_allocator *allocator,
                                    qi_go_moves *moves, qi_text_error *error);

/* The first `count` moves, judged, instead of what the record held; their sources are their lines,
 * if these were kept. QI_NO_MEMORY. */
QI_API qi_result qi_go_record_moves(qi_go_record *record, const qi_go_moves *moves, size_t count);

/* Replays a text with `game`'s board and rules and writes the output that the problem asks for: for
 * each game a line for every refused move, then the final board. Nothing is written before the
 * whole text is known to be well-formed. QI_STOPPED when the sink returned false. */
QI_API qi_result qi_go_answer(qi_go *game, const char *text, size_t length,
                              const qi_allocator *allocator, qi_sink *sink, void *context,
                              qi_text_error *error);

/* ---- SGF ---------------------------------------------------------------------------------- */

/* How a game is read. Set the first members, the rest to zero. */
typedef struct qi_go_sgf_reading {
    qi_go_record *record; /* of the board's size; its entries are dropped */
    const char *text;     /* that was parsed: the entries' sources are offsets in it */
    /* Called for values that are no points of the board; after QI_SGF_MAX_ERRORS `error` is NULL.
     * If this is NULL such a value ends the reading. */
    void (*unread)(void *context, const qi_text_error *error);
    void *context;

    qi_colour turn; /* at the end, if PL or the next move says so; else QI_EMPTY */

    const qi_sgf *sgf;
    qi_text_error *error;
} qi_go_sgf_reading;

/* Replays the main line of a walk that was just started, at most `max_moves` moves, with exact
 * rules; refused moves are entries too. The stones that are set up between two moves are one entry.
 * QI_BAD_TEXT: a setup leaves a group without a liberty, or a value is no point and `unread` is
 * NULL; the record holds the game before it. QI_STOPPED: there are more moves. */
QI_API qi_result qi_go_read_sgf(qi_go_sgf_reading *reading, qi_sgf_walk *walk, size_t max_moves,
                                qi_text_error *error);

/* Writes a record as SGF: the moves that were played and the setups, and the refused ones as
 * comments where they were tried. QI_STOPPED: the sink returned false. */
QI_API qi_result qi_go_write_sgf(const qi_go_record *record, qi_sink *sink, void *context);

#ifdef __cplusplus
}
#endif
#endif
