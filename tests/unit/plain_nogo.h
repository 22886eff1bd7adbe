/* NoGo by flood fill and plain minimax: slow, tiny, and sharing no code with the library. */
#ifndef QI_TESTS_PLAIN_NOGO_H
#define QI_TESTS_PLAIN_NOGO_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { PLAIN_MAX = 100, PLAIN_MEMO = 1 << 22 };

typedef struct plain {
    int rows, columns;
    char at[PLAIN_MAX]; /* '.', 'X', 'O', '#' */
} plain;

static inline int plain_liberties(const plain *board, int from)
{
    int stack[PLAIN_MAX], depth = 0, count = 0;
    char seen[PLAIN_MAX] = {0};
    stack[depth++] = from;
    seen[from] = 1;
    while (depth) {
        const int p = stack[--depth], row = p / board->columns, column = p % board->columns;
        static const int step[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
        for (int i = 0; i < 4; i++) {
            const int r = row + step[i][0], c = column + step[i][1], q = r * board->columns + c;
            if (r < 0 || c < 0 || r >= board->rows || c >= board->columns || seen[q])
                continue;
            if (board->at[q] == '.')
                count++;
            else if (board->at[q] == board->at[from])
                stack[depth++] = q;
            else
                continue;
            seen[q] = 1;
        }
    }
    return count;
}

static inline bool plain_legal(plain *board, char colour, int point)
{
    if (board->at[point] != '.')
        return false;
    board->at[point] = colour;
    bool fine = plain_liberties(board, point) > 0;
    /* Only groups next to the point have lost a liberty. */
    const int row = point / board->columns, column = point % board->columns;
    const int near[4] = {row > 0 ? point - board->columns : -1,
                         row + 1 < board->rows ? point + board->columns : -1,
                         column > 0 ? point - 1 : -1, column + 1 < board->columns ? point + 1 : -1};
    for (int i = 0; i < 4 && fine; i++)
        if (near[i] >= 0 && (board->at[near[i]] == 'X' || board->at[near[i]] == 'O'))
            fine = plain_liberties(board, near[i]) > 0;
    board->at[point] = '.';
    return fine;
}

/* What minimax has found; `key` is the whole board, one digit a point, and who moves. */
typedef struct plain_memo {
    struct {
        uint64_t key;
        bool wins;
    } slot[PLAIN_MEMO];
} plain_memo;

static inline uint64_t plain_code(const plain *board, char mover)
{
    uint64_t key = mover == 'X' ? 1 : 2;
    for (int p = 0; p < board->rows * board->columns; p++)
        key = key * 3 + (board->at[p] == 'X' ? 1U : board->at[p] == 'O' ? 2U : 0U);
    return key;
}

static inline bool plain_wins(plain_memo *memo, plain *board, char mover)
{
    const bool fits = board->rows * board->columns <= 38;
    const uint64_t key = fits ? plain_code(board, mover) : 0;
    const size_t slot = (size_t)((key * 0x9e3779b97f4a7c15U) >> 42);
    if (key && memo->slot[slot].key == key)
        return memo->slot[slot].wins;
    bool won = false;
    for (int p = 0; p < board->rows * board->columns && !won; p++) {
        if (!plain_legal(board, mover, p))
            continue;
        board->at[p] = mover;
        won = !plain_wins(memo, board, mover == 'X' ? 'O' : 'X');
        board->at[p] = '.';
    }
    memo->slot[slot].key = key;
    memo->slot[slot].wins = won;
    return won;
}

#endif
