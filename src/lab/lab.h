/*
 * The laboratory: cases (inputs of the three problems as values), the families they come from, how
 * they are written, made smaller and judged. One qi_lab_game per room; running,
 * stress and shrinking know no rule.
 */
#ifndef QI_LAB_LAB_H
#define QI_LAB_LAB_H

#include <qi/base.h>

#include "base/buffer.h"
#include "base/random.h"

/* ---- cases -------------------------------------------------------------------------------- */

/* What a cell of a maze holds. QI_LAB_MOVE + 3 * row + column fills that square (both from 0) with
 * 'M', nine more with 'O'. */
enum { QI_LAB_WALL = 0, QI_LAB_OPEN = 1, QI_LAB_START = 2, QI_LAB_MOVE = 3, QI_LAB_MOVES = 18 };

/* A move of Go; row and column from 0. */
typedef struct qi_lab_move {
    uint8_t colour;
    uint8_t row, column;
} qi_lab_move;

/* One input. NoGo: `cells` are qi_colour. Maze: `cells` as above, rows = columns. Go: `cells` is
 * NULL; the moves of all games stand one after another. */
typedef struct qi_lab_case {
    uint32_t rows, columns;
    uint8_t *cells;
    uint32_t games;
    uint32_t *lengths; /* moves of each game */
    qi_lab_move *moves;
    size_t move_count;
} qi_lab_case;

/* Every cell 0. False, as below, when there is no memory; the case may always be freed. */
bool qi_lab_case_board(qi_lab_case *it, uint32_t rows, uint32_t columns);
/* No games yet. */
bool qi_lab_case_games(qi_lab_case *it, uint32_t rows, uint32_t columns);
bool qi_lab_case_add_game(qi_lab_case *it);
/* Adds a move to the last game. */
bool qi_lab_case_add_move(qi_lab_case *it, qi_lab_move move);
bool qi_lab_case_copy(qi_lab_case *copy, const qi_lab_case *it);
void qi_lab_case_free(qi_lab_case *it);

/* ---- making them -------------------------------------------------------------------------- */

enum { QI_LAB_ANY = -1 };

/* What is asked for; QI_LAB_ANY leaves a choice to the family. */
typedef struct qi_lab_request {
    uint32_t rows, columns;
    uint32_t moves; /* Go: at most so many in all */
    int fill;       /* NoGo: percent of the points with stones */
    int walls;      /* maze: percent of the inner cells */
    int move_cells; /* maze: percent of the open cells that force a move */
    int games;      /* Go */
} qi_lab_request;

/* A family of cases. `make` depends on nothing but its arguments: the same case for the same
 * random numbers on every machine. */
typedef struct qi_lab_family {
    const char *name;
    const char *purpose; /* one line */
    bool (*make)(qi_random *random, const qi_lab_request *request, qi_lab_case *it);
} qi_lab_family;

/* ---- judging them ------------------------------------------------------------------------- */

/* What a judge says of an output. */
typedef struct qi_lab_judgement {
    bool right;
    uint64_t line;      /* of the output, from 1; 0 when it is about none */
    char sentence[384]; /* what is wrong */
    qi_point mark;      /* a point to show in the picture, or QI_NO_POINT */
    size_t after;       /* how many moves had been played there */
} qi_lab_judgement;

/* Gets a smaller case; true when it will be taken instead (and enumeration must end). */
typedef bool qi_lab_try(void *context, const qi_lab_case *smaller);

struct qi_lab_finding;
struct qi_lab_point;

typedef struct qi_lab_game {
    const char *name;              /* "nogo" */
    const qi_lab_family *families; /* ends with a {0} entry */
    const char *grows;             /* what a case has more and more of under stress: "rows" */
    const char *compared;          /* what the self-test counts: "positions" */
    bool many_right;               /* an input has many right outputs; they can be judged only */
    /* What stress asks for in its case number `index`: small sizes first. */
    qi_lab_request (*schedule)(qi_random *random, uint64_t index, const qi_lab_request *most);
    void (*write)(const qi_lab_case *it, qi_buffer *text);
    /* Reads what `write` writes. For Go, `it` holds the size of the board before. */
    bool (*read)(qi_lab_case *it, const char *text, size_t length, qi_text_error *error);
    /* Tries smaller valid cases, the boldest first, until one is taken (true) or none is left.
     * Every case tried is smaller in a well-founded order, so that shrinking ends. */
    bool (*shrink)(const qi_lab_case *it, qi_lab_try *attempt, void *context);
    /* Asks for cases just smaller than this one; false when it is as small as a person needs. */
    bool (*below)(const qi_lab_case *it, qi_lab_request *request);
    /* A right output. False when there is no memory. */
    bool (*answer)(const qi_lab_case *it, const char *input, size_t length, qi_buffer *output);
    /* The same from the slow referee. */
    bool (*oracle)(const qi_lab_case *it, const char *input, size_t length, qi_buffer *output);
    void (*judge)(const qi_lab_case *it, const char *input, size_t input_length, const char *output,
                  size_t output_length, qi_lab_judgement *judgement);
    /* A few words on the size, e.g. "3x3, 4 stones". */
    void (*describe)(const qi_lab_case *it, qi_buffer *text);
    /* The position at the first wrong line of an output (finding.h): rows * columns points, zero
     * before. False when there is no memory. NULL for a game without stones. */
    bool (*scene)(const struct qi_lab_finding *finding, struct qi_lab_point *points);
} qi_lab_game;

extern const qi_lab_game qi_lab_nogo, qi_lab_go, qi_lab_maze;

/* The random numbers of case number `index`. */
void qi_lab_case_random(qi_random *random, uint64_t seed, uint64_t index);

/* The family of a name, or NULL. */
const qi_lab_family *qi_lab_find_family(const qi_lab_game *game, const char *name);

#endif
