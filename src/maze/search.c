/*
 * Every board that a walk can reach.
 *
 * Bessie holds a board whose filled squares are the set F. She walks freely on floor and on moves
 * whose square is in F; a move whose square is not in F changes the board. By induction she is
 * always in the part of that walkable ground that is connected with the start: a step onto a move
 * of square q makes that very cell, which touches the part, walkable. So where she can stand
 * depends on F alone, and so do the moves she can make next: those that touch the part (its
 * shore). There are 512 sets F, however many boards there are.
 *
 * First, the shore of every F (`survey`): the sets are taken in depth-first order, each from the
 * one without its highest square, so that a flood only adds cells, and is taken back afterwards.
 *
 * Second, the boards (`spread`): those with filled squares F are a set of 512 bits, bit O saying
 * that the board with letter O in the squares O and M in F \ O is reached. A move is an or, for
 * letter O shifted by 2^q, since bit q is clear in all of them.
 */
#include "maze/maze.h"

#include <qi/maze_steps.h>

enum { SQUARES = QI_MAZE_SQUARES, SETS = QI_MAZE_SETS, WORDS = SETS / 64 };

/* ---- floods ------------------------------------------------------------------------------- */

typedef struct flood {
    const qi_maze *maze;
    uint32_t offsets[4];
    uint8_t *unseen;          /* the code of every cell not yet touched; CELL_WALL when touched */
    qi_point *flooded;        /* the cells where Bessie can stand, in the order found */
    uint32_t count;           /* of them */
    qi_point *shore[SQUARES]; /* touched moves, by square; flooded once their square is filled */
    uint32_t shore_count[SQUARES];
    uint32_t *shores; /* for each set, the moves on its shore: bit 2 * square + (0: M, 1: O) */
} flood;

/* Floods on from flooded[first]; returns the moves newly found on the shore. */
static uint32_t flood_on(flood *f, unsigned filled, uint32_t first)
{
    uint32_t moves = 0;
    for (uint32_t next = first; next < f->count; next++)
        for (int d = 0; d < 4; d++) {
            const qi_point point = f->flooded[next] + f->offsets[d];
            const uint8_t code = f->unseen[point];
            if (code == CELL_WALL)
                continue;
            f->unseen[point] = CELL_WALL;
            if (!qi_maze_is_move(code) || filled >> qi_maze_move_square(code) & 1) {
                f->flooded[f->count++] = point;
            } else {
                const unsigned square = qi_maze_move_square(code);
                f->shore[square][f->shore_count[square]++] = point;
                moves |= 1U << (code - CELL_FIRST_MOVE);
            }
        }
    return moves;
}

/* Fills one more square: what waited for it on the shore is flooded, and all behind it. */
static uint32_t flood_square(flood *f, unsigned filled, unsigned square)
{
    const uint32_t first = f->count;
    for (uint32_t i = 0; i < f->shore_count[square]; i++)
        f->flooded[f->count++] = f->shore[square][i];
    return flood_on(f, filled, first);
}

static void forget(flood *f, qi_point point)
{
    f->unseen[point] = f->maze->cells[point];
}

/* Notes the shore of `filled`, then of every set that adds squares from `lowest` on. */
static void survey(flood *f, unsigned filled, unsigned lowest, uint32_t moves)
{
    f->shores[filled] = moves;
    for (unsigned square = lowest; square < SQUARES; square++) {
        const unsigned more = filled | 1U << square;
        const uint32_t left = moves & ~(3U << 2 * square);
        const uint32_t count = f->count;
        uint32_t shore_count[SQUARES];
        memcpy(shore_count, f->shore_count, sizeof shore_count);

        survey(f, more, square + 1, left | flood_square(f, more, square));

        /* The cells that were on the shore of `square` stay touched: they are there again. */
        for (uint32_t i = count + shore_count[square]; i < f->count; i++)
            forget(f, f->flooded[i]);
        f->count = count;
        for (unsigned s = 0; s < SQUARES; s++)
            for (; f->shore_count[s] > shore_count[s]; f->shore_count[s]--)
                forget(f, f->shore[s][f->shore_count[s] - 1]);
    }
}

/* Takes the memory of a flood and starts it on the start. `flood_end` gives it back, also after
 * QI_NO_MEMORY. */
static qi_result flood_begin(flood *f, const qi_maze *maze)
{
    const size_t cells = (size_t)maze->side * maze->side;
    *f = (flood){.maze = maze};
    qi_maze_offsets(maze->side, f->offsets);
    uint32_t counts[CELL_CODES] = {0};
    uint32_t walkable = 0;
    for (size_t i = 0; i < cells; i++)
        counts[maze->cells[i]]++;
    for (int code = CELL_FLOOR; code < CELL_CODES; code++)
        walkable += counts[code];

    f->unseen = (uint8_t *)qi_allocate(&maze->allocator, cells);
    f->flooded =
        (qi_point *)qi_allocate_array(&maze->allocator, 2 * (size_t)walkable, sizeof *f->flooded);
    if (!f->unseen || !f->flooded)
        return QI_NO_MEMORY;
    qi_point *shore = f->flooded + walkable;
    for (unsigned square = 0; square < SQUARES; square++) {
        f->shore[square] = shore;
        shore += counts[CELL_FIRST_MOVE + 2 * square] + counts[CELL_FIRST_MOVE + 2 * square + 1];
    }
    memcpy(f->unseen, maze->cells, cells);
    f->unseen[maze->start] = CELL_WALL;
    f->flooded[f->count++] = maze->start;
    return QI_OK;
}

static void flood_end(flood *f)
{
    qi_release(&f->maze->allocator, f->unseen);
    qi_release(&f->maze->allocator, f->flooded);
}

/* ---- boards ------------------------------------------------------------------------------- */

/* For one set F: the boards reached, bit O of the 512. */
typedef struct letters {
    uint64_t words[WORDS];
} letters;

/* The sets O that contain a square, word `w` of them. */
static uint64_t holding(unsigned square, unsigned w)
{
    static const uint64_t inside[6] = {0xaaaaaaaaaaaaaaaaU, 0xccccccccccccccccU,
                                       0xf0f0f0f0f0f0f0f0U, 0xff00ff00ff00ff00U,
                                       0xffff0000ffff0000U, 0xffffffff00000000U};
    return square < 6 ? inside[square] : 0U - (uint64_t)(w >> (square - 6) & 1);
}

/* The boards with filled squares `filled` that have a line: O in the middle, and at exactly one of
 * its two ends. */
static letters lines_of(unsigned filled)
{
    letters winning = {{0}};
    for (int i = 0; i < QI_MAZE_LINES; i++) {
        const uint8_t *line = qi_maze_lines[i];
        if ((filled >> line[0] & filled >> line[1] & filled >> line[2] & 1) == 0)
            continue;
        for (unsigned w = 0; w < WORDS; w++)
            winning.words[w] |= holding(line[1], w) & (holding(line[0], w) ^ holding(line[2], w));
    }
    return winning;
}

/* Adds to `to` what `from` becomes when M, or O, is written into an empty square. */
static void write_m(letters *to, const letters *from)
{
    for (unsigned w = 0; w < WORDS; w++)
        to->words[w] |= from->words[w];
}

static void write_o(letters *to, const letters *from, unsigned square)
{
    for (unsigned w = 0; w < WORDS; w++)
        if (square < 6)
            to->words[w] |= from->words[w] << (1U << square);
        else if (!(w >> (square - 6) & 1))
            to->words[w | 1U << (square - 6)] |= from->words[w];
}

/* Adds the boards with filled squares `filled`; returns how many they are. */
static uint32_t collect(qi_maze_set *set, const uint16_t *numbers, unsigned filled,
                        const letters *boards)
{
    uint32_t count = 0;
    for (unsigned w = 0; w < WORDS; w++)
        for (uint64_t bits = boards->words[w]; bits; bits &= bits - 1, count++) {
            const unsigned o = 64 * w + (unsigned)__builtin_ctzll(bits);
            qi_maze_set_add(set, (qi_maze_board)(numbers[filled] + numbers[o]));
        }
    return count;
}

/* Follows the moves from the empty board; a larger set never comes before a smaller one. */
static void spread(const uint32_t *shores, letters *reached, qi_maze_reach *reach)
{
    uint16_t numbers[SETS];
    for (unsigned squares = 0; squares < SETS; squares++)
        numbers[squares] = qi_maze_board_of(squares);
    memset(reached, 0, SETS * sizeof *reached);
    memset(reach, 0, sizeof *reach);
    reached[0].words[0] = 1;
    for (unsigned filled = 0; filled < SETS; filled++) {
        letters winning = lines_of(filled);
        letters open;
        uint64_t any = 0;
        for (unsigned w = 0; w < WORDS; w++) {
            any |= reached[filled].words[w];
            open.words[w] = reached[filled].words[w] & ~winning.words[w];
            winning.words[w] &= reached[filled].words[w];
        }
        if (!any)
            continue;
        reach->winning_count += collect(&reach->winning, numbers, filled, &winning);
        reach->open_count += collect(&reach->open, numbers, filled, &open);
        for (unsigned square = 0; square < SQUARES; square++) {
            letters *to = &reached[filled | 1U << square];
            if (shores[filled] >> 2 * square & 1)
                write_m(to, &open);
            if (shores[filled] >> (2 * square + 1) & 1)
                write_o(to, &open, square);
        }
    }
}

qi_result qi_maze_explore(const qi_maze *maze, qi_maze_reach *reach, uint32_t shores[QI_MAZE_SETS])
{
    flood f;
    qi_result result = flood_begin(&f, maze);
    letters *reached = (letters *)qi_allocate_array(&maze->allocator, SETS, sizeof *reached);
    if (!reached)
        result = QI_NO_MEMORY;
    if (result == QI_OK) {
        f.shores = shores;
        survey(&f, 0, 0, flood_on(&f, 0, 0));
        spread(shores, reached, reach);
    }
    qi_release(&maze->allocator, reached);
    flood_end(&f);
    return result;
}

qi_result qi_maze_search(const qi_maze *maze, qi_maze_reach *reach)
{
    uint32_t shores[QI_MAZE_SETS];
    return qi_maze_explore(maze, reach, shores);
}

/* ---- the search made visible: the flood of one set of filled squares, and every board in turn */

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
