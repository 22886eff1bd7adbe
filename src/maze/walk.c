/*
 * Shortest walks, read backwards from the states that a search has gone through.
 *
 * A walk consists of legs: each ends where a letter is written. Walks to different boards have most
 * of their legs in common, so each leg is kept once, with the leg before it; a walk is the legs
 * that lead to its last one.
 */
#include "base/text.h"
#include "maze/maze.h"

#include <qi/maze_steps.h>

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
    uint32_t leg_count;
    size_t leg_capacity;
    uint32_t last[QI_MAZE_BOARDS]; /* a leg that ends with the board, or NO_LEG */
};

/* ---- tracing ------------------------------------------------------------------------------ */

static bool add_step(qi_maze_walks *walks, char step)
{
    char *const steps = qi_grow(&walks->maze->allocator, walks->steps, walks->step_count, 1,
                                &walks->step_capacity, 1);
    if (!steps)
        return false;
    walks->steps = steps;
    steps[walks->step_count++] = step;
    return true;
}

static bool grow_legs(qi_maze_walks *walks)
{
    leg *const legs = qi_grow(&walks->maze->allocator, walks->legs, walks->leg_count, 1,
                              &walks->leg_capacity, sizeof *legs);
    if (legs)
        walks->legs = legs;
    return legs != NULL;
}

/* Where a leg ends and what it wrote there. */
typedef struct place {
    uint32_t row, column, time;
    qi_maze_board board;
    unsigned direction; /* of the last step */
} place;

/* Adds the leg that ends in this place, all of it but the leg before, and goes to the end of that
 * one, or to time 0. */
static bool trace_leg(qi_maze_walks *walks, const qi_maze_states *states, place *end)
{
    static const int down[4] = {-1, 0, 1, 0}, across[4] = {0, 1, 0, -1};
    if (!grow_legs(walks))
        return false;
    const qi_point at = end->row * walks->maze->side + end->column;
    const size_t first = walks->step_count;
    uint32_t *last = &walks->last[end->board];
    walks->legs[walks->leg_count] = (leg){first, NO_LEG, *last, end->time, at};
    *last = walks->leg_count++;

    const uint8_t code = walks->maze->cells[at];
    end->board = (qi_maze_board)(end->board - qi_maze_board_of(1U << qi_maze_move_square(code)) *
                                                  (unsigned)qi_maze_move_letter(code));
    bool wrote;
    do {
        if (!add_step(walks, "NESW"[end->direction]))
            return false;
        end->row -= (uint32_t)down[end->direction];
        end->column -= (uint32_t)across[end->direction];
        if (--end->time == 0)
            break;
        end->direction =
            qi_maze_states_back(states, end->board, end->row, end->column, end->time, &wrote);
    } while (!wrote);

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
    const uint32_t side = walks->maze->side;
    const qi_maze_end *found = qi_maze_states_end(states, board);
    place end = {found->at / side, found->at % side, found->time, board, found->direction};
    for (;;) {
        if (!trace_leg(walks, states, &end))
            return false;
        if (end.time == 0)
            return true;
        uint32_t known = walks->last[end.board];
        while (known != NO_LEG && walks->legs[known].end != end.row * side + end.column)
            known = walks->legs[known].other;
        walks->legs[walks->leg_count - 1].before = known == NO_LEG ? walks->leg_count : known;
        if (known != NO_LEG)
            return true;
    }
}

/* Traces the walks to all boards that were found. */
static qi_result trace(const qi_maze *maze, const qi_maze_states *states, qi_maze_walks **walks)
{
    qi_maze_walks *fresh = qi_allocate(&maze->allocator, sizeof *fresh);
    if (!fresh)
        return QI_NO_MEMORY;
    memset(fresh, 0, offsetof(qi_maze_walks, last));
    memset(fresh->last, 0xff, sizeof fresh->last); /* NO_LEG */
    fresh->maze = maze;
    fresh->boards = *qi_maze_states_boards(states);
    for (qi_maze_board board = qi_maze_set_next(&fresh->boards, QI_MAZE_NO_BOARD);
         board != QI_MAZE_NO_BOARD; board = qi_maze_set_next(&fresh->boards, board))
        if (!trace_walk(fresh, states, board)) {
            qi_maze_walks_free(fresh);
            return QI_NO_MEMORY;
        }
    *walks = fresh;
    return QI_OK;
}

qi_result qi_maze_walks_new(const qi_maze *maze, const qi_maze_set *wanted, qi_maze_walks **walks)
{
    if (maze->side > QI_MAZE_WALK_MAX_SIDE)
        return QI_TOO_LARGE;
    qi_maze_states *states;
    qi_result result = qi_maze_states_new(maze, wanted, &states);
    if (result != QI_OK)
        return result;
    result = trace(maze, states, walks);
    qi_maze_states_free(states);
    return result;
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

size_t qi_maze_walks_write(const qi_maze_walks *walks, qi_maze_board board, char *text,
                           size_t capacity)
{
    qi_writer writer = qi_write_into(text, capacity);
    uint32_t legs[QI_MAZE_SQUARES];
    const int count = legs_to(walks, board, legs);
    char name[QI_MAZE_SQUARES + 1];
    qi_put_bytes(&writer, name, qi_maze_board_write(board, name, sizeof name));
    qi_put(&writer, ' ');
    qi_put_number(&writer, walks->legs[walks->last[board]].time);
    qi_put(&writer, ' ');
    uint32_t time = 0;
    for (int i = count; i--;) {
        const leg *l = &walks->legs[legs[i]];
        qi_put_bytes(&writer, walks->steps + l->first, l->time - time);
        time = l->time;
    }
    for (int i = count; i--;) {
        qi_put(&writer, ' ');
        qi_maze_put_move(&writer, walks->maze->cells[walks->legs[legs[i]].end]);
    }
    qi_put(&writer, '\n');
    return qi_put_end(&writer);
}
