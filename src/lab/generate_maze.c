/* Families of mazes. All are valid: walls round the border and one start. */
#include "lab/games.h"

#include "base/memory.h"

static uint8_t *cell(qi_lab_case *it, uint32_t row, uint32_t column)
{
    return &it->cells[row * it->columns + column];
}

/* Inner cell number i of (side - 2)^2. */
static uint8_t *inner_cell(qi_lab_case *it, uint32_t i)
{
    const uint32_t inner = it->rows - 2;
    return cell(it, 1 + i / inner, 1 + i % inner);
}

static uint32_t inner_cells(const qi_lab_case *it)
{
    return (it->rows - 2) * (it->rows - 2);
}

/* A percentage that the family likes, from `min` on, unless one was asked for. */
static uint32_t some(qi_random *random, int given, uint32_t min, uint32_t spread)
{
    const uint32_t liked = min + (spread ? qi_random_below(random, spread) : 0);
    return given == QI_LAB_ANY ? liked : (uint32_t)given;
}

/* Opens every inner cell except `walls` percent. */
static bool begin(qi_random *random, const qi_lab_request *request, qi_lab_case *it, uint32_t walls)
{
    if (!qi_lab_case_board(it, request->rows, request->rows))
        return false;
    for (uint32_t i = 0; i < inner_cells(it); i++)
        *inner_cell(it, i) = qi_lab_chance(random, walls) ? QI_LAB_WALL : QI_LAB_OPEN;
    return true;
}

/* Puts moves of the given kinds on `moves` percent of the open cells. */
static void put_moves(qi_random *random, qi_lab_case *it, uint32_t moves, const uint8_t *kinds,
                      uint32_t count)
{
    for (uint32_t i = 0; i < inner_cells(it); i++) {
        uint8_t *const here = inner_cell(it, i);
        if (*here == QI_LAB_OPEN && qi_lab_chance(random, moves))
            *here = (uint8_t)(QI_LAB_MOVE + kinds[qi_random_below(random, count)]);
    }
}

static void put_any_moves(qi_random *random, qi_lab_case *it, uint32_t moves)
{
    uint8_t kinds[QI_LAB_MOVES];
    for (int i = 0; i < QI_LAB_MOVES; i++)
        kinds[i] = (uint8_t)i;
    put_moves(random, it, moves, kinds, QI_LAB_MOVES);
}

/* Puts the start on a random open cell, or on any inner cell if all are walls. */
static bool put_start(qi_random *random, qi_lab_case *it)
{
    uint32_t open = 0;
    uint8_t *chosen = inner_cell(it, qi_random_below(random, inner_cells(it)));
    for (uint32_t i = 0; i < inner_cells(it); i++)
        if (*inner_cell(it, i) != QI_LAB_WALL && qi_random_below(random, ++open) == 0)
            chosen = inner_cell(it, i);
    *chosen = QI_LAB_START;
    return true;
}

/* Walls and moves anywhere: from `percent[0]` percent on with a spread of `percent[1]`, and the
 * same for the moves. */
static bool make_any(qi_random *random, const qi_lab_request *request, qi_lab_case *it,
                     const uint32_t percent[4])
{
    if (!begin(random, request, it, some(random, request->walls, percent[0], percent[1])))
        return false;
    put_any_moves(random, it, some(random, request->move_cells, percent[2], percent[3]));
    return put_start(random, it);
}

static bool make_open(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    return make_any(random, request, it, (const uint32_t[]){0, 0, 10, 30});
}

static bool make_dense(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    return make_any(random, request, it, (const uint32_t[]){10, 25, 20, 60});
}

/* One corridor that runs back and forth through the whole maze. */
static bool make_corridor(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    if (!begin(random, request, it, 0))
        return false;
    const bool upright = qi_lab_chance(random, 50);
    for (uint32_t lane = 2; lane + 1 < it->rows; lane += 2)
        for (uint32_t along = 1; along + 1 < it->rows; along++)
            if (along != (lane % 4 == 2 ? it->rows - 2 : 1))
                *(upright ? cell(it, along, lane) : cell(it, lane, along)) = QI_LAB_WALL;
    put_any_moves(random, it, some(random, request->move_cells, 20, 60));
    return put_start(random, it);
}

/* Rooms on the odd rows and columns, joined by a random spanning tree (grown cell by cell). */
static bool make_tree(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    if (!begin(random, request, it, 100))
        return false;
    const uint32_t rooms = (it->rows - 1) / 2;
    const qi_allocator memory = qi_allocator_or_default(it->allocator);
    uint32_t *const edge =
        (uint32_t *)qi_allocate_array(&memory, (size_t)rooms * rooms + 1, sizeof *edge);
    if (!edge)
        return false;
    uint32_t count = 0;
    edge[count++] = qi_random_below(random, rooms * rooms);
    *cell(it, 1 + edge[0] / rooms * 2, 1 + edge[0] % rooms * 2) = QI_LAB_OPEN;
    while (count) {
        /* Mostly the newest room, for long passages; now and then an older one. */
        const uint32_t pick =
            qi_lab_chance(random, 75) ? count - 1 : qi_random_below(random, count);
        const uint32_t row = edge[pick] / rooms;
        const uint32_t column = edge[pick] % rooms;
        uint32_t ways = 0;
        uint32_t to_row = 0, to_column = 0;
        for (int way = 0; way < 4; way++) {
            const uint32_t next_row = row + (way == 0 ? 1U : 0U) - (way == 1 ? 1U : 0U);
            const uint32_t next_column = column + (way == 2 ? 1U : 0U) - (way == 3 ? 1U : 0U);
            if (next_row < rooms && next_column < rooms &&
                *cell(it, 1 + next_row * 2, 1 + next_column * 2) == QI_LAB_WALL &&
                qi_random_below(random, ++ways) == 0) {
                to_row = next_row;
                to_column = next_column;
            }
        }
        if (!ways) {
            edge[pick] = edge[--count];
            continue;
        }
        *cell(it, 1 + to_row * 2, 1 + to_column * 2) = QI_LAB_OPEN;
        *cell(it, 1 + row + to_row, 1 + column + to_column) = QI_LAB_OPEN;
        edge[count++] = to_row * rooms + to_column;
    }
    qi_release(&memory, edge);
    put_any_moves(random, it, some(random, request->move_cells, 20, 60));
    return put_start(random, it);
}

static bool make_islands(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    return make_any(random, request, it, (const uint32_t[]){35, 25, 40, 60});
}

/* Two to five kinds of moves, each many times. */
static bool make_few(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    if (!begin(random, request, it, some(random, request->walls, 0, 25)))
        return false;
    uint8_t kinds[5];
    const uint32_t count = 2 + qi_random_below(random, 4);
    for (uint32_t i = 0; i < count; i++)
        kinds[i] = (uint8_t)qi_random_below(random, QI_LAB_MOVES);
    put_moves(random, it, some(random, request->move_cells, 20, 60), kinds, count);
    return put_start(random, it);
}

/* Only the moves of one line, so that every line and both spellings come up. */
static bool make_line(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    static const uint8_t lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                        {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    if (!begin(random, request, it, some(random, request->walls, 0, 20)))
        return false;
    const uint8_t *const line = lines[qi_random_below(random, 8)];
    uint8_t kinds[4];
    for (int i = 0; i < 3; i++)
        kinds[i] = (uint8_t)(line[i] + (qi_lab_chance(random, 66) ? 9 : 0));
    kinds[3] = (uint8_t)qi_random_below(random, QI_LAB_MOVES);
    put_moves(random, it, some(random, request->move_cells, 30, 60), kinds, 4);
    return put_start(random, it);
}

/* All 18 moves, as far as there are cells: every board can come up. */
static bool make_all(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    if (!begin(random, request, it, some(random, request->walls, 0, 15)))
        return false;
    put_any_moves(random, it, some(random, request->move_cells, 0, 40));
    put_start(random, it);
    const uint32_t cells = inner_cells(it);
    uint8_t kind = 0;
    const uint32_t first = qi_random_below(random, cells);
    for (uint32_t i = 0; i < cells && kind < QI_LAB_MOVES; i++) {
        /* 7 shares no divisor with most numbers of cells: the moves are spread. */
        uint8_t *const here = inner_cell(it, (first + (cells % 7 ? 7 * i : i)) % cells);
        if (*here != QI_LAB_WALL && *here != QI_LAB_START)
            *here = (uint8_t)(QI_LAB_MOVE + kind++);
    }
    return true;
}

const qi_lab_family qi_lab_maze_families[] = {
    {"open", "no walls inside: every order of the moves", make_open},
    {"dense", "some walls, many moves: the usual test", make_dense},
    {"corridor", "one winding corridor: the order is forced", make_corridor},
    {"tree", "passages without a circle: dead ends, walking back", make_tree},
    {"islands", "parts that cannot be reached, a start that may be shut in", make_islands},
    {"few", "two to five kinds of moves: squares that are already filled", make_few},
    {"line", "mostly the moves of one line: every line, MOO and OOM", make_line},
    {"all", "all 18 moves: the most boards", make_all},
    {0}};
