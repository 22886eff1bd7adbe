/* Counting and walking through random mazes, against the oracle. */
#include "check.h"

#include "base/random.h"
#include "lab/oracle/maze.h"
#include "maze/maze.h"
#include "maze/trail.h"
#include <qi/maze.h>
#include <qi/maze_steps.h>

#include <stdio.h>
#include <string.h>

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

/* The oracle counts a board's squares in the other direction. */
static qi_maze_board board_of(uint32_t oracles)
{
    qi_maze_board board = QI_MAZE_EMPTY_BOARD;
    for (unsigned square = 0; square < QI_MAZE_SQUARES; square++) {
        const char letter = qi_oracle_maze_letter(oracles, (int)square);
        if (letter != '.')
            board = qi_maze_board_put(board, letter == 'M' ? QI_MAZE_M : QI_MAZE_O, square);
    }
    return board;
}

/* Walks to all boards, judged line by line. */
static void judge_walks(const qi_maze *maze, const qi_maze_walks *walks)
{
    const qi_maze_set *boards = qi_maze_walks_boards(walks);
    for (qi_maze_board board = qi_maze_set_next(boards, QI_MAZE_NO_BOARD);
         board != QI_MAZE_NO_BOARD; board = qi_maze_set_next(boards, board)) {
        enum { LONGEST = 4096 };
        static qi_point cells[LONGEST];
        static char text[LONGEST + 64];
        const uint32_t length = qi_maze_walks_length(walks, board);
        assert_int_equal(qi_maze_walks_path(walks, board, cells, length), QI_BAD_ARGUMENT);
        assert_int_equal(qi_maze_walks_path(walks, board, cells, LONGEST), QI_OK);
        const size_t size = qi_maze_walks_write(walks, board, text, sizeof text);
        assert_int_equal(strlen(text), size);
        assert_int_equal(qi_maze_walks_write(walks, board, NULL, 0), size);
        char cut[16];
        assert_int_equal(qi_maze_walks_write(walks, board, cut, sizeof cut), size);
        assert_int_equal(strlen(cut), size < sizeof cut ? size : sizeof cut - 1);
        /* The cells and the steps are the same walk. */
        assert_int_equal(cells[0], qi_maze_start(maze));
        const char *step;
        size_t step_count;
        qi_text_error error;
        assert_int_equal(qi_maze_walks_first(text, size, &step, &step_count, &error), QI_OK);
        assert_ptr_equal(step, strchr(strchr(text, ' ') + 1, ' ') + 1);
        assert_int_equal(step_count, length);
        assert_int_equal(qi_maze_walks_first(text, 8, &step, &step_count, &error), QI_BAD_TEXT);
        for (uint32_t i = 0; i < length; i++) {
            const uint32_t side = qi_maze_side(maze);
            const uint32_t by = step[i] == 'N'   ? 0U - side
                                : step[i] == 'E' ? 1
                                : step[i] == 'S' ? side
                                                 : 0U - 1;
            assert_int_equal(cells[i + 1], cells[i] + by);
        }
        char name[QI_MAZE_SQUARES + 1];
        qi_maze_board_write(board, name, sizeof name);
        assert_memory_equal(text, name, QI_MAZE_SQUARES);
        qi_maze_verdict verdict;
        assert_int_equal(qi_maze_check_walks(maze, text, size, &verdict, NULL), QI_OK);
        if (!verdict.good || verdict.walks != 1)
            fail_msg("%s%s", text, verdict.fault);
    }
}

/* Searches for walks; the lengths must be those that the oracle found (NULL: there are none). */
static void compare_walks(const qi_maze *maze, const qi_maze_set *winning, const uint32_t *steps,
                          bool judge)
{
    qi_maze_walks *walks;
    assert_int_equal(qi_maze_walks_new(maze, NULL, &walks), QI_OK);
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
        assert_int_equal(qi_maze_walks_new(maze, &wanted, &one), QI_OK);
        assert_memory_equal(&wanted, qi_maze_walks_boards(one), sizeof wanted);
        assert_int_equal(qi_maze_walks_length(one, some), qi_maze_walks_length(walks, some));
        judge_walks(maze, one);
        qi_maze_walks_free(one);
    }
    qi_maze_walks_free(walks);
}

/* Searches a maze; returns the number of winning boards. `longest` becomes the length of the
 * longest walk if it is longer. */
static uint32_t compare_with_oracle(const char *text, size_t length, bool judge, uint32_t *longest)
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
    compare_walks(maze, &reach.winning, expected ? steps : NULL, judge);
    qi_maze_free(maze);
    return reach.winning_count;
}

static void random_mazes_agree_with_the_oracle(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 4);
    const uint64_t cases = test_cases(15000);
    uint64_t boards = 0;
    uint32_t longest = 0;
    for (uint64_t i = 0; i < cases; i++) {
        char text[512];
        const uint32_t side = 9 - qi_random_below(&random, 1 + qi_random_below(&random, 7));
        /* Few kinds of move in most mazes: the oracle is slow when there are many boards. */
        const uint32_t kinds = 3 + qi_random_below(&random, qi_random_below(&random, 8) ? 10 : 16);
        const uint32_t moves = 5 + qi_random_below(&random, 60);
        const size_t length = random_maze(&random, side, kinds, moves, text);
        boards += compare_with_oracle(text, length, i % 16 == 0, &longest);
    }
    assert_true(boards >= 5 * cases); /* the mazes are worth it */
}

/* Larger than a block of the search of walks, with edges of blocks at 32 and 64. */
static void larger_mazes_agree_with_the_oracle(void **state)
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
        boards += compare_with_oracle(text, length, true, &longest);
    }
    assert_true(boards >= 5 * cases);
}

/* One corridor that winds through the whole maze, with moves in niches along it and some in it:
 * walks are long. */
static void long_walks_agree_with_the_oracle(void **state)
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
        boards += compare_with_oracle(text, first + MAZE_SIDE * WIDTH, true, &longest);
    }
    assert_true(boards >= 5 * cases);
    assert_true(longest > UINT8_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_mazes_agree_with_the_oracle),
        cmocka_unit_test(larger_mazes_agree_with_the_oracle),
        cmocka_unit_test(long_walks_agree_with_the_oracle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
