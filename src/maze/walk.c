/*
 * Shortest walks: a breadth-first search over the states (cell, board), some machine words of cells
 * at a time, which ends as soon as the last board that is wanted has been found.
 *
 * The maze is cut into blocks of 32 x 32 cells. A node is a block as seen with one board: for each
 * row of the block a word of the cells that were entered, a word of those entered last (the front),
 * and words from which the walks are read afterwards. One step of a whole front is a few shifts.
 *
 * Three facts keep it small:
 * - A step changes the colour of the cell, if cells are coloured like a chessboard. So the cells
 *   entered at time t all have one colour, those of t + 1 the other, and one front holds both.
 * - Neighbouring cells entered with the same board were entered at times that differ by exactly 1,
 *   so one bit of the time (the second lowest) tells which of the two came first.
 * - A board is needed only while some wanted board that can follow from it has not been found;
 *   counting the needed followers of every board tells when.
 */
#include "maze/maze.h"

enum {
    SIDE = 32,           /* of a block */
    BAND = 4,            /* rows that are stepped together */
    BANDS = SIDE / BAND, /* in a block */
    CHUNK = 32,          /* nodes that are allocated together */
    AHEAD = 8,           /* how far ahead memory is asked for */
    MOVES = CELL_CODES - CELL_FIRST_MOVE,
    WANTED = UINT8_MAX /* in place of a count of followers: a winning board not yet found */
};

/* The words of the rows of a band; the allocator need not align it. */
typedef uint32_t words __attribute__((vector_size(4 * BAND), aligned(4)));

/* One step in each direction. */
static const int down[4] = {-1, 0, 1, 0}, across[4] = {0, 1, 0, -1};

typedef struct block block;

/* What is used at every step. */
typedef struct band {
    words entered; /* cells where she stood, and moves she stepped on, with this board */
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
    band bands[];    /* as many as the maze needs; then as many memories */
} node;

struct block {
    uint32_t row, column;      /* of its first cell */
    uint8_t moves[SIDE][SIDE]; /* on cells that are one: code - CELL_FIRST_MOVE */
    words ground[BANDS];
    words open[QI_MAZE_SETS][BANDS]; /* cells that leave a board alone whose squares are filled */
    node *nodes[];                   /* by index of board */
};

/* Memory for some nodes. */
typedef struct chunk {
    struct chunk *next;
    uint64_t nodes[];
} chunk;

/* The nodes that have a front at some time. */
typedef struct list {
    node **nodes;
    size_t count, capacity;
} list;

/* Steps onto moves that write a letter: taken together when all other steps of a time are done. */
typedef struct writing {
    block *home;
    qi_maze_board board; /* as it is afterwards */
    uint8_t row, column, direction;
} writing;

typedef struct writings {
    writing *items;
    size_t count, capacity;
} writings;

struct qi_maze_walks {
    const qi_maze *maze;
    uint32_t blocks_across;
    block **blocks;
    chunk *chunks;
    uint32_t chunk_used; /* nodes of the first chunk */
    uint32_t bands;      /* of a node */
    size_t node_size;
    list now, next;
    writings writings;
    uint32_t time;      /* of the states that are entered now */
    words late;         /* all ones when the second lowest bit of the time is set */
    words colour;       /* the cells that can have been entered at the time before */
    uint32_t to_find;   /* boards */
    uint32_t indices;   /* boards that have one */
    qi_maze_set boards; /* those found */
    uint32_t shores[QI_MAZE_SETS];
    uint16_t weight[MOVES];          /* what writing a letter adds to a board's number */
    uint8_t needed[QI_MAZE_BOARDS];  /* needed followers of a board without a line, or WANTED */
    uint16_t index[QI_MAZE_BOARDS];  /* of boards that were needed at first */
    uint32_t length[QI_MAZE_BOARDS]; /* of the walk to each board found */
    qi_point end[QI_MAZE_BOARDS];    /* its last cell */
    uint8_t last[QI_MAZE_BOARDS];    /* its last direction */
};

/* ---- which boards are needed -------------------------------------------------------------- */

/* Counts the followers; those of a board have larger numbers. */
static void count_needed(qi_maze_walks *walks, const qi_maze_reach *reach,
                         const qi_maze_set *wanted)
{
    for (unsigned number = QI_MAZE_BOARDS; number--;) {
        const qi_maze_board board = (qi_maze_board)number;
        walks->needed[board] = 0;
        walks->index[board] = 0;
        if (qi_maze_set_has(&reach->winning, board)) {
            if (!wanted || qi_maze_set_has(wanted, board)) {
                walks->needed[board] = WANTED;
                walks->to_find++;
            }
        } else if (qi_maze_set_has(&reach->open, board)) {
            uint32_t moves = walks->shores[qi_maze_board_filled(board)];
            unsigned followers = 0;
            for (; moves; moves &= moves - 1)
                followers += walks->needed[board + walks->weight[__builtin_ctz(moves)]] != 0;
            walks->needed[board] = (uint8_t)followers;
            if (followers)
                walks->index[board] = (uint16_t)walks->indices++;
        }
    }
}

/* A board is needed no more: perhaps neither are those before it. */
static void drop(qi_maze_walks *walks, qi_maze_board board)
{
    walks->needed[board] = 0;
    const unsigned filled = qi_maze_board_filled(board);
    for (unsigned square = 0; square < QI_MAZE_SQUARES; square++) {
        if (!(filled >> square & 1))
            continue;
        const unsigned move = 2 * square + (qi_maze_board_at(board, square) == QI_MAZE_O);
        const qi_maze_board before = (qi_maze_board)(board - walks->weight[move]);
        if (walks->needed[before] && walks->needed[before] != WANTED &&
            walks->shores[filled ^ 1U << square] >> move & 1 && --walks->needed[before] == 0)
            drop(walks, before);
    }
}

/* ---- blocks and nodes --------------------------------------------------------------------- */

static block *make_block(qi_maze_walks *walks, uint32_t row, uint32_t column)
{
    const qi_maze *maze = walks->maze;
    block *b = qi_allocate(&maze->allocator, sizeof *b + walks->indices * sizeof *b->nodes);
    if (!b)
        return NULL;
    memset(b, 0, sizeof *b + walks->indices * sizeof *b->nodes);
    b->row = row;
    b->column = column;
    words moves[QI_MAZE_SQUARES][BANDS] = {{{0}}};
    for (uint32_t r = 0; r < SIDE && row + r < maze->side; r++)
        for (uint32_t c = 0; c < SIDE && column + c < maze->side; c++) {
            const uint8_t code = maze->cells[(row + r) * maze->side + column + c];
            if (code == CELL_WALL)
                continue;
            words *kind = qi_maze_is_move(code) ? moves[qi_maze_move_square(code)] : b->open[0];
            kind[r / BAND][r % BAND] |= 1U << c;
            b->moves[r][c] = (uint8_t)(code - CELL_FIRST_MOVE);
            b->ground[r / BAND][r % BAND] |= 1U << c;
        }
    for (unsigned filled = 1; filled < QI_MAZE_SETS; filled++)
        for (uint32_t i = 0; i < BANDS; i++)
            b->open[filled][i] =
                b->open[filled & (filled - 1)][i] | moves[__builtin_ctz(filled)][i];
    return b;
}

/* The block that holds a cell; NULL when there is no memory. */
static block *block_at(qi_maze_walks *walks, uint32_t row, uint32_t column)
{
    block **b = &walks->blocks[row / SIDE * walks->blocks_across + column / SIDE];
    if (!*b)
        *b = make_block(walks, row / SIDE * SIDE, column / SIDE * SIDE);
    return *b;
}

static node *make_node(qi_maze_walks *walks, block *home, qi_maze_board board)
{
    if (!walks->chunks || walks->chunk_used == CHUNK) {
        chunk *fresh =
            qi_allocate(&walks->maze->allocator, sizeof *fresh + CHUNK * walks->node_size);
        if (!fresh)
            return NULL;
        fresh->next = walks->chunks;
        walks->chunks = fresh;
        walks->chunk_used = 0;
    }
    node *n = (node *)((char *)walks->chunks->nodes + walks->chunk_used++ * walks->node_size);
    memset(n, 0, walks->node_size);
    n->home = home;
    n->memories = (memory *)&n->bands[walks->bands];
    n->board = board;
    n->filled = (uint16_t)qi_maze_board_filled(board);
    return n;
}

/* A block as seen with a needed board; NULL when there is no memory. */
static node *node_at(qi_maze_walks *walks, block *home, qi_maze_board board)
{
    node **n = &home->nodes[walks->index[board]];
    if (!*n)
        *n = make_node(walks, home, board);
    return *n;
}

/* Puts a node on the list of the time to come, once. */
static bool enlist(qi_maze_walks *walks, node *n)
{
    if (n->listed == walks->time)
        return true;
    n->listed = walks->time;
    list *to = &walks->next;
    if (to->count == to->capacity) {
        const size_t capacity = to->capacity ? 2 * to->capacity : 256;
        node **larger = qi_allocate_array(&walks->maze->allocator, capacity, sizeof(node *));
        if (!larger)
            return false;
        if (to->count)
            memcpy(larger, to->nodes, to->count * sizeof(node *));
        qi_release(&walks->maze->allocator, to->nodes);
        to->nodes = larger;
        to->capacity = capacity;
    }
    to->nodes[to->count++] = n;
    return true;
}

/* ---- steps -------------------------------------------------------------------------------- */

/* Makes room for the writings of a whole node and of its edges. */
static bool reserve_writings(qi_maze_walks *walks)
{
    writings *all = &walks->writings;
    if (all->capacity - all->count >= (SIDE + 4) * SIDE)
        return true;
    const size_t capacity = 2 * all->capacity + 2 * (SIDE + 4) * SIDE;
    writing *larger = qi_allocate_array(&walks->maze->allocator, capacity, sizeof *larger);
    if (!larger)
        return false;
    if (all->count)
        memcpy(larger, all->items, all->count * sizeof *larger);
    qi_release(&walks->maze->allocator, all->items);
    all->items = larger;
    all->capacity = capacity;
    return true;
}

/* Notes a step from a board onto a move that writes a letter, if it leads to a needed board. There
 * must be room. Without a branch, since nothing could foretell it. */
static void note_writing(qi_maze_walks *walks, const node *from, uint32_t row, uint32_t column,
                         unsigned direction)
{
    block *home = from->home;
    const qi_maze_board board =
        (qi_maze_board)(from->board + walks->weight[home->moves[row][column]]);
    walks->writings.items[walks->writings.count] =
        (writing){home, board, (uint8_t)row, (uint8_t)column, (uint8_t)direction};
    walks->writings.count += walks->needed[board] != 0;
}

static void note_end(qi_maze_walks *walks, const writing *w)
{
    const block *home = w->home;
    walks->length[w->board] = walks->time;
    walks->end[w->board] = (home->row + w->row) * walks->maze->side + home->column + w->column;
    walks->last[w->board] = w->direction;
    walks->to_find--;
    qi_maze_set_add(&walks->boards, w->board);
    drop(walks, w->board);
}

static bool write_letter(qi_maze_walks *walks, const writing *w)
{
    if (!walks->needed[w->board])
        return true;
    if (walks->needed[w->board] == WANTED) {
        note_end(walks, w);
        return true;
    }
    node *n = node_at(walks, w->home, w->board);
    if (!n)
        return false;
    const uint32_t row = w->row % BAND, bit = 1U << w->column;
    band *b = &n->bands[w->row / BAND];
    if (b->entered[row] & bit)
        return true;
    b->entered[row] |= bit;
    b->front[row] |= bit;
    memory *m = &n->memories[w->row / BAND];
    m->late[row] |= bit & walks->late[0];
    m->turned[0][row] |= w->direction & 1 ? bit : 0;
    m->turned[1][row] |= w->direction & 2 ? bit : 0;
    return enlist(walks, n);
}

/* Writes all letters of a time. */
static bool write_letters(qi_maze_walks *walks)
{
    const writings *all = &walks->writings;
    for (size_t i = 0; i < all->count; i++) {
        if (i + AHEAD < all->count) {
            const writing *later = &all->items[i + AHEAD];
            const node *n = later->home->nodes[walks->index[later->board]];
            __builtin_prefetch(&n->bands[later->row / BAND]);
        }
        if (!write_letter(walks, &all->items[i]))
            return false;
    }
    walks->writings.count = 0;
    return true;
}

/* Steps onto cells of one row, coming from a neighbouring block. */
static bool enter(qi_maze_walks *walks, const node *from, uint32_t block_row, uint32_t block_column,
                  uint32_t row, uint32_t cells, unsigned direction)
{
    block *home = block_at(walks, block_row, block_column);
    node *n = home ? node_at(walks, home, from->board) : NULL;
    if (!n)
        return false;
    const uint32_t i = row / BAND, r = row % BAND;
    band *b = &n->bands[i];
    const uint32_t hit = cells & home->ground[i][r] & ~b->entered[r];
    const uint32_t go = hit & home->open[n->filled][i][r];
    b->entered[r] |= hit;
    b->front[r] |= go;
    n->memories[i].late[r] |= go & walks->late[0];
    for (uint32_t moves = hit ^ go; moves; moves &= moves - 1)
        note_writing(walks, n, row, (uint32_t)__builtin_ctz(moves), direction);
    return !go || enlist(walks, n);
}

/* Steps over the edges of a block, from the rows of its front. */
static bool cross_edges(qi_maze_walks *walks, const node *n, const uint32_t *front)
{
    enum { LAST = SIDE - 1 };
    const block *home = n->home;
    if (front[0] && home->row &&
        !enter(walks, n, home->row - SIDE, home->column, LAST, front[0], QI_MAZE_NORTH))
        return false;
    if (front[LAST] &&
        !enter(walks, n, home->row + SIDE, home->column, 0, front[LAST], QI_MAZE_SOUTH))
        return false;
    for (uint32_t row = 0; row < SIDE; row++) {
        if (front[row] & 1 &&
            !enter(walks, n, home->row, home->column - SIDE, row, 1U << LAST, QI_MAZE_WEST))
            return false;
        if (front[row] >> LAST &&
            !enter(walks, n, home->row, home->column + SIDE, row, 1, QI_MAZE_EAST))
            return false;
    }
    return true;
}

static uint32_t merged(words w)
{
    return w[0] | w[1] | w[2] | w[3];
}

/* The rows of a band that are not empty: bit i for row i. */
static uint32_t rows_of(words w)
{
    const words bit = {1, 2, 4, 8};
    return merged((words)(w != 0) & bit);
}

/* Notes the moves that a front has reached in some rows. `front` has a row before the first. */
static void note_writings(qi_maze_walks *walks, const node *n, const uint32_t *front,
                          const uint32_t *shore, uint32_t rows)
{
    /* By which neighbours are in the front: south of it 1, north 2, west 4, else east. */
    static const uint8_t directions[8] = {QI_MAZE_WEST,  QI_MAZE_NORTH, QI_MAZE_SOUTH,
                                          QI_MAZE_NORTH, QI_MAZE_EAST,  QI_MAZE_NORTH,
                                          QI_MAZE_SOUTH, QI_MAZE_NORTH};
    for (; rows; rows &= rows - 1) {
        const uint32_t row = (uint32_t)__builtin_ctz(rows);
        for (uint32_t moves = shore[row]; moves; moves &= moves - 1) {
            const uint32_t column = (uint32_t)__builtin_ctz(moves);
            const uint32_t by = (front[row + 2] >> column & 1) | (front[row] >> column & 1) << 1 |
                                (front[row + 1] << 1 >> column & 1) << 2;
            note_writing(walks, n, row, column, directions[by]);
        }
    }
}

/* Takes the front of the time before out of a band. */
static words take_front(node *n, uint32_t i, words colour)
{
    const words front = n->bands[i].front & colour;
    n->bands[i].front ^= front;
    return front;
}

/* Takes a node's front of the time before to where it can go in one step. */
static bool step(qi_maze_walks *walks, node *n)
{
    const block *home = n->home;
    const words *open = home->open[n->filled];
    const words colour = walks->colour;
    const bool is_late = walks->time >> 1 & 1;
    const uint32_t bands = walks->bands;
    uint32_t front[SIDE + 2]; /* with an empty row before and behind */
    uint32_t shore[SIDE];
    uint32_t wrote = 0;
    words sides = {0}, went = {0}, above = {0};
    words here = take_front(n, 0, colour);
    front[0] = 0;
    front[bands * BAND + 1] = 0;
    for (uint32_t i = 0; i < bands; i++) {
        const words below = i + 1 < bands ? take_front(n, i + 1, colour) : (words){0};
        /* The rows between, in registers: memory just written could not be read so soon. */
        const words north = {above[3], here[0], here[1], here[2]};
        const words south = {here[1], here[2], here[3], below[0]};
        band *b = &n->bands[i];
        const words hit = (north | south | here << 1 | here >> 1) & home->ground[i] & ~b->entered;
        const words go = hit & open[i];
        b->entered |= hit;
        b->front |= go;
        if (is_late)
            n->memories[i].late |= go;
        memcpy(front + 1 + i * BAND, &here, sizeof here);
        const words writes = hit ^ go;
        memcpy(shore + i * BAND, &writes, sizeof writes);
        wrote |= rows_of(writes) << i * BAND;
        went |= go;
        sides |= here;
        above = here;
        here = below;
    }
    note_writings(walks, n, front, shore, wrote);
    if (((merged(sides) & 0x80000001U) || front[1] || (bands == BANDS && front[SIDE])) &&
        !cross_edges(walks, n, front + 1))
        return false;
    return !merged(went) || enlist(walks, n);
}

/* All steps of a time. */
static bool step_all(qi_maze_walks *walks)
{
    const list *now = &walks->now;
    for (size_t i = 0; i < now->count; i++) {
        if (i + AHEAD < now->count)
            __builtin_prefetch(now->nodes[i + AHEAD]);
        if (i + AHEAD / 2 < now->count)
            for (uint32_t k = 1; k < walks->bands; k += 2)
                __builtin_prefetch(&now->nodes[i + AHEAD / 2]->bands[k]);
        if (walks->needed[now->nodes[i]->board] &&
            (!reserve_writings(walks) || !step(walks, now->nodes[i])))
            return false;
    }
    return write_letters(walks);
}

/* Goes to the next time. */
static void tick(qi_maze_walks *walks)
{
    const list emptied = {walks->now.nodes, 0, walks->now.capacity};
    walks->now = walks->next;
    walks->next = emptied;
    /* The cells entered at one time have one colour: these in even rows, the others in odd. */
    const qi_point start = walks->maze->start;
    const uint32_t odd = (start / walks->maze->side + start % walks->maze->side + walks->time) & 1;
    const uint32_t even_rows = odd ? 0xaaaaaaaaU : 0x55555555U;
    walks->colour = (words){even_rows, ~even_rows, even_rows, ~even_rows};
    walks->time++;
    walks->late = (words){0} - (walks->time >> 1 & 1);
}

static qi_result search(qi_maze_walks *walks)
{
    const qi_maze *maze = walks->maze;
    if (!walks->to_find)
        return QI_OK;
    const uint32_t row = maze->start / maze->side, column = maze->start % maze->side;
    block *home = block_at(walks, row, column);
    node *n = home ? node_at(walks, home, QI_MAZE_EMPTY_BOARD) : NULL;
    if (!n)
        return QI_NO_MEMORY;
    band *b = &n->bands[row % SIDE / BAND];
    b->entered[row % BAND] = b->front[row % BAND] = 1U << column % SIDE;
    n->listed = UINT32_MAX;
    if (!enlist(walks, n))
        return QI_NO_MEMORY;
    while (walks->to_find) {
        tick(walks);
        if (!step_all(walks))
            return QI_NO_MEMORY;
    }
    return QI_OK;
}

qi_result qi_maze_walks_new(const qi_maze *maze, const qi_maze_set *wanted, qi_maze_walks **walks)
{
    const uint32_t blocks = (maze->side + SIDE - 1) / SIDE;
    qi_maze_walks *fresh = qi_allocate(&maze->allocator, sizeof *fresh);
    if (!fresh)
        return QI_NO_MEMORY;
    fresh->maze = maze;
    fresh->blocks_across = blocks;
    fresh->chunks = NULL;
    fresh->chunk_used = 0;
    fresh->now = fresh->next = (list){0};
    fresh->writings = (writings){0};
    /* The last row is wall. */
    fresh->bands = maze->side <= SIDE ? (maze->side - 1 + BAND - 1) / BAND : BANDS;
    fresh->node_size = sizeof(node) + fresh->bands * (sizeof(band) + sizeof(memory));
    fresh->time = 0;
    fresh->to_find = 0;
    fresh->indices = 0;
    memset(&fresh->boards, 0, sizeof fresh->boards);
    for (unsigned move = 0; move < MOVES; move++)
        fresh->weight[move] =
            (uint16_t)(qi_maze_board_of(1U << move / 2) * (move % 2 ? QI_MAZE_O : QI_MAZE_M));
    fresh->blocks = qi_allocate_array(&maze->allocator, (size_t)blocks * blocks, sizeof(block *));
    qi_result result = QI_NO_MEMORY;
    if (fresh->blocks) {
        memset(fresh->blocks, 0, (size_t)blocks * blocks * sizeof(block *));
        qi_maze_reach reach;
        result = qi_maze_explore(maze, &reach, fresh->shores);
        if (result == QI_OK) {
            count_needed(fresh, &reach, wanted);
            result = search(fresh);
        }
    }
    if (result == QI_OK)
        *walks = fresh;
    else
        qi_maze_walks_free(fresh);
    return result;
}

void qi_maze_walks_free(qi_maze_walks *walks)
{
    if (!walks)
        return;
    const qi_allocator *allocator = &walks->maze->allocator;
    for (uint32_t i = 0; walks->blocks && i < walks->blocks_across * walks->blocks_across; i++)
        qi_release(allocator, walks->blocks[i]);
    while (walks->chunks) {
        chunk *next = walks->chunks->next;
        qi_release(allocator, walks->chunks);
        walks->chunks = next;
    }
    qi_release(allocator, walks->blocks);
    qi_release(allocator, walks->now.nodes);
    qi_release(allocator, walks->next.nodes);
    qi_release(allocator, walks->writings.items);
    qi_release(allocator, walks);
}

/* ---- reading the walks -------------------------------------------------------------------- */

const qi_maze_set *qi_maze_walks_boards(const qi_maze_walks *walks)
{
    return &walks->boards;
}

uint32_t qi_maze_walks_length(const qi_maze_walks *walks, qi_maze_board board)
{
    return qi_maze_set_has(&walks->boards, board) ? walks->length[board] : QI_MAZE_NO_WALK;
}

/* The node of a board that holds a cell, or NULL. */
static const node *find_node(const qi_maze_walks *walks, qi_maze_board board, uint32_t row,
                             uint32_t column)
{
    const block *home = walks->blocks[row / SIDE * walks->blocks_across + column / SIDE];
    return home ? home->nodes[walks->index[board]] : NULL;
}

/* The cells of a row of a node that can have been entered at a time: next to a cell that was
 * entered with the same board a step later they were. */
static uint32_t entered_at(const node *n, uint32_t row, uint32_t time)
{
    const band *b = &n->bands[row / BAND];
    const uint32_t other_times = n->memories[row / BAND].late[row % BAND] ^ (0U - (time >> 1 & 1));
    return b->entered[row % BAND] & n->home->open[n->filled][row / BAND][row % BAND] & ~other_times;
}

/* Whether the cell before this one, in a direction, was entered at a time with a board. */
static bool came_from(const qi_maze_walks *walks, qi_maze_board board, uint32_t row,
                      uint32_t column, unsigned direction, uint32_t time)
{
    row -= (uint32_t)down[direction];
    column -= (uint32_t)across[direction];
    const node *n = find_node(walks, board, row, column);
    return n && entered_at(n, row % SIDE, time) >> column % SIDE & 1;
}

/* The direction that led to a cell which was entered at a time with a board; `wrote` gets whether a
 * letter was written there. */
static unsigned direction_to(const qi_maze_walks *walks, qi_maze_board board, uint32_t row,
                             uint32_t column, uint32_t time, bool *wrote)
{
    const node *n = find_node(walks, board, row, column);
    const uint32_t r = row % SIDE, c = column % SIDE;
    unsigned from = 0; /* a bit for each direction */
    if (r && r + 1 < walks->bands * BAND && c && c < SIDE - 1) {
        const uint32_t here = entered_at(n, r, time - 1);
        from = (entered_at(n, r + 1, time - 1) >> c & 1) << QI_MAZE_NORTH |
               (here >> (c - 1) & 1) << QI_MAZE_EAST |
               (entered_at(n, r - 1, time - 1) >> c & 1) << QI_MAZE_SOUTH |
               (here >> (c + 1) & 1) << QI_MAZE_WEST;
    } else {
        for (unsigned d = 0; d < 4; d++)
            from |= (unsigned)came_from(walks, board, row, column, d, time - 1) << d;
    }
    const memory *m = &n->memories[r / BAND];
    const unsigned turned = (m->turned[0][r % BAND] >> c & 1) | (m->turned[1][r % BAND] >> c & 1)
                                                                    << 1;
    *wrote = from == 0;
    return from ? (unsigned)__builtin_ctz(from) : turned;
}

qi_result qi_maze_walks_path(const qi_maze_walks *walks, qi_maze_board board, qi_point *cells,
                             size_t capacity)
{
    const uint32_t length = qi_maze_walks_length(walks, board);
    if (length == QI_MAZE_NO_WALK || capacity <= length)
        return QI_BAD_ARGUMENT;
    const uint32_t side = walks->maze->side;
    uint32_t row = walks->end[board] / side, column = walks->end[board] % side;
    unsigned direction = walks->last[board];
    bool wrote = true;
    for (uint32_t time = length;; time--) {
        cells[time] = row * side + column;
        if (time == 0)
            return QI_OK;
        if (time < length)
            direction = direction_to(walks, board, row, column, time, &wrote);
        if (wrote)
            board =
                (qi_maze_board)(board -
                                walks->weight[walks->maze->cells[cells[time]] - CELL_FIRST_MOVE]);
        row -= (uint32_t)down[direction];
        column -= (uint32_t)across[direction];
    }
}
