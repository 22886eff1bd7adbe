/* The oracle against facts that are known from elsewhere. */
#include "check.h"

#include "lab/oracle/go.h"
#include "lab/oracle/maze.h"
#include "lab/oracle/nogo.h"

#include <string.h>

/* ---- NoGo --------------------------------------------------------------------------------- */

static uint64_t nogo_sequences(qi_oracle_nogo *board, qi_colour colour, int depth)
{
    qi_point points[32];
    const uint32_t count = qi_oracle_nogo_legal(board, colour, points);
    if (depth == 1)
        return count;
    uint64_t total = 0;
    for (uint32_t i = 0; i < count; i++) {
        board->cells[points[i]] = (uint8_t)colour;
        total += nogo_sequences(board, qi_opponent(colour), depth - 1);
        board->cells[points[i]] = QI_EMPTY;
    }
    return total;
}

static void nogo_move_sequences_are_counted(void **state)
{
    (void)state;
    static const struct {
        uint32_t rows, columns;
        uint64_t counts[9];
    } boards[] = {{1, 5, {5, 16, 30, 8, 0}},
                  {2, 2, {4, 12, 16, 0}},
                  {3, 3, {9, 72, 496, 2832, 12768, 41328, 80352, 43776, 0}},
                  {2, 5, {10, 90, 712, 4816, 26736}},
                  {4, 4, {16, 240, 3352, 43264}},
                  {5, 5, {25, 600, 13792}}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        qi_oracle_nogo board;
        assert_true(qi_oracle_nogo_start(&board, boards[i].rows, boards[i].columns, NULL));
        for (int depth = 1; depth <= 9 && boards[i].counts[depth - 1]; depth++)
            assert_int_equal(nogo_sequences(&board, QI_BLACK, depth), boards[i].counts[depth - 1]);
        qi_oracle_nogo_end(&board);
    }
}

static void nogo_small_boards_have_their_winner(void **state)
{
    (void)state;
    static const struct {
        uint32_t rows, columns;
        bool first_wins;
    } boards[] = {{1, 1, false}, {1, 2, true},  {1, 3, true},  {1, 4, false}, {1, 5, true},
                  {2, 2, true},  {2, 3, false}, {2, 4, false}, {3, 3, true},  {2, 5, true}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        qi_oracle_nogo board;
        assert_true(qi_oracle_nogo_start(&board, boards[i].rows, boards[i].columns, NULL));
        assert_int_equal(qi_oracle_nogo_wins(&board, QI_BLACK), boards[i].first_wins);
        qi_oracle_nogo_end(&board);
    }
}

static void nogo_names_the_victims(void **state)
{
    (void)state;
    static const char text[] = "3 4\nX.OO\r\nOXX.\nOO.#";
    qi_oracle_nogo board;
    assert_true(qi_oracle_nogo_read(&board, text, strlen(text), NULL));
    assert_int_equal(qi_oracle_nogo_dead(&board), QI_NO_POINT);
    /* White at row 1, column 2 takes the last liberty of the stone in the corner. */
    qi_oracle_nogo_move move = qi_oracle_nogo_judge(&board, QI_WHITE, 1);
    assert_int_equal(move.verdict, QI_NOGO_CAPTURE);
    assert_int_equal(move.captures, 1);
    assert_int_equal(move.victims[0], 0);
    assert_int_equal(qi_oracle_nogo_judge(&board, QI_BLACK, 1).verdict, QI_NOGO_LEGAL);
    assert_int_equal(qi_oracle_nogo_judge(&board, QI_BLACK, 0).verdict, QI_NOGO_OCCUPIED);
    assert_int_equal(qi_oracle_nogo_judge(&board, QI_BLACK, 11).verdict, QI_NOGO_OFF_BOARD);
    assert_int_equal(qi_oracle_nogo_judge(&board, QI_BLACK, 12).verdict, QI_NOGO_OFF_BOARD);
    /* Black at row 3, column 3 takes the last liberty of the group of three. */
    move = qi_oracle_nogo_judge(&board, QI_BLACK, 10);
    assert_int_equal(move.verdict, QI_NOGO_CAPTURE);
    assert_int_equal(move.victims[0], 9);
    uint32_t liberties;
    assert_int_equal(qi_oracle_nogo_group(&board, 9, &liberties), 3);
    assert_int_equal(liberties, 1);
    /* After Black there, White's only other move would fill her own last liberty. */
    assert_int_equal(qi_oracle_nogo_judge(&board, QI_BLACK, 1).verdict, QI_NOGO_LEGAL);
    board.cells[1] = QI_BLACK;
    assert_int_equal(qi_oracle_nogo_judge(&board, QI_WHITE, 7).verdict, QI_NOGO_SUICIDE);
    qi_oracle_nogo_end(&board);

    static const char eye[] = "2\n.O\nO.";
    assert_true(qi_oracle_nogo_read(&board, eye, strlen(eye), NULL));
    move = qi_oracle_nogo_judge(&board, QI_BLACK, 0);
    assert_int_equal(move.verdict, QI_NOGO_SUICIDE);
    assert_int_equal(move.captures, 0);
    qi_oracle_nogo_end(&board);

    static const char *const bad[] = {"", "2", "2\n..\n.", "2\n..\n..\n.", "1\nQ", "2\n...\n..."};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(qi_oracle_nogo_read(&board, bad[i], strlen(bad[i]), NULL));
        qi_oracle_nogo_end(&board);
    }
}

/* ---- Go ----------------------------------------------------------------------------------- */

static uint64_t go_sequences(qi_oracle_go *game, qi_colour colour, int depth)
{
    uint64_t total = 0;
    for (qi_point point = 0; point < game->rows * game->columns; point++)
        if (qi_oracle_go_play(game, colour, point).verdict == QI_ORACLE_GO_OK) {
            total += depth == 1 ? 1 : go_sequences(game, qi_opponent(colour), depth - 1);
            qi_oracle_go_undo(game);
        }
    return total;
}

static void go_move_sequences_are_counted(void **state)
{
    (void)state;
    static const struct {
        uint32_t side;
        uint64_t counts[12];
    } boards[] = {{2, {4, 12, 24, 16, 32, 32, 16, 48, 80, 32, 64, 32}},
                  {3, {9, 72, 504, 2976, 14720, 56176}},
                  {4, {16, 240, 3360, 43576}},
                  {5, {25, 600, 13800}}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        qi_oracle_go game;
        assert_true(qi_oracle_go_start(&game, boards[i].side, boards[i].side,
                                       QI_ORACLE_GO_POSITIONAL, false, NULL));
        for (int depth = 1; depth <= 12 && boards[i].counts[depth - 1]; depth++)
            assert_int_equal(go_sequences(&game, QI_BLACK, depth), boards[i].counts[depth - 1]);
        qi_oracle_go_end(&game);
    }
}

static uint64_t go_games(qi_oracle_go *game)
{
    uint64_t total = 1;
    for (qi_point point = 0; point < game->columns; point++)
        for (qi_colour colour = QI_BLACK; colour <= QI_WHITE; colour++)
            if (qi_oracle_go_play(game, colour, point).verdict == QI_ORACLE_GO_OK) {
                total += go_games(game);
                qi_oracle_go_undo(game);
            }
    return total;
}

static void go_games_are_counted(void **state)
{
    (void)state;
    static const uint64_t counts[] = {1, 9, 907};
    for (uint32_t columns = 1; columns <= 3; columns++) {
        qi_oracle_go game;
        assert_true(qi_oracle_go_start(&game, 1, columns, QI_ORACLE_GO_POSITIONAL, false, NULL));
        assert_int_equal(go_games(&game), counts[columns - 1]);
        qi_oracle_go_end(&game);
    }
}

static void go_refuses_with_a_reason(void **state)
{
    (void)state;
    /* The moves of the problem's sample, 'B' first, and what becomes of each. */
    static const struct {
        uint32_t row, column;
        qi_oracle_go_verdict verdict;
    } moves[] = {
        {1, 3, QI_ORACLE_GO_OK},       {1, 2, QI_ORACLE_GO_OK},      {2, 4, QI_ORACLE_GO_OK},
        {2, 1, QI_ORACLE_GO_OK},       {1, 1, QI_ORACLE_GO_SUICIDE}, {2, 3, QI_ORACLE_GO_OK},
        {3, 3, QI_ORACLE_GO_OK},       {3, 2, QI_ORACLE_GO_OK},      {1, 1, QI_ORACLE_GO_SUICIDE},
        {2, 3, QI_ORACLE_GO_OCCUPIED}, {2, 2, QI_ORACLE_GO_OK},      {2, 3, QI_ORACLE_GO_SUPERKO}};
    qi_oracle_go game;
    assert_true(qi_oracle_go_start(&game, 19, 19, QI_ORACLE_GO_POSITIONAL, false, NULL));
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        const qi_oracle_go_move move = qi_oracle_go_play(
            &game, i % 2 ? QI_WHITE : QI_BLACK, (moves[i].row - 1) * 19 + moves[i].column - 1);
        assert_int_equal(move.verdict, moves[i].verdict);
        if (i == 10)
            assert_int_equal(move.captured, 1);
        if (i == 11) {
            assert_int_equal(move.repeated, 7);
            assert_int_equal(move.repeated_try, 8);
        }
    }
    qi_oracle_go_end(&game);
}

static void go_rules_differ_where_they_should(void **state)
{
    (void)state;
    /* On 1x2, Black then White capture each other in turn: the second capture leads back to a
     * position that stood before, which only the superko rules forbid for ever. */
    static const struct {
        qi_oracle_go_ko ko;
        qi_oracle_go_verdict verdicts[4];
    } rules[] = {
        {QI_ORACLE_GO_POSITIONAL,
         {QI_ORACLE_GO_OK, QI_ORACLE_GO_OK, QI_ORACLE_GO_SUPERKO, QI_ORACLE_GO_OCCUPIED}},
        {QI_ORACLE_GO_SIMPLE,
         {QI_ORACLE_GO_OK, QI_ORACLE_GO_OK, QI_ORACLE_GO_SUPERKO, QI_ORACLE_GO_OCCUPIED}},
        {QI_ORACLE_GO_FREE, {QI_ORACLE_GO_OK, QI_ORACLE_GO_OK, QI_ORACLE_GO_OK, QI_ORACLE_GO_OK}}};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        qi_oracle_go game;
        assert_true(qi_oracle_go_start(&game, 1, 2, rules[i].ko, false, NULL));
        for (int m = 0; m < 4; m++)
            assert_int_equal(
                qi_oracle_go_play(&game, m % 2 ? QI_WHITE : QI_BLACK, (qi_point)(m % 2)).verdict,
                rules[i].verdicts[m]);
        qi_oracle_go_end(&game);
    }
    /* With suicide, a lone stone on 1x1 leaves the board as it was, but after another colour's
     * move than the start's. */
    qi_oracle_go game;
    assert_true(qi_oracle_go_start(&game, 1, 1, QI_ORACLE_GO_SITUATIONAL, true, NULL));
    assert_int_equal(qi_oracle_go_play(&game, QI_BLACK, 0).own_removed, 1);
    assert_int_equal(qi_oracle_go_play(&game, QI_WHITE, 0).verdict, QI_ORACLE_GO_SUPERKO);
    qi_oracle_go_end(&game);
}

/* ---- Maze Tac Toe ------------------------------------------------------------------------- */

static const char maze_sample[] = "7\n"
                                  "#####################\n"
                                  "###O11###...###M13###\n"
                                  "###......O22......###\n"
                                  "###...######M22######\n"
                                  "###BBB###M31###M11###\n"
                                  "###...O32...M33O31###\n"
                                  "#####################";

static uint32_t maze_board(const char *letters)
{
    uint32_t board = 0;
    for (int square = 8; square >= 0; square--)
        board = 3 * board + (letters[square] == 'M' ? 1U : letters[square] == 'O' ? 2U : 0U);
    return board;
}

static void maze_finds_the_eight_boards(void **state)
{
    (void)state;
    static const char *const boards[] = {"O.M.O.MOM", "O...O..OM", "O.M.O..OM", "O...O.MOM",
                                         "O.....OOM", "..M.O.OOM", "....O.OOM", "......OOM"};
    static uint32_t steps[QI_ORACLE_MAZE_BOARDS];
    qi_oracle_maze maze;
    assert_true(qi_oracle_maze_read(&maze, maze_sample, strlen(maze_sample), NULL));
    assert_int_equal(qi_oracle_maze_search(&maze, steps, NULL), 8);
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        assert_int_not_equal(steps[maze_board(boards[i])], QI_ORACLE_MAZE_NEVER);
    assert_int_equal(steps[maze_board("......OOM")], 5);
    qi_oracle_maze_end(&maze);
}

static void maze_knows_bad_text(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "3",
                                      "2\n######\n######",
                                      "3\n#########\n###...###\n#########",
                                      "3\n#########\n###BB.###\n#########",
                                      "3\n#########\n###M14###\n#########",
                                      "3\n###...###\n###BBB###\n#########",
                                      "3\n#########\n###BBB###\n#########\n#",
                                      "4\n############\n###BBBBBB###\n############\n############"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        qi_oracle_maze maze;
        assert_false(qi_oracle_maze_read(&maze, bad[i], strlen(bad[i]), NULL));
        qi_oracle_maze_end(&maze);
    }
    static uint32_t steps[QI_ORACLE_MAZE_BOARDS];
    static const char closed[] = "3\r\n#########\r\n###BBB###\r\n#########\r\n\r\n";
    qi_oracle_maze maze;
    assert_true(qi_oracle_maze_read(&maze, closed, strlen(closed), NULL));
    uint64_t states;
    assert_int_equal(qi_oracle_maze_search(&maze, steps, &states), 0);
    assert_int_equal(states, 1);
    qi_oracle_maze_end(&maze);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nogo_move_sequences_are_counted),
        cmocka_unit_test(nogo_small_boards_have_their_winner),
        cmocka_unit_test(nogo_names_the_victims),
        cmocka_unit_test(go_move_sequences_are_counted),
        cmocka_unit_test(go_games_are_counted),
        cmocka_unit_test(go_refuses_with_a_reason),
        cmocka_unit_test(go_rules_differ_where_they_should),
        cmocka_unit_test(maze_finds_the_eight_boards),
        cmocka_unit_test(maze_knows_bad_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
