/*
 * First, with no square filled: a flood over the floor, from every move and from the start, tells
 * how far the moves are that touch it; every flood keeps by which direction it came to a cell.
 *
 * Then one square after another: the ways with the squares F filled are those without the lowest of
 * them, or they lead over moves of that square (the method of Floyd and Warshall). Only what will
 * be asked for is kept: the ways to moves of empty squares, from moves of squares that are filled
 * or lower than all that are, since these may be filled as well.
 */
#include "maze/ways.h"

enum { WALL, FLOOR, FIRST }; /* kinds of cells: from FIRST on the numbers of moves */

uint32_t qi_maze_ways_move(const qi_maze_ways *ways, qi_point at)
{
    return at == ways->maze->start ? ways->count : (uint32_t)ways->kinds[at] - FIRST;
}

void qi_maze_ways_number(qi_maze_ways *ways)
{
    const qi_maze *maze = ways->maze;
    const uint32_t cells = maze->side * maze->side;
    uint32_t sizes[CELL_CODES] = {0}, next[CELL_CODES];
    for (qi_point point = 0; point < cells; point++)
        sizes[maze->cells[point]]++;
    uint8_t place[QI_MAZE_SQUARES];
    for (unsigned square = 0; square < QI_MAZE_SQUARES; square++) {
        const uint32_t *size = &sizes[CELL_FIRST_MOVE];
        place[square] = 0;
        for (unsigned other = 0; other < QI_MAZE_SQUARES; other++) {
            const uint32_t here = size[2 * square] + size[2 * square + 1];
            const uint32_t there = size[2 * other] + size[2 * other + 1];
            if (there < here || (there == here && other < square))
                place[square]++;
        }
        ways->order[place[square]] = (uint8_t)square;
    }
    for (unsigned i = 0; i < QI_MAZE_CODES; i++) {
        const unsigned code = CELL_FIRST_MOVE + 2U * ways->order[i / 2] + i % 2;
        next[code] = ways->first[i] = (uint16_t)ways->count;
        ways->count += sizes[code];
    }
    ways->first[QI_MAZE_CODES] = (uint16_t)ways->count;
    for (qi_point point = 0; point < cells; point++)
        if (qi_maze_is_move(maze->cells[point])) {
            const uint32_t move = next[maze->cells[point]]++;
            ways->at[move] = point;
            ways->square[move] = place[qi_maze_move_square(maze->cells[point])];
        }
    ways->at[ways->count] = maze->start;
}

/* ---- over floor alone --------------------------------------------------------------------- */

/* Tells the kinds of cells. */
static void tell_kinds(qi_maze_ways *ways)
{
    const uint32_t cells = ways->maze->side * ways->maze->side;
    for (qi_point point = 0; point < cells; point++)
        ways->kinds[point] = ways->maze->cells[point] == CELL_WALL ? WALL : FLOOR;
    for (uint32_t move = 0; move < ways->count; move++)
        ways->kinds[ways->at[move]] = (uint8_t)(FIRST + move);
}

/* Floods the floor from a move or the start. `unseen` and `flooded` have room for all cells. */
static void flood(qi_maze_ways *ways, uint32_t from, uint8_t *unseen, qi_point *flooded)
{
    const qi_maze *maze = ways->maze;
    uint32_t *lengths = ways->floor + from * ways->count;
    uint8_t *turns = ways->turns + from * ways->turns_size;
    uint32_t offsets[4];
    qi_maze_offsets(maze->side, offsets);
    memcpy(unseen, ways->kinds, (size_t)maze->side * maze->side);
    unseen[ways->at[from]] = WALL;
    flooded[0] = ways->at[from];
    uint32_t left = ways->count - (from < ways->count); /* moves that were not touched yet */
    uint32_t next = 0, count = 1;
    for (uint32_t time = 1; next < count && left; time++)
        for (const uint32_t end = count; next < end; next++)
            for (unsigned d = 0; d < 4; d++) {
                const qi_point point = flooded[next] + offsets[d];
                const uint8_t kind = unseen[point];
                if (kind == WALL)
                    continue;
                unseen[point] = WALL;
                turns[point / 4] |= (uint8_t)(d << point % 4 * 2);
                if (kind == FLOOR) {
                    flooded[count++] = point;
                } else {
                    lengths[kind - FIRST] = time;
                    left--;
                }
            }
}

/* Writes the steps over floor alone, from the last to the first: back to where a flood began. */
static void walk_floor(const qi_maze_ways *ways, uint32_t from, uint32_t to, char *end)
{
    const uint8_t *turns = ways->turns + from * ways->turns_size;
    uint32_t offsets[4];
    qi_maze_offsets(ways->maze->side, offsets);
    for (qi_point at = ways->at[to]; at != ways->at[from];) {
        const unsigned direction = (unsigned)turns[at / 4] >> at % 4 * 2 & 3U;
        *--end = "NESW"[direction];
        at -= offsets[direction];
    }
}

qi_result qi_maze_ways_begin(qi_maze_ways *ways)
{
    const qi_allocator *allocator = &ways->maze->allocator;
    const size_t cells = (size_t)ways->maze->side * ways->maze->side;
    ways->kinds = qi_allocate(allocator, cells);
    if (!ways->kinds)
        return QI_NO_MEMORY;
    tell_kinds(ways);
    const size_t floods = ways->count + 1;
    ways->turns_size = (cells + 3) / 4;
    ways->turns = qi_allocate_array(allocator, floods, ways->turns_size);
    ways->floor = qi_allocate_array(allocator, floods * ways->count, sizeof *ways->floor);
    qi_point *flooded = qi_allocate_array(allocator, cells, sizeof *flooded + 1);
    const bool good = ways->turns && ways->floor && flooded;
    if (good) {
        memset(ways->turns, 0, floods * ways->turns_size);
        for (size_t i = 0; i < floods * ways->count; i++)
            ways->floor[i] = QI_WIDE_FAR;
        for (uint32_t from = 0; from < floods; from++)
            flood(ways, from, (uint8_t *)(flooded + cells), flooded);
    }
    qi_release(allocator, flooded);
    return good ? QI_OK : QI_NO_MEMORY;
}

void qi_maze_ways_end(qi_maze_ways *ways)
{
    const qi_allocator *allocator = &ways->maze->allocator;
    qi_release(allocator, ways->kinds);
    qi_release(allocator, ways->floor);
    qi_release(allocator, ways->turns);
    qi_release(allocator, ways->rows);
    qi_release(allocator, ways->passes);
}

/* ---- tables ------------------------------------------------------------------------------- */

/* The squares from whose moves the ways of a table lead. */
static unsigned squares_from(unsigned filled)
{
    const unsigned lowest = filled & (0U - filled);
    return (filled | (lowest - 1)) & (QI_MAZE_SETS - 1);
}

/* The lanes for a square. */
static uint32_t lanes_of(const qi_maze_ways *ways, unsigned square)
{
    return qi_lanes_for(qi_maze_ways_size(ways, square), ways->wide);
}

/* Sets up a table but for its rows; returns how many lanes they take. */
static size_t lay_out(qi_maze_ways *ways, unsigned filled)
{
    qi_maze_table *table = &ways->tables[filled];
    table->width = table->height = 0;
    for (unsigned square = 0; square < QI_MAZE_SQUARES; square++) {
        table->row[square] = (uint16_t)table->height;
        table->lane[square] = (uint16_t)table->width;
        if (squares_from(filled) >> square & 1)
            table->height += qi_maze_ways_size(ways, square);
        if (!(filled >> square & 1))
            table->width += lanes_of(ways, square);
    }
    table->height += !filled; /* the start */
    return (size_t)table->height * table->width;
}

/* The table of no square filled: the lengths over floor alone. */
static void copy_floor(qi_maze_ways *ways)
{
    const qi_maze_table *table = &ways->tables[0];
    qi_lanes_far(table->rows, (size_t)table->height * table->width, ways->wide);
    for (uint32_t from = 0; from <= ways->count; from++)
        for (uint32_t to = 0; to < ways->count; to++) {
            const unsigned square = ways->square[to];
            qi_length_put(table->rows + (size_t)from * table->width + table->lane[square],
                          to - ways->first[2 * square], ways->floor[from * ways->count + to],
                          ways->wide);
        }
}

qi_result qi_maze_ways_prepare(qi_maze_ways *ways, const bool sets[QI_MAZE_SETS], bool wide)
{
    const qi_allocator *allocator = &ways->maze->allocator;
    ways->wide = wide;
    size_t size = 0;
    for (unsigned filled = 0; filled < QI_MAZE_SETS; filled++)
        if (sets[filled])
            size += lay_out(ways, filled);
    qi_release(allocator, ways->rows);
    qi_release(allocator, ways->passes);
    ways->rows = qi_allocate_array(allocator, size, QI_LANES);
    ways->passes =
        qi_allocate_array(allocator, (size_t)ways->count * ways->tables[0].width, QI_LANES);
    if (!ways->rows || !ways->passes)
        return QI_NO_MEMORY;
    qi_lanes *rows = ways->rows;
    for (unsigned filled = 0; filled < QI_MAZE_SETS; filled++)
        if (sets[filled]) {
            ways->tables[filled].rows = rows;
            rows += (size_t)ways->tables[filled].height * ways->tables[filled].width;
        }
    copy_floor(ways);
    return QI_OK;
}

/* A way over a move enters it from one neighbour and leaves it to another. */
static bool can_be_passed(const qi_maze *maze, qi_point point)
{
    uint32_t offsets[4];
    qi_maze_offsets(maze->side, offsets);
    unsigned neighbours = 0;
    for (unsigned d = 0; d < 4; d++)
        neighbours += maze->cells[point + offsets[d]] != CELL_WALL;
    return neighbours > 1;
}

/* Copies the ways from the moves of a square, and lets them lead over each other. Returns how many
 * they are, or 0 if none of the moves can be passed. */
static uint32_t collect_passes(const qi_maze_ways *ways, const qi_maze_table *table,
                               unsigned square)
{
    const uint32_t count = qi_maze_ways_size(ways, square);
    bool any = false;
    for (uint32_t i = 0; i < count; i++)
        any |= can_be_passed(ways->maze, ways->at[ways->first[2 * square] + i]);
    if (!any)
        return 0;
    const uint32_t width = table->width;
    memcpy(ways->passes, table->rows + (size_t)table->row[square] * width,
           (size_t)count * width * QI_LANES);
    for (uint32_t over = 0; over < count; over++) {
        const uint8_t *lengths = (const uint8_t *)(ways->passes + table->lane[square]);
        lengths += over * qi_length_size(ways->wide);
        const qi_lanes_product product = {.to = ways->passes,
                                          .old = ways->passes,
                                          .to_stride = width,
                                          .old_stride = width,
                                          .height = count,
                                          .width = width,
                                          .factor_count = 1,
                                          .factors = {{.lengths = lengths,
                                                       .over = ways->passes + (size_t)over * width,
                                                       .lengths_stride = width,
                                                       .depth = 1}}};
        qi_lanes_multiply(&product, ways->wide);
    }
    return count;
}

void qi_maze_ways_find(qi_maze_ways *ways, unsigned filled)
{
    const unsigned before = filled & (filled - 1), square = (unsigned)__builtin_ctz(filled);
    const qi_maze_table *from = &ways->tables[before], *to = &ways->tables[filled];
    /* All lanes but those of the square are kept, some before and some behind them. */
    const uint32_t lane = from->lane[square], rest = to->width - lane;
    const uint32_t behind = from->width - rest;
    const uint32_t passes = collect_passes(ways, from, square);
    for (unsigned left = squares_from(filled); left; left &= left - 1) {
        const unsigned s = (unsigned)__builtin_ctz(left);
        const qi_lanes *old = from->rows + (size_t)from->row[s] * from->width;
        qi_lanes_product product = {.to = to->rows + (size_t)to->row[s] * to->width,
                                    .old = old,
                                    .to_stride = to->width,
                                    .old_stride = from->width,
                                    .height = qi_maze_ways_size(ways, s),
                                    .width = lane,
                                    .factor_count = 1,
                                    .factors = {{.lengths = old + lane,
                                                 .over = ways->passes,
                                                 .lengths_stride = from->width,
                                                 .over_stride = from->width,
                                                 .depth = passes}}};
        qi_lanes_multiply(&product, ways->wide);
        product.to += lane;
        product.old += behind;
        product.factors[0].over += behind;
        product.width = rest;
        qi_lanes_multiply(&product, ways->wide);
    }
}

/* ---- walking ------------------------------------------------------------------------------ */

unsigned qi_maze_ways_walk(const qi_maze_ways *ways, unsigned filled, uint32_t from, uint32_t to,
                           char *steps)
{
    const qi_maze_table *table = &ways->tables[filled];
    const unsigned end = ways->square[to];
    const uint32_t column = to - ways->first[2 * end];
    unsigned passed = 0;
    while (from != to) {
        const uint32_t *direct = ways->floor + from * ways->count;
        uint32_t next = to, length = direct[to];
        if (filled) {
            const qi_lanes *row = qi_maze_ways_from(ways, table, ways->square[from], from);
            length = qi_length_at(row + table->lane[end], column, ways->wide);
        }
        /* If not over floor all the way, then to the first of the moves that are passed. */
        for (unsigned left = filled; left && direct[next] > length; left &= left - 1) {
            const unsigned square = (unsigned)__builtin_ctz(left);
            const qi_lanes *row = table->rows + (size_t)table->row[square] * table->width;
            row += table->lane[end];
            for (uint32_t m = ways->first[2 * square]; m < ways->first[2 * square + 2];
                 m++, row += table->width)
                if (direct[m] + qi_length_at(row, column, ways->wide) == length)
                    next = m;
        }
        steps += direct[next];
        walk_floor(ways, from, next, steps);
        if (next != to)
            passed |= 1U << ways->order[ways->square[next]];
        from = next;
    }
    return passed;
}
