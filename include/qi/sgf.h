/*
 * qi/sgf.h - game records: reading SGF, FF[4] and what older programs wrote.
 *
 * This header may still change from one version to the next.
 *
 * A text holds a collection of games, each a tree of nodes; a node has properties, a property has
 * values. Taking the first child again and again gives the main line: the game as played.
 *
 *     qi_sgf *sgf;
 *     qi_text_error error;
 *     if (qi_sgf_parse(text, length, NULL, &sgf, &error) == QI_OK) {
 *         qi_sgf_walk walk;
 *         qi_sgf_event event;
 *         if (qi_sgf_walk_start(sgf, qi_sgf_first_game(sgf), &walk, &error) == QI_OK)
 *             while (qi_sgf_walk_next(&walk, &event, &error) == QI_OK && event.kind != QI_SGF_END)
 *                 ...
 *         qi_sgf_free(sgf);
 *     }
 *
 * Only the form is checked here; whether a move is legal is for qi/go.h or qi/nogo.h to say. NoGo
 * has no game number of its own in SGF: a record of it is GM[1] with RU[NoGo].
 */
#ifndef QI_SGF_H
#define QI_SGF_H

#include <qi/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The letters a-z and A-Z name 52 lines. */
#define QI_SGF_MAX_SIDE 52U

/* ---- reading ------------------------------------------------------------------------------ */

typedef struct qi_sgf qi_sgf;

/* Reads a collection. The text is not copied: it must live as long as the qi_sgf. A byte order
 * mark and any text before the first "(;" (a mail's head, say) are skipped. Nothing recurses, so
 * variations may be nested to any depth; about 24 bytes per node and 24 per value are taken.
 * QI_BAD_TEXT: there is no complete game; `error` (which may be NULL) says where and why. After a
 * complete game nothing is an error: what cannot be read is left out, and qi_sgf_gap_at reports it.
 * QI_TOO_LARGE: the text has 4 GiB or more. */
QI_API qi_result qi_sgf_parse(const char *text, size_t length, const qi_allocator *allocator,
                              qi_sgf **sgf, qi_text_error *error);

/* Frees a collection; NULL is allowed. */
QI_API void qi_sgf_free(qi_sgf *sgf);

/* ---- the tree ----------------------------------------------------------------------------- */

typedef uint32_t qi_sgf_node;
#define QI_SGF_NO_NODE UINT32_MAX

/* The root of the first game; the root of the next game is its sibling. */
QI_API qi_sgf_node qi_sgf_first_game(const qi_sgf *sgf);

/* The first child, the next variation of the same parent, and the parent; QI_SGF_NO_NODE if
 * absent. */
QI_API qi_sgf_node qi_sgf_child(const qi_sgf *sgf, qi_sgf_node node);
QI_API qi_sgf_node qi_sgf_sibling(const qi_sgf *sgf, qi_sgf_node node);
QI_API qi_sgf_node qi_sgf_parent(const qi_sgf *sgf, qi_sgf_node node);

/* A piece of the text as it is: escapes and line breaks are still in it. */
typedef struct qi_sgf_value {
    const char *text;
    size_t length;
} qi_sgf_value;

/* The `index`-th value (from 0) of a node's property, e.g. ("AB", 2); false if absent.
 * Lower-case letters in property names are ignored, as in FF[1] to FF[3]: "Black" is "B". A name
 * without any capital counts as if it had capitals: "b" is "B". */
QI_API bool qi_sgf_find(const qi_sgf *sgf, qi_sgf_node node, const char *name, size_t index,
                        qi_sgf_value *value);

/* The `index`-th property (from 0) of a node in the order of the text, known or not: its name as
 * written and the number of its values. False if absent. */
QI_API bool qi_sgf_property(const qi_sgf *sgf, qi_sgf_node node, size_t index, qi_sgf_value *name,
                            size_t *values);

/* The `index`-th value (from 0) of that property; both must be there. */
QI_API qi_sgf_value qi_sgf_property_value(const qi_sgf *sgf, qi_sgf_node node, size_t property,
                                          size_t index);

/* A piece of the text that was left out. */
typedef struct qi_sgf_gap {
    qi_sgf_value piece;
    bool is_game;      /* a game that breaks off or is malformed, and all that follows; else text
                          that is no game, between games or after the last (a ')' too many, say) */
    qi_text_error why; /* the place and the fault */
} qi_sgf_gap;

/* How many pieces were left out after the first game; each of them by its index from 0. Only the
 * last can be a game. */
QI_API size_t qi_sgf_gaps(const qi_sgf *sgf);
QI_API qi_sgf_gap qi_sgf_gap_at(const qi_sgf *sgf, size_t index);

/* The line and column (from 1) of a piece of the text; takes time in proportion to its place. */
QI_API void qi_sgf_place(const qi_sgf *sgf, const char *at, uint64_t *line, uint64_t *column);

/* ---- the main line ------------------------------------------------------------------------ */

typedef enum qi_sgf_event_kind {
    QI_SGF_END,   /* the main line is over */
    QI_SGF_MOVE,  /* B or W: `colour` plays at `point`; QI_NO_POINT is a pass */
    QI_SGF_SETUP, /* AB, AW or AE: `point` becomes `colour`; one event for each point */
    QI_SGF_TURN   /* PL: `colour` is to move */
} qi_sgf_event_kind;

typedef struct qi_sgf_event {
    qi_sgf_event_kind kind;
    qi_colour colour;
    qi_point point;
    qi_sgf_node node;
    const char *at; /* its place in the text; for qi_sgf_place */
} qi_sgf_event;

/* The state of a walk along the main line. Only the first three members are for the caller. */
typedef struct qi_sgf_walk {
    const qi_sgf *sgf;
    uint32_t rows, columns; /* of the board */
    qi_sgf_node node;
    uint32_t property, value;     /* the next to look at */
    uint32_t left, right, bottom; /* a rectangle of points being read */
    uint32_t row, column;         /* its next point; row > bottom: none */
    qi_sgf_event rectangle;       /* what its points have in common */
    bool alone;                   /* it ends with the node */
} qi_sgf_walk;

/* Starts at the root of a game. Reads SZ (19 x 19 when absent). QI_BAD_TEXT: the size is invalid,
 * or GM names a game other than 1. */
QI_API qi_result qi_sgf_walk_start(const qi_sgf *sgf, qi_sgf_node root, qi_sgf_walk *walk,
                                   qi_text_error *error);

/* Returns the next event, in the order of the text. "[]" and "[Pass]" are passes, and "[tt]" too on
 * boards of up to 19 x 19. Points may also be written as people do, "[R16]": the letters of the
 * columns without I, the rows from the bottom. QI_BAD_TEXT: a value is not a point of the board;
 * the walk may go on after it. */
QI_API qi_result qi_sgf_walk_next(qi_sgf_walk *walk, qi_sgf_event *event, qi_text_error *error);

/* Continues with the events of one node, anywhere in the tree, and then QI_SGF_END. Use it to read
 * variations. */
QI_API void qi_sgf_walk_node(qi_sgf_walk *walk, qi_sgf_node node);

/* At most this many values of a game that are no points of the board are placed. */
#define QI_SGF_MAX_ERRORS 100U

#ifdef __cplusplus
}
#endif
#endif
