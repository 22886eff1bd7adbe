/*
 * The playout of a textbook, for comparison: a union-find forest with liberties counted by edges,
 * one game at a time, one random order of the points per colour. Plain, careful, not tuned.
 *
 *     textbook GAMES SEED    plays from the empty 9 x 9 board; prints games, Black's wins, moves
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 9, WIDTH = SIDE + 2, CELLS = WIDTH * WIDTH, POINTS = SIDE * SIDE };
enum { EMPTY, BLACK, WHITE, WALL };

static const int STEP[4] = {-WIDTH, -1, 1, WIDTH};

static int colour[CELLS], parent[CELLS], edges[CELLS];

static uint64_t random_state;

static uint32_t random_below(uint32_t bound)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)((random_state >> 32) * bound >> 32);
}

static int find(int cell)
{
    while (parent[cell] != cell) {
        parent[cell] = parent[parent[cell]];
        cell = parent[cell];
    }
    return cell;
}

static int legal(int player, int cell)
{
    int breathes = 0;
    for (int i = 0; i < 4; i++)
        if (colour[cell + STEP[i]] == BLACK || colour[cell + STEP[i]] == WHITE)
            edges[find(cell + STEP[i])]--;
    int captures = 0;
    for (int i = 0; i < 4; i++) {
        const int near = cell + STEP[i];
        if (colour[near] == EMPTY)
            breathes = 1;
        else if (colour[near] == player)
            breathes |= edges[find(near)] > 0;
        else if (colour[near] != WALL)
            captures |= edges[find(near)] == 0;
    }
    for (int i = 0; i < 4; i++)
        if (colour[cell + STEP[i]] == BLACK || colour[cell + STEP[i]] == WHITE)
            edges[find(cell + STEP[i])]++;
    return breathes && !captures;
}

static void play(int player, int cell)
{
    colour[cell] = player;
    parent[cell] = cell;
    edges[cell] = 0;
    for (int i = 0; i < 4; i++) {
        const int near = cell + STEP[i];
        if (colour[near] == EMPTY)
            edges[find(cell)]++;
        else if (colour[near] != WALL)
            edges[find(near)]--;
        if (colour[near] == player && find(near) != find(cell)) {
            const int root = find(near), own = find(cell);
            edges[root] += edges[own];
            parent[own] = root;
        }
    }
}

static void shuffle(int *order)
{
    for (uint32_t i = POINTS - 1; i > 0; i--) {
        const uint32_t j = random_below(i + 1);
        const int cell = order[i];
        order[i] = order[j];
        order[j] = cell;
    }
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    const uint64_t games = strtoull(argv[1], NULL, 10);
    random_state = strtoull(argv[2], NULL, 10) * 2 + 1;
    int order[3][POINTS];
    for (int i = 0; i < POINTS; i++)
        order[BLACK][i] = order[WHITE][i] = (i / SIDE + 1) * WIDTH + i % SIDE + 1;
    uint64_t black_wins = 0, moves = 0;
    for (uint64_t game = 0; game < games; game++) {
        for (int i = 0; i < CELLS; i++)
            colour[i] = WALL;
        for (int i = 0; i < POINTS; i++)
            colour[order[BLACK][i]] = EMPTY;
        shuffle(order[BLACK]);
        shuffle(order[WHITE]);
        int next[3] = {0, 0, 0}, player = BLACK;
        for (;;) {
            int played = 0;
            while (!played && next[player] < POINTS) {
                const int cell = order[player][next[player]++];
                if (colour[cell] == EMPTY && legal(player, cell)) {
                    play(player, cell);
                    played = 1;
                }
            }
            if (!played)
                break;
            moves++;
            player = BLACK + WHITE - player;
        }
        black_wins += player == WHITE;
    }
    printf("%llu %llu %llu\n", (unsigned long long)games, (unsigned long long)black_wins,
           (unsigned long long)moves);
    return 0;
}
