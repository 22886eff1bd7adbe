/* Maze Tac Toe: pictures of mazes and what can be won in them, and random mazes against the slow
 * referee. */
#include "check.h"

#include "base/random.h"
#include "lab/oracle/maze.h"
#include "maze/routes.h"
#include "maze/walk.h"
#include <qi/maze.h>

#include <stdio.h>
#include <string.h>

static qi_maze *maze_of(const char *text)
{
    qi_maze *maze;
    qi_text_error error;
    if (qi_maze_parse(text, strlen(text), NULL, &maze, &error) != QI_OK)
        fail_msg("%d:%d: found %s, expected %s", (int)error.line, (int)error.column, error.found,
                 error.expected);
    return maze;
}

/* Searches a maze; its winning boards must be exactly these texts, in this order, ending with
 * NULL; and a shortest walk to each must be that long. */
static void expect_boards(const char *text, const char *const *boards, const uint32_t *lengths)
{
    qi_maze *maze = maze_of(text);
    qi_maze_reach reach;
    qi_maze_walks *walks;
    assert_int_equal(qi_maze_search(maze, &reach), QI_OK);
    assert_int_equal(qi_maze_walks_new(maze, NULL, &walks), QI_OK);
    uint32_t count = 0;
    for (qi_maze_board board = qi_maze_set_first(&reach.winning); board != QI_MAZE_NO_BOARD;
         board = qi_maze_set_next(&reach.winning, board)) {
        char name[QI_MAZE_SQUARES + 1];
        qi_maze_board_write(board, name);
        assert_non_null(boards[count]);
        assert_string_equal(name, boards[count]);
        assert_int_equal(qi_maze_walks_length(walks, board), lengths[count]);
        count++;
    }
    assert_null(boards[count]);
    assert_int_equal(reach.winning_count, count);
    assert_memory_equal(&reach.winning, qi_maze_walks_boards(walks), sizeof reach.winning);
    qi_maze_walks_free(walks);
    qi_maze_free(maze);
}

#define BOARDS(...)                                                                                \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }
#define LENGTHS(...)                                                                               \
    (const uint32_t[])                                                                             \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
#define NONE                                                                                       \
    (const char *const[])                                                                          \
    {                                                                                              \
        NULL                                                                                       \
    }

static const char sample[] = "7\n"
                             "#####################\n"
                             "###O11###...###M13###\n"
                             "###......O22......###\n"
                             "###...######M22######\n"
                             "###BBB###M31###M11###\n"
                             "###...O32...M33O31###\n"
                             "#####################"; /* no newline, as in the problem */

static void the_sample_has_its_eight_boards(void **state)
{
    (void)state;
    expect_boards(sample,
                  BOARDS("......OOM", "....O.OOM", "..M.O.OOM", "O.....OOM", "O...O..OM",
                         "O...O.MOM", "O.M.O..OM", "O.M.O.MOM"),
                  LENGTHS(5, 13, 19, 11, 14, 16, 20, 22));
}

static void small_mazes(void **state)
{
    (void)state;
    /* Enclosed by walls: nothing can be reached. */
    expect_boards("5\n"
                  "###############\n"
                  "###O11O12M13###\n"
                  "#########O21###\n"
                  "###BBB###M31###\n"
                  "###############\n",
                  NONE, NULL);
    expect_boards("3\n#########\n###BBB###\n#########\n", NONE, NULL);
    /* The first three steps win. */
    expect_boards("6\n"
                  "##################\n"
                  "###BBBO11O12M13###\n"
                  "##################\n"
                  "##################\n"
                  "##################\n"
                  "##################\n",
                  BOARDS("OOM......"), LENGTHS(3));
    /* A move that is met twice is made once, and a filled square keeps its letter. */
    expect_boards("7\n"
                  "#####################\n"
                  "###BBBM11M11O11O12###\n"
                  "###############O13###\n"
                  "#####################\n"
                  "#####################\n"
                  "#####################\n"
                  "#####################\n",
                  BOARDS("MOO......"), LENGTHS(5));
    /* The last O completes a row and a column at once; the way on is never walked. */
    expect_boards("8\n"
                  "########################\n"
                  "###BBBM12O13M21O31O11###\n"
                  "##################M33###\n"
                  "########################\n"
                  "########################\n"
                  "########################\n"
                  "########################\n"
                  "########################\n",
                  NONE, NULL);
    expect_boards("8\n"
                  "########################\n"
                  "###BBBO12M13O21M31O11###\n"
                  "##################M33###\n"
                  "########################\n"
                  "########################\n"
                  "########################\n"
                  "########################\n"
                  "########################\n",
                  BOARDS("OOMO..M.."), LENGTHS(5));
}

static void every_line_wins_in_both_directions(void **state)
{
    (void)state;
    static const char *const winning[] = {"MOO......", "OOM......", "...MOO...", "...OOM...",
                                          "......MOO", "......OOM", "M..O..O..", "O..O..M..",
                                          ".M..O..O.", ".O..O..M.", "..M..O..O", "..O..O..M",
                                          "M...O...O", "O...O...M", "..M.O.O..", "..O.O.M.."};
    uint32_t wins = 0;
    for (unsigned number = 0; number < QI_MAZE_BOARDS; number++) {
        const qi_maze_board board = (qi_maze_board)number;
        char name[QI_MAZE_SQUARES + 1];
        qi_maze_board_write(board, name);
        bool expected = false;
        for (size_t i = 0; i < sizeof winning / sizeof *winning; i++) {
            bool fits = true;
            for (unsigned square = 0; square < QI_MAZE_SQUARES; square++)
                fits &= winning[i][square] == '.' || winning[i][square] == name[square];
            expected |= fits;
        }
        assert_int_equal(qi_maze_board_wins(board), expected);
        wins += expected;
        qi_maze_board again;
        assert_int_equal(qi_maze_board_parse(name, strlen(name), &again, NULL), QI_OK);
        assert_int_equal(again, board);
    }
    assert_true(wins > 6996); /* those with a line that a game can end with */
}

static void boards_can_be_written_with_rows(void **state)
{
    (void)state;
    qi_maze_board board, same;
    qi_text_error error;
    assert_int_equal(qi_maze_board_parse("O.M.O.MOM", 9, &board, NULL), QI_OK);
    assert_int_equal(qi_maze_board_parse("O.M/.O./MOM", 11, &same, NULL), QI_OK);
    assert_int_equal(board, same);
    assert_int_equal(qi_maze_board_parse("O.M\n.O.\nMOM\n", 12, &same, NULL), QI_OK);
    assert_int_equal(board, same);
    assert_int_equal(qi_maze_board_filled(board), 0x1d5);
    assert_int_equal(qi_maze_board_lines(board), 1U << 0 | 1U << 4 | 1U << 8);
    assert_int_equal(qi_maze_board_parse("O.M.O.MO", 8, &same, &error), QI_BAD_TEXT);
    assert_string_equal(error.found, "end of input");
    assert_int_equal(qi_maze_board_parse("O.M.X.MOM", 9, &same, &error), QI_BAD_TEXT);
    assert_int_equal(error.column, 5);
    assert_int_equal(qi_maze_board_parse("O.M.O.MOMM", 10, &same, &error), QI_BAD_TEXT);
    assert_int_equal(error.column, 10);
}

static void a_walk_step_by_step(void **state)
{
    (void)state;
    qi_maze *maze = maze_of(sample);
    qi_maze_walker walker;
    qi_maze_begin(maze, &walker);
    assert_int_equal(walker.at, 4 * 7 + 1);
    assert_int_equal(qi_maze_step(maze, &walker, QI_MAZE_WEST), QI_MAZE_BLOCKED);
    assert_int_equal(walker.steps, 0);
    assert_int_equal(qi_maze_step(maze, &walker, QI_MAZE_SOUTH), QI_MAZE_WALKED);
    assert_int_equal(qi_maze_step(maze, &walker, QI_MAZE_EAST), QI_MAZE_WROTE);
    assert_int_equal(qi_maze_step(maze, &walker, QI_MAZE_EAST), QI_MAZE_WALKED);
    assert_int_equal(qi_maze_step(maze, &walker, QI_MAZE_WEST), QI_MAZE_WALKED);
    assert_int_equal(qi_maze_step(maze, &walker, QI_MAZE_EAST), QI_MAZE_WALKED);
    assert_int_equal(qi_maze_step(maze, &walker, QI_MAZE_EAST), QI_MAZE_WROTE);
    assert_false(walker.won);
    assert_int_equal(qi_maze_step(maze, &walker, QI_MAZE_EAST), QI_MAZE_WON);
    assert_true(walker.won);
    assert_int_equal(qi_maze_step(maze, &walker, QI_MAZE_NORTH), QI_MAZE_OVER);
    assert_int_equal(walker.steps, 7);
    assert_int_equal(walker.at, 5 * 7 + 5);
    char name[QI_MAZE_SQUARES + 1];
    qi_maze_board_write(walker.board, name);
    assert_string_equal(name, "......OOM");
    qi_maze_free(maze);
}

static void mazes_are_written_as_they_were_read(void **state)
{
    (void)state;
    qi_maze *maze = maze_of(sample);
    char text[512];
    const size_t length = qi_maze_write(maze, text, sizeof text);
    assert_int_equal(length, strlen(sample) + 1);
    assert_memory_equal(text, sample, strlen(sample));
    assert_int_equal(text[length - 1], '\n');
    assert_int_equal(qi_maze_write(maze, NULL, 0), length);
    qi_maze_free(maze);
    /* Windows line ends, blanks and blank lines after the maze. */
    maze = maze_of("3 \r\n#########\r\n###BBB### \r\n#########\r\n\r\n\n");
    assert_int_equal(qi_maze_write(maze, text, sizeof text), 32);
    assert_memory_equal(text, "3\n#########\n###BBB###\n#########\n", 32);
    qi_maze_free(maze);
}

/* ---- the search, watched ------------------------------------------------------------------ */

typedef struct watched {
    const qi_maze *maze;
    qi_maze_set winning, open;
    unsigned fullness, filled;
    int board; /* the last one, or -1 */
    int left;  /* how many more to watch */
} watched;

static bool watch(void *context, const qi_maze_visit *visit)
{
    watched *w = context;
    const unsigned filled = qi_maze_board_filled(visit->board);
    const unsigned fullness = (unsigned)__builtin_popcount(filled);
    /* Strictly in the order that is promised. */
    assert_true(fullness > w->fullness || w->board < 0 ||
                (fullness == w->fullness &&
                 (filled > w->filled || (filled == w->filled && visit->board > w->board))));
    w->fullness = fullness;
    w->filled = filled;
    w->board = visit->board;
    qi_maze_set_add(visit->wins ? &w->winning : &w->open, visit->board);
    assert_int_equal(visit->cells == NULL, visit->wins);
    uint32_t flooded = 0;
    const uint32_t cells = qi_maze_side(w->maze) * qi_maze_side(w->maze);
    for (qi_point point = 0; visit->cells && point < cells; point++)
        flooded += visit->cells[point] == QI_MAZE_FLOODED;
    assert_int_equal(flooded, visit->flooded);
    return --w->left > 0;
}

static void the_search_can_be_watched(void **state)
{
    (void)state;
    qi_maze *maze = maze_of(sample);
    qi_maze_reach reach;
    assert_int_equal(qi_maze_search(maze, &reach), QI_OK);
    watched w = {.maze = maze, .board = -1, .left = 1000};
    assert_int_equal(qi_maze_watch(maze, watch, &w), QI_OK);
    assert_memory_equal(&w.winning, &reach.winning, sizeof w.winning);
    assert_memory_equal(&w.open, &reach.open, sizeof w.open);
    assert_int_equal(1000 - w.left, reach.winning_count + reach.open_count);
    watched few = {.maze = maze, .board = -1, .left = 3};
    assert_int_equal(qi_maze_watch(maze, watch, &few), QI_STOPPED);

    static const char dry[] = "......."
                              ".s....."
                              ".ffs..."
                              ".f....."
                              ".f....."
                              ".fs...."
                              ".......";
    uint8_t cells[49];
    uint32_t flooded;
    assert_int_equal(qi_maze_flood(maze, 0, cells, &flooded), QI_OK);
    for (int i = 0; i < 49; i++)
        assert_int_equal(cells[i], dry[i] == 'f'   ? QI_MAZE_FLOODED
                                   : dry[i] == 's' ? QI_MAZE_SHORE
                                                   : QI_MAZE_DRY);
    assert_int_equal(flooded, 5);
    assert_int_equal(qi_maze_flood(maze, 512, cells, NULL), QI_BAD_ARGUMENT);
    qi_maze_free(maze);
}

/* ---- without memory ----------------------------------------------------------------------- */

/* Refuses every allocation after some; counts the blocks that are held. */
typedef struct miser {
    int left, held;
} miser;

static void *grudge(void *context, size_t size)
{
    miser *m = context;
    if (m->left == 0)
        return NULL;
    m->left--;
    m->held++;
    return malloc(size);
}

static void take_back(void *context, void *block)
{
    ((miser *)context)->held--;
    free(block);
}

/* Searches with more and more memory until it is enough. */
static void starve(const char *text, bool by_routes)
{
    bool done = false;
    int refused = 0;
    for (int allowed = 0; !done; allowed++) {
        miser m = {allowed, 0};
        const qi_allocator allocator = {grudge, take_back, &m};
        qi_maze *maze = NULL;
        qi_result result = qi_maze_parse(text, strlen(text), &allocator, &maze, NULL);
        if (result == QI_OK) {
            qi_maze_reach reach;
            uint8_t cells[1600];
            qi_maze_walks *walks;
            result = qi_maze_search(maze, &reach);
            if (result == QI_OK)
                result = qi_maze_flood(maze, 0, cells, NULL);
            if (result == QI_OK)
                result = qi_maze_walks_by(maze, NULL, by_routes, &walks);
            if (result == QI_OK) {
                assert_int_equal(reach.winning_count, 1);
                assert_int_equal(qi_maze_walks_length(walks, qi_maze_set_first(&reach.winning)),
                                 19 * 37 + 18 * 2);
                qi_maze_walks_free(walks);
                done = true;
            }
            qi_maze_free(maze);
        }
        if (!done) {
            assert_int_equal(result, QI_NO_MEMORY);
            refused++;
        }
        assert_int_equal(m.held, 0);
    }
    assert_true(refused > 10);
}

static void no_memory_is_reported_and_none_is_lost(void **state)
{
    (void)state;
    /* A winding corridor through more than a block, and longer than a byte tells, so that all kinds
     * of memory are asked for. */
    char text[40 * 121 + 16] = "40\n";
    for (int row = 0; row < 40; row++) {
        for (int column = 0; column < 40; column++) {
            const bool corridor = row % 2 && row < 39 && column % 39;
            const bool turn = row % 2 == 0 && row && row < 38 && column == (row % 4 ? 38 : 1);
            strcat(text, row == 1 && column == 1     ? "BBB"
                         : row == 37 && column == 36 ? "O11"
                         : row == 37 && column == 37 ? "O12"
                         : row == 37 && column == 38 ? "M13"
                         : corridor || turn          ? "..."
                                                     : "###");
        }
        strcat(text, "\n");
    }
    for (int by_routes = 0; by_routes < 2; by_routes++)
        starve(text, by_routes);
}

/* ---- against the slow referee ------------------------------------------------------------- */

/* A random maze with some of the eighteen moves. */
static size_t random_maze(qi_random *random, uint32_t side, uint32_t kinds, uint32_t moves,
                          char *text)
{
    const uint32_t walls = qi_random_below(random, 40);
    char kind[18][3];
    for (uint32_t i = 0; i < 18; i++) {
        const uint32_t swap = qi_random_below(random, i + 1);
        memmove(kind[i], kind[swap], 3);
        kind[swap][0] = i % 2 ? 'M' : 'O';
        kind[swap][1] = (char)('1' + i / 6);
        kind[swap][2] = (char)('1' + i / 2 % 3);
    }
    const uint32_t start =
        (1 + qi_random_below(random, side - 2)) * side + 1 + qi_random_below(random, side - 2);
    size_t length = (size_t)sprintf(text, "%u\n", side);
    for (uint32_t cell = 0; cell < side * side; cell++) {
        const uint32_t row = cell / side, column = cell % side;
        const uint32_t roll = qi_random_below(random, 100);
        const char *content = "...";
        if (row == 0 || row == side - 1 || column == 0 || column == side - 1)
            content = "###";
        else if (cell == start)
            content = "BBB";
        else if (roll < walls)
            content = "###";
        else if (roll < walls + moves)
            content = kind[qi_random_below(random, kinds)];
        memcpy(text + length, content, 3);
        length += 3;
        if (column == side - 1)
            text[length++] = '\n';
    }
    return length;
}

/* The referee counts a board's squares in the other direction. */
static qi_maze_board board_of(uint32_t referees)
{
    qi_maze_board board = QI_MAZE_EMPTY_BOARD;
    for (unsigned square = 0; square < QI_MAZE_SQUARES; square++) {
        const char letter = qi_oracle_maze_letter(referees, (int)square);
        if (letter != '.')
            board = qi_maze_board_put(board, letter == 'M' ? QI_MAZE_M : QI_MAZE_O, square);
    }
    return board;
}

/* Walks to all boards, judged line by line. */
static void judge_walks(const qi_maze *maze, const qi_maze_walks *walks)
{
    const qi_maze_set *boards = qi_maze_walks_boards(walks);
    for (qi_maze_board board = qi_maze_set_first(boards); board != QI_MAZE_NO_BOARD;
         board = qi_maze_set_next(boards, board)) {
        enum { LONGEST = 4096 };
        static qi_point cells[LONGEST];
        static char text[LONGEST + QI_MAZE_WALK_TEXT];
        const uint32_t length = qi_maze_walks_length(walks, board);
        assert_int_equal(qi_maze_walks_path(walks, board, cells, length), QI_BAD_ARGUMENT);
        assert_int_equal(qi_maze_walks_path(walks, board, cells, LONGEST), QI_OK);
        const char *end = qi_maze_walks_write(walks, board, text);
        /* The cells and the steps are the same walk. */
        assert_int_equal(cells[0], qi_maze_start(maze));
        const char *step = strchr(strchr(text, ' ') + 1, ' ') + 1;
        for (uint32_t i = 0; i < length; i++) {
            const uint32_t side = qi_maze_side(maze);
            const uint32_t by = step[i] == 'N'   ? 0U - side
                                : step[i] == 'E' ? 1
                                : step[i] == 'S' ? side
                                                 : 0U - 1;
            assert_int_equal(cells[i + 1], cells[i] + by);
        }
        char name[QI_MAZE_SQUARES + 1];
        qi_maze_board_write(board, name);
        assert_memory_equal(text, name, QI_MAZE_SQUARES);
        qi_maze_verdict verdict;
        assert_int_equal(qi_maze_check_walks(maze, text, (size_t)(end - text), &verdict, NULL),
                         QI_OK);
        if (!verdict.good || verdict.walks != 1)
            fail_msg("%s%s", text, verdict.fault);
    }
}

/* Searches for walks; the lengths must be those that the referee found (NULL: there are none). */
static void compare_walks(const qi_maze *maze, const qi_maze_set *winning, const uint32_t *steps,
                          bool by_routes, bool judge)
{
    qi_maze_walks *walks;
    assert_int_equal(qi_maze_walks_by(maze, NULL, by_routes, &walks), QI_OK);
    assert_memory_equal(winning, qi_maze_walks_boards(walks), sizeof *winning);
    qi_maze_board some = QI_MAZE_NO_BOARD;
    for (uint32_t b = 0; steps && b < QI_ORACLE_MAZE_BOARDS; b++)
        if (steps[b] != QI_ORACLE_MAZE_NEVER) {
            assert_int_equal(qi_maze_walks_length(walks, board_of(b)), steps[b]);
            if (some == QI_MAZE_NO_BOARD || steps[b] % 3 == 0)
                some = board_of(b);
        }
    if (judge) {
        judge_walks(maze, walks);
        /* A search for one of them finds this one and no other. */
        qi_maze_set wanted = {{0}};
        if (steps)
            qi_maze_set_add(&wanted, some);
        qi_maze_walks *one;
        assert_int_equal(qi_maze_walks_by(maze, &wanted, by_routes, &one), QI_OK);
        assert_memory_equal(&wanted, qi_maze_walks_boards(one), sizeof wanted);
        assert_int_equal(qi_maze_walks_length(one, some), qi_maze_walks_length(walks, some));
        judge_walks(maze, one);
        qi_maze_walks_free(one);
    }
    qi_maze_walks_free(walks);
}

/* Searches a maze in all ways; returns the number of winning boards. `longest` becomes the length
 * of the longest walk if it is longer. */
static uint32_t compare_with_referee(const char *text, size_t length, bool judge, uint32_t *longest)
{
    static uint32_t steps[QI_ORACLE_MAZE_BOARDS];
    qi_oracle_maze slow;
    assert_true(qi_oracle_maze_read(&slow, text, length, NULL));
    const int expected = qi_oracle_maze_search(&slow, steps, NULL);
    qi_oracle_maze_end(&slow);
    assert_true(expected >= 0);

    qi_maze *maze;
    assert_int_equal(qi_maze_parse(text, length, NULL, &maze, NULL), QI_OK);
    qi_maze_reach reach;
    assert_int_equal(qi_maze_search(maze, &reach), QI_OK);
    assert_int_equal(reach.winning_count, expected);
    /* As many boards as expected, each of them expected: the same set. */
    int found = 0;
    for (uint32_t b = 0; expected && b < QI_ORACLE_MAZE_BOARDS; b++)
        if (steps[b] != QI_ORACLE_MAZE_NEVER) {
            assert_true(qi_maze_set_has(&reach.winning, board_of(b)));
            *longest = steps[b] > *longest ? steps[b] : *longest;
            found++;
        }
    assert_int_equal(found, expected);
    for (int by_routes = 0; by_routes <= qi_maze_routes_fit(maze); by_routes++)
        compare_walks(maze, &reach.winning, expected ? steps : NULL, by_routes, judge);
    qi_maze_free(maze);
    return reach.winning_count;
}

static void random_mazes_agree_with_the_referee(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 4);
    const uint64_t cases = test_cases(100000);
    uint64_t boards = 0;
    uint32_t longest = 0;
    for (uint64_t i = 0; i < cases; i++) {
        char text[512];
        const uint32_t side = 9 - qi_random_below(&random, 1 + qi_random_below(&random, 7));
        /* Few kinds of move in most mazes: the referee is slow when there are many boards. */
        const uint32_t kinds = 3 + qi_random_below(&random, qi_random_below(&random, 8) ? 10 : 16);
        const uint32_t moves = 5 + qi_random_below(&random, 60);
        const size_t length = random_maze(&random, side, kinds, moves, text);
        boards += compare_with_referee(text, length, i % 16 == 0, &longest);
    }
    assert_true(boards >= 5 * cases); /* the mazes are worth it */
}

/* Larger than a block of the search of walks, with edges of blocks at 32 and 64. */
static void larger_mazes_agree_with_the_referee(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 5);
    const uint64_t cases = test_cases(60);
    uint64_t boards = 0;
    uint32_t longest = 0;
    for (uint64_t i = 0; i < cases; i++) {
        static char text[80 * 241 + 16];
        const uint32_t side = 30 + qi_random_below(&random, 41);
        const uint32_t kinds = 6 + qi_random_below(&random, 5);
        const size_t length = random_maze(&random, side, kinds, 1 + (uint32_t)(i % 6), text);
        boards += compare_with_referee(text, length, true, &longest);
    }
    assert_true(boards >= 5 * cases);
}

/* One corridor that winds through the whole maze, with moves in niches along it and some in it:
 * walks are longer than a byte tells. */
static void long_walks_agree_with_the_referee(void **state)
{
    (void)state;
    enum { MAZE_SIDE = 34, WIDTH = 3 * MAZE_SIDE + 1 };
    qi_random random;
    qi_random_seed(&random, 6);
    const uint64_t cases = 4 + test_cases(12);
    uint64_t boards = 0;
    uint32_t longest = 0;
    for (uint64_t i = 0; i < cases; i++) {
        char text[MAZE_SIDE * WIDTH + 16];
        const size_t first = (size_t)sprintf(text, "%d\n", MAZE_SIDE);
        for (uint32_t row = 0; row < MAZE_SIDE; row++)
            for (uint32_t column = 0; column < MAZE_SIDE; column++) {
                const uint32_t roll = qi_random_below(&random, 100);
                const bool inside = column && column < MAZE_SIDE - 1 && row < MAZE_SIDE - 2;
                const bool corridor = inside && row % 3 == 1;
                const bool turn = row && row < MAZE_SIDE - 3 && row % 3 != 1 &&
                                  column == ((row / 3 + (row % 3 != 0)) % 2 ? MAZE_SIDE - 2 : 1);
                const bool niche = inside && row % 3 == 2 && column > 1 && column < MAZE_SIDE - 2;
                char *cell = text + first + row * WIDTH + 3 * column;
                memcpy(cell, corridor || turn ? "..." : "###", 3);
                if ((corridor && roll < 2) || (niche && roll < 8)) {
                    cell[0] = "MO"[roll % 2];
                    cell[1] = (char)('1' + qi_random_below(&random, 2));
                    cell[2] = (char)('1' + qi_random_below(&random, 3));
                }
                cell[3] = '\n';
            }
        memcpy(text + first + WIDTH + 3, "BBB", 3);
        boards += compare_with_referee(text, first + MAZE_SIDE * WIDTH, true, &longest);
    }
    assert_true(boards >= 5 * cases);
    assert_true(longest > UINT8_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sample_has_its_eight_boards),
        cmocka_unit_test(small_mazes),
        cmocka_unit_test(every_line_wins_in_both_directions),
        cmocka_unit_test(boards_can_be_written_with_rows),
        cmocka_unit_test(a_walk_step_by_step),
        cmocka_unit_test(mazes_are_written_as_they_were_read),
        cmocka_unit_test(the_search_can_be_watched),
        cmocka_unit_test(no_memory_is_reported_and_none_is_lost),
        cmocka_unit_test(random_mazes_agree_with_the_referee),
        cmocka_unit_test(larger_mazes_agree_with_the_referee),
        cmocka_unit_test(long_walks_agree_with_the_referee),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
