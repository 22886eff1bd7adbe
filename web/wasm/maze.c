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

static void free_maze(void *object)
{
    page_maze *room = object;
    qi_maze_walks_free(room->walks);
    qi_maze_free(room->maze);
    page_release(room);
}

/* Reads the problem's text and finds the shortest walk to every winning board. 0 when the text is
 * malformed, and then `error` says how. */
PAGE_EXPORT(maze_parse)
page_handle page_maze_parse(const char *text, size_t length, qi_text_error *error)
{
    page_maze *room = page_allocate(sizeof *room);
    if (!room)
        return 0;
    *room = (page_maze){0};
    if (qi_maze_parse(text, length, NULL, &room->maze, error) != QI_OK ||
        qi_maze_walks_new(room->maze, NULL, &room->walks) != QI_OK) {
        free_maze(room);
        return 0;
    }
    qi_maze_begin(room->maze, &room->walker);
    return page_keep(PAGE_MAZE, room, free_maze);
}

PAGE_EXPORT(maze_side) uint32_t page_maze_side(page_handle handle)
{
    const page_maze *room = page_find(handle, PAGE_MAZE);
    return qi_maze_side(room->maze);
}

/* One byte a cell: its kind, and for a move 3 + 9 * (letter - 1) + square. */
PAGE_EXPORT(maze_cells) void page_maze_cells(page_handle handle, uint8_t *cells)
{
    const page_maze *room = page_find(handle, PAGE_MAZE);
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

PAGE_EXPORT(maze_begin) void page_maze_begin(page_handle handle)
{
    page_maze *room = page_find(handle, PAGE_MAZE);
    qi_maze_begin(room->maze, &room->walker);
}

PAGE_EXPORT(maze_step) uint32_t page_maze_step(page_handle handle, uint32_t direction)
{
    page_maze *room = page_find(handle, PAGE_MAZE);
    page_expect(direction <= QI_MAZE_WEST);
    return qi_maze_step(room->maze, &room->walker, (qi_maze_direction)direction);
}

PAGE_EXPORT(maze_at) uint32_t page_maze_at(page_handle handle)
{
    const page_maze *room = page_find(handle, PAGE_MAZE);
    return room->walker.at;
}

PAGE_EXPORT(maze_board) uint32_t page_maze_board(page_handle handle)
{
    const page_maze *room = page_find(handle, PAGE_MAZE);
    return room->walker.board;
}

/* One step from any cell with any board that does not win: writes the cell and the board after it
 * and returns what happened. */
PAGE_EXPORT(maze_try)
uint32_t page_maze_try(page_handle handle, uint32_t at, uint32_t board, uint32_t direction,
                       uint32_t *after)
{
    const page_maze *room = page_find(handle, PAGE_MAZE);
    page_expect(qi_maze_at(room->maze, at).kind != QI_MAZE_WALL && board < QI_MAZE_BOARDS &&
                direction <= QI_MAZE_WEST);
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
    page_expect(board < QI_MAZE_BOARDS);
    for (unsigned square = 0; square < QI_MAZE_SQUARES; square++)
        letters[square] = (uint8_t)qi_maze_board_at((qi_maze_board)board, square);
}

/* The squares of the lines that win, as a mask. */
PAGE_EXPORT(maze_lines) uint32_t page_maze_lines(uint32_t board)
{
    page_expect(board < QI_MAZE_BOARDS);
    return qi_maze_board_lines((qi_maze_board)board);
}

/* The winning boards in order, at most `capacity`; returns how many there are. */
PAGE_EXPORT(maze_winning)
uint32_t page_maze_winning(page_handle handle, uint32_t *boards, uint32_t capacity)
{
    const page_maze *room = page_find(handle, PAGE_MAZE);
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
uint32_t page_maze_path(page_handle handle, uint32_t board, uint32_t *cells, uint32_t capacity)
{
    const page_maze *room = page_find(handle, PAGE_MAZE);
    page_expect(board < QI_MAZE_BOARDS);
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
uint32_t page_maze_visits(page_handle handle, uint32_t *boards, uint32_t capacity)
{
    const page_maze *room = page_find(handle, PAGE_MAZE);
    visits list = {boards, 0, capacity};
    if (qi_maze_watch(room->maze, note_visit, &list) != QI_OK)
        return 0;
    return list.count;
}

/* The flood of a board: for every cell 0 dry, 1 flooded, 2 shore. Returns the flooded cells. */
PAGE_EXPORT(maze_flood)
uint32_t page_maze_flood(page_handle handle, uint32_t board, uint8_t *cells)
{
    const page_maze *room = page_find(handle, PAGE_MAZE);
    page_expect(board < QI_MAZE_BOARDS);
    uint32_t flooded = 0;
    if (qi_maze_flood(room->maze, qi_maze_board_filled((qi_maze_board)board), cells, &flooded) !=
        QI_OK)
        return 0;
    return flooded;
}
