/*
 * A plain program that replays Go, and wrong ones: `go MISTAKE` makes the mistake of that name, `go
 * none` none at all. The stress run must find every one and make it small.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 19, MAX = 4096 };

typedef char position[SIDE + 2][SIDE + 2]; /* a border of ' ' all round */

static position board;
static bool seen[SIDE + 2][SIDE + 2];
static position *history;                /* the start, then one after every accepted move */
static unsigned long long keys[MAX + 1]; /* of the positions */
static char movers[MAX + 1];
static int positions;
static const char *mistake;

static const int down[4] = {-1, 0, 0, 1};
static const int over[4] = {0, -1, 1, 0};

static bool makes(const char *name)
{
    return strcmp(mistake, name) == 0;
}

static bool breathes_from(int r, int c)
{
    seen[r][c] = true;
    for (int i = 0; i < 4; i++) {
        const int nr = r + down[i];
        const int nc = c + over[i];
        if (board[nr][nc] == '.')
            return true;
        if (board[nr][nc] == board[r][c] && !seen[nr][nc] && !makes("stones-alone") &&
            breathes_from(nr, nc))
            return true;
    }
    return false;
}

static bool breathes(int r, int c)
{
    memset(seen, 0, sizeof seen);
    return breathes_from(r, c);
}

static void take(int r, int c)
{
    const char colour = board[r][c];
    board[r][c] = '.';
    for (int i = 0; i < 4 && !makes("takes-one-stone"); i++)
        if (board[r + down[i]][c + over[i]] == colour)
            take(r + down[i], c + over[i]);
}

static unsigned weak_hash(const position it)
{
    unsigned hash = 0;
    for (int r = 1; r <= SIDE; r++)
        for (int c = 1; c <= SIDE; c++)
            if (it[r][c] != '.')
                hash += (unsigned)(r * SIDE + c) * (it[r][c] == 'B' ? 1 : 2);
    return hash;
}

static unsigned long long key(const position it)
{
    unsigned long long hash = 14695981039346656037ULL;
    for (int r = 1; r <= SIDE; r++)
        for (int c = 1; c <= SIDE; c++)
            hash = (hash ^ (unsigned char)it[r][c]) * 1099511628211ULL;
    return hash;
}

static bool repeats(bool captured, char colour)
{
    const unsigned long long here = key(board);
    const bool last_only = makes("superko-last-only");
    const bool same_player = makes("superko-same-player");
    const bool weak = makes("weak-hash");
    if (makes("no-superko") || (makes("superko-captures-only") && !captured))
        return false;
    for (int i = 0; i < positions; i++) {
        if (last_only && i + 2 != positions)
            continue;
        if (same_player && movers[i] != colour)
            continue;
        if (weak ? weak_hash(history[i]) == weak_hash(board)
                 : keys[i] == here && memcmp(history[i], board, sizeof board) == 0)
            return true;
    }
    return false;
}

static void keep_position(char mover)
{
    if (positions == (makes("arrays-of-1000") ? 1000 : MAX))
        return;
    memcpy(history[positions], board, sizeof board);
    keys[positions] = key(board);
    movers[positions++] = mover;
}

/* 0, or the number of the miss. */
static int play(char colour, int r, int c)
{
    if (board[r][c] != '.')
        return 1;
    position before;
    memcpy(before, board, sizeof before);
    board[r][c] = colour;
    if (makes("suicide-before-capture") && !breathes(r, c)) {
        memcpy(board, before, sizeof board);
        return 2;
    }
    const char other = colour == 'B' ? 'W' : 'B';
    bool captured = false;
    for (int i = 0; i < 4; i++) {
        const int nr = r + down[i];
        const int nc = c + over[i];
        if (makes("captures-once") && captured)
            break;
        if (makes("forgets-last-row") && nr == SIDE)
            continue;
        if (board[nr][nc] == other && !breathes(nr, nc)) {
            take(nr, nc);
            captured = true;
        }
    }
    if (!makes("allows-suicide") && !captured && !breathes(r, c)) {
        memcpy(board, before, sizeof board);
        return 2;
    }
    if (repeats(captured, colour)) {
        if (makes("forgets-undo"))
            board[r][c] = '.';
        else
            memcpy(board, before, sizeof board);
        return 3;
    }
    keep_position(colour);
    return 0;
}

int main(int argc, char **argv)
{
    mistake = argc > 1 ? argv[1] : "none";
    history = malloc((MAX + 1) * sizeof *history);
    int games;
    if (!history || scanf("%d", &games) != 1)
        return 1;
    for (int game = 0; game < games; game++) {
        int moves;
        if (scanf("%d", &moves) != 1 || moves > MAX)
            return 1;
        if (game == 0 || !makes("keeps-board")) {
            memset(board, ' ', sizeof board);
            for (int r = 1; r <= SIDE; r++)
                memset(&board[r][1], '.', SIDE);
        }
        if (game == 0 || !makes("keeps-history"))
            positions = 0;
        keep_position('W');
        for (int move = 0; move < moves; move++) {
            char colour;
            int r, c;
            if (scanf(" %c %d %d", &colour, &r, &c) != 3)
                return 1;
            if (makes("black-begins"))
                colour = "BW"[move % 2];
            if (makes("colours-swapped"))
                colour = colour == 'B' ? 'W' : 'B';
            const int miss =
                makes("row-and-column-swapped") ? play(colour, c, r) : play(colour, r, c);
            if (miss)
                printf("miss %d\n", miss);
        }
        for (int r = 1; r <= SIDE; r++)
            printf("%.*s\n", SIDE, &board[r][1]);
    }
    return 0;
}
