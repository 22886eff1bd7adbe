"""NoGo games played out to the end, against the fastest published program for the problem."""

import os
import subprocess

from common import (QI, SCRATCH, bar, compile_peer, fastest, listing, ratio, run_well)

FILLS = (0, 25, 50, 75)

# Reads the board and writes as many lines as the game has: what no program can do without.
FLOOR = r"""
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static char in[1 << 20], out[1 << 16];
int main(int argc, char **argv)
{
    int moves = atoi(argv[1]), n, used = 0;
    if (read(0, in, sizeof in) < 0 || sscanf(in, "%d", &n) != 1) return 1;
    for (int i = 0; i < moves; i++) {
        int row = i / n % n + 1, column = i % n + 1;
        char *at = out + used;
        if (row >= 100) *at++ = (char)('0' + row / 100);
        if (row >= 10) *at++ = (char)('0' + row / 10 % 10);
        *at++ = (char)('0' + row % 10); *at++ = ' ';
        if (column >= 100) *at++ = (char)('0' + column / 100);
        if (column >= 10) *at++ = (char)('0' + column / 10 % 10);
        *at++ = (char)('0' + column % 10); *at++ = '\n';
        used = (int)(at - out);
        if (used > (1 << 16) - 32) { if (write(1, out, used) < 0) return 1; used = 0; }
    }
    return write(1, out, used) < 0 || argc > 2;
}
"""


def output(command, path):
    with open(path, "rb") as source:
        return subprocess.run(command, stdin=source, stdout=subprocess.PIPE, check=True).stdout


def empty_board(n):
    path = os.path.join(SCRATCH, f"empty{n}.txt")
    with open(path, "w", encoding="ascii") as file:
        file.write(f"{n}\n" + ("." * n + "\n") * n)
    return path


def filled_board(n, percent):
    """An n x n board filled to some percentage by uniformly random legal play."""
    path = os.path.join(SCRATCH, f"filled{n}-{percent}.txt")
    moves = output([QI, "nogo", "simulate", "--policy", "random", "--seed", "5"],
                   empty_board(n)).split()[:-2]
    board = [bytearray(b"." * n) for _ in range(n)]
    for i in range(min(n * n * percent // 200, len(moves) // 4) * 2):
        board[int(moves[2 * i]) - 1][int(moves[2 * i + 1]) - 1] = b"XO"[i % 2]
    with open(path, "wb") as file:
        file.write(b"%d\n" % n + b"\n".join(board) + b"\n")
    return path


def against_peer():
    code = listing(1, 0)
    if code is None:
        print("peer not found: no comparison with the published program")
    peer = compile_peer("peer-nogo", code) if code else None
    source, floor = os.path.join(SCRATCH, "floor.c"), os.path.join(SCRATCH, "floor")
    with open(source, "w", encoding="ascii") as file:
        file.write(FLOOR)
    subprocess.run(["gcc", "-O2", "-o", floor, source], check=True)

    print("n = 600, CPU milliseconds of the whole process, least of 15 runs")
    print(f"{'filled':>7} {'moves':>8} {'peer':>8} {'first':>8} {'random':>8} {'check':>8} "
          f"{'floor':>8} {'peer/first':>11} {'first/floor':>12}")
    for percent in FILLS:
        board = filled_board(600, percent)
        first, rand = [QI, "nogo", "simulate"], [QI, "nogo", "simulate", "--policy", "random"]
        game = output(first, board)
        moves = os.path.join(SCRATCH, "moves.txt")
        with open(moves, "wb") as file:
            file.write(game)
        count = len(game.split()) // 2 - 1
        commands = [(first, board), (rand, board),
                    ([QI, "nogo", "check", board, moves], None), ([floor, str(count)], board)]
        if peer:
            commands.append(([peer], board))
            if output([peer], board).split() != game.split():
                raise SystemExit("bench: the peer's game differs from ours")
        times = [1000 * seconds for seconds in fastest(commands, 15)]
        ours, random_time, check, least = times[:4]
        theirs = times[4] if peer else float("nan")
        print(f"{percent:>6}% {count:>8} {theirs:>8.2f} {ours:>8.2f} {random_time:>8.2f} "
              f"{check:>8.2f} {least:>8.2f} {theirs / ours:>11.1f} {ours / least:>12.1f}")
        if peer:
            bar(f"{percent}% filled: times less CPU than the peer", theirs / ours, 12)
            ratio(f"NoGo, 600 x 600 to the end, {percent} % filled", theirs / ours)
        bar(f"{percent}% filled: random policy / first", random_time / ours, 3, at_least=False)
        bar(f"{percent}% filled: check / simulate", check / ours, 2, at_least=False)


def large_boards():
    print("\nEmpty boards, first policy: CPU seconds, nanoseconds and bytes per point")
    base = None
    for n in (600, 2000, 5000, 10000, 20000):
        board = empty_board(n)
        best, memory = float("inf"), 0
        for _ in range(5 if n <= 5000 else 3 if n <= 10000 else 1):
            seconds, peak = run_well([QI, "nogo", "simulate"], board)
            best, memory = min(best, seconds), max(memory, peak)
        each = 1e9 * best / (n * n)
        room = (memory - (64 << 20)) / (n * n)
        print(f"{n:>7} {best:>10.3f} s {each:>8.2f} ns {memory / (n * n):>8.2f} B")
        base = base or each
        if n == 10000:
            bar("cost per point at n = 10,000 / at n = 600", each / base, 2, at_least=False)
        if n == 20000:
            bar("bytes per point beyond 64 MiB, first policy", room, 10, at_least=False)
            _, memory = run_well([QI, "nogo", "simulate", "--policy", "random"], board)
            bar("bytes per point beyond 64 MiB, random policy",
                (memory - (64 << 20)) / (n * n), 20, at_least=False)
        os.unlink(board)


def main():
    against_peer()
    large_boards()
