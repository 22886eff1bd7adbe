/* A maze as the page needs it: Bessie in it, its winning boards, walks to them, and the search. */
#include <qi/maze.h>
#include <qi/maze_steps.h>

#include "base/memory.h"
#include "page.h"

typedef struct page_maze {
    qi_maze *maze;
    qi_maze_walker walker;
    qi_maze_walks *walks;
} page_maze;

PAGE_EXPORT(maze_free) void page_maze_free(page_maze *room)
{
    if (!room)
        return;
    qi_maze_walks_free(room->walks);
    qi_maze_free(room->maze);
    page_release(room);
}

/* Reads the problem's text and finds the shortest walk to every winning board. NULL when the text
 * is malformed, and then `error` says how. */
PAGE_EXPORT(maze_parse)
page_maze *page_maze_parse(const char *text, size_t length, qi_text_error *error)
{
    page_maze *room = page_allocate(sizeof *room);
    if (!room)
        return NULL;
    *room = (page_maze){0};
    if (qi_maze_parse(text, length, NULL, &room->maze, error) != QI_OK ||
        qi_maze_walks_new(room->maze, NULL, &room->walks) != QI_OK) {
        page_maze_free(room);
        return NULL;
    }
    qi_maze_begin(room->maze, &room->walker);
    return room;
}

PAGE_EXPORT(maze_side) uint32_t page_maze_side(const page_maze *room)
{
    return qi_maze_side(room->maze);
}

/* One byte a cell: its kind, and for a move 3 + 9 * (letter - 1) + square. */
PAGE_EXPORT(maze_cells) void page_maze_cells(const page_maze *room, uint8_t *cells)
{
    const uint32_t side = qi_maze_side(room->maze);
    for (qi_point point = 0; point < side * side; point++) {
        const qi_maze_cell cell = qi_maze_at(room->maze, point);
        cells[point] = (uint8_t)cell.kind;
        if (cell.kind == QI_MAZE_MOVE)
            cells[point] =
                (uint8_t)(QI_MAZE_MOVE + QI_MAZE_SQUARES * (cell.letter - 1U) + cell.square);
    }
}

/* ---- Bessie ------------------------------------------------------------------------------- */

PAGE_EXPORT(maze_begin) void page_maze_begin(page_maze *room)
{
    qi_maze_begin(room->maze, &room->walker);
}

PAGE_EXPORT(maze_step) uint32_t page_maze_step(page_maze *room, uint32_t direction)
{
    return qi_maze_step(room->maze, &room->walker, (qi_maze_direction)direction);
}

PAGE_EXPORT(maze_at) uint32_t page_maze_at(const page_maze *room)
{
    return room->walker.at;
}

PAGE_EXPORT(maze_board) uint32_t page_maze_board(const page_maze *room)
{
    return room->walker.board;
}

/* One step from any cell with any board that does not win: writes the cell and the board after it
 * and returns what happened. */
PAGE_EXPORT(maze_try)
uint32_t page_maze_try(const page_maze *room, uint32_t at, uint32_t board, uint32_t direction,
                       uint32_t *after)
{
    qi_maze_walker walker = {.at = at, .board = (qi_maze_board)board};
    const uint32_t result = qi_maze_step(room->maze, &walker, (qi_maze_direction)direction);
    after[0] = walker.at;
    after[1] = walker.board;
    return result;
}

/* ---- boards ------------------------------------------------------------------------------- */

/* The nine letters of a board: 0, 1 for M, 2 for O. */
PAGE_EXPORT(maze_letters) void page_maze_letters(uint32_t board, uint8_t *letters)
{
    for (unsigned square = 0; square < QI_MAZE_SQUARES; square++)
        letters[square] = (uint8_t)qi_maze_board_at((qi_maze_board)board, square);
}

/* The squares of the lines that win, as a mask. */
PAGE_EXPORT(maze_lines) uint32_t page_maze_lines(uint32_t board)
{
    return qi_maze_board_lines((qi_maze_board)board);
}

/* The winning boards in order, at most `capacity`; returns how many there are. */
PAGE_EXPORT(maze_winning)
uint32_t page_maze_winning(const page_maze *room, uint32_t *boards, uint32_t capacity)
{
    const qi_maze_set *set = qi_maze_walks_boards(room->walks);
    uint32_t count = 0;
    for (qi_maze_board board = qi_maze_set_next(set, QI_MAZE_NO_BOARD); board != QI_MAZE_NO_BOARD;
         board = qi_maze_set_next(set, board)) {
        if (count < capacity)
            boards[count] = board;
        count++;
    }
    return count;
}

/* The cells of a shortest walk, from the start; `cells` may be NULL. Returns their number. */
PAGE_EXPORT(maze_path)
uint32_t page_maze_path(const page_maze *room, uint32_t board, uint32_t *cells, uint32_t capacity)
{
    const uint32_t length = qi_maze_walks_length(room->walks, (qi_maze_board)board);
    if (length == QI_MAZE_NO_WALK)
        return 0;
    if (cells && capacity > length)
        qi_maze_walks_path(room->walks, (qi_maze_board)board, cells, capacity);
    return length + 1;
}

/* ---- the search --------------------------------------------------------------------------- */

typedef struct visits {
    uint32_t *boards;
    uint32_t count, capacity;
} visits;

static bool note_visit(void *context, const qi_maze_visit *visit)
{
    visits *list = context;
    if (list->count < list->capacity)
        list->boards[list->count] = visit->board;
    list->count++;
    return true;
}

/* Every board that the search visits, in its order; returns how many there are. */
PAGE_EXPORT(maze_visits)
uint32_t page_maze_visits(const page_maze *room, uint32_t *boards, uint32_t capacity)
{
    visits list = {boards, 0, capacity};
    if (qi_maze_watch(room->maze, note_visit, &list) != QI_OK)
        return 0;
    return list.count;
}

/* The flood of a board: for every cell 0 dry, 1 flooded, 2 shore. Returns the flooded cells. */
PAGE_EXPORT(maze_flood)
uint32_t page_maze_flood(const page_maze *room, uint32_t board, uint8_t *cells)
{
    uint32_t flooded = 0;
    if (qi_maze_flood(room->maze, qi_maze_board_filled((qi_maze_board)board), cells, &flooded) !=
        QI_OK)
        return 0;
    return flooded;
}
