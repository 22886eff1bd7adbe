/*
 * One game of a pool: its board, its tree, what was played so far, and which answer it waits for.
 *
 * A game goes on by itself until it needs the network's opinion of a position; the pool brings the
 * answer and lets it go on. Nothing here allocates or knows of threads: the caller passes a
 * worker with scratch memory.
 */
#ifndef QI_NOGO_SELFPLAY_GAME_H
#define QI_NOGO_SELFPLAY_GAME_H

#include "base/memory.h"
#include "nogo/rules/ending.h"
#include "nogo/selfplay/gumbel.h"
#include <qi/nogo_selfplay.h>

/* Shared by all games of a pool; constant while they are worked on. */
typedef struct qi_selfplay_rules {
    qi_nogo_pool_options options; /* every default put in */
    qi_gumbel_rules gumbel;
    uint32_t area, position_bytes;
    qi_board *empty;
    uint16_t point[QI_BOARD_CELLS]; /* of a cell */
} qi_selfplay_rules;

/* The solver's memory limit, and with the position itself. */
#define QI_SELFPLAY_SOLVER ((size_t)3 << 20)
#define QI_SELFPLAY_ARENA ((size_t)4 << 20)

/* The solver's memory: blocks are cut off one after another and given back all at once, so that
 * every position finds it in the same state. */
typedef struct qi_selfplay_arena {
    char *memory;
    size_t size, used;
} qi_selfplay_arena;

/* The scratch data for working on games. */
typedef struct qi_selfplay_worker {
    qi_board board;  /* scratch */
    uint8_t *planes; /* where the position goes that the game will wait for */
    qi_selfplay_arena arena;
    qi_nogo_pool_stats stats; /* its share */
} qi_selfplay_worker;

typedef enum qi_selfplay_state {
    QI_SELFPLAY_IDLE,      /* no game */
    QI_SELFPLAY_ROOT,      /* waits for an answer about the position of the game */
    QI_SELFPLAY_LEAF,      /* waits for an answer about a node of the tree */
    QI_SELFPLAY_SEARCHING, /* at work */
    QI_SELFPLAY_OVER       /* ended; its samples are to be taken */
} qi_selfplay_state;

/* The record of a position of the game. */
typedef struct qi_selfplay_ply {
    float value;     /* of the search */
    uint16_t move;   /* point */
    uint16_t policy; /* 1 + its place among the policies kept; 0: none */
    int8_t outcome;  /* qi_nogo_outcome for the side to move, as far as it is proved */
    bool sample;
} qi_selfplay_ply;

typedef struct qi_selfplay_game {
    uint32_t slot;
    uint32_t round;  /* the number of this game in its slot */
    uint64_t number; /* of this game in the pool */
    qi_selfplay_state state;
    qi_random random;
    qi_board *board;
    qi_gumbel tree;
    uint32_t leaf;                  /* QI_SELFPLAY_LEAF: the node asked about */
    uint64_t legal[QI_BOARD_WORDS]; /* of the position asked about */
    qi_selfplay_ply *plies;         /* `area` of them */
    uint16_t *policies;             /* [area][area] */
    uint32_t ply, policy_count;
    uint32_t first;                /* the ply after the opening */
    bool full;                     /* the search under way is a full one */
    bool decided;                  /* counting has decided the position */
    uint64_t plan[QI_BOARD_WORDS]; /* decided: the winner's sure points */
    qi_colour winner;              /* decided, or over */
} qi_selfplay_game;

/* Makes the game of this round ready; QI_SELFPLAY_ROOT or, when the match has no more games for the
 * slot, QI_SELFPLAY_IDLE. */
void qi_selfplay_begin(const qi_selfplay_rules *rules, qi_selfplay_worker *worker,
                       qi_selfplay_game *game, uint32_t round);

/* Takes the answer and goes on until the game waits again or is over. */
void qi_selfplay_answer(const qi_selfplay_rules *rules, qi_selfplay_worker *worker,
                        qi_selfplay_game *game, const float *logits, float value);

/* In match mode: the pair a game of a slot belongs to. */
static inline uint64_t qi_selfplay_pair(const qi_selfplay_rules *rules, uint32_t slot,
                                        uint32_t round)
{
    return (uint64_t)round * (rules->options.games / 2) + slot / 2;
}

/* In match mode: the seat of a colour. In the games of even slots seat 0 is Black. */
static inline uint32_t qi_selfplay_seat(const qi_selfplay_rules *rules, uint32_t slot,
                                        qi_colour colour)
{
    return rules->options.match && (colour == QI_BLACK) == (slot % 2 != 0);
}

/* endings.c: */

/* Asks the solver about the game's position, if it is small enough. */
qi_nogo_outcome qi_selfplay_solve(const qi_selfplay_rules *rules, qi_selfplay_worker *worker,
                                  const qi_selfplay_game *game);

/* Plays a decided game to its end: the winner by its plan, the loser its sure points first. */
void qi_selfplay_finish(const qi_selfplay_rules *rules, qi_selfplay_game *game);

/* One of a set of cells at random; 0 when it is empty. */
uint32_t qi_selfplay_draw(const uint64_t *set, uint32_t words, qi_random *random);

/* game.c: */

/* Notes a move of the game and plays it. */
void qi_selfplay_play(const qi_selfplay_rules *rules, qi_selfplay_game *game, uint32_t cell);

/* Makes the board that every game of a batch or a pool begins with. QI_BAD_ARGUMENT for a side of 0
 * or over QI_BOARD_SIDE; QI_NO_MEMORY. Release it with the allocator. */
qi_result qi_empty_board(uint32_t rows, uint32_t columns, const qi_allocator *allocator,
                         qi_board **board);

/* ---- the finished samples of a pool, in a ring of fixed size (samples.c) ------------------------
 */

typedef struct qi_sample_ring {
    qi_nogo_samples at; /* arrays of `capacity` elements */
    void *memory;       /* behind all of them */
    size_t capacity, first, count;
} qi_sample_ring;

/* QI_NO_MEMORY. Release `memory` with the allocator. */
qi_result qi_sample_ring_open(qi_sample_ring *ring, const qi_selfplay_rules *rules, size_t capacity,
                              const qi_allocator *allocator);

/* Makes room for `count` more, at most the capacity, if need be in place of the oldest; returns how
 * many of these were dropped, and in `place` where the new ones begin. */
size_t qi_sample_ring_reserve(qi_sample_ring *ring, size_t count, size_t *place);

/* How many samples a game gives. */
uint32_t qi_sample_count(const qi_selfplay_game *game);

/* Writes a finished game's samples from `place` on, which runs round the end of the ring. Different
 * places may be written at the same time. */
void qi_sample_write(qi_sample_ring *ring, const qi_selfplay_rules *rules,
                     qi_selfplay_worker *worker, const qi_selfplay_game *game, size_t place);

/* Takes the oldest samples out. */
size_t qi_sample_ring_take(qi_sample_ring *ring, const qi_selfplay_rules *rules, size_t capacity,
                           const qi_nogo_samples *to);

/* The bytes of one packed position: QI_NOGO_PLANES * ceil(rows * columns / 8). */
size_t qi_nogo_position_bytes(uint32_t rows, uint32_t columns);

#endif
