#include "nogo/net/planes.h"

#include "base/memory.h"

/* The bits of a row of a set of cells. */
static uint32_t row_of(const uint64_t *set, uint32_t first, uint32_t columns)
{
    const uint32_t word = first >> 6, shift = first & 63;
    uint64_t bits = set[word] >> shift;
    if (shift + columns > 64)
        bits |= set[word + 1] << (64 - shift);
    return (uint32_t)bits & (uint32_t)(((uint64_t)1 << columns) - 1);
}

/* Counts the liberties of every group, by its label: an empty point is one for each of the groups
 * around it. Cells without a stone have the label 0, so what is counted there means nothing. */
static void count_liberties(const qi_board *board, uint16_t *liberties)
{
    const qi_board_cell *cells = board->cell;
    const uint32_t stride = board->stride;
    memset(liberties, 0, board->cells * sizeof *liberties);
    for (uint32_t row = 1; row <= board->rows; row++)
        for (uint32_t cell = row * stride + 1; cell <= row * stride + board->columns; cell++) {
            if (cells[cell].colour != QI_EMPTY || cells[cell].free == 4)
                continue;
            const uint32_t a = cells[cell - stride].label;
            const uint32_t b = cells[cell - 1].label;
            const uint32_t c = cells[cell + 1].label;
            const uint32_t d = cells[cell + stride].label;
            liberties[a]++;
            liberties[b] = (uint16_t)(liberties[b] + (b != a));
            liberties[c] = (uint16_t)(liberties[c] + (c != a && c != b));
            liberties[d] = (uint16_t)(liberties[d] + (d != a && d != b && d != c));
        }
}

void qi_planes_make(qi_planes *planes, const qi_board *board)
{
    uint16_t liberties[QI_BOARD_CELLS];
    count_liberties(board, liberties);
    const uint32_t own = (uint32_t)board->to_move - 1;
    for (uint32_t row = 0; row < board->rows; row++) {
        const uint32_t first = (row + 1) * board->stride + 1;
        uint32_t black = 0, white = 0, points = 0, few[4] = {0, 0, 0, 0};
        for (uint32_t column = 0; column < board->columns; column++) {
            const qi_board_cell *cell = &board->cell[first + column];
            const uint32_t bit = (uint32_t)1 << column;
            points |= cell->colour == QI_WALL ? 0 : bit;
            if (cell->colour != QI_BLACK && cell->colour != QI_WHITE)
                continue;
            black |= cell->colour == QI_BLACK ? bit : 0;
            white |= cell->colour == QI_WHITE ? bit : 0;
            const uint32_t count = liberties[cell->label];
            few[count < 4 ? count : 0] |= bit;
        }
        planes->row[QI_PLANE_OWN][row] = own ? white : black;
        planes->row[QI_PLANE_OTHER][row] = own ? black : white;
        planes->row[QI_PLANE_OWN_LEGAL][row] = row_of(board->legal[own], first, board->columns);
        planes->row[QI_PLANE_OTHER_LEGAL][row] = row_of(board->legal[!own], first, board->columns);
        planes->row[QI_PLANE_ONE_LIBERTY][row] = few[1];
        planes->row[QI_PLANE_TWO_LIBERTIES][row] = few[2];
        planes->row[QI_PLANE_THREE_LIBERTIES][row] = few[3];
        planes->row[QI_PLANE_BOARD][row] = points;
    }
}

void qi_planes_pack(const qi_planes *planes, uint32_t rows, uint32_t columns, uint8_t *packed)
{
    for (uint32_t plane = 0; plane < QI_PLANE_COUNT; plane++) {
        uint64_t bits = 0; /* fewer than 8 are left over from one row to the next */
        uint32_t count = 0;
        for (uint32_t row = 0; row < rows; row++) {
            bits |= (uint64_t)planes->row[plane][row] << count;
            for (count += columns; count >= 8; count -= 8, bits >>= 8)
                *packed++ = (uint8_t)bits;
        }
        if (count)
            *packed++ = (uint8_t)bits;
    }
}

qi_result qi_nogo_planes_of(const qi_nogo *game, qi_nogo_planes *planes)
{
    qi_board board;
    const qi_result result = qi_board_set(&board, game);
    if (result == QI_OK)
        qi_planes_make(planes, &board);
    return result;
}
