#!/usr/bin/env python3
"""A board is two whole numbers, one bit a point, with a gap after every row; shifts flood a group."""
import sys

SIDE = 19
STRIDE = SIDE + 1
INSIDE = sum(((1 << SIDE) - 1) << STRIDE * row for row in range(SIDE))


def main():
    words = iter(sys.stdin.buffer.read().split())
    out = []
    spread = {}
    for p in range(SIDE * STRIDE):
        bit = 1 << p
        spread[bit] = (bit << 1 | bit >> 1 | bit << STRIDE | bit >> STRIDE) & INSIDE
    colours = {b"B": 0, b"W": 1}
    for _ in range(int(next(words))):
        stones = [0, 0]
        earlier = {(0, 0)}
        for _ in range(int(next(words))):
            colour = colours[next(words)]
            p = 1 << (int(next(words)) - 1) * STRIDE + int(next(words)) - 1
            own, other = stones[colour], stones[1 - colour]
            if p & (own | other):
                out.append("miss 1")
                continue
            own |= p
            empty = INSIDE & ~(own | other)
            captured = 0
            near = spread[p] & other
            while near:
                group = near & -near
                near ^= group
                while True:
                    wide = group | group << 1 | group >> 1 | group << STRIDE | group >> STRIDE
                    if wide & empty:
                        break
                    wide &= other
                    if wide == group:
                        captured |= group
                        near &= ~group
                        break
                    group = wide
            if captured:
                other &= ~captured
            elif not spread[p] & empty:
                group = p
                while True:
                    wide = group | group << 1 | group >> 1 | group << STRIDE | group >> STRIDE
                    if wide & empty:
                        break
                    wide &= own
                    if wide == group:
                        group = 0
                        break
                    group = wide
                if not group:
                    out.append("miss 2")
                    continue
            board = (own, other) if colour == 0 else (other, own)
            if board in earlier:
                out.append("miss 3")
                continue
            earlier.add(board)
            stones[0], stones[1] = board
        for row in range(SIDE):
            out.append("".join("B" if stones[0] >> row * STRIDE + c & 1 else "W" if stones[1] >> row * STRIDE + c & 1
                               else "." for c in range(SIDE)))
    sys.stdout.write("\n".join(out) + "\n")


main()
