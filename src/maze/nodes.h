/*
 * What a search of states keeps of the maze: for each block of 32 x 32 cells and each board with
 * which Bessie was there, a node.
 */
#ifndef QI_MAZE_NODES_H
#define QI_MAZE_NODES_H

#include "maze/maze.h"

enum {
    SIDE = 32,           /* of a block */
    BAND = 4,            /* rows that are stepped together */
    BANDS = SIDE / BAND, /* in a block */
};

/* The words of the rows of a band; the allocator need not align it. */
typedef uint32_t words __attribute__((vector_size(4 * BAND), aligned(4)));

typedef struct block block;

/* What is used at every step. */
typedef struct band {
    words entered; /* walls, cells where she stood, and moves she stepped on, with this board */
    words front;   /* cells entered at the current time, and already at the next */
} band;

/* What tells the walks afterwards. */
typedef struct memory {
    words late;      /* the second lowest bit of the time when a cell was entered */
    words turned[2]; /* the direction that led to a cell where a letter was written */
} memory;

typedef struct node {
    block *home;
    memory *memories;
    qi_maze_board board;
    uint16_t filled;
    uint32_t listed; /* the time for which it is on the list */
    uint8_t first;   /* bands outside first .. last - 1 have no front */
    uint8_t last;
    band bands[]; /* as many as the maze needs and an empty one; then the memories */
} node;

struct block {
    uint32_t row, column;      /* of its first cell */
    uint8_t moves[SIDE][SIDE]; /* on cells that are one: code - CELL_FIRST_MOVE */
    words walls[BANDS];
    words open[QI_MAZE_SETS][BANDS]; /* cells that leave a board alone whose squares are filled */
    node *nodes[];                   /* by index of board */
};

/* Memory for some nodes. */
typedef struct chunk {
    struct chunk *next;
    uint64_t nodes[];
} chunk;

/* All of them. */
typedef struct nodes {
    const qi_maze *maze;
    uint32_t blocks_across;
    block **blocks;
    chunk *chunks;
    size_t chunk_used, chunk_size; /* nodes of the first chunk */
    size_t node_size;
    uint32_t bands;   /* of a node */
    uint32_t indices; /* boards that can have nodes, */
    uint16_t
        index[QI_MAZE_BOARDS]; /* and the index of each of them: set before any block is made */
} nodes;

/* Takes the memory for the table of blocks; all is given back by qi_maze_nodes_end. */
bool qi_maze_nodes_begin(nodes *all, const qi_maze *maze);
void qi_maze_nodes_end(nodes *all);

/* The block that holds a cell; NULL when there is no memory. */
block *qi_maze_block_at(nodes *all, uint32_t row, uint32_t column);

/* A new node: a block as seen with a board; NULL when there is no memory. */
node *qi_maze_make_node(nodes *all, block *home, qi_maze_board board);

/* A band gets a front. */
static inline void qi_maze_touch(node *n, uint32_t i)
{
    n->first = i < n->first ? (uint8_t)i : n->first;
    n->last = i >= n->last ? (uint8_t)(i + 1) : n->last;
}

/* The node, made if need be; NULL when there is no memory. */
static inline node *qi_maze_node_at(nodes *all, block *home, qi_maze_board board)
{
    node **n = &home->nodes[all->index[board]];
    if (!*n)
        *n = qi_maze_make_node(all, home, board);
    return *n;
}

#endif
