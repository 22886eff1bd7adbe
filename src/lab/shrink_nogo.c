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
static bool offer_mended(const qi_lab_shrinker *work, qi_lab_case *smaller, bool good)
{
    qi_lab_case other = {0};
    const bool two = good && qi_lab_case_copy(&other, smaller) && qi_lab_nogo_mend(&other, true);
    const bool one = good && qi_lab_nogo_mend(smaller, false);
    const bool same =
        one && two && memcmp(other.cells, smaller->cells, (size_t)other.rows * other.columns) == 0;
    const bool taken = qi_lab_offer(work, smaller, one);
    return qi_lab_offer(work, &other, two && !same && !taken) || taken;
}

static bool offer_window(const qi_lab_shrinker *work, uint32_t top, uint32_t left, uint32_t rows,
                         uint32_t columns)
{
    qi_lab_case smaller;
    return qi_lab_goes_on(work) &&
           offer_mended(work, &smaller,
                        qi_lab_case_window(&smaller, work->from, top, left, rows, columns, 0));
}

static bool offer_without(const qi_lab_shrinker *work, uint32_t row, uint32_t column)
{
    qi_lab_case smaller;
    return qi_lab_goes_on(work) &&
           offer_mended(work, &smaller, qi_lab_case_without(&smaller, work->from, row, column));
}

static bool shrink_board(const qi_lab_shrinker *work)
{
    const qi_lab_case *const it = work->from;
    const bool square = it->rows == it->columns;
    const uint32_t longest = it->rows > it->columns ? it->rows : it->columns;
    /* Halves, at the corners and in the middle; of large boards also larger parts. */
    for (uint32_t part = 2; longest > (part == 2 ? 4 : 12) && part <= 8; part *= 2) {
        const uint32_t rows = it->rows - it->rows / part;
        const uint32_t columns = it->columns - it->columns / part;
        for (uint32_t v = 0; v < 3; v++)
            for (uint32_t h = 0; h < 3; h++)
                if (offer_window(work, v * (it->rows - rows) / 2, h * (it->columns - columns) / 2,
                                 rows, columns))
                    return true;
    }
    if (!square) {
        for (uint32_t row = 0; it->rows > 1 && row < it->rows; row++)
            if (offer_without(work, row, UINT32_MAX))
                return true;
        for (uint32_t column = 0; it->columns > 1 && column < it->columns; column++)
            if (offer_without(work, UINT32_MAX, column))
                return true;
        return false;
    }
    /* Every pair on small boards; on large ones the neighbours of the diagonal. */
    for (uint32_t row = 0; it->rows > 1 && row < it->rows; row++)
        for (uint32_t column = 0; column < it->columns; column++)
            if ((longest <= 12 || column - row + 1 <= 2) && offer_without(work, row, column))
                return true;
    return false;
}

/* The board without a stone of each colour. */
static bool offer_pair(const qi_lab_shrinker *work, uint32_t black, uint32_t white)
{
    qi_lab_case smaller = {0};
    if (!qi_lab_goes_on(work))
        return false;
    const bool good = qi_lab_case_copy(&smaller, work->from);
    if (good)
        smaller.cells[black] = smaller.cells[white] = QI_EMPTY;
    return qi_lab_offer(work, &smaller, good);
}

/* The board without some of its stones: from number `from` on, `count` of each colour. */
static bool offer_fewer(const qi_lab_shrinker *work, uint32_t from, uint32_t count)
{
    const qi_lab_case *const it = work->from;
    qi_lab_case smaller = {0};
    if (!qi_lab_goes_on(work))
        return false;
    const bool good = qi_lab_case_copy(&smaller, it);
    uint32_t seen[4] = {0};
    for (uint32_t i = 0; good && i < it->rows * it->columns; i++) {
        const uint8_t colour = it->cells[i];
        if (colour == QI_BLACK || colour == QI_WHITE) {
            const uint32_t number = seen[colour]++;
            if (number >= from && number < from + count)
                smaller.cells[i] = QI_EMPTY;
        }
    }
    return qi_lab_offer(work, &smaller, good);
}

static bool shrink_stones(const qi_lab_shrinker *work)
{
    const qi_lab_case *const it = work->from;
    const uint32_t each = stones_of(it) / 2;
    for (uint32_t count = each; count > 1; count = (count + 1) / 2)
        for (uint32_t from = 0; from < each; from += count)
            if (offer_fewer(work, from, count))
                return true;
    const uint32_t points = it->rows * it->columns;
    if (points > 400)
        return each && offer_fewer(work, 0, 1);
    for (uint32_t black = 0; black < points; black++)
        for (uint32_t white = 0; white < points; white++)
            if (it->cells[black] == QI_BLACK && it->cells[white] == QI_WHITE &&
                offer_pair(work, black, white))
                return true;
    return false;
}

bool qi_lab_nogo_shrink(const qi_lab_case *it, qi_lab_try *attempt, void *context)
{
    const qi_lab_shrinker work = {it, attempt, context};
    return shrink_board(&work) || shrink_stones(&work);
}
