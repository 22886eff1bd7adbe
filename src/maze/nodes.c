#include "maze/nodes.h"

enum {
    LEAST_CHUNK = 32,          /* nodes that are allocated together, at first */
    MOST_CHUNK_BYTES = 2 << 20 /* memory for nodes that is allocated together, at most */
};

static block *make_block(nodes *all, uint32_t row, uint32_t column)
{
    const qi_maze *maze = all->maze;
    const size_t size = sizeof(block) + all->indices * sizeof(node *);
    block *b = qi_allocate(&maze->allocator, size);
    if (!b)
        return NULL;
    memset(b, 0, size);
    memset(b->walls, 0xff, sizeof b->walls);
    b->row = row;
    b->column = column;
    words moves[QI_MAZE_SQUARES][BANDS] = {{{0}}};
    for (uint32_t r = 0; r < SIDE && row + r < maze->side; r++)
        for (uint32_t c = 0; c < SIDE && column + c < maze->side; c++) {
            const uint8_t code = maze->cells[(row + r) * maze->side + column + c];
            if (code == CELL_WALL)
                continue;
            b->walls[r / BAND][r % BAND] &= ~(1U << c);
            words *kind = qi_maze_is_move(code) ? moves[qi_maze_move_square(code)] : b->open[0];
            kind[r / BAND][r % BAND] |= 1U << c;
            b->moves[r][c] = (uint8_t)(code - CELL_FIRST_MOVE);
        }
    for (unsigned filled = 1; filled < QI_MAZE_SETS; filled++)
        for (uint32_t i = 0; i < BANDS; i++)
            b->open[filled][i] =
                b->open[filled & (filled - 1)][i] | moves[__builtin_ctz(filled)][i];
    return b;
}

block *qi_maze_block_at(nodes *all, uint32_t row, uint32_t column)
{
    block **b = &all->blocks[row / SIDE * all->blocks_across + column / SIDE];
    if (!*b)
        *b = make_block(all, row / SIDE * SIDE, column / SIDE * SIDE);
    return *b;
}

static bool add_chunk(nodes *all)
{
    size_t count = all->chunk_size ? 16 * all->chunk_size : LEAST_CHUNK;
    size_t size = sizeof(chunk) + count * all->node_size;
    if (size > MOST_CHUNK_BYTES) {
        size = MOST_CHUNK_BYTES;
        count = (size - sizeof(chunk)) / all->node_size;
    }
    chunk *fresh = qi_allocate(&all->maze->allocator, size);
    if (!fresh)
        return false;
    fresh->next = all->chunks;
    all->chunks = fresh;
    all->chunk_used = 0;
    all->chunk_size = count;
    return true;
}

node *qi_maze_make_node(nodes *all, block *home, qi_maze_board board)
{
    if (all->chunk_used == all->chunk_size && !add_chunk(all))
        return NULL;
    node *n = (node *)((char *)all->chunks->nodes + all->chunk_used++ * all->node_size);
    memset(n, 0, all->node_size);
    n->home = home;
    n->memories = (memory *)&n->bands[all->bands + 1];
    for (uint32_t i = 0; i < all->bands; i++)
        n->bands[i].entered = home->walls[i];
    n->first = BANDS;
    n->board = board;
    n->filled = (uint16_t)qi_maze_board_filled(board);
    return n;
}

bool qi_maze_nodes_begin(nodes *all, const qi_maze *maze)
{
    const uint32_t across = (maze->side + SIDE - 1) / SIDE;
    const size_t size = (size_t)across * across * sizeof(block *);
    all->maze = maze;
    all->blocks_across = across;
    all->chunks = NULL;
    all->chunk_used = all->chunk_size = 0;
    all->indices = 0;
    /* The last row of a maze is wall. */
    all->bands = maze->side <= SIDE ? (maze->side - 1 + BAND - 1) / BAND : BANDS;
    all->node_size = sizeof(node) + (all->bands + 1) * sizeof(band) + all->bands * sizeof(memory);
    all->blocks = qi_allocate(&maze->allocator, size);
    if (all->blocks)
        memset(all->blocks, 0, size);
    return all->blocks != NULL;
}

void qi_maze_nodes_end(nodes *all)
{
    const qi_allocator *allocator = &all->maze->allocator;
    for (uint32_t i = 0; all->blocks && i < all->blocks_across * all->blocks_across; i++)
        qi_release(allocator, all->blocks[i]);
    qi_release(allocator, all->blocks);
    while (all->chunks) {
        chunk *next = all->chunks->next;
        qi_release(allocator, all->chunks);
        all->chunks = next;
    }
}
