#!/usr/bin/env python3
"""Where one can stand depends only on which squares are filled: 512 floods, then the boards."""
import sys

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def wins(board):
    return any(board[a] + board[b] + board[c] in ("MOO", "OOM") for a, b, c in LINES)


def main():
    words = sys.stdin.read().split()
    n = int(words[0])
    floor, start = 0, 0
    moves = {}  # (square, letter) -> the cells that force it
    for r, row in enumerate(words[1:]):
        for c in range(n):
            kind, bit = row[3 * c], 1 << r * n + c
            if kind in ".B":
                floor |= bit
            if kind == "B":
                start = bit
            if kind in "MO":
                key = (3 * int(row[3 * c + 1]) + int(row[3 * c + 2]) - 4, kind)
                moves[key] = moves.get(key, 0) | bit
    shores = {}

    def shore(filled):
        """The moves that can be made next when these squares are filled."""
        if filled not in shores:
            ground = floor
            for (square, _), where in moves.items():
                if filled >> square & 1:
                    ground |= where
            here = start
            while True:
                wide = here | here << 1 | here >> 1 | here << n | here >> n
                if wide & ground == here:
                    break
                here = wide & ground
            shores[filled] = [key for key, where in moves.items() if where & wide and not filled >> key[0] & 1]
        return shores[filled]

    found = set()
    layer = {"........."}
    while layer:
        following = set()
        for board in layer:
            filled = sum(1 << i for i in range(9) if board[i] != ".")
            for square, letter in shore(filled):
                after = board[:square] + letter + board[square + 1:]
                if after in found or after in following:
                    continue
                if wins(after):
                    found.add(after)
                else:
                    following.add(after)
        layer = following
    print(len(found))


main()
