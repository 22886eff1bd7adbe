/* A hash of the stones finds earlier boards, which are then compared stone by stone. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { SIDE = 19, STRIDE = SIDE + 2, CELLS = STRIDE * STRIDE, MAX_BOARDS = 2001, SLOTS = 8192 };

static const int ways[4] = {-STRIDE, -1, 1, STRIDE};
static char board[CELLS], after[CELLS], boards[MAX_BOARDS][CELLS];
static uint64_t keys[CELLS][2];
static int slots[SLOTS]; /* a board's number and one, or 0 */
static int group[CELLS], seen[CELLS], turn;

/* The number of stones in the group at a point, or 0 when it has a liberty. */
static int breathless(const char *on, int from)
{
    int count = 0;
    group[count++] = from;
    seen[from] = ++turn;
    for (int at = 0; at < count; at++)
        for (int i = 0; i < 4; i++) {
            const int to = group[at] + ways[i];
            if (on[to] == '.')
                return 0;
            if (on[to] == on[from] && seen[to] != turn) {
                seen[to] = turn;
                group[count++] = to;
            }
        }
    return count;
}

/* Keeps a board, unless it has been there: then 0. */
static int keep(const char *it, uint64_t hash, int count)
{
    int slot = (int)(hash % SLOTS);
    for (; slots[slot]; slot = (slot + 1) % SLOTS)
        if (memcmp(boards[slots[slot] - 1], it, CELLS) == 0)
            return 0;
    memcpy(boards[count], it, CELLS);
    slots[slot] = count + 1;
    return 1;
}

int main(void)
{
    uint64_t state = 1;
    for (int i = 0; i < CELLS; i++)
        for (int k = 0; k < 2; k++) {
            state = state * 6364136223846793005U + 1442695040888963407U;
            keys[i][k] = state ^ state >> 29;
        }
    int games;
    if (scanf("%d", &games) != 1)
        return 1;
    while (games--) {
        memset(board, ' ', CELLS);
        for (int r = 1; r <= SIDE; r++)
            memset(board + r * STRIDE + 1, '.', SIDE);
        memset(slots, 0, sizeof slots);
        uint64_t hash = 0;
        int count = keep(board, hash, 0), moves;
        if (scanf("%d", &moves) != 1)
            return 1;
        while (moves--) {
            char colour;
            int r, c;
            if (scanf(" %c %d %d", &colour, &r, &c) != 3)
                return 1;
            const int p = r * STRIDE + c;
            if (board[p] != '.') {
                puts("miss 1");
                continue;
            }
            memcpy(after, board, CELLS);
            after[p] = colour;
            uint64_t next = hash ^ keys[p][colour == 'W'];
            int captured = 0;
            for (int i = 0; i < 4; i++) {
                const int q = p + ways[i];
                if (after[q] != (colour == 'B' ? 'W' : 'B'))
                    continue;
                const int stones = breathless(after, q);
                captured += stones;
                for (int k = 0; k < stones; k++) {
                    after[group[k]] = '.';
                    next ^= keys[group[k]][colour == 'B'];
                }
            }
            if (!captured && breathless(after, p)) {
                puts("miss 2");
            } else if (!keep(after, next, count)) {
                puts("miss 3");
            } else {
                count++;
                hash = next;
                memcpy(board, after, CELLS);
            }
        }
        for (int r = 1; r <= SIDE; r++)
            printf("%.19s\n", board + r * STRIDE + 1);
    }
    return 0;
}
