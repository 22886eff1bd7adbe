/*
 * A walk is a chain of legs, each of which ends by writing a letter. How long a leg is depends only
 * on the moves where it begins and ends and on the squares that are filled (ways.h). So the least
 * times at which Bessie can stand on a move with a board follow from those with a letter less:
 *
 *     time(board + letter, on q) = least of time(board, on p) + length of the way from p to q
 *
 * over the moves p that can have written the last letter of the board. The boards are taken in the
 * order of their filled squares, and the times on all moves q at once.
 *
 * Narrow lengths are tried first. If a board that can be reached seems to be far, its walk is too
 * long for them.
 */
#include "maze/routes.h"
#include "maze/ways.h"

/* How a winning board was reached first. */
typedef struct arrival {
    uint32_t time;
    uint32_t move;
} arrival;

struct qi_maze_routes {
    const qi_maze *maze;
    qi_maze_reach reach;            /* the boards that are reached and needed */
    bool sets[QI_MAZE_SETS];        /* of filled squares, for which ways are needed */
    uint16_t numbers[QI_MAZE_SETS]; /* of the boards with M in a set of squares (see ways.h), */
    uint16_t squares[QI_MAZE_SETS]; /* and that set, by squares of the board */
    uint8_t *times;                 /* narrow or wide, with the boards without a line, */
    size_t begin[QI_MAZE_SETS];     /* where those with these squares filled begin, */
    uint32_t width[QI_MAZE_SETS];   /* and how many there are with each of them */
    qi_maze_ways ways;
    arrival arrivals[QI_MAZE_BOARDS]; /* with the winning ones */
};

bool qi_maze_routes_fit(const qi_maze *maze)
{
    /* The time grows with the cube of the number of moves. A search over states is as fast from
     * here on if all cells are in one block (nodes.h). */
    const uint32_t most = maze->side <= 32 ? 192 : QI_MAZE_FEW;
    const uint32_t cells = maze->side * maze->side;
    uint32_t moves = 0;
    for (qi_point point = 0; point < cells && moves <= most; point++)
        moves += qi_maze_is_move(maze->cells[point]);
    return moves <= most;
}

/* The number of moves with a letter, and room for either letter of a square. */
static uint32_t moves_of(const qi_maze_ways *ways, unsigned square, unsigned letter)
{
    return (uint32_t)ways->first[2 * square + letter + 1] - ways->first[2 * square + letter];
}

static uint32_t room_for(const qi_maze_ways *ways, unsigned square)
{
    const uint32_t m = moves_of(ways, square, 0), o = moves_of(ways, square, 1);
    return m > o ? m : o;
}

/* The room for a set of squares. */
static uint32_t room_for_all(const qi_maze_ways *ways, unsigned squares)
{
    uint32_t room = 0;
    for (; squares; squares &= squares - 1)
        room += room_for(ways, (unsigned)__builtin_ctz(squares));
    return room;
}

/* ---- which boards are needed -------------------------------------------------------------- */

static void remove_board(qi_maze_set *set, qi_maze_board board)
{
    set->words[board / 64] &= ~((uint64_t)1 << board % 64);
}

/* Whether a board without a line leads to a needed one with a letter more. */
static bool leads_on(const qi_maze_routes *routes, qi_maze_board board)
{
    const unsigned filled = routes->squares[qi_maze_board_filled(board)];
    for (unsigned square = 0; square < QI_MAZE_SQUARES; square++)
        for (unsigned letter = QI_MAZE_M; letter <= QI_MAZE_O && !(filled >> square & 1);
             letter++) {
            const qi_maze_board next =
                (qi_maze_board)(board + letter * routes->numbers[1U << square]);
            if (qi_maze_set_has(&routes->reach.winning, next) ||
                qi_maze_set_has(&routes->reach.open, next))
                return true;
        }
    return false;
}

/* Keeps only the boards that are wanted or lead to them. */
static void choose_boards(qi_maze_routes *routes, const qi_maze_set *wanted)
{
    const size_t words = sizeof wanted->words / sizeof *wanted->words;
    for (size_t i = 0; i < words; i++)
        routes->reach.winning.words[i] &= wanted->words[i];
    for (unsigned board = QI_MAZE_BOARDS; board--;)
        if (qi_maze_set_has(&routes->reach.open, (qi_maze_board)board) &&
            !leads_on(routes, (qi_maze_board)board))
            remove_board(&routes->reach.open, (qi_maze_board)board);
}

/* The sets of squares of boards that lead on, and those that the tables of their ways need. */
static void choose_sets(qi_maze_routes *routes)
{
    const qi_maze_set *open = &routes->reach.open;
    for (qi_maze_board board = qi_maze_set_first(open); board != QI_MAZE_NO_BOARD;
         board = qi_maze_set_next(open, board))
        routes->sets[routes->squares[qi_maze_board_filled(board)]] = true;
    for (unsigned filled = QI_MAZE_SETS; --filled;)
        if (routes->sets[filled])
            routes->sets[filled & (filled - 1)] = true;
}

/* ---- forward ------------------------------------------------------------------------------ */

/* The times with a board without a line: for each of its squares, those on the moves that write its
 * letter. `which` numbers the boards with the same filled squares: bit k is 1 for an O in the k-th
 * of them. */
static uint8_t *times_with(const qi_maze_routes *routes, unsigned filled, unsigned which)
{
    return routes->times + (routes->begin[filled] + (size_t)which * routes->width[filled]) *
                               qi_length_size(routes->ways.wide);
}

/* Whether the letter in a square of a board may have been written last: if not, nobody has set the
 * times on its moves. */
static bool may_be_last(const qi_maze_routes *routes, qi_maze_board board, unsigned square,
                        unsigned letter)
{
    return qi_maze_set_has(&routes->reach.open,
                           (qi_maze_board)(board - (letter + 1) * routes->numbers[1U << square]));
}

/* The least times on all moves of empty squares after a leg with a board; they are laid out as the
 * rows of its table. */
static void walk_on(const qi_maze_routes *routes, qi_maze_board board, unsigned filled,
                    unsigned which, const qi_lanes *far, qi_lanes *after)
{
    static const float start = 0;
    const qi_maze_ways *ways = &routes->ways;
    const qi_maze_table *table = &ways->tables[filled];
    const uint8_t *times = times_with(routes, filled, which);
    qi_lanes_product legs = {.to = after, .old = far, .height = 1, .width = table->width};
    if (!filled) {
        legs.factors[0].lengths = &start;
        legs.factors[0].over = table->rows + (size_t)ways->count * table->width;
        legs.factors[0].depth = legs.factor_count = 1;
    }
    for (; filled; filled &= filled - 1, which >>= 1) {
        const unsigned square = (unsigned)__builtin_ctz(filled), letter = which & 1;
        const uint32_t first = ways->first[2 * square + letter];
        if (may_be_last(routes, board, square, letter)) {
            legs.factors[legs.factor_count].lengths = times;
            legs.factors[legs.factor_count].over = qi_maze_ways_from(ways, table, square, first);
            legs.factors[legs.factor_count].over_stride = table->width;
            legs.factors[legs.factor_count++].depth = moves_of(ways, square, letter);
        }
        times += room_for(ways, square) * qi_length_size(ways->wide);
    }
    qi_lanes_multiply(&legs, ways->wide);
}

/* Notes that a winning board is reached on some moves, if it was not before. */
static void note_arrival(qi_maze_routes *routes, qi_maze_board board, const uint8_t *times,
                         uint32_t move, uint32_t count)
{
    arrival *first = &routes->arrivals[board];
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t time = qi_length_at(times, i, routes->ways.wide);
        if (time < first->time)
            *first = (arrival){time, move + i};
    }
}

/* How the boards with some filled squares become those with one more. */
typedef struct filling {
    unsigned square;
    unsigned low;          /* in the number of a board, the bits of the squares before it */
    uint32_t moves[2];     /* how many write M into it, and O */
    uint8_t *times;        /* on them, with the first of the boards with one more, */
    size_t width;          /* and the bytes from there to those with the next */
    const qi_lanes *after; /* the times after a leg, on them */
} filling;

static filling fill(const qi_maze_routes *routes, unsigned filled, unsigned square,
                    const qi_lanes *after)
{
    const qi_maze_ways *ways = &routes->ways;
    const unsigned lower = filled & ((1U << square) - 1), more = filled | 1U << square;
    const size_t size = qi_length_size(ways->wide);
    return (filling){square,
                     (1U << __builtin_popcount(lower)) - 1,
                     {moves_of(ways, square, 0), moves_of(ways, square, 1)},
                     times_with(routes, more, 0) + room_for_all(ways, lower) * size,
                     routes->width[more] * size,
                     after + ways->tables[filled].lane[square]};
}

/* Takes the times after a leg with a board to the boards with M or O in one more square. */
static void write_letters(qi_maze_routes *routes, qi_maze_board board, unsigned which,
                          const filling *by)
{
    const size_t size = qi_length_size(routes->ways.wide);
    const uint8_t *times = (const uint8_t *)by->after;
    unsigned next_which = (which & ~by->low) << 1 | (which & by->low);
    for (unsigned letter = 0; letter < 2; letter++) {
        board = (qi_maze_board)(board + routes->numbers[1U << by->square]);
        if (qi_maze_set_has(&routes->reach.winning, board))
            note_arrival(routes, board, times, routes->ways.first[2 * by->square + letter],
                         by->moves[letter]);
        else if (qi_maze_set_has(&routes->reach.open, board))
            memcpy(by->times + next_which * by->width, times, by->moves[letter] * size);
        times += by->moves[letter] * size;
        next_which |= by->low + 1;
    }
}

/* All legs with these squares filled. */
static void take_legs(qi_maze_routes *routes, unsigned filled)
{
    qi_lanes far[QI_MAZE_FEW / 4 + QI_MAZE_SQUARES], after[QI_MAZE_FEW / 4 + QI_MAZE_SQUARES];
    qi_lanes_far(far, routes->ways.tables[filled].width, routes->ways.wide);
    filling fillings[QI_MAZE_SQUARES];
    unsigned count = 0;
    for (unsigned square = 0; square < QI_MAZE_SQUARES; square++)
        if (!(filled >> square & 1) && qi_maze_ways_size(&routes->ways, square))
            fillings[count++] = fill(routes, filled, square, after);
    unsigned o = 0, which = 0; /* the squares with an O: every set of those filled, in order */
    do {
        const qi_maze_board board = (qi_maze_board)(routes->numbers[filled] + routes->numbers[o]);
        if (qi_maze_set_has(&routes->reach.open, board)) {
            walk_on(routes, board, filled, which, far, after);
            for (unsigned i = 0; i < count; i++)
                write_letters(routes, board, which, &fillings[i]);
        }
        o = (o - filled) & filled;
        which++;
    } while (o);
}

/* Finds the walks whose lengths can be told; `all` gets whether these are all. */
static qi_result find_walks(qi_maze_routes *routes, bool wide, bool *all)
{
    qi_maze_ways *ways = &routes->ways;
    const qi_result result = qi_maze_ways_prepare(ways, routes->sets, wide);
    if (result != QI_OK)
        return result;
    size_t size = 0;
    for (unsigned filled = 0; filled < QI_MAZE_SETS; filled++)
        if (routes->sets[filled]) {
            routes->begin[filled] = size;
            routes->width[filled] = room_for_all(ways, filled);
            size += (size_t)routes->width[filled] << __builtin_popcount(filled);
        }
    const qi_allocator *allocator = &routes->maze->allocator;
    qi_release(allocator, routes->times);
    routes->times = qi_allocate_array(allocator, size, qi_length_size(wide));
    if (!routes->times)
        return QI_NO_MEMORY;

    const qi_maze_set *winning = &routes->reach.winning;
    const uint32_t far = qi_length_far(wide);
    for (qi_maze_board board = qi_maze_set_first(winning); board != QI_MAZE_NO_BOARD;
         board = qi_maze_set_next(winning, board))
        routes->arrivals[board].time = far;
    for (unsigned filled = 0; filled < QI_MAZE_SETS; filled++)
        if (routes->sets[filled]) {
            if (filled)
                qi_maze_ways_find(ways, filled);
            take_legs(routes, filled);
        }
    *all = true;
    for (qi_maze_board board = qi_maze_set_first(winning); board != QI_MAZE_NO_BOARD;
         board = qi_maze_set_next(winning, board))
        *all &= routes->arrivals[board].time < far;
    return QI_OK;
}

/* Numbers the squares and the sets of them. */
static void number_sets(qi_maze_routes *routes)
{
    qi_maze_ways_number(&routes->ways);
    for (unsigned set = 0; set < QI_MAZE_SETS; set++) {
        unsigned squares = 0;
        for (unsigned i = 0; i < QI_MAZE_SQUARES; i++)
            squares |= (set >> i & 1) << routes->ways.order[i];
        routes->numbers[set] = qi_maze_board_of(squares);
        routes->squares[squares] = (uint16_t)set;
    }
}

static qi_result find_all_walks(qi_maze_routes *routes, const qi_maze_set *wanted)
{
    number_sets(routes);
    qi_result result = qi_maze_search(routes->maze, &routes->reach);
    if (result != QI_OK)
        return result;
    if (wanted)
        choose_boards(routes, wanted);
    if (qi_maze_set_first(&routes->reach.winning) == QI_MAZE_NO_BOARD)
        return QI_OK;
    choose_sets(routes);
    result = qi_maze_ways_begin(&routes->ways);
    bool all = false;
    if (result == QI_OK)
        result = find_walks(routes, false, &all);
    if (result == QI_OK && !all)
        result = find_walks(routes, true, &all);
    return result;
}

qi_result qi_maze_routes_new(const qi_maze *maze, const qi_maze_set *wanted,
                             qi_maze_routes **routes)
{
    qi_maze_routes *fresh = qi_allocate(&maze->allocator, sizeof *fresh);
    if (!fresh)
        return QI_NO_MEMORY;
    memset(fresh, 0, offsetof(qi_maze_routes, arrivals));
    fresh->maze = fresh->ways.maze = maze;
    const qi_result result = find_all_walks(fresh, wanted);
    if (result == QI_OK)
        *routes = fresh;
    else
        qi_maze_routes_free(fresh);
    return result;
}

void qi_maze_routes_free(qi_maze_routes *routes)
{
    if (!routes)
        return;
    const qi_allocator *allocator = &routes->maze->allocator;
    qi_maze_ways_end(&routes->ways);
    qi_release(allocator, routes->times);
    qi_release(allocator, routes);
}

/* ---- looking back ------------------------------------------------------------------------- */

const qi_maze_set *qi_maze_routes_boards(const qi_maze_routes *routes)
{
    return &routes->reach.winning;
}

qi_maze_halt qi_maze_routes_end(const qi_maze_routes *routes, qi_maze_board board)
{
    const arrival *first = &routes->arrivals[board];
    return (qi_maze_halt){routes->ways.at[first->move], first->time};
}

qi_maze_halt qi_maze_routes_back(const qi_maze_routes *routes, qi_maze_board board,
                                 qi_maze_halt halt)
{
    const qi_maze_ways *ways = &routes->ways;
    unsigned filled, o, which = 0, k = 0;
    qi_maze_board_split(board, &filled, &o);
    filled = routes->squares[filled | o];
    o = routes->squares[o];
    for (unsigned left = filled; left; left &= left - 1)
        which |= (o >> __builtin_ctz(left) & 1) << k++;

    const qi_maze_table *table = &ways->tables[filled];
    const uint32_t to = qi_maze_ways_move(ways, halt.at);
    const unsigned last = ways->square[to];
    const uint32_t column = to - ways->first[2 * last];
    const uint8_t *times = times_with(routes, filled, which);
    for (; filled; filled &= filled - 1, which >>= 1) {
        const unsigned square = (unsigned)__builtin_ctz(filled), letter = which & 1;
        const uint32_t first = ways->first[2 * square + letter];
        const uint32_t moves =
            may_be_last(routes, board, square, letter) ? moves_of(ways, square, letter) : 0;
        const qi_lanes *row = qi_maze_ways_from(ways, table, square, first) + table->lane[last];
        for (uint32_t i = 0; i < moves; i++, row += table->width) {
            const uint32_t time = qi_length_at(times, i, ways->wide);
            if (time + qi_length_at(row, column, ways->wide) == halt.time)
                return (qi_maze_halt){ways->at[first + i], time};
        }
        times += room_for(ways, square) * qi_length_size(ways->wide);
    }
    return (qi_maze_halt){routes->maze->start, 0};
}

unsigned qi_maze_routes_steps(const qi_maze_routes *routes, qi_maze_board board, qi_point from,
                              qi_point to, char *steps)
{
    const qi_maze_ways *ways = &routes->ways;
    return qi_maze_ways_walk(ways, routes->squares[qi_maze_board_filled(board)],
                             qi_maze_ways_move(ways, from), qi_maze_ways_move(ways, to), steps);
}
