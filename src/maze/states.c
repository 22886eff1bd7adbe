/*
 * A breadth-first search over the states (cell, board), some machine words of cells at a time,
 * which ends as soon as the last board that is wanted has been found.
 *
 * A node is the maze as seen with one board: for every 32 cells of a row a word of the cells that
 * were entered, a word of those entered last (the front), and words from which the walks are read
 * afterwards. One step of a whole front is a few shifts.
 *
 * Three facts keep it small:
 * - A step changes the colour of the cell, if cells are coloured like a chessboard. So the cells
 *   entered at time t all have one colour, those of t + 1 the other, and one front holds both.
 * - Neighbouring cells entered with the same board were entered at times that differ by exactly 1,
 *   so one bit of the time (the second lowest) shows which of the two came first.
 * - A board is needed only while some wanted board that can follow from it has not been found;
 *   counters of the needed followers of every board show when.
 */
#include "maze/maze.h"

#include "base/fast.h"

#include <qi/maze_steps.h>

#if defined(__SSE2__) && QI_HAS_FAST(QI_FAST_SSE2)
#define HAS_SSE2 1
#include <emmintrin.h>
#endif

enum {
    WIDTH = 32, /* cells of a row in a word */
    BAND = 4,   /* rows that are stepped together */
    MAX_STRIPS = (QI_MAZE_WALK_MAX_SIDE + WIDTH - 1) / WIDTH,
    MAX_BANDS = (QI_MAZE_WALK_MAX_SIDE - 1 + BAND - 1) / BAND,
    MASK = 64 / BAND,  /* bands whose rows are bits of a mask */
    WRITINGS = 4096,   /* letters that are written together */
    AHEAD = 8,         /* how far ahead memory is asked for */
    WANTED = UINT8_MAX /* in place of a count of followers: a winning board not yet found */
};

/* A word of each row of a band; the allocator need not align it. */
typedef uint32_t words __attribute__((vector_size(4 * BAND), aligned(4)));

/* Used at every step. */
typedef struct band {
    words entered; /* walls, cells where she stood, and moves she stepped on, with this board */
    words front;   /* cells entered at the current time, and already at the next */
} band;

/* Enough to read the walks afterwards. */
typedef struct memory {
    words late;      /* the second lowest bit of the time when a cell was entered */
    words turned[2]; /* the direction that led to a cell where a letter was written */
} memory;

typedef struct node {
    memory *memories;
    qi_maze_board board;
    uint16_t filled;
    uint32_t listed; /* the time for which it is on the list */
    uint8_t first;   /* bands outside first .. last - 1 have no front */
    uint8_t last;
    band bands[]; /* row after row of `strips`, and an empty row; then the memories */
} node;

/* The nodes that have a front at some time. */
typedef struct list {
    node **nodes;
    size_t count, capacity;
} list;

/* A step onto a move that writes a letter. They are noted first and taken together, so that the
 * memory they need can be asked for ahead. */
typedef struct writing {
    qi_maze_board board; /* as it is afterwards */
    uint8_t row, column, direction;
} writing;

struct qi_maze_states {
    const qi_maze *maze;
    list now, next;
    writing *writings; /* WRITINGS of them, and room for those of one more node */
    size_t writing_count;
    uint32_t time;       /* of the states that are entered now */
    words colour;        /* the cells that can have been entered at the time before */
    uint32_t to_find;    /* boards */
    qi_maze_end *ends;   /* by index of board */
    uint32_t strips;     /* words of a row */
    uint32_t band_count; /* without the last row, which is wall */
    words *open;         /* for each set of filled squares the cells that leave a board alone; the
                            walls behind the last */
    node **nodes;        /* by index of board */
    char *node_memory;   /* of all nodes, */
    size_t node_size;    /* of each */
    uint32_t nodes_made;
    uint32_t indices; /* boards that can have nodes */
    uint32_t shores[QI_MAZE_SETS];
    uint16_t weight[QI_MAZE_CODES]; /* what writing a letter adds to a board's number */
    uint8_t needed[QI_MAZE_BOARDS]; /* needed followers of a board without a line, or WANTED */
    uint16_t
        index[QI_MAZE_BOARDS]; /* of a board that can have a node, or of a wanted board's end */
    qi_maze_set boards;        /* those found */
};

/* ---- which boards are needed -------------------------------------------------------------- */

/* Counts the followers; those of a board have larger numbers. */
static void count_needed(qi_maze_states *states, const qi_maze_reach *reach,
                         const qi_maze_set *wanted)
{
    for (unsigned number = QI_MAZE_BOARDS; number--;) {
        const qi_maze_board board = (qi_maze_board)number;
        states->needed[board] = 0;
        states->index[board] = 0;
        if (qi_maze_set_has(&reach->winning, board)) {
            if (!wanted || qi_maze_set_has(wanted, board)) {
                states->needed[board] = WANTED;
                states->index[board] = (uint16_t)states->to_find++;
            }
        } else if (qi_maze_set_has(&reach->open, board)) {
            uint32_t moves = states->shores[qi_maze_board_filled(board)];
            unsigned followers = 0;
            for (; moves; moves &= moves - 1)
                followers += states->needed[board + states->weight[__builtin_ctz(moves)]] != 0;
            states->needed[board] = (uint8_t)followers;
            if (followers)
                states->index[board] = (uint16_t)states->indices++;
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

/* ---- nodes and lists ---------------------------------------------------------------------- */

/* Sets `open` for every set of filled squares, and the walls. */
static bool read_cells(qi_maze_states *states)
{
    const qi_maze *maze = states->maze;
    const size_t bands = (size_t)states->band_count * states->strips;
    states->open =
        qi_allocate_zeroed(&maze->allocator, (QI_MAZE_SETS + 1) * bands, sizeof *states->open);
    if (!states->open)
        return false;
    words *const walls = states->open + QI_MAZE_SETS * bands;
    memset(walls, 0xff, bands * sizeof *walls);
    for (uint32_t row = 0; row + 1 < maze->side; row++)
        for (uint32_t column = 0; column < maze->side; column++) {
            const uint8_t code = maze->cells[row * maze->side + column];
            if (code == CELL_WALL)
                continue;
            const size_t at = row / BAND * states->strips + column / WIDTH;
            const uint32_t bit = 1U << column % WIDTH;
            walls[at][row % BAND] &= ~bit;
            const unsigned set = qi_maze_is_move(code) ? 1U << qi_maze_move_square(code) : 0;
            states->open[set * bands + at][row % BAND] |= bit;
        }
    for (unsigned set = 1; set < QI_MAZE_SETS; set++) {
        const unsigned rest = set & (set - 1);
        for (size_t i = 0; i < bands; i++) /* the floor, with what each square opens */
            states->open[set * bands + i] |=
                states->open[rest * bands + i] | states->open[(set ^ rest) * bands + i];
    }
    return true;
}

/* Takes the memory for the nodes of all boards that can have one. */
static bool begin_nodes(qi_maze_states *states)
{
    const qi_allocator *const allocator = &states->maze->allocator;
    states->node_size = sizeof(node) + (states->band_count + 1) * states->strips * sizeof(band) +
                        states->band_count * states->strips * sizeof(memory);
    states->nodes = qi_allocate_zeroed(allocator, states->indices, sizeof *states->nodes);
    states->node_memory = qi_allocate_array(allocator, states->indices, states->node_size);
    return states->nodes && states->node_memory && read_cells(states);
}

static node *make_node(qi_maze_states *states, qi_maze_board board)
{
    const size_t bands = (size_t)states->band_count * states->strips;
    node *const n = (node *)(states->node_memory + states->nodes_made++ * states->node_size);
    memset(n, 0, states->node_size);
    n->memories = (memory *)&n->bands[bands + states->strips];
    for (size_t i = 0; i < bands; i++)
        n->bands[i].entered = states->open[QI_MAZE_SETS * bands + i];
    n->first = MAX_BANDS;
    n->board = board;
    n->filled = (uint16_t)qi_maze_board_filled(board);
    return states->nodes[states->index[board]] = n;
}

/* The node of a board, made if need be. */
static inline node *node_of(qi_maze_states *states, qi_maze_board board)
{
    node *const n = states->nodes[states->index[board]];
    return n ? n : make_node(states, board);
}

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

/* Notes the moves that a front has reached in a word of a row, those that lead to a needed board.
 * The cells west of the front are in `west`; `front` points to the row before. There must be room.
 * There is no branch on the board, because it would be unpredictable. */
static inline void note_writings(qi_maze_states *states, const node *n, uint32_t row,
                                 uint32_t column, uint32_t moves, const uint32_t *front,
                                 uint32_t west)
{
    /* By which neighbours are in the front: south of it 1, north 2, west 4, else east. */
    static const uint8_t directions[8] = {QI_MAZE_WEST,  QI_MAZE_NORTH, QI_MAZE_SOUTH,
                                          QI_MAZE_NORTH, QI_MAZE_EAST,  QI_MAZE_NORTH,
                                          QI_MAZE_SOUTH, QI_MAZE_NORTH};
    const uint8_t *const codes = states->maze->cells + row * states->maze->side + column;
    for (; moves; moves &= moves - 1) {
        const uint32_t bit = (uint32_t)__builtin_ctz(moves);
        const uint32_t by =
            (front[2] >> bit & 1) | (front[0] >> bit & 1) << 1 | (west >> bit & 1) << 2;
        const qi_maze_board board =
            (qi_maze_board)(n->board + states->weight[codes[bit] - CELL_FIRST_MOVE]);
        states->writings[states->writing_count] =
            (writing){board, (uint8_t)row, (uint8_t)(column + bit), directions[by]};
        states->writing_count += states->needed[board] != 0;
    }
}

static void note_end(qi_maze_states *states, const writing *w)
{
    const qi_point at = w->row * states->maze->side + w->column;
    states->ends[states->index[w->board]] = (qi_maze_end){at, states->time, w->direction};
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
    node *const n = node_of(states, w->board);
    const uint32_t i = w->row / BAND, row = w->row % BAND, bit = 1U << w->column % WIDTH;
    const size_t at = i * states->strips + w->column / WIDTH;
    band *b = &n->bands[at];
    if (b->entered[row] & bit)
        return true;
    b->entered[row] |= bit;
    b->front[row] |= bit;
    n->first = i < n->first ? (uint8_t)i : n->first;
    n->last = i >= n->last ? (uint8_t)(i + 1) : n->last;
    memory *m = &n->memories[at];
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
            const uint8_t needed = states->needed[later->board];
            if (needed && needed != WANTED) {
                const node *n = states->nodes[states->index[later->board]];
                __builtin_prefetch(n ? &n->bands[later->row / BAND * states->strips] : NULL);
            }
        }
        if (!write_letter(states, &states->writings[i]))
            return false;
    }
    states->writing_count = 0;
    return true;
}

/* ---- steps -------------------------------------------------------------------------------- */

/* The rows of a band that are not empty: bit i for row i. */
static uint32_t rows_of(words w)
{
#if HAS_SSE2
    return (uint32_t)_mm_movemask_ps(_mm_castsi128_ps((__m128i)(w == 0))) ^ 15U;
#else
    return (uint32_t)(w[0] != 0) | (uint32_t)(w[1] != 0) << 1 | (uint32_t)(w[2] != 0) << 2 |
           (uint32_t)(w[3] != 0) << 3;
#endif
}

/* The rows that lie a row further up, or down, from a band and the one before, or behind it. */
static words row_up(words before, words here)
{
#if HAS_SSE2
    const __m128i a = (__m128i)before, b = (__m128i)here;
    return (words)_mm_or_si128(_mm_slli_si128(b, 4), _mm_srli_si128(a, 12));
#else
    return (words){before[3], here[0], here[1], here[2]};
#endif
}

static words row_down(words here, words behind)
{
#if HAS_SSE2
    const __m128i a = (__m128i)here, b = (__m128i)behind;
    return (words)_mm_or_si128(_mm_srli_si128(a, 4), _mm_slli_si128(b, 12));
#else
    return (words){here[1], here[2], here[3], behind[0]};
#endif
}

/* Moves a node's front of the time before by one step: only the bands with a front and their
 * neighbours can change, and in narrow mazes these are few. */
static inline __attribute__((always_inline)) bool step_strips(qi_maze_states *states, node *n,
                                                              const uint32_t strips)
{
    const uint32_t bands = states->band_count;
    const words *const open = states->open + (size_t)n->filled * bands * strips;
    const words colour = states->colour;
    const bool is_late = states->time >> 1 & 1;
    const uint32_t begin = n->first ? n->first - 1U : 0;
    const uint32_t end = n->last < bands ? n->last + 1U : bands;
    /* The front of the time before with a row before and behind, and the moves that it reaches. */
    uint32_t front[MAX_STRIPS][(MAX_BANDS + 1) * BAND + 1], shore[MAX_STRIPS][MAX_BANDS * BAND];
    words above[MAX_STRIPS] = {{0}}, here[MAX_STRIPS], went = {0};
    for (uint32_t s = 0; s < strips; s++) {
        here[s] = n->bands[begin * strips + s].front & colour;
        front[s][begin * BAND] = 0;
    }
    uint64_t wrote[MAX_STRIPS][2] = {{0}}; /* the rows with moves */
    uint32_t alive = 0;                    /* the bands that have a front afterwards */
    for (uint32_t i = begin; i < end; i++) {
        words below[MAX_STRIPS];
        for (uint32_t s = 0; s < strips; s++) {
            const size_t at = i * strips + s;
            band *b = &n->bands[at];
            below[s] = b[strips].front & colour;
            memcpy(&front[s][1 + i * BAND], &here[s], sizeof here[s]);
            words spread = row_up(above[s], here[s]) | row_down(here[s], below[s]) | here[s] << 1 |
                           here[s] >> 1;
            if (s > 0)
                spread |= here[s - 1] >> (WIDTH - 1);
            if (s + 1 < strips)
                spread |= here[s + 1] << (WIDTH - 1);
            if (strips > 1 && !rows_of(spread)) { /* most of a wide maze */
                alive |= (uint32_t)(rows_of(b->front) != 0) << i;
                continue;
            }
            const words hit = spread & ~b->entered;
            const words go = hit & open[at];
            const words writes = hit ^ go;
            b->entered |= hit;
            b->front = (b->front ^ here[s]) | go;
            alive |= (uint32_t)(rows_of(b->front) != 0) << i;
            if (is_late)
                n->memories[at].late |= go;
            memcpy(&shore[s][i * BAND], &writes, sizeof writes);
            wrote[s][strips > 1 ? i / MASK : 0] |= (uint64_t)rows_of(writes) << i % MASK * BAND;
            went |= go;
        }
        for (uint32_t s = 0; s < strips; s++)
            above[s] = here[s], here[s] = below[s];
    }
    n->first = (uint8_t)__builtin_ctz(alive | 1U << MAX_BANDS);
    n->last = (uint8_t)(alive ? 32 - __builtin_clz(alive) : 0);
    for (uint32_t s = 0; s < strips; s++) {
        front[s][end * BAND + 1] = 0;
        for (uint32_t half = 0; half < (strips > 1 ? 2 : 1); half++)
            for (uint64_t rows = wrote[s][half]; rows; rows &= rows - 1) {
                const uint32_t row = half * MASK * BAND + (uint32_t)__builtin_ctzll(rows);
                const uint32_t behind = s ? front[s - 1][row + 1] >> (WIDTH - 1) : 0;
                note_writings(states, n, row, s * WIDTH, shore[s][row], &front[s][row],
                              front[s][row + 1] << 1 | behind);
            }
    }
    return !rows_of(went) || enlist(states, n);
}

static bool step(qi_maze_states *states, node *n)
{
    return states->strips == 1 ? step_strips(states, n, 1) : step_strips(states, n, states->strips);
}

/* All steps of a time. */
static bool step_all(qi_maze_states *states)
{
    const list *now = &states->now;
    for (size_t i = 0; i < now->count; i++) {
        if (i + AHEAD < now->count)
            __builtin_prefetch(now->nodes[i + AHEAD]);
        if (i + AHEAD / 2 < now->count)
            for (uint32_t k = 1; k < states->band_count * states->strips; k += 2)
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
    states->writings = qi_allocate_array(
        &maze->allocator, WRITINGS + (size_t)maze->side * maze->side, sizeof *states->writings);
    if (!states->ends || !states->writings || !begin_nodes(states))
        return QI_NO_MEMORY;
    /* A board that is to be found follows from the empty one, which therefore has a node. */
    const uint32_t row = maze->start / maze->side, column = maze->start % maze->side;
    const size_t at = row / BAND * states->strips + column / WIDTH;
    node *const n = make_node(states, QI_MAZE_EMPTY_BOARD);
    n->bands[at].entered[row % BAND] |= 1U << column % WIDTH;
    n->bands[at].front[row % BAND] = 1U << column % WIDTH;
    n->first = (uint8_t)(row / BAND);
    n->last = (uint8_t)(row / BAND + 1);
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
    fresh->strips = (maze->side + WIDTH - 1) / WIDTH;
    fresh->band_count = (maze->side - 1 + BAND - 1) / BAND;
    qi_maze_reach reach;
    qi_result result = qi_maze_explore(maze, &reach, fresh->shores);
    if (result == QI_OK) {
        count_needed(fresh, &reach, wanted);
        result = search(fresh);
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
    qi_release(allocator, states->open);
    qi_release(allocator, states->nodes);
    qi_release(allocator, states->node_memory);
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
    return &states->ends[states->index[board]];
}

/* Whether a cell can have been entered with a board at a time, if a cell next to it was entered
 * with the same board a step later. */
static bool was_entered(const qi_maze_states *states, const node *n, uint32_t row, uint32_t column,
                        uint32_t time)
{
    const uint32_t i = row / BAND, r = row % BAND;
    if (i >= states->band_count)
        return false;
    const size_t at = i * states->strips + column / WIDTH;
    const size_t sets = (size_t)n->filled * states->band_count * states->strips;
    const uint32_t other_times = n->memories[at].late[r] ^ (0U - (time >> 1 & 1));
    const uint32_t cells = n->bands[at].entered[r] & states->open[sets + at][r] & ~other_times;
    return cells >> column % WIDTH & 1;
}

unsigned qi_maze_states_back(const qi_maze_states *states, qi_maze_board board, uint32_t row,
                             uint32_t column, uint32_t time, bool *wrote)
{
    static const int down[4] = {-1, 0, 1, 0}, across[4] = {0, 1, 0, -1};
    const node *const n = states->nodes[states->index[board]];
    *wrote = false;
    for (unsigned d = 0; d < 4; d++)
        if (was_entered(states, n, row - (uint32_t)down[d], column - (uint32_t)across[d], time - 1))
            return d;
    *wrote = true;
    const memory *m = &n->memories[row / BAND * states->strips + column / WIDTH];
    const uint32_t r = row % BAND, c = column % WIDTH;
    return (m->turned[0][r] >> c & 1) | (m->turned[1][r] >> c & 1) << 1;
}
