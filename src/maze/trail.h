/* A walk as the cells it goes through, for drawing and printing. */
#ifndef QI_MAZE_TRAIL_H
#define QI_MAZE_TRAIL_H

#include "maze/walk_text.h"

/* `length` + 1 cells, from the start to the end. Set `maze`, and the rest to zero, before use. */
typedef struct qi_maze_trail {
    const qi_maze *maze;
    qi_maze_board board; /* at the end */
    uint32_t length;
    qi_point *cells;
    size_t capacity; /* of cells, which grows as needed */
} qi_maze_trail;

void qi_maze_trail_free(qi_maze_trail *trail);

/* Takes the walk to a board, which must be among the walks of the same maze. */
qi_result qi_maze_trail_take(qi_maze_trail *trail, const qi_maze_walks *walks, qi_maze_board board);

/* Walks the steps of a line as far as the rules allow. `*last` is what became of the last step
 * tried: QI_MAZE_BLOCKED or QI_MAZE_OVER when it could not be taken, and then it is the one after
 * the end of the trail. */
qi_result qi_maze_trail_claim(qi_maze_trail *trail, const qi_maze_claim *claim,
                              qi_maze_step_result *last);

/* The nearest of the boards, and the first one of those equally near; QI_MAZE_NO_BOARD when there
 * is none. */
qi_maze_board qi_maze_nearest(const qi_maze_walks *walks);

/* The name of a move, "M13". */
void qi_maze_move_name(qi_maze_cell cell, char name[4]);

/* Follows a trail. */
typedef struct qi_maze_steps {
    const qi_maze_trail *trail;
    qi_maze_walker walker;
    char direction; /* of the last step: N, E, S or W */
    char move[4];   /* the move made with it, or "" */
} qi_maze_steps;

qi_maze_steps qi_maze_follow(const qi_maze_trail *trail);
/* Takes the next step; false at the end. */
bool qi_maze_next_step(qi_maze_steps *steps);

#endif
