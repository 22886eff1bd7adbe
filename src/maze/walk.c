/*
 * Shortest walks, read from the states that a search has gone through.
 *
 * A walk consists of legs: each ends where a letter is written. Walks to different boards have most
 * of their legs in common, so each leg is kept once, with the leg before it; a walk is the legs
 * that lead to its last one.
 */
#include "base/text.h"
#include "maze/states.h"

enum { NO_LEG = UINT32_MAX };

typedef struct leg {
    size_t first;    /* of its steps in qi_maze_walks.steps */
    uint32_t before; /* the leg before it, or NO_LEG */
    uint32_t time;   /* at its end: the steps from the start */
    qi_point end;
    qi_maze_board board; /* at its end */
} leg;

struct qi_maze_walks {
    const qi_maze *maze;
    qi_maze_set boards;
    char *steps; /* N, E, S, W */
    size_t step_count, step_capacity;
    leg *legs;
    uint32_t leg_count;
    uint32_t *table;     /* finds a leg by its board and end: a hash table of numbers of legs */
    uint32_t table_size; /* a power of two; three quarters of it are for use */
    uint32_t last[QI_MAZE_BOARDS]; /* the last leg to each board */
};

/* ---- memory ------------------------------------------------------------------------------- */

/* A copy of an array with room for twice as much, and the array given back; NULL when there is no
 * memory. */
static void *grow(const qi_allocator *allocator, void *array, size_t count, size_t capacity,
                  size_t size)
{
    void *larger = qi_allocate_array(allocator, capacity, size);
    if (!larger)
        return NULL;
    if (count)
        memcpy(larger, array, count * size);
    qi_release(allocator, array);
    return larger;
}

static bool add_step(qi_maze_walks *walks, unsigned direction)
{
    if (walks->step_count == walks->step_capacity) {
        const size_t capacity = walks->step_capacity ? 2 * walks->step_capacity : 4096;
        char *larger = grow(&walks->maze->allocator, walks->steps, walks->step_count, capacity, 1);
        if (!larger)
            return false;
        walks->steps = larger;
        walks->step_capacity = capacity;
    }
    walks->steps[walks->step_count++] = "NESW"[direction];
    return true;
}

/* ---- the table of legs -------------------------------------------------------------------- */

/* Where the number of a leg is or should be. */
static uint32_t *slot_of(const qi_maze_walks *walks, qi_maze_board board, qi_point end)
{
    uint64_t hash = ((uint64_t)end << 16 | board) * 0x9e3779b97f4a7c15U;
    for (uint32_t i = (uint32_t)(hash >> 32);; i++) {
        uint32_t *slot = &walks->table[i & (walks->table_size - 1)];
        if (*slot == NO_LEG || (walks->legs[*slot].board == board && walks->legs[*slot].end == end))
            return slot;
    }
}

/* The legs that a table has room for. */
static uint32_t leg_capacity(uint32_t table_size)
{
    return table_size / 4 * 3;
}

/* Makes the table and the array of legs larger. */
static bool grow_legs(qi_maze_walks *walks, uint32_t table_size)
{
    const qi_allocator *allocator = &walks->maze->allocator;
    leg *legs =
        grow(allocator, walks->legs, walks->leg_count, leg_capacity(table_size), sizeof *legs);
    if (!legs)
        return false;
    walks->legs = legs;
    uint32_t *table = qi_allocate_array(allocator, table_size, sizeof *table);
    if (!table)
        return false;
    qi_release(allocator, walks->table);
    walks->table = table;
    walks->table_size = table_size;
    memset(table, 0xff, table_size * sizeof *table);
    for (uint32_t i = 0; i < walks->leg_count; i++)
        *slot_of(walks, legs[i].board, legs[i].end) = i;
    return true;
}

/* ---- tracing ------------------------------------------------------------------------------ */

/* Makes the leg that ends by writing a letter in this state, all of it but the leg before, and
 * moves the state to the end of that one; to time 0 when there is none. */
static bool trace_leg(qi_maze_walks *walks, const qi_maze_states *states, qi_maze_board *board,
                      qi_maze_end *end)
{
    static const int down[4] = {-1, 0, 1, 0}, across[4] = {0, 1, 0, -1};
    if (walks->leg_count == leg_capacity(walks->table_size) &&
        !grow_legs(walks, 2 * walks->table_size))
        return false;
    const uint32_t side = walks->maze->side;
    const size_t first = walks->step_count;
    leg *fresh = &walks->legs[walks->leg_count];
    *fresh = (leg){first, NO_LEG, end->time, end->at, *board};
    *slot_of(walks, *board, end->at) = walks->leg_count++;

    *board = qi_maze_states_unwrite(states, *board, end->at);
    uint32_t row = end->at / side, column = end->at % side;
    unsigned direction = end->direction;
    bool wrote;
    do {
        if (!add_step(walks, direction))
            return false;
        row -= (uint32_t)down[direction];
        column -= (uint32_t)across[direction];
        if (--end->time == 0)
            break;
        direction = qi_maze_states_back(states, *board, row, column, end->time, &wrote);
    } while (!wrote);
    end->at = row * side + column;
    end->direction = (uint8_t)direction;

    /* They were found from the last to the first. */
    for (size_t i = first, j = walks->step_count - 1; i < j; i++, j--) {
        const char step = walks->steps[i];
        walks->steps[i] = walks->steps[j];
        walks->steps[j] = step;
    }
    return true;
}

/* Traces a walk back to the start or to a leg that is known. */
static bool trace_walk(qi_maze_walks *walks, const qi_maze_states *states, qi_maze_board board)
{
    qi_maze_end end = *qi_maze_states_end(states, board);
    walks->last[board] = walks->leg_count; /* no other walk ends with this board */
    for (;;) {
        if (!trace_leg(walks, states, &board, &end))
            return false;
        if (end.time == 0)
            return true;
        const uint32_t known = *slot_of(walks, board, end.at);
        walks->legs[walks->leg_count - 1].before = known == NO_LEG ? walks->leg_count : known;
        if (known != NO_LEG)
            return true;
    }
}

qi_result qi_maze_walks_new(const qi_maze *maze, const qi_maze_set *wanted, qi_maze_walks **walks)
{
    qi_maze_states *states;
    const qi_result result = qi_maze_states_new(maze, wanted, &states);
    if (result != QI_OK)
        return result;
    qi_maze_walks *fresh = qi_allocate(&maze->allocator, sizeof *fresh);
    bool good = fresh != NULL;
    if (good) {
        memset(fresh, 0, offsetof(qi_maze_walks, last));
        fresh->maze = maze;
        fresh->boards = *qi_maze_states_boards(states);
        uint32_t table_size = 64; /* for about two legs to a board, of which others also make use */
        for (size_t i = 0; i < sizeof fresh->boards.words / sizeof *fresh->boards.words; i++)
            table_size += 4 * (uint32_t)__builtin_popcountll(fresh->boards.words[i]);
        while (table_size & (table_size - 1))
            table_size &= table_size - 1;
        good = grow_legs(fresh, table_size);
        for (qi_maze_board board = qi_maze_set_first(&fresh->boards);
             board != QI_MAZE_NO_BOARD && good; board = qi_maze_set_next(&fresh->boards, board))
            good = trace_walk(fresh, states, board);
    }
    qi_maze_states_free(states);
    if (good)
        *walks = fresh;
    else
        qi_maze_walks_free(fresh);
    return good ? QI_OK : QI_NO_MEMORY;
}

void qi_maze_walks_free(qi_maze_walks *walks)
{
    if (!walks)
        return;
    const qi_allocator *allocator = &walks->maze->allocator;
    qi_release(allocator, walks->steps);
    qi_release(allocator, walks->legs);
    qi_release(allocator, walks->table);
    qi_release(allocator, walks);
}

/* ---- asking ------------------------------------------------------------------------------- */

const qi_maze_set *qi_maze_walks_boards(const qi_maze_walks *walks)
{
    return &walks->boards;
}

uint32_t qi_maze_walks_length(const qi_maze_walks *walks, qi_maze_board board)
{
    return qi_maze_set_has(&walks->boards, board) ? walks->legs[walks->last[board]].time
                                                  : QI_MAZE_NO_WALK;
}

/* The legs of a walk, the last one first; returns how many. Each writes a letter, so there are at
 * most as many as squares. */
static int legs_to(const qi_maze_walks *walks, qi_maze_board board, uint32_t legs[QI_MAZE_SQUARES])
{
    int count = 0;
    for (uint32_t i = walks->last[board]; i != NO_LEG && count < (int)QI_MAZE_SQUARES;
         i = walks->legs[i].before)
        legs[count++] = i;
    return count;
}

qi_result qi_maze_walks_path(const qi_maze_walks *walks, qi_maze_board board, qi_point *cells,
                             size_t capacity)
{
    const uint32_t length = qi_maze_walks_length(walks, board);
    if (length == QI_MAZE_NO_WALK || capacity <= length)
        return QI_BAD_ARGUMENT;
    uint32_t offsets[4], by_letter[8]; /* the letters differ in their three lowest bits */
    qi_maze_offsets(walks->maze->side, offsets);
    for (unsigned d = 0; d < 4; d++)
        by_letter["NESW"[d] & 7] = offsets[d];
    uint32_t legs[QI_MAZE_SQUARES];
    qi_point at = walks->maze->start;
    uint32_t time = 0;
    *cells++ = at;
    for (int i = legs_to(walks, board, legs); i--;) {
        const leg *l = &walks->legs[legs[i]];
        for (const char *step = walks->steps + l->first; time < l->time; time++)
            *cells++ = at += by_letter[*step++ & 7];
    }
    return QI_OK;
}

char *qi_maze_walks_write(const qi_maze_walks *walks, qi_maze_board board, char *text)
{
    uint32_t legs[QI_MAZE_SQUARES];
    const int count = legs_to(walks, board, legs);
    qi_maze_board_write(board, text);
    char *at = text + QI_MAZE_SQUARES;
    *at++ = ' ';
    at = qi_write_number(at, walks->legs[walks->last[board]].time);
    *at++ = ' ';
    uint32_t time = 0;
    for (int i = count; i--;) {
        const leg *l = &walks->legs[legs[i]];
        memcpy(at, walks->steps + l->first, l->time - time);
        at += l->time - time;
        time = l->time;
    }
    for (int i = count; i--;) {
        const uint8_t code = walks->maze->cells[walks->legs[legs[i]].end];
        const unsigned square = qi_maze_move_square(code);
        *at++ = ' ';
        *at++ = qi_maze_move_letter(code) == QI_MAZE_M ? 'M' : 'O';
        *at++ = (char)('1' + square / 3);
        *at++ = (char)('1' + square % 3);
    }
    *at++ = '\n';
    *at = '\0';
    return at;
}
