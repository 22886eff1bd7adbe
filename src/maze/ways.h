/*
 * The shortest ways from move to move, for mazes with few moves.
 *
 * With some squares filled, Bessie walks freely on floor and on the moves of those squares. A leg
 * of her walk leads over such cells from the start, or from a move of a filled square, to a move of
 * an empty one. How long it is depends on which squares are filled, not on the letters in them.
 *
 * Squares are numbered anew here, those with the fewest moves first: the ways with some squares
 * filled are found over the moves of the lowest one, which in half of all sets is the first.
 */
#ifndef QI_MAZE_WAYS_H
#define QI_MAZE_WAYS_H

#include "maze/lanes.h"

enum { QI_MAZE_FEW = 250 }; /* moves: their numbers are bytes */

/* The ways with one set of filled squares: a row for each move from which one may lead, in which
 * each square to whose moves one leads has some lanes of its own. */
typedef struct qi_maze_table {
    qi_lanes *rows;
    uint32_t width, height;         /* of a row in lanes; rows */
    uint16_t row[QI_MAZE_SQUARES];  /* of the first move of a square */
    uint16_t lane[QI_MAZE_SQUARES]; /* the first one of a square */
} qi_maze_table;

typedef struct qi_maze_ways {
    const qi_maze *maze;
    uint8_t order[QI_MAZE_SQUARES];    /* the squares as the board numbers them */
    uint32_t count;                    /* moves; they are numbered, and the start after them */
    uint16_t first[QI_MAZE_CODES + 1]; /* M of the first square, its O, M of the second... */
    qi_point at[QI_MAZE_FEW + 1];
    uint8_t square[QI_MAZE_FEW];
    uint8_t *kinds;    /* of cells: a wall, floor, or the number of a move */
    uint32_t *floor;   /* lengths over floor alone: a row for each move and the start */
    uint8_t *turns;    /* for each of them, a direction for each cell: see walk_floor */
    size_t turns_size; /* for each of them */
    bool wide;         /* lengths in the tables */
    qi_lanes *rows;    /* of all tables */
    qi_lanes *passes;  /* room for a table */
    qi_maze_table tables[QI_MAZE_SETS];
} qi_maze_ways;

/* Numbers the squares and the moves of a maze, which must have no more than QI_MAZE_FEW. All but
 * the maze must be zero. */
void qi_maze_ways_number(qi_maze_ways *ways);

/* Measures the ways over floor alone. `qi_maze_ways_end` gives the memory back, also after
 * QI_NO_MEMORY. */
qi_result qi_maze_ways_begin(qi_maze_ways *ways);
void qi_maze_ways_end(qi_maze_ways *ways);

/* Takes memory for the tables of some sets of filled squares, with each of them those that lack its
 * lowest squares; and makes the table of no filled squares. Forgets what tables there were. */
qi_result qi_maze_ways_prepare(qi_maze_ways *ways, const bool sets[QI_MAZE_SETS], bool wide);

/* Makes the table for the squares `filled`, when that of all but the lowest of them is made. */
void qi_maze_ways_find(qi_maze_ways *ways, unsigned filled);

/* The number of the move on a cell, or of the start. */
uint32_t qi_maze_ways_move(const qi_maze_ways *ways, qi_point at);

/* How many moves a square has. */
static inline uint32_t qi_maze_ways_size(const qi_maze_ways *ways, unsigned square)
{
    return (uint32_t)ways->first[2 * square + 2] - ways->first[2 * square];
}

/* The ways from a move of a square. */
static inline qi_lanes *qi_maze_ways_from(const qi_maze_ways *ways, const qi_maze_table *table,
                                          unsigned square, uint32_t move)
{
    const uint32_t row = table->row[square] + move - ways->first[2 * square];
    return table->rows + (size_t)row * table->width;
}

/* Writes the steps (N, E, S, W) of a shortest way from a move of a filled square, or from the start
 * if there is none, to a move of an empty one. Returns the squares of the moves that are passed, as
 * the board numbers them. */
unsigned qi_maze_ways_walk(const qi_maze_ways *ways, unsigned filled, uint32_t from, uint32_t to,
                           char *steps);

#endif
