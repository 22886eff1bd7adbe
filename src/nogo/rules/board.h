/*
 * The board the search plays on: NoGo up to QI_BOARD_SIDE on a side, small enough to copy for every
 * simulation, with the legal points of both colours always at hand.
 *
 * Cells. The board lies in a frame of walls; a cell is a point of the framed board, so that every
 * point has four neighbours: cell ± 1 and cell ± stride.
 *
 * Groups. A group is known by its label; the cell of that number keeps the group's edges to empty
 * points: how many, the sum of the empty ends' numbers and the sum of their squares. By the
 * inequality of Cauchy and Schwarz edges * squares >= sum * sum, with equality exactly when all
 * edges end in one point: the group's only liberty. Groups merge by addition.
 *
 * Legal points. A point that is illegal for a colour stays illegal, so a move only removes legal
 * points, and only near itself: its own point, its empty neighbours, and the last liberties of the
 * groups that it touches.
 */
#ifndef QI_NOGO_RULES_BOARD_H
#define QI_NOGO_RULES_BOARD_H

#include <qi/nogo.h>

enum {
    QI_BOARD_SIDE = QI_NOGO_SEARCH_MAX_SIDE,
    QI_BOARD_CELLS = (QI_BOARD_SIDE + 2) * (QI_BOARD_SIDE + 1) + 1,
    QI_BOARD_WORDS = (QI_BOARD_CELLS + 63) / 64
};

typedef struct qi_board_cell {
    uint32_t sum, squares; /* of the group with this label */
    uint16_t edges;        /* of it */
    uint16_t label;        /* the group of the stone here; without a stone, the cell itself */
    uint16_t next;         /* the next stone of the group, in a ring */
    uint8_t colour;        /* qi_colour */
    uint8_t free;          /* how many of the four neighbours are empty */
} qi_board_cell;

typedef struct qi_board {
    uint16_t rows, columns, stride, cells, words;
    qi_colour to_move;
    uint64_t legal[2][QI_BOARD_WORDS]; /* of Black and of White */
    uint64_t set[3][QI_BOARD_WORDS];   /* the cells that are empty, black, white (qi_colour) */
    qi_board_cell cell[QI_BOARD_CELLS];
} qi_board;

/* Sets up the position of `position`. QI_TOO_LARGE when a side is over QI_BOARD_SIDE. */
qi_result qi_board_set(qi_board *board, const qi_nogo *position);

/* How much of a qi_board its size needs; the rest may be missing. */
static inline size_t qi_board_bytes(const qi_board *board)
{
    return offsetof(qi_board, cell) + board->cells * sizeof board->cell[0];
}

/* Copies only what the board's size needs. */
void qi_board_copy(qi_board *to, const qi_board *from);

/* Plays a legal move; the other colour is then to move. */
void qi_board_play(qi_board *board, qi_colour colour, uint32_t cell);

/* For random games, which ask about few points: the first puts a stone without updating `legal`,
 * `set` or whose turn it is; the second tests from the groups around a point whether it is legal:
 * bit 0 for Black, bit 1 for White. */
void qi_board_put(qi_board *board, qi_colour colour, uint32_t cell);
uint32_t qi_board_test(const qi_board *board, uint32_t cell);

static inline uint32_t qi_board_cell_of(const qi_board *board, qi_point point)
{
    return (point / board->columns + 1) * board->stride + point % board->columns + 1;
}

static inline qi_point qi_board_point_of(const qi_board *board, uint32_t cell)
{
    return (cell / board->stride - 1) * board->columns + cell % board->stride - 1;
}

static inline bool qi_board_legal(const qi_board *board, qi_colour colour, uint32_t cell)
{
    return board->legal[colour - 1][cell >> 6] >> (cell & 63) & 1;
}

/* Writes the legal cells of a colour in ascending order; returns how many. */
static inline uint32_t qi_board_list(const qi_board *board, qi_colour colour, uint16_t *cells)
{
    uint32_t count = 0;
    for (uint32_t word = 0; word < board->words; word++)
        for (uint64_t rest = board->legal[colour - 1][word]; rest; rest &= rest - 1)
            cells[count++] = (uint16_t)(word * 64 + (uint32_t)__builtin_ctzll(rest));
    return count;
}

/* Whether the exact solver has a good chance with `nodes` nodes (at least 1): in games of the
 * search with itself it settles two thirds of the positions with this many open points, and each
 * more doubles the work. */
static inline bool qi_board_is_solvable(const qi_board *board, uint64_t nodes)
{
    enum { OPEN_FOR_ONE = 9 };
    uint32_t open = 0;
    for (uint32_t i = 0; i < board->words; i++)
        open += (uint32_t)__builtin_popcountll(board->legal[0][i] | board->legal[1][i]);
    return open <= OPEN_FOR_ONE + 63U - (uint32_t)__builtin_clzll(nodes);
}

static inline bool qi_board_can_move(const qi_board *board, qi_colour colour)
{
    uint64_t any = 0;
    for (uint32_t word = 0; word < board->words; word++)
        any |= board->legal[colour - 1][word];
    return any != 0;
}

#endif
