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

uint32_t qi_maze_ways_number(const qi_maze_ways *ways, qi_point at)
{
    return at == ways->maze->start ? ways->count : (uint32_t)ways->kinds[at] - FIRST;
}

static unsigned square_of(const qi_maze_ways *ways, uint32_t move)
{
    return qi_maze_move_square(ways->maze->cells[ways->at[move]]);
}

/* ---- over floor alone --------------------------------------------------------------------- */

static void number_moves(qi_maze_ways *ways)
{
    const qi_maze *maze = ways->maze;
    const uint32_t cells = maze->side * maze->side;
    uint32_t next[CELL_CODES] = {0};
    for (qi_point point = 0; point < cells; point++)
        next[maze->cells[point]]++;
    for (unsigned code = CELL_FIRST_MOVE; code < CELL_CODES; code++) {
        const uint32_t first = ways->count;
        ways->first[code - CELL_FIRST_MOVE] = (uint16_t)first;
        ways->count += next[code];
        next[code] = first;
    }
    ways->first[QI_MAZE_CODES] = (uint16_t)ways->count;
    for (qi_point point = 0; point < cells; point++) {
        const uint8_t code = maze->cells[point];
        ways->kinds[point] = code == CELL_WALL ? WALL : FLOOR;
        if (qi_maze_is_move(code)) {
            ways->kinds[point] = (uint8_t)(FIRST + next[code]);
            ways->at[next[code]++] = point;
        }
    }
    ways->at[ways->count] = maze->start;
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
        const unsigned direction = turns[at / 4] >> at % 4 * 2 & 3U;
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
    number_moves(ways);
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
            const unsigned square = square_of(ways, to);
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

/* Takes some lengths, narrow or wide, out of lanes. */
static void pick(const qi_lanes *lanes, const uint16_t *index, uint32_t count, bool wide,
                 float *lengths)
{
    for (uint32_t i = 0; i < count; i++)
        qi_length_put(lengths, i, qi_length_at(lanes, index[i], wide), wide);
}

/* Copies `width` lanes but not those of a square. */
static void copy_others(qi_lanes *to, const qi_lanes *row, uint32_t width, uint32_t lane,
                        uint32_t lanes)
{
    memcpy(to, row, lane * QI_LANES);
    memcpy(to + lane, row + lane + lanes, (width - lane - lanes) * QI_LANES);
}

/* Copies the rows of those moves of a square that can be passed, the lanes of the square behind the
 * others, and lets the ways from them lead over each other. Returns how many they are; `index` gets
 * their places among the moves of the square. */
static uint32_t collect_passes(const qi_maze_ways *ways, const qi_maze_table *table,
                               unsigned square, uint16_t index[QI_MAZE_FEW])
{
    const uint32_t width = table->width, lane = table->lane[square];
    const uint32_t lanes = lanes_of(ways, square);
    const qi_lanes *old = table->rows + (size_t)table->row[square] * width;
    qi_lanes *end = ways->passes;
    uint32_t count = 0;
    for (uint32_t i = 0; i < qi_maze_ways_size(ways, square); i++, old += width)
        if (can_be_passed(ways->maze, ways->at[ways->first[2 * square] + i])) {
            copy_others(end, old, width, lane, lanes);
            memcpy(end + width - lanes, old + lane, lanes * QI_LANES);
            end += width;
            index[count++] = (uint16_t)i;
        }
    for (uint32_t over = 0; over < count; over++)
        for (qi_lanes *row = ways->passes; row < end; row += width) {
            float length;
            pick(row + width - lanes, &index[over], 1, ways->wide, &length);
            qi_lanes_lower(row, width, ways->passes + (size_t)over * width, 0, &length, 1,
                           ways->wide);
        }
    return count;
}

void qi_maze_ways_find(qi_maze_ways *ways, unsigned filled)
{
    const unsigned before = filled & (filled - 1), square = (unsigned)__builtin_ctz(filled);
    const qi_maze_table *from = &ways->tables[before], *to = &ways->tables[filled];
    const uint32_t lane = from->lane[square], lanes = lanes_of(ways, square);
    uint16_t index[QI_MAZE_FEW];
    const uint32_t passes = collect_passes(ways, from, square, index);
    qi_lanes *row = to->rows;
    for (unsigned left = squares_from(filled); left; left &= left - 1) {
        const unsigned s = (unsigned)__builtin_ctz(left);
        const qi_lanes *old = from->rows + (size_t)from->row[s] * from->width;
        for (uint32_t i = qi_maze_ways_size(ways, s); i--; old += from->width, row += to->width) {
            float lengths[QI_MAZE_FEW];
            pick(old + lane, index, passes, ways->wide, lengths);
            copy_others(row, old, from->width, lane, lanes);
            qi_lanes_lower(row, to->width, ways->passes, from->width, lengths, passes, ways->wide);
        }
    }
}

/* ---- walking ------------------------------------------------------------------------------ */

unsigned qi_maze_ways_walk(const qi_maze_ways *ways, unsigned filled, uint32_t from, uint32_t to,
                           char *steps)
{
    const qi_maze_table *table = &ways->tables[filled];
    const unsigned end = square_of(ways, to);
    const uint32_t column = to - ways->first[2 * end];
    unsigned passed = 0;
    while (from != to) {
        const uint32_t *direct = ways->floor + from * ways->count;
        uint32_t next = to, length = direct[to];
        if (filled) {
            const qi_lanes *row = qi_maze_ways_from(ways, table, square_of(ways, from), from);
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
            passed |= 1U << square_of(ways, next);
        from = next;
    }
    return passed;
}
