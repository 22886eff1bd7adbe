/*
 * A plain NoGo program, and wrong ones: `nogo MISTAKE` makes the mistake of that name, `nogo none`
 * none at all. The stress run must find every one and make it small. It walks through whole groups,
 * so it is too slow for large boards; nogo_large.c is not.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MAX = 600 };

static int rows, columns;
static char board[MAX + 2][MAX + 2]; /* a border of ' ' all round */
static bool seen[MAX + 2][MAX + 2];
static const char *mistake;

static const int down[8] = {-1, 0, 0, 1, -1, -1, 1, 1};
static const int over[8] = {0, -1, 1, 0, -1, 1, -1, 1};

static bool makes(const char *name)
{
    return strcmp(mistake, name) == 0;
}

/* The liberties of the group at a point; with `pseudo` one for every edge to an empty point. */
static int liberties(int r, int c, char colour, bool pseudo)
{
    int count = 0;
    seen[r][c] = true;
    const int ways = makes("diagonals-touch") ? 8 : 4;
    for (int i = 0; i < ways; i++) {
        int nr = r + down[i];
        int nc = c + over[i];
        if (makes("wraps-round") && nr == r && board[nr][nc] == ' ') {
            nr += over[i];
            nc = over[i] > 0 ? 1 : columns;
        }
        if (makes("forgets-last-row") && nr == rows)
            continue;
        if (board[nr][nc] == '.' && (pseudo || !seen[nr][nc])) {
            seen[nr][nc] = true;
            count++;
        } else if (board[nr][nc] == colour && !seen[nr][nc]) {
            if (makes("stones-alone"))
                continue;
            count += liberties(nr, nc, colour, pseudo);
        }
    }
    return count;
}

static int count_liberties(int r, int c, bool pseudo)
{
    memset(seen, 0, sizeof seen);
    return liberties(r, c, board[r][c], pseudo);
}

/* Whether some opponent next to the point has no liberty left. */
static bool captures(int r, int c, char colour)
{
    const char other = colour == 'X' ? 'O' : 'X';
    for (int i = 0; i < 4; i++) {
        const int nr = r + down[i];
        const int nc = c + over[i];
        if (board[nr][nc] != other)
            continue;
        if (makes("shared-liberty")) {
            /* Counts the edges before the move, of which the new stone takes one. */
            board[r][c] = '.';
            const int before = count_liberties(nr, nc, true);
            board[r][c] = colour;
            if (before <= 1)
                return true;
        } else if (makes("group-twice")) {
            /* Takes one liberty off for every stone that is touched, though of one group. */
            board[r][c] = '.';
            int left = count_liberties(nr, nc, false);
            for (int k = 0; k < 4; k++)
                left -= board[r + down[k]][c + over[k]] == other && seen[r + down[k]][c + over[k]];
            board[r][c] = colour;
            if (left <= 0)
                return true;
        } else if (count_liberties(nr, nc, false) == 0) {
            return true;
        }
    }
    return false;
}

static bool legal(int r, int c, char colour)
{
    if (board[r][c] != '.')
        return false;
    board[r][c] = colour;
    bool good = true;
    if (!makes("allows-suicide"))
        good = count_liberties(r, c, false) > 0;
    if (good && !makes("allows-capture"))
        good = !captures(r, c, colour);
    if (good || !makes("forgets-undo"))
        board[r][c] = '.';
    return good;
}

/* Plays the first legal point of a colour from `*from` on. */
static bool play(char colour, int *from)
{
    const int points = rows * columns;
    for (int p = from ? *from : 0; p < points; p++) {
        const int r = p / columns + 1;
        const int c = p % columns + 1;
        if (from)
            *from = p + 1;
        if (!legal(r, c, colour))
            continue;
        board[r][c] = colour;
        if (makes("counts-from-zero"))
            printf("%d %d\n", r - 1, c - 1);
        else if (makes("column-first"))
            printf("%d %d\n", c, r);
        else
            printf("%d %d\n", r, c);
        return true;
    }
    return false;
}

static bool can_play(char colour)
{
    for (int p = 0; p < rows * columns; p++)
        if (legal(p / columns + 1, p % columns + 1, colour))
            return true;
    return false;
}

int main(int argc, char **argv)
{
    mistake = argc > 1 ? argv[1] : "none";
    memset(board, ' ', sizeof board);
    char text[MAX + 2];
    if (scanf("%d", &rows) != 1)
        return 1;
    columns = rows;
    if (scanf("%d", &columns) < 0 || rows > MAX || columns > MAX)
        return 1;
    for (int r = 1; r <= rows; r++) {
        if (scanf("%601s", text) != 1)
            return 1;
        memcpy(&board[r][1], text, (size_t)columns);
    }
    const char *const order = makes("white-first") ? "OX" : "XO";
    int shared = 0; /* one pointer for both colours: what Black may not, White may */
    int next[2] = {0, 0};
    int turn = 0;
    for (int stuck = 0; stuck < (makes("stops-late") ? 2 : 1); turn++) {
        if (makes("stops-early") && !can_play(order[(turn + 1) % 2]))
            break;
        int *const from = makes("one-pointer")          ? &shared
                          : makes("ends-at-last-point") ? &next[turn % 2]
                                                        : NULL;
        stuck = play(order[turn % 2], from) ? 0 : stuck + 1;
        /* Either colour has looked at all points: the other one might still move. */
        if (from == &next[turn % 2] && *from == rows * columns)
            break;
    }
    if (!makes("no-end-line"))
        printf("-1 -1\n");
    return 0;
}
