/* The search, made visible: the flood of one set of filled squares, and every board in turn. */
#include "maze/maze.h"

qi_result qi_maze_flood(const qi_maze *maze, unsigned filled, uint8_t *cells, uint32_t *flooded)
{
    if (filled >= QI_MAZE_SETS)
        return QI_BAD_ARGUMENT;
    const size_t size = (size_t)maze->side * maze->side;
    qi_point *queue = qi_allocate_array(&maze->allocator, size, sizeof *queue);
    if (!queue)
        return QI_NO_MEMORY;
    uint32_t offsets[4];
    qi_maze_offsets(maze->side, offsets);
    memset(cells, QI_MAZE_DRY, size);
    uint32_t count = 1;
    queue[0] = maze->start;
    cells[maze->start] = QI_MAZE_FLOODED;
    for (uint32_t next = 0; next < count; next++)
        for (int d = 0; d < 4; d++) {
            const qi_point point = queue[next] + offsets[d];
            const uint8_t code = maze->cells[point];
            if (code == CELL_WALL || cells[point] != QI_MAZE_DRY)
                continue;
            if (qi_maze_is_move(code) && !(filled >> qi_maze_move_square(code) & 1)) {
                cells[point] = QI_MAZE_SHORE;
            } else {
                cells[point] = QI_MAZE_FLOODED;
                queue[count++] = point;
            }
        }
    if (flooded)
        *flooded = count;
    qi_release(&maze->allocator, queue);
    return QI_OK;
}

/* Shows the boards with these squares filled, in the order of their numbers. */
static qi_result watch_set(const qi_maze *maze, const qi_maze_reach *reach, unsigned filled,
                           uint8_t *cells, qi_maze_observer *observer, void *context)
{
    const qi_maze_board all_m = qi_maze_board_of(filled);
    uint32_t flooded = 0;
    for (unsigned count = 0; count < QI_MAZE_SETS; count++) {
        /* The first square is the lowest bit of a mask but the highest digit of a number: the
         * squares with an O, taken in the order of the numbers, are a count with its bits turned
         * round. */
        unsigned o = 0;
        for (unsigned square = 0; square < QI_MAZE_SQUARES; square++)
            o |= (count >> (QI_MAZE_SQUARES - 1 - square) & 1) << square;
        const qi_maze_board board = (qi_maze_board)(all_m + qi_maze_board_of(o));
        if (o & ~filled)
            continue;
        const bool wins = qi_maze_set_has(&reach->winning, board);
        if (!wins && !qi_maze_set_has(&reach->open, board))
            continue;
        if (!wins && !flooded) {
            const qi_result result = qi_maze_flood(maze, filled, cells, &flooded);
            if (result != QI_OK)
                return result;
        }
        const qi_maze_visit visit = {board, wins, wins ? NULL : cells, wins ? 0 : flooded};
        if (!observer(context, &visit))
            return QI_STOPPED;
    }
    return QI_OK;
}

qi_result qi_maze_watch(const qi_maze *maze, qi_maze_observer *observer, void *context)
{
    qi_maze_reach reach;
    qi_result result = qi_maze_search(maze, &reach);
    if (result != QI_OK)
        return result;
    uint8_t *cells = qi_allocate(&maze->allocator, (size_t)maze->side * maze->side);
    if (!cells)
        return QI_NO_MEMORY;
    for (unsigned full = 0; full <= QI_MAZE_SQUARES; full++)
        for (unsigned filled = 0; filled < QI_MAZE_SETS && result == QI_OK; filled++)
            if ((unsigned)__builtin_popcount(filled) == full)
                result = watch_set(maze, &reach, filled, cells, observer, context);
    qi_release(&maze->allocator, cells);
    return result;
}
