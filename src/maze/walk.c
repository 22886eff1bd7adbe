/*
 * Shortest walks, read from what a search has found: from routes over the moves in mazes with few
 * of them, else from the states that were gone through.
 *
 * A walk consists of legs: each ends where a letter is written. Walks to different boards have most
 * of their legs in common, so each leg is kept once, with the leg before it; a walk is the legs
 * that lead to its last one.
 */
#include "maze/walk.h"
#include "base/text.h"
#include "maze/routes.h"
#include "maze/states.h"

enum { NO_LEG = UINT32_MAX };

typedef struct leg {
    size_t first;    /* of its steps in qi_maze_walks.steps */
    uint32_t before; /* the leg before it, or NO_LEG */
    uint32_t other;  /* another one that ends with the same board, or NO_LEG */
    uint32_t time;   /* at its end: the steps from the start */
    qi_point end;
} leg;

struct qi_maze_walks {
    const qi_maze *maze;
    qi_maze_set boards;
    char *steps; /* N, E, S, W */
    size_t step_count, step_capacity;
    leg *legs;
    uint32_t leg_count, leg_capacity;
    uint32_t last[QI_MAZE_BOARDS]; /* a leg that ends with the board, or NO_LEG */
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

/* Makes room for more steps. */
static bool grow_steps(qi_maze_walks *walks, size_t more)
{
    size_t capacity = walks->step_capacity ? walks->step_capacity : 4096;
    while (capacity - walks->step_count < more) {
        if (capacity > SIZE_MAX / 2)
            return false;
        capacity *= 2;
    }
    if (capacity == walks->step_capacity)
        return true;
    char *larger = grow(&walks->maze->allocator, walks->steps, walks->step_count, capacity, 1);
    if (!larger)
        return false;
    walks->steps = larger;
    walks->step_capacity = capacity;
    return true;
}

/* Makes room for twice as many legs. */
static bool grow_legs(qi_maze_walks *walks)
{
    const uint32_t capacity = 2 * walks->leg_capacity;
    leg *larger =
        grow(&walks->maze->allocator, walks->legs, walks->leg_count, capacity, sizeof *walks->legs);
    if (!larger)
        return false;
    walks->legs = larger;
    walks->leg_capacity = capacity;
    return true;
}

/* ---- tracing ------------------------------------------------------------------------------ */

/* The steps of a leg over routes: as good for any other leg that is as long, if the squares of the
 * moves that are passed are filled. */
typedef struct path {
    qi_point from, to;
    uint32_t length, passed;
    size_t first; /* in qi_maze_walks.steps */
} path;

enum { PATHS = 2048 }; /* a power of two: only the last ones are known */

/* What was searched: one of the two. */
typedef struct found {
    qi_maze_routes *routes;
    qi_maze_states *states;
    path *paths; /* over routes, where found_path says */
} found;

/* Where a leg ends and what it wrote there. */
typedef struct place {
    qi_point at;
    uint32_t time;
    qi_maze_board board;
    uint8_t direction; /* of the last step, with states */
} place;

/* Adds the steps of the leg that ends in this place, and goes to the end of the leg before; to time
 * 0 when there is none. The board is the one on the way. */
static bool trace_states(qi_maze_walks *walks, const qi_maze_states *states, place *end)
{
    static const int down[4] = {-1, 0, 1, 0}, across[4] = {0, 1, 0, -1};
    const uint32_t side = walks->maze->side;
    const size_t first = walks->step_count;
    uint32_t row = end->at / side, column = end->at % side;
    unsigned direction = end->direction;
    bool wrote;
    do {
        if (walks->step_count == walks->step_capacity && !grow_steps(walks, 1))
            return false;
        walks->steps[walks->step_count++] = "NESW"[direction];
        row -= (uint32_t)down[direction];
        column -= (uint32_t)across[direction];
        if (--end->time == 0)
            break;
        direction = qi_maze_states_back(states, end->board, row, column, end->time, &wrote);
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

/* Where the path from one cell to another is, if it is known. */
static path *found_path(const found *by, qi_point from, qi_point to)
{
    return &by->paths[(from * 0x9e3779b1U + to * 0x85ebca6bU) >> 16 & (PATHS - 1)];
}

static bool trace_routes(qi_maze_walks *walks, const found *by, place *end)
{
    const qi_maze_halt halt = {end->at, end->time};
    const qi_maze_halt before = qi_maze_routes_back(by->routes, end->board, halt);
    const uint32_t length = halt.time - before.time;
    path *known = found_path(by, before.at, halt.at);
    if (known->from != before.at || known->to != halt.at || known->length != length ||
        known->passed & ~qi_maze_board_filled(end->board)) {
        if (!grow_steps(walks, length))
            return false;
        const unsigned passed = qi_maze_routes_steps(by->routes, end->board, before.at, halt.at,
                                                     walks->steps + walks->step_count);
        *known = (path){before.at, halt.at, length, passed, walks->step_count};
        walks->step_count += length;
    }
    walks->legs[walks->leg_count - 1].first = known->first;
    end->at = before.at;
    end->time = before.time;
    return true;
}

/* Makes the leg that ends in this place, all of it but the leg before, and goes to the end of that
 * one; to time 0 when there is none. */
static bool trace_leg(qi_maze_walks *walks, const found *by, place *end)
{
    if (walks->leg_count == walks->leg_capacity && !grow_legs(walks))
        return false;
    uint32_t *last = &walks->last[end->board];
    walks->legs[walks->leg_count] = (leg){walks->step_count, NO_LEG, *last, end->time, end->at};
    *last = walks->leg_count++;

    const uint8_t code = walks->maze->cells[end->at];
    end->board = (qi_maze_board)(end->board - qi_maze_board_of(1U << qi_maze_move_square(code)) *
                                                  (unsigned)qi_maze_move_letter(code));
    return by->routes ? trace_routes(walks, by, end) : trace_states(walks, by->states, end);
}

static place end_of(const found *by, qi_maze_board board)
{
    if (by->routes) {
        const qi_maze_halt end = qi_maze_routes_end(by->routes, board);
        return (place){end.at, end.time, board, 0};
    }
    const qi_maze_end *end = qi_maze_states_end(by->states, board);
    return (place){end->at, end->time, board, end->direction};
}

/* Traces a walk back to the start or to a leg that is known. */
static bool trace_walk(qi_maze_walks *walks, const found *by, qi_maze_board board)
{
    place end = end_of(by, board);
    for (;;) {
        if (!trace_leg(walks, by, &end))
            return false;
        if (end.time == 0)
            return true;
        uint32_t known = walks->last[end.board];
        while (known != NO_LEG && walks->legs[known].end != end.at)
            known = walks->legs[known].other;
        walks->legs[walks->leg_count - 1].before = known == NO_LEG ? walks->leg_count : known;
        if (known != NO_LEG)
            return true;
    }
}

/* Traces the walks to all boards that were found. */
static qi_result trace(const qi_maze *maze, const found *by, qi_maze_walks **walks)
{
    qi_maze_walks *fresh = qi_allocate(&maze->allocator, sizeof *fresh);
    if (!fresh)
        return QI_NO_MEMORY;
    memset(fresh, 0, offsetof(qi_maze_walks, last));
    memset(fresh->last, 0xff, sizeof fresh->last); /* NO_LEG */
    fresh->maze = maze;
    fresh->boards =
        by->routes ? *qi_maze_routes_boards(by->routes) : *qi_maze_states_boards(by->states);
    fresh->leg_capacity = 16; /* doubled: */
    for (size_t i = 0; i < sizeof fresh->boards.words / sizeof *fresh->boards.words; i++)
        fresh->leg_capacity += 3 * (uint32_t)__builtin_popcountll(fresh->boards.words[i]) / 2;
    bool good = grow_legs(fresh);
    for (qi_maze_board board = qi_maze_set_first(&fresh->boards); board != QI_MAZE_NO_BOARD && good;
         board = qi_maze_set_next(&fresh->boards, board))
        good = trace_walk(fresh, by, board);
    if (!good) {
        qi_maze_walks_free(fresh);
        return QI_NO_MEMORY;
    }
    *walks = fresh;
    return QI_OK;
}

qi_result qi_maze_walks_by(const qi_maze *maze, const qi_maze_set *wanted, bool by_routes,
                           qi_maze_walks **walks)
{
    found by = {NULL, NULL, NULL};
    qi_result result;
    if (by_routes) {
        result = qi_maze_routes_new(maze, wanted, &by.routes);
        by.paths = qi_allocate_array(&maze->allocator, PATHS, sizeof *by.paths);
        if (!by.paths)
            result = QI_NO_MEMORY;
        else
            memset(by.paths, 0, PATHS * sizeof *by.paths);
    } else {
        result = qi_maze_states_new(maze, wanted, &by.states);
    }
    if (result == QI_OK)
        result = trace(maze, &by, walks);
    qi_release(&maze->allocator, by.paths);
    qi_maze_routes_free(by.routes);
    qi_maze_states_free(by.states);
    return result;
}

qi_result qi_maze_walks_new(const qi_maze *maze, const qi_maze_set *wanted, qi_maze_walks **walks)
{
    return qi_maze_walks_by(maze, wanted, qi_maze_routes_fit(maze), walks);
}

void qi_maze_walks_free(qi_maze_walks *walks)
{
    if (!walks)
        return;
    const qi_allocator *allocator = &walks->maze->allocator;
    qi_release(allocator, walks->steps);
    qi_release(allocator, walks->legs);
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
