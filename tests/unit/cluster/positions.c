/* Random positions solved by the ranks of an MPI job, against plain minimax; rank 0 compares.
 *
 *     mpirun -n N positions COUNT
 *
 * COUNT is of solvers; each gets four positions, and answers by one thread a rank or by eight.
 * Everything that can be told is told (an effort of 1), so that small positions see messages too.
 */
#include "base/random.h"
#include "cluster/cluster.h"
#include "plain_nogo.h"

#include <stdio.h>
#include <stdlib.h>

static plain_memo memo;

/* A board after some random moves. */
static plain random_board(qi_random *random, char *mover)
{
    /* No two of the same number of points: the memo cannot tell them apart. */
    static const int sizes[][2] = {{4, 4}, {2, 7}, {3, 5}, {4, 4}, {3, 4}, {1, 13}};
    const int *const size = sizes[qi_random_below(random, 6)];
    plain board = {size[0], size[1], {0}};
    const int points = size[0] * size[1];
    memset(board.at, '.', (size_t)points);
    const uint32_t moves = (uint32_t)points - 12 + qi_random_below(random, 3);
    *mover = 'X';
    for (uint32_t i = 0; i < moves; i++) {
        int place = (int)qi_random_below(random, (uint32_t)points);
        while (!plain_legal(&board, *mover, place))
            place = (place + 1) % points;
        board.at[place] = *mover;
        *mover = *mover == 'X' ? 'O' : 'X';
    }
    return board;
}

static qi_nogo *as_game(const plain *board, char mover)
{
    qi_nogo *game = NULL;
    if (qi_nogo_new((uint32_t)board->rows, (uint32_t)board->columns, NULL, &game) != QI_OK)
        cluster_fail("no memory for a board");
    for (int i = 0; i < board->rows * board->columns; i++)
        if (board->at[i] != '.')
            qi_nogo_play(game, board->at[i] == 'X' ? QI_BLACK : QI_WHITE, (qi_point)i, NULL);
    qi_nogo_set_to_move(game, mover == 'X' ? QI_BLACK : QI_WHITE);
    return game;
}

/* Whether the solution is what minimax says. */
static bool is_right(plain *board, char mover, const qi_nogo_solution *solution)
{
    const bool won = plain_wins(&memo, board, mover);
    if (solution->outcome != (won ? QI_NOGO_WON : QI_NOGO_LOST))
        return false;
    if (!won)
        return solution->move == QI_NO_POINT;
    const int move = (int)solution->move;
    if (!plain_legal(board, mover, move))
        return false;
    board->at[move] = mover;
    const bool wins = !plain_wins(&memo, board, mover == 'X' ? 'O' : 'X');
    board->at[move] = '.';
    return wins;
}

/* Solves a position together; whether all is well, on every rank. */
static bool try_position(cluster_team *team, qi_random *random)
{
    char mover;
    plain board = random_board(random, &mover);
    qi_nogo *const game = as_game(&board, mover);
    const qi_nogo_solve_limits limits = {.threads = qi_random_below(random, 2) ? 8 : 1};
    qi_nogo_solution solution;
    bool good = cluster_solve(team, game, &limits, &solution) == QI_OK;
    qi_nogo_free(game);
    /* All have the same answer. */
    qi_nogo_solution first = solution;
    cluster_share(&first, sizeof first, 0);
    good = good && first.outcome == solution.outcome && first.move == solution.move &&
           (cluster_rank() > 0 || is_right(&board, mover, &solution));
    char why[64];
    uint32_t who;
    snprintf(why, sizeof why, "%.40s", board.at);
    if (cluster_agree(good, why, sizeof why, &who))
        return true;
    fprintf(stderr, "rank %u is wrong about %dx%d %s, %c moves\n", who, board.rows, board.columns,
            why, mover);
    return false;
}

int main(int argc, char **argv)
{
    if (!cluster_start(&argc, &argv))
        return 2;
    const unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 100;
    qi_random random;
    qi_random_seed(&random, 8);
    bool good = true;
    uint64_t told = 0;
    const cluster_pool pool = cluster_pool_up();
    for (unsigned long i = 0; i < count && good; i++) {
        qi_nogo_solver *solver;
        cluster_team *team;
        if (qi_nogo_solver_new((size_t)2 << 20, NULL, &solver) != QI_OK ||
            cluster_team_new(solver, &pool, 1, &team) != QI_OK)
            cluster_fail("no memory for a solver");
        for (unsigned more = 0; more < 4 && good; more++)
            good = try_position(team, &random);
        told += cluster_account_of(team).records;
        cluster_team_free(team);
        qi_nogo_solver_free(solver);
    }
    printf("%s, %llu records\n", good ? "all right" : "wrong", (unsigned long long)told);
    /* Several machines have talked, one has not. */
    return cluster_end(good && (pool.machines == 1 ? !told : told > count) ? 0 : 1);
}
