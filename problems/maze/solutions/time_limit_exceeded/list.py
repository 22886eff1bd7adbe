#!/usr/bin/env python3
"""Right, but looks for every pair of a cell and a board in a list of all that were seen."""
import sys

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def wins(board):
    return any(board[a] + board[b] + board[c] in ("MOO", "OOM") for a, b, c in LINES)


def main():
    words = sys.stdin.read().split()
    n = int(words[0])
    cells = [row[3 * c:3 * c + 3] for row in words[1:] for c in range(n)]
    seen = [(cells.index("BBB"), ".........")]
    found = set()
    for cell, board in seen:
        for to in (cell - n, cell - 1, cell + 1, cell + n):
            if cells[to] == "###":
                continue
            after = board
            if cells[to][0] in "MO":
                square = 3 * int(cells[to][1]) + int(cells[to][2]) - 4
                if board[square] == ".":
                    after = board[:square] + cells[to][0] + board[square + 1:]
            if wins(after):
                found.add(after)
            elif (to, after) not in seen:
                seen.append((to, after))
    print(len(found))


main()
