/*
 * qi/maze_steps.h - Maze Tac Toe cell by cell: walking, floods, the cells of a shortest walk.
 *
 * This header may still change from one version to the next.
 */
#ifndef QI_MAZE_STEPS_H
#define QI_MAZE_STEPS_H

#include <qi/maze.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- walking, step by step ---------------------------------------------------------------- */

typedef enum qi_maze_direction {
    QI_MAZE_NORTH = 0,
    QI_MAZE_EAST,
    QI_MAZE_SOUTH,
    QI_MAZE_WEST
} qi_maze_direction;

/* Bessie. Made by qi_maze_begin; a copy is an independent walk. */
typedef struct qi_maze_walker {
    qi_point at;
    qi_maze_board board;
    uint32_t steps; /* walked so far */
    bool won;       /* the walk is over */
} qi_maze_walker;

typedef enum qi_maze_step_result {
    QI_MAZE_WALKED = 0, /* the board did not change */
    QI_MAZE_WROTE,      /* a letter was written */
    QI_MAZE_WON,        /* a letter was written and completed a line: the walk is over */
    QI_MAZE_BLOCKED,    /* there is a wall: nothing happened */
    QI_MAZE_OVER        /* the walk was over already: nothing happened */
} qi_maze_step_result;

/* Puts Bessie on the start, with an empty board. */
QI_API void qi_maze_begin(const qi_maze *maze, qi_maze_walker *walker);

/* One step. */
QI_API qi_maze_step_result qi_maze_step(const qi_maze *maze, qi_maze_walker *walker,
                                        qi_maze_direction direction);

/* The letter in a square (3 * row + column, from 0). The square must be below QI_MAZE_SQUARES. */
QI_API qi_maze_letter qi_maze_board_at(qi_maze_board board, unsigned square);

/* The filled squares, as a mask: bit k is square k. */
QI_API unsigned qi_maze_board_filled(qi_maze_board board);

/* The result of a flood for a cell. */
enum {
    QI_MAZE_DRY = 0,     /* Bessie cannot get here without filling another square first */
    QI_MAZE_FLOODED = 1, /* she can stand here */
    QI_MAZE_SHORE = 2    /* next to a flooded cell; stepping here fills an empty square */
};

/* Floods the maze from the start when the squares in `filled` (a mask) are filled: writes one of
 * the above for each of the side * side cells and, unless NULL, the number of flooded ones. If a
 * board that is reached has exactly these squares filled, then Bessie can stand with it on exactly
 * the flooded cells. QI_BAD_ARGUMENT: a bit of `filled` is no square. QI_NO_MEMORY. */
QI_API qi_result qi_maze_flood(const qi_maze *maze, unsigned filled, uint8_t *cells,
                               uint32_t *flooded);

/* One board of a search. */
typedef struct qi_maze_visit {
    qi_maze_board board;
    bool wins;
    const uint8_t *cells; /* its flood as above, until the observer returns; NULL when it wins */
    uint32_t flooded;     /* how many cells are flooded; 0 when it wins */
} qi_maze_visit;

/* Returning false ends the search with QI_STOPPED. */
typedef bool qi_maze_observer(void *context, const qi_maze_visit *visit);

/* Shows the search: every board that is reached, with its flood, in the order of the number of
 * filled squares, then of the mask of filled squares, then of the board. QI_STOPPED when the
 * observer returned false; QI_NO_MEMORY. */
QI_API qi_result qi_maze_watch(const qi_maze *maze, qi_maze_observer *observer, void *context);

/* Writes the cells of a walk from the start to its end: one more than its length, which `capacity`
 * must allow. QI_BAD_ARGUMENT when it does not, or when there is no walk to the board. */
QI_API qi_result qi_maze_walks_path(const qi_maze_walks *walks, qi_maze_board board,
                                    qi_point *cells, size_t capacity);

/* Finds the steps (letters N, E, S and W) in the first line of a text as qi_maze_walks_write writes
 * it: `*steps` points into the text, and belongs to it. Only the form of the line is checked.
 * QI_BAD_TEXT. */
QI_API qi_result qi_maze_walks_first(const char *text, size_t length, const char **steps,
                                     size_t *step_count, qi_text_error *error);

/* Adds a board to a set. */
static inline void qi_maze_set_add(qi_maze_set *set, qi_maze_board board)
{
    set->words[board / 64] |= (uint64_t)1 << (board % 64);
}

#ifdef __cplusplus
}
#endif
#endif
