/*
 * Smaller mazes. Smaller means fewer cells, then fewer moves, then fewer open cells, then moves
 * nearer to M11. The border stays, and so does the one start.
 */
#include "lab/games.h"

#include <string.h>

static bool offer(qi_lab_case *smaller, qi_lab_try *attempt, void *context)
{
    int starts = 0;
    for (uint32_t i = 0; i < smaller->rows * smaller->rows; i++)
        starts += smaller->cells[i] == QI_LAB_START;
    const bool taken = starts == 1 && attempt(context, smaller);
    qi_lab_case_free(smaller);
    return taken;
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
static bool offer_merged(const qi_lab_case *it, uint32_t row, uint32_t column, qi_lab_try *attempt,
                         void *context)
{
    const uint32_t side = it->rows;
    qi_lab_case smaller = {.allocator = it->allocator};
    if (!qi_lab_case_board(&smaller, side - 1, side - 1)) {
        qi_lab_case_free(&smaller);
        return false;
    }
    for (uint32_t r = 1; r + 1 < side; r++)
        for (uint32_t c = 1; c + 1 < side; c++) {
            uint8_t *const to = &smaller.cells[(r - (r > row)) * (side - 1) + (c - (c > column))];
            *to = richer(*to, it->cells[r * side + c]);
        }
    return offer(&smaller, attempt, context);
}

/* Without a row and a column. */
static bool offer_without(const qi_lab_case *it, uint32_t row, uint32_t column, qi_lab_try *attempt,
                          void *context)
{
    const uint32_t side = it->rows;
    qi_lab_case smaller = {.allocator = it->allocator};
    if (!qi_lab_case_board(&smaller, side - 1, side - 1)) {
        qi_lab_case_free(&smaller);
        return false;
    }
    uint8_t *to = smaller.cells;
    for (uint32_t r = 0; r < side; r++)
        for (uint32_t c = 0; c < side; c++)
            if (r != row && c != column)
                *to++ = it->cells[r * side + c];
    return offer(&smaller, attempt, context);
}

/* Only the cells of a window, which must hold the start, within new walls. */
static bool offer_window(const qi_lab_case *it, uint32_t top, uint32_t left, uint32_t inner,
                         qi_lab_try *attempt, void *context)
{
    qi_lab_case smaller = {.allocator = it->allocator};
    if (!qi_lab_case_board(&smaller, inner + 2, inner + 2)) {
        qi_lab_case_free(&smaller);
        return false;
    }
    for (uint32_t r = 0; r < inner; r++)
        memcpy(smaller.cells + (size_t)(r + 1) * (inner + 2) + 1,
               it->cells + (size_t)(top + r) * it->rows + left, inner);
    return offer(&smaller, attempt, context);
}

static bool shrink_side(const qi_lab_case *it, qi_lab_try *attempt, void *context)
{
    const uint32_t side = it->rows;
    const uint32_t inner = side - 2;
    if (inner > 4)
        for (uint32_t v = 0; v < 3; v++)
            for (uint32_t h = 0; h < 3; h++)
                if (offer_window(it, 1 + v * (inner / 2) / 2, 1 + h * (inner / 2) / 2,
                                 (inner + 1) / 2, attempt, context))
                    return true;
    for (uint32_t row = 1; inner > 1 && row + 1 < side; row++)
        for (uint32_t column = 1; column + 1 < side; column++) {
            if (side > 12 && column - row + 1 > 2)
                continue;
            if (offer_without(it, row, column, attempt, context))
                return true;
            if (row + 2 < side && column + 2 < side &&
                offer_merged(it, row, column, attempt, context))
                return true;
        }
    return false;
}

/* What a cell may turn into. */
typedef enum cell_change { TO_FLOOR, TO_WALL } cell_change;

static bool changes(uint8_t cell, cell_change change)
{
    return change == TO_FLOOR ? cell >= QI_LAB_MOVE : cell != QI_LAB_WALL && cell != QI_LAB_START;
}

/* Turns the changeable cells number [from, from + count) into floor or wall. */
static bool offer_changed(const qi_lab_case *it, cell_change change, uint32_t from, uint32_t count,
                          qi_lab_try *attempt, void *context)
{
    qi_lab_case smaller = {.allocator = it->allocator};
    if (!qi_lab_case_copy(&smaller, it)) {
        qi_lab_case_free(&smaller);
        return false;
    }
    uint32_t number = 0;
    for (uint32_t i = 0; i < it->rows * it->rows; i++)
        if (changes(it->cells[i], change)) {
            if (number >= from && number < from + count)
                smaller.cells[i] = change == TO_FLOOR ? QI_LAB_OPEN : QI_LAB_WALL;
            number++;
        }
    return offer(&smaller, attempt, context);
}

static bool shrink_cells(const qi_lab_case *it, cell_change change, qi_lab_try *attempt,
                         void *context)
{
    uint32_t total = 0;
    for (uint32_t i = 0; i < it->rows * it->rows; i++)
        total += changes(it->cells[i], change);
    for (uint32_t count = total; count >= 1; count /= 2)
        for (uint32_t from = 0; from < total; from += count)
            if (offer_changed(it, change, from, count, attempt, context))
                return true;
    return false;
}

/* Moves the start one step further, onto plain floor, with a wall where it was. */
static bool shrink_start(const qi_lab_case *it, qi_lab_try *attempt, void *context)
{
    const uint32_t side = it->rows;
    for (uint32_t i = 0; i < side * side; i++) {
        if (it->cells[i] != QI_LAB_START)
            continue;
        const uint32_t next[4] = {i - side, i - 1, i + 1, i + side};
        for (int k = 0; k < 4; k++) {
            qi_lab_case smaller = {0};
            if (it->cells[next[k]] == QI_LAB_OPEN && qi_lab_case_copy(&smaller, it)) {
                smaller.cells[i] = QI_LAB_WALL;
                smaller.cells[next[k]] = QI_LAB_START;
                if (offer(&smaller, attempt, context))
                    return true;
            }
            qi_lab_case_free(&smaller);
        }
    }
    return false;
}

/* A simpler move: an earlier square, or M for O. */
static bool shrink_moves(const qi_lab_case *it, qi_lab_try *attempt, void *context)
{
    for (uint32_t i = 0; i < it->rows * it->rows; i++)
        for (uint8_t kind = QI_LAB_MOVE; kind < it->cells[i]; kind++) {
            qi_lab_case smaller = {.allocator = it->allocator};
            if (!qi_lab_case_copy(&smaller, it)) {
                qi_lab_case_free(&smaller);
                return false;
            }
            smaller.cells[i] = kind;
            if (offer(&smaller, attempt, context))
                return true;
        }
    return false;
}

bool qi_lab_maze_shrink(const qi_lab_case *it, qi_lab_try *attempt, void *context)
{
    enum { LARGE = 12 };
    /* A program takes long for a large maze, unless it has few moves: those go first there. */
    if (it->rows > LARGE && shrink_cells(it, TO_FLOOR, attempt, context))
        return true;
    return shrink_side(it, attempt, context) || shrink_cells(it, TO_FLOOR, attempt, context) ||
           shrink_cells(it, TO_WALL, attempt, context) || shrink_start(it, attempt, context) ||
           shrink_moves(it, attempt, context);
}
