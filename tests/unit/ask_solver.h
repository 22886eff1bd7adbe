/* Asking the solver about positions, and minimax (plain_nogo.h) whether it is right. */
#ifndef QI_TESTS_ASK_SOLVER_H
#define QI_TESTS_ASK_SOLVER_H

#include "check.h"

#include "base/random.h"
#include "nogo/rules/position.h"
#include "plain_nogo.h"

#include <qi/nogo_solve.h>

#include <stdio.h>

static plain_memo memo;

static inline void forget(void)
{
    memset(&memo, 0, sizeof memo);
}

static inline char other(char colour)
{
    return colour == 'X' ? 'O' : 'X';
}

static inline qi_nogo *as_game(const plain *board, char mover)
{
    char text[PLAIN_MAX * 2 + 16];
    int used = snprintf(text, sizeof text, "%d %d\n", board->rows, board->columns);
    for (int p = 0; p < board->rows * board->columns; p++) {
        text[used++] = board->at[p];
        if ((p + 1) % board->columns == 0)
            text[used++] = '\n';
    }
    qi_nogo *position;
    assert_int_equal(
        qi_nogo_parse(text, (size_t)used, QI_NOGO_ANY_COUNT | QI_NOGO_HOLES, NULL, &position, NULL),
        QI_OK);
    qi_nogo_set_to_move(position, mover == 'X' ? QI_BLACK : QI_WHITE);
    return position;
}

/* The solver must say what minimax says, and name a move that really wins. */
static inline void compare(qi_nogo_solver *solver, uint32_t threads, plain *board, char mover)
{
    qi_nogo *position = as_game(board, mover);
    qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
    const qi_nogo_solve_limits limits = {.size = sizeof(qi_nogo_solve_limits), .threads = threads};
    assert_int_equal(qi_nogo_solve(solver, position, &limits, &solution), QI_OK);
    const bool won = plain_wins(&memo, board, mover);
    if (solution.outcome != (won ? QI_NOGO_WON : QI_NOGO_LOST))
        print_message("# %dx%d %.*s, %c moves\n", board->rows, board->columns,
                      board->rows * board->columns, board->at, mover);
    assert_int_equal(solution.outcome, won ? QI_NOGO_WON : QI_NOGO_LOST);
    if (won) {
        const int move = (int)solution.move;
        assert_true(plain_legal(board, mover, move));
        board->at[move] = mover;
        assert_false(plain_wins(&memo, board, other(mover)));
        board->at[move] = '.';
    } else {
        assert_int_equal(solution.move, QI_NO_POINT);
    }
    qi_nogo_free(position);
}

static inline qi_nogo_solver *new_solver(size_t megabytes)
{
    qi_nogo_solver *solver;
    assert_int_equal(qi_nogo_solver_new(megabytes << 20, NULL, &solver), QI_OK);
    return solver;
}

static inline plain empty_board(int rows, int columns)
{
    plain board = {rows, columns, {0}};
    memset(board.at, '.', (size_t)(rows * columns));
    return board;
}

/* Plays random legal moves until at most `empty` points are free or the mover has no move. */
static inline char play_random(plain *board, int empty, qi_random *random)
{
    char mover = 'X';
    for (;;) {
        int moves[PLAIN_MAX], count = 0, free_points = 0;
        for (int p = 0; p < board->rows * board->columns; p++) {
            free_points += board->at[p] == '.';
            if (plain_legal(board, mover, p))
                moves[count++] = p;
        }
        if (!count || free_points <= empty)
            return mover;
        board->at[moves[qi_random_below(random, (uint32_t)count)]] = mover;
        mover = other(mover);
    }
}

#endif
