#include "nogo/rules/board.h"

#include "base/memory.h"

/* A group as it would be after the move. */
typedef struct group_view {
    uint32_t label; /* 0: the group of the new stone */
    uint32_t sum, squares, edges;
    qi_colour colour;
} group_view;

typedef struct move_view {
    const qi_board *board;
    uint32_t cell;
    qi_colour colour;
    uint32_t count;
    group_view group[5]; /* group[0] is the new stone's */
    uint16_t joined[4];  /* labels that become part of group[0] */
    uint32_t joined_count;
} move_view;

static bool has_one_liberty(uint32_t edges, uint32_t sum, uint32_t squares)
{
    return (uint64_t)edges * squares == (uint64_t)sum * sum;
}

/* Whether the group of the stone on `cell` will have only one liberty. */
static bool will_have_one(const move_view *view, uint32_t cell)
{
    const qi_board_cell *cells = view->board->cell;
    const uint32_t label = cells[cell].label;
    for (uint32_t i = 0; i < view->joined_count; i++)
        if (view->joined[i] == label)
            return has_one_liberty(view->group[0].edges, view->group[0].sum,
                                   view->group[0].squares);
    for (uint32_t i = 1; i < view->count; i++)
        if (view->group[i].label == label)
            return has_one_liberty(view->group[i].edges, view->group[i].sum,
                                   view->group[i].squares);
    return has_one_liberty(cells[label].edges, cells[label].sum, cells[label].squares);
}

/* Whether, after the move, a stone of `colour` on the empty cell `at`, none of whose neighbours is
 * empty then, would leave its own group without a liberty. */
static bool will_be_suicide(const move_view *view, qi_colour colour, uint32_t at)
{
    const qi_board *board = view->board;
    const uint32_t beside[4] = {at - board->stride, at - 1, at + 1, at + board->stride};
    for (int i = 0; i < 4; i++) {
        const uint32_t next = beside[i];
        if (next == view->cell) {
            if (colour == view->colour &&
                !has_one_liberty(view->group[0].edges, view->group[0].sum, view->group[0].squares))
                return false;
        } else if (board->cell[next].colour == (uint8_t)colour && !will_have_one(view, next)) {
            return false;
        }
    }
    return true;
}

/* How many neighbours of the empty cell `at` are empty after a move on `cell`. */
static uint32_t free_after(const qi_board *board, uint32_t cell, uint32_t at)
{
    const bool beside = at == cell - board->stride || at == cell - 1 || at == cell + 1 ||
                        at == cell + board->stride;
    return board->cell[at].free - (uint32_t)beside;
}

/* The groups that the move touches, as they would be after it. */
static void look(move_view *view, const qi_board *board, qi_colour colour, uint32_t cell)
{
    view->board = board;
    view->cell = cell;
    view->colour = colour;
    view->count = 1;
    view->joined_count = 0;
    group_view *own = &view->group[0];
    *own = (group_view){.colour = colour};
    const uint32_t beside[4] = {cell - board->stride, cell - 1, cell + 1, cell + board->stride};
    for (int i = 0; i < 4; i++) {
        const qi_board_cell *next = &board->cell[beside[i]];
        if (next->colour == QI_EMPTY) {
            own->edges++;
            own->sum += beside[i];
            own->squares += beside[i] * beside[i];
        } else if (next->colour == (uint8_t)colour) {
            const qi_board_cell *group = &board->cell[next->label];
            own->edges -= 1; /* the edge that ends in the move's point */
            own->sum -= cell;
            own->squares -= cell * cell;
            bool seen = false;
            for (uint32_t j = 0; j < view->joined_count; j++)
                seen |= view->joined[j] == next->label;
            if (!seen) {
                view->joined[view->joined_count++] = next->label;
                own->edges += group->edges;
                own->sum += group->sum;
                own->squares += group->squares;
            }
        } else if (next->colour != QI_WALL) {
            uint32_t j = 1;
            while (j < view->count && view->group[j].label != next->label)
                j++;
            group_view *group = &view->group[j];
            if (j == view->count) {
                const qi_board_cell *stored = &board->cell[next->label];
                *group = (group_view){.label = next->label,
                                      .sum = stored->sum,
                                      .squares = stored->squares,
                                      .edges = stored->edges,
                                      .colour = qi_opponent(colour)};
                view->count++;
            }
            group->edges--;
            group->sum -= cell;
            group->squares -= cell * cell;
        }
    }
}

static void forbid(qi_board *board, qi_colour colour, uint32_t cell)
{
    board->legal[colour - 1][cell >> 6] &= ~(1ULL << (cell & 63));
}

/* Forbids what a move on the legal point `cell` makes illegal; to be called before its stone is
 * put. */
static void forbid_after(qi_board *board, qi_colour colour, uint32_t cell)
{
    move_view view;
    look(&view, board, colour, cell);
    forbid(board, QI_BLACK, cell);
    forbid(board, QI_WHITE, cell);
    for (uint32_t i = 0; i < view.count; i++) {
        const group_view *group = &view.group[i];
        if (!has_one_liberty(group->edges, group->sum, group->squares))
            continue;
        const uint32_t last = group->sum / group->edges;
        forbid(board, qi_opponent(group->colour), last);
        if (!free_after(board, cell, last) && qi_board_legal(board, group->colour, last) &&
            will_be_suicide(&view, group->colour, last))
            forbid(board, group->colour, last);
    }
    const uint32_t beside[4] = {cell - board->stride, cell - 1, cell + 1, cell + board->stride};
    for (int i = 0; i < 4; i++) {
        const qi_board_cell *next = &board->cell[beside[i]];
        if (next->colour != QI_EMPTY || next->free > 1) /* the move's own cell is one of them */
            continue;
        for (int side = QI_BLACK; side <= QI_WHITE; side++)
            if (qi_board_legal(board, (qi_colour)side, beside[i]) &&
                will_be_suicide(&view, (qi_colour)side, beside[i]))
                forbid(board, (qi_colour)side, beside[i]);
    }
}

/* Gives the stones of group `from` the label `to` and puts them into its ring. */
static void relabel(qi_board *board, uint32_t from, uint32_t to)
{
    qi_board_cell *cells = board->cell;
    uint32_t stone = from;
    do {
        cells[stone].label = (uint16_t)to;
        stone = cells[stone].next;
    } while (stone != from);
    const uint16_t next = cells[from].next;
    cells[from].next = cells[to].next;
    cells[to].next = next;
}

void qi_board_put(qi_board *board, qi_colour colour, uint32_t cell)
{
    qi_board_cell *cells = board->cell;
    cells[cell].colour = (uint8_t)colour;
    cells[cell].label = (uint16_t)cell;
    cells[cell].next = (uint16_t)cell;
    uint32_t label = cell;
    uint32_t edges = 0;
    uint32_t sum = 0;
    uint32_t squares = 0;
    const uint32_t beside[4] = {cell - board->stride, cell - 1, cell + 1, cell + board->stride};
    for (int i = 0; i < 4; i++) {
        qi_board_cell *next = &cells[beside[i]];
        next->free--;
        if (next->colour == QI_EMPTY) {
            edges++;
            sum += beside[i];
            squares += beside[i] * beside[i];
        } else if (next->colour == (uint8_t)colour) {
            if (next->label != label) {
                const qi_board_cell *group = &cells[next->label];
                edges += group->edges;
                sum += group->sum;
                squares += group->squares;
                if (label == cell) {
                    label = next->label;
                    relabel(board, cell, label);
                } else {
                    relabel(board, next->label, label);
                }
            }
            edges--; /* the one that ended in the new stone */
            sum -= cell;
            squares -= cell * cell;
        } else if (next->colour != QI_WALL) {
            qi_board_cell *group = &cells[next->label];
            group->edges--;
            group->sum -= cell;
            group->squares -= cell * cell;
        }
    }
    cells[label].edges = (uint16_t)edges;
    cells[label].sum = sum;
    cells[label].squares = squares;
}

/* Puts a stone, in the sets too. */
static void put_in_sets(qi_board *board, qi_colour colour, uint32_t cell)
{
    const uint64_t bit = 1ULL << (cell & 63);
    board->set[QI_EMPTY][cell >> 6] ^= bit;
    board->set[colour][cell >> 6] ^= bit;
    qi_board_put(board, colour, cell);
}

uint32_t qi_board_test(const qi_board *board, uint32_t cell)
{
    enum { BLACK = 1, WHITE = 2 };
    const qi_board_cell *cells = board->cell;
    const uint32_t beside[4] = {cell - board->stride, cell - 1, cell + 1, cell + board->stride};
    uint32_t illegal = cells[cell].colour == QI_EMPTY ? 0 : BLACK | WHITE;
    uint32_t breathes = cells[cell].free ? BLACK | WHITE : 0; /* whose stone would have a liberty */
    for (int i = 0; i < 4; i++) {
        const uint32_t colour = cells[beside[i]].colour;
        if (colour != QI_BLACK && colour != QI_WHITE)
            continue;
        const qi_board_cell *group = &cells[cells[beside[i]].label];
        if (has_one_liberty(group->edges, group->sum, group->squares))
            illegal |= (BLACK | WHITE) ^ colour;
        else
            breathes |= colour;
    }
    return breathes & ~illegal;
}

void qi_board_play(qi_board *board, qi_colour colour, uint32_t cell)
{
    forbid_after(board, colour, cell);
    put_in_sets(board, colour, cell);
    board->to_move = qi_opponent(colour);
}

void qi_board_copy(qi_board *to, const qi_board *from)
{
    memcpy(to, from, qi_board_bytes(from));
}

qi_result qi_board_set(qi_board *board, const qi_nogo *position)
{
    const uint32_t rows = qi_nogo_rows(position);
    const uint32_t columns = qi_nogo_columns(position);
    if (rows > QI_BOARD_SIDE || columns > QI_BOARD_SIDE)
        return QI_TOO_LARGE;
    memset(board, 0, sizeof *board);
    board->rows = (uint16_t)rows;
    board->columns = (uint16_t)columns;
    board->stride = (uint16_t)(columns + 1);
    board->cells = (uint16_t)((rows + 2) * board->stride + 1);
    board->words = (uint16_t)((board->cells + 63U) / 64);
    board->to_move = qi_nogo_to_move(position);
    for (uint32_t cell = 0; cell < board->cells; cell++) {
        board->cell[cell].colour = QI_WALL;
        board->cell[cell].label = (uint16_t)cell;
    }
    for (qi_point point = 0; point < rows * columns; point++) {
        const uint32_t cell = qi_board_cell_of(board, point);
        if (qi_nogo_at(position, point) == QI_WALL)
            continue;
        board->cell[cell].colour = QI_EMPTY;
        board->set[QI_EMPTY][cell >> 6] |= 1ULL << (cell & 63);
    }
    for (qi_point point = 0; point < rows * columns; point++) {
        const uint32_t cell = qi_board_cell_of(board, point);
        const uint32_t beside[4] = {cell - board->stride, cell - 1, cell + 1, cell + board->stride};
        for (int i = 0; i < 4; i++)
            if (board->cell[beside[i]].colour == QI_EMPTY)
                board->cell[cell].free++;
    }
    for (qi_point point = 0; point < rows * columns; point++) {
        const qi_colour colour = qi_nogo_at(position, point);
        const uint32_t cell = qi_board_cell_of(board, point);
        if (colour != QI_BLACK && colour != QI_WHITE)
            continue;
        put_in_sets(board, colour, cell);
    }
    for (qi_point point = 0; point < rows * columns; point++) {
        const uint32_t cell = qi_board_cell_of(board, point);
        for (int side = QI_BLACK; side <= QI_WHITE; side++)
            if (qi_nogo_judge(position, (qi_colour)side, point, NULL) == QI_NOGO_LEGAL)
                board->legal[side - 1][cell >> 6] |= 1ULL << (cell & 63);
    }
    return QI_OK;
}
