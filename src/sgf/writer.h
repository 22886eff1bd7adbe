/*
 * Writing game records.
 */
#ifndef QI_SGF_WRITER_H
#define QI_SGF_WRITER_H

#include <qi/sgf.h>

/* Writes one game, or several after each other, without variations. Start from
 * {.sink = ..., .context = ...}. `failed` is set when the sink returned false; then nothing more is
 * written. Lines are broken before nodes and values, never within a text. `columns` is the board's
 * in every call; no side may be above QI_SGF_MAX_SIDE. */
typedef struct qi_sgf_writer {
    qi_sink *sink;
    void *context;
    bool failed;
    uint32_t column; /* of the line being written */
} qi_sgf_writer;

/* Starts a game with its root: FF, GM, CA, AP, SZ and, unless NULL, RU. */
void qi_sgf_start_game(qi_sgf_writer *writer, uint32_t rows, uint32_t columns, const char *rules);

/* A property of the current node with one text; "]" and "\" in it are escaped. */
void qi_sgf_write_text(qi_sgf_writer *writer, const char *name, const char *text, size_t length);

/* A new node. */
void qi_sgf_start_node(qi_sgf_writer *writer);

enum { QI_SGF_REMOVED = 4 }; /* a point from which a stone is taken away */

/* AB, AW and AE of the current node: of `points`, rows * columns bytes, those that are QI_BLACK,
 * QI_WHITE and QI_SGF_REMOVED. */
void qi_sgf_write_setup(qi_sgf_writer *writer, const uint8_t *points, uint32_t rows,
                        uint32_t columns);

/* A new node with one move; QI_NO_POINT is a pass. */
void qi_sgf_write_move(qi_sgf_writer *writer, qi_colour colour, qi_point point, uint32_t columns);

/* Ends the game. */
void qi_sgf_close(qi_sgf_writer *writer);

#endif
