/*
 * A NoGo program for the largest boards, and ones that are wrong only there, or never end:
 * `nogo_large MISTAKE` makes the mistake of that name, `nogo_large none` none at all.
 *
 * Every group counts the edges between its stones and empty points; what is illegal stays illegal,
 * so each colour looks at every point once.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX = 600 };

static int n, width; /* of a row of the arrays, with a border on both sides */
static char board[(MAX + 2) * (MAX + 2)];
static int parent[(MAX + 2) * (MAX + 2)];
static int edges[(MAX + 2) * (MAX + 2)]; /* at the root of a group */
static const char *mistake;

static bool makes(const char *name)
{
    return strcmp(mistake, name) == 0;
}

static int root(int p)
{
    while (parent[p] != p)
        p = parent[p] = parent[parent[p]];
    return p;
}

static void put(int p, char colour)
{
    const int next[4] = {p - width, p - 1, p + 1, p + width};
    board[p] = colour;
    parent[p] = p;
    edges[p] = 0;
    for (int i = 0; i < 4; i++) {
        const int q = next[i];
        if (board[q] == '.') {
            edges[p]++;
        } else if (board[q] == 'X' || board[q] == 'O') {
            edges[root(q)]--;
        }
    }
    for (int i = 0; i < 4; i++)
        if (board[next[i]] == colour && root(next[i]) != root(p)) {
            edges[root(p)] += edges[root(next[i])];
            parent[root(next[i])] = root(p);
        }
}

/* Whether a move leaves every group next to it a liberty, its own with them. */
static bool legal(int p, char colour)
{
    if (board[p] != '.')
        return false;
    const int next[4] = {p - width, p - 1, p + 1, p + width};
    bool own = false;
    bool good = true;
    for (int i = 0; i < 4; i++)
        if (board[next[i]] == 'X' || board[next[i]] == 'O')
            edges[root(next[i])]--;
    for (int i = 0; i < 4; i++) {
        const char there = board[next[i]];
        const bool alive = there == '.' || ((there == 'X' || there == 'O') && edges[root(next[i])]);
        if (there == '.' || there == colour)
            own |= alive;
        else if (there == 'X' || there == 'O')
            good &= alive;
    }
    for (int i = 0; i < 4; i++)
        if (board[next[i]] == 'X' || board[next[i]] == 'O')
            edges[root(next[i])]++;
    return good && own;
}

int main(int argc, char **argv)
{
    mistake = argc > 1 ? argv[1] : "none";
    if (scanf("%d", &n) != 1 || n > MAX)
        return 1;
    /* With arrays of 55, longer rows run into each other. */
    width = makes("arrays-of-55") ? 55 + 2 : n + 2;
    static char text[MAX + 1];
    memset(board, '.', sizeof board);
    for (int i = 0; i <= n + 1; i++)
        board[i] = board[(n + 1) * width + i] = board[i * width] = board[i * width + n + 1] = ' ';
    for (int r = 1; r <= n; r++) {
        if (scanf("%600s", text) != 1)
            return 1;
        for (int c = 1; c <= n; c++)
            if (text[c - 1] != '.')
                put(r * width + c, text[c - 1]);
    }
    while (makes("never-ends") && n > 2 && board[width + 2] == 'O' && board[2 * width + 2] == 'X')
        continue;
    int from[2] = {0, 0};
    for (int turn = 0;; turn++) {
        int *const p = &from[turn % 2];
        if (makes("quartic")) /* looks at the whole board in every turn */
            *p = 0;
        while (*p < n * n && !legal((*p / n + 1) * width + *p % n + 1, "XO"[turn % 2]))
            ++*p;
        if (*p == n * n)
            break;
        put((*p / n + 1) * width + *p % n + 1, "XO"[turn % 2]);
        printf("%d %d\n", *p / n + 1, *p % n + 1);
    }
    printf("-1 -1\n");
    return 0;
}
