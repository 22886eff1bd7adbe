"""Random NoGo games from the empty 9 x 9 board, one thread, against a textbook program.

Each path of `qi nogo simulate --playouts` and bench/playouts_textbook.c (union-find, one game at a
time, gcc -O3) play many games in turn; the least CPU time of some rounds counts.
"""

import os
import subprocess

import common

GAMES = {"textbook": 100_000, "portable": 200_000, "avx2": 200_000, "avx512": 400_000}
BARS = {"portable": 500_000, "avx512": 1_000_000}


def empty_board():
    path = os.path.join(common.SCRATCH, "empty.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.write("9\n" + 9 * (9 * "." + "\n"))
    return path


def textbook():
    program = os.path.join(common.SCRATCH, "textbook")
    source = os.path.join(common.SOURCE, "bench", "playouts_textbook.c")
    subprocess.run(["gcc", "-O3", "-o", program, source], check=True)
    return program


def main():
    empty = empty_board()
    commands = {"textbook": [textbook(), str(GAMES["textbook"]), "1"]}
    for path in ("portable", "avx2", "avx512"):
        command = [common.QI, "nogo", "simulate", "--simd", path, empty, "--playouts"]
        if subprocess.run(command + ["1"], capture_output=True, check=False).returncode == 0:
            commands[path] = command + [str(GAMES[path])]
        else:
            print(f"   {path}: not on this machine")
    seconds = dict(zip(commands, common.fastest([(c, None) for c in commands.values()])))
    speed = {name: GAMES[name] / seconds[name] for name in commands}
    print(f"   {'':10} {'games/s':>12} {'ratio':>7}")
    for name, value in speed.items():
        print(f"   {name:10} {value:12,.0f} {value / speed['textbook']:7.2f}")
    for name, limit in BARS.items():
        if name in speed:
            common.bar(f"{name}, games a second", speed[name], limit)
    best = max(speed[name] for name in speed if name != "textbook")
    common.bar("ratio to the textbook", best / speed["textbook"], 5)
    common.ratio("NoGo, random games on 9 x 9", best / speed["textbook"])
