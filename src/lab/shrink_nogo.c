/*
 * Smaller NoGo boards. Smaller means fewer points, then fewer stones. The text gives one number
 * for a square board, and programs read just that, so a square board stays square.
 */
#include "lab/games.h"

#include <string.h>

static uint32_t stones_of(const qi_lab_case *it)
{
    uint32_t stones = 0;
    for (uint32_t i = 0; i < it->rows * it->columns; i++)
        stones += it->cells[i] != QI_EMPTY;
    return stones;
}

/* Offers a colouring, mended in both directions, and frees it. */
static bool offer(qi_lab_case *smaller, qi_lab_try *attempt, void *context)
{
    bool taken = false;
    qi_lab_case other = {0};
    const bool two = qi_lab_case_copy(&other, smaller);
    if (qi_lab_nogo_mend(smaller, false))
        taken = attempt(context, smaller);
    if (!taken && two && qi_lab_nogo_mend(&other, true) &&
        memcmp(other.cells, smaller->cells, (size_t)other.rows * other.columns) != 0)
        taken = attempt(context, &other);
    qi_lab_case_free(&other);
    qi_lab_case_free(smaller);
    return taken;
}

/* The window of a board, offered. */
static bool offer_window(const qi_lab_case *it, uint32_t top, uint32_t left, uint32_t rows,
                         uint32_t columns, qi_lab_try *attempt, void *context)
{
    qi_lab_case smaller = {.allocator = it->allocator};
    if (!attempt(context, NULL) || !qi_lab_case_board(&smaller, rows, columns)) {
        qi_lab_case_free(&smaller);
        return false;
    }
    for (uint32_t row = 0; row < rows; row++)
        memcpy(smaller.cells + (size_t)row * columns,
               it->cells + (size_t)(top + row) * it->columns + left, columns);
    return offer(&smaller, attempt, context);
}

/* The board without a row and a column; UINT32_MAX keeps all. */
static bool offer_without(const qi_lab_case *it, uint32_t row, uint32_t column, qi_lab_try *attempt,
                          void *context)
{
    qi_lab_case smaller = {.allocator = it->allocator};
    if (!attempt(context, NULL) || !qi_lab_case_board(&smaller, it->rows - (row < it->rows),
                                                      it->columns - (column < it->columns))) {
        qi_lab_case_free(&smaller);
        return false;
    }
    uint8_t *to = smaller.cells;
    for (uint32_t r = 0; r < it->rows; r++)
        for (uint32_t c = 0; c < it->columns; c++)
            if (r != row && c != column)
                *to++ = it->cells[(size_t)r * it->columns + c];
    return offer(&smaller, attempt, context);
}

static bool shrink_board(const qi_lab_case *it, qi_lab_try *attempt, void *context)
{
    const bool square = it->rows == it->columns;
    const uint32_t longest = it->rows > it->columns ? it->rows : it->columns;
    /* Halves, at the corners and in the middle; of large boards also larger parts. */
    for (uint32_t part = 2; longest > (part == 2 ? 4 : 12) && part <= 8; part *= 2) {
        const uint32_t rows = it->rows - it->rows / part;
        const uint32_t columns = it->columns - it->columns / part;
        for (uint32_t v = 0; v < 3; v++)
            for (uint32_t h = 0; h < 3; h++)
                if (offer_window(it, v * (it->rows - rows) / 2, h * (it->columns - columns) / 2,
                                 rows, columns, attempt, context))
                    return true;
    }
    if (!square) {
        for (uint32_t row = 0; it->rows > 1 && row < it->rows; row++)
            if (offer_without(it, row, UINT32_MAX, attempt, context))
                return true;
        for (uint32_t column = 0; it->columns > 1 && column < it->columns; column++)
            if (offer_without(it, UINT32_MAX, column, attempt, context))
                return true;
        return false;
    }
    /* Every pair on small boards; on large ones the neighbours of the diagonal. */
    for (uint32_t row = 0; it->rows > 1 && row < it->rows; row++)
        for (uint32_t column = 0; column < it->columns; column++)
            if ((longest <= 12 || column - row + 1 <= 2) &&
                offer_without(it, row, column, attempt, context))
                return true;
    return false;
}

/* The board without some of its stones: those of `points` from `from` on, `count` of each colour.
 */
static bool offer_fewer(const qi_lab_case *it, uint32_t from, uint32_t count, qi_lab_try *attempt,
                        void *context)
{
    qi_lab_case smaller = {.allocator = it->allocator};
    if (!attempt(context, NULL) || !qi_lab_case_copy(&smaller, it)) {
        qi_lab_case_free(&smaller);
        return false;
    }
    uint32_t seen[4] = {0};
    for (uint32_t i = 0; i < it->rows * it->columns; i++) {
        const uint8_t colour = it->cells[i];
        if (colour == QI_BLACK || colour == QI_WHITE) {
            const uint32_t number = seen[colour]++;
            if (number >= from && number < from + count)
                smaller.cells[i] = QI_EMPTY;
        }
    }
    const bool taken = attempt(context, &smaller);
    qi_lab_case_free(&smaller);
    return taken;
}

static bool shrink_stones(const qi_lab_case *it, qi_lab_try *attempt, void *context)
{
    const uint32_t each = stones_of(it) / 2;
    for (uint32_t count = each; count > 1; count = (count + 1) / 2)
        for (uint32_t from = 0; from < each; from += count)
            if (offer_fewer(it, from, count, attempt, context))
                return true;
    const uint32_t points = it->rows * it->columns;
    if (points > 400)
        return each && offer_fewer(it, 0, 1, attempt, context);
    for (uint32_t black = 0; black < points; black++)
        for (uint32_t white = 0; white < points; white++)
            if (it->cells[black] == QI_BLACK && it->cells[white] == QI_WHITE) {
                qi_lab_case smaller = {.allocator = it->allocator};
                bool taken = false;
                if (attempt(context, NULL) && qi_lab_case_copy(&smaller, it)) {
                    smaller.cells[black] = smaller.cells[white] = QI_EMPTY;
                    taken = attempt(context, &smaller);
                }
                qi_lab_case_free(&smaller);
                if (taken)
                    return true;
            }
    return false;
}

bool qi_lab_nogo_shrink(const qi_lab_case *it, qi_lab_try *attempt, void *context)
{
    return shrink_board(it, attempt, context) || shrink_stones(it, attempt, context);
}
