/*
 * A plain program for Maze Tac Toe, and wrong ones: `maze MISTAKE` makes the mistake of that name,
 * `maze none` none at all. The stress run must find every one and make it small.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX = 40, BOARDS = 19683 };

static int side;
static char maze[MAX][3 * MAX + 2];
static bool *seen;       /* [cell][board] */
static bool won[BOARDS]; /* boards that were reached */
static int wins;         /* (cell, board) pairs that win */
static bool winning[BOARDS];
static bool forgets_row, writes_over, cell_once, stops_late, never_west;
static const char *mistake;

static bool makes(const char *name)
{
    return strcmp(mistake, name) == 0;
}

static bool wins_line(const int *s, int a, int b, int c)
{
    enum { M = 1, O = 2 };
    if (makes("ooo-wins") && s[a] == O && s[b] == O && s[c] == O)
        return true;
    if (makes("letters-swapped"))
        return (s[a] == O && s[b] == M && s[c] == M) || (s[a] == M && s[b] == M && s[c] == O);
    if (s[a] == M && s[b] == O && s[c] == O)
        return true;
    return !makes("only-moo") && s[a] == O && s[b] == O && s[c] == M;
}

static bool is_won(int board)
{
    int s[9];
    for (int i = 0; i < 9; i++, board /= 3)
        s[i] = board % 3;
    for (int i = 0; i < 3; i++)
        if (wins_line(s, 3 * i, 3 * i + 1, 3 * i + 2) ||
            (!makes("no-columns") && wins_line(s, i, 3 + i, 6 + i)))
            return true;
    if (makes("diagonals-one-way"))
        return (s[0] == 1 && s[4] == 2 && s[8] == 2) || (s[2] == 1 && s[4] == 2 && s[6] == 2);
    return (!makes("no-first-diagonal") && wins_line(s, 0, 4, 8)) ||
           (!makes("no-second-diagonal") && wins_line(s, 2, 4, 6));
}

/* What is still to be walked from. */
static struct place {
    short r, c, board;
} * stack;
static size_t height;

static void push(int r, int c, int board)
{
    stack[height++] = (struct place){(short)r, (short)c, (short)board};
}

static void visit(int r, int c, int board)
{
    const char *const cell = &maze[r][3 * c];
    if (cell[0] == '#')
        return;
    if (forgets_row && r == side - 2)
        return;
    if (cell[0] == 'M' || cell[0] == 'O') {
        int power = 1;
        for (int i = 3 * (cell[1] - '1') + cell[2] - '1'; i > 0; i--)
            power *= 3;
        const int there = board / power % 3;
        const int letter = cell[0] == 'M' ? 1 : 2;
        if (writes_over)
            board += (letter - there) * power;
        else if (!there)
            board += letter * power;
    }
    const int cells = cell_once ? 0 : board;
    bool *const here = &seen[(r * side + c) * BOARDS + cells];
    if (*here)
        return;
    *here = true;
    if (winning[board]) {
        won[board] = true;
        wins++;
        if (!stops_late)
            return;
    }
    push(r + 1, c, board);
    push(r, c + 1, board);
    if (!never_west)
        push(r, c - 1, board);
    push(r - 1, c, board);
}

static void walk(int r, int c)
{
    push(r, c, 0);
    while (height) {
        const struct place next = stack[--height];
        visit(next.r, next.c, next.board);
    }
}

int main(int argc, char **argv)
{
    mistake = argc > 1 ? argv[1] : "none";
    if (scanf("%d", &side) != 1 || side > MAX)
        return 1;
    forgets_row = makes("forgets-last-row");
    writes_over = makes("writes-over");
    cell_once = makes("cell-once");
    stops_late = makes("stops-late");
    never_west = makes("never-west");
    for (int board = 0; board < BOARDS; board++)
        winning[board] = is_won(board);
    const int rows = makes("arrays-of-20") && side > 20 ? 20 : side;
    seen = calloc((size_t)side * (size_t)side * BOARDS, 1);
    stack = malloc((3 * (size_t)side * (size_t)side * BOARDS + 8) * sizeof *stack);
    for (int r = 0; r < side; r++) /* what is beyond the array falls on its last row */
        if (!seen || !stack || scanf("%121s", maze[r < rows ? r : rows - 1]) != 1)
            return 1;
    for (int r = 0; r < side; r++)
        for (int c = 0; c < side; c++)
            if (maze[r][3 * c] == 'B')
                walk(r, c);
    int count = 0;
    for (int board = 0; board < BOARDS; board++)
        count += won[board];
    printf("%d\n", makes("counts-places") ? wins : count);
    free(seen);
    free(stack);
    return 0;
}
