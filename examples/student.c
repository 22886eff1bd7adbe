/* A NoGo program as somebody might hand it in. It is wrong; docs/lab.md finds out where. */
#include <stdio.h>
#include <string.h>

int n;
char board[602][602]; /* with a border of zeros */
char seen[602][602];
const int down[] = {-1, 0, 0, 1}, over[] = {0, -1, 1, 0};

/* The liberties of the group at r, c, if none of it has been seen yet. */
int liberties(int r, int c, char colour)
{
    if (seen[r][c] || (board[r][c] != colour && board[r][c] != '.'))
        return 0;
    seen[r][c] = 1;
    if (board[r][c] == '.')
        return 1;
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += liberties(r + down[i], c + over[i], colour);
    return sum;
}

int legal(int r, int c, char colour)
{
    if (board[r][c] != '.')
        return 0;
    const char other = colour == 'X' ? 'O' : 'X';
    board[r][c] = colour;
    memset(seen, 0, sizeof seen);
    int good = liberties(r, c, colour) > 0;
    for (int i = 0; i < 4; i++)
        if (board[r + down[i]][c + over[i]] == other)
            good &= liberties(r + down[i], c + over[i], other) > 0;
    board[r][c] = '.';
    return good;
}

int play(char colour)
{
    for (int r = 1; r <= n; r++)
        for (int c = 1; c <= n; c++)
            if (legal(r, c, colour)) {
                board[r][c] = colour;
                printf("%d %d\n", r, c);
                return 1;
            }
    return 0;
}

int main(void)
{
    scanf("%d", &n);
    for (int r = 1; r <= n; r++)
        scanf("%s", &board[r][1]);
    for (int turn = 0; play(turn % 2 ? 'O' : 'X'); turn++)
        ;
    puts("-1 -1");
}
