/* Maze Tac Toe: pictures of mazes and what can be won in them. */
#include "check.h"
#include "maze/trail.h"

#include <qi/maze.h>
#include <qi/maze_steps.h>

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
    for (qi_maze_board board = qi_maze_set_next(&reach.winning, QI_MAZE_NO_BOARD);
         board != QI_MAZE_NO_BOARD; board = qi_maze_set_next(&reach.winning, board)) {
        char name[QI_MAZE_SQUARES + 1];
        qi_maze_board_write(board, name, sizeof name);
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
        qi_maze_board_write(board, name, sizeof name);
        bool expected = false;
        for (size_t i = 0; i < sizeof winning / sizeof *winning; i++) {
            bool fits = true;
            for (unsigned square = 0; square < QI_MAZE_SQUARES; square++)
                fits &= winning[i][square] == '.' || winning[i][square] == name[square];
            expected |= fits;
        }
        assert_int_equal((qi_maze_board_lines(board) != 0), expected);
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
    qi_maze_board_write(walker.board, name, sizeof name);
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
    assert_int_equal(strlen(text), length);
    assert_int_equal(qi_maze_write(maze, NULL, 0), length);
    char cut[] = "........";
    assert_int_equal(qi_maze_write(maze, cut, sizeof cut - 1), length);
    assert_int_equal(strlen(cut), sizeof cut - 2);
    assert_memory_equal(cut, sample, sizeof cut - 2);
    char board[4] = "???";
    assert_int_equal(qi_maze_board_write(QI_MAZE_EMPTY_BOARD, board, 3), QI_MAZE_SQUARES);
    assert_string_equal(board, "..");
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

/* Searches with more and more memory until it is enough. */
static void starve(const char *text)
{
    bool done = false;
    int refused = 0;
    for (int allowed = 0; !done; allowed++) {
        stingy m = {allowed, 0};
        const qi_allocator allocator = stingy_allocator(&m);
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
                result = qi_maze_walks_new(maze, NULL, &walks);
            if (result == QI_OK) {
                assert_int_equal(reach.winning_count, 1);
                assert_int_equal(
                    qi_maze_walks_length(walks, qi_maze_set_next(&reach.winning, QI_MAZE_NO_BOARD)),
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
        assert_int_equal(m.out, 0);
    }
    assert_true(refused > 10);
}

static void no_memory_is_reported_and_none_is_lost(void **state)
{
    (void)state;
    /* A winding corridor through more than a block, so that all kinds of memory are asked for. */
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
    starve(text);
}

/* The outcome of finding walks in a maze of floor alone. */
static qi_result walks_with_side(uint32_t side)
{
    static char text[(QI_MAZE_WALK_MAX_SIDE + 1) * (3 * QI_MAZE_WALK_MAX_SIDE + 4) + 8];
    size_t length = (size_t)sprintf(text, "%u\n", side);
    for (uint32_t row = 0; row < side; row++) {
        for (uint32_t column = 0; column < side; column++) {
            const bool inside = row % (side - 1) && column % (side - 1);
            memcpy(text + length, !inside ? "###" : row + column == 2 ? "BBB" : "...", 3);
            length += 3;
        }
        text[length++] = '\n';
    }
    qi_maze *maze;
    qi_maze_walks *walks = NULL;
    assert_int_equal(qi_maze_parse(text, length, NULL, &maze, NULL), QI_OK);
    const qi_result result = qi_maze_walks_new(maze, NULL, &walks);
    qi_maze_walks_free(walks);
    qi_maze_free(maze);
    return result;
}

static void walks_in_too_large_mazes_are_refused(void **state)
{
    (void)state;
    assert_int_equal(walks_with_side(QI_MAZE_WALK_MAX_SIDE), QI_OK);
    assert_int_equal(walks_with_side(QI_MAZE_WALK_MAX_SIDE + 1), QI_TOO_LARGE);
}

/* Every board can be the first of a set, the next after another, and the last. */
static void sets_of_boards_are_walked(void **state)
{
    (void)state;
    enum { BOARDS = 19683 /* 3 to the 9th */ };
    for (qi_maze_board board = 0; board < BOARDS; board++) {
        qi_maze_set set = {0};
        qi_maze_set_add(&set, board);
        assert_int_equal(qi_maze_set_next(&set, QI_MAZE_NO_BOARD), board);
        assert_int_equal(qi_maze_set_next(&set, board), QI_MAZE_NO_BOARD);
        if (board)
            assert_int_equal(qi_maze_set_next(&set, board - 1), board);
        if (board > 1)
            assert_int_equal(qi_maze_set_next(&set, board / 2), board);
    }
}

/* Fills the stack, so that what is not set there is not zero by chance. */
static __attribute__((noinline)) void leave_rubbish(void)
{
    char rubbish[4096];
    memset(rubbish, 'M', sizeof rubbish);
    __asm__ volatile("" : : "r"(rubbish) : "memory");
}

static qi_maze_verdict judge_walk(const qi_maze *maze, const char *text)
{
    qi_maze_verdict verdict;
    leave_rubbish();
    assert_int_equal(qi_maze_check_walks(maze, text, strlen(text), &verdict, NULL), QI_OK);
    return verdict;
}

/* A walk with its cells; the first of several faults is reported. */
static void cells_of_walks_are_judged(void **state)
{
    (void)state;
    static const char walk[] = "......OOM 5 SEEEE O32 M33 O31\n";
    static const char cells[] = "0 5 2\n1 6 2\n2 6 3 O32\n3 6 4\n4 6 5 M33\n5 6 6 O31\n";
    qi_maze *maze;
    assert_int_equal(qi_maze_parse(sample, sizeof sample - 1, NULL, &maze, NULL), QI_OK);
    char text[256];
    sprintf(text, "%s%s", walk, cells);
    const qi_maze_verdict good = judge_walk(maze, text);
    assert_true(good.good && good.walks == 1);
    static const struct {
        const char *cells;
        uint64_t line;
    } faults[] = {
        {"0 5 2\n1 6 3\n2 6 4 O32\n3 6 4\n4 6 5 M33\n5 6 6 O31\n", 3},
        {"0 5 2 M11\n1 6 2\n2 6 3 O32\n3 6 4\n4 6 5 M33\n5 6 6 O31\n", 2},
        {"0 5 2\n1 6 2\n2 6 3\n3 6 4 O11\n4 6 5 M33\n5 6 6 O31\n", 4},
        {"0 5 2\n1 6 2\n2 6 3 O32\n4 6 4\n5 6 5 M33\n6 6 6 O31\n", 5},
        {"0 5 2\n1 5 2\n2 6 3 O32\n3 6 4\n4 6 5 M33\n5 6 6 O31\n6 6 6\n", 3},
        {"0 5 2\n1 6 2\n2 6 3 O32\n3 6 4\n4 6 5 M33\n5 6 6 O31\n6 6 6\n7 6 6\n", 8},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        sprintf(text, "%s%s", walk, faults[i].cells);
        const qi_maze_verdict verdict = judge_walk(maze, text);
        assert_false(verdict.good);
        assert_int_equal(verdict.line, faults[i].line);
    }
    qi_maze_free(maze);
}

static void outside_are_walls(void **state)
{
    (void)state;
    qi_maze *maze;
    assert_int_equal(qi_maze_parse(sample, sizeof sample - 1, NULL, &maze, NULL), QI_OK);
    const qi_maze_cell outside = qi_maze_at(maze, 49), wall = qi_maze_at(maze, 0);
    assert_memory_equal(&outside, &wall, sizeof outside);
    assert_int_equal(outside.square, 0);
    qi_maze_free(maze);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_of_boards_are_walked),
        cmocka_unit_test(the_sample_has_its_eight_boards),
        cmocka_unit_test(small_mazes),
        cmocka_unit_test(every_line_wins_in_both_directions),
        cmocka_unit_test(boards_can_be_written_with_rows),
        cmocka_unit_test(a_walk_step_by_step),
        cmocka_unit_test(mazes_are_written_as_they_were_read),
        cmocka_unit_test(the_search_can_be_watched),
        cmocka_unit_test(cells_of_walks_are_judged),
        cmocka_unit_test(outside_are_walls),
        cmocka_unit_test(no_memory_is_reported_and_none_is_lost),
        cmocka_unit_test(walks_in_too_large_mazes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
