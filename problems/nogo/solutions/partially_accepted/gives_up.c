/* Gives up after a hundred moves, long before the game is over: every line but the last is right.
 */
#include <stdio.h>

enum { MAX_SIDE = 602 };

static char board[MAX_SIDE * MAX_SIDE];
static int parent[MAX_SIDE * MAX_SIDE], edges[MAX_SIDE * MAX_SIDE];
static int n, ways[4];

static int find(int p)
{
    while (parent[p] != p)
        p = parent[p] = parent[parent[p]];
    return p;
}

/* Puts a stone unless that leaves a group without edges; returns whether it did. */
static int put(int p, char colour)
{
    int own = 0, good = 1;
    for (int i = 0; i < 4; i++) {
        const int q = p + ways[i];
        if (board[q] == '.')
            own++;
        else if (board[q])
            edges[find(q)]--;
    }
    int room = own;
    for (int i = 0; i < 4; i++) {
        const int q = p + ways[i];
        if (!board[q] || board[q] == '.')
            continue;
        if (board[q] == colour)
            room += edges[find(q)];
        else if (edges[find(q)] == 0)
            good = 0;
    }
    if (!good || !room) {
        for (int i = 0; i < 4; i++)
            if (board[p + ways[i]] && board[p + ways[i]] != '.')
                edges[find(p + ways[i])]++;
        return 0;
    }
    board[p] = colour;
    parent[p] = p;
    edges[p] = own;
    for (int i = 0; i < 4; i++)
        if (board[p + ways[i]] == colour && find(p + ways[i]) != find(p)) {
            const int q = find(p + ways[i]);
            edges[find(p)] += edges[q];
            parent[q] = find(p);
        }
    return 1;
}

int main(void)
{
    static char row[MAX_SIDE];
    if (scanf("%d", &n) != 1)
        return 1;
    const int stride = n + 2;
    ways[0] = -stride;
    ways[1] = -1;
    ways[2] = 1;
    ways[3] = stride;
    for (int r = 1; r <= n; r++) {
        if (scanf("%601s", row) != 1)
            return 1;
        for (int c = 1; c <= n; c++)
            board[r * stride + c] = row[c - 1];
    }
    for (int p = stride; p < (n + 1) * stride; p++) {
        if (!board[p] || board[p] == '.')
            continue;
        parent[p] = p;
        for (int i = 0; i < 4; i++)
            edges[p] += board[p + ways[i]] == '.';
        for (int i = 0; i < 2; i++) /* those above and to the left have been here */
            if (board[p + ways[i]] == board[p] && find(p + ways[i]) != find(p)) {
                const int q = find(p + ways[i]);
                edges[find(p)] += edges[q];
                parent[q] = find(p);
            }
    }
    int next[2] = {stride, stride};
    int moves = 0;
    for (int turn = 0;; turn = !turn) {
        int *const p = &next[turn];
        while (*p < (n + 1) * stride && (board[*p] != '.' || !put(*p, turn ? 'O' : 'X')))
            ++*p;
        if (*p == (n + 1) * stride || moves++ == 100)
            break;
        printf("%d %d\n", *p / stride, *p % stride);
    }
    puts("-1 -1");
    return 0;
}
