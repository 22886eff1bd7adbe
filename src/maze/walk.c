/*
 * Shortest walks: a breadth-first search over the states (cell, board), which ends as soon as the
 * last board that is wanted has been found. What can be reached is known beforehand.
 */
#include "maze/maze.h"

enum { NOT_OPEN = UINT16_MAX };

/* How a state was first entered, in a byte: 0 for never, else ENTERED + a direction, and WROTE
 * when the step wrote a letter. */
enum { ENTERED = 4, DIRECTION = 3, WROTE = 8 };

typedef struct state {
    qi_point at;
    qi_maze_board board;
} state;

/* A list of states that grows. */
typedef struct states {
    state *items;
    size_t count, capacity;
} states;

struct qi_maze_walks {
    const qi_maze *maze;
    uint32_t offsets[4];
    qi_maze_set boards;                  /* those found */
    uint32_t wanted;                     /* how many are still to be found */
    uint32_t open_count;                 /* boards without a line that can be reached */
    uint16_t open_index[QI_MAZE_BOARDS]; /* of each of them; NOT_OPEN for the others */
    uint32_t length[QI_MAZE_BOARDS];     /* of the walk to each winning board */
    qi_point end[QI_MAZE_BOARDS];        /* the last cell of that walk */
    uint8_t last[QI_MAZE_BOARDS];        /* how it was entered */
    uint8_t **entered;                   /* for each cell, once entered: how, by index of board */
};

static bool push(const qi_maze *maze, states *list, state item)
{
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity ? 2 * list->capacity : 1024;
        state *larger = qi_allocate_array(&maze->allocator, capacity, sizeof *larger);
        if (!larger)
            return false;
        if (list->count)
            memcpy(larger, list->items, list->count * sizeof *larger);
        qi_release(&maze->allocator, list->items);
        list->items = larger;
        list->capacity = capacity;
    }
    list->items[list->count++] = item;
    return true;
}

/* Where to note how a state was entered; NULL when there is no memory. */
static uint8_t *entry(qi_maze_walks *walks, qi_point at, qi_maze_board board)
{
    if (!walks->entered[at]) {
        walks->entered[at] = qi_allocate(&walks->maze->allocator, walks->open_count);
        if (!walks->entered[at])
            return NULL;
        memset(walks->entered[at], 0, walks->open_count);
    }
    return &walks->entered[at][walks->open_index[board]];
}

/* Steps from a state in one direction. */
static qi_result step(qi_maze_walks *walks, state from, unsigned direction, uint32_t steps,
                      states *next)
{
    state to = {from.at + walks->offsets[direction], from.board};
    const uint8_t code = walks->maze->cells[to.at];
    if (code == CELL_WALL)
        return QI_OK;
    uint8_t how = (uint8_t)(ENTERED | direction);
    if (qi_maze_is_move(code)) {
        to.board =
            qi_maze_board_put(from.board, qi_maze_move_letter(code), qi_maze_move_square(code));
        if (to.board != from.board)
            how |= WROTE;
    }
    if (walks->open_index[to.board] == NOT_OPEN) {
        if (walks->length[to.board] == QI_MAZE_NO_WALK - 1) {
            walks->length[to.board] = steps;
            walks->end[to.board] = to.at;
            walks->last[to.board] = how;
            qi_maze_set_add(&walks->boards, to.board);
            walks->wanted--;
        }
        return QI_OK;
    }
    uint8_t *note = entry(walks, to.at, to.board);
    if (!note)
        return QI_NO_MEMORY;
    if (*note)
        return QI_OK;
    *note = how;
    return push(walks->maze, next, to) ? QI_OK : QI_NO_MEMORY;
}

static qi_result search(qi_maze_walks *walks)
{
    const qi_maze *maze = walks->maze;
    states now = {0}, next = {0};
    qi_result result = QI_NO_MEMORY;
    uint8_t *note = entry(walks, maze->start, QI_MAZE_EMPTY_BOARD);
    if (note && push(maze, &now, (state){maze->start, QI_MAZE_EMPTY_BOARD})) {
        *note = ENTERED;
        result = QI_OK;
    }
    for (uint32_t steps = 1; result == QI_OK && walks->wanted; steps++) {
        for (size_t i = 0; i < now.count && result == QI_OK; i++)
            for (unsigned d = 0; d < 4 && result == QI_OK; d++)
                result = step(walks, now.items[i], d, steps, &next);
        const states emptied = {now.items, 0, now.capacity};
        now = next;
        next = emptied;
    }
    qi_release(&maze->allocator, now.items);
    qi_release(&maze->allocator, next.items);
    return result;
}

qi_result qi_maze_walks_new(const qi_maze *maze, const qi_maze_set *wanted, qi_maze_walks **walks)
{
    qi_maze_reach reach;
    qi_result result = qi_maze_search(maze, &reach);
    if (result != QI_OK)
        return result;
    const size_t cells = (size_t)maze->side * maze->side;
    qi_maze_walks *fresh = qi_allocate(&maze->allocator, sizeof *fresh);
    uint8_t **entered = qi_allocate_array(&maze->allocator, cells, sizeof *entered);
    if (!fresh || !entered) {
        qi_release(&maze->allocator, fresh);
        qi_release(&maze->allocator, entered);
        return QI_NO_MEMORY;
    }
    memset(entered, 0, cells * sizeof *entered);
    memset(fresh, 0, sizeof *fresh);
    fresh->maze = maze;
    fresh->entered = entered;
    qi_maze_offsets(maze->side, fresh->offsets);
    for (unsigned board = 0; board < QI_MAZE_BOARDS; board++) {
        const qi_maze_board b = (qi_maze_board)board;
        const bool find =
            qi_maze_set_has(&reach.winning, b) && (!wanted || qi_maze_set_has(wanted, b));
        fresh->length[b] = find ? QI_MAZE_NO_WALK - 1 : QI_MAZE_NO_WALK;
        fresh->wanted += find;
        fresh->open_index[b] =
            qi_maze_set_has(&reach.open, b) ? (uint16_t)fresh->open_count++ : (uint16_t)NOT_OPEN;
    }
    result = search(fresh);
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
    const size_t cells = (size_t)walks->maze->side * walks->maze->side;
    for (size_t i = 0; i < cells; i++)
        qi_release(allocator, walks->entered[i]);
    qi_release(allocator, walks->entered);
    qi_release(allocator, walks);
}

const qi_maze_set *qi_maze_walks_boards(const qi_maze_walks *walks)
{
    return &walks->boards;
}

uint32_t qi_maze_walks_length(const qi_maze_walks *walks, qi_maze_board board)
{
    return qi_maze_set_has(&walks->boards, board) ? walks->length[board] : QI_MAZE_NO_WALK;
}

/* The board before a letter was written on a cell. */
static qi_maze_board without(qi_maze_board board, uint8_t code)
{
    const unsigned square = qi_maze_move_square(code);
    const qi_maze_letter letter = qi_maze_move_letter(code);
    return (qi_maze_board)(board - (qi_maze_board_put(QI_MAZE_EMPTY_BOARD, letter, square)));
}

qi_result qi_maze_walks_path(const qi_maze_walks *walks, qi_maze_board board, qi_point *cells,
                             size_t capacity)
{
    const uint32_t length = qi_maze_walks_length(walks, board);
    if (length == QI_MAZE_NO_WALK || capacity <= length)
        return QI_BAD_ARGUMENT;
    qi_point at = walks->end[board];
    uint8_t how = walks->last[board];
    for (uint32_t step_number = length; step_number; step_number--) {
        cells[step_number] = at;
        if (how & WROTE)
            board = without(board, walks->maze->cells[at]);
        at -= walks->offsets[how & DIRECTION];
        how = walks->entered[at][walks->open_index[board]];
    }
    cells[0] = at;
    return QI_OK;
}
