#!/usr/bin/env python3
"""Writes a comma between the numbers, which nobody asked for."""
import sys


def main():
    words = sys.stdin.read().split()
    n = int(words[0])
    stride = n + 2
    cell = bytearray(b" " * stride + b"".join(b" " + row.encode() + b" " for row in words[1:]) + b" " * stride)
    empty = ord(".")
    parent = list(range(len(cell)))
    edges = [0] * len(cell)
    up, left, right, down = -stride, -1, 1, stride

    def find(p):
        while parent[p] != p:
            parent[p] = p = parent[parent[p]]
        return p

    stones = [p for p, c in enumerate(cell) if c in b"XO"]
    for p in stones:
        edges[p] = (cell[p + up] == empty) + (cell[p + left] == empty) + (cell[p + right] == empty) + (
            cell[p + down] == empty)
    for p in stones:
        for q in (p + right, p + down):
            if cell[q] == cell[p]:
                one, other = find(p), find(q)
                if one != other:
                    edges[one] += edges[other]
                    parent[other] = one

    end = (n + 1) * stride
    walks = [stride, stride]
    names = [str(i) for i in range(stride)]
    out = []
    turn = 0
    while True:
        colour = b"XO"[turn]
        p = walks[turn]
        while True:
            p = cell.find(empty, p)
            if p < 0:
                break
            own, friends, others = 0, [], []
            for q in (p + up, p + left, p + right, p + down):
                c = cell[q]
                if c == empty:
                    own += 1
                elif c != 32:
                    while parent[q] != q:
                        parent[q] = q = parent[parent[q]]
                    edges[q] -= 1
                    (friends if c == colour else others).append(q)
            good = True
            for q in others:
                if not edges[q]:
                    good = False
            if good and not own:
                good = False
                for q in friends:
                    if edges[q]:
                        good = True
            if good:
                break
            for q in friends:
                edges[q] += 1
            for q in others:
                edges[q] += 1
            p += 1
        if p < 0 or p >= end:
            break
        cell[p] = colour
        edges[p] = own
        for q in friends:
            q = find(q)
            if q != p:
                edges[p] += edges[q]
                parent[q] = p
        walks[turn] = p + 1
        out.append(names[p // stride] + "," + names[p % stride])
        turn ^= 1
    out.append("-1,-1\n")
    sys.stdout.write("\n".join(out))


main()
