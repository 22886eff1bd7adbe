/* The maze engines, as `qi bench` sees them. */
#include "base/numbers.h"
#include "base/random.h"
#include "lab/bench/bench.h"

#include <qi/maze.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A maze of floor with a tenth of walls and a fifth of moves, all equally likely; NULL when there
 * is no memory. */
static qi_maze *random_maze(uint32_t side, uint64_t seed)
{
    qi_random random;
    qi_random_seed(&random, seed);
    char *text = malloc((size_t)side * (3 * side + 1) + 16);
    if (!text)
        return NULL;
    size_t length = (size_t)sprintf(text, "%u\n", side);
    for (uint32_t row = 0; row < side; row++) {
        for (uint32_t column = 0; column < side; column++) {
            char move[3];
            const uint32_t roll = qi_random_below(&random, 100);
            const bool border = row == 0 || row == side - 1 || column == 0 || column == side - 1;
            const char *cell = border || roll < 10 ? "###" : "...";
            if (row == side / 2 && column == side / 2) {
                cell = "BBB";
            } else if (!border && roll >= 80) {
                move[0] = "MO"[qi_random_below(&random, 2)];
                move[1] = (char)('1' + qi_random_below(&random, 3));
                move[2] = (char)('1' + qi_random_below(&random, 3));
                cell = move;
            }
            memcpy(text + length, cell, 3);
            length += 3;
        }
        text[length++] = '\n';
    }
    qi_maze *maze = NULL;
    qi_maze_parse(text, length, NULL, &maze, NULL);
    free(text);
    return maze;
}

/* ---- count -------------------------------------------------------------------------------- */

static uint64_t count_signature(int which)
{
    (void)which;
    uint64_t digest = QI_DIGEST_START;
    for (uint32_t side = 3; side <= 40; side++) {
        qi_maze *maze = random_maze(side, side);
        qi_maze_reach reach;
        if (!maze || qi_maze_search(maze, &reach) != QI_OK)
            return 0;
        qi_maze_free(maze);
        for (size_t i = 0; i < sizeof reach.winning.words / sizeof *reach.winning.words; i++) {
            digest = qi_digest(digest, reach.winning.words[i]);
            digest = qi_digest(digest, reach.open.words[i]);
        }
    }
    return digest;
}

/* States are pairs of a cell and a board. */
static uint64_t count_work(int which)
{
    (void)which;
    qi_maze *maze = random_maze(300, 1);
    qi_maze_reach reach;
    if (!maze || qi_maze_search(maze, &reach) != QI_OK)
        return 0;
    qi_maze_free(maze);
    return (uint64_t)300 * 300 * (reach.winning_count + reach.open_count);
}

/* ---- walk --------------------------------------------------------------------------------- */

/* Adds the lengths of all walks of a maze to a digest, and their number to `count`. The cells do
 * not count: which of several shortest walks is found is not a matter of behaviour. */
static bool walk_all(uint32_t side, uint64_t seed, uint64_t *digest, uint64_t *count)
{
    qi_maze *maze = random_maze(side, seed);
    qi_maze_walks *walks = NULL;
    if (!maze || qi_maze_walks_new(maze, NULL, &walks) != QI_OK)
        return false;
    const qi_maze_set *boards = qi_maze_walks_boards(walks);
    for (qi_maze_board board = qi_maze_set_next(boards, QI_MAZE_NO_BOARD);
         board != QI_MAZE_NO_BOARD; board = qi_maze_set_next(boards, board)) {
        *digest = qi_digest(qi_digest(*digest, board), qi_maze_walks_length(walks, board));
        ++*count;
    }
    qi_maze_walks_free(walks);
    qi_maze_free(maze);
    return true;
}

static uint64_t walk_signature(int which)
{
    (void)which;
    uint64_t digest = QI_DIGEST_START, count = 0;
    for (uint32_t side = 3; side <= 75; side += 6)
        if (!walk_all(side, side, &digest, &count))
            return 0;
    return qi_digest(digest, count);
}

static uint64_t walk_work(int which)
{
    (void)which;
    uint64_t digest = 0, count = 0;
    return walk_all(25, 1, &digest, &count) ? count : 0;
}

const bench_engine bench_maze[] = {{"maze.count", "states", count_signature, count_work, 0},
                                   {"maze.walk", "walks", walk_signature, walk_work, 0},
                                   {0}};
