/*
 * Smaller mazes. Smaller means fewer cells, then fewer moves, then fewer open cells, then moves
 * nearer to M11. The border stays, and so does the one start.
 */
#include "lab/games.h"

#include <string.h>

/* Offers a maze if it has one start, and frees it. */
static bool offer(const qi_lab_shrinker *work, qi_lab_case *smaller, bool good)
{
    int starts = 0;
    for (uint32_t i = 0; good && i < smaller->rows * smaller->rows; i++)
        starts += smaller->cells[i] == QI_LAB_START;
    return qi_lab_offer(work, smaller, starts == 1);
}

/* When two cells become one, keeps the more important: the start, then a move, then floor, then a
 * wall. */
static uint8_t richer(uint8_t a, uint8_t b)
{
    if (a == QI_LAB_START || b == QI_LAB_START)
        return QI_LAB_START;
    return a > b ? a : b;
}

/* Merges row `row` with the one below, and column `column` with the one to its right, so that
 * passages stay open. */
static bool offer_merged(const qi_lab_shrinker *work, uint32_t row, uint32_t column)
{
    const qi_lab_case *const it = work->from;
    const uint32_t side = it->rows;
    qi_lab_case smaller = {.allocator = it->allocator};
    const bool good = qi_lab_case_board(&smaller, side - 1, side - 1);
    for (uint32_t r = 1; good && r + 1 < side; r++)
        for (uint32_t c = 1; c + 1 < side; c++) {
            uint8_t *const to = &smaller.cells[(r - (r > row)) * (side - 1) + (c - (c > column))];
            *to = richer(*to, it->cells[r * side + c]);
        }
    return offer(work, &smaller, good);
}

static bool offer_without(const qi_lab_shrinker *work, uint32_t row, uint32_t column)
{
    qi_lab_case smaller = {0};
    return offer(work, &smaller, qi_lab_case_without(&smaller, work->from, row, column));
}

/* Only the cells of a window, which must hold the start, within new walls. */
static bool offer_window(const qi_lab_shrinker *work, uint32_t top, uint32_t left, uint32_t inner)
{
    qi_lab_case smaller = {0};
    return offer(work, &smaller,
                 qi_lab_case_window(&smaller, work->from, top, left, inner, inner, 1));
}

/* One cell changed, and, if `other` is another one, that too. */
static bool offer_cells(const qi_lab_shrinker *work, uint32_t at, uint8_t cell, uint32_t other,
                        uint8_t there)
{
    qi_lab_case smaller;
    const bool good = qi_lab_case_copy(&smaller, work->from);
    if (good) {
        smaller.cells[other] = there;
        smaller.cells[at] = cell;
    }
    return offer(work, &smaller, good);
}

static bool shrink_side(const qi_lab_shrinker *work)
{
    const uint32_t side = work->from->rows;
    const uint32_t inner = side - 2;
    if (inner > 4)
        for (uint32_t v = 0; v < 3; v++)
            for (uint32_t h = 0; h < 3; h++)
                if (offer_window(work, 1 + v * (inner / 2) / 2, 1 + h * (inner / 2) / 2,
                                 (inner + 1) / 2))
                    return true;
    for (uint32_t row = 1; inner > 1 && row + 1 < side; row++)
        for (uint32_t column = 1; column + 1 < side; column++) {
            if (side > 12 && column - row + 1 > 2)
                continue;
            if (offer_without(work, row, column))
                return true;
            if (row + 2 < side && column + 2 < side && offer_merged(work, row, column))
                return true;
        }
    return false;
}

/* The changes of a cell. */
typedef enum cell_change { TO_FLOOR, TO_WALL } cell_change;

static bool changes(uint8_t cell, cell_change change)
{
    return change == TO_FLOOR ? cell >= QI_LAB_MOVE : cell != QI_LAB_WALL && cell != QI_LAB_START;
}

/* Turns the changeable cells number [from, from + count) into floor or wall. */
static bool offer_changed(const qi_lab_shrinker *work, cell_change change, uint32_t from,
                          uint32_t count)
{
    const qi_lab_case *const it = work->from;
    qi_lab_case smaller;
    const bool good = qi_lab_case_copy(&smaller, it);
    uint32_t number = 0;
    for (uint32_t i = 0; good && i < it->rows * it->rows; i++)
        if (changes(it->cells[i], change)) {
            if (number >= from && number < from + count)
                smaller.cells[i] = change == TO_FLOOR ? QI_LAB_OPEN : QI_LAB_WALL;
            number++;
        }
    return offer(work, &smaller, good);
}

static bool shrink_cells(const qi_lab_shrinker *work, cell_change change)
{
    const qi_lab_case *const it = work->from;
    uint32_t total = 0;
    for (uint32_t i = 0; i < it->rows * it->rows; i++)
        total += changes(it->cells[i], change);
    for (uint32_t count = total; count >= 1; count /= 2)
        for (uint32_t from = 0; from < total; from += count)
            if (offer_changed(work, change, from, count))
                return true;
    return false;
}

/* Moves the start one step further, onto plain floor, with a wall where it was. */
static bool shrink_start(const qi_lab_shrinker *work)
{
    const qi_lab_case *const it = work->from;
    const uint32_t side = it->rows;
    uint32_t start = 0;
    while (it->cells[start] != QI_LAB_START)
        start++;
    const uint32_t next[4] = {start - side, start - 1, start + 1, start + side};
    for (int k = 0; k < 4; k++)
        if (it->cells[next[k]] == QI_LAB_OPEN &&
            offer_cells(work, next[k], QI_LAB_START, start, QI_LAB_WALL))
            return true;
    return false;
}

/* A simpler move: an earlier square, or M for O. */
static bool shrink_moves(const qi_lab_shrinker *work)
{
    const qi_lab_case *const it = work->from;
    for (uint32_t i = 0; i < it->rows * it->rows; i++)
        for (uint8_t kind = QI_LAB_MOVE; kind < it->cells[i]; kind++)
            if (offer_cells(work, i, kind, i, kind))
                return true;
    return false;
}

bool qi_lab_maze_shrink(const qi_lab_case *it, qi_lab_try *attempt, void *context)
{
    enum { LARGE = 12 };
    const qi_lab_shrinker work = {it, attempt, context};
    /* A program takes long for a large maze, unless it has few moves: those go first there. */
    if (it->rows > LARGE && shrink_cells(&work, TO_FLOOR))
        return true;
    return shrink_side(&work) || shrink_cells(&work, TO_FLOOR) || shrink_cells(&work, TO_WALL) ||
           shrink_start(&work) || shrink_moves(&work);
}
