/*
 * A breadth-first search over the states (cell, board), some machine words of cells at a time,
 * which ends as soon as the last board that is wanted has been found.
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
#include "maze/states.h"
#include "maze/nodes.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum {
    WRITINGS = 4096,   /* letters that are written together */
    AHEAD = 8,         /* how far ahead memory is asked for */
    WANTED = UINT8_MAX /* in place of a count of followers: a winning board not yet found */
};

/* The nodes that have a front at some time. */
typedef struct list {
    node **nodes;
    size_t count, capacity;
} list;

/* A step onto a move that writes a letter. They are noted first and taken together, so that the
 * memory they need can be asked for ahead. */
typedef struct writing {
    block *home;
    qi_maze_board board; /* as it is afterwards */
    uint8_t row, column, direction;
} writing;

struct qi_maze_states {
    const qi_maze *maze;
    list now, next;
    writing *writings; /* WRITINGS of them, and room for those of one more node */
    size_t writing_count;
    uint32_t time;     /* of the states that are entered now */
    words colour;      /* the cells that can have been entered at the time before */
    uint32_t to_find;  /* boards */
    qi_maze_end *ends; /* by index of board */
    uint32_t shores[QI_MAZE_SETS];
    uint16_t weight[QI_MAZE_CODES]; /* what writing a letter adds to a board's number */
    uint8_t needed[QI_MAZE_BOARDS]; /* needed followers of a board without a line, or WANTED */
    qi_maze_set boards;             /* those found */
    struct nodes nodes;             /* an index is also that of the end of a wanted board */
};

/* ---- which boards are needed -------------------------------------------------------------- */

/* Counts the followers; those of a board have larger numbers. */
static void count_needed(qi_maze_states *states, const qi_maze_reach *reach,
                         const qi_maze_set *wanted)
{
    for (unsigned number = QI_MAZE_BOARDS; number--;) {
        const qi_maze_board board = (qi_maze_board)number;
        states->needed[board] = 0;
        states->nodes.index[board] = 0;
        if (qi_maze_set_has(&reach->winning, board)) {
            if (!wanted || qi_maze_set_has(wanted, board)) {
                states->needed[board] = WANTED;
                states->nodes.index[board] = (uint16_t)states->to_find++;
            }
        } else if (qi_maze_set_has(&reach->open, board)) {
            uint32_t moves = states->shores[qi_maze_board_filled(board)];
            unsigned followers = 0;
            for (; moves; moves &= moves - 1)
                followers += states->needed[board + states->weight[__builtin_ctz(moves)]] != 0;
            states->needed[board] = (uint8_t)followers;
            if (followers)
                states->nodes.index[board] = (uint16_t)states->nodes.indices++;
        }
    }
}

/* A board is no longer needed; perhaps the boards before it are not needed either. */
static void drop(qi_maze_states *states, qi_maze_board board)
{
    states->needed[board] = 0;
    const unsigned filled = qi_maze_board_filled(board);
    unsigned rest = board;
    for (unsigned square = QI_MAZE_SQUARES; square--; rest /= 3) {
        if (rest % 3 == QI_MAZE_NONE)
            continue;
        const unsigned move = 2 * square + (rest % 3 == QI_MAZE_O);
        const qi_maze_board before = (qi_maze_board)(board - states->weight[move]);
        if (states->needed[before] && states->needed[before] != WANTED &&
            states->shores[filled ^ 1U << square] >> move & 1 && --states->needed[before] == 0)
            drop(states, before);
    }
}

/* ---- lists -------------------------------------------------------------------------------- */

/* Makes room on the list of the time to come. */
static bool grow_list(qi_maze_states *states)
{
    list *to = &states->next;
    node **const grown =
        qi_grow(&states->maze->allocator, to->nodes, to->count, 1, &to->capacity, sizeof *grown);
    if (grown)
        to->nodes = grown;
    return grown != NULL;
}

/* Puts a node on that list, once. */
static inline bool enlist(qi_maze_states *states, node *n)
{
    if (n->listed == states->time)
        return true;
    n->listed = states->time;
    if (states->next.count == states->next.capacity && !grow_list(states))
        return false;
    states->next.nodes[states->next.count++] = n;
    return true;
}

/* ---- writing letters ---------------------------------------------------------------------- */

/* Notes a step from a board onto a move that writes a letter, if it leads to a needed board. There
 * must be room. There is no branch, because it would be unpredictable. */
static void note_writing(qi_maze_states *states, const node *from, uint32_t row, uint32_t column,
                         unsigned direction)
{
    block *home = from->home;
    const qi_maze_board board =
        (qi_maze_board)(from->board + states->weight[home->moves[row][column]]);
    states->writings[states->writing_count] =
        (writing){home, board, (uint8_t)row, (uint8_t)column, (uint8_t)direction};
    states->writing_count += states->needed[board] != 0;
}

/* Notes the moves that a front has reached in some rows. `front` has a row before the first. */
static void note_writings(qi_maze_states *states, const node *n, const uint32_t *front,
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
            note_writing(states, n, row, column, directions[by]);
        }
    }
}

static void note_end(qi_maze_states *states, const writing *w)
{
    const block *home = w->home;
    const qi_point at = (home->row + w->row) * states->maze->side + home->column + w->column;
    states->ends[states->nodes.index[w->board]] = (qi_maze_end){at, states->time, w->direction};
    states->to_find--;
    qi_maze_set_add(&states->boards, w->board);
    drop(states, w->board);
}

/* All ones when the second lowest bit of the time is set. */
static uint32_t late_mask(const qi_maze_states *states)
{
    return 0U - (states->time >> 1 & 1);
}

static bool write_letter(qi_maze_states *states, const writing *w)
{
    if (!states->needed[w->board])
        return true;
    if (states->needed[w->board] == WANTED) {
        note_end(states, w);
        return true;
    }
    node *n = qi_maze_node_at(&states->nodes, w->home, w->board);
    if (!n)
        return false;
    const uint32_t row = w->row % BAND, bit = 1U << w->column;
    band *b = &n->bands[w->row / BAND];
    if (b->entered[row] & bit)
        return true;
    b->entered[row] |= bit;
    b->front[row] |= bit;
    qi_maze_touch(n, w->row / BAND);
    memory *m = &n->memories[w->row / BAND];
    m->late[row] |= bit & late_mask(states);
    m->turned[0][row] |= w->direction & 1 ? bit : 0;
    m->turned[1][row] |= w->direction & 2 ? bit : 0;
    return enlist(states, n);
}

/* Writes all letters that were noted. */
static bool write_letters(qi_maze_states *states)
{
    const size_t count = states->writing_count;
    for (size_t i = 0; i < count; i++) {
        if (i + AHEAD < count) {
            const writing *later = &states->writings[i + AHEAD];
            if (states->needed[later->board] != WANTED) {
                const node *n = later->home->nodes[states->nodes.index[later->board]];
                __builtin_prefetch(n ? &n->bands[later->row / BAND] : NULL);
            }
        }
        if (!write_letter(states, &states->writings[i]))
            return false;
    }
    states->writing_count = 0;
    return true;
}

/* ---- steps -------------------------------------------------------------------------------- */

/* Steps onto cells of one row, coming from a neighbouring block. */
static bool enter(qi_maze_states *states, const node *from, uint32_t block_row,
                  uint32_t block_column, uint32_t row, uint32_t cells, unsigned direction)
{
    block *home = qi_maze_block_at(&states->nodes, block_row, block_column);
    node *n = home ? qi_maze_node_at(&states->nodes, home, from->board) : NULL;
    if (!n)
        return false;
    const uint32_t i = row / BAND, r = row % BAND;
    band *b = &n->bands[i];
    const uint32_t hit = cells & ~b->entered[r];
    const uint32_t go = hit & home->open[n->filled][i][r];
    b->entered[r] |= hit;
    b->front[r] |= go;
    qi_maze_touch(n, i);
    n->memories[i].late[r] |= go & late_mask(states);
    for (uint32_t moves = hit ^ go; moves; moves &= moves - 1)
        note_writing(states, n, row, (uint32_t)__builtin_ctz(moves), direction);
    return !go || enlist(states, n);
}

/* Steps over the edges of a block, from the rows of its front. */
static bool cross_edges(qi_maze_states *states, const node *n, const uint32_t *front)
{
    enum { LAST = SIDE - 1 };
    const block *home = n->home;
    if (front[0] && home->row &&
        !enter(states, n, home->row - SIDE, home->column, LAST, front[0], QI_MAZE_NORTH))
        return false;
    if (front[LAST] &&
        !enter(states, n, home->row + SIDE, home->column, 0, front[LAST], QI_MAZE_SOUTH))
        return false;
    for (uint32_t row = 0; row < SIDE; row++) {
        if (front[row] & 1 &&
            !enter(states, n, home->row, home->column - SIDE, row, 1U << LAST, QI_MAZE_WEST))
            return false;
        if (front[row] >> LAST &&
            !enter(states, n, home->row, home->column + SIDE, row, 1, QI_MAZE_EAST))
            return false;
    }
    return true;
}

/* The rows of a band that are not empty: bit i for row i. */
static uint32_t rows_of(words w)
{
#ifdef __SSE2__
    return (uint32_t)_mm_movemask_ps(_mm_castsi128_ps((__m128i)(w == 0))) ^ 15U;
#else
    return (uint32_t)(w[0] != 0) | (uint32_t)(w[1] != 0) << 1 | (uint32_t)(w[2] != 0) << 2 |
           (uint32_t)(w[3] != 0) << 3;
#endif
}

/* The rows that lie a row further up, or down, from a band and the one before, or behind it. */
static words row_up(words before, words here)
{
#ifdef __SSE2__
    const __m128i a = (__m128i)before, b = (__m128i)here;
    return (words)_mm_or_si128(_mm_slli_si128(b, 4), _mm_srli_si128(a, 12));
#else
    return (words){before[3], here[0], here[1], here[2]};
#endif
}

static words row_down(words here, words behind)
{
#ifdef __SSE2__
    const __m128i a = (__m128i)here, b = (__m128i)behind;
    return (words)_mm_or_si128(_mm_srli_si128(a, 4), _mm_slli_si128(b, 12));
#else
    return (words){here[1], here[2], here[3], behind[0]};
#endif
}

/* Moves a node's front of the time before by one step: only the bands with a front and their
 * neighbours can change, and in narrow mazes these are few. */
static bool step(qi_maze_states *states, node *n)
{
    const words *open = n->home->open[n->filled];
    const words colour = states->colour;
    const bool is_late = states->time >> 1 & 1;
    const uint32_t bands = states->nodes.bands;
    const uint32_t begin = n->first ? n->first - 1U : 0;
    const uint32_t end = n->last < bands ? n->last + 1U : bands;
    uint32_t front[SIDE + 2]; /* with a row before and behind; set for the bands gone through */
    uint32_t shore[SIDE];
    uint32_t wrote = 0;
    front[begin * BAND] = 0;
    front[end * BAND + 1] = 0;
    words went = {0}, sides = {0}, above = {0};
    words all = n->bands[begin].front; /* of this time and of the next */
    words here = all & colour;
    uint32_t alive = 0; /* the bands that have a front afterwards */
    for (uint32_t i = begin; i < end; i++) {
        band *b = &n->bands[i];
        const words all_below = b[1].front;
        const words below = all_below & colour;
        const words spread = row_up(above, here) | row_down(here, below) | here << 1 | here >> 1;
        const words hit = spread & ~b->entered;
        const words go = hit & open[i];
        const words writes = hit ^ go;
        b->entered |= hit;
        b->front = (all ^ here) | go;
        alive |= (uint32_t)(rows_of(b->front) != 0) << i;
        if (is_late)
            n->memories[i].late |= go;
        memcpy(front + 1 + i * BAND, &here, sizeof here);
        memcpy(shore + i * BAND, &writes, sizeof writes);
        wrote |= rows_of(writes) << i * BAND;
        went |= go;
        sides |= here;
        above = here;
        here = below;
        all = all_below;
    }
    n->first = (uint8_t)__builtin_ctz(alive | 1U << BANDS);
    n->last = (uint8_t)(alive ? 32 - __builtin_clz(alive) : 0);
    note_writings(states, n, front, shore, wrote);
    const uint32_t columns = sides[0] | sides[1] | sides[2] | sides[3];
    if ((columns & 0x80000001U) || (begin == 0 && front[1]) || (end == BANDS && front[SIDE])) {
        memset(front + 1, 0, begin * BAND * sizeof *front);
        memset(front + 1 + end * BAND, 0, (SIDE - end * BAND) * sizeof *front);
        if (!cross_edges(states, n, front + 1))
            return false;
    }
    return !rows_of(went) || enlist(states, n);
}

/* All steps of a time. */
static bool step_all(qi_maze_states *states)
{
    const list *now = &states->now;
    for (size_t i = 0; i < now->count; i++) {
        if (i + AHEAD < now->count)
            __builtin_prefetch(now->nodes[i + AHEAD]);
        if (i + AHEAD / 2 < now->count)
            for (uint32_t k = 1; k < states->nodes.bands; k += 2)
                __builtin_prefetch(&now->nodes[i + AHEAD / 2]->bands[k]);
        if (states->needed[now->nodes[i]->board] && !step(states, now->nodes[i]))
            return false;
        if (states->writing_count >= WRITINGS && !write_letters(states))
            return false;
    }
    return write_letters(states);
}

/* Goes to the next time. */
static void tick(qi_maze_states *states)
{
    const list emptied = {states->now.nodes, 0, states->now.capacity};
    states->now = states->next;
    states->next = emptied;
    /* The cells entered at one time have one colour: these in even rows, the others in odd. */
    const uint32_t side = states->maze->side, start = states->maze->start;
    const uint32_t odd = (start / side + start % side + states->time) & 1;
    const uint32_t even_rows = odd ? 0xaaaaaaaaU : 0x55555555U;
    states->colour = (words){even_rows, ~even_rows, even_rows, ~even_rows};
    states->time++;
}

static qi_result search(qi_maze_states *states)
{
    const qi_maze *maze = states->maze;
    if (!states->to_find)
        return QI_OK;
    states->ends = qi_allocate_array(&maze->allocator, states->to_find, sizeof *states->ends);
    states->writings =
        qi_allocate_array(&maze->allocator, WRITINGS + (SIDE + 4) * SIDE, sizeof *states->writings);
    if (!states->ends || !states->writings)
        return QI_NO_MEMORY;
    const uint32_t row = maze->start / maze->side, column = maze->start % maze->side;
    block *home = qi_maze_block_at(&states->nodes, row, column);
    node *n = home ? qi_maze_node_at(&states->nodes, home, QI_MAZE_EMPTY_BOARD) : NULL;
    if (!n)
        return QI_NO_MEMORY;
    band *b = &n->bands[row % SIDE / BAND];
    b->entered[row % BAND] |= 1U << column % SIDE;
    b->front[row % BAND] = 1U << column % SIDE;
    qi_maze_touch(n, row % SIDE / BAND);
    n->listed = UINT32_MAX;
    if (!enlist(states, n))
        return QI_NO_MEMORY;
    while (states->to_find && states->next.count) {
        tick(states);
        if (!step_all(states))
            return QI_NO_MEMORY;
    }
    return QI_OK;
}

qi_result qi_maze_states_new(const qi_maze *maze, const qi_maze_set *wanted,
                             qi_maze_states **states)
{
    qi_maze_states *fresh = qi_allocate(&maze->allocator, sizeof *fresh);
    if (!fresh)
        return QI_NO_MEMORY;
    /* All but the tables by board, which are large. */
    memset(fresh, 0, offsetof(qi_maze_states, shores));
    memset(&fresh->boards, 0, sizeof fresh->boards);
    fresh->maze = maze;
    for (unsigned move = 0; move < QI_MAZE_CODES; move++)
        fresh->weight[move] =
            (uint16_t)(qi_maze_board_of(1U << move / 2) * (move % 2 ? QI_MAZE_O : QI_MAZE_M));
    qi_result result = QI_NO_MEMORY;
    if (qi_maze_nodes_begin(&fresh->nodes, maze)) {
        qi_maze_reach reach;
        result = qi_maze_explore(maze, &reach, fresh->shores);
        if (result == QI_OK) {
            count_needed(fresh, &reach, wanted);
            result = search(fresh);
        }
    }
    if (result == QI_OK)
        *states = fresh;
    else
        qi_maze_states_free(fresh);
    return result;
}

void qi_maze_states_free(qi_maze_states *states)
{
    if (!states)
        return;
    const qi_allocator *allocator = &states->maze->allocator;
    qi_maze_nodes_end(&states->nodes);
    qi_release(allocator, states->now.nodes);
    qi_release(allocator, states->next.nodes);
    qi_release(allocator, states->writings);
    qi_release(allocator, states->ends);
    qi_release(allocator, states);
}

/* ---- looking back ------------------------------------------------------------------------- */

const qi_maze_set *qi_maze_states_boards(const qi_maze_states *states)
{
    return &states->boards;
}

const qi_maze_end *qi_maze_states_end(const qi_maze_states *states, qi_maze_board board)
{
    return &states->ends[states->nodes.index[board]];
}

/* The node of a board that holds a cell, or NULL. */
static const node *find_node(const qi_maze_states *states, qi_maze_board board, uint32_t row,
                             uint32_t column)
{
    const block *home =
        states->nodes.blocks[row / SIDE * states->nodes.blocks_across + column / SIDE];
    return home ? home->nodes[states->nodes.index[board]] : NULL;
}

/* The cells of a row of a node that can have been entered at a time: next to a cell that was
 * entered with the same board a step later they were. */
static uint32_t entered_at(const node *n, uint32_t row, uint32_t time)
{
    const uint32_t i = row / BAND, r = row % BAND;
    const uint32_t other_times = n->memories[i].late[r] ^ (0U - (time >> 1 & 1));
    return n->bands[i].entered[r] & n->home->open[n->filled][i][r] & ~other_times;
}

unsigned qi_maze_states_back(const qi_maze_states *states, qi_maze_board board, uint32_t row,
                             uint32_t column, uint32_t time, bool *wrote)
{
    static const int down[4] = {-1, 0, 1, 0}, across[4] = {0, 1, 0, -1};
    const node *n = find_node(states, board, row, column);
    const uint32_t r = row % SIDE, c = column % SIDE;
    unsigned from = 0; /* a bit for each direction */
    if (r && r + 1 < states->nodes.bands * BAND && c && c < SIDE - 1) {
        const uint32_t here = entered_at(n, r, time - 1);
        from = (entered_at(n, r + 1, time - 1) >> c & 1) << QI_MAZE_NORTH |
               (here >> (c - 1) & 1) << QI_MAZE_EAST |
               (entered_at(n, r - 1, time - 1) >> c & 1) << QI_MAZE_SOUTH |
               (here >> (c + 1) & 1) << QI_MAZE_WEST;
    } else {
        for (unsigned d = 0; d < 4; d++) {
            const uint32_t y = row - (uint32_t)down[d], x = column - (uint32_t)across[d];
            const node *neighbour = find_node(states, board, y, x);
            if (neighbour && y % SIDE < states->nodes.bands * BAND &&
                entered_at(neighbour, y % SIDE, time - 1) >> x % SIDE & 1)
                from |= 1U << d;
        }
    }
    *wrote = from == 0;
    if (from)
        return (unsigned)__builtin_ctz(from);
    const memory *m = &n->memories[r / BAND];
    return (m->turned[0][r % BAND] >> c & 1) | (m->turned[1][r % BAND] >> c & 1) << 1;
}
