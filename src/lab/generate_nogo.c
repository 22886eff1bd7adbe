/*
 * Families of NoGo boards. `mend` makes any pattern a valid input: removing a stone never removes a
 * liberty, so it first removes one stone from every group without liberties, then stones of the
 * colour that has more.
 */
#include "lab/games.h"

#include "base/memory.h"
#include "lab/oracle/nogo.h"

#include <qi/nogo.h>

#include <string.h>

/* The points 0 .. count-1 in random order; NULL when there is no memory. */
static uint32_t *shuffled(const qi_allocator *memory, qi_random *random, uint32_t count)
{
    uint32_t *const order = (uint32_t *)qi_allocate_array(memory, count, sizeof *order);
    for (uint32_t i = 0; order && i < count; i++) {
        order[i] = i;
        const uint32_t k = qi_random_below(random, i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    return order;
}

/* ---- mending ------------------------------------------------------------------------------ */

/* Removes stones of the colour that has more, in the given order, until the numbers are equal. */
static void even_out(qi_lab_case *it, const uint32_t *order)
{
    const uint32_t points = it->rows * it->columns;
    int64_t more_black = 0;
    for (uint32_t i = 0; i < points; i++)
        more_black += (it->cells[i] == QI_BLACK) - (it->cells[i] == QI_WHITE);
    const uint8_t majority = more_black > 0 ? QI_BLACK : QI_WHITE;
    int64_t surplus = more_black > 0 ? more_black : -more_black;
    for (uint32_t i = 0; surplus && i < points; i++)
        if (it->cells[order[i]] == majority) {
            it->cells[order[i]] = QI_EMPTY;
            surplus--;
        }
}

/* Removes one stone, the first in the given order, from every group without liberties. */
static bool free_the_dead(qi_lab_case *it, const uint32_t *order)
{
    const uint32_t points = it->rows * it->columns;
    qi_oracle_nogo board;
    const bool good = qi_oracle_nogo_start(&board, it->rows, it->columns, it->allocator);
    if (good) {
        memcpy(board.cells, it->cells, points);
        for (uint32_t i = 0; i < points; i++) {
            /* A mark above 0 means that the group was walked before: it had a liberty then, or has
             * one now because it lost a stone. */
            if (board.work[points + order[i]])
                continue;
            uint32_t liberties;
            if (qi_oracle_nogo_group(&board, order[i], &liberties) && !liberties)
                board.cells[order[i]] = QI_EMPTY;
        }
        memcpy(it->cells, board.cells, points);
    }
    qi_oracle_nogo_end(&board);
    return good;
}

/* Does both, and frees the order; false without memory. */
static bool mend_in(qi_lab_case *it, uint32_t *order)
{
    const qi_allocator memory = qi_allocator_or_default(it->allocator);
    const bool good = order && free_the_dead(it, order);
    if (good)
        even_out(it, order);
    qi_release(&memory, order);
    return good;
}

static bool mend(qi_random *random, qi_lab_case *it)
{
    const qi_allocator memory = qi_allocator_or_default(it->allocator);
    return mend_in(it, shuffled(&memory, random, it->rows * it->columns));
}

bool qi_lab_nogo_mend(qi_lab_case *it, bool backwards)
{
    const uint32_t points = it->rows * it->columns;
    const qi_allocator memory = qi_allocator_or_default(it->allocator);
    uint32_t *const order = (uint32_t *)qi_allocate_array(&memory, points, sizeof *order);
    for (uint32_t i = 0; order && i < points; i++)
        order[i] = backwards ? points - 1 - i : i;
    return mend_in(it, order);
}

/* ---- games -------------------------------------------------------------------------------- */

/* A legal game between random players: the points of each colour in a random order, walked once
 * (what is illegal stays illegal). `moves` gets at most `max` moves; returns how many, or -1. */
static int64_t random_game(const qi_lab_case *it, const qi_allocator *memory, qi_random *random,
                           uint32_t *moves, uint32_t max)
{
    const uint32_t points = it->rows * it->columns;
    qi_nogo *position = NULL;
    uint32_t *const orders[2] = {shuffled(memory, random, points),
                                 shuffled(memory, random, points)};
    int64_t count = -1;
    if (orders[0] && orders[1] && qi_nogo_new(it->rows, it->columns, memory, &position) == QI_OK) {
        uint32_t next[2] = {0, 0};
        for (count = 0; count < max; count++) {
            const int side = (int)(count & 1);
            const qi_colour colour = side ? QI_WHITE : QI_BLACK;
            while (next[side] < points &&
                   qi_nogo_play(position, colour, orders[side][next[side]], NULL) != QI_NOGO_LEGAL)
                next[side]++;
            if (next[side] == points)
                break;
            moves[count] = orders[side][next[side]++];
        }
    }
    qi_nogo_free(position);
    qi_release(memory, orders[0]);
    qi_release(memory, orders[1]);
    return count;
}

/* The position after the first moves of a random game, an even number of them: `keep` of the whole
 * game in percent, or so much of the board's points. */
static bool play_some(qi_random *random, const qi_lab_request *request, qi_lab_case *it,
                      uint32_t fill, uint32_t take_back)
{
    if (!qi_lab_case_board(it, request->rows, request->columns))
        return false;
    const uint32_t points = request->rows * request->columns;
    const uint32_t max = (uint32_t)((uint64_t)points * fill / 100);
    const qi_allocator memory = qi_allocator_or_default(it->allocator);
    uint32_t *const moves = (uint32_t *)qi_allocate_zeroed(&memory, points, sizeof *moves);
    const int64_t count = moves ? random_game(it, &memory, random, moves, max) : -1;
    const int64_t kept = count - take_back;
    for (int64_t i = 0; moves && i + 1 < kept; i += 2) {
        it->cells[moves[i]] = QI_BLACK;
        it->cells[moves[i + 1]] = QI_WHITE;
    }
    qi_release(&memory, moves);
    return count >= 0;
}

static uint32_t some_fill(qi_random *random, const qi_lab_request *request)
{
    return request->fill == QI_LAB_ANY ? qi_random_below(random, 101) : (uint32_t)request->fill;
}

static bool make_play(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    return play_some(random, request, it, some_fill(random, request), 0);
}

static bool make_endgame(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    return play_some(random, request, it, 100, qi_random_below(random, 8));
}

/* ---- patterns ----------------------------------------------------------------------------- */

static bool make_scatter(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    if (!qi_lab_case_board(it, request->rows, request->columns))
        return false;
    const uint32_t fill = some_fill(random, request);
    for (uint32_t i = 0; i < it->rows * it->columns; i++) {
        if (qi_lab_chance(random, fill))
            it->cells[i] = qi_lab_chance(random, 50) ? QI_BLACK : QI_WHITE;
    }
    return mend(random, it);
}

static bool make_full(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    qi_lab_request full = *request;
    full.fill = 100;
    return make_scatter(random, &full, it);
}

/* Puts stones where they leave a neighbour one liberty, until no such place is left. */
static bool make_atari(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    qi_lab_request few = *request;
    if (few.fill == QI_LAB_ANY)
        few.fill = 20 + (int)qi_random_below(random, 40);
    const qi_allocator memory = qi_allocator_or_default(it->allocator);
    qi_oracle_nogo board = {0};
    const uint32_t points = request->rows * request->columns;
    uint32_t *order = NULL;
    bool good = make_scatter(random, &few, it);
    good = good && qi_oracle_nogo_start(&board, it->rows, it->columns, it->allocator) &&
           (order = shuffled(&memory, random, points)) != NULL;
    if (good)
        memcpy(board.cells, it->cells, points);
    for (uint32_t i = 0; good && i < points; i++) {
        const qi_point point = order[i];
        if (board.cells[point] != QI_EMPTY)
            continue;
        for (int side = QI_BLACK; side <= QI_WHITE; side++) {
            const qi_colour colour = (qi_colour)side;
            if (qi_oracle_nogo_judge(&board, colour, point).verdict != QI_NOGO_LEGAL)
                continue;
            board.cells[point] = (uint8_t)colour;
            bool presses = false;
            const qi_point next[4] = {point - it->columns, point - 1, point + 1,
                                      point + it->columns};
            const bool there[4] = {point >= it->columns, point % it->columns > 0,
                                   point % it->columns + 1 < it->columns,
                                   point + it->columns < points};
            for (int k = 0; k < 4; k++) {
                uint32_t liberties;
                presses |= there[k] && board.cells[next[k]] == qi_opponent(colour) &&
                           qi_oracle_nogo_group(&board, next[k], &liberties) && liberties == 1;
            }
            if (presses)
                break;
            board.cells[point] = QI_EMPTY;
        }
    }
    if (good)
        memcpy(it->cells, board.cells, points);
    qi_oracle_nogo_end(&board);
    qi_release(&memory, order);
    return good && mend(random, it);
}

/* One colour winds through the whole board as a single line of stones, with the other between; the
 * snake keeps a liberty at its tail. */
static bool make_snake(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    if (!qi_lab_case_board(it, request->rows, request->columns))
        return false;
    const uint32_t points = it->rows * it->columns;
    const uint8_t snake = qi_lab_chance(random, 50) ? QI_BLACK : QI_WHITE;
    const bool upright = qi_lab_chance(random, 50);
    const uint32_t lanes = upright ? it->columns : it->rows;
    const uint32_t length = upright ? it->rows : it->columns;
    const uint32_t gaps = qi_random_below(random, 30);
    const qi_allocator memory = qi_allocator_or_default(it->allocator);
    uint32_t *const path = (uint32_t *)qi_allocate_array(&memory, points, sizeof *path);
    if (!path)
        return false;
    uint32_t body = 0;
    for (uint32_t lane = 0; lane < lanes; lane++) {
        for (uint32_t step = 0; step < length; step++) {
            /* Lanes 0, 2, 4 ... are body, left to right and back in turn; of the lanes between
             * only the end at which the snake turns. */
            const uint32_t along = lane % 4 < 2 ? step : length - 1 - step;
            const uint32_t point =
                upright ? along * it->columns + lane : lane * it->columns + along;
            if (lane % 2 == 0 || along == (lane % 4 == 1 ? length - 1 : 0))
                path[body++] = point;
            else if (!qi_lab_chance(random, gaps))
                it->cells[point] = (uint8_t)qi_opponent((qi_colour)snake);
        }
    }
    for (uint32_t i = 0; i + 1 < body; i++)
        it->cells[path[i]] = snake;
    /* Evening out from the tail keeps the snake in one piece. */
    for (uint32_t i = 0; i < body / 2; i++) {
        const uint32_t other = path[i];
        path[i] = path[body - 1 - i];
        path[body - 1 - i] = other;
    }
    uint32_t listed = body;
    for (uint32_t point = 0; point < points; point++)
        if (it->cells[point] == qi_opponent((qi_colour)snake))
            path[listed++] = point;
    while (listed < points)
        path[listed++] = path[0];
    return mend_in(it, path);
}

static bool make_checkers(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    if (!qi_lab_case_board(it, request->rows, request->columns))
        return false;
    const uint32_t block = 1 + qi_random_below(random, 2);
    const uint32_t holes = qi_random_below(random, 40);
    for (uint32_t i = 0; i < it->rows * it->columns; i++) {
        const uint32_t square = i / it->columns / block + i % it->columns / block;
        if (!qi_lab_chance(random, holes))
            it->cells[i] = square % 2 ? QI_WHITE : QI_BLACK;
    }
    return mend(random, it);
}

static bool make_empty(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    (void)random;
    return qi_lab_case_board(it, request->rows, request->columns);
}

const qi_lab_family qi_lab_nogo_families[] = {
    {"play", "random legal play, up to a share of the points", make_play},
    {"scatter", "stones anywhere, on a share of the points: shapes rare in play", make_scatter},
    {"atari", "many groups with one liberty: shared and last liberties", make_atari},
    {"snake", "one group through the whole board: merging, deep recursion", make_snake},
    {"checkers", "single stones or blocks in a checkerboard: many small groups", make_checkers},
    {"endgame", "a few moves before the end: the last legal points", make_endgame},
    {"full", "hardly a free point: the game is over at once or soon", make_full},
    {"empty", "the empty board: the longest games", make_empty},
    {0}};
