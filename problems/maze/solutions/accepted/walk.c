/* Walks over pairs of a cell and a board in ternary, every pair once. */
#include <stdio.h>
#include <stdlib.h>

enum { MAX_SIDE = 25, BOARDS = 19683 };

static char cells[MAX_SIDE][3 * MAX_SIDE + 2];
static unsigned char seen[MAX_SIDE * MAX_SIDE][BOARDS], won[BOARDS], counted[BOARDS];
static int power[9];

static int at(int board, int square)
{
    return board / power[square] % 3;
}

/* Whether M O O stands in a line, in either direction: 1 is M, 2 is O. */
static int wins(int board)
{
    static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                    {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (int i = 0; i < 8; i++) {
        const int a = at(board, lines[i][0]), b = at(board, lines[i][1]),
                  c = at(board, lines[i][2]);
        if (b == 2 && a + c == 3 && a != 0 && c != 0)
            return 1;
    }
    return 0;
}

int main(void)
{
    int n, start = 0, answer = 0;
    if (scanf("%d", &n) != 1)
        return 1;
    for (int i = 0; i < 9; i++)
        power[i] = i ? 3 * power[i - 1] : 1;
    for (int board = 0; board < BOARDS; board++)
        won[board] = (unsigned char)wins(board);
    for (int r = 0; r < n; r++) {
        if (scanf("%76s", cells[r]) != 1)
            return 1;
        for (int c = 0; c < n; c++)
            if (cells[r][3 * c] == 'B')
                start = r * n + c;
    }
    const size_t most = (size_t)n * (size_t)n * BOARDS;
    int *const stack = malloc(most * sizeof *stack);
    if (!stack)
        return 1;
    size_t height = 0;
    stack[height++] = start * BOARDS;
    seen[start][0] = 1;
    while (height) {
        const int state = stack[--height], cell = state / BOARDS, board = state % BOARDS;
        const int near[4] = {cell - n, cell - 1, cell + 1, cell + n};
        for (int i = 0; i < 4; i++) {
            const int to = near[i];
            const char *const text = &cells[to / n][3 * (to % n)];
            if (*text == '#')
                continue;
            int next = board;
            if (*text == 'M' || *text == 'O') {
                const int square = 3 * (text[1] - '1') + text[2] - '1';
                if (!at(board, square))
                    next += (*text == 'M' ? 1 : 2) * power[square];
            }
            if (won[next]) {
                answer += !counted[next];
                counted[next] = 1;
            } else if (!seen[to][next]) {
                seen[to][next] = 1;
                stack[height++] = to * BOARDS + next;
            }
        }
    }
    free(stack);
    printf("%d\n", answer);
    return 0;
}
