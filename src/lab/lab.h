/*
 * The laboratory: cases (inputs of the three problems as values), the families they come from, and
 * how they are written, shrunk and judged. Each game has one qi_lab_game; running programs, stress
 * and shrinking know no rules.
 */
#ifndef QI_LAB_LAB_H
#define QI_LAB_LAB_H

#include <qi/go.h>
#include <qi/lab.h>
#include <qi/nogo.h>

#include "base/buffer.h"
#include "base/host.h"
#include "base/numbers.h"
#include "base/random.h"

/* ---- cases -------------------------------------------------------------------------------- */

/* The contents of a maze's cell. QI_LAB_MOVE + 3 * row + column fills that square (both from 0)
 * with 'M', nine more with 'O'. */
enum { QI_LAB_WALL = 0, QI_LAB_OPEN = 1, QI_LAB_START = 2, QI_LAB_MOVE = 3, QI_LAB_MOVES = 18 };

/* A move of Go; row and column from 0. */
typedef struct qi_lab_move {
    uint8_t colour;
    uint8_t row, column;
    uint32_t line; /* of the text that it was read from; 0: as the case is written */
} qi_lab_move;

/* One input. NoGo: `cells` are qi_colour. Maze: `cells` as above, rows = columns. Go: `cells` is
 * NULL; the moves of all games stand one after another. A problem of the user's own: `text`, and
 * `rows` is the size that its generator was asked for. A case starts as all zero but for the
 * allocator. */
typedef struct qi_lab_case {
    const qi_allocator *allocator; /* NULL: malloc and free */
    uint32_t rows, columns;
    uint8_t *cells;
    uint32_t games;
    uint32_t *lengths; /* moves of each game */
    qi_lab_move *moves;
    size_t move_count;
    size_t game_capacity, move_capacity;
    bool keep_lines; /* while a case is read: moves keep their lines */
    qi_buffer text;
    uint64_t relations; /* that a smaller text keeps (external_shrink.c) */
} qi_lab_case;

/* Every cell 0. False, as below, when there is no memory; the case may always be freed. */
bool qi_lab_case_board(qi_lab_case *it, uint32_t rows, uint32_t columns);
/* No games yet. */
bool qi_lab_case_games(qi_lab_case *it, uint32_t rows, uint32_t columns);
bool qi_lab_case_add_game(qi_lab_case *it);
/* Adds a move to the last game. */
bool qi_lab_case_add_move(qi_lab_case *it, qi_lab_move move);
bool qi_lab_case_copy(qi_lab_case *copy, const qi_lab_case *it);
/* Rows, moves of Go, or bytes of a text. */
uint64_t qi_lab_case_size(const qi_lab_case *it);
void qi_lab_case_free(qi_lab_case *it);

/* ---- making them -------------------------------------------------------------------------- */

/* A family of cases. `make` depends only on its arguments: the same random numbers give the same
 * case on every machine. */
typedef struct qi_lab_family {
    const char *name;
    const char *purpose; /* one line */
    bool (*make)(qi_random *random, const qi_lab_request *request, qi_lab_case *it);
} qi_lab_family;

/* The limits of the problem's statement, and the sizes stress starts with: rows, or moves of Go. */
typedef struct qi_lab_schedule {
    uint32_t smallest;        /* size there is */
    uint32_t smallest_useful; /* smallest size of most cases: below it, answers say little */
    uint32_t first;           /* largest size of the first cases */
    uint32_t small;           /* largest size of most cases */
    uint32_t largest;         /* by the statement */
    int games;                /* Go: most games, by the statement; QI_LAB_ANY: there is one */
    uint32_t large;           /* number of the first case that may be large */
    unsigned seconds;         /* time limit, also of packages */
    bool counts_moves;        /* the size is the moves */
    /* Outputs that are right for too many small inputs; the rest is NULL. */
    const char *dull[3];
} qi_lab_schedule;

/* ---- judging them ------------------------------------------------------------------------- */

/* Gets a smaller case. True: it is taken instead, and the search for smaller ones must end. With
 * NULL it only says whether another case would be looked at: large ones need not be made in vain. A
 * case whose text failed says that there is no memory for smaller ones. */
typedef bool qi_lab_try(void *context, const qi_lab_case *smaller);

/* A point of the board that goes with a verdict. */
typedef struct qi_lab_point {
    qi_colour colour;
    uint32_t number; /* of the move that put the stone there; 0: none */
    bool last;       /* the last right move */
    bool wrong;      /* what the first wrong line is about */
} qi_lab_point;

struct qi_lab_setup;
struct qi_lab_bench;
struct qi_lab_failure;

typedef struct qi_lab_game {
    qi_problem problem;
    const char *name;                /* "nogo" */
    const qi_lab_family *families;   /* ends with a {0} entry */
    const char *grows;               /* what grows from case to case under stress: "rows" */
    const char *compared;            /* what the self-test counts: "positions" */
    bool many_right;                 /* an input has many right outputs; they can be judged only */
    const qi_lab_schedule *schedule; /* the sizes of stress's cases */
    void (*write)(const qi_lab_case *it, qi_buffer *text);
    /* Reads what `write` writes. For Go, `it` holds the size of the board and `keep_lines` before.
     * The case may be freed whatever comes of it. */
    qi_result (*read)(qi_lab_case *it, const char *text, size_t length, qi_text_error *error);
    /* Tries smaller valid cases, the smallest first, until one is taken (true) or none is left.
     * Every case tried is smaller in a well-founded order, so that shrinking ends. */
    bool (*shrink)(const qi_lab_case *it, qi_lab_try *attempt, void *context);
    /* Asks for cases just smaller than this one; false if it is small enough to be read easily. */
    bool (*below)(const qi_lab_case *it, qi_lab_request *request);
    /* A right output. False when there is no memory. */
    bool (*answer)(const qi_lab_case *it, qi_buffer *output);
    /* The same from the oracle, which reads the text by itself. */
    bool (*oracle)(const qi_lab_case *it, const char *input, size_t length, qi_buffer *output);
    /* Any result but QI_OK: it could not be judged. The sentence says what the output is when it is
     * right, too. */
    qi_result (*judge)(const qi_lab_case *it, const char *output, size_t length,
                       qi_verdict *verdict);
    /* A few words on the size, e.g. "3x3, 4 stones". */
    qi_message (*describe)(const qi_lab_case *it);
    /* The position at the first wrong line of an output, or at its end when `wrong` is NULL:
     * rows * columns points, zero before. False when there is no memory. NULL for a game without
     * stones. */
    bool (*failure_board)(const qi_lab_case *it, const qi_buffer *output, const qi_verdict *wrong,
                          qi_lab_point *points);

    /* A problem of the user's own runs programs for what the games know (external.h). NULL for the
     * games. What fails makes the failure QI_LAB_BROKEN, with a sentence. */

    /* Case number `index` of a run; the case may be freed whether this fails or not. */
    bool (*generate)(const struct qi_lab_setup *setup, uint64_t index, struct qi_lab_bench *bench,
                     qi_lab_case *it, struct qi_lab_failure *failure);
    /* Asks whether the bench's input is valid, and for the right output. */
    bool (*prepare)(const struct qi_lab_setup *setup, struct qi_lab_bench *bench,
                    struct qi_lab_failure *failure);
    /* Judges the bench's output. */
    void (*check)(const struct qi_lab_setup *setup, struct qi_lab_bench *bench,
                  struct qi_lab_failure *failure);
    /* Fresh case number `number` that is smaller than `large`; QI_STOPPED: there are no more. */
    qi_result (*fresh)(const struct qi_lab_setup *setup, uint64_t number, const qi_lab_case *large,
                       struct qi_lab_bench *bench, qi_lab_case *it);
    /* The line of the table of what was tried. */
    const qi_lab_family *(*family)(const qi_lab_case *it);
} qi_lab_game;

extern const qi_lab_game qi_lab_nogo, qi_lab_go, qi_lab_maze;

enum { QI_LAB_GAMES = 3 };
extern const qi_lab_game *const qi_lab_games[QI_LAB_GAMES]; /* by qi_problem */

/* Case number `index` of a request. `family` NULL: the one whose turn it is, or any. The allocator
 * of `it` is set before. False when there is no memory; the case may be freed in any case. */
bool qi_lab_make_case(const qi_lab_game *game, const qi_lab_family *family,
                      const qi_lab_request *request, uint64_t seed, uint64_t index,
                      qi_lab_case *it);

/* The random numbers of case number `index`. */
void qi_lab_case_random(qi_random *random, uint64_t seed, uint64_t index);

uint32_t qi_lab_count_families(const qi_lab_game *game);

/* The families take turns. */
const qi_lab_family *qi_lab_family_in_turn(const qi_lab_game *game, uint64_t index);

/* The family of a name, or NULL. */
const qi_lab_family *qi_lab_find_family(const qi_lab_game *game, const char *name);

/* ---- many cases ---------------------------------------------------------------------------- */

/* Which cases to take, those from `first` to `end` - 1 that are in `shard`; and in how many
 * threads.
 */
typedef struct qi_lab_cases {
    uint64_t first, end;
    qi_shard shard;
    unsigned jobs;
} qi_lab_cases;

/* Both may end the work by returning false: cases that others are at are finished, no more taken.
 */
typedef struct qi_lab_series {
    bool (*work)(void *context, uint32_t number, uint64_t index); /* in thread `number`, from 1 */
    /* Called fifty times a second by the thread that has started the series. */
    bool (*watch)(void *context, uint64_t taken);
    void *context;
} qi_lab_series;

/* Works on the cases, in their order. QI_STOPPED: the host's stop was set, or `watch` returned
 * false. QI_NO_MEMORY: no thread could be started. */
qi_result qi_lab_take_cases(const qi_lab_cases *cases, const qi_host *host,
                            const qi_lab_series *series);

/* ---- sizes of cases ------------------------------------------------------------------------ */

extern const qi_lab_schedule qi_lab_nogo_schedule, qi_lab_go_schedule, qi_lab_maze_schedule;

/* The request for case number `index`, given the largest sizes. */
qi_lab_request qi_lab_scheduled(const qi_lab_schedule *schedule, qi_random *random, uint64_t index,
                                uint32_t families, const qi_lab_request *max);

/* The request's size, and the same request with another one. */
uint32_t qi_lab_request_size(const qi_lab_schedule *schedule, const qi_lab_request *request);
void qi_lab_request_resize(const qi_lab_schedule *schedule, qi_lab_request *request, uint32_t size);

/* A case of the family as scheduled: with several games of Go when the request says so, some of
 * which White begins. */
bool qi_lab_make_scheduled(const qi_lab_family *family, qi_random *random,
                           const qi_lab_request *request, qi_lab_case *it);

/* ---- engines and oracles (selftest.c) ------------------------------------------------------- */

typedef struct qi_lab_comparison {
    uint64_t cases[QI_LAB_GAMES], positions[QI_LAB_GAMES]; /* compared */
    qi_buffer difference; /* game, case and difference; empty if all agree */
    qi_buffer input;      /* on which they differ */
} qi_lab_comparison;

/* Called fifty times a second with the number of cases taken; false ends the comparison. */
typedef bool qi_lab_comparing(void *context, uint64_t cases);

/* Compares until there is a difference; the games take turns, so that the cases of one have every
 * third number. QI_STOPPED: the host's stop was set, or `watch` returned false. QI_NO_MEMORY:
 * nothing is known of the rest. */
qi_result qi_lab_compare_engines(const qi_lab_cases *cases, uint64_t seed, const qi_host *host,
                                 qi_lab_comparing *watch, void *context, qi_lab_comparison *found);
void qi_lab_comparison_free(qi_lab_comparison *found);

/* Compares the outputs of two programs line by line; blanks at the ends of lines and blank lines at
 * the end do not count. Right means equal. QI_BAD_ARGUMENT: the verdict's size. */
qi_result qi_lab_compare(const char *first, size_t first_length, const char *second,
                         size_t second_length, qi_verdict *verdict);

#endif
