#include "nogo/net/planes.h"
#include "nogo/net/evaluate.h"

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
 * around it. Cells without a stone have labels of their own, so they need no exception. */
static void count_liberties(const qi_board *board, uint16_t *liberties)
{
    const qi_board_cell *cells = board->cell;
    const uint32_t stride = board->stride;
    memset(liberties, 0, board->cells * sizeof *liberties);
    for (uint32_t word = 0; word < board->words; word++)
        for (uint64_t rest = board->set[QI_EMPTY][word]; rest; rest &= rest - 1) {
            const uint32_t cell = word * 64 + (uint32_t)__builtin_ctzll(rest);
            const uint32_t a = cells[cell - stride].label;
            const uint32_t b = cells[cell - 1].label;
            const uint32_t c = cells[cell + 1].label;
            const uint32_t d = cells[cell + stride].label;
            liberties[a]++;
            liberties[b] = (uint16_t)(liberties[b] + (b != a));
            liberties[c] = (uint16_t)(liberties[c] + ((c != a) & (c != b)));
            liberties[d] = (uint16_t)(liberties[d] + ((d != a) & (d != b) & (d != c)));
        }
}

/* The stones of groups with one, two and three liberties, in few[1 .. 3]. */
static void find_few(const qi_board *board, uint64_t few[4][QI_BOARD_WORDS])
{
    uint16_t liberties[QI_BOARD_CELLS];
    count_liberties(board, liberties);
    for (uint32_t word = 0; word < board->words; word++) {
        uint64_t one = 0, two = 0, three = 0;
        const uint64_t stones = board->set[QI_BLACK][word] | board->set[QI_WHITE][word];
        for (uint64_t rest = stones; rest; rest &= rest - 1) {
            const uint64_t bit = rest & (0 - rest);
            const uint32_t cell = word * 64 + (uint32_t)__builtin_ctzll(rest);
            const uint32_t count = liberties[board->cell[cell].label];
            one |= bit & (0 - (uint64_t)(count == 1));
            two |= bit & (0 - (uint64_t)(count == 2));
            three |= bit & (0 - (uint64_t)(count == 3));
        }
        few[1][word] = one;
        few[2][word] = two;
        few[3][word] = three;
    }
}

void qi_planes_make(qi_planes *planes, const qi_board *board)
{
    uint64_t few[4][QI_BOARD_WORDS], points[QI_BOARD_WORDS];
    find_few(board, few);
    for (uint32_t word = 0; word < board->words; word++)
        points[word] =
            board->set[QI_EMPTY][word] | board->set[QI_BLACK][word] | board->set[QI_WHITE][word];
    const qi_colour own = board->to_move, other = qi_opponent(own);
    const uint64_t *const sets[QI_PLANE_COUNT] = {board->set[own],
                                                  board->set[other],
                                                  board->legal[own - 1],
                                                  board->legal[other - 1],
                                                  few[1],
                                                  few[2],
                                                  few[3],
                                                  points};
    for (uint32_t plane = 0; plane < QI_PLANE_COUNT; plane++)
        for (uint32_t row = 0; row < board->rows; row++)
            planes->row[plane][row] =
                row_of(sets[plane], (row + 1) * board->stride + 1, board->columns);
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

qi_result qi_nogo_planes_of(const qi_nogo *position, qi_nogo_planes *planes)
{
    qi_board board;
    const qi_result result = qi_board_set(&board, position);
    if (result == QI_OK)
        qi_planes_make(planes, &board);
    return result;
}
